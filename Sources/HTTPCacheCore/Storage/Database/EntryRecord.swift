/// The columns of one entry's row, and their checksum.
struct EntryRecord {
  var response: StoredResponse
  var storedAt: Instant
  var bodyFile: String?
  var bodyChecksum: UInt64

  /// The columns that stay as they are while the entry is stored.
  private static let lastingColumns = "uri, method, server, stored_at, body_length, body_file, body_sum"

  /// The columns that freshening changes, in the order of `changingValues`.
  static let changingColumns = """
    version, status, reason, fields, selecting, user_info, requested_at, received_at, head_sum, size
    """
  static let changingCount: Int32 = 10

  /// The columns, in the order of `init(row:)` and `values`.
  static let columns = "\(lastingColumns), \(changingColumns)"
  static let columnCount: Int32 = 7 + changingCount

  /// The columns as selected from a database whose version has no `server` column.
  static let olderColumns = columns.replacing(text: "server", by: "'\(CacheKey.unknownServer)'")

  /// The values, in the order of `columns`.
  var values: [SQLiteValue] {
    [
      .text(response.key.uri), .text(response.key.method), .text(response.key.server),
      .integer(storedAt.epoch), .integer(response.bodyLength), bodyFile.map { .text($0) } ?? .null,
      .integer(Int64(bitPattern: bodyChecksum)),
    ] + changingValues
  }

  var changingValues: [SQLiteValue] {
    [
      .text(response.head.version), .integer(Int64(response.head.status)), .text(response.head.reason),
      .blob(response.head.fields.pairs.bytes), .blob(response.selectingFields.pairs.bytes),
      .blob(response.userInfo.pairs.bytes), .integer(response.requestedAt.epoch),
      .integer(response.receivedAt.epoch), .integer(Int64(bitPattern: checksum)), .integer(size),
    ]
  }

  /// Numbered parameters, as in `?1, ?2, ?3`.
  static func places(_ numbers: ClosedRange<Int32>) -> String {
    numbers.map { "?\($0)" }.joined(separator: ", ")
  }

  /// The bytes that the body's file takes on disk, in whole blocks; 0 for a body in the database.
  var fileSize: Int64 { bodyFile == nil ? 0 : Self.fileSize(bodyLength: response.bodyLength) }

  static func fileSize(bodyLength: Int64) -> Int64 {
    let (sum, overflow) = max(0, bodyLength).addingReportingOverflow(4095)
    return overflow ? .max : sum / 4096 * 4096
  }

  /// The bytes that the entry counts for: its row, its index entries, and its body in whole blocks of the file system.
  var size: Int64 {
    // The pairs' bytes include the lengths of name and value, four bytes each.
    var row = 160 + response.head.fields.pairs.bytes.count + response.selectingFields.pairs.bytes.count
    row += response.userInfo.pairs.bytes.count
    row += 2 * (response.key.uri.utf8.count + response.key.method.utf8.count)
    row += checkedServer.utf8.count
    guard bodyFile == nil else { return Int64(row).addingSaturated(fileSize) }
    let body = response.bodyLength
    return Int64(row).addingSaturated(body > 2030 ? Self.fileSize(bodyLength: body) : body + 16)
  }

  /// The server as the checksum has it: empty for an entry of an older version, whose checksum had no server.
  private var checkedServer: String {
    response.key.server == CacheKey.unknownServer ? "" : response.key.server
  }

  /// The checksum of all columns that describe the entry, with each text after its length.
  private var checksum: UInt64 {
    let (key, head) = (response.key, response.head)
    let (fields, selecting) = (head.fields.pairs.bytes, response.selectingFields.pairs.bytes)
    let (userInfo, file) = (response.userInfo.pairs.bytes, bodyFile ?? "")
    let server = checkedServer
    var length = key.method.utf8.count + key.uri.utf8.count + head.version.utf8.count + head.reason.utf8.count
    length += file.utf8.count + fields.count + selecting.count + userInfo.count
    if !server.isEmpty { length += 8 + server.utf8.count }
    // Hash all of it in one piece: hashing a few bytes at a time takes many times as long.
    return withUnsafeTemporaryAllocation(byteCount: length + 8 * (8 + 6), alignment: 8) { parts in
      guard var place = parts.baseAddress else { return 0 }
      Self.add(key.method, at: &place)
      Self.add(key.uri, at: &place)
      Self.add(head.version, at: &place)
      Self.add(head.reason, at: &place)
      Self.add(file, at: &place)
      fields.withUnsafeBytes { Self.add($0, at: &place) }
      selecting.withUnsafeBytes { Self.add($0, at: &place) }
      userInfo.withUnsafeBytes { Self.add($0, at: &place) }
      Self.add(Int64(head.status), at: &place)
      Self.add(response.requestedAt.epoch, at: &place)
      Self.add(response.receivedAt.epoch, at: &place)
      Self.add(storedAt.epoch, at: &place)
      Self.add(response.bodyLength, at: &place)
      Self.add(Int64(bitPattern: bodyChecksum), at: &place)
      if !server.isEmpty { Self.add(server, at: &place) }
      return XXH64.hash(UnsafeRawBufferPointer(parts))
    }
  }

