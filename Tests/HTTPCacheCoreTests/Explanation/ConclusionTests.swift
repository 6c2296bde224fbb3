import Testing

@testable import HTTPCacheCore

@Suite("What becomes of a response, in one sentence", .timed)
struct ConclusionTests {
  /// A head, its status, and the sentence with its reference.
  private typealias Row = (fields: String, status: Int, sentence: String, consequence: String?)

  private static let noValidator = "and no ETag or Last-Modified to ask with"
  private static let saves = "A 304 saves the download."
  private static let rows: [Row] = [
    // A lifetime, and what gives it.
    (
      "Cache-Control: max-age=3600", 200, "Stored and reused for 1 hour: max-age=3600 (RFC 9111 §5.2.2.1)",
      nil
    ),
    (
      "Cache-Control: max-age=3600\nAge: 120", 200,
      "Stored and reused for 58 more minutes: max-age=3600 (RFC 9111 §5.2.2.1)", nil
    ),
    (
      "Expires: Mon, 12 Jan 2026 17:45:57 GMT", 200, "Stored and reused for 1 hour: Expires (RFC 9111 §5.3)",
      nil
    ),
    (
      "Last-Modified: Mon, 12 Jan 2026 06:45:57 GMT", 200,
      "Stored and reused for 1 hour: a tenth of the time since Last-Modified (RFC 9111 §4.2.2)", nil
    ),
    (
      "Cache-Control: max-age=60, stale-while-revalidate=90\nAge: 70", 200,
      "Stored; stale for 10 seconds, and still reused at once: stale-while-revalidate=90 has it refreshed in the "
        + "background (RFC 5861 §3)", nil
    ),
    // What every use asks for, with a validator and without one.
    (
      "Cache-Control: no-cache\nETag: \"1\"", 200,
      "Stored, but every use asks the origin first: no-cache (RFC 9111 §5.2.2.4)", saves
    ),
    (
      "Cache-Control: no-cache", 200,
      "Stored, but downloaded in full each time: no-cache, \(noValidator) (RFC 9111 §5.2.2.4)", nil
    ),
    (
      "Cache-Control: max-age=0\nLast-Modified: Mon, 12 Jan 2026 06:45:57 GMT", 200,
      "Stored, but every use asks the origin first: max-age=0 (RFC 9111 §5.2.2.1)", saves
    ),
    ("", 200, "Stored, but downloaded in full each time: no lifetime, \(noValidator) (RFC 9111 §4.2.2)", nil),
    ("ETag: \"1\"", 200, "Stored, but every use asks the origin first: no lifetime (RFC 9111 §4.2.2)", saves),
    (
      "Cache-Control: max-age=60\nAge: 3660\nETag: \"1\"", 200,
      "Stored, but stale for 1 hour: max-age=60 (RFC 9111 §5.2.2.1)",
      "The next use asks the origin; a 304 saves the download."
    ),
    (
      "Cache-Control: max-age=60\nAge: 3660", 200,
      "Stored, but stale for 1 hour and then downloaded in full: max-age=60, \(noValidator) (RFC 9111 §5.2.2.1)",
      nil
    ),
    (
      "Cache-Control: max-age=60\nVary: *", 200,
      "Stored, but downloaded in full each time: Vary: *, \(noValidator) (RFC 9111 §4.1)", nil
    ),
    (
      "Cache-Control: max-age=60\nVary: *\nETag: \"1\"", 200,
      "Stored, but every use asks the origin first: Vary: * (RFC 9111 §4.1)", saves
    ),
    (
      "Cache-Control: no-cache\nETag: abc", 200,
      "Stored, but downloaded in full each time: no-cache, and its ETag can't be used to ask with (RFC 9111 §5.2.2.4)",
      nil
    ),
    (
      "Cache-Control: max-age=60\nContent-Range: bytes 0-4/10", 206,
      "Stored as a part (bytes 0-4/10): it answers requests for these bytes (RFC 9111 §3.3)", nil
    ),
    (
      "Content-Range: bytes 0-4/10\nETag: \"1\"", 206,
      "Stored as a part (bytes 0-4/10), but every use asks the origin first: no lifetime (RFC 9111 §4.2.2)",
      saves
    ),
    (
      "Cache-Control: max-age=60\nAge: 70\nContent-Range: bytes 0-4/10", 206,
      "Stored as a part (bytes 0-4/10), but stale for 10 seconds and then downloaded in full: max-age=60, \(noValidator)"
        + " (RFC 9111 §5.2.2.1)", nil
    ),
    (
      "Location: /b", 301,
      "Stored, and kept as long as a cache likes: no lifetime; this cache asks the origin each time, Chromium never again"
        + " (RFC 9111 §4.2.2)", nil
    ),
    // What is not stored.
    (
      "Cache-Control: no-store, max-age=60", 200,
      "Not stored: no-store forbids every cache to store it (RFC 9111 §5.2.2.5)", nil
    ),
    (
      "Cache-Control: max-age=60\nCDN-Cache-Control: no-store", 200,
      "Stored and reused for 1 minute: max-age=60 (RFC 9111 §5.2.2.1)", nil
    ),
    (
      "", 302,
      "Not stored: a response with status 302 is stored only with max-age, Expires or public (RFC 9111 §3)",
      nil
    ),
    (
      "ETag: \"1\"", 304,
      "Confirmed: nothing has changed, and the body in the cache is used (RFC 9110 §15.4.5)", nil
    ),
  ]

