import CSystem

// The first part of a long body is stored while the rest is still arriving, so that little of it is lost when the process
// dies. The file has a second name, which the row of a part names; in a growth file beside it the writer notes the length
// and the checksum of the body as it grows. The row has the length that the body had at first. When the writer has died,
// the first process that looks up the row verifies the rest by the growth file and corrects the row. While the writer
// lives, which its lock shows, the row answers no request.

/// The growth file of a part: pairs of a length and the checksum of the body up to that length.
enum Growth {
  static let suffix = ".grow"
  private static let recordSize = 16
  /// The most marks that are read: enough for 256 GiB.
  private static let mostRecords = 1 << 20

  /// A length, and the checksum of the body up to that length.
  struct Mark: Equatable {
    let length: Int64
    let checksum: UInt64
  }

  static func create(_ path: String) -> Int32 {
    StoreDirectory.openFile(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND)
  }

  /// Adds a mark; false if that is not possible.
  static func append(_ mark: Mark, to descriptor: Int32) -> Bool {
    let bytes = [UInt64(bitPattern: mark.length).littleEndian, mark.checksum.littleEndian]
    return bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) == recordSize }
  }

  /// Reads the marks of a growth file, whose content is not trusted; nil if there is no such file.
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

  /// The last mark, before `end`, up to which the body matches every mark; nil if it matches none.
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

/// Stores parts that grow, and adds to their rows the bytes that writers wrote before they died.
struct PartGrowth {
  let database: Database

  /// Stores the bytes that a writer has given to its file as a part, which grows while the writer goes on.
  ///
  /// Gives up instead of waiting for a lock, since the transfer would have to wait too.
  ///
  /// - Returns: the entry; the whole response replaces it later.
  /// - Throws: `StoreError`; then nothing is kept.
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

  /// Returns the entries without parts whose writers live; parts of dead writers are extended by the bytes that these
  /// had added.
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

  /// Updates the row of a part to the length and checksum of a mark.
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

  /// Updates the row of a part by the bytes that a dead writer has added to the file of this name.
  func takeGrowth(ofFile name: String) throws(StoreError) {
    _ = withGrowth([try database.page("WHERE body_file = ?1", [.text(name)]).entries])
  }
}

extension StoredEntry {
  /// The file of a part, which a growth file may belong to; nil for anything else.
  fileprivate var growthFile: String? { response.head.status == 206 ? bodyFile : nil }
}
