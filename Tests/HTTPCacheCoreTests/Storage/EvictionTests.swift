import TestSupport
import Testing

@testable import HTTPCacheCore

@Suite("Store capacity", .timed)
struct EvictionTests {
  let cache = TemporaryCache()

  /// What the files in the cache's directory hold together.
  private func diskBytes() -> Int {
    let names = TemporaryCache.names(in: cache.directory).filter { $0 != "bodies" && !$0.hasSuffix("-shm") }
    let paths = names.map { cache.file($0) } + cache.bodies.map { cache.file("bodies/" + $0) }
    return paths.reduce(0) { $0 + (TemporaryCache.size($1) ?? 0) }
  }

  /// Stores more than there is room for, and looks whether it ever takes more than that.
  private func fill(_ store: Store, capacity: Int, bytes: Int, bodyLength: Int, slack: Int) throws {
    for number in 0..<(bytes / bodyLength) {
      let now = StoreFixture.now + Int64(number)
      try store.put(StoreFixture.response(String(number)), StoreFixture.bytes(bodyLength), at: now)
      if number % 50 == 0 { #expect(diskBytes() <= capacity + slack) }
    }
    let totals = try store.totals()
    #expect(try totals == store.summed())
    #expect(Int(totals.entries) * bodyLength > capacity * 9 / 20, "no more goes than must")
    #expect(diskBytes() <= capacity)
    #expect(try store.responses(for: StoreFixture.key("0")).isEmpty)
  }

  @Test(arguments: [500, 3000, 10_000, 30_000])
  func capacityHolds(bodyLength: Int) throws {
    let store = try Store.open(directory: cache.directory, options: StoreOptions(capacity: 1 << 20))
    try fill(store, capacity: 1 << 20, bytes: 3_000_000, bodyLength: bodyLength, slack: 60_000)
  }

  @Test("a cache that was made for more, whose pages are larger, keeps to less", arguments: [2000, 7000])
  func capacityHoldsInLargerPages(bodyLength: Int) throws {
    try Store.open(directory: cache.directory).database.close()
    #expect(TemporaryCache.read(cache.file("cache.db"))[16..<18] == [0x40, 0])
    let store = try Store.open(directory: cache.directory, options: StoreOptions(capacity: 4 << 20))
    try fill(store, capacity: 4 << 20, bytes: 8_000_000, bodyLength: bodyLength, slack: 200_000)
  }

  @Test func leastRecentlyUsedGoesFirst() throws {
    let store = try Store.open(directory: cache.directory, options: StoreOptions(capacity: 1 << 20))
    let kept = try store.put(StoreFixture.response("kept"), StoreFixture.bytes(30_000))
    for number in 1..<100 {
      let now = StoreFixture.now + Int64(number * 60)
      try store.put(StoreFixture.response(String(number)), StoreFixture.bytes(30_000), at: now)
      store.note([Use(.hit, at: now, entry: kept)])
    }
    #expect(try store.responses(for: StoreFixture.key("kept")).count == 1)
    #expect(try store.responses(for: StoreFixture.key("1")).isEmpty)
    #expect(try store.responses(for: StoreFixture.key("99")).count == 1)
    #expect(cache.bodies.count == Int(try store.totals().entries), "no file without its row")
  }

  static let selections: [(name: String, selection: EntrySelection?, entries: Int64?)] = [
    ("--max-entries", nil, 2),
    (
      "--unused-for",
      {
        var unused = EntrySelection(); unused.unusedSince = StoreFixture.now + 50; return unused
      }(), nil
    ),
  ]
  @Test(
    "a dry run names what goes, with the uses that are only noted yet", arguments: selections, [false, true])
  func dryRun(_ row: (name: String, selection: EntrySelection?, entries: Int64?), isReadOnly: Bool) throws {
    let store = try Store.open(directory: cache.directory)
    var ids: [EntryID] = []
    for number in 0..<4 {
      ids.append(try store.put(StoreFixture.response("\(number)"), [1], at: StoreFixture.now + Int64(number)))
    }
    store.note([
      Use(.hit, at: StoreFixture.now + 100, entry: ids[0]),
      Use(.hit, at: StoreFixture.now + 101, entry: ids[2]),
    ])
    let reader = try Store.open(directory: cache.directory, options: StoreOptions(isReadOnly: isReadOnly))
    var named: [String] = []
    try reader.forEachToTrim(row.selection, bytes: nil, entries: row.entries) { uri, _ in
      named.append(uri)
      return true
    }
    #expect(named == ["1", "3"].map { StoreFixture.key($0).uri }, "\(row.name)")
    #expect(try reader.top(.mostUsed, count: 1).first?.id == ids[0])
    #expect(try store.totals().entries == 4)
    _ = try store.trim(row.selection, bytes: nil, entries: row.entries) { true }
    for number in 0..<4 {
      #expect(try store.responses(for: StoreFixture.key("\(number)")).isEmpty == [1, 3].contains(number))
    }
  }

  typealias Choice = (rule: String, pattern: String?, url: String?, removed: [String])
  static let choices: [Choice] = [
    ("a pattern", "http://example.test/x?", nil, ["x1", "x?"]),
    ("a URL", nil, "http://example.test/x?", ["x?"]),
    ("either", "http://example.test/a*", "http://example.test/x?", ["a", "x?"]),
    ("a pattern without a beginning", "*1", "http://example.test/a", ["a", "x1"]),
    ("neither", "http://example.test/z*", "http://example.test/z", []),
  ]

  @Test("selected by a pattern, a URL, or either", arguments: choices)
  func trimmedByURL(_ row: Choice) throws {
    let store = try Store.open(directory: cache.directory)
    let paths = ["a", "x1", "x?"]
    for path in paths { try store.put(StoreFixture.response(path), [1]) }
    var selection = EntrySelection()
    (selection.urlPattern, selection.url) = (row.pattern, row.url)
    var named: [String] = []
    try store.forEachToTrim(selection, bytes: nil, entries: nil) { uri, _ in
      named.append(uri)
      return true
    }
    #expect(named.sorted() == row.removed.map { StoreFixture.key($0).uri }, "\(row.rule)")
    #expect(try store.trim(selection).removed == row.removed.count)
    #expect(try paths.filter { try store.responses(for: StoreFixture.key($0)).isEmpty } == row.removed)
  }

  @Test("the least recently used go and no more than must, whatever the order of their rows")
  func trimmedInTheOrderOfRows() throws {
    let store = try Store.open(directory: cache.directory, options: StoreOptions(capacity: 4 << 20))
    let uses = (0..<1600).map { $0 * 7919 % 1600 }
    for (number, use) in uses.enumerated() {
      let at = StoreFixture.now + Int64(use)
      try store.put(StoreFixture.response(String(number)), StoreFixture.bytes(600), at: at)
    }
    let byUse = uses.enumerated().sorted { $0.element < $1.element }.map {
      StoreFixture.key(String($0.offset))
    }
    func removed() throws -> [CacheKey] { try byUse.filter { try store.responses(for: $0).isEmpty } }

    // More than one transaction removes.
    #expect(try store.trim(nil, entries: 500).removed == 1100)
    #expect(try removed() == Array(byUse.prefix(1100)))
    #expect(try store.totals() == store.summed())

    let limit = 256 << 10
    let more = Int(try store.trim(nil, bytes: Int64(limit)).removed)
    #expect(try removed() == Array(byUse.prefix(1100 + more)))
    store.database.close()
    let size = try #require(TemporaryCache.size(cache.file("cache.db")))
    #expect(more > 0 && size > limit * 8 / 10, "\(size) bytes are left")
  }

  @Test func trimmedToASize() throws {
    let store = try Store.open(directory: cache.directory)
    for number in 0..<400 {
      try store.put(StoreFixture.response(String(number)), StoreFixture.bytes(5000))
    }
    #expect(try store.trim(nil, bytes: 1 << 20).removed > 100)
    #expect(try store.totals() == store.summed())
    _ = try store.trim(nil, bytes: 0)
    #expect(try store.totals() == StoreTotals(entries: 0, bytes: 0, fileBytes: 0))
  }
}
