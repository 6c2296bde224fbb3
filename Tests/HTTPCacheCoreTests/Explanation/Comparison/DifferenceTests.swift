import Testing

@testable import HTTPCacheCore

@Suite("What differs between two answers to one request", .timed)
struct DifferenceTests {
  typealias Row = (rule: String, here: String, there: String, parts: String)

  static let rows: [Row] = [
    (
      "the same in other words", "Cache-Control: max-age=60, public\nVary: Accept, Origin",
      "cache-control: PUBLIC,max-age=60\nVary: origin\nVary: ACCEPT", ""
    ),
    (
      "a tag is compared by its kind: machines may make it from inode and time", "ETag: \"a\"", "ETag: \"b\"",
      ""
    ),
    ("a strong tag and a weak one", "ETag: \"a\"", "ETag: W/\"a\"", "validators"),
    (
      "a date more", "Cache-Control: max-age=1\nETag: \"a\"\nLast-Modified: Mon, 12 Jan 2026 17:45:57 GMT",
      "Cache-Control: max-age=1\nETag: \"a\"", "validators"
    ),
    (
      "the times of files differ", "Cache-Control: no-cache\nLast-Modified: Mon, 12 Jan 2026 17:45:57 GMT",
      "Cache-Control: no-cache\nLast-Modified: Tue, 13 Jan 2026 17:45:57 GMT", ""
    ),
    (
      "RFC 9111 §4.2.1: lifetimes", "Cache-Control: max-age=60", "Cache-Control: max-age=61",
      "lifetime directives"
    ),
    (
      "lifetimes by dates, 2 s apart", "Expires: Mon, 12 Jan 2026 18:45:57 GMT",
      "Expires: Mon, 12 Jan 2026 18:45:59 GMT", ""
    ),
    (
      "lifetimes by dates, 3 s apart", "Expires: Mon, 12 Jan 2026 18:45:57 GMT",
      "Expires: Mon, 12 Jan 2026 18:46:00 GMT", "lifetime"
    ),
    (
      "RFC 9111 §5.3: what is left of a lifetime counts down to one moment",
      "Cache-Control: max-age=623267964",
      "Cache-Control: max-age=623267904\nDate: Mon, 12 Jan 2026 17:46:57 GMT", ""
    ),
    (
      "2 s beside that moment, for shared caches, too", "Cache-Control: max-age=600, s-maxage=86400",
      "Cache-Control: max-age=542, s-maxage=86338\nDate: Mon, 12 Jan 2026 17:46:57 GMT", ""
    ),
    (
      "a minute later another moment", "Cache-Control: max-age=31536000",
      "Cache-Control: max-age=31536000, s-maxage=60\nDate: Mon, 12 Jan 2026 17:46:57 GMT", "directives"
    ),
    (
      "a year and an hour", "Cache-Control: max-age=31536000",
      "Cache-Control: max-age=3600\nDate: Mon, 12 Jan 2026 17:46:57 GMT", "lifetime directives"
    ),
    (
      "guesses are not compared", "Last-Modified: Sun, 11 Jan 2026 17:45:57 GMT",
      "Last-Modified: Mon, 12 Jan 2026 17:45:55 GMT", ""
    ),
    (
      "a guess beside a lifetime", "Last-Modified: Sun, 11 Jan 2026 17:45:57 GMT",
      "Last-Modified: Sun, 11 Jan 2026 17:45:57 GMT\nCache-Control: max-age=60", "lifetime directives"
    ),
    ("no lifetime here", "", "Cache-Control: max-age=0", "lifetime directives"),
    ("RFC 9111 §3: storing", "Cache-Control: no-store", "Cache-Control: no-cache", "storable directives"),
    (
      "RFC 9111 §4: reuse", "Cache-Control: max-age=60", "Cache-Control: max-age=60, no-cache",
      "reusable directives"
    ),
    (
      "RFC 9213: what other caches go by", "Cache-Control: max-age=60\nCDN-Cache-Control: no-store",
      "Cache-Control: max-age=60\nCDN-Cache-Control: max-age=600", "directives"
    ),
    (
      "a targeted field in other words", "CDN-Cache-Control: max-age=60, public",
      "CDN-Cache-Control: public, max-age=60",
      ""
    ),
    ("RFC 9111 §4.1: Vary", "Vary: Accept-Encoding", "", "vary"),
    (
      "of a directive the first counts", "Cache-Control: max-age=60, max-age=1", "Cache-Control: max-age=60",
      ""
    ),
    ("a redirect within the origin", "Location: /b", "Location: http://b.test/b", ""),
    ("a redirect to another path", "Location: /b", "Location: /c", "location"),
    ("a redirect that leads to the first origin", "Location: /b", "Location: http://a.test/b", "location"),
  ]

