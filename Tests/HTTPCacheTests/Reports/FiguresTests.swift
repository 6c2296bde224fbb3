import HTTPCacheCore
import Testing

@testable import httpcache

@Suite("Figures in words", .timed)
struct FiguresTests {
  static let ages: [(age: Seconds, lifetime: Seconds, words: String)] = [
    (33, 3_600, "age 33 of 3,600 seconds"), (0, 3_600, "age 0 of 60 minutes"), (0, 60, "age 0 of 60 seconds"),
    // In the unit that sentences have for the lifetime.
    (0, 6_339_600, "age 0 of 73 days"), (5, 6_339_600, "age 0 of 73 days"),
    (5, 31_536_000, "age 0 of 365 days"),
    (7_200, 6_339_600, "age 2 of 1,761 hours"), (90_000, 6_339_600, "age 1 of 73 days"),
    (0, 0, "age 0 of 0 seconds"),
    (1_000, 1, "age 16 minutes 40 seconds, lifetime 1 second"),
  ]
  @Test("an age and its lifetime have one unit", arguments: ages)
  func age(_ row: (age: Seconds, lifetime: Seconds, words: String)) {
    #expect(formatAge(row.age, of: row.lifetime) == row.words)
  }
}
