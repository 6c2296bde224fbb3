import TestSupport
import Testing

@testable import HTTPCacheCore

@Suite("Looking up and deciding ahead", .timed)
struct PrefetchTests {
  private let cache = TemporaryCache()
  private let now = StoreFixture.now

  private func request(_ path: String, _ fields: [FieldLine] = []) throws -> FetchRequest {
    let target = try TargetURI("http://example.test/" + path)
    return FetchRequest(head: RequestHead(target: target, fields: FieldSection(fields)))
  }

  private func queries(_ paths: [String]) throws -> [StorageQuery] {
    try paths.map { try request($0).query(at: now) }
  }

  @Test("few are looked up first, then many, and no more than are good for")
  func windows() throws {
    let store = Locked(try Store.open(directory: cache.directory))
    var ahead = Prefetch()
    var ranges: [Range<Int>] = []
    func lookUp() throws {
      while let range = ahead.wanted(waiting: 1000, now: 0) {
        ranges.append(range)
        ahead.add(try queries(range.map(String.init)), store: store, nil, now: 0)
      }
    }
    try lookUp()
    #expect(ranges == [0..<8, 8..<72])
    ahead.forget(StoreFixture.key("written"))
    try lookUp()
    #expect(ranges == [0..<8, 8..<72, 72..<136, 136..<200], "more where something is written")
    #expect(ahead.take(StoreFixture.key("199"))?.stored.isEmpty == true)
    #expect(ahead.wanted(waiting: 1000, now: 101) == 0..<64, "what was found is good for a tenth of a second")
    #expect(ahead.take(StoreFixture.key("0")) == nil)
  }

  @Test("an answer is given once, and not when something was written since")
  func answers() throws {
    let store = try Store.open(directory: cache.directory)
    for path in ["a", "b", "c"] { try store.put(StoreFixture.response(path), [1]) }
    var ahead = Prefetch()
    ahead.add(try queries(["a", "b", "c", "d"]), store: Locked(store), nil, now: 0)
    #expect(ahead.take(StoreFixture.key("b"))?.stored.count == 1, "in any order")
    #expect(ahead.take(StoreFixture.key("b")) == nil)
    #expect(ahead.take(StoreFixture.key("x")) == nil)
    ahead.forget(StoreFixture.key("c"))
    #expect(ahead.take(StoreFixture.key("a"))?.plan?.decision.outcome == .serve)
    #expect(ahead.take(StoreFixture.key("c")) == nil)
    #expect(ahead.take(StoreFixture.key("d"))?.plan?.decision.outcome == .forward)
    ahead.forgetAll()
    #expect(ahead.take(StoreFixture.key("a")) == nil)
  }

  @Test("a decision holds for the request and the second that it was made for")
  func plans() throws {
    let stored = StoreFixture.response(
      fields: [FieldLine("Cache-Control", "max-age=0"), FieldLine("ETag", "\"1\"")])
    let candidate = StoredCandidate(stored, StoreFixture.disk(1))
    let plan = ReusePlan(try request("a").query(at: now), stored: [candidate])
    #expect(plan.forwarded.fields.first("If-None-Match") == "\"1\"")
    #expect(plan.holds(for: try request("a").query(at: now)))
    #expect(!plan.holds(for: try request("a").query(at: now + 1)))
    #expect(!plan.holds(for: try request("a", [FieldLine("Range", "bytes=0-0")]).query(at: now)))
    var other = try request("a")
    other.settings.role = .shared
    #expect(!plan.holds(for: other.query(at: now)))
  }

  @Test("what waits to be written is found by who asks for it")
  func waitingWrites() throws {
    let store = try Store.open(directory: cache.directory)
    try store.put(StoreFixture.response(), [1])
    let directory = cache.directory
    let storage = DiskStorage { () throws(StoreError) -> sending Store? in
      try Store.open(directory: directory)
    }
    var found: [StoredCandidate] = []
    func lookUp() throws {
      storage.lookUp(try request("a").query(at: now + 9)) { found = (try? $0.get().stored) ?? [] }
    }
    try lookUp()
    let fresher = StoreFixture.response(receivedAt: now + 9)
    var outcomes: [Outcome] = []
    func note(_ results: [Result<Outcome, StoreError>]) {
      outcomes += results.compactMap { try? $0.get() }
    }
    storage.apply(
      [Write(.freshen(found[0].reference, to: fresher, at: now + 9))], body: nil, then: note)
    let other = StoreFixture.disk(99)
    storage.apply([Write(.freshen(other, to: fresher, at: now + 9))], body: nil, then: note)
    #expect(outcomes.isEmpty)
    try lookUp()
    #expect(found.first?.response.receivedAt == now + 9)
    #expect(outcomes.count == 2, "both are told what came of it")
    guard case .freshened(isLasting: true) = outcomes[0] else { return #expect(Bool(false)) }
  }
}
