import Testing

@testable import HTTPCacheCore

@Suite("Repeated requests: what caches on the way did")
struct RepetitionTests {
  private func repetition(_ heads: [String]) throws -> Repetition {
    var repetition = Repetition()
    for fields in heads { repetition.take(try head("HTTP/1.1 200\n" + fields), receivedAt: noon) }
    return repetition
  }

  static let rows: [(heads: [String], ratio: Double?, codes: [String])] = [
    (["Cache-Control: max-age=60\nX-Cache: MISS", "Cache-Control: max-age=60\nX-Cache: HIT"], 0.5, []),
    (["Cache-Control: max-age=60", "Cache-Control: max-age=60"], nil, []),
    (
      ["Cache-Control: max-age=60\nX-Cache: MISS", "Cache-Control: max-age=60\nX-Cache: MISS"], 0,
      ["edge-never-hits"]
    ),
    (["Cache-Control: no-store\nX-Cache: MISS", "Cache-Control: no-store\nX-Cache: MISS"], 0, []),
    (["Cache-Control: max-age=60\nX-Cache: MISS"], 0, []),
    (["Cache-Control: max-age=60\nAge: 100"], 1, ["age-above-lifetime"]),
    (["Cache-Control: max-age=60, stale-while-revalidate=60\nAge: 100"], 1, []),
    (["Cache-Control: max-age=60\nAge: 62"], 1, []),
    (["Cache-Control: max-age=0\nAge: 62"], 1, []),
    (["Cache-Control: max-age=60, s-maxage=900\nAge: 100"], 1, []),
  ]
  @Test("hits are counted, and what they show together is found", arguments: rows)
  func findings(_ row: (heads: [String], ratio: Double?, codes: [String])) throws {
    let repetition = try repetition(row.heads)
    #expect(repetition.hitRatio == row.ratio)
    let subject = Subject(origin: .live, request: try request(), stored: try stored(row.heads[0]))
    let facts = Facts(
      subject, SubjectContext(repetition: repetition), settings: Settings(), now: noon)
    #expect(RepeatFindings.find(in: facts).map(\.code.rawValue) == row.codes)
  }
}
