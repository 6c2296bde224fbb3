import CSystem
import TestSupport
import Testing

@testable import HTTPCacheCore

@Suite("Store", .timed)
struct StoreTests {
  let cache = TemporaryCache()

  @Test func fieldsComeBackAsReceived() throws {
    let lines = [
      FieldLine("ETag", "\"x\""), FieldLine("set-COOKIE", "a=1"), FieldLine("Set-Cookie", "b=2"),
      FieldLine(name: "X-Bytes", rawValue: [0xFF, 0x00, 0xFE, 0x20]), FieldLine("X-Empty", ""),
    ]
    var response = StoreFixture.response(fields: lines, selecting: [FieldLine("ACCEPT", "*/*")])
    response.head.version = "2"
    response.userInfo["note"] = "ü\u{0}x"
    let store = try Store.open(directory: cache.directory)
    try store.put(response, [1, 2, 3])
    let found = try #require(try Store.open(directory: cache.directory).responses(for: response.key).first)
    response.bodyLength = 3
    #expect(found.response == response)
    #expect(found.response.head.fields.lines.map(\.name) == lines.map(\.name))
    #expect(try store.openBody(found).readAll() == [1, 2, 3])
  }

  @Test("bodies are put into the buffers that are given; one that is held elsewhere stays as it is")
  func buffers() throws {
    let store = try Store.open(directory: cache.directory)
    let names = ["a", "b", "c"]
    for (name, length) in zip(names, [10, 5000, 0]) {
      try store.put(StoreFixture.response(name), StoreFixture.bytes(length))
    }
    let held = [UInt8](repeating: 7, count: 6000)
    let buffers = [[1, 2, 3], held]
    let found = try store.responses(for: names.map { StoreFixture.key($0) }, buffers: buffers)
    #expect(found.map { $0.first?.inlineBody?.count } == [10, 5000, 0])
    #expect(found.map { $0.first?.inlineBody } == [10, 5000, 0].map { StoreFixture.bytes($0) })
    #expect(held == [UInt8](repeating: 7, count: 6000) && buffers == [[1, 2, 3], held])
  }

  typealias Row = (length: Int, isInline: Bool)
  static let lengths: [Row] = [
    (0, true), (16 << 10, true), ((16 << 10) + 1, false), (1 << 20, false), ((1 << 20) + 1, false),
    (3_000_000, false),
  ]

  @Test(arguments: lengths)
  func bodyComesBack(_ row: Row) throws {
    let store = try Store.open(directory: cache.directory)
    let body = StoreFixture.bytes(row.length)
    let writer = try store.makeWriter()
    for start in stride(from: 0, to: body.count, by: 10_000) {
      try writer.append(Array(body[start..<min(start + 10_000, body.count)]))
    }
    #expect(writer.length == Int64(row.length))
    try store.commit(StoreFixture.response(), body: writer)
    let entry = try #require(try store.responses(for: StoreFixture.key()).first)
    #expect((entry.bodyFile == nil) == row.isInline)
    #expect(cache.bodies.count == (row.isInline ? 0 : 1))
    let reader = try store.openBody(entry)
    try store.remove(entry.id)
    #expect(cache.bodies.isEmpty)
    var streamed: [UInt8] = []
    try reader.forEachChunk { chunk in
      streamed.append(contentsOf: chunk)
      return true
    }
    #expect(streamed == body, "an open reader survives the removal")
    #expect(try reader.readAll() == body)
    var bare = entry
    bare.inlineBody = nil
    #expect(throws: StoreError.gone(entry.id)) { try store.openBody(bare) }
    #expect(entry.inlineBody == (row.isInline ? body : nil), "a small body comes along with its row")
  }

  @Test func variantsNewestFirstAndReplaced() throws {
    let store = try Store.open(directory: cache.directory)
    func variant(_ language: String, at now: Instant = StoreFixture.now) -> StoredResponse {
      StoreFixture.response(
        fields: [FieldLine("Vary", "Accept-Language")], selecting: [FieldLine("Accept-Language", language)],
        receivedAt: now)
    }
    let first = try store.put(variant("en"), [1])
    let second = try store.put(variant("de", at: StoreFixture.now + 9), [2])
    #expect(try store.responses(for: StoreFixture.key()).map(\.id) == [second, first])
    let third = try store.put(variant("en"), [3])
    #expect(try store.responses(for: StoreFixture.key()).map(\.id) == [second, third])
    let fourth = try store.put(StoreFixture.response(), [4], replacing: [second])
    #expect(try store.responses(for: StoreFixture.key()).map(\.id) == [fourth, third])
    #expect(try store.invalidate(.key(StoreFixture.key()), at: 1).count == 2)
    #expect(try store.totals() == StoreTotals(entries: 0, bytes: 0, fileBytes: 0))
  }

