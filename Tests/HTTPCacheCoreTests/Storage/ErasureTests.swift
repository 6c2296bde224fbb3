import CSystem
import HTTPCacheCore
import TestSupport
import Testing

@Suite("Store: deleted means gone")
struct ErasureTests {
  let cache = TemporaryCache()

  private static let words = ["secret-path", "secret-field", "secret-body", "secret-query"]

  /// Whether any file of the cache holds any of the words.
  private func remains() -> [String] {
    var found: [String] = []
    let names = TemporaryCache.names(in: cache.directory) + cache.bodies.map { "bodies/" + $0 }
    for name in names {
      let bytes = TemporaryCache.read(cache.file(name))
      for word in Self.words where bytes.firstRange(of: Array(word.utf8)) != nil {
        found.append("\(word) in \(name)")
      }
    }
    return found
  }

  private func fill(_ store: Store) throws {
    for number in 0..<400 {
      let fields = [
        FieldLine("Cache-Control", "max-age=60"), FieldLine("X", "secret-field-\(number)"),
        FieldLine("Cache-Groups", "\"secret-query\""),
      ]
      let body = Array(String(repeating: "secret-body ", count: [3, 300, 3000][number % 3]).utf8)
      // Some are stored anew, and move within their pages.
      try store.put(
        StoreFixture.response("secret-path/\(number * 7 % 150)?secret-query", fields: fields), body)
    }
  }

  @Test("after everything was trimmed no file of the cache holds a byte of it")
  func trimmed() throws {
    let store = try Store.open(directory: cache.directory)
    try fill(store)
    #expect(!remains().isEmpty)
    _ = try store.invalidate(.key(StoreFixture.key("secret-path/1")), at: 1)
    try fill(store)
    for name in ["cache.db.damaged-0123", "bodies/\(String(repeating: "a", count: 32))"] {
      TemporaryCache.write(Array("secret-body".utf8), to: cache.file(name))
    }
    let reader = try Store.open(directory: cache.directory, options: StoreOptions(isReadOnly: true))
    #expect(try reader.totals().entries == 150)
    #expect(try store.trim(EntrySelection()).removed == 150)
    #expect(remains() == [])
    #expect(try reader.totals().entries == 0, "a process that has it open goes on")
    #expect(try store.verify().damage.isEmpty)
    try store.put(StoreFixture.response(), [1])
    #expect(try reader.responses(for: StoreFixture.key()).count == 1)
  }

  @Test("what a living writer has under way stays")
  func livingWriter() throws {
    let store = try Store.open(directory: cache.directory)
    let writer = try store.makeWriter()
    try writer.append(StoreFixture.bytes(30_000))
    let other = try Store.open(directory: cache.directory)
    _ = try other.trim(EntrySelection())
    try store.commit(StoreFixture.response(), body: writer, at: StoreFixture.now)
    let entry = try #require(try other.responses(for: StoreFixture.key()).first)
    #expect(try other.openBody(entry).readAll() == StoreFixture.bytes(30_000))
  }

  @Test("a reader that keeps the log from being emptied is told of")
  func reader() throws {
    let options = StoreOptions(busyMilliseconds: 20)
    let store = try Store.open(directory: cache.directory, options: options)
    try fill(store)
    let other = SnapshotReader(cache.file("cache.db"))
    #expect(throws: StoreError.locked(path: cache.directory)) { try store.trim(EntrySelection()) }
    withExtendedLifetime(other) {}
  }
}
