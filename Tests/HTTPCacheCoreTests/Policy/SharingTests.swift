import Testing

@testable import HTTPCacheCore

@Suite("Which responses may lie in a cache that others share (RFC 9111 §3, §3.5)", .timed)
struct SharingTests {
  typealias Row = (
    name: String, request: String, target: String, server: String, isAuthenticated: Bool, words: String?
  )
  static let requests: [Row] = [
    ("a plain request", "Accept: */*\nAccept-Encoding: gzip\nUser-Agent: a", "/", "", false, nil),
    ("Authorization", "Authorization: Basic x", "/", "", false, "Authorization"),
    ("Cookie", "Cookie: a=1", "/", "", false, "Cookie"),
    ("a field whose name says so", "X-Api-Key: 1", "/", "", false, "X-Api-Key"),
    ("the same in other words", "PRIVATE-TOKEN: 1", "/", "", false, "PRIVATE-TOKEN"),
    ("a scheme before the value", "X-Foo: Bearer abc", "/", "", false, "X-Foo"),
    ("a password in a Referer", "Referer: https://u:p@b.test/", "/", "", false, "Referer"),
    ("a field with a key in no word of its own", "X-Monkey: 1", "/", "", false, nil),
    ("credentials beside the fields", "", "/", "", true, "credentials"),
    ("a token in the query", "", "/?a=1&access_token=2", "", false, "access_token"),
    ("a signed URL", "", "/?X-Amz-Signature=1", "", false, "X-Amz-Signature"),
    ("the same with a letter encoded", "", "/?%74oken=1", "", false, "token"),
    ("another parameter", "", "/?page=1&author=me", "", false, nil),
    ("an unverified server", "", "/", "unverified", false, "not verified"),
    ("a socket", "", "/", "unix-socket=/a", false, "socket"),
    ("a client's certificate", "", "/", "certificate=/a", false, "certificate"),
    ("an unknown server", "", "/", "?", false, "not known"),
    ("another host", "", "/", "host=b.test", false, nil),
    ("another address", "", "/", "connect-to=b.test:80", false, nil),
  ]
  @Test("a remote cache is asked only for requests without credentials", arguments: requests)
  func request(_ row: Row) throws {
    var asked = try HTTPCacheCoreTests.request(row.request)
    asked.target = try TargetURI("http://a.test" + row.target)
    asked.hasOtherCredentials = row.isAuthenticated
    let words = Sharing.obstacle(asked, server: row.server)
    #expect(
      (words == nil) == (row.words == nil) && words?.contains(row.words ?? "") != false, "\(words ?? "")")
  }

  static let responses: [(name: String, head: String, place: StoragePolicy, words: String?)] = [
    ("max-age", "Cache-Control: max-age=1", .disk, nil),
    ("nothing explicit: 200 is heuristically cacheable", "ETag: \"1\"", .disk, nil),
    ("private", "Cache-Control: private, max-age=1", .disk, "private"),
    (
      "private by CDN-Cache-Control", "Cache-Control: max-age=1\nCDN-Cache-Control: private", .disk, "private"
    ),
    ("private of a field: the rest", "Cache-Control: private=\"X\", max-age=1\nX: 1", .disk, nil),
    ("a part", "HTTP/1.1 206\nCache-Control: max-age=1\nContent-Range: bytes 0-1/9", .disk, "part"),
    ("--storage memory", "Cache-Control: max-age=1", .memory, "memory"),
    ("a cookie is set", "Cache-Control: max-age=1\nSet-Cookie: a=1", .disk, "sets a cookie"),
    ("the same, public", "Cache-Control: public, max-age=1\nSet-Cookie: a=1", .disk, nil),
    ("a token in Location", "HTTP/1.1 301\nLocation: /?token=1", .disk, "what Location holds"),
    (
      "a token in a field of the response", "Cache-Control: max-age=1\nX-CSRF-Token: 1", .disk, "X-CSRF-Token"
    ),
    ("it is selected by a credential", "Cache-Control: max-age=1\nVary: X-Token", .disk, "X-Token"),
  ]
  @Test(
    "a response is shared where a shared cache may store it, and not everything that one may",
    arguments: responses)
  func response(_ row: (name: String, head: String, place: StoragePolicy, words: String?)) throws {
    let received = try head(row.head.hasPrefix("HTTP/") ? row.head : "HTTP/1.1 200\n" + row.head)
    let asked = try HTTPCacheCoreTests.request("Accept: a")
    var stored = StoredResponse(
      key: CacheKey(target: asked.target), head: received.storable(settings: Settings()).head,
      selectingFields: row.name.contains("selected")
        ? FieldSection([FieldLine("X-Token", "1")]) : FieldSection(),
      requestedAt: noon, receivedAt: noon)
    stored.userInfo = [StoredResponse.cacheDateName: "now", "mine": "s3cret"]
    let sharing = Sharing(stored, of: Exchange(request: asked, head: received), place: row.place)
    #expect((sharing.response == nil) == (row.words != nil), "\(sharing.reason.sentence)")
    #expect(sharing.reason.rule == (row.words == nil ? .remoteWritten : .remoteNotWritten))
    #expect(sharing.reason.sentence.contains(row.words ?? ""))
    guard let shared = sharing.response else { return }
    #expect(shared.userInfo.sorted.map(\.name) == [StoredResponse.cacheDateName])
    #expect(!shared.head.fields.contains("X") && !shared.head.fields.contains("Set-Cookie"))
  }

  static let found: [(name: String, fields: String, length: Int64, isAccepted: Bool)] = [
    ("max-age", "Cache-Control: max-age=1", 5, true), ("private", "Cache-Control: private", 5, false),
    ("no-store", "Cache-Control: no-store", 5, false),
    ("a Content-Length that is not that of the body", "Content-Length: 999", 5, false),
    ("the right one", "Content-Length: 5", 5, true),
  ]
  @Test("what lies there is read by the same rules, and without what it must not have", arguments: found)
  func accepted(_ row: (name: String, fields: String, length: Int64, isAccepted: Bool)) throws {
    var response = try stored(row.fields + "\nSet-Cookie: a=1\nTransfer-Encoding: chunked\nKeep-Alive: a")
    response.head.fields.remove("Transfer-Encoding")
    response.bodyLength = row.length
    let accepted = Sharing.accepted(response, for: try HTTPCacheCoreTests.request())
    #expect((accepted != nil) == row.isAccepted)
    #expect(
      accepted?.head.fields.contains("Set-Cookie") != true
        && accepted?.head.fields.contains("Keep-Alive") != true)
  }
}
