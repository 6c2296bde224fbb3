import Testing

@testable import HTTPCacheCore

@Suite("RFC 9110 §12.5.3: which content codings a request accepts", .timed)
struct ContentCodingsTests {
  static let cases: [(accepted: String, coding: String, isAccepted: Bool)] = [
    ("", "", true), ("", "gzip", false), ("", "identity", true), ("", "none", true), ("gzip", "gzip", true),
    ("gzip", "x-gzip", true), ("br, gzip", "br", true), ("gzip", "br", false), ("gzip;q=0", "gzip", false),
    ("gzip; q=0.5", "gzip", true), ("*", "zstd", true), ("*, zstd;q=0", "zstd", false),
    ("*;q=0", "gzip", false), ("gzip, br", "gzip, br", true), ("gzip", "gzip, br", false),
    ("GZIP", "gzip", true), ("gzip;q=0.000", "gzip", false), ("gzip;q=0.001", "gzip", true),
  ]

  @Test("a coding is accepted by its name or by `*`, with a weight above 0", arguments: cases)
  func accepted(_ row: (accepted: String, coding: String, isAccepted: Bool)) throws {
    let fields = row.accepted.isEmpty ? "" : "Accept-Encoding: \(row.accepted)"
    let response = try stored(row.coding.isEmpty ? "" : "Content-Encoding: \(row.coding)")
    #expect(ContentCodings(try request(fields).fields).accept(response.head) == row.isAccepted)
  }

  static let coded: [(rule: String, asked: String, answer: String, presented: String, isMatch: Bool)] = [
    ("asked for by both", "Accept-Encoding: gzip, br", "", "Accept-Encoding: gzip", true),
    ("not asked for by the second", "Accept-Encoding: gzip", "", "", false),
    ("or refused", "Accept-Encoding: gzip", "", "Accept-Encoding: gzip;q=0, br", false),
    ("sent without being asked for", "", "", "", true),
    ("sent although another was asked for", "Accept-Encoding: br", "", "", true),
    ("Vary names another field", "Accept-Encoding: gzip", "Vary: Accept\n", "", false),
    ("Vary names this one", "Accept-Encoding: gzip", "Vary: Accept-Encoding\n", "", false),
    (
      "as sent, with a coding that was not asked for", "Accept-Encoding: br", "Vary: Accept-Encoding\n",
      "Accept-Encoding: br", true
    ),
  ]
  @Test("what a request had coded answers no request that did not ask for the coding", arguments: coded)
  func storedCoded(
    _ row: (rule: String, asked: String, answer: String, presented: String, isMatch: Bool)
  ) throws {
    let response = try stored(
      row.answer + "Content-Encoding: gzip\nCache-Control: max-age=60", for: try request(row.asked))
    let presented = try request(row.presented)
    let decision = ReuseDecision(presented, candidates: [response], now: noon, settings: Settings())
    #expect(response.matches(presented) == row.isMatch && (decision.outcome == .serve) == row.isMatch)
    if row.answer.isEmpty {
      #expect(decision.reasons.cites(.codingMismatch) != row.isMatch)
      #expect(row.isMatch || decision.forwardReason == .varyMiss)
    }
  }

  @Test(
    "RFC 9111 §4.3.1: a variant that the request could not decode is not asked about, unless it is selected")
  func notAskedAbout() throws {
    let coded = try stored("ETag: \"g\"\nContent-Encoding: gzip\nVary: Accept-Encoding")
    let plain = try stored("ETag: \"i\"\nVary: Accept-Encoding")
    func tags(_ fields: String, _ selected: StoredResponse?, _ candidates: [StoredResponse]) throws -> String?
    {
      Validation.conditional(try request(fields), selected: selected, candidates: candidates)
        .fields.combined("If-None-Match")
    }
    #expect(try tags("", plain, [coded, plain]) == "\"i\"")
    #expect(try tags("", nil, [coded]) == nil)
    #expect(try tags("Accept-Encoding: gzip", nil, [coded, plain]) == "\"g\", \"i\"")
    #expect(try tags("", coded, [coded]) == "\"g\"")
  }
}
