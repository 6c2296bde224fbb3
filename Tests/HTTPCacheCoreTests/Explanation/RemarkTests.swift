import Testing

@testable import HTTPCacheCore

@Suite("Remarks: what is worth knowing of a response, and asks nobody to do anything", .timed)
struct RemarkTests {
  typealias Row = (head: String, rule: Rule, sentence: String, question: FindingQuestion)

  private static func row(
    _ head: String, _ rule: Rule, _ sentence: String, _ question: FindingQuestion = .plain
  ) -> Row {
    (head.contains("Content-Type: ") ? head : FindingRows.dateLine + head, rule, sentence, question)
  }

  private static let date = "Date: Tue, 26 Jan 2016 16:45:57 GMT\n"
  private static let page = FindingQuestion(path: "/")

  static let rows: [Row] = [
    row(
      "Cache-Control: public, max-age=60", .publicNotNeeded,
      "public changes nothing here: every cache may store this 200 without it; it matters where the request carries"
        + " Authorization"),
    row("Cache-Control: public", .publicNotNeeded, "every cache may store this 200"),
    row(
      "Cache-Control: immutable", .directiveHasNoEffect,
      "immutable holds while a response is fresh, and nothing here says for how long"),
    row(
      "Cache-Control: must-revalidate", .directiveHasNoEffect,
      "must-revalidate applies once the response is stale, and gives no lifetime itself"),
    row(
      "Cache-Control: s-maxage=60", .directiveHasNoEffect,
      "s-maxage=60 is for shared caches; this private cache does not read it"),
    row(
      "Cache-Control: max-age=1, must-revalidate, stale-if-error=9", .directiveHasNoEffect,
      "stale-if-error permits using a stale response, which must-revalidate or no-cache beside it forbids"),
    row(
      "Cache-Control: no-cache, stale-while-revalidate=9", .directiveHasNoEffect,
      "stale-while-revalidate permits using a stale response"),
    row(
      "Cache-Control: no-cache\nETag: \"a\"", .noCacheIsNotNoStore,
      "no-cache lets a cache store the response, and has the origin confirm it at each use; only no-store keeps it out of"
        + " every cache", .authorized),
    row("Cache-Control: no-cache\nETag: \"a\"\nSet-Cookie: a=b", .noCacheIsNotNoStore, "only no-store"),
    row(
      "Cache-Control: no-cache, no-cache", .directiveRepeated,
      "no-cache stands 2 times with the same meaning, which changes nothing"),
    row(
      "Cache-Control: max-age=60, community=\"UCI\"", .directiveUnknown,
      "community is no directive that this cache knows, and is ignored as an extension"),
    row(
      "Cache-Control: no-cache, pre-check=0", .legacyDirective,
      "pre-check was an extension of Internet Explorer: caches ignore it"),
    row(
      "Cache-Control: max-age=60, s-maxage=600", .lifetimeDiffersPrivateShared,
      "a private cache has a lifetime of 1 minute (max-age), a shared cache a lifetime of 10 minutes (s-maxage)"
    ),
    row(
      "Cache-Control: s-maxage=600", .lifetimeDiffersPrivateShared,
      "a private cache has no lifetime, a shared cache a lifetime of 10 minutes (s-maxage)", .shared),
    row(
      "Cache-Control: s-maxage=600\nLast-Modified: Tue, 26 Jan 2016 06:45:57 GMT",
      .lifetimeDiffersPrivateShared, "a private cache has a guessed lifetime of 1 hour, a shared cache"),
    row(
      "Last-Modified: Tue, 26 Jan 2016 06:45:57 GMT", .lifetimeIsAGuess,
      "no lifetime was sent, so caches guess; this one takes a tenth of the time since the last change:"
        + " (Date − Last-Modified) × 10% = 10 hours × 10% = 1 hour; others guess otherwise, or not at all"),
    row(
      "Content-Type: image/png\nETag: \"a\"\nLast-Modified: Mon, 26 Jan 2015 16:45:57 GMT", .lifetimeIsAGuess,
      "(time of receipt − Last-Modified) × 10% = 1 year × 10% = "),
    row(
      "Cache-Control: max-age=60\nExpires: Tue, 26 Jan 2016 17:45:57 GMT", .expiresOverridden,
      "max-age=60 overrides Expires: fresh for 1 minute, where Expires gives 1 hour to a cache that does not read it"
    ),
    row(
      "Cache-Control: max-age=60\nExpires: 0", .expiresOverridden,
      "fresh for 1 minute, where Expires gives 0 seconds"),
    row(
      "Expires: 0", .expiresMeansExpired,
      "Expires (0) says that the response is expired, as programs write it that want each use confirmed"),
    row("Expires: -1", .expiresMeansExpired, "Expires (-1) says"),
    row(
      "Expires: Mon, 26 Jul 1997 05:00:00 GMT", .expiresMeansExpired,
      "Expires (Mon, 26 Jul 1997 05:00:00 GMT) says"),
    row("Expires: Thu, 01 Jan 1970 00:00:00 UTC", .expiresMeansExpired, "Expires (Thu, 01 Jan 1970"),
    row(
      "Expires: Tue, 26 Jan 2016 16:45:57 GMT", .expiresMeansExpired,
      "Expires (Tue, 26 Jan 2016 16:45:57 GMT)"),
    row(
      "Cache-Control: max-age=2592000", .validatorMissing,
      "there is neither ETag nor Last-Modified: the next use after the lifetime (30 days) is a full download"),
    row("Cache-Control: max-age=60\nContent-Length: 300", .validatorMissing, "after the lifetime (1 minute)"),
    row(
      "Cache-Control: no-cache\nContent-Length: 43", .tinyDownload,
      "each use is a full download, and asking would cost as much: the length of the content is 43"),
    row("Cache-Control: max-age=0\nContent-Length: 300", .tinyDownload, "the length of the content is 300"),
    row("Cache-Control: no-store\nContent-Length: 300", .tinyDownload, "the length of the content is 300"),
    row(
      "Cache-Control: max-age=60\nAccept-Ranges: bytes\nETag: W/\"a\"", .etagWeak,
      "the entity tag W/\"a\" is weak: it confirms a stored response, but identifies no exact bytes"),
    row(
      "Cache-Control: private\nSet-Cookie: a=b\nX-Cache: HIT", .cookieOfDelivery,
      "writes its cookie (`a`) when it delivers it: the answer forbids to store it as it stands"),
    row(
      "Cache-Control: max-age=14400\nCF-Cache-Status: HIT", .browserLifetimeOfEdge,
      "max-age=14400 is also what Cloudflare's Browser Cache TTL writes where the origin says less, or nothing"
    ),
    row("Cache-Control: no-store\nSet-Cookie: a=b\nAge: 9", .cookieOfDelivery, "writes its cookie (`a`)"),
    row(
      "Cache-Control: max-age=60\nPragma: no-cache", .pragmaInResponse,
      "browsers alone (Chromium, Firefox and WebKit) take its no-cache for that of Cache-Control"),
    row(
      "Pragma: no-cache\nCache-Control: no-store", .pragmaInResponse, "Pragma has no meaning in a response"),
    row(
      date + "Content-Type: text/html; charset=utf-8\nCache-Control: no-store", .noStoreAndBFCache,
      "with no-store on a page, going back loads it anew in Firefox and Safari", page),
    row(
      "Cache-Control: max-age=9\nExpires: 0\nCDN-Cache-Control: max-age=60", .targetedFieldOverrides,
      "caches that know CDN-Cache-Control go by it (max-age=60), and by neither Cache-Control nor Expires"),
    row(
      "Cache-Control: max-age=60\nNo-Vary-Search: params=(\"a\")", .otherQueriesAnswered,
      "whose query differs in a only: Chrome and Edge since 141 and Firefox since 154 reuse it"),
    row(
      "Cache-Control: max-age=60\nNo-Vary-Search: except=(\"a\")", .otherQueriesAnswered,
      "has the same a, whatever else it holds: so the draft says"),
  ]

