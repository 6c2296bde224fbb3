import Testing

@testable import HTTPCacheCore

@Suite("How the work of a run is spread over threads", .timed)
struct ExecutionPlanTests {
  typealias Row = (fetches: Int, processors: Int, hasThreads: Bool, loadsAhead: Bool)
  static let rows: [Row] = [
    (1, 1, false, false), (1, 2, false, true), (31, 8, false, true), (32, 8, true, true),
    (32, 1, false, false), (0, 0, false, false),
  ]

  @Test("threads for a batch, where there is a processor for them", arguments: rows)
  func plan(_ row: Row) {
    let plan = ExecutionPlan(fetches: row.fetches, processors: row.processors)
    #expect(plan.hasThreads == row.hasThreads && plan.loadsTransportAhead == row.loadsAhead)
  }
}
