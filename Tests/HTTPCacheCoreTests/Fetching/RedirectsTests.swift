import Testing

@testable import HTTPCacheCore

@Suite("RFC 9110 §15.4: where a redirect leads", .timed)
struct RedirectsTests {
  /// The request that follows; nil where the redirect is the answer.
  private static func next(
    _ answer: String, method: String = "GET", fields: String = "", count: Int = 0,
    _ change: (inout FetchRequest) -> Void = { _ in }
  ) throws -> FetchRequest? {
    var asked = FetchRequest(head: try request(fields, method: method))
    change(&asked)
    switch Redirects.next(after: try head("HTTP/1.1 \(answer)"), of: asked, count: count) {
    case .stay: return nil
    case .follow(let request): return request
    case .fail(let error): throw error
    }
  }

  typealias Method = (
    rule: String, status: Int, method: String, isChosen: Bool, next: String, keepsContent: Bool
  )
  static let methods: [Method] = [
    ("§15.4.2: POST may become GET", 301, "POST", false, "GET", false),
    ("§15.4.3: so here", 302, "POST", false, "GET", false),
    ("another stays", 301, "PUT", false, "PUT", true),
    ("§15.4.4: another resource by GET", 303, "PUT", false, "GET", false),
    ("§15.4.4: or by HEAD", 303, "HEAD", false, "HEAD", false),
    ("§15.4.8: MUST NOT change", 307, "POST", false, "POST", true),
    ("§15.4.9: nor here", 308, "POST", false, "POST", true),
    ("-X: the method stays, as in curl, and the content does not", 301, "POST", true, "POST", false),
    ("so here", 302, "POST", true, "POST", false), ("and for PUT", 302, "PUT", true, "PUT", false),
    ("and for GET", 302, "GET", true, "GET", false),
    ("§15.4.4: with -X, too", 303, "POST", true, "GET", false),
    ("§15.4.4: for any method", 303, "DELETE", true, "GET", false),
    ("§15.4.8: -X changes nothing", 307, "POST", true, "POST", true),
  ]

  @Test("method and content of the next request", arguments: methods)
  func method(_ row: Method) throws {
    let answer = "\(row.status)\nLocation: /b"
    let described = ["Content-Type", "Content-Length", "Content-Encoding", "Digest"]
    let fields = described.map { "\($0): 1\n" }.joined() + "X: y"
    let next = try #require(
      try Self.next(answer, method: row.method, fields: fields) {
        $0.body = .bytes([1])
        $0.keepsMethod = row.isChosen
      })
    #expect(next.head.method == row.next && next.head.target.absolute == "http://a.test/b", "\(row.rule)")
    #expect((next.body != nil) == row.keepsContent && next.head.hasContent == row.keepsContent, "\(row.rule)")
    #expect(next.head.fields.contains("X"), "\(row.rule)")
    for name in described {
      #expect(next.head.fields.contains(name) == row.keepsContent, "\(row.rule): \(name)")
    }
  }

  static let answers: [(rule: String, answer: String)] = [
    ("§15.4.1: the user chooses", "300\nLocation: /b"), ("§15.4.5", "304\nLocation: /b"),
    ("§15.4: without Location", "302"),
    ("an empty one, as in curl", "302\nLocation:"), ("§15.3.2: that of what was made", "201\nLocation: /b"),
  ]

  @Test("the response is the answer", arguments: answers)
  func stays(_ row: (rule: String, answer: String)) throws {
    #expect(try Self.next(row.answer) == nil, "\(row.rule)")
    #expect(try Self.next("302\nLocation: /b") { $0.maxRedirects = nil } == nil, "--no-location")
  }

  @Test("§15.4: a client SHOULD detect and intervene in cyclical redirections")
  func limit() throws {
    #expect(try Self.next("302\nLocation: /b", count: 1) { $0.maxRedirects = 2 } != nil)
    #expect(throws: FetchError.tooManyRedirects(2)) {
      try Self.next("302\nLocation: /b", count: 2) { $0.maxRedirects = 2 }
    }
  }

  @Test("what is no http or https URL is not followed, and its password is not told")
  func bad() {
    #expect(throws: FetchError.badRedirect("ftp://b.test/")) { try Self.next("302\nLocation: ftp://b.test/") }
    do {
      _ = try Self.next("302\nLocation: ftp://me:s3cret@b.test/")
      Issue.record("it was followed")
    } catch {
      #expect(!"\(error)".contains("s3cret"))
    }
  }

  @Test("RFC 5890: a host is named in any spelling", arguments: ["ex\u{e4}mple.test", "EX%C3%A4MPLE.test"])
  func international(host: String) throws {
    let next = try #require(
      try Self.next("302\nLocation: http://\(host)/\u{fc}", fields: "Authorization: Basic eA==") {
        $0.originFields = ["http://xn--exmple-cua.test": [FieldLine("Own", "2")]]
      })
    #expect(next.head.target.absolute == "http://xn--exmple-cua.test/\u{fc}")
    #expect(next.head.fields.contains("Own") && !next.head.fields.contains("Authorization"))
    #expect(Fetch(FetchRequest(head: next.head)).request.head.target == next.head.target)
  }

  static let origins: [(rule: String, location: String, keeps: Bool)] = [
    ("the same origin", "/b", true), ("another host", "http://b.test/", false),
    ("another scheme", "https://a.test/", false), ("another port", "http://a.test:81/", false),
  ]

  @Test("§15.4: credentials and Host go to no other origin", arguments: origins)
  func leaving(_ row: (rule: String, location: String, keeps: Bool)) throws {
    let fields =
      "Authorization: Basic eA==\nCookie: a=b\nHost: c.test\nProxy-Authorization: Basic eA==\nX: y\nToken: 1"
    let next = try #require(
      try Self.next("302\nLocation: \(row.location)", fields: fields) {
        $0.login = "me:s3cret"
        $0.originFields = [
          "http://a.test": [FieldLine("Token", "1")], "http://b.test": [FieldLine("Own", "2")],
        ]
      })
    for name in ["Authorization", "Cookie", "Host", "Token"] {
      #expect(next.head.fields.contains(name) == row.keeps, "\(row.rule): \(name)")
    }
    #expect((next.login != nil) == row.keeps, "\(row.rule)")
    #expect(next.head.fields.contains("Proxy-Authorization") && next.head.fields.contains("X"), "\(row.rule)")
    #expect(next.head.fields.contains("Own") == (next.head.target.host == "b.test"), "\(row.rule)")
    #expect((next.originFields["http://a.test"] != nil) == row.keeps, "\(row.rule)")
  }
}
