import CSystem
import HTTPCacheCore
import TestSupport
import Testing

@Suite("Store: deleted means gone", .timed)
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

  @Test("numbers, figures, the key of credentials and the time of an invalidation stay when everything goes")
  func kept() throws {
    let store = try Store.open(directory: cache.directory)
    let other = try Store.open(directory: cache.directory)
    let fields = [FieldLine("Cache-Control", "max-age=60, public"), FieldLine("Vary", "Authorization")]
    let selecting = [FieldLine("Authorization", "Basic Zm9v")]
    let sealed = StoreFixture.response("b", fields: fields, selecting: selecting)
    try other.put(sealed, [1])
    let digests = try store.responses(for: StoreFixture.key("b")).map(\.response.selectingFields)
    #expect(digests.count == 1 && digests[0] != sealed.selectingFields)
    let last = try store.put(StoreFixture.response(), StoreFixture.bytes(30_000))
    _ = try store.invalidate(.key(StoreFixture.key("c")), at: 7_000_000)
    other.note([Use(.hit, at: StoreFixture.now, entry: last, bytesNotTransferred: 30_000)])
    let before = try store.activity()
    #expect(before.hits == 1)

    let report = try store.trim(EntrySelection())
    #expect(report.removed == 2 && report.removedBytes > 30_000 && cache.bodies.isEmpty)
    #expect(try store.totals() == StoreTotals(entries: 0, bytes: 0, fileBytes: 0))
    #expect(try store.activity() == before)
    #expect(try store.verify().damage.isEmpty)

    #expect(try other.responses(for: StoreFixture.key()).isEmpty)
    #expect(try other.put(sealed, [1]).number > last.number, "no number is given twice")
    let third = try Store.open(directory: cache.directory)
    for writer in [other, third] {
      try writer.put(sealed, [1])
      #expect(try store.responses(for: StoreFixture.key("b")).map(\.response.selectingFields) == digests)
    }
    let late = NewResponse(StoreFixture.response("c"), askedAt: 6_000_000)
    #expect(throws: StoreError.invalidatedMeanwhile) {
      try other.perform(Write(.store(late)), try other.makeWriter())
    }
  }

  @Test("a body that is being read when everything goes ends as it began")
  func readerOfBody() throws {
    let store = try Store.open(directory: cache.directory)
    let other = try Store.open(directory: cache.directory)
    for (path, count) in [("a", 100_000), ("b", 300)] {
      try store.put(StoreFixture.response(path), StoreFixture.bytes(count))
    }
    let found = try ["a", "b"].map { try #require(try other.responses(for: StoreFixture.key($0)).first) }
    let open = try other.openBody(found[0])
    #expect(try store.trim(EntrySelection()).removed == 2)
    #expect(try open.readAll() == StoreFixture.bytes(100_000))
    #expect(throws: StoreError.gone(found[0].id)) { try other.openBody(found[0]) }
    #expect(try !other.update(found[1], to: found[1].response, at: StoreFixture.now))
  }

  @Test("what others store while everything goes is there whole, or went", arguments: [300, 30_000])
  func writersBeside(bodySize: Int) async throws {
    let directory = cache.directory
    let bytes = StoreFixture.bytes(bodySize)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<3 {
        group.addTask {
          let store = try Store.open(directory: directory)
          for number in 0..<60 {
            let path = "\(task)-\(number)"
            try store.put(StoreFixture.response(path), bytes)
            for entry in try store.responses(for: StoreFixture.key(path)) {
              do { #expect(try store.openBody(entry).readAll() == bytes) } catch StoreError.gone {}
            }
          }
        }
      }
      group.addTask {
        let store = try Store.open(directory: directory)
        for _ in 0..<10 {
          // Another process's reading may keep the log from being emptied in time.
          do { _ = try store.trim(EntrySelection()) } catch StoreError.locked {}
        }
      }
      try await group.waitForAll()
    }
    let store = try Store.open(directory: directory)
    #expect(try store.verify().damage.isEmpty && store.totals() == store.summed())
    try store.put(StoreFixture.response(), bytes)
    let last = try #require(try store.responses(for: StoreFixture.key()).first)
    #expect(try store.openBody(last).readAll() == bytes && store.notice == nil)
  }

  @Test("what a living writer has under way stays")
  func livingWriter() throws {
    let store = try Store.open(directory: cache.directory)
    let writer = try store.makeWriter()
    try writer.append(StoreFixture.bytes(30_000))
    let other = try Store.open(directory: cache.directory)
    _ = try other.trim(EntrySelection())
    try store.commit(StoreFixture.response(), body: writer)
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
