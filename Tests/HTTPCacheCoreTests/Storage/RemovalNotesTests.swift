import CSystem
import TestSupport
import Testing

@testable import HTTPCacheCore

@Suite("Store: a removal that the database can't take is never lost", .timed)
struct RemovalNotesTests {
  let cache = TemporaryCache()

  private static let time = StoreFixture.now.epoch * 1_000_000
  private static let origin = "http://example.test"
  private static let group = [FieldLine("Cache-Control", "max-age=60"), FieldLine("Cache-Groups", "\"g\"")]

  /// A store that waits for no lock.
  private func open(capacity: Int64 = 1 << 30) throws -> Store {
    try Store.open(
      directory: cache.directory, options: StoreOptions(capacity: capacity, busyMilliseconds: 0))
  }

  private func isThere(_ path: String, in store: Store) throws -> Bool {
    try !store.responses(for: StoreFixture.key(path)).isEmpty
  }

  private var notes: RemovalNotes { RemovalNotes(directory: StoreDirectory(path: cache.directory)) }

  private var hasNotes: Bool { access(cache.file("removals.log"), F_OK) == 0 }
  private var hasRoom: Bool { access(cache.file("removals.room"), F_OK) == 0 }

  private static func removal(_ id: EntryID, _ path: String = "a") -> Write {
    Write(.remove(StoredCandidate(StoreFixture.response(path), StoreFixture.disk(id.number))))
  }

  static let scopes: [(scope: InvalidationScope, gone: Set<String>)] = [
    (.key(StoreFixture.key()), ["a", "b"]), (.key(StoreFixture.key("c")), ["c"]),
    (.groups(["g"], origin: origin, server: ""), ["a", "b"]),
    (.groups(["h"], origin: origin, server: ""), []),
    (.origin(origin, server: ""), ["a", "b", "c"]), (.origin(origin, server: "host=x"), []),
  ]

  @Test("behind another process's lock: no process finds it, and the next write makes it", arguments: scopes)
  func behindALock(_ row: (scope: InvalidationScope, gone: Set<String>)) throws {
    let (store, other) = (try open(), try open())
    for path in ["a", "b"] { try store.put(StoreFixture.response(path, fields: Self.group), [1]) }
    try store.put(StoreFixture.response("c"), StoreFixture.bytes(30_000))
    #expect(hasRoom && !hasNotes)
    var lock: HeldLock? = HeldLock(cache.file("cache.db"))
    #expect(try store.invalidate(row.scope, at: Self.time).count == row.gone.count)
    for path in ["a", "b", "c"] {
      for store in [store, other, try open()] {
        #expect(try isThere(path, in: store) != row.gone.contains(path), "\(path)")
      }
    }
    var seen: Set<String> = []
    try other.forEach { entry in
      seen.insert(String(entry.response.key.uri.suffix(1)))
      return true
    }
    #expect(seen == Set(["a", "b", "c"]).subtracting(row.gone))
    #expect(hasNotes)
    #expect(lock != nil)
    lock = nil
    // A response that was asked for before is not stored, as after any invalidation.
    let path = row.gone.sorted().first ?? "d"
    let late = NewResponse(StoreFixture.response(path, fields: Self.group), askedAt: Self.time - 1)
    let writer = try other.makeWriter()
    let outcome = other.perform([(Write(.store(late)), writer)])[0]
    let isRefused = if case .failure(.invalidatedMeanwhile) = outcome { true } else { false }
    #expect(isRefused == !row.gone.isEmpty)
    #expect(hasRoom && !hasNotes)
    #expect(try other.totals().entries == Int64(3 - row.gone.count + (isRefused ? 0 : 1)))
    #expect(try other.verify().damage.isEmpty)
  }

  @Test("so is one entry; its file gives its room back at once")
  func oneEntry() throws {
    let store = try open()
    let id = try store.put(StoreFixture.response(), StoreFixture.bytes(30_000))
    let file = try #require(try store.responses(for: StoreFixture.key())[0].bodyFile)
    var lock: HeldLock? = HeldLock(cache.file("cache.db"))
    guard case .removed = try store.perform(Self.removal(id)) else {
      Issue.record("not removed")
      return
    }
    #expect(try !isThere("a", in: store))
    #expect(access(cache.file("bodies/" + file), F_OK) != 0)
    #expect(lock != nil)
    lock = nil
    try store.put(StoreFixture.response("b"), [1])
    #expect(try store.totals().entries == 1 && !hasNotes)
  }

