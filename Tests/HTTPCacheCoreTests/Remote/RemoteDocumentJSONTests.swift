import Testing

@testable import HTTPCacheCore

@Suite("The document of a remote cache, as docs/remote.md describes it", .timed)
struct RemoteDocumentJSONTests {
  static let key = CacheKey(method: "GET", normalizedURI: "http://a.test/")
  static let digest = String(repeating: "a", count: 64)

  /// A document with one response, some of whose members are replaced.
  static func text(_ changes: [String: String] = [:], version: String = "1", key: String? = nil) -> String {
    var members = [
      "http_version": #""1.1""#, "status": "200", "reason": #""OK""#,
      "fields": #"[["Cache-Control","max-age=60"],["X","caf\u00e9"],["Vary","Accept"]]"#,
      "vary": #"["accept"]"#, "selecting": #"[["Accept","a"]]"#, "requested_at": #""2026-01-12T16:45:56Z""#,
      "received_at": #""2026-01-12T16:45:57Z""#, "user_info": #"{"cache_date":"2026-01-12T16:45:57Z"}"#,
      "body": #"{"sha256":"\#(digest)","length":5}"#,
    ]
    members.merge(changes) { $1 }
    let response = members.filter { !$0.value.isEmpty }.map { "\"\($0.key)\":\($0.value)" }
    let name = key ?? RemoteDocument.name(of: Self.key)
    return #"{"version":\#(version),"key":"\#(name)","responses":[{\#(response.joined(separator: ","))}]}"#
  }

  @Test("it is read as it was written")
  func whole() throws {
    let document = try RemoteDocumentJSON.read(
      Array(Self.text().utf8), for: Self.key, named: RemoteDocument.name(of: Self.key))
    let found = try #require(document.responses.first)
    #expect(found.response.head.fields.lines.map(\.rawValue)[1] == Array("caf".utf8) + [0xE9])
    #expect(found.response.receivedAt == noon && found.response.bodyLength == 5)
    #expect(found.bodyDigest == Self.digest && found.response.selectingFields.first("Accept") == "a")
    #expect(found.response.key == Self.key)
    let name = RemoteDocument.name(of: Self.key)
    #expect(
      String(decoding: RemoteDocumentJSON.bytes(document), as: UTF8.self)
        == #"{"version":1,"key":"\#(name)","responses":[{"http_version":"1.1","status":200,"reason":"OK","#
        + #""fields":[["Cache-Control","max-age=60"],["X","café"],["Vary","Accept"]],"vary":["accept"],"#
        + #""selecting":[["Accept","a"]],"requested_at":"2026-01-12T16:45:56Z","#
        + #""received_at":"2026-01-12T16:45:57Z","user_info":{"cache_date":"2026-01-12T16:45:57Z"},"#
        + #""body":{"sha256":"\#(Self.digest)","length":5}}]}"# + "\n")
  }

  @Test("the name of a key: the SHA-256 of method, URI and route")
  func name() {
    let hash = SHA256.hash(Array("GET http://a.test/ host=b.test".utf8))
    let key = CacheKey(method: "GET", normalizedURI: "http://a.test/", server: "host=b.test")
    #expect(RemoteDocument.name(of: key) == hash.hexadecimal)
    #expect(RemoteDocument.name(of: Self.key) != RemoteDocument.name(of: key))
  }

  static let machines: [(uri: String, server: String, isOfOne: Bool)] = [
    ("http://localhost:1/", "", true), ("http://a.localhost/", "", true), ("http://127.0.0.9/", "", true),
    ("http://[::1]:80/", "", true), ("http://a.test/", "connect-to=127.0.0.1:80", true),
    ("http://a.test/", "address=[::1]", true), ("http://a.test/", "", false),
    ("http://2130706433/", "", true), ("http://[::ffff:7f00:1]:80/", "", true),
    ("http://a.test/", "address=10.0.0.1,::1", true), ("http://a.test/", "connect-to=0x7f.1:80", true),
    ("http://a.test/", "host=localhost", false),
    ("http://10.0.0.1/", "", false), ("http://localhost.test/", "", false),
  ]
  @Test("servers of one machine are told from those of another", arguments: machines)
  func machine(_ row: (uri: String, server: String, isOfOne: Bool)) {
    let key = CacheKey(method: "GET", normalizedURI: row.uri, server: row.server)
    #expect((RemoteDocument.name(of: key, on: "a") != RemoteDocument.name(of: key, on: "b")) == row.isOfOne)
  }

