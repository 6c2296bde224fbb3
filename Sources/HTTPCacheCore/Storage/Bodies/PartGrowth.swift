import CSystem

// A process may die while it receives a long body. So that it loses few bytes, the writer of the body stores
// the first bytes as a part, while the rest is still arriving:
//
// - The writer gives the file of the body a second name, and inserts a row for the part. The row has the
//   second name, and the length of the body at this moment.
// - The writer adds the length and the checksum of the body to a growth file, again and again while the body
//   grows.
// - While the writer lives, it holds a lock on the file, and the row answers no request.
// - After the writer has died, the first process that looks up the row verifies the file by the growth file,
//   and updates the row to the verified length.

/// The growth file of a part: pairs of a length and the checksum of the body up to that length.
enum Growth {
  static let suffix = ".grow"
  private static let recordSize = 16
  /// The most marks that a process reads: enough for 256 GiB.
  private static let mostRecords = 1 << 20

  /// A length, and the checksum of the body up to that length.
  struct Mark: Equatable {
    let length: Int64
    let checksum: UInt64
  }

  static func create(_ path: String) -> Int32 {
    StoreDirectory.openFile(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND)
  }

  /// Adds a mark to a growth file; returns false if the write failed.
  static func append(_ mark: Mark, to descriptor: Int32) -> Bool {
    let bytes = [UInt64(bitPattern: mark.length).littleEndian, mark.checksum.littleEndian]
    return bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) == recordSize }
  }

  /// Reads the marks of a growth file; nil if opening the file fails.
  ///
  /// The file may be damaged: `verified` compares the marks with the body.
  static func marks(_ path: String) -> [Mark]? {
    let descriptor = StoreDirectory.openFile(path, O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return [] }
    let count = min(Int(clamping: info.st_size) / recordSize, mostRecords)
    var words = [UInt64](repeating: 0, count: count * 2)
    let got = words.withUnsafeMutableBytes { DescriptorIO.fill($0, from: descriptor, at: 0) }
    return (0..<(max(0, got) / recordSize)).map { index in
      Mark(
        length: Int64(clamping: UInt64(littleEndian: words[index * 2])),
        checksum: UInt64(littleEndian: words[index * 2 + 1]))
    }
  }

  /// The last of the leading marks that match the body; nil if the first mark does not match.
  ///
  /// Only marks with a length below `end` count.
  static func verified(_ marks: [Mark], of descriptor: Int32, before end: Int64) -> Mark? {
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: StoredBody.chunkSize, alignment: StoredBody.pageSize)
    defer { buffer.deallocate() }
    var sum = XXH64()
    var offset: Int64 = 0
    var last: Mark?
    for mark in marks where mark.length > offset && mark.length < end {
      while offset < mark.length {
        let wanted = Int(min(Int64(buffer.count), mark.length - offset))
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
        let count = DescriptorIO.read(descriptor, into: part, at: offset)
        guard count > 0 else { return last }
        sum.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        offset += Int64(count)
      }
      guard sum.value == mark.checksum else { return last }
      last = mark
    }
    return last
  }
}

/// Stores parts that grow, and extends the rows of parts whose writers have died.
struct PartGrowth {
  let database: Database

  /// Stores a part: the bytes that a writer has written to its file so far.
  ///
  /// The writer goes on, and the part grows. This function does not wait for a lock of the database, since
  /// the transfer would have to wait too.
  ///
  /// - Returns: the entry of the part; the whole response replaces it later.
  /// - Throws: `StoreError`; the store then has no part.
  func begin(_ new: NewResponse, _ body: BodyWriter) throws(StoreError) -> StoredEntry {
    let part = try CredentialSeal(database: database).sealed(new.response)
    let (name, mark) = try body.beginGrowth()
    let record = EntryRecord(
      response: part, storedAt: part.receivedAt, bodyFile: name, bodyChecksum: mark.checksum)
    do throws(StoreError) {
      guard part.bodyLength == mark.length else { throw .damaged(path: database.directory.path) }
      let id = try database.withoutWaiting { () throws(StoreError) in
        try StoreTransaction.run(in: database) { (transaction) throws(StoreError) in
          try transaction.insert(new, record, inline: nil).get()
        }.result
      }
      return StoredEntry(id, record, lastUsedAt: part.receivedAt)
    } catch {
      body.endGrowth()
      for name in [name, name + Growth.suffix] { unlink(database.directory.body(name).cText) }
      throw error
    }
  }

  /// Leaves out the parts whose writers live, and extends the parts whose writers have died.
  func withGrowth(_ found: [[StoredEntry]]) -> [[StoredEntry]] {
    guard found.contains(where: { $0.contains { $0.growthFile != nil } }) else { return found }
    return found.map { $0.compactMap(grown) }
  }

  private func grown(_ entry: StoredEntry) -> StoredEntry? {
    guard let file = entry.growthFile, let marks = Growth.marks(database.directory.body(file + Growth.suffix))
    else { return entry }
    return StoreDirectory.whileUnused(database.directory.body(file), else: entry) { descriptor in
      guard !database.options.isReadOnly else { return entry }
      var grown = entry
      if let whole = entry.response.lengthToGrowTo,
        let mark = Growth.verified(marks, of: descriptor, before: whole),
        mark.length > entry.response.bodyLength
      {
        do throws(StoreError) {
          grown = try extend(entry, to: mark)
        } catch {
          return entry  // The next process that looks the part up tries again.
        }
      }
      for suffix in [Growth.suffix, StoreDirectory.temporarySuffix] {
        unlink(database.directory.body(file + suffix).cText)
      }
      return grown
    }
  }

  /// Updates the row of a part with the length and checksum of a mark.
  private func extend(_ entry: StoredEntry, to mark: Growth.Mark) throws(StoreError) -> StoredEntry {
    var record = EntryRecord(entry, with: entry.response.grown(to: mark.length))
    record.bodyChecksum = mark.checksum
    let fileSize = EntryRecord.fileSize(bodyLength: entry.response.bodyLength)
    try StoreTransaction.run(in: database) { (transaction) throws(StoreError) in
      try transaction.connection.run(
        Self.extension,
        [.integer(entry.id.number), .integer(Int64(bitPattern: entry.bodyChecksum))] + record.values)
      guard transaction.connection.changes == 1 else { throw .gone(entry.id) }
      transaction.resize(
        entry.id.number, by: record.size - entry.size, files: record.fileSize - fileSize)
    }
    return StoredEntry(
      entry.id, record, lastUsedAt: entry.lastUsedAt, transferMilliseconds: entry.transferMilliseconds,
      uses: entry.uses)
  }

  private static let `extension` = """
    UPDATE entries SET (\(EntryRecord.columns)) = (\(EntryRecord.places(3...(EntryRecord.columnCount + 2))))
    WHERE id = ?1 AND body_sum = ?2
    """

  /// Extends the part in the file of this name if its writer has died.
  func takeGrowth(ofFile name: String) throws(StoreError) {
    _ = withGrowth([try database.page("WHERE body_file = ?1", [.text(name)]).entries])
  }
}

extension StoredEntry {
  /// The file of a part, which may have a growth file; nil for any other response, and for a part without a
  /// file.
  fileprivate var growthFile: String? { response.head.status == 206 ? bodyFile : nil }
}
