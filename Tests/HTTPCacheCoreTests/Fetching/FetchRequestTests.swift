import Testing

@testable import HTTPCacheCore

@Suite("RFC 5861 §3: the request that refreshes a response behind a stale answer", .timed)
struct FetchRequestTests {
  static let limits: [(rule: String, own: Double?, limit: Double?)] = [
    ("it ends after 5 s", nil, 5), ("or after --max-time", 2, 2), ("also a longer one", 60, 60),
    ("0 is no limit of its own", 0, 5),
  ]

  @Test("the process does not wait for it for ever", arguments: limits)
  func limit(_ row: (rule: String, own: Double?, limit: Double?)) throws {
    var asked = FetchRequest(head: try request())
    asked.transfer.maxTime = row.own
    asked.retries.limit = 3
    let refresh = asked.refresh
    #expect(refresh.transfer.maxTime == row.limit, "\(row.rule)")
    #expect(refresh.retries.limit == 0 && refresh.isRefresh)
    #expect(asked.transfer.maxTime == row.own, "the request itself keeps its own")
  }
}
