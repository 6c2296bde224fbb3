import CSQLite
import CSystem
import TestSupport
import Testing

@testable import HTTPCacheCore

@Suite("Store under faults", .timed)
struct StoreFaultTests {
  let cache = TemporaryCache()

  /// Runs SQL as another program would.
  private func execute(_ sql: String) { cache.execute(sql) }

  private func filled(_ body: [UInt8] = [1, 2, 3]) throws -> StoredEntry {
    let store = try Store.open(directory: cache.directory)
    try store.put(StoreFixture.response(), body)
    return try #require(try store.responses(for: StoreFixture.key()).first)
  }

  typealias Damage = (what: String, sql: String)
  static let damages: [Damage] = [
    ("a field", "UPDATE entries SET fields = x'00'"),
    ("a flipped bit", "UPDATE entries SET status = 201"),
    ("a type", "UPDATE entries SET status = 'ok'"),
    ("a range", "UPDATE entries SET status = 99"),
    ("a key", "UPDATE entries SET received_at = received_at + 1"),
    ("a length", "UPDATE entries SET body_length = -1"),
    ("a path", "UPDATE entries SET body_file = '../../x'"),
  ]

  @Test(arguments: damages)
  func damagedHeadIsAMiss(_ damage: Damage) throws {
    _ = try filled()
    execute(damage.sql)
    let store = try Store.open(directory: cache.directory)
    #expect(try store.responses(for: StoreFixture.key()).isEmpty, "\(damage.what)")
    #expect(try store.totals().entries == 0, "\(damage.what)")
  }

  @Test(arguments: [3, 20_000, 2_000_000])
  func damagedBodyIsDropped(length: Int) throws {
    let entry = try filled(StoreFixture.bytes(length))
    if let name = entry.bodyFile {
      var bytes = TemporaryCache.read(cache.file("bodies/" + name))
      bytes[length / 2] ^= 1
      TemporaryCache.write(bytes, to: cache.file("bodies/" + name))
    } else {
      execute("UPDATE bodies SET body = x'010203'")
    }
    let store = try Store.open(directory: cache.directory)
    let found = try #require(try store.responses(for: StoreFixture.key()).first)
    #expect(throws: StoreError.damagedBody(entry.id)) { try store.openBody(found) }
    #expect(try store.responses(for: StoreFixture.key()).isEmpty)
    #expect(cache.bodies.isEmpty)
  }

  @Test func missingBodyFileIsDamage() throws {
    let entry = try filled(StoreFixture.bytes(20_000))
    for name in cache.bodies { unlink(cache.file("bodies/" + name)) }
    let store = try Store.open(directory: cache.directory)
    #expect(throws: StoreError.damagedBody(entry.id)) { try store.openBody(entry) }
    #expect(try store.totals().entries == 0)
  }

