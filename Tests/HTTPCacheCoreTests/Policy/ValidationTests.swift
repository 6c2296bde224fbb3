import Testing

@testable import HTTPCacheCore

@Suite("RFC 9111 §4.3 Validation, §4.4 Invalidation, §3.1 and §3.2 fields")
struct ValidationTests {
  @Test("§4.3.1: preconditions are sourced from the stored validators; a malformed one is none")
  func conditional() throws {
    let response = try stored("ETag: W/\"a\"\nLast-Modified: Mon, 12 Jan 2026 06:45:57 GMT")
    let asked = Validation.conditional(try request(), selected: response, candidates: [response])
    #expect(asked.fields.first("If-None-Match") == "W/\"a\"")
    #expect(asked.fields.first("If-Modified-Since") == "Mon, 12 Jan 2026 06:45:57 GMT")
    let unusable = try stored("ETag: a\nLast-Modified: 0")
    let plain = Validation.conditional(try request(), selected: unusable, candidates: [unusable])
    #expect(plain.fields.lines.isEmpty)
  }

  typealias Union = (rule: String, own: String, stored: [String], tags: String?, since: String?)
  static let unions: [Union] = [
    ("the tags of all stored responses", "", ["ETag: \"a\"", "ETag: W/\"b\""], "\"a\", W/\"b\"", nil),
    ("the union with the received list", "If-None-Match: \"x\"", ["ETag: \"a\""], "\"x\", \"a\"", nil),
    ("a tag of both stands once", "If-None-Match: \"a\"", ["ETag: \"a\""], "\"a\"", nil),
    ("a received * stays as it is", "If-None-Match: *", ["ETag: \"a\""], "*", nil),
    (
      "Last-Modified beside the tag", "", ["ETag: \"a\"\nLast-Modified: Mon, 12 Jan 2026 06:45:57 GMT"],
      "\"a\"", "Mon, 12 Jan 2026 06:45:57 GMT"
    ),
    (
      "Date where there is no validator", "", ["Date: Mon, 12 Jan 2026 16:45:57 GMT"], nil,
      "Mon, 12 Jan 2026 16:45:57 GMT"
    ),
    (
      "the caller's tags are not mixed with our date", "If-None-Match: \"x\"",
      ["Last-Modified: Mon, 12 Jan 2026 06:45:57 GMT"], "\"x\"", nil
    ),
  ]

  @Test(
    "§4.3.1, §4.3.2: what is asked, with the caller's own conditions and all stored variants",
    arguments: unions)
  func union(_ row: Union) throws {
    let candidates = try row.stored.map { try stored($0) }
    let asked = Validation.conditional(
      try request(row.own), selected: candidates.first, candidates: candidates)
    #expect(asked.fields.combined("If-None-Match") == row.tags, "\(row.rule)")
    #expect(asked.fields.combined("If-Modified-Since") == row.since, "\(row.rule)")
  }

  @Test("§4.3.1: a part's tag is listed only where the part is what is asked about")
  func partsAreNotListed() throws {
    let part = try stored("ETag: \"p\"\nContent-Range: bytes 0-4/10", status: 206)
    let whole = try stored("ETag: \"w\"")
    let other = Validation.conditional(try request(), selected: whole, candidates: [part, whole])
    #expect(other.fields.combined("If-None-Match") == "\"w\"")
    let own = Validation.conditional(try request(), selected: part, candidates: [part])
    #expect(own.fields.combined("If-None-Match") == "\"p\"")
  }

  static let tags: [(rule: String, stored: String, answered: String, identifies: Bool)] = [
    ("the same strong validator", "ETag: \"a\"", "ETag: \"a\"", true),
    ("none of the same strong validators: MUST NOT", "ETag: \"a\"", "ETag: \"b\"", false),
    ("a strong one does not name what is weak", "ETag: W/\"a\"", "ETag: \"a\"", false),
    ("weak validators that correspond", "ETag: W/\"a\"", "ETag: W/\"a\"", true),
    ("no validator in the answer", "ETag: \"a\"", "X: y", true),
  ]

