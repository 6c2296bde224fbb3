import Foundation
import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// What URLSession and URLCache do with cacheable responses. Every response of this origin is fresh for an hour.

let origin = try Origin { request in
  .text(
    "\(request.method) \(request.target)", fields: [("Cache-Control", "max-age=3600"), ("ETag", "\"1\"")])
}

let cache = URLCache(memoryCapacity: 10 << 20, diskCapacity: 100 << 20, diskPath: nil)
let configuration = URLSessionConfiguration.default
configuration.urlCache = cache
configuration.requestCachePolicy = .useProtocolCachePolicy
let session = URLSession(configuration: configuration)

/// A request for a path of the origin.
func request(_ path: String, method: String = "GET", scheme: String = "http") throws -> URLRequest {
  guard let url = URL(string: origin.url.replacingOccurrences(of: "http:", with: "\(scheme):") + path) else {
    throw URLError(.badURL)
  }
  var request = URLRequest(url: url)
  request.httpMethod = method
  return request
}

/// The body that the cache holds for a request, in words.
func stored(_ request: URLRequest) -> String {
  cache.cachedResponse(for: request).map { "\"\(String(decoding: $0.data, as: UTF8.self))\"" } ?? "nothing"
}

let page = try request("/page?id=1")
for _ in 1...2 { _ = try await session.data(for: page) }
print("fetched twice, fresh for an hour: \(origin.requests.count) requests reached the origin")
print("stored for it: \(stored(page))")

let (data, response) = try await session.data(for: page)
cache.storeCachedResponse(CachedURLResponse(response: response, data: data), for: page)
print("stored by hand: \(stored(page))")
print("for another query: \(stored(try request("/page?id=2")))")
print("for HEAD: \(stored(try request("/page?id=1", method: "HEAD")))")
print("for https: \(stored(try request("/page?id=1", scheme: "https")))")

/// What a session answers under a policy, and how many requests reach the origin.
func fetched(_ path: String, _ policy: URLRequest.CachePolicy, method: String = "GET") async throws -> String
{
  var request = try request(path, method: method)
  request.cachePolicy = policy
  let before = origin.requests.count
  do {
    let (data, _) = try await session.data(for: request)
    let count = origin.requests.count - before
    return "\"\(String(decoding: data, as: UTF8.self))\", \(count == 0 ? "no request" : "\(count) request")"
  } catch {
    return "an error"
  }
}

print("fetched again: \(try await fetched("/page?id=1", .useProtocolCachePolicy))")
print("another query, returnCacheDataElseLoad: \(try await fetched("/page?id=2", .returnCacheDataElseLoad))")
print(
  "POST, returnCacheDataElseLoad: \(try await fetched("/page", .returnCacheDataElseLoad, method: "POST"))")
print("reload: \(try await fetched("/page?id=1", .reloadIgnoringLocalCacheData))")
print("revalidate: \(try await fetched("/page?id=1", .reloadRevalidatingCacheData))")
print("never seen, returnCacheDataDontLoad: \(try await fetched("/other", .returnCacheDataDontLoad))")
print("conditional requests: \(origin.requests.count { $0["If-None-Match"] != nil })")
