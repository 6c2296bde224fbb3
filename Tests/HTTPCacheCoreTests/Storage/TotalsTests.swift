import HTTPCacheCore
import TestSupport
import Testing

@Suite("Store totals: exact, checked, and harmless where they are damaged", .timed)
struct TotalsTests {
  let cache = TemporaryCache()

  private func arrival(_ store: Store, _ path: String, _ length: Int) throws -> (Write, BodyWriter?) {
    let writer = try store.makeWriter()
    try writer.append(StoreFixture.bytes(length))
    return (Write(.store(NewResponse(StoreFixture.response(path)))), writer)
  }

  @Test("what comes and goes within one transaction leaves nothing behind", arguments: [10, 20_000])
  func withinATransaction(length: Int) throws {
    let store = try Store.open(directory: cache.directory)
    for _ in 0..<3 {
      let results = store.perform([
        try arrival(store, "a", length), try arrival(store, "b", length), try arrival(store, "a", 2 * length),
        try arrival(store, "a", length),
      ])
      for result in results { _ = try result.get() }
      #expect(try store.totals() == store.summed())
      #expect(try store.totals().entries == 2)
    }
    let keys = [StoreFixture.key("a"), StoreFixture.key("b")]
    for entry in try store.responses(for: keys).joined() { try store.remove(entry.id) }
    #expect(try store.totals() == StoreTotals(entries: 0, bytes: 0, fileBytes: 0))
    #expect(try store.verify().damage.isEmpty)
  }

  @Test("exact after any sequence")
  func anySequence() throws {
    let store = try Store.open(directory: cache.directory, options: StoreOptions(capacity: 3 << 20))
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<60 {
      let writes = try (0..<Int.random(in: 1...6, using: &generator)).map { _ in
        try arrival(
          store, String(Int.random(in: 0..<9, using: &generator)),
          [5, 3000, 20_000, 90_000].randomElement(using: &generator) ?? 5)
      }
      _ = store.perform(writes)
      if Bool.random(using: &generator) { _ = try store.invalidate(.key(StoreFixture.key("3")), at: 1) }
      #expect(try store.totals() == store.summed())
    }
  }

  static let nonsense = [
    "entries = -5", "bytes = -1", "file_bytes = -1", "file_bytes = bytes + 1",
    "entries = -9223372036854775808, bytes = -9223372036854775808, file_bytes = -9223372036854775808",
    "entries = 9223372036854775807, bytes = 9223372036854775807, file_bytes = 9223372036854775807",
    "bytes = 4611686018427387904, file_bytes = 4611686018427387904", "bytes = 'many'", "file_bytes = 1e300",
    "next_id = 1", "next_id = 9223372036854775807", "next_id = 'x'", "next_id = -3",
    "entries = entries + 1", "bytes = bytes + 4096", "file_bytes = file_bytes - 4096",
  ]

  private func filled() throws {
    let store = try Store.open(directory: cache.directory)
    for number in 0..<6 { try store.put(StoreFixture.response("\(number)"), StoreFixture.bytes(20_000)) }
  }

  @Test("nonsense neither traps nor evicts; it is named, and mended", arguments: nonsense)
  func nonsenseIsHarmless(_ change: String) throws {
    try filled()
    cache.execute("UPDATE totals SET \(change)")
    let reader = try Store.open(directory: cache.directory, options: StoreOptions(isReadOnly: true))
    let report = try reader.verify()
    #expect(report.damage.map(\.kind) == [.totals])
    var named = 0
    try reader.forEachToTrim(nil, bytes: 1 << 30, entries: 100) { _, _ in
      named += 1
      return true
    }
    #expect(named == 0, "a dry run counts what is there")

    let store = try Store.open(directory: cache.directory)
    try store.put(StoreFixture.response("new"), StoreFixture.bytes(20_000))
    for number in 0..<6 {
      #expect(try store.responses(for: StoreFixture.key("\(number)")).count == 1, "\(number)")
    }
    try store.repair(try store.verify())
    #expect(try store.verify().damage.isEmpty)
    #expect(try store.totals() == store.summed())
    try store.put(StoreFixture.response("newer"), [1])
    #expect(try store.totals().entries == 8)
  }

  @Test("a missing row is made again")
  func missingRow() throws {
    try filled()
    cache.execute("DELETE FROM totals")
    let store = try Store.open(directory: cache.directory)
    #expect(try store.verify().damage.map(\.kind) == [.totals])
    try store.put(StoreFixture.response("new"), [1])
    #expect(try store.totals() == store.summed() && store.totals().entries == 7)
    #expect(store.notice == nil)
  }

  @Test("totals that are too high by far are counted before anything goes for them")
  func tooHigh() throws {
    let options = StoreOptions(capacity: 8 << 20, maxEntrySize: 1 << 20)
    let store = try Store.open(directory: cache.directory, options: options)
    for number in 0..<10 { try store.put(StoreFixture.response("\(number)"), StoreFixture.bytes(100_000)) }
    cache.execute("UPDATE totals SET bytes = bytes + 900000000, file_bytes = file_bytes + 900000000")
    let other = try Store.open(directory: cache.directory, options: options)
    try other.put(StoreFixture.response("new"), StoreFixture.bytes(100_000))
    #expect(try other.totals().entries == 11 && other.totals() == other.summed())
  }

  @Test("damaged sizes of rows overflow no sum")
  func damagedSizes() throws {
    try filled()
    cache.execute("UPDATE entries SET size = 9223372036854775807, transfer_ms = -9223372036854775808")
    cache.execute(
      "INSERT INTO activity VALUES (1, 1, 9223372036854775807, 9223372036854775807, 5, 9223372036854775807, 1)"
    )
    cache.execute(
      "INSERT INTO activity VALUES (2, 1, 9223372036854775807, 9223372036854775807, 5, 9223372036854775807, 1)"
    )
    let store = try Store.open(directory: cache.directory)
    for dimension in Breakdown.Dimension.allCases {
      let breakdown = try Breakdown(of: store, by: dimension, now: StoreFixture.now, role: .private)
      #expect(breakdown.groups.map(\.entries).reduce(0, +) == 6)
    }
    // Folding makes wider spans of the two.
    store.note([Use(.hit, at: StoreFixture.now)])
    #expect(try store.activity().hits == .max)
    #expect(try store.activityByDay().count == 2)
    try store.put(StoreFixture.response("new"), [1])
    #expect(store.notice == nil)
  }
}