  private static func add(_ number: Int64, at place: inout UnsafeMutableRawPointer) {
    place.storeBytes(of: number.littleEndian, as: Int64.self)
    place += 8
  }

  private static func add(_ text: String, at place: inout UnsafeMutableRawPointer) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0), at: &place) }
  }

  private static func add(_ bytes: UnsafeRawBufferPointer, at place: inout UnsafeMutableRawPointer) {
    add(Int64(bytes.count), at: &place)
    if let start = bytes.baseAddress { place.copyMemory(from: start, byteCount: bytes.count) }
    place += bytes.count
  }
}

extension EntryRecord {
  /// Reads a row that may hold anything; nil if a column has another type, range or length than it must, or the
  /// checksum differs.
  ///
  /// Text that equals the lookup key, or the head that was read before, is shared instead of copied.
  init?(row: SQLiteRow, from first: Int32, under key: CacheKey? = nil, like other: ResponseHead? = nil) {
    guard let uri = row.text(first, likely: key?.uri), let method = row.text(first + 1, likely: key?.method),
      let server = row.text(first + 2, likely: key?.server), let storedAt = row.integer(first + 3),
      let bodyLength = row.integer(first + 4), bodyLength >= 0, let bodySum = row.integer(first + 6),
      let version = row.text(first + 7, likely: other?.version),
      let status = row.integer(first + 8), (100...999).contains(status),
      let reason = row.text(first + 9, likely: other?.reason),
      let fields = row.blob(first + 10).flatMap(BytePairs.init(checking:)),
      let selecting = row.blob(first + 11).flatMap(BytePairs.init(checking:)),
      let userInfo = row.blob(first + 12).flatMap(BytePairs.init(checking:)),
      let requestedAt = row.integer(first + 13), let receivedAt = row.integer(first + 14),
      let headSum = row.integer(first + 15)
    else { return nil }
    if !row.isNull(first + 5) {
      guard let name = row.text(first + 5), StoreDirectory.isBodyName(name) else { return nil }
      bodyFile = name
    }
    response = StoredResponse(
      key: CacheKey(method: method, normalizedURI: uri, server: server),
      head: ResponseHead(
        version: version, status: Int(status), reason: reason, fields: FieldSection(fields), like: other),
      selectingFields: FieldSection(selecting), requestedAt: Instant(epoch: requestedAt),
      receivedAt: Instant(epoch: receivedAt), bodyLength: bodyLength, userInfo: UserInfo(userInfo))
    self.storedAt = Instant(epoch: storedAt)
    bodyChecksum = UInt64(bitPattern: bodySum)
    guard checksum == UInt64(bitPattern: headSum) else { return nil }
  }

  /// The record of an entry with another response.
  init(_ entry: StoredEntry, with response: StoredResponse) {
    self.init(
      response: response, storedAt: entry.storedAt, bodyFile: entry.bodyFile,
      bodyChecksum: entry.bodyChecksum)
  }
}

extension StoredEntry {
  /// The entry of a record.
  init(
    _ id: EntryID, _ record: EntryRecord, lastUsedAt: Instant, transferMilliseconds: Int64 = 0,
    uses: Int64 = 0, inlineBody: [UInt8]? = nil
  ) {
    self.init(
      id: id, response: record.response, lastUsedAt: lastUsedAt, storedAt: record.storedAt,
      bodyFile: record.bodyFile, bodyChecksum: record.bodyChecksum, size: record.size,
      transferMilliseconds: transferMilliseconds, uses: uses, inlineBody: inlineBody)
  }
}