  private static let nine = Array(repeating: "{}", count: 9).joined(separator: ",")

  static let refusals: [(text: String, words: String)] = [
    ("", "ends within"), ("hello", "not JSON"), (" [", "an object is expected here (byte 1)"),
    ("[]", "not JSON"), ("{}", "no version"),
    (text(version: "2"), "version is 2"), (text(version: "\"1\""), "no number"),
    (text(version: "1,\"version\":1"), "'version' stands twice"),
    (#"{"version":1,"key":"\#(RemoteDocument.name(of: key))","responses":[\#(nine)]}"#, "too many"),

    (text(key: "00"), "another key"),
    (text(["sealed": "true"]), "'sealed'"), (text(["status": "206"]), "malformed"),
    (text(["status": "99"]), "malformed"), (text(["status": ""]), "malformed"),
    (text(["http_version": "\"9\""]), "malformed"), (text(["fields": #"[["A\nB","c"]]"#]), "malformed"),
    (text(["fields": #"[["A","b\r\nC: d"]]"#]), "malformed"),
    (text(["fields": #"[["A","\u0000"]]"#]), "malformed"),
    (text(["fields": #"[["A","\u0416"]]"#]), "malformed"), (text(["fields": #"[["A"]]"#]), "malformed"),
    (text(["reason": #""OK\r\nA: b""#]), "malformed"), (text(["reason": #""\u001b[31m""#]), "malformed"),
    (text(["vary": "[]"]), "malformed"), (text(["received_at": "\"noon\""]), "malformed"),
    (text(["requested_at": "\"2027-01-12T16:45:56Z\""]), "malformed"),
    (text(["user_info": #"{"mine":"1"}"#]), "malformed"),
    (text(["body": #"{"sha256":"../../etc","length":5}"#]), "malformed"),
    (text(["body": #"{"sha256":"\#(digest)","length":-5}"#]), "malformed"),
    (text(["body": #"{"sha256":"\#(digest)","length":1.5}"#]), "malformed"),
    (text(["body": #"{"sha256":"\#(digest)","length":5,"at":1}"#]), "unknown key 'at' (byte "),
  ]
  @Test("what it does not know, or what can't have been received, is refused", arguments: refusals)
  func refused(_ row: (text: String, words: String)) {
    let refusal = #expect(throws: RemoteDocumentJSON.Refusal.self) {
      try RemoteDocumentJSON.read(
        Array(row.text.utf8), for: Self.key, named: RemoteDocument.name(of: Self.key))
    }
    #expect(refusal?.words.contains(row.words) == true, "\(row.text): \(refusal as Any)")
  }

  @Test("one response for each way to be selected (RFC 9111 §4.1), the newest first, eight at most")
  func adding() throws {
    var document = RemoteDocument(key: "k")
    func add(_ language: String, at seconds: Seconds) throws {
      var response = try stored("Vary: Accept-Language", for: request("Accept-Language: " + language))
      response.receivedAt = noon + seconds
      document.add(RemoteDocument.Response(response, bodyDigest: Self.digest))
    }
    for number in 0..<10 { try add("l\(number)", at: Seconds(number)) }
    try add("l5", at: 20)
    let languages = document.responses.map { $0.response.selectingFields.first("Accept-Language") }
    #expect(languages == ["l5", "l9", "l8", "l7", "l6", "l4", "l3", "l2"])
    document.remove(try stored("Vary: Accept-Language", for: request("Accept-Language: l9")))
    #expect(document.responses.count == 7)
  }
}
