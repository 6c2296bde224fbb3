import HTTPCacheCore
import Testing

@Suite("Memory cache in the store")
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

  @Test("an answer that is kept in memory survives what it makes invalid itself")
  func tiersKeepTheOrder() throws {
    let memory = MemoryStorage(costLimit: 1 << 20)
    let tiers = TieredStorage(memory: memory, lasting: MemoryStorage(costLimit: 1 << 20))
    var new = NewResponse(
      StoreFixture.response(), requestFields: FieldSection(), role: .private, askedAt: 6, known: [])
    new.place = .memory
    let body = try #require(try tiers.makeBody(.memory))
    var outcomes: [Result<Outcome, StoreError>] = []
    tiers.apply(
      [Write(.invalidate(.key(StoreFixture.key()), at: 5)), Write(.store(new))], body: body
    ) { outcomes = $0 }
    guard case .success(.invalidated) = outcomes.first,
      case .success(.stored(isLasting: false, _)) = outcomes.last
    else { return #expect(Bool(false), "\(outcomes)") }
    #expect(memory.stored(under: StoreFixture.key()).count == 1)
  }

  @Test func tierHoldsVariants() {
    let storage = MemoryStorage(costLimit: 1 << 20)
    func insert(_ response: StoredResponse, _ body: [UInt8]) {
      let new = NewResponse(
        response, requestFields: response.selectingFields, role: .private, askedAt: .max, known: [])
      let kept = NewBody()
      BodyPiece.with(body) { piece in _ = Result { () throws(StoreError) in try kept.append(piece) } }
      storage.apply([Write(.store(new))], body: kept) { _ in }
    }
    let english = [FieldLine("Accept-Language", "en")]
    let later = StoreFixture.now + 5
    let varies = [FieldLine("Vary", "Accept-Language")]
    insert(StoreFixture.response(fields: varies, selecting: english), [1])
    insert(StoreFixture.response(fields: varies, receivedAt: later), [2])
    insert(StoreFixture.response(fields: varies, selecting: english), [3, 3])
    let found = storage.stored(under: StoreFixture.key())
    #expect(found.map(\.response.bodyLength) == [1, 2])
    insert(StoreFixture.response("big"), StoreFixture.bytes(2 << 20))
    #expect(storage.stored(under: StoreFixture.key("big")).isEmpty)
  }
}