  @Test func variantsOfOneKeyAreBounded() throws {
    let store = try Store.open(directory: cache.directory)
    for number in 0..<70 {
      let selecting = [FieldLine("X", String(number))]
      let at = StoreFixture.now + Int64(number)
      let response = StoreFixture.response(
        fields: [FieldLine("Vary", "X")], selecting: selecting, receivedAt: at)
      try store.put(response, [])
    }
    let found = try store.responses(for: StoreFixture.key())
    #expect(found.count == 64)
    #expect(found.last?.response.selectingFields.first("X") == "6")
    #expect(try store.totals() == store.summed())
  }

  @Test func fresheningKeepsTheBody() throws {
    let store = try Store.open(directory: cache.directory)
    let body = StoreFixture.bytes(40_000)
    let id = try store.put(StoreFixture.response(), body)
    var fresher = StoreFixture.response(
      fields: [FieldLine("Cache-Control", "max-age=9"), FieldLine("ETag", "\"new\"")],
      receivedAt: StoreFixture.now + 100)
    fresher.userInfo = ["cache_date": "later"]
    let stale = try #require(try store.responses(for: StoreFixture.key()).first)
    #expect(try store.update(stale, to: fresher, at: StoreFixture.now + 100))
    let entry = try #require(try store.responses(for: StoreFixture.key()).first)
    fresher.bodyLength = 40_000
    #expect(entry.response == fresher && entry.lastUsedAt == StoreFixture.now + 100)
    #expect(try store.openBody(entry).readAll() == body)
    #expect(try store.totals() == store.summed())
    try store.remove(id)
    #expect(try !store.update(entry, to: fresher, at: StoreFixture.now))
  }

  @Test(
    "an entry that has changed since it was found is freshened all the same, a use within a minute is no use more"
  )
  func fresheningWhatHasChanged() throws {
    let store = try Store.open(directory: cache.directory)
    try store.put(StoreFixture.response(), [1])
    let found = try #require(try store.responses(for: StoreFixture.key()).first)
    for seconds: Seconds in [10, 70] {
      // The second time its size is another than when it was found.
      let lines = [FieldLine("Cache-Control", "max-age=60"), FieldLine("X", "\(seconds) seconds")]
      let fresher = StoreFixture.response(fields: lines, receivedAt: StoreFixture.now + seconds)
      #expect(try store.update(found, to: fresher, at: StoreFixture.now + seconds))
      let entry = try #require(try store.responses(for: StoreFixture.key()).first)
      #expect(entry.response.head == fresher.head)
      #expect(entry.lastUsedAt == StoreFixture.now + (seconds < 60 ? 0 : seconds))
      #expect(try store.totals() == store.summed())
    }
  }

  @Test("of several writes each that fails is told, and the others are stored")
  func writesTogether() throws {
    let store = try Store.open(
      directory: cache.directory, options: StoreOptions(capacity: 1 << 24, maxEntrySize: 100_000))
    func arrival(_ path: String, _ fields: [FieldLine] = []) throws -> (Write, BodyWriter?) {
      var response = StoreFixture.response(fields: fields)
      response.key = CacheKey(method: "GET", normalizedURI: "http://a.test/" + path)
      let writer = try store.makeWriter()
      try writer.append(StoreFixture.bytes(100))
      return (Write(.store(NewResponse(response))), writer)
    }
    let huge = FieldLine(name: "X", rawValue: [UInt8](repeating: 65, count: 200_000))
    let results = store.perform([try arrival("1"), try arrival("2", [huge]), try arrival("3")])
    for result in [results[0], results[2]] { _ = try result.get() }
    #expect(throws: StoreError.tooLarge(limit: 100_000)) { try results[1].get() }
    let keys = ["1", "2", "3", "1"].map { CacheKey(method: "GET", normalizedURI: "http://a.test/" + $0) }
    #expect(try store.responses(for: keys).map(\.count) == [1, 0, 1, 1])
    #expect(try store.totals() == store.summed())
  }

