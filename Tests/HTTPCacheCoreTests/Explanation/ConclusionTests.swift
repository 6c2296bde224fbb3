import Testing

@testable import HTTPCacheCore

@Suite("What becomes of a response, in one sentence")
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
    // What is not stored.
    (
      "Cache-Control: no-store, max-age=60", 200,
      "Not stored: no-store forbids every cache to store it (RFC 9111 §5.2.2.5)", nil
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
}
