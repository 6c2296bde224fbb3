import Testing

@testable import HTTPCacheCore

@Suite("Lighthouse, \"Use efficient cache lifetimes\": the bytes that a short lifetime wastes", .timed)
struct WastedBytesTests {
  static let probabilities: [(lifetime: Seconds, probability: Double)] = [
    (-1, 0), (0, 0), (360, 0.05), (720, 0.1), (3_600, 0.2), (43_200, 0.5), (86_400, 0.6), (604_800, 0.9),
    (31_536_000, 1), (31_536_001, 1), (.max, 1),
  ]

  @Test("linear between the tenths of visitors that come back", arguments: probabilities)
  func probability(_ row: (lifetime: Seconds, probability: Double)) {
    #expect(abs(WastedBytes.hitProbability(row.lifetime) - row.probability) < 1e-9)
  }
}
