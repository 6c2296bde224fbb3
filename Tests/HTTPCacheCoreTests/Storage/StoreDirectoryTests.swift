import CSystem
import TestSupport
import Testing

@testable import HTTPCacheCore

@Suite("Store directory", .timed)
struct StoreDirectoryTests {
  let cache = TemporaryCache()

  @Test func modesArePrivate() throws {
    let store = try Store.open(directory: cache.path + "/parent/deep/")
    try store.put(StoreFixture.response(), StoreFixture.bytes(20_000))
    let directory = cache.path + "/parent/deep"
    for path in [cache.path + "/parent", directory, directory + "/bodies"] {
      #expect(TemporaryCache.mode(path) == 0o700, "\(path)")
    }
    for name in TemporaryCache.names(in: directory) where name != "bodies" {
      #expect(TemporaryCache.mode(directory + "/" + name) == 0o600, "\(name)")
    }
    for name in TemporaryCache.names(in: directory + "/bodies") {
      #expect(TemporaryCache.mode(directory + "/bodies/" + name) == 0o600)
    }
  }

  @Test(arguments: ["", "/"])
  func linkIsRefused(end: String) throws {
    mkdir(cache.path + "/target", 0o700)
    symlink(cache.path + "/target", cache.directory)
    #expect(throws: StoreError.notDirectory(path: cache.directory)) {
      try Store.open(directory: cache.directory + end)
    }
    #expect(TemporaryCache.names(in: cache.path + "/target").isEmpty)
  }

  @Test func fileIsRefused() throws {
    TemporaryCache.write([1], to: cache.directory)
    #expect(throws: StoreError.notDirectory(path: cache.directory)) {
      try Store.open(directory: cache.directory)
    }
  }

  @Test func linkInPlaceOfTheDatabaseIsRefused() throws {
    mkdir(cache.directory, 0o700)
    symlink(cache.path + "/elsewhere", cache.file("cache.db"))
    #expect(throws: StoreError.self) { try Store.open(directory: cache.directory) }
    #expect(TemporaryCache.mode(cache.path + "/elsewhere") == -1)
  }

  @Test func linkInPlaceOfTheBodiesIsRefused() throws {
    mkdir(cache.directory, 0o700)
    mkdir(cache.path + "/target", 0o700)
    symlink(cache.path + "/target", cache.file("bodies"))
    #expect(throws: StoreError.notDirectory(path: cache.file("bodies"))) {
      try Store.open(directory: cache.directory)
    }
    #expect(TemporaryCache.names(in: cache.path + "/target").isEmpty)
  }

  @Test func anotherUsersIsRefused() throws {
    mkdir(cache.directory, 0o700)
    guard chown(cache.directory, 4242, 4242) == 0 else { return }  // Only root can give it away.
    #expect(throws: StoreError.notOurs(path: cache.directory)) { try Store.open(directory: cache.directory) }
    #expect(TemporaryCache.names(in: cache.directory).isEmpty)
    #expect(Store.exists(in: cache.directory), "so that trim and stats say so")
  }

  @Test("for reading only, another user's directory will do, and stays as it is")
  func anotherUsersIsRead() throws {
    let store = try Store.open(directory: cache.directory)
    try store.put(StoreFixture.response(), StoreFixture.bytes(20_000))
    store.database.close()
    let names = ["", "/cache.db", "/cache.db-wal", "/cache.db-shm", "/cache.lock", "/bodies"]
    for name in names { chown(cache.directory + name, 4242, 4242) }
    guard TemporaryCache.owner(cache.directory) == 4242 else { return }  // Only root can give it away.
    let reader = try Store.open(directory: cache.directory, options: StoreOptions(isReadOnly: true))
    let entry = try #require(try reader.responses(for: StoreFixture.key()).first)
    #expect(try reader.openBody(entry).length == 20_000)
    #expect(throws: StoreError.notOurs(path: cache.directory)) { try Store.open(directory: cache.directory) }
  }

  @Test("a directory that can't be made says why")
  func cannotBeMade() throws {
    TemporaryCache.write([1], to: cache.path + "/file")
    let directory = cache.path + "/file/cache"
    #expect(throws: StoreError.self) { try Store.open(directory: directory) }
    let missing = "/proc/no/such/cache"
    #expect(throws: StoreError.notMade(path: missing, reason: "no such file or directory")) {
      try Store.open(directory: missing)
    }
  }

  @Test func strangeNamesWork() throws {
    let directory = cache.path + "/a b?c#d%25&e='ü"
    try Store.open(directory: directory).put(StoreFixture.response(), [1])
    #expect(TemporaryCache.names(in: directory).contains("cache.db"))
    #expect(TemporaryCache.names(in: cache.path).count == 1)
    #expect(TemporaryCache.mode(directory + "/cache.db") == 0o600)
  }

  @Test func readingOnlyChangesNothing() throws {
    let options = StoreOptions(isReadOnly: true)
    let missing = try Store.open(directory: cache.directory, options: options)
    #expect(try missing.responses(for: StoreFixture.key()).isEmpty)
    #expect(try missing.totals().entries == 0)
    #expect(TemporaryCache.mode(cache.directory) == -1)

    let writer = try Store.open(directory: cache.directory)
    let id = try writer.put(StoreFixture.response(), [1, 2])
    let reader = try Store.open(directory: cache.directory, options: options)
    let entry = try #require(try reader.responses(for: StoreFixture.key()).first)
    #expect(try reader.openBody(entry).readAll() == [1, 2])
    reader.note([Use(.hit, at: StoreFixture.now + 1000, entry: id)])
    #expect(try reader.activity().hits == 0)
    #expect(try reader.responses(for: StoreFixture.key()).first?.lastUsedAt == StoreFixture.now)
    let refusal = StoreError.readOnly(path: cache.directory)
    #expect(throws: refusal) { try reader.makeWriter() }
    #expect(throws: refusal) { try reader.remove(id) }
  }

  @Test(
    "SQLite opens the path that is meant, whatever characters of a URI it holds",
    arguments: [
      ("/a/cache.db", "file:///a/cache.db"), ("a b", "file:a b"), ("/50%?x#y&z", "file:///50%25%3Fx%23y%26z"),
    ])
  func uri(_ row: (path: String, uri: String)) { #expect(SQLiteConnection.uri(row.path) == row.uri) }
}