  @Test func damagedDatabaseIsMovedAside() throws {
    _ = try filled(StoreFixture.bytes(20_000))
    execute("PRAGMA wal_checkpoint(TRUNCATE)")
    TemporaryCache.write(StoreFixture.bytes(8192), to: cache.file("cache.db"))
    #expect(throws: StoreError.damaged(path: cache.directory)) {
      try Store.open(directory: cache.directory, options: StoreOptions(isReadOnly: true))
    }
    let store = try Store.open(directory: cache.directory)
    #expect(store.notice?.contains("cache.db.damaged-") == true)
    #expect(TemporaryCache.names(in: cache.directory).contains { $0.hasPrefix("cache.db.damaged-") })
    #expect(cache.bodies.isEmpty)
    try store.put(StoreFixture.response(), StoreFixture.bytes(20_000))
    #expect(try Store.open(directory: cache.directory).notice == nil, "said once")
    store.database.close()
    execute("PRAGMA wal_checkpoint(TRUNCATE)")
    TemporaryCache.write(StoreFixture.bytes(8192), to: cache.file("cache.db"))
    #expect(try Store.open(directory: cache.directory).notice != nil)
    let asides = TemporaryCache.names(in: cache.directory).filter { $0.hasPrefix("cache.db.damaged-") }
    #expect(Set(asides.map { $0.prefix(49) }).count == 1, "only the newest is kept")
  }

  /// Stores 200 responses and overwrites a part of the database, which the closure chooses by the length of a page and of it all.
  private func fillAndDamage(_ places: (_ page: Int, _ length: Int) -> Range<Int>) throws {
    let store = try Store.open(directory: cache.directory)
    for number in 0..<200 {
      try store.put(StoreFixture.response(String(number)), StoreFixture.bytes(3000))
    }
    store.database.close()
    execute("PRAGMA wal_checkpoint(TRUNCATE)")
    var bytes = TemporaryCache.read(cache.file("cache.db"))
    let page = Int(bytes[16]) << 8 | Int(bytes[17])
    for place in places(page, bytes.count) { bytes[place] = 0x55 }
    TemporaryCache.write(bytes, to: cache.file("cache.db"))
  }

  @Test func damageFoundInUseIsMovedAside() throws {
    try fillAndDamage { page, length in page..<length }
    let damaged = try Store.open(directory: cache.directory)
    #expect(throws: StoreError.damaged(path: cache.directory)) {
      try damaged.responses(for: StoreFixture.key("7"))
    }
    #expect(damaged.notice != nil)
    try damaged.put(StoreFixture.response(), [1])
    #expect(try damaged.responses(for: StoreFixture.key()).count == 1)
  }

  @Test func repairReplacesADamagedDatabase() throws {
    try fillAndDamage { page, _ in page..<2 * page }
    let damaged = try Store.open(directory: cache.directory)
    let report = try damaged.verify()
    #expect(report.damage.contains { $0.kind == .database })
    try damaged.repair(report)
    #expect(damaged.notice != nil)
    #expect(try Store.open(directory: cache.directory).verify().damage.isEmpty)
  }

  @Test(
    "a flipped bit in the numbers that say whose database it is, is damage like any other",
    arguments: [
      "application_id=\(0x6874_6361 ^ 0x10)", "application_id=\(0x6874_6361 ^ 0x4000_0000)",
      "user_version=1027", "user_version=\(3 + 1 << 30)", "user_version=-2147483646",
    ])
  func flippedNumbers(_ pragma: String) throws {
    _ = try filled()
    execute("PRAGMA \(pragma)")
    #expect(throws: StoreError.damaged(path: cache.directory)) {
      try Store.open(directory: cache.directory, options: StoreOptions(isReadOnly: true))
    }
    let store = try Store.open(directory: cache.directory)
    #expect(store.notice != nil)
    #expect(try store.verify().damage.isEmpty)
  }

  @Test(
    "numbers of another program or a later version stay what they are, also above our own tables",
    arguments: [
      "application_id=7", "application_id=0", "user_version=4", "user_version=99", "user_version=1000",
    ])
  func otherNumbers(_ pragma: String) throws {
    _ = try filled()
    execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode=DELETE; PRAGMA \(pragma)")
    let before = TemporaryCache.read(cache.file("cache.db"))
    for isReadOnly in [true, false] {
      #expect(throws: StoreError.self) {
        try Store.open(directory: cache.directory, options: StoreOptions(isReadOnly: isReadOnly))
      }
    }
    #expect(TemporaryCache.read(cache.file("cache.db")) == before)
  }

  typealias Foreign = (sql: String, isNewer: Bool)
  static let foreign: [Foreign] = [
    ("CREATE TABLE t (x); INSERT INTO t VALUES (1)", false), ("PRAGMA application_id=7", false),
    ("PRAGMA journal_mode=WAL; PRAGMA user_version=3", false),
    ("PRAGMA application_id=\(0x6874_6361); PRAGMA user_version=99; CREATE TABLE t (x)", true),
  ]

  @Test(arguments: foreign)
  func otherDatabasesAreLeftAlone(_ row: Foreign) throws {
    mkdir(cache.directory, 0o700)
    execute(row.sql)
    let before = TemporaryCache.read(cache.file("cache.db"))
    let expected: StoreError =
      row.isNewer
      ? .newerSchema(path: cache.directory, found: 99, known: 3) : .foreignDatabase(path: cache.directory)
    for isReadOnly in [true, false] {
      #expect(throws: expected) {
        try Store.open(directory: cache.directory, options: StoreOptions(isReadOnly: isReadOnly))
      }
    }
    #expect(TemporaryCache.read(cache.file("cache.db")) == before)
    #expect(!expected.message.contains("\n"))
  }

  @Test(
    "a process that is killed before the database has its log leaves a journal, which even reading undoes")
  func interruptedCreation() throws {
    _ = try filled()
    execute("PRAGMA journal_mode=DELETE")
    let other = TemporaryCache()
    mkdir(other.directory, 0o700)
    var handle: OpaquePointer?
    sqlite3_open(cache.file("cache.db"), &handle)
    #expect(sqlite3_exec(handle, "BEGIN; UPDATE entries SET status = 500", nil, nil, nil) == SQLITE_OK)
    #expect(sqlite3_db_cacheflush(handle) == SQLITE_OK)
    for name in ["cache.db", "cache.db-journal"] {
      TemporaryCache.write(TemporaryCache.read(cache.file(name)), to: other.file(name))
    }
    sqlite3_close(handle)
    let store = try Store.open(directory: other.directory, options: StoreOptions(isReadOnly: true))
    #expect(try store.verify().damage.isEmpty)
    #expect(try store.totals().entries == 1)
  }

  @Test func emptiedDatabaseIsMadeAgain() throws {
    _ = try filled()
    TemporaryCache.write([], to: cache.file("cache.db"))
    unlink(cache.file("cache.db-wal"))
    let store = try Store.open(directory: cache.directory)
    #expect(try store.responses(for: StoreFixture.key()).isEmpty)
    try store.put(StoreFixture.response(), [1])
  }
}
