import Testing

@testable import HTTPCacheCore

@Suite("RFC 9111 §4.3 Validation, §4.4 Invalidation, §3.1 and §3.2 fields", .timed)
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

  @Test("origins refuse a long line: the first tags that fit are sent, and none that is too long by itself")
  func bounded() throws {
    let tags = (0..<80).map { "\"\($0)\(String(repeating: "x", count: 100))\"" }
    let long = "\"\(String(repeating: "y", count: 4_096))\""
    let candidates = try ([long] + tags).map { try stored("ETag: \($0)") }
    let line = { (asked: RequestHead) in asked.fields.first("If-None-Match") ?? "" }
    let many = line(Validation.conditional(try request(), selected: nil, candidates: candidates))
    #expect(many.utf8.count <= Validation.mostTagBytes && many.utf8.count > Validation.mostTagBytes - 110)
    #expect(many.hasPrefix(tags[0] + ", " + tags[1]))
    let own = line(
      Validation.conditional(
        try request("If-None-Match: \(long)"), selected: nil, candidates: Array(candidates.dropFirst())))
    #expect(own == long)
    let dated = try stored("ETag: \(long)\nLast-Modified: Mon, 12 Jan 2026 06:45:57 GMT")
    let asked = Validation.conditional(try request(), selected: dated, candidates: [dated])
    #expect(asked.fields.lines.map(\.name) == ["If-Modified-Since"])
  }

  @Test("the tags of what was used last come first, behind that of the selected response")
  func order() throws {
    let found = try ["a", "b", "c"].enumerated().map { index, tag in
      let response = try stored(
        "ETag: \"\(tag)\"\nVary: Accept", for: try request("Accept: \(tag)"))
      return StoredCandidate(
        response, StoreFixture.disk(Int64(index), lastUsedAt: noon + [30, 10, 20][index]))
    }
    let tags = { (accept: String) in
      ReusePlan(
        StorageQuery(
          key: found[0].response.key, request: try request("Accept: \(accept)"), settings: Settings(),
          time: noon),
        stored: found
      ).forwarded.fields.first("If-None-Match")
    }
    #expect(try tags("d") == #""a", "c", "b""#)
    #expect(try tags("b") == #""b", "a", "c""#)
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
    (
      "RFC 9530 §3: another digest is another version", "ETag: \"a\"\nRepr-Digest: sha-256=:AAAA:",
      "ETag: \"a\"\nRepr-Digest: sha-256=:BBBB:", false
    ),
    (
      "digests that can't be compared", "ETag: \"a\"\nRepr-Digest: sha-256=:AAAA:",
      "ETag: \"a\"\nRepr-Digest: sha-512=:BBBB:", true
    ),
  ]

  @Test("§4.3.4 Freshening Stored Responses upon Validation", arguments: tags)
  func identifies(_ row: (rule: String, stored: String, answered: String, identifies: Bool)) throws {
    #expect(
      Freshening.identified([try stored(row.stored)], by: try head(row.answered)).isEmpty != row.identifies,
      "\(row.rule)")
  }

  static let weak: [(rule: String, stored: [String], answered: String, place: Int?)] = [
    ("the strong form of a weak tag", ["ETag: \"b\"", "ETag: W/\"a\""], "ETag: \"a\"", 1),
    ("the same tag", ["ETag: W/\"a\""], "ETag: W/\"a\"", nil),
    ("another tag", ["ETag: W/\"a\""], "ETag: \"b\"", nil),
    (
      "another digest", ["ETag: W/\"a\"\nRepr-Digest: sha-256=:AAAA:"],
      "ETag: \"a\"\nRepr-Digest: sha-256=:BBBB:", nil
    ),
  ]

  @Test(
    "RFC 9110 §8.8.3.2: what a 304 confirms by the strong form of its tag, without naming it", arguments: weak
  )
  func confirmedWeakly(_ row: (rule: String, stored: [String], answered: String, place: Int?)) throws {
    let candidates = try row.stored.map { try stored($0) }
    #expect(Freshening.confirmedWeakly(candidates, by: try head(row.answered)) == row.place, "\(row.rule)")
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

  static let dates: [(rule: String, answered: String, date: String)] = [
    ("its own", "Date: Mon, 12 Jan 2026 16:46:00 GMT", "Mon, 12 Jan 2026 16:46:00 GMT"),
    ("none: when it was received", "X: y", "Mon, 12 Jan 2026 16:46:08 GMT"),
    ("one that is none", "Date: yesterday", "Mon, 12 Jan 2026 16:46:08 GMT"),
  ]

  @Test("RFC 9110 §6.6.1: the Date after an update", arguments: dates)
  func date(_ row: (rule: String, answered: String, date: String)) throws {
    let old = try stored("Date: Mon, 12 Jan 2026 06:00:00 GMT")
    let new = Freshening.freshened(
      old, by: try head("HTTP/1.1 304\n" + row.answered), answering: try request(), requestedAt: noon + 10,
      receivedAt: noon + 11, cacheDate: "")
    #expect(new.head.fields.combined("Date") == row.date, "\(row.rule)")
  }

  typealias Listed = (rule: String, stored: String, answered: String, role: CacheRole, left: [String])
  static let listed: [Listed] = [
    ("no-cache of a field that is stored", "X: 1", "Cache-Control: no-cache=\"X\"", .private, []),
    ("private of it, if shared", "X: 1", "Cache-Control: private=\"X\"", .shared, []),
    ("and if not", "X: 1", "Cache-Control: private=\"X\"", .private, ["X"]),
    ("a new line of it", "Cache-Control: no-cache=\"X\"", "X: 2", .private, []),
  ]

  @Test("§3.1, §3.2: the directives after an update decide which fields stay", arguments: listed)
  func listedFields(_ row: Listed) throws {
    let found = StoredCandidate(try stored(row.stored), StoreFixture.disk(1))
    let result = Confirmation(
      found: found, head: try head("HTTP/1.1 304\n" + row.answered), request: try request(),
      requestedAt: noon,
      receivedAt: noon, settings: Settings(role: row.role)
    ).result()
    #expect(
      result.freshened.response.head.fields.lines.map(\.name).filter { $0 == "X" } == row.left, "\(row.rule)")
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
