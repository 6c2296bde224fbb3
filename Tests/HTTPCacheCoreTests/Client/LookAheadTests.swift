import TestSupport
import Testing

@testable import HTTPCacheCore

@Suite("Looking up and deciding ahead")
struct LookAheadTests {
  private let cache = TemporaryCache()
  private let now = StoreFixture.now

  private func request(_ path: String, _ fields: [FieldLine] = []) throws -> FetchRequest {
    let target = try TargetURI("http://example.test/" + path)
    return FetchRequest(head: RequestHead(target: target, fields: FieldSection(fields)))
  }

  private func wanted(_ paths: [String]) throws -> [LookAhead.Wanted] {
    try paths.map { LookAhead.Wanted(key: StoreFixture.key($0), request: try request($0)) }
  }

  @Test("few are looked up first, then many, and no more than are good for")
  func windows() throws {
    let store = try Store.open(directory: cache.directory)
    var ahead = LookAhead()
    var ranges: [Range<Int>] = []
    func lookUp() throws {
      while let range = ahead.wanted(waiting: 1000, now: 0) {
        ranges.append(range)
        ahead.add(try wanted(range.map(String.init)), store: store, nil, now: 0, asOf: now)
      }
    }
    try lookUp()
    #expect(ranges == [0..<8, 8..<72])
    ahead.forget(StoreFixture.key("written"))
    try lookUp()
    #expect(ranges == [0..<8, 8..<72, 72..<136, 136..<200], "more where something is written")
    #expect(ahead.take(StoreFixture.key("199"), nil)?.entries.isEmpty == true)
    #expect(ahead.wanted(waiting: 1000, now: 101) == 0..<64, "what was found is good for a tenth of a second")
    #expect(ahead.take(StoreFixture.key("0"), nil) == nil)
  }

  @Test("an answer is given once, and not when something was written since")
  func answers() throws {
    let store = try Store.open(directory: cache.directory)
    for path in ["a", "b", "c"] { try store.put(StoreFixture.response(path), [1]) }
    var ahead = LookAhead()
    ahead.add(try wanted(["a", "b", "c", "d"]), store: store, nil, now: 0, asOf: now)
    #expect(ahead.take(StoreFixture.key("b"), nil)?.entries.count == 1, "in any order")
    #expect(ahead.take(StoreFixture.key("b"), nil) == nil)
    #expect(ahead.take(StoreFixture.key("x"), nil) == nil)
    ahead.forget(StoreFixture.key("c"))
    #expect(ahead.take(StoreFixture.key("a"), nil)?.plan?.decision.outcome == .serve)
    #expect(ahead.take(StoreFixture.key("c"), nil) == nil)
    #expect(ahead.take(StoreFixture.key("d"), nil)?.plan?.decision.outcome == .forward)
    ahead.forgetAll()
    #expect(ahead.take(StoreFixture.key("a"), nil) == nil)
  }

  @Test("a decision holds for the request and the second that it was made for")
  func plans() throws {
    let stored = StoreFixture.response(
      fields: [FieldLine("Cache-Control", "max-age=0"), FieldLine("ETag", "\"1\"")])
    let plan = Plan(try request("a"), stored: [.memory(stored, [])], now: now)
    #expect(plan.question?.fields.first("If-None-Match") == "\"1\"")
    #expect(plan.holds(for: try request("a"), now: now))
    #expect(!plan.holds(for: try request("a"), now: now + 1))
    #expect(!plan.holds(for: try request("a", [FieldLine("Range", "bytes=0-0")]), now: now))
    var other = try request("a")
    other.settings.role = .shared
    #expect(!plan.holds(for: other, now: now))
  }

  @Test("what waits to be written is found by who asks for it")
  func waitingWrites() throws {
    let store = try Store.open(directory: cache.directory)
    try store.put(StoreFixture.response(), [1])
    let client = ClientCache(memory: MemoryTier(costLimit: 0), open: { store })
    let entry = try #require(try store.responses(for: StoreFixture.key()).first)
    let fresher = StoreFixture.response(receivedAt: now + 9)
    var results: [Bool] = []
    client.write(ClientCache.Write(.update(entry, to: fresher, at: now + 9))) {
      results.append((try? $0.get()) ?? false)
    }
    client.write(ClientCache.Write(key: StoreFixture.key("b")) { nil }) {
      results.append((try? $0.get()) ?? true)
    }
    #expect(results.isEmpty)
    let plan = try client.plan(for: try request("a"), StoreFixture.key(), now: now + 9)
    #expect(plan.candidates.first?.response.receivedAt == now + 9)
    #expect(results == [true, false], "both are told what came of it")
  }
}