  @Test("what is told, and that it is no finding", arguments: rows)
  func told(_ row: Row) throws {
    let facts = try row.question.facts(row.head)
    let remarks = Findings.remarks(facts)
    let remark = try #require(
      remarks.first { $0.rule == row.rule }, "\(row.head): \(remarks.map(\.rule.rawValue))")
    #expect(remark.sentence.contains(row.sentence), "\(remark.sentence)")
    let findings = Findings.all(facts).findings.map(\.code.rawValue)
    #expect(!findings.contains(row.rule.rawValue), "\(findings)")
  }

  @Test("a byte order mark before a saved head is told, once, and is no finding")
  func mark() throws {
    var head = try head("Cache-Control: max-age=60")
    head.oddities = [.byteOrderMark]
    let target = try TargetURI("https://example.test/a.css")
    let stored = StoredResponse(
      key: CacheKey(target: target), head: head, requestedAt: noon, receivedAt: noon)
    let subject = Subject(origin: .headers, request: RequestHead(target: target), stored: stored)
    let verdict = Verdict(subject, now: noon, settings: Settings())
    #expect(verdict.remarks.filter { $0.rule == .byteOrderMark }.count == 1)
    #expect(!verdict.findings.contains { $0.code.rawValue == Rule.byteOrderMark.rawValue })
  }

  @Test("every remark is one, is told of some response, and decides nothing")
  func every() {
    let told = Set(Self.rows.map(\.rule)).union([
      .fieldsNotRecorded, .byteOrderMark, .contentChangesEachTime, .contentNotCompared,
    ])
    #expect(Rule.remarks.filter { !told.contains($0) }.map(\.rawValue) == [])
    #expect(Rule.remarks.allSatisfy { $0.effect == .notes && Rule.allCases.contains($0) })
    // Its name has no word that Swift would write otherwise.
    #expect(Rule.noStoreAndBFCache.rawValue == "no-store-and-bfcache")
  }

  static let silent: [(rule: String, head: String, remark: Rule, question: FindingQuestion)] = [
    ("for Authorization", "Cache-Control: public", .publicNotNeeded, .authorized),
    ("for a 302", "HTTP/1.1 302 Found\nCache-Control: public", .publicNotNeeded, .plain),
    (
      "said to shared caches otherwise", "Cache-Control: private, max-age=60, s-maxage=9",
      .directiveHasNoEffect,
      .plain
    ),
    ("immutable with Expires", "Cache-Control: immutable\nExpires: 0", .directiveHasNoEffect, .plain),
    ("in a shared cache", "Cache-Control: s-maxage=9", .directiveHasNoEffect, .shared),
    ("no-store too", "Cache-Control: no-cache, no-store", .noCacheIsNotNoStore, .authorized),
    ("nothing personal", "Cache-Control: no-cache", .noCacheIsNotNoStore, .plain),
    ("a 304", "HTTP/1.1 304 Not Modified\nCache-Control: no-cache", .noCacheIsNotNoStore, .authorized),
    ("other values", "Cache-Control: max-age=1, max-age=2", .directiveRepeated, .plain),
    ("lists of names", "Cache-Control: private=\"a\", private=\"a\"", .directiveRepeated, .plain),
    ("nothing beside it", "Cache-Control: community=1", .directiveUnknown, .plain),
    ("a near miss", "Cache-Control: maxage=1, max-age=2", .directiveUnknown, .plain),
    ("a word of configurations", "Cache-Control: off, max-age=2", .directiveUnknown, .plain),
    ("private", "Cache-Control: private, max-age=60, s-maxage=600", .lifetimeDiffersPrivateShared, .plain),
    (
      "a page", "Content-Type: text/html\nLast-Modified: Tue, 26 Jan 2016 04:45:57 GMT", .lifetimeIsAGuess,
      page
    ),
    ("a long one without a tag", "Last-Modified: Mon, 26 Jan 2015 15:45:57 GMT", .lifetimeIsAGuess, .plain),
    (
      "within a tenth", date + "Cache-Control: max-age=3600\nExpires: Tue, 26 Jan 2016 17:40:57 GMT",
      .expiresOverridden, .plain
    ),
    ("no date", "Cache-Control: max-age=3600\nExpires: tomorrow", .expiresOverridden, .plain),
    ("each use is confirmed", "Cache-Control: no-cache\nExpires: 0", .expiresMeansExpired, .plain),
    ("overridden", "Cache-Control: max-age=0\nExpires: 0", .expiresMeansExpired, .plain),
    ("an old date", date + "Expires: Tue, 26 Jan 2016 16:45:56 GMT", .expiresMeansExpired, .plain),
    ("a tag", "Cache-Control: max-age=2592000\nETag: \"a\"", .validatorMissing, .plain),
    ("for a day", "Cache-Control: max-age=86400", .validatorMissing, .plain),
    ("301 bytes", "Cache-Control: no-cache\nContent-Length: 301", .tinyDownload, .plain),
    ("confirmed", "Cache-Control: no-cache\nContent-Length: 9\nETag: \"a\"", .tinyDownload, .plain),
    ("no ranges", "ETag: W/\"a\"", .etagWeak, .plain),
    ("coded", "Accept-Ranges: bytes\nContent-Encoding: gzip\nETag: W/\"a\"", .etagWeak, .plain),
    ("not stored", "Accept-Ranges: bytes\nCache-Control: no-store\nETag: W/\"a\"", .etagWeak, .plain),
    ("no page", "Content-Type: text/css\nCache-Control: no-store", .noStoreAndBFCache, .plain),
    ("nothing can read it", "CDN-Cache-Control: max-age:60", .targetedFieldOverrides, .plain),
    ("a default", "Cache-Control: max-age=60\nNo-Vary-Search: params=()", .otherQueriesAnswered, .plain),
    ("not stored", "Cache-Control: no-store\nNo-Vary-Search: key-order", .otherQueriesAnswered, .plain),
  ]

  @Test("what is not told", arguments: silent)
  func silence(_ row: (rule: String, head: String, remark: Rule, question: FindingQuestion)) throws {
    let remarks = Findings.remarks(try row.question.facts(row.head)).map(\.rule)
    #expect(!remarks.contains(row.remark), "\(row.rule)")
  }

  @Test("a verdict has them last among its reasons, and no advice for them")
  func verdict() throws {
    let facts = try FindingQuestion.plain.facts(
      FindingRows.dateLine + "Cache-Control: public, max-age=60\nPragma: no-cache\nETag: \"a\"")
    let verdict = Verdict(facts.subject, now: facts.now, settings: facts.settings)
    #expect(verdict.remarks.map(\.rule) == [.publicNotNeeded, .pragmaInResponse])
    #expect(verdict.reasons.suffix(2).map(\.rule) == verdict.remarks.map(\.rule))
    #expect(verdict.findings.isEmpty && verdict.advice == nil)
  }

  @Test("a hostile field gives few, and none is long")
  func hostile() throws {
    for member in ["pre-check=0", "public", "max-age=9"] {
      let members = Array(repeating: member, count: 5000) + (0..<5000).map { "extension\($0)" }
      let head = "Cache-Control: \(members.joined(separator: ", "))"
      #expect(Findings.remarks(try FindingQuestion.plain.facts(head)).count < 50)
    }
    let long = String(repeating: "x", count: 3000)
    let remarks = Findings.remarks(
      try FindingQuestion.plain.facts(
        "Cache-Control: max-age=9, \(long)\nAccept-Ranges: bytes\nETag: W/\"\(long)\""))
    #expect(Set(remarks.map(\.rule)) == [.directiveUnknown, .etagWeak])
    #expect(remarks.allSatisfy { $0.sentence.count < 400 })
  }
}
