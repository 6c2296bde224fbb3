/// Which row a stored response is.
package struct EntryID: Sendable, Hashable {
  let row: Int64
}

/// A stored response, and where its body lies.
package struct StoredEntry: Sendable {
  /// The row.
  package let id: EntryID
  /// What decisions see.
  package var response: StoredResponse
  /// When it was last used, to the minute.
  package let lastUsedAt: Instant
  /// The file below `bodies/`; nil where the body lies in the database.
  let bodyFile: String?
  /// The body's checksum.
  let bodySum: UInt64
}

/// The columns of a row that a response's head is kept in, and their checksum.
enum EntryRow {
  static let columns = """
    id, method, uri, selecting, version, status, reason, fields, requested_at, received_at, used_at, user_info,
    body_length, body_file, body_sum, head_sum
    """

  /// Reads a row; nil where it is damaged: nothing in it is believed before its checksum fits.
  static func read(_ row: SQLiteStatement) -> StoredEntry? {
    guard let method = row.text(1), let uri = row.text(2), let version = row.text(4),
      let reason = row.text(6),
      let selecting = ByteStrings.fields(row.bytes(3)), let fields = ByteStrings.fields(row.bytes(7)),
      let userInfo = ByteStrings.values(row.bytes(11)), (100...999).contains(row.int(5)), row.int(12) >= 0
    else { return nil }
    let response = StoredResponse(
      key: CacheKey(method: method, normalizedURI: uri),
      head: ResponseHead(version: version, status: Int(row.int(5)), reason: reason, fields: fields),
      selectingFields: selecting, requestedAt: Instant(epoch: row.int(8)),
      receivedAt: Instant(epoch: row.int(9)),
      bodyLength: row.int(12), userInfo: userInfo)
    let bodyFile = row.text(13)
    let bodySum = UInt64(bitPattern: row.int(14))
    guard UInt64(bitPattern: row.int(15)) == checksum(response, bodyFile: bodyFile, bodySum: bodySum),
      bodyFile.map(isBodyName) ?? true
    else { return nil }
    return StoredEntry(
      id: EntryID(row: row.int(0)), response: response, lastUsedAt: Instant(epoch: row.int(10)),
      bodyFile: bodyFile, bodySum: bodySum)
  }

  /// The checksum over all that a row says of a response, the place and the sum of its body included.
  static func checksum(_ response: StoredResponse, bodyFile: String?, bodySum: UInt64) -> UInt64 {
    let head = response.head
    let numbers = [
      Int64(head.status), response.requestedAt.epoch, response.receivedAt.epoch, response.bodyLength,
      Int64(bitPattern: bodySum),
    ]
    var sum = XXH64()
    sum.update(
      ByteStrings.encode([
        Array(response.key.method.utf8), Array(response.key.uri.utf8),
        ByteStrings.encode(response.selectingFields), Array(head.version.utf8), Array(head.reason.utf8),
        ByteStrings.encode(head.fields), ByteStrings.encode(response.userInfo), Array((bodyFile ?? "").utf8),
        Array(numbers.map(String.init).joined(separator: " ").utf8),
      ]))
    return sum.digest
  }

  /// Whether a text is a name that `StoreDirectory.randomName` gives: nothing else is opened.
  private static func isBodyName(_ text: String) -> Bool {
    text.utf8.count == 32 && text.utf8.allSatisfy { $0.hexValue != nil }
  }
}
