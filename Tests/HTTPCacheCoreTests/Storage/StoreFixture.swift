import HTTPCacheCore
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

  static func bytes(_ count: Int, seed: UInt8 = 7) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) ^ seed }
  }
}

extension Store {
  /// Stores a response with a body given whole.
  @discardableResult
  func put(
    _ response: StoredResponse, _ body: [UInt8], replacing: [EntryID] = [], at now: Instant = StoreFixture.now
  ) throws(StoreError) -> EntryID {
    let writer = try makeWriter()
    try writer.append(body)
    return try commit(response, body: writer, replacing: replacing, at: now)
  }

  /// Entries, and the sums of what they are accounted for.
  func summed() throws -> StoreTotals {
    var (entries, bytes, files) = (Int64(0), Int64(0), Int64(0))
    try forEach { entry in
      entries += 1
      bytes += entry.size
      if case .file = entry.bodyLocation { files += (entry.response.bodyLength + 4095) / 4096 * 4096 }
      return true
    }
    return StoreTotals(entries: entries, bytes: bytes, fileBytes: files)
  }
}
