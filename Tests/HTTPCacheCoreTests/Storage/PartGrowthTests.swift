import CSystem
import TestSupport
import Testing

@testable import HTTPCacheCore

@Suite("Store: parts that grow while their writer lives, and are taken over when it is gone", .timed)
struct PartGrowthTests {
  let cache = TemporaryCache()
  private static let length = 800_000
  private static let chunk = 256 << 10

  private static let whole = StoreFixture.response(fields: [
    FieldLine("ETag", "\"1\""), FieldLine("Content-Length", "\(length)"),
  ])

  /// Writes so many bytes of the body, and has a part of it kept from the first chunk on.
  private func begin(_ store: Store, _ count: Int) throws -> (writer: BodyWriter, id: EntryID) {
    let writer = try store.makeWriter()
    let bytes = StoreFixture.bytes(count)
    try writer.append(Array(bytes.prefix(Self.chunk)))
    let part = try #require(Self.whole.cutShort(after: writer.flushedLength))
    let grown = try grow(store, part, writer)
    try writer.append(Array(bytes.dropFirst(Self.chunk)))
    return (writer, EntryID(number: grown.reference.number))
  }

  private func grow(
    _ store: Store, _ part: StoredResponse, _ writer: BodyWriter
  ) throws -> StoredCandidate {
    guard case .growing(let found) = try store.perform(Write(.grow(NewResponse(part))), writer) else {
      throw StoreError.newerStored
    }
    return found
  }

  /// Leaves the files as a writer that was killed leaves them: a copy of them is nobody's.
  private func killed(_ count: Int) throws -> TemporaryCache {
    let copy = TemporaryCache()
    let store = try Store.open(directory: cache.directory)
    let (writer, _) = try begin(store, count)
    mkdir(copy.directory, 0o700)
    mkdir(copy.file("bodies"), 0o700)
    let names = TemporaryCache.names(in: cache.directory).filter { $0 != "bodies" && !$0.hasSuffix("-shm") }
    for name in names + cache.bodies.map({ "bodies/" + $0 }) {
      TemporaryCache.write(TemporaryCache.read(cache.file(name)), to: copy.file(name))
    }
    writer.discard()
    return copy
  }

  @Test func livingWriterAnswersNobody() throws {
    let store = try Store.open(directory: cache.directory)
    let (writer, id) = try begin(store, 600_000)
    let other = try Store.open(directory: cache.directory)
    #expect(try other.responses(for: StoreFixture.key()).isEmpty)
    #expect(try other.totals() == StoreTotals(entries: 1, bytes: other.summed().bytes, fileBytes: 256 << 10))
    #expect(try other.verify().damage.isEmpty)
    try writer.append(Array(StoreFixture.bytes(Self.length).dropFirst(600_000)))
    try store.commit(Self.whole, body: writer, replacing: [id])
    let found = try other.responses(for: StoreFixture.key())
    #expect(found.count == 1 && found[0].response.head.status == 200)
    #expect(try other.openBody(found[0]).readAll() == StoreFixture.bytes(Self.length))
    #expect(cache.bodies.count == 1)
    #expect(try other.totals() == other.summed())
  }

  @Test("what a dead writer has written is taken over, by steps", arguments: [600_000, 300_000, 799_999])
  func takenOver(count: Int) throws {
    let copy = try killed(count)
    let store = try Store.open(directory: copy.directory)
    #expect(try store.verify().damage.isEmpty)
    let entry = try #require(try store.responses(for: StoreFixture.key()).first)
    let kept = count / Self.chunk * Self.chunk
    #expect(entry.response.bodyLength == Int64(kept) && entry.response.head.status == 206)
    let range = entry.response.head.fields.first("Content-Range")
    #expect(range == "bytes 0-\(kept - 1)/\(Self.length)")
    #expect(try store.openBody(entry).readAll() == Array(StoreFixture.bytes(count).prefix(kept)))
    #expect(copy.bodies.count == 1, "the growth file and the name of the writer are gone")
    #expect(try store.totals() == store.summed() && store.verify().damage.isEmpty)
    let again = try #require(try store.responses(for: StoreFixture.key()).first)
    #expect(again.response == entry.response)
    try store.remove(entry.id)
    #expect(copy.bodies.isEmpty)
  }

  typealias Damage = (what: String, apply: @Sendable (_ body: String, _ growth: String) -> Void)
  static let damages: [Damage] = [
    ("no growth file", { _, growth in unlink(growth) }),
    ("an empty one", { _, growth in TemporaryCache.write([], to: growth) }),
    ("nonsense in it", { _, growth in TemporaryCache.write(StoreFixture.bytes(5000), to: growth) }),
    (
      "lengths that are negative",
      { _, growth in
        TemporaryCache.write([UInt8](repeating: 0xFF, count: 4096), to: growth)
      }
    ),
    ("a body that is torn behind the first step", { body, _ in truncate(body, 300_000) }),
    (
      "a wrong byte in the second step",
      { body, _ in
        var bytes = TemporaryCache.read(body)
        bytes[300_000] ^= 1
        TemporaryCache.write(bytes, to: body)
      }
    ),
  ]

  @Test("only what is verified is taken over", arguments: damages)
  func damaged(_ damage: Damage) throws {
    let copy = try killed(600_000)
    let growth = try #require(copy.bodies.first { $0.hasSuffix(".grow") })
    damage.apply(copy.file("bodies/" + growth.dropLast(5)), copy.file("bodies/" + growth))
    let store = try Store.open(directory: copy.directory)
    let entry = try #require(try store.responses(for: StoreFixture.key()).first)
    #expect(entry.response.bodyLength == Int64(Self.chunk), "\(damage.what)")
    let body = try store.openBody(entry).readAll()
    #expect(body == Array(StoreFixture.bytes(600_000).prefix(Self.chunk)), "\(damage.what)")
    #expect(try store.totals() == store.summed() && store.verify().damage.isEmpty, "\(damage.what)")
  }

  @Test("a trim takes over what dead writers left, and counts it")
  func trimmed() throws {
    let copy = try killed(600_000)
    let store = try Store.open(directory: copy.directory)
    _ = try store.trim(nil, bytes: 1 << 30)
    #expect(try store.totals().fileBytes == 2 * Int64(Self.chunk))
    #expect(try store.totals() == store.summed() && store.verify().damage.isEmpty)
    _ = try store.trim(nil, bytes: 0)
    #expect(copy.bodies.isEmpty)
  }

  @Test("nothing is waited for while a transfer is under way")
  func locked() throws {
    let store = try Store.open(
      directory: cache.directory, options: StoreOptions(busyMilliseconds: 3_600_000))
    try store.put(StoreFixture.response("other"), [1])
    let writer = try store.makeWriter()
    try writer.append(StoreFixture.bytes(Self.chunk))
    let part = try #require(Self.whole.cutShort(after: writer.flushedLength))
    do {
      let lock = HeldLock(cache.file("cache.db"))
      #expect(throws: StoreError.locked(path: cache.directory)) {
        try grow(store, part, writer)
      }
      withExtendedLifetime(lock) {}
    }
    #expect(cache.bodies.count == 1, "the writer's own file alone")
    _ = try grow(store, part, writer)
    #expect(cache.bodies.count == 3)
  }
}
