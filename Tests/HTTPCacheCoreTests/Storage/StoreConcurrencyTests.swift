import TestSupport
import Testing

@testable import HTTPCacheCore

@Suite("Store used by many at once", .timed)
struct StoreConcurrencyTests {
  let cache = TemporaryCache()

  @Test func twoStoresSeeEachOther() throws {
    let one = try Store.open(directory: cache.directory)
    let other = try Store.open(directory: cache.directory)
    try one.put(StoreFixture.response("a"), [1])
    #expect(TemporaryCache.names(in: cache.directory).contains("cache.db-wal"))
    #expect(try other.responses(for: StoreFixture.key("a")).count == 1)
    try other.put(StoreFixture.response("b"), [2])
    #expect(try one.totals().entries == 2)
    one.database.close()
    #expect(try one.responses(for: StoreFixture.key("a")).isEmpty)
    #expect(try other.responses(for: StoreFixture.key("a")).count == 1)
  }

  @Test(arguments: 0..<5)
  func firstOpensMakeOneSchema(round: Int) async throws {
    let directory = cache.directory
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          let store = try Store.open(directory: directory)
          for number in 0..<10 { try store.put(StoreFixture.response("\(task)-\(number)"), [1]) }
        }
      }
      try await group.waitForAll()
    }
    let store = try Store.open(directory: directory)
    #expect(try store.totals().entries == 80)
    #expect(try store.totals() == store.summed())
    #expect(store.notice == nil)
    #expect(!TemporaryCache.names(in: directory).contains { $0.contains("damaged") })
  }

  @Test func equalVariantsStoredTogetherLeaveOne() async throws {
    let directory = cache.directory
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let store = try Store.open(directory: directory)
          for _ in 0..<5 { try store.put(StoreFixture.response(), StoreFixture.bytes(20_000)) }
        }
      }
      try await group.waitForAll()
    }
    let store = try Store.open(directory: directory)
    #expect(try store.responses(for: StoreFixture.key()).count == 1)
    #expect(cache.bodies.count == 1)
  }
}