  @Test("a field for CDNs binds the caches that read it, and the next line says what a browser does")
  func browsers() throws {
    let text = "Cache-Control: max-age=60\nCDN-Cache-Control: no-store"
    let subject = Subject(origin: .headers, request: try request(), stored: try stored(text))
    let verdict = Verdict(subject, now: noon, settings: Settings(role: .shared))
    #expect(
      verdict.conclusion.sentence == "Not stored: no-store in CDN-Cache-Control keeps CDNs from storing it")
    #expect(verdict.browserConclusion?.sentence == "Stored and reused for 1 minute: max-age=60")
    #expect(!verdict.findings.contains { $0.code == .staticFileNotStored })
    // Of other caches, those that read the field; and what binds all has no other line for browsers.
    var named = Settings(role: .shared)
    named.targets = ["Netlify-CDN-Cache-Control"]
    let other = Subject(
      origin: .headers, request: try request(), stored: try stored("Netlify-CDN-Cache-Control: no-store"))
    #expect(
      Verdict(other, now: noon, settings: named).conclusion.sentence
        == "Not stored: no-store in Netlify-CDN-Cache-Control keeps the caches that read it from storing it")
    let all = Subject(origin: .headers, request: try request(), stored: try stored("Cache-Control: no-store"))
    #expect(Verdict(all, now: noon, settings: Settings(role: .shared)).browserConclusion == nil)
  }

  @Test("the answer, what decides it, and where that is written down", arguments: 0..<rows.count)
  func sentences(_ index: Int) throws {
    let row = Self.rows[index]
    let response = try stored(row.fields, status: row.status)
    let verdict = Verdict(
      Subject(origin: .headers, request: try request(), stored: response), now: noon, settings: Settings())
    let conclusion = verdict.conclusion
    #expect("\(conclusion.sentence) (\(conclusion.reference ?? "-"))" == row.sentence)
    #expect(conclusion.consequence == row.consequence)
  }

  @Test("what is told of a 304 or of what may not be stored is never that it may be stored")
  func noPermission() throws {
    for fields in ["Cache-Control: no-store, max-age=60", "Cache-Control: no-store"] {
      let decision = StorageDecision(
        Exchange(request: try request(), head: try head(fields)), settings: Settings())
      let conclusion = Conclusion(
        try head(fields), storage: decision,
        reuse: ReuseDecision(try request(), candidates: [], now: noon, settings: Settings()))
      #expect(conclusion.kind == .notStored && conclusion.others.isEmpty)
    }
    let decision = StorageDecision(
      Exchange(request: try request(), head: try stored("", status: 304).head), settings: Settings())
    #expect(!decision.reasons.cites(.nothingAllowsStoring))
  }

  @Test("RFC 9111 §4.4: a 304 to an unsafe method confirms nothing", arguments: ["POST", "PUT", "GET"])
  func answerToUnsafeMethod(_ method: String) throws {
    let decision = StorageDecision(
      Exchange(request: try request(method: method), head: try head("HTTP/1.1 304\nETag: \"1\"")),
      settings: Settings())
    let conclusion = Conclusion(
      try head("HTTP/1.1 304\nETag: \"1\""), storage: decision,
      reuse: ReuseDecision(try request(), candidates: [], now: noon, settings: Settings()))
    #expect((conclusion.kind == .confirmation) == (method == "GET"))
    if method == "GET" { return }
    #expect(
      conclusion.sentence
        == "Not stored: an answer to \(method) is not stored: this cache keeps answers to GET")
    #expect(conclusion.others.isEmpty)
  }

  @Test("a cache that is switched off is the reason, and no limit on sizes")
  func switchedOff() throws {
    let exchange = Exchange(
      request: try request(), head: try head("Cache-Control: max-age=60"), bodyLength: 9)
    for profile in StorageProfile.allCases {
      let settings = Settings(profile: profile, maxEntrySize: 0, isCacheOff: true)
      #expect(StorageDecision(exchange, settings: settings).reasons.first?.rule == .cacheOff)
    }
    let settings = Settings(maxEntrySize: 0, isCacheOff: true)
    #expect(!StorageDecision(exchange, settings: settings).reasons.cites(.responseTooLarge))
  }

  @Test("RFC 9110 §9.3.2: text and JSON say of an answer to HEAD what the decision says")
  func answerToHEAD() throws {
    for (fields, isStorable) in [("Cache-Control: no-store", false), ("Cache-Control: max-age=60", true)] {
      var request = try request()
      request.method = "HEAD"
      let verdict = Verdict(
        Subject(origin: .headers, request: request, stored: try stored(fields)), now: noon,
        settings: Settings())
      #expect(verdict.isStorable == isStorable)
      #expect(verdict.conclusion.sentence.hasPrefix("A cache may store it") == isStorable)
      #expect((verdict.conclusion.kind == .notStored) != isStorable)
    }
  }

  typealias Observed = (
    measured: ObservedValidation?, fields: String, kind: Conclusion.Kind, says: String
  )

  static let observed: [Observed] = [
    (nil, "Cache-Control: no-cache\nETag: \"1\"", .confirmed, "every use asks the origin first: no-cache"),
    (
      .confirmed, "Cache-Control: no-cache\nETag: \"1\"", .confirmed,
      "every use asks the origin first: no-cache"
    ),
    (
      .refused(.sentAgain), "Cache-Control: no-cache\nETag: \"1\"", .downloaded,
      "downloaded in full each time: no-cache, and the origin, asked with its own validators, sent it again"
    ),
    (
      .refused(.tagChanges), "Cache-Control: no-cache\nETag: \"1\"", .downloaded,
      "and its ETag is another one each time"
    ),
    (
      .refused(.contentChanges), "Cache-Control: no-cache\nETag: \"1\"", .downloaded,
      "and its content is another one each time"
    ),
    (.refused(.sentAgain), "Cache-Control: max-age=60\nETag: \"1\"", .reused, "reused for 1 minute"),
    (.refused(.sentAgain), "Cache-Control: no-store\nETag: \"1\"", .notStored, "no-store forbids"),
  ]
  @Test("what was measured of a 304 goes before what a validator promises", arguments: observed)
  func measured(_ row: Observed) throws {
    var context = SubjectContext()
    context.probes = [
      ProbeReport(
        probe: .validate, exchanges: [], outcome: .passed, reason: nil, findings: [],
        validation: row.measured, key: [], secretNames: [])
    ]
    let verdict = Verdict(
      Subject(origin: .live, request: try request(), stored: try stored(row.fields)), context, now: noon,
      settings: Settings())
    #expect(verdict.conclusion.kind == row.kind)
    #expect(verdict.conclusion.sentence.contains(row.says), "\(verdict.conclusion.sentence)")
    #expect((verdict.conclusion.consequence != nil) == (row.kind == .confirmed))
    // A later visit finds what the probe found.
    let isFull = row.measured.map { $0 != .confirmed } ?? false
    if row.kind != .notStored {
      let later = Replay(verdict.subject, context).only(after: 2_592_000)
      #expect(later == (isFull ? .loaded : .confirmed))
    }
  }

  static let besides: [(fields: String, isRepeated: Bool, shared: Conclusion.Kind?)] = [
    ("Cache-Control: private, max-age=60", false, nil),
    ("Cache-Control: private, max-age=60\nX-Cache: MISS", false, .notStored),
    ("Cache-Control: max-age=60\nX-Cache: MISS", false, nil),
    ("Cache-Control: max-age=60\nX-Cache: MISS", true, .reused),
    ("Cache-Control: private, max-age=60", true, .notStored),
  ]
  @Test(
    "a shared cache has a conclusion of its own where one shows itself, and says something else",
    arguments: besides)
  func shared(_ row: (fields: String, isRepeated: Bool, shared: Conclusion.Kind?)) throws {
    let subject = Subject(origin: .live, request: try request(), stored: try stored(row.fields))
    let context = SubjectContext(repetition: row.isRepeated ? Repetition() : nil)
    let verdict = Verdict(subject, context, now: noon, settings: Settings())
    #expect(verdict.sharedConclusion?.kind == row.shared)
    let shared = Verdict(subject, context, now: noon, settings: Settings(role: .shared))
    #expect(shared.sharedConclusion == nil)
  }

  static let laterUses: [(fields: String, status: Int, after: Seconds, outcome: VisitOutcome)] = [
    ("Cache-Control: max-age=60\nContent-Range: bytes 0-4/10", 206, 30, .cached),
    ("Cache-Control: max-age=60\nContent-Range: bytes 0-4/10", 206, 2_592_000, .loaded),
    ("Cache-Control: max-age=60\nContent-Range: bytes 0-4/10\nETag: \"a\"", 206, 2_592_000, .confirmed),
    ("Cache-Control: max-age=3600", 304, 1800, .cached),
    ("Cache-Control: max-age=3600", 304, 7200, .confirmed),
    ("Cache-Control: no-store", 304, 1, .loaded),
  ]
  @Test("what becomes of it later is decided as of then", arguments: laterUses)
  func later(_ row: (fields: String, status: Int, after: Seconds, outcome: VisitOutcome)) throws {
    let response = try stored(row.fields, status: row.status)
    let subject = Subject(origin: .har, request: try request(), stored: response)
    #expect(Replay(subject, SubjectContext()).only(after: row.after) == row.outcome)
  }

  @Test("the limits of this disk say nothing about a response, save in the profile that counts them")
  func limits() throws {
    let response = try stored("Cache-Control: max-age=60\nContent-Length: 1000")
    for profile in StorageProfile.allCases {
      let settings = Settings(profile: profile, maxEntrySize: 10, isCacheOff: profile == .rfc9111)
      let verdict = Verdict(
        Subject(origin: .headers, request: try request(), stored: response), now: noon, settings: settings)
      #expect(verdict.isStorable == (profile == .rfc9111))
      #expect(verdict.isReusable == (profile == .rfc9111))
    }
  }

  @Test(
    "a head in a file was received at any time: its Date is not behind",
    arguments: [Subject.Origin.headers, .live])
  func savedHead(_ origin: Subject.Origin) throws {
    let response = try stored("Date: Mon, 12 Jan 2026 16:45:27 GMT")
    let verdict = Verdict(
      Subject(origin: origin, request: try request(), stored: response), now: noon, settings: Settings())
    #expect(verdict.findings.contains { $0.code == .clockBehind } == (origin == .live))
  }

  static let framings: [(codings: String, isStorable: Bool)] = [
    ("chunked", true), ("gzip, chunked", true), ("gzip\nTransfer-Encoding: Chunked", true), ("gzip", false),
    ("chunked, gzip", false), ("chunked, chunked", false), ("xchunked, chunked", false),
  ]
  @Test(
    "RFC 9112 §6.1: chunked is the last transfer coding, and may have others before it", arguments: framings)
  func framing(_ row: (codings: String, isStorable: Bool)) throws {
    let head = try head("HTTP/1.1 200\nCache-Control: max-age=60\nTransfer-Encoding: \(row.codings)")
    let decision = StorageDecision(Exchange(request: try request(), head: head), settings: Settings())
    #expect(decision.isStorable == row.isStorable)
  }
}

extension Replay {
  /// What becomes of the only request that was played.
  fileprivate func only(after: Seconds) -> VisitOutcome? {
    var outcome: VisitOutcome?
    visit(after: after) { outcome = $0.outcome }
    return outcome
  }
}
