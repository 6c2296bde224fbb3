import Testing

@testable import HTTPCacheCore

/// 2026-01-12T16:45:57Z: when everything is received that does not say otherwise.
let noon = Instant(epoch: 1_768_236_357)

/// A request for one URL with the given field lines.
func request(_ fields: String = "", method: String = "GET") throws -> RequestHead {
  RequestHead(
    method: method, target: try TargetURI("http://a.test/"),
    fields: try head("HTTP/1.1 200\n" + fields).fields)
}

/// A stored response of the given field lines, received at noon, for the given request.
func stored(_ fields: String, status: Int = 200, for request: RequestHead? = nil) throws -> StoredResponse {
  let asked = try request ?? HTTPCacheCoreTests.request()
  let head = try head("HTTP/1.1 \(status)\n" + fields)
  return StoredResponse(
    key: CacheKey(target: asked.target), head: head, selectingFields: head.selectingFields(of: asked),
    requestedAt: noon, receivedAt: noon)
}
