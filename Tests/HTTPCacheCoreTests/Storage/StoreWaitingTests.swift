import CSystem
import HTTPCacheCore
import Synchronization
import TestSupport
import Testing

@Suite("Store: waiting for the locks of others", .timed)
struct StoreWaitingTests {
  let cache = TemporaryCache()

  /// Far longer than any test may take: that it is not waited for is seen by the test's end.
  private static let forEver: Int32 = 3_600_000

  @Test("a process that was told to end waits for no lock: it gives up, or never begins to wait")
  func interrupted() throws {
    let store = try Store.open(
      directory: cache.directory,
      options: StoreOptions(busyMilliseconds: Self.forEver, isInterrupted: { true }))
    try store.put(StoreFixture.response("a"), [1])
    let lock = HeldLock(cache.file("cache.db"))
    for path in ["b", "c", "d"] {
      #expect(throws: StoreError.locked(path: cache.directory)) {
        try store.put(StoreFixture.response(path), [1])
      }
    }
    #expect(try store.responses(for: StoreFixture.key("a")).count == 1)
    withExtendedLifetime(lock) {}
  }

  @Test("the word comes while it is waiting")
  func interruptedMeanwhile() throws {
    let asked = Asked()
    let store = try Store.open(
      directory: cache.directory,
      options: StoreOptions(busyMilliseconds: Self.forEver, isInterrupted: { asked.isOften(5) }))
    try store.put(StoreFixture.response("a"), [1])
    let lock = HeldLock(cache.file("cache.db"))
    #expect(throws: StoreError.locked(path: cache.directory)) {
      try store.put(StoreFixture.response("b"), [1])
    }
    withExtendedLifetime(lock) {}
  }

  /// Says yes when it has been asked some times.
  private final class Asked: Sendable {
    private let count = Atomic<Int>(0)

    func isOften(_ least: Int) -> Bool { count.add(1, ordering: .relaxed).newValue > least }
  }

  @Test("a lock is waited for as long as was told, and no longer")
  func waits() throws {
    let store = try Store.open(directory: cache.directory, options: StoreOptions(busyMilliseconds: 30))
    try store.put(StoreFixture.response("a"), [1])
    let lock = HeldLock(cache.file("cache.db"))
    #expect(throws: StoreError.locked(path: cache.directory)) {
      try store.put(StoreFixture.response("b"), [1])
    }
    withExtendedLifetime(lock) {}
  }

  @Test("a hit waits for nobody's lock on the log of uses, and its note is not lost")
  func lockedUsageLog() throws {
    let store = try Store.open(directory: cache.directory)
    try store.put(StoreFixture.response(), [1])
    store.note([Use(.hit, at: StoreFixture.now)])
    let descriptor = open(cache.file("usage.log"), O_RDWR)
    #expect(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
    store.note([Use(.hit, at: StoreFixture.now)])
    try store.put(StoreFixture.response("other"), [1])
    close(descriptor)
    #expect(try store.activity().hits == 2)
  }

  @Test("a note that was cut off is lost alone", arguments: [1, 8, 24, 25, 31])
  func tornNote(length: Int) throws {
    let store = try Store.open(directory: cache.directory)
    let id = try store.put(StoreFixture.response(), [1])
    let use = Use(.hit, at: StoreFixture.now, entry: id)
    store.note([use])
    store.note([use])
    let whole = TemporaryCache.read(cache.file("usage.log"))
    TemporaryCache.write(Array(whole.prefix(whole.count / 2 + length)), to: cache.file("usage.log"))
    for _ in 1...2 { store.note([use]) }
    #expect(try store.activity().hits == 3)
  }

  @Test("a lock on the directory is given up as well")
  func lockedDirectory() throws {
    mkdir(cache.directory, 0o700)
    let descriptor = open(cache.file("cache.lock"), O_RDWR | O_CREAT, 0o600)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)
    #expect(throws: StoreError.locked(path: cache.directory)) {
      try Store.open(
        directory: cache.directory,
        options: StoreOptions(busyMilliseconds: Self.forEver, isInterrupted: { true }))
    }
  }
}
