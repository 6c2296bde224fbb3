import Foundation
import TestSupport

// The origin of `make demo`, to try things by hand: `test-origin [PORT]` prints its URL and serves until it is ended.

let modified = "Mon, 12 Jan 2026 17:45:57 GMT"

/// A file whose transfer breaks off half-way, unless the rest is asked for.
func download(_ request: OriginRequest, _ tag: (String, String)) -> OriginReply {
  let content = Array(String(repeating: "all of the file, line by line\n", count: 1000).utf8)
  let fields = [("Cache-Control", "max-age=3600"), tag]
  if let first = request.field("Range")?.dropFirst("bytes=".count).split(separator: "-").first.flatMap({
    Int($0)
  }),
    first < content.count
  {
    let range = ("Content-Range", "bytes \(first)-\(content.count - 1)/\(content.count)")
    return .response(
      status: 206, reason: "Partial Content", fields: fields + [range], body: Array(content[first...]))
  }
  let head = fields.map { "\($0.0): \($0.1)\r\n" }.joined()
  return .raw(
    Array("HTTP/1.1 200 OK\r\n\(head)Content-Length: \(content.count)\r\n\r\n".utf8)
      + content.prefix(content.count / 2))
}

/// How often `/edge` was asked for.
let edgeRequests = Counter()

/// The start page under every name, as a single-page application is often served.
func startPage() -> OriginReply {
  .response(
    fields: [
      ("Date", HTTPClock.now), ("Content-Type", "text/html"),
      ("Cache-Control", "public, max-age=31536000, immutable"),
    ],
    body: Array("<!doctype html><script src=/spa/app.3f9ac2d1.js></script>\n".utf8))
}

/// A cache that answers from its store after the first request, as its field says.
func edge() -> OriginReply {
  let state = edgeRequests.next() == 1 ? "MISS" : "HIT"
  return .response(
    fields: [
      ("Date", HTTPClock.now), ("Content-Type", "text/plain"), ("Cache-Control", "max-age=600"),
      ("ETag", "\"1\""),
      ("X-Cache", state),
    ], body: Array("hello from the edge\n".utf8))
}

/// A page by cookie that its server forgot to call private.
func account(_ request: OriginRequest) -> OriginReply {
  .response(
    fields: [("Date", HTTPClock.now), ("Content-Type", "text/html"), ("Cache-Control", "max-age=60")],
    body: Array("<p>Hello \(request.field("Cookie") ?? "stranger")\n".utf8))
}

/// What the cache in front of `/members` has stored, by target.
let members = Guarded([String: OriginReply]())

/// A page by cookie that is called private, behind a cache that ignores it.
func membersPage(_ request: OriginRequest) -> OriginReply {
  members.use { stored in
    let known = stored[request.target]
    let user = request.field("Cookie") ?? "stranger"
    let body = Array("<p>Hello \(user)\n".utf8)
    let fields = [
      ("Date", HTTPClock.now), ("Content-Type", "text/html"), ("Cache-Control", "private, max-age=60"),
      ("ETag", "\"\(user)\""),
    ]
    stored[request.target] = known ?? .response(fields: fields + [("X-Cache", "HIT")], body: body)
    return known ?? .response(fields: fields + [("X-Cache", "MISS")], body: body)
  }
}

/// What the cache in front of `/keyed` has stored, by target.
let keyed = Guarded([String: OriginReply]())

/// A page by language, behind a cache that has the query in its key, and the language not.
func keyedPage(_ request: OriginRequest) -> OriginReply {
  keyed.use { stored in
    let known = stored[request.target]
    let body = Array((request.field("Accept-Language") == "de" ? "Guten Tag\n" : "Good day\n").utf8)
    let fields = [("Date", HTTPClock.now), ("Cache-Control", "max-age=600"), ("ETag", "\"1\"")]
    stored[request.target] = known ?? .response(fields: fields + [("X-Cache", "HIT")], body: body)
    return known ?? .response(fields: fields + [("X-Cache", "MISS")], body: body)
  }
}

/// A page with a fragment for a framework, which its server forgot to name in Vary.
func article(_ request: OriginRequest) -> OriginReply {
  let isFragment = request.field("HX-Request") != nil
  return .response(
    fields: [
      ("Date", HTTPClock.now), ("Content-Type", "text/html"), ("Cache-Control", "max-age=60"),
      ("ETag", isFragment ? "\"2\"" : "\"1\""),
    ], body: Array((isFragment ? "<p>News\n" : "<!doctype html><p>News\n").utf8))
}

/// The objects that were put below `/shared`, by their paths.
let shared = Guarded([String: [UInt8]]())

/// A server that keeps what is put, as a remote cache needs it.
func sharedObject(_ request: OriginRequest) -> OriginReply {
  shared.use { objects in
    if request.method == "PUT" { objects[request.path] = request.body }
    return objects[request.path].map { .response(body: request.method == "PUT" ? [] : $0) }
      ?? .response(status: 404, reason: "Not Found")
  }
}

func answer(_ request: OriginRequest) -> OriginReply {
  let tag = ("ETag", "\"686897696a7c876b7e\"")
  let body = Array("hello from \(request.path)\n".utf8)
  let isConfirmed = request.field("If-None-Match")?.contains(tag.1) ?? false
  func cached(_ control: String) -> OriginReply {
    let fields = [
      ("Content-Type", "text/plain"), ("Cache-Control", control), tag, ("Last-Modified", modified),
    ]
    return isConfirmed
      ? .response(status: 304, reason: "Not Modified", fields: fields)
      : .response(fields: fields, body: body)
  }
  switch request.path {
  case "/fresh": return cached("max-age=3600")
  case "/short": return cached("max-age=1")
  case "/stale": return cached("max-age=0")
  case "/news": return cached("max-age=1, stale-while-revalidate=600, stale-if-error=86400")
  case "/cdn":
    return .response(
      fields: [("CDN-Cache-Control", "max-age=600"), ("Cache-Control", "no-cache"), tag], body: body)
  case "/download": return download(request, tag)
  case "/no-store": return .response(fields: [("Cache-Control", "no-store")], body: body)
  case "/redirect": return .response(status: 302, reason: "Found", fields: [("Location", "/fresh")])
  case "/big":
    let count = request.target.split(separator: "=").last.flatMap { Int($0) } ?? 1_000_000
    return .generated(fields: [("Cache-Control", "max-age=3600"), tag], byteCount: count)
  case "/edge": return edge()
  case "/account": return account(request)
  case let path where path.lowercased().hasPrefix("/keyed"): return keyedPage(request)
  case "/article": return article(request)
  case "/members": return membersPage(request)
  case let path where path.hasPrefix("/shared/"): return sharedObject(request)
  case let path where path.hasPrefix("/spa/"): return startPage()
  case let path where path.hasPrefix("/site/"): return site(request)
  case "/cut":
    return .raw(Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\nCache-Control: max-age=60\r\n\r\nhalf".utf8))
  default: return .response(status: 404, reason: "Not Found", body: Array("not here\n".utf8))
  }
}

let port = CommandLine.arguments.dropFirst().first.flatMap { UInt16($0) } ?? 0
do {
  let origin = try Origin(port: port, answer)
  FileHandle.standardOutput.write(Data("\(origin.url)\n".utf8))
  while true { sleep(3600) }
} catch {
  FileHandle.standardError.write(
    Data("test-origin: port \(port) cannot be had: \(error.localizedDescription)\n".utf8))
  exit(1)
}
