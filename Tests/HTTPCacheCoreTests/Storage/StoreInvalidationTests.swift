import TestSupport
import Testing

@testable import HTTPCacheCore

@Suite("Store: invalidation, and what was on its way", .timed)
struct StoreInvalidationTests {
  let cache = TemporaryCache()

  /// Whether a response that was asked for then is stored now.
  private func isStored(
    _ store: Store, _ response: StoredResponse, askedAt: Int64
  ) throws(StoreError) -> Bool {
    do throws(StoreError) {
      let new = NewResponse(response, askedAt: askedAt)
      if case .stored = try store.perform(Write(.store(new)), try store.makeWriter()) { return true }
      return false
    } catch .invalidatedMeanwhile {
      return false
    }
  }

  private static let time = StoreFixture.now.epoch * 1_000_000
  private static let origin = "http://example.test"
  private static let group = [FieldLine("Cache-Control", "max-age=60"), FieldLine("Cache-Groups", "\"g\"")]

  typealias Row = (scope: InvalidationScope, response: StoredResponse, isCovered: Bool)
  static let rows: [Row] = [
    (.key(StoreFixture.key()), StoreFixture.response(), true),
    (.key(StoreFixture.key("b")), StoreFixture.response(), false),
    (.origin(origin, server: ""), StoreFixture.response(), true),
    (.origin("http://other.test", server: ""), StoreFixture.response(), false),
    (.origin(origin, server: "host=b"), StoreFixture.response(), false),
    // A certificate of the client says who asked, and not which server answered.
    (.origin(origin, server: "certificate=/c"), StoreFixture.response(), true),
    (.groups(["g"], origin: origin, server: ""), StoreFixture.response(fields: group), true),
    (.groups(["h"], origin: origin, server: ""), StoreFixture.response(fields: group), false),
  ]

  @Test("what was asked for before is not stored after it, by another process either", arguments: rows)
  func onItsWay(_ row: Row) throws {
    let store = try Store.open(directory: cache.directory)
    let other = try Store.open(directory: cache.directory)
    #expect(try other.invalidate(row.scope, at: Self.time).count == 0)
    #expect(try isStored(store, row.response, askedAt: Self.time - 1) == !row.isCovered)
    #expect(try isStored(store, row.response, askedAt: Self.time + 1))
  }

  @Test("what was got with a client's certificate goes with what was got without it, and the reverse")
  func certificates() throws {
    let store = try Store.open(directory: cache.directory)
    for (asked, other) in [
      ("", "certificate=/c"), ("certificate=/c", "certificate=/d"), ("certificate=/c", ""),
    ] {
      let key = StoreFixture.key()
      var response = StoreFixture.response()
      response.key = CacheKey(method: key.method, normalizedURI: key.uri, server: other)
      #expect(try isStored(store, response, askedAt: .max - 1))
      let scope = CacheKey(method: key.method, normalizedURI: key.uri, server: asked)
      #expect(try store.invalidate(.key(scope), at: Self.time).count == 1, "\(asked), \(other)")
    }
  }

  @Test("also where its body took an hour to come")
  func longOnItsWay() throws {
    let store = try Store.open(directory: cache.directory)
    let now = HostClock.microseconds()
    _ = try store.invalidate(.key(StoreFixture.key()), at: now)
    let head = Instant(epoch: now / 1_000_000 - 3600)
    #expect(try !isStored(store, StoreFixture.response(receivedAt: head), askedAt: now - 3_600_000_000))
  }

  @Test("a clock that was ahead keeps nothing out for longer than it differed from ours by a minute")
  func clockAhead() throws {
    let store = try Store.open(directory: cache.directory)
    let now = HostClock.microseconds()
    _ = try store.invalidate(.key(StoreFixture.key()), at: now + 3_600_000_000)
    #expect(try isStored(store, StoreFixture.response(), askedAt: now))
  }

  @Test("what is forgotten of many still keeps out what was asked for before all of them")
  func many() throws {
    let store = try Store.open(directory: cache.directory)
    for number in 0..<1100 {
      _ = try store.invalidate(.key(StoreFixture.key(String(number))), at: Self.time + Int64(number))
    }
    #expect(try !isStored(store, StoreFixture.response("0"), askedAt: Self.time))
    #expect(try !isStored(store, StoreFixture.response("1099"), askedAt: Self.time + 1099))
    #expect(try isStored(store, StoreFixture.response("1099"), askedAt: Self.time + 1100))
  }

  @Test("a database of version 2 is brought up to date; what it holds is seen, and answers nothing")
  func olderVersion() throws {
    let first = try Store.open(directory: cache.directory)
    try first.put(StoreFixture.response(), [1])
    first.database.close()
    cache.execute(
      """
      ALTER TABLE entries DROP COLUMN server; ALTER TABLE entries DROP COLUMN asked_at;
      ALTER TABLE totals DROP COLUMN invalidated_at; PRAGMA user_version=2
      """)
    let reading = try Store.open(directory: cache.directory, options: StoreOptions(isReadOnly: true))
    #expect(try reading.responses(for: StoreFixture.key()).isEmpty)
    #expect(try reading.responses(toURI: StoreFixture.key().uri).count == 1)
    reading.database.close()
    let store = try Store.open(directory: cache.directory)
    #expect(try store.responses(for: StoreFixture.key()).isEmpty)
    let old = try store.responses(toURI: StoreFixture.key().uri)
    #expect(old.map(\.response.key.server) == [CacheKey.unknownServer])
    #expect(try store.verify().damage.isEmpty)
    try store.put(StoreFixture.response(), [2])
    #expect(try store.responses(toURI: StoreFixture.key().uri).count == 1, "the new one takes its place")
    #expect(try store.totals() == store.summed())
  }
}
