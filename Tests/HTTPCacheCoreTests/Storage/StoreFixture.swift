@testable import HTTPCacheCore
import TestSupport

/// What the tests of the store begin with.
enum StoreFixture {
  static let now = Instant(epoch: 1_700_000_000)

  static func key(_ path: String = "a") -> CacheKey {
    CacheKey(method: "GET", normalizedURI: "http://example.test/" + path)
  }

  static func response(
    _ path: String = "a", fields: [FieldLine] = [FieldLine("Cache-Control", "max-age=60")],
    selecting: [FieldLine] = [], receivedAt: Instant = now
  ) -> StoredResponse {
    StoredResponse(
      key: key(path), head: ResponseHead(status: 200, reason: "OK", fields: FieldSection(fields)),
      selectingFields: FieldSection(selecting), requestedAt: receivedAt + -1, receivedAt: receivedAt,
      userInfo: ["cache_date": "2023-11-14T22:13:20Z"])
  }

  /// Names an entry on disk by its number alone.
  static func disk(_ number: Int64, lastUsedAt: Instant = now) -> StoredReference {
    .disk(
      StoredEntry(
        id: EntryID(number: number), response: response(), lastUsedAt: lastUsedAt, storedAt: now,
        bodyFile: nil, bodyChecksum: 0, size: 0, transferMilliseconds: 0, uses: 0))
  }

  static func bytes(_ count: Int, seed: UInt8 = 7) -> [UInt8] {
    [UInt8](repeating: (0..<256).map { UInt8(truncatingIfNeeded: $0 &* 31) ^ seed }, upTo: count)
  }
}

extension Store {
  /// Stores a response with a body given whole.
  @discardableResult
  func put(
    _ response: StoredResponse, _ body: [UInt8], replacing: [EntryID] = [], at now: Instant? = nil
  ) throws(StoreError) -> EntryID {
    let writer = try makeWriter()
    try writer.append(body)
    var response = response
    if let now { response.receivedAt = now }
    return try commit(response, body: writer, replacing: replacing)
  }

  /// Stores a response with the body that a writer has taken.
  @discardableResult
  func commit(
    _ response: StoredResponse, body: BodyWriter, replacing: [EntryID] = []
  ) throws(StoreError) -> EntryID {
    var new = NewResponse(response)
    new.replacing = replacing.map { StoreFixture.disk($0.number) }
    _ = try perform(Write(.store(new)), body)
    return try responses(for: response.key).map(\.id).max { $0.number < $1.number } ?? EntryID(number: 0)
  }

  /// Makes one write.
  @discardableResult
  func perform(_ write: Write, _ body: BodyWriter? = nil) throws(StoreError) -> Outcome {
    try perform([(write, body)])[0].get()
  }

  /// Freshens an entry; false where it is gone.
  func update(_ entry: StoredEntry, to response: StoredResponse, at now: Instant) throws(StoreError) -> Bool {
    let outcome = try perform(Write(.freshen(.disk(entry), to: response, at: now)))
    if case .freshened = outcome { return true }
    return false
  }

  func remove(_ id: EntryID) throws(StoreError) {
    try perform(Write(.remove(StoredCandidate(StoreFixture.response(), StoreFixture.disk(id.number)))))
  }

  func invalidate(_ scope: InvalidationScope, at time: Int64) throws(StoreError) -> Invalidated {
    let outcome = try perform(Write(.invalidate(scope, at: time)))
    if case .invalidated(let invalidated) = outcome { return invalidated }
    return Invalidated()
  }

  /// Entries, and the sums of what they are accounted for.
  func summed() throws -> StoreTotals {
    var (entries, bytes, files) = (Int64(0), Int64(0), Int64(0))
    try forEach { entry in
      entries += 1
      bytes += entry.size
      if entry.bodyFile != nil { files += (entry.response.bodyLength + 4095) / 4096 * 4096 }
      return true
    }
    return StoreTotals(entries: entries, bytes: bytes, fileBytes: files)
  }
}

extension StoredBody {
  func readAll() throws(StoreError) -> [UInt8] {
    var bytes: [UInt8] = []
    try forEachChunk { chunk in
      bytes.append(contentsOf: chunk)
      return true
    }
    return bytes
  }
}
