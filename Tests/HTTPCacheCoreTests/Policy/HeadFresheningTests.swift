import Testing

@testable import HTTPCacheCore

@Suite("RFC 9111 §4.3.5: what the answer to HEAD does to stored answers to GET", .timed)
struct HeadFresheningTests {
  typealias Row = (rule: String, answer: String, isRevalidation: Bool, changes: [String], notes: [Rule])
  static let rows: [Row] = [
    (
      "§4.3.5: the cache SHOULD update it", "200\nETag: \"a\"\nCache-Control: max-age=60", false,
      ["freshen freshened-by-head"], []
    ),
    (
      "§4.3.5: another validator, and it SHOULD be considered stale", "200\nETag: \"b\"", false,
      ["remove outdated-by-head"], []
    ),
    ("another length", "200\nContent-Length: 7", false, ["remove outdated-by-head"], []),
    ("a GET follows: nothing is lost where it fails", "200\nETag: \"b\"", true, [], [.outdatedByHead]),
    ("it may not be kept any more", "200\nCache-Control: no-store", false, ["remove forbidden-by-head"], []),
    ("it is not there", "404", false, ["remove outdated-by-head"], []),
    ("it is gone, whatever follows", "410", true, ["remove outdated-by-head"], []),
    ("an error says nothing of it", "500", false, [], []),
    ("nor does what HEAD alone is refused", "405", false, [], []),
    ("RFC 9110 §9.3.2: it is what GET would get", "301", false, ["remove outdated-by-head"], []),
    ("also without content", "204\nETag: \"a\"", true, [], [.outdatedByHead]),
  ]

  @Test(arguments: rows)
  func changes(_ row: Row) throws {
    let response = try stored("ETag: \"a\"\nCache-Control: max-age=5")
    let found = StoredCandidate(response, StoreFixture.disk(1))
    let head = try head("HTTP/1.1 \(row.answer)")
    let asked = try request(method: "HEAD")
    let (changes, notes) = HeadFreshening.changes(
      head, to: [found], for: asked, isRevalidation: row.isRevalidation, receivedAt: noon
    ) {
      Confirmation(
        found: $0, head: head, request: asked, requestedAt: noon, receivedAt: noon, settings: Settings()
      ).result()
    }
    #expect(try changes.map(Self.words) == row.changes, "\(row.rule)")
    #expect(notes.map(\.rule) == row.notes, "\(row.rule)")
  }

  @Test("§4.3.5: each that could have been chosen is updated or outdated on its own")
  func several() throws {
    let found = try ["\"a\"", "\"b\""].enumerated().map { number, tag in
      StoredCandidate(try stored("ETag: \(tag)"), StoreFixture.disk(Int64(number)))
    }
    let head = try head("HTTP/1.1 200\nETag: \"b\"\nCache-Control: max-age=60")
    let asked = try request(method: "HEAD")
    let changes = HeadFreshening.changes(head, to: found, for: asked, isRevalidation: false, receivedAt: noon)
    {
      Confirmation(
        found: $0, head: head, request: asked, requestedAt: noon, receivedAt: noon, settings: Settings()
      ).result()
    }.changes
    #expect(try changes.map(Self.words) == ["remove outdated-by-head", "freshen freshened-by-head"])
  }

  typealias Asked = (
    rule: String, request: String, settings: Settings, stored: String, new: String, isStorable: Bool,
    isForbidden: Bool
  )
  static let asked: [Asked] = [
    (
      "nothing forbids it", "", Settings(), "Cache-Control: max-age=5", "Cache-Control: max-age=9", true,
      false
    ),
    (
      "§5.2.1.5 the request's no-store is about the new answer", "Cache-Control: no-store", Settings(),
      "Cache-Control: max-age=5", "Cache-Control: max-age=9", false, false
    ),
    (
      "the response's is about what is stored", "Cache-Control: no-store", Settings(),
      "Cache-Control: max-age=5", "Cache-Control: no-store", false, true
    ),
    (
      "§3.5 what was got without Authorization stays in a shared cache", "Authorization: Basic YQ==",
      Settings(role: .shared), "Cache-Control: max-age=5", "Cache-Control: max-age=9", false, false
    ),
    (
      "unless the new fields withdraw what let it be stored", "Authorization: Basic YQ==",
      Settings(role: .shared), "Cache-Control: public, max-age=5", "Cache-Control: max-age=9", false, true
    ),
    (
      "private takes it from a shared cache, whoever asks", "Authorization: Basic YQ==",
      Settings(role: .shared),
      "Cache-Control: max-age=5", "Cache-Control: private", false, true
    ),
  ]

  @Test("§4.3.4: what is confirmed goes only where the response says so", arguments: asked)
  func forbidden(_ row: Asked) throws {
    let result = Confirmation(
      found: StoredCandidate(try stored(row.stored), StoreFixture.disk(1)),
      head: try head("HTTP/1.1 304\n\(row.new)"), request: try request(row.request), requestedAt: noon,
      receivedAt: noon, settings: row.settings
    ).result()
    #expect(result.storage.isStorable == row.isStorable, "\(row.rule)")
    #expect(result.isForbidden == row.isForbidden, "\(row.rule)")
  }

  static let redirects: [(location: String, change: String)] = [
    ("/one", "freshen freshened-by-head"), ("http://a.test/one", "freshen freshened-by-head"),
    ("http://user:secret@a.test/one", "freshen freshened-by-head"), ("/two", "remove outdated-by-head"),
    ("/one#part", "remove outdated-by-head"),
  ]

  @Test("a stored redirect is confirmed where it still leads to the same place", arguments: redirects)
  func redirect(_ row: (location: String, change: String)) throws {
    let found = StoredCandidate(
      try stored("Location: /one\nCache-Control: max-age=60", status: 301), StoreFixture.disk(1))
    let head = try head("HTTP/1.1 301\nCache-Control: max-age=60\nLocation: \(row.location)")
    let asked = try request(method: "HEAD")
    let changes = HeadFreshening.changes(
      head, to: [found], for: asked, isRevalidation: false, receivedAt: noon
    ) {
      Confirmation(
        found: $0, head: head, request: asked, requestedAt: noon, receivedAt: noon, settings: Settings()
      ).result()
    }.changes
    #expect(try changes.map(Self.words) == [row.change])
  }

  private static func words(_ change: Write) throws -> String {
    let rule = try #require(change.reason).rule.rawValue
    switch change.kind {
    case .freshen: return "freshen \(rule)"
    case .remove: return "remove \(rule)"
    default: return "another \(rule)"
    }
  }
}
