/// Rows as they were read: what is whole, and what is not.
struct EntryPage {
  static let length = 128

  /// The columns that `take` reads.
  static let currentColumns = "id, last_used_at, transfer_ms, uses, \(EntryRecord.columns)"
  fileprivate static let olderColumns = "id, last_used_at, 0, 0, \(EntryRecord.olderColumns)"

  var entries: [StoredEntry] = []
  var damaged: [EntryID] = []
  var count = 0

  /// The head that was read last.
  private var last: ResponseHead?
  private var buffers: [[UInt8]]

  /// Makes it empty.
  ///
  /// - Parameter buffers: for bodies.
  init(buffers: consuming [[UInt8]] = []) { self.buffers = buffers }

  /// Forgets the rows, and keeps what the next ones may be like.
  mutating func reset() { (entries, damaged, count) = ([], [], 0) }

  private static let bodyColumn = 4 + EntryRecord.columnCount

  /// Takes a row of id, last use and the columns of a record.
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - key: what it was found by, and must be; with it, the first row's body is taken from behind the record.
  /// - Returns: true: there may be more.
  mutating func take(_ row: SQLiteRow, under key: CacheKey? = nil) -> Bool {
    guard let number = row.integer(0) else { return true }
    count += 1
    let id = EntryID(number: number)
    guard let used = row.integer(1), let record = EntryRecord(row: row, from: 4, under: key, like: last)
    else {
      damaged.append(id)
      return true
    }
    last = record.response.head
    if let key, !key.reaches(record.response.key) { return true }
    entries.append(
      StoredEntry(
        id: id, response: record.response, lastUsedAt: Instant(epoch: used), storedAt: record.storedAt,
        bodyLocation: record.bodyFile.map { .file($0) } ?? .inline, bodyChecksum: record.bodyChecksum,
        size: record.size, transferMilliseconds: row.integer(2) ?? 0, uses: row.integer(3) ?? 0,
        inlineBody: key == nil ? nil : inlineBody(record, in: row)))
    return true
  }

  /// The body that came along with a record; a damaged body is left to `openBody`, which removes it.
  private mutating func inlineBody(_ record: EntryRecord, in row: SQLiteRow) -> [UInt8]? {
    guard entries.isEmpty, record.bodyFile == nil, row.count > Self.bodyColumn else { return nil }
    return row.blob(Self.bodyColumn, into: buffers.popLast() ?? []).flatMap {
      BodyReader.isWhole($0, length: record.response.bodyLength, checksum: record.bodyChecksum) ? $0 : nil
    }
  }
}

extension Database {
  /// The columns of a page, as this database has them.
  var pageColumns: String { isCurrent ? EntryPage.currentColumns : EntryPage.olderColumns }
}