  @Test("§4.3.4 Freshening Stored Responses upon Validation", arguments: tags)
  func identifies(_ row: (rule: String, stored: String, answered: String, identifies: Bool)) throws {
    #expect(
      Freshening.identified([try stored(row.stored)], by: try head(row.answered)).isEmpty != row.identifies,
      "\(row.rule)")
  }

  typealias Choice = (rule: String, stored: [String], answered: String, named: [Int])
  static let choices: [Choice] = [
    (
      "all with the same strong validator", ["ETag: \"a\"", "ETag: \"b\"", "ETag: \"a\""], "ETag: \"a\"",
      [0, 2]
    ),
    (
      "the most recent of those with the weak one",
      [
        "ETag: W/\"a\"\nDate: Mon, 12 Jan 2026 16:45:00 GMT",
        "ETag: W/\"a\"\nDate: Mon, 12 Jan 2026 16:45:30 GMT",
      ], "ETag: W/\"a\"", [1]
    ),
    ("no validator, and several versions", ["ETag: \"a\"", "ETag: \"b\""], "X: y", []),
    ("no validator, and none stored", ["X: y"], "X: y", [0]),
    (
      "Last-Modified alone", ["Last-Modified: Mon, 12 Jan 2026 06:45:57 GMT", "ETag: \"b\""],
      "Last-Modified: Mon, 12 Jan 2026 06:45:57 GMT", [0]
    ),
  ]

  @Test("§4.3.4: which of the stored responses a 304 identifies", arguments: choices)
  func identified(_ row: Choice) throws {
    let named = Freshening.identified(try row.stored.map { try stored($0) }, by: try head(row.answered))
    #expect(named == row.named, "\(row.rule)")
  }

  static let heads: [(rule: String, stored: String, answered: String, isSame: Bool)] = [
    ("the same validators and length", "ETag: \"a\"", "ETag: \"a\"\nContent-Length: 3", true),
    ("another tag", "ETag: \"a\"", "ETag: \"b\"", false),
    ("another length", "ETag: \"a\"", "ETag: \"a\"\nContent-Length: 4", false),
    ("what the answer does not say is not compared", "ETag: \"a\"", "X: y", true),
  ]

  @Test("§4.3.5 Freshening Responses with HEAD", arguments: heads)
  func byHead(_ row: (rule: String, stored: String, answered: String, isSame: Bool)) throws {
    var response = try stored(row.stored)
    response.bodyLength = 3
    #expect(Freshening.describes(try head(row.answered), response) == row.isSame, "\(row.rule)")
  }

  @Test("§3.2: fields are replaced, but not those that describe the stored body")
  func freshened() throws {
    let old = try stored("Cache-Control: max-age=0\nX-Old: 1\nContent-Length: 5\nContent-Type: a/b\nAge: 9")
    let answer = try head(
      "HTTP/1.1 304\nCache-Control: max-age=60\nContent-Length: 0\nContent-Type: c/d\nX-New: 2")
    let new = Freshening.freshened(
      old, by: answer, answering: try request(), requestedAt: noon + 10, receivedAt: noon + 11,
      cacheDate: "2026-01-12T16:46:08Z")
    let values = ["Cache-Control", "X-Old", "X-New", "Content-Length", "Content-Type", "Age"].map {
      new.head.fields.combined($0)
    }
    #expect(values == ["max-age=60", "1", "2", "5", "a/b", nil])
    #expect(new.head.status == 200 && new.receivedAt == noon + 11 && new.requestedAt == noon + 10)
    #expect(new.userInfo == ["cache_date": "2026-01-12T16:46:08Z"])
  }

  @Test("§3.1: connection fields, proxies' fields, credentials and qualified fields are not stored")
  func storableFields() throws {
    let received = try head(
      "Connection: close, X-Hop\nX-Hop: 1\nKeep-Alive: 5\nProxy-Authenticate: x\nSet-Cookie: a\nX-No: 1\nX-Mine: 2\n"
        + "X-Stay: 3\nCache-Control: no-cache=\"X-No\", private=\"X-Stay\"")
    let (kept, omitted) = received.storable(settings: Settings())
    #expect(kept.fields.lines.map(\.name) == ["X-Mine", "X-Stay", "Cache-Control"])
    #expect(omitted == ["set-cookie", "x-no"])
    let shared = received.storable(settings: Settings(role: .shared, keepsCredentials: true))
    #expect(shared.head.fields.lines.map(\.name) == ["Set-Cookie", "X-Mine", "Cache-Control"])
  }

  typealias Row = (rule: String, method: String, head: String, targets: [String])
  static let invalidations: [Row] = [
    ("a safe method invalidates nothing", "GET", "HTTP/1.1 200\nLocation: /b", []),
    ("RFC 10008 §2.7: QUERY is safe", "QUERY", "HTTP/1.1 200\nLocation: /b", []),
    ("IANA's registry: so is PROPFIND", "PROPFIND", "HTTP/1.1 207", []),
    ("so is REPORT", "REPORT", "HTTP/1.1 200", []),
    ("so is SEARCH", "SEARCH", "HTTP/1.1 200", []),
    ("a name in lower case is another method (RFC 9110 §9.1)", "query", "HTTP/1.1 200", ["http://a.test/"]),
    ("an error status code does not", "POST", "HTTP/1.1 500", []),
    ("an unsafe one the target URI", "DELETE", "HTTP/1.1 204", ["http://a.test/"]),
    ("including methods whose safety is unknown", "FROB", "HTTP/1.1 200", ["http://a.test/"]),
    (
      "Location and Content-Location", "POST", "HTTP/1.1 303\nLocation: /b\nContent-Location: c",
      ["http://a.test/", "http://a.test/b", "http://a.test/c"]
    ),
    ("never of another origin", "POST", "HTTP/1.1 201\nLocation: http://b.test/", ["http://a.test/"]),
  ]

  @Test("§4.4 Invalidating Stored Responses", arguments: invalidations)
  func invalidation(_ row: Row) throws {
    let targets = Invalidation.targets(try request(method: row.method), answeredBy: try head(row.head))
    #expect(targets.map(\.absolute) == row.targets, "\(row.rule)")
  }
}