  @Test func usesAreNotedBesideTheDatabaseAndFoldedIntoIt() throws {
    let store = try Store.open(directory: cache.directory)
    let id = try store.put(StoreFixture.response(), [])
    let now = StoreFixture.now
    store.note([Use(.hit, at: now + 5, entry: id, bytesNotTransferred: 3, millisecondsSaved: 4)])
    store.note([Use(.miss, at: now + 6), Use(.revalidation, at: now + 7, entry: id)])
    store.note([Use(.hit, at: now + 8, entry: EntryID(number: 77))])
    #expect(try store.responses(for: StoreFixture.key()).first?.lastUsedAt == now)
    let activity = try store.activity()
    #expect((activity.hits, activity.misses, activity.revalidations) == (2, 1, 1))
    #expect((activity.bytesNotTransferred, activity.millisecondsSaved) == (3, 4))
    let entry = try #require(try store.responses(for: StoreFixture.key()).first)
    #expect(entry.lastUsedAt == now + 7 && entry.uses == 2)
    #expect(try store.activity(since: now + 7).hits == 1)
    #expect(try store.activity(since: now + 7).misses == 0)
    try store.resetActivity()
    #expect(try store.activity() == Activity())
  }

  @Test func oldFiguresAreKeptInWiderSpans() throws {
    let store = try Store.open(directory: cache.directory)
    try store.put(StoreFixture.response(), [])
    let day: Seconds = 86_400
    for offset in [0, 1, 61, 3 * day, 4 * day] {
      store.note([Use(.hit, at: StoreFixture.now + offset)])
      _ = try store.activity()
    }
    #expect(try store.activity().hits == 5)
    #expect(try store.activityByDay().map(\.activity.hits) == [3, 1, 1])
    #expect(try store.activity(since: StoreFixture.now + 2 * day).hits == 2)
  }

  @Test func everythingIsVisitedInOrder() throws {
    let store = try Store.open(directory: cache.directory)
    for number in 0..<300 { try store.put(StoreFixture.response(String(1000 + 7 * number % 300)), []) }
    var uris: [String] = []
    try store.forEach { entry in
      uris.append(entry.response.key.uri)
      return true
    }
    #expect(uris.count == 300 && uris == uris.sorted())
    var few = 0
    try store.forEach { _ in
      few += 1
      return few < 5
    }
    #expect(few == 5)
  }

  @Test func tooLargeIsRefusedAtOnce() throws {
    let options = StoreOptions(maxEntrySize: 100_000)
    let store = try Store.open(directory: cache.directory, options: options)
    let writer = try store.makeWriter()
    try writer.append(StoreFixture.bytes(100_000))
    #expect(cache.bodies.count == 1)
    #expect(throws: StoreError.tooLarge(limit: 100_000)) { try writer.append([0]) }
    #expect(cache.bodies.isEmpty, "what was written is gone with the error")
  }

  @Test func discardedWriterLeavesNothing() throws {
    let store = try Store.open(directory: cache.directory)
    var writer: BodyWriter? = try store.makeWriter()
    try writer?.append(StoreFixture.bytes(20_000))
    let name = try #require(cache.bodies.first)
    #expect(name.hasSuffix(".part") && TemporaryCache.mode(cache.file("bodies/" + name)) == 0o600)
    writer?.discard()
    #expect(cache.bodies.isEmpty)
    writer = try store.makeWriter()
    try writer?.append(StoreFixture.bytes(20_000))
    writer = nil
    #expect(cache.bodies.isEmpty)
  }

  @Test("a long log is moved into the database while the store is open, a short one stays")
  func logIsMoved() throws {
    let store = try Store.open(directory: cache.directory)
    func sizes() throws -> (database: Int, log: Int) {
      func size(_ path: String) throws -> Int {
        Int(try #require(try StoreDirectory.status(of: path)).st_size)
      }
      return (try size(store.directory.database), try size(store.directory.log))
    }
    store.moveLog()
    try store.put(StoreFixture.response("first"), StoreFixture.bytes(1000))
    store.moveLog()
    let short = try sizes().database
    for number in 0..<12 { try store.put(StoreFixture.response("\(number)"), StoreFixture.bytes(8000)) }
    #expect(try sizes().log > 256 << 10)
    #expect(try sizes().database == short)
    store.moveLog()
    #expect(try sizes().database > 12 * 8000)
    // What is written after it is found, by others as well.
    try store.put(StoreFixture.response("last"), [1, 2, 3])
    let other = try Store.open(directory: cache.directory, options: StoreOptions(isReadOnly: true))
    #expect(try other.totals().entries == 14)
    #expect(try other.responses(for: StoreFixture.key("last")).first?.inlineBody == [1, 2, 3])
  }
}