  @Test(
    "a process that is killed amid a note, or between the database and the notes, leaves nothing that answers"
  )
  func killed() throws {
    let store = try open()
    try store.put(StoreFixture.response("a"), [1])
    try store.put(StoreFixture.response("b"), [1])
    // The room has got its name, and no note.
    #expect(rename(cache.file("removals.room"), cache.file("removals.log")) == 0)
    #expect(try isThere("a", in: store) && isThere("b", in: store))
    #expect(notes.add([.scope(.key(StoreFixture.key("a")), at: Self.time)]))
    let whole = TemporaryCache.read(cache.file("removals.log"))
    #expect(notes.add([.scope(.key(StoreFixture.key("b")), at: Self.time)]))
    let both = TemporaryCache.read(cache.file("removals.log"))
    let end = both.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    for length in stride(from: whole.lastIndex { $0 != 0 } ?? 0, to: end, by: 7) {
      // A torn note was not acknowledged; the one before it holds.
      let torn = Array(both.prefix(length)) + [UInt8](repeating: 0, count: max(0, both.count - length))
      TemporaryCache.write(torn, to: cache.file("removals.log"))
      #expect(try isThere("b", in: store) || length + 1 >= end, "\(length)")
    }
    TemporaryCache.write(both, to: cache.file("removals.log"))
    #expect(try !isThere("a", in: store) && !isThere("b", in: store))
    // The database has the removals, and the notes were not emptied: they are made again.
    try store.put(StoreFixture.response("c"), [1])
    TemporaryCache.write(both, to: cache.file("removals.log"))
    #expect(try isThere("c", in: store) && !isThere("b", in: store))
    // Both names for one file.
    #expect(!hasRoom || unlink(cache.file("removals.room")) == 0)
    #expect(link(cache.file("removals.log"), cache.file("removals.room")) == 0)
    try store.put(StoreFixture.response("d"), [1])
    #expect(!hasNotes && hasRoom)
    #expect(try isThere("c", in: store) && isThere("d", in: store))
  }

  @Test(
    "the notes are bounded: beyond, the body's file goes; where there is none, the database is set aside, and that is said"
  )
  func bound() throws {
    let store = try open()
    let large = try store.put(StoreFixture.response("large"), StoreFixture.bytes(30_000))
    try store.put(StoreFixture.response("a"), [1])
    var count = 0
    while notes.add([.scope(.key(StoreFixture.key("\(count)")), at: Self.time)]) { count += 1 }
    #expect(count > 100)
    #expect(TemporaryCache.read(cache.file("removals.log")).count == RemovalNotes.size)
    let lock = HeldLock(cache.file("cache.db"))
    let entry = try store.responses(for: StoreFixture.key("large"))[0]
    try store.perform(Self.removal(large, "large"))
    #expect(throws: StoreError.damagedBody(large)) { try store.openBody(entry) }
    #expect(store.notice == nil)
    #expect(throws: StoreError.setAside(path: cache.directory)) {
      try store.invalidate(.key(StoreFixture.key("a")), at: Self.time)
    }
    #expect(store.notice?.contains("could not take a removal; it was moved aside") == true)
    #expect(try !isThere("a", in: store) && !isThere("a", in: open()))
    withExtendedLifetime(lock) {}
  }

  static let removals: [NotedRemoval] = [
    .entry(1), .entry(.max), .scope(.key(StoreFixture.key("ü")), at: 1),
    .scope(.remoteKey(CacheKey(method: "GET", normalizedURI: "http://a.test/", server: "host=b")), at: .max),
    .scope(.origin(origin, server: ""), at: 0),
    .scope(.groups(["a", "b\n"], origin: origin, server: "x"), at: 7),
  ]

  @Test("a note is read as it was written, and what is no note is none", arguments: removals)
  func form(_ removal: NotedRemoval) throws {
    mkdir(cache.directory, 0o700)
    #expect(notes.add([removal, removal]))
    #expect(notes.read() == [removal, removal])
    for length in 0..<removal.pairs.bytes.count {
      let cut = BytePairs(checking: Array(removal.pairs.bytes.prefix(length)))
      #expect(cut.flatMap(NotedRemoval.init) != removal)
    }
  }

  @Test("a store that can't be opened notes it all the same")
  func unopened() throws {
    try open().put(StoreFixture.response(), [1])
    let storage = DiskStorage(path: cache.directory) { () throws(StoreError) -> sending Store? in
      throw .full(path: "/c")
    }
    storage.apply([Write(.invalidate(.key(StoreFixture.key()), at: Self.time))], body: nil) { _ in }
    #expect(try !isThere("a", in: open()))
  }
}
