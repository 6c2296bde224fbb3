import Testing

@testable import HTTPCacheCore

@Suite("RFC 9110 §12.5.3: which content codings a request accepts")
struct ContentCodingsTests {
  static let cases: [(accepted: String, coding: String, isAccepted: Bool)] = [
    ("", "", true), ("", "gzip", false), ("", "identity", true), ("gzip", "gzip", true),
    ("gzip", "x-gzip", true), ("br, gzip", "br", true), ("gzip", "br", false), ("gzip;q=0", "gzip", false),
    ("gzip; q=0.5", "gzip", true), ("*", "zstd", true), ("*, zstd;q=0", "zstd", false),
    ("*;q=0", "gzip", false), ("gzip, br", "gzip, br", true), ("gzip", "gzip, br", false),
    ("GZIP", "gzip", true), ("gzip;q=0.000", "gzip", false), ("gzip;q=0.001", "gzip", true),
  ]

  @Test("a coding is accepted by its name or by `*`, with a weight above 0", arguments: cases)
  func accepted(_ row: (accepted: String, coding: String, isAccepted: Bool)) throws {
    let fields = row.accepted.isEmpty ? "" : "Accept-Encoding: \(row.accepted)"
    let response = try stored(row.coding.isEmpty ? "" : "Content-Encoding: \(row.coding)")
    #expect(ContentCodings(try request(fields)).accept(response.head) == row.isAccepted)
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
