import HTTPCacheCore
import Testing

@Suite("Memory cache in the store", .timed)
struct MemoryCacheTests {
  @Test func leastRecentlyUsedGoesFirst() {
    let cache = MemoryCache<String, Int>(costLimit: 3)
    for (value, key) in ["a", "b", "c"].enumerated() { cache.insert(value, for: key) }
    #expect(cache.value(for: "a") == 0)
    cache.insert(3, for: "d")
    #expect(cache.value(for: "b") == nil)
    #expect(["a", "c", "d"].allSatisfy { cache.value(for: $0) != nil })
  }

  @Test func costAndCountBound() {
    let cache = MemoryCache<Int, Int>(costLimit: 100, countLimit: 4)
    for key in 0..<1000 {
      cache.insert(key, for: key, cost: key % 60)
      #expect(cache.totalCost <= 100 && cache.count <= 4)
    }
    #expect(!cache.insert(0, for: 999, cost: 101))
    #expect(cache.value(for: 999) == nil, "what no longer holds is not found")
    cache.removeAll()
    #expect(cache.count == 0 && cache.totalCost == 0)
    #expect(cache.insert(1, for: 1, cost: .min) && cache.totalCost == 0)
  }

  @Test func replacingAndRemoving() {
    let cache = MemoryCache<String, Int>(costLimit: 10)
    cache.insert(1, for: "a", cost: 4)
    cache.insert(2, for: "a", cost: 5)
    #expect(cache.totalCost == 5 && cache.value(for: "a") == 2)
    #expect(cache.remove("a") == 2 && cache.remove("a") == nil && cache.totalCost == 0)
  }

  typealias Row = (memory: Int, limit: Int)
  static let rows: [Row] = [
    (512 << 20, (512 << 20) / 10), (1 << 30, (1 << 30) / 5), (0, 0), (-1, 0),
  ]

  @Test(arguments: rows)
  func shareOfMemory(_ row: Row) {
    #expect(MemoryCache<Int, Int>.defaultCostLimit(physicalMemory: row.memory) == row.limit)
  }

  @Test("a response that is larger than the limit is not held")
  func tooLarge() throws {
    let storage = MemoryStorage(costLimit: 1 << 20)
    let body = NewBody()
    try BodyPiece.with(StoreFixture.bytes(2 << 20)) { piece in
      Result { () throws(StoreError) in try body.append(piece) }
    }.get()
    storage.apply([Write(.store(NewResponse(StoreFixture.response())))], body: body) { _ in }
    #expect(storage.stored(under: StoreFixture.key()).isEmpty)
  }
}