  private func answer(_ host: String, _ status: Int, _ lines: String, path: String = "/x") throws -> Subject {
    let date = lines.contains("Date: ") ? "" : "Date: Mon, 12 Jan 2026 17:45:57 GMT\n"
    let text = "HTTP/1.1 \(status) Test\n\(date)\(lines)"
    let request = RequestHead(
      method: "GET", target: try TargetURI("http://\(host).test\(path)"), fields: FieldSection([]))
    let now = Instant(epoch: 1_768_239_957)
    let stored = StoredResponse(
      key: CacheKey(target: request.target), head: try head(text), selectingFields: FieldSection([]),
      requestedAt: now, receivedAt: now)
    return Subject(origin: .live, request: request, stored: stored)
  }

  private func verdict(_ here: Subject, beside there: Subject) -> Verdict {
    judged(
      here,
      Counterpart(
        request: there.request, stored: there.stored, bodyLength: nil, now: there.stored.receivedAt))
  }

  private func judged(_ here: Subject, _ counterpart: Counterpart) -> Verdict {
    Verdict(
      here, SubjectContext(counterpart: counterpart), now: here.stored.receivedAt, settings: Settings())
  }

  @Test("in meaning, not in text", arguments: rows)
  func parts(_ row: Row) throws {
    let status = row.here.contains("Location") ? 301 : 200
    let (here, there) = (try answer("a", status, row.here), try answer("b", status, row.there))
    let found = verdict(here, beside: there)
    #expect(found.differences.map(\.part.rawValue).joined(separator: " ") == row.parts, "\(row.rule)")
    #expect(found.findings.filter(\.code.isDifference).count == found.differences.count)
    // Seen from the other side, the same parts differ.
    let back = verdict(there, beside: here).differences
    #expect(back.map(\.part) == found.differences.map(\.part), "\(row.rule)")
    #expect(
      back.map(\.here) == found.differences.map(\.there) && back.map(\.there) == found.differences.map(\.here)
    )
  }

  @Test("the status, and each part in words")
  func words() throws {
    let found = verdict(
      try answer("a", 200, "Cache-Control: max-age=60, public\nVary: Origin"),
      beside: try answer("b", 203, "Cache-Control: max-age=120"))
    #expect(found.differences.map(\.part) == [.status, .lifetime, .vary, .directives])
    let findings = found.findings.filter(\.code.isDifference)
    #expect(
      findings.map { "\($0.severity.rawValue) \($0.code.rawValue): \($0.explanation)" } == [
        "warning differs-status: The status differs: 200 here, 203 at http://b.test.",
        "warning differs-lifetime: The lifetime differs: 1 minute (max-age) here, 2 minutes (max-age) at http://b.test.",
        "warning differs-vary: The fields that select a variant differ: `origin` here, none at http://b.test.",
        "warning differs-directives: The directives differ: `max-age=60, public` here, `max-age=120` at http://b.test.",
      ])
    #expect(findings.map(\.field) == [nil, nil, "Vary", "Cache-Control"])
  }

  static let raised: [(here: String, there: String, isTold: Bool)] = [
    ("Cache-Control: max-age=14400\nCF-Cache-Status: HIT", "Cache-Control: max-age=60", true),
    ("Cache-Control: max-age=14400\nCF-Cache-Status: HIT", "ETag: \"a\"", true),
    // Another of its settings; and seen from the origin's side.
    ("Cache-Control: max-age=3600\nCF-Cache-Status: MISS", "Cache-Control: no-cache", true),
    ("Cache-Control: max-age=60", "Cache-Control: max-age=14400\nCF-Cache-Status: HIT", true),
    // It never writes less; and of two of its answers, or another edge, it explains nothing.
    ("Cache-Control: max-age=60\nCF-Cache-Status: HIT", "Cache-Control: max-age=14400", false),
    (
      "Cache-Control: max-age=14400\nCF-Cache-Status: HIT", "Cache-Control: max-age=60\nCF-Cache-Status: HIT",
      false
    ),
    ("Cache-Control: max-age=14400\nX-Cache: HIT", "Cache-Control: max-age=60", false),
  ]
  @Test(
    "a lifetime that Cloudflare has raised for browsers is said, with both answers before it",
    arguments: raised)
  func browserLifetime(_ row: (here: String, there: String, isTold: Bool)) throws {
    let (here, there) = (try answer("a", 200, row.here), try answer("b", 200, row.there))
    func findings(_ server: String?) -> [Finding] {
      let counterpart = Counterpart(
        request: there.request, stored: there.stored, bodyLength: nil, now: there.stored.receivedAt,
        server: server)
      return judged(here, counterpart).findings.filter { $0.explanation.contains("Browser Cache TTL") }
    }
    #expect(findings("10.0.0.1:443").contains { $0.code == .differsLifetime } == row.isTold, "\(row.here)")
    #expect(
      findings("10.0.0.1:443").allSatisfy {
        $0.advice == "Set Browser Cache TTL to Respect Existing Headers."
      })
    // Another deployment may well have another lifetime.
    #expect(findings(nil).isEmpty)
  }

  static let statuses: [(here: Int, there: Int, severity: Finding.Severity)] = [
    (200, 404, .error), (200, 301, .error), (503, 200, .error), (301, 308, .warning), (404, 410, .warning),
    (500, 503, .warning),
  ]

  @Test("whether an answer is of another kind is said with the difference, and not read out of its words")
  func kind() {
    let ofOtherClass = Difference(.status, here: "200", there: "404", isOfOtherClass: true)
    #expect(ofOtherClass.finding("").severity == .error)
    #expect(Difference(.status, here: "200", there: "404").finding("").severity == .warning)
    #expect(Difference(.content, here: "1 B", there: "2 B").finding("").severity == .warning)
  }

  @Test("every code of the comparison is a difference")
  func codes() {
    let differences = Finding.Code.allCases.filter(\.isDifference)
    #expect(differences == ComparisonFindings.codes)
    #expect(differences.count == Difference.Part.allCases.count)
  }

  @Test("another class of status is an error, another status of the class a warning", arguments: statuses)
  func status(_ row: (here: Int, there: Int, severity: Finding.Severity)) throws {
    let found = verdict(
      try answer("a", row.here, "Cache-Control: no-store"), beside: try answer("b", row.there, ""))
    // Of another kind of answer nothing more is told.
    #expect((found.differences.count == 1) == (row.severity == .error))
    #expect(
      found.findings.filter { $0.code == .differsStatus }.map(\.severity) == [row.severity],
      "\(row.here) \(row.there)")
  }

  static let versions: [(path: String, here: Int, there: Int, isCompared: Bool)] = [
    ("/assets/app.3f9ac2d1.js", 200, 404, false), ("/assets/app.3f9ac2d1.js", 200, 410, false),
    ("/assets/app.3f9ac2d1.js", 200, 503, true), ("/assets/app.3f9ac2d1.js", 404, 200, true),
    ("/assets/app.js?v=3f9ac2d1", 200, 404, true), ("/assets/app.js", 200, 404, true), ("/x", 200, 404, true),
  ]

  @Test(
    "what the other deployment lacks is no difference where the path names a version", arguments: versions)
  func version(_ row: (path: String, here: Int, there: Int, isCompared: Bool)) throws {
    let type = row.path.contains(".js") ? "Content-Type: text/javascript" : "Content-Type: text/html"
    let found = verdict(
      try answer("a", row.here, type, path: row.path), beside: try answer("b", row.there, "", path: row.path))
    #expect(found.differences.isEmpty != row.isCompared, "\(row.path) \(row.here) \(row.there)")
  }

  @Test("content that differs is one finding, with both digests, sizes, tags and ages")
  func content() throws {
    let here = try answer("a", 200, "Cache-Control: max-age=60\nETag: \"a\"\nAge: 30")
    let there = try answer("a", 200, "Cache-Control: max-age=60\nETag: \"b\"")
    let found = judged(
      here,
      Counterpart(
        request: there.request, stored: there.stored, bodyLength: nil, now: there.stored.receivedAt,
        server: "192.0.2.1:443", contents: settled([1, 1], [2, 2])))
    #expect(
      found.findings.filter { $0.code == .differsContent }.map(\.explanation) == [
        "The content differs: 1 byte with SHA-256 01, `ETag \"a\"`, age 30 seconds here, 1 byte with SHA-256 02,"
          + " `ETag \"b\"`, age 0 seconds at 192.0.2.1:443."
      ])
    #expect(found.differences.map(\.part) == [.content])
  }

  private func settled(_ here: [UInt8], _ there: [UInt8]) -> ContentPair {
    func digest(_ number: UInt8) -> ObservedContent { .digest([number], length: 1) }
    var pair = ContentPair(here: digest(here[0]), there: digest(there[0]))
    for number in here.dropFirst() { pair.confirm(here: digest(number)) }
    for number in there.dropFirst() { pair.confirm(there: digest(number)) }
    return pair
  }

  typealias Answers = (
    rule: String, here: [UInt8], there: [UInt8], isUnsettled: Bool, outcome: ContentPair.Outcome
  )

  static let answers: [Answers] = [
    ("the same at once", [1], [1], false, .same),
    ("different at first: each is asked once more", [1], [2], true, .same),
    ("the second answer of one is missing", [1, 1], [2], true, .same),
    ("each keeps to its own", [1, 1], [2, 2], false, .differs),
    (
      "the judged one changes", [1, 3], [2, 2], false,
      .unknown("two answers to the same request have different content here")
    ),
    (
      "the other one changes", [1, 1], [2, 1], false,
      .unknown("two answers to the same request have different content at b")
    ),
  ]

  @Test("only what stays the same is compared", arguments: answers)
  func outcome(_ row: Answers) {
    let pair = settled(row.here, row.there)
    #expect(pair.isUnsettled == row.isUnsettled && pair.outcome("at b") == row.outcome, "\(row.rule)")
  }

  @Test("content that can't be read is said, and never asked for again")
  func unread() throws {
    let pair = ContentPair(here: .digest([1], length: 1), there: .unread("its content ends too early"))
    #expect(!pair.isUnsettled && pair.outcome("at b") == .unknown("its content ends too early (at b)"))
    let here = try answer("a", 200, "Cache-Control: max-age=60")
    let found = judged(
      here,
      Counterpart(
        request: here.request, stored: here.stored, bodyLength: nil, now: here.stored.receivedAt,
        server: "b.test:80", contents: pair))
    #expect(found.differences.isEmpty)
    #expect(
      found.remarks.filter { $0.rule == .contentNotCompared }.map(\.sentence)
        == ["the content of the two deployments is not compared: its content ends too early (at b.test:80)"])
  }
}
