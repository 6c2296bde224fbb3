import CSystem
import HTTPCacheCore
import TestSupport
import Testing

@Suite("Store leftovers", .timed)
struct BodySweepTests {
  let cache = TemporaryCache()

  /// Gives a file a time of change long past.
  private func age(_ path: String) {
    var times = [timeval(tv_sec: 1_700_000_000, tv_usec: 0), timeval(tv_sec: 1_700_000_000, tv_usec: 0)]
    utimes(path, &times)
  }

  @Test func onlyOldFilesThatNobodyOwnsGo() throws {
    let store = try Store.open(directory: cache.directory)
    try store.put(StoreFixture.response(), StoreFixture.bytes(20_000))
    let owned = cache.bodies
    let writer = try store.makeWriter()
    try writer.append(StoreFixture.bytes(20_000))
    let living = cache.bodies.filter { $0.hasSuffix(".part") }
    let orphans = ["a", "0"].map { String(repeating: $0, count: 32) }
    let leftovers = orphans + [orphans[0] + ".part"]
    let others = ["note.txt", "README"]
    for name in leftovers + others { TemporaryCache.write([1], to: cache.file("bodies/" + name)) }

    _ = try store.trim(nil, bytes: 1 << 30)
    #expect(cache.bodies == (owned + living + leftovers + others).sorted(), "all are young")
    for name in cache.bodies { age(cache.file("bodies/" + name)) }
    _ = try store.trim(nil, bytes: 1 << 30)
    #expect(cache.bodies == (owned + living + others).sorted())
    let entry = try #require(try store.responses(for: StoreFixture.key()).first)
    #expect(try store.openBody(entry).length == 20_000)
  }
}
