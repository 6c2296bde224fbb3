import CSystem

/// A file beside the database with notes of the uses that the database does not count yet.
///
/// A note is one short write, so that a hit only reads the database. A process folds the notes into the
/// database when the file has become long, before it evicts or trims entries, and when it needs the figures.
struct UsageLog {
  /// The bytes of one note: time, entry, bytes, and milliseconds with the kind.
  private static let recordSize = 32

  /// The bytes of the file from which on a process folds the notes into the database.
  private static let foldSize = 1 << 20

  let database: Database

  private var path: String { database.directory.usage }

  /// Adds notes; if writing fails, drops them, since a response must not fail because of notes.
  ///
  /// - Returns: whether the file has become so large that this process should fold the notes.
  private func append(_ uses: [Use]) -> Bool {
    let descriptor = StoreDirectory.openFile(path, O_WRONLY | O_APPEND | O_CREAT)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // Processes that add notes share this lock; a process that folds the notes holds it alone, so that no
    // note gets lost. A response never waits for another process: if another process is folding, this process
    // adds the note without the lock, and the folding process looks for new notes before it empties the file.
    _ = flock(descriptor, LOCK_SH | LOCK_NB)
    let torn = Int(lseek(descriptor, 0, SEEK_END)) % Self.recordSize
    let notes = (torn > 0 ? Self.invalidEnd(Self.recordSize - torn) : []) + uses.flatMap(Self.encode)
    // One system call, so that notes of several processes do not mix.
    let isWritten = notes.withUnsafeBytes {
      write(descriptor, $0.baseAddress, $0.count) == $0.count
    }
    return isWritten && lseek(descriptor, 0, SEEK_END) >= Self.foldSize
  }

  /// Whether the file has notes.
  private var hasNotes: Bool {
    var info = stat()
    return lstat(path.cText, &info) == 0 && info.st_size > 0
  }

  /// The noted uses; none if the file is missing or can't be read.
  func read() -> [Use] {
    let descriptor = StoreDirectory.openFile(path, O_RDONLY)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    return Self.read(descriptor, 0..<Self.size(descriptor))
  }

  /// Gives all notes to `take`, and then empties the file; if `take` throws, the notes stay.
  ///
  /// Does nothing if another process holds the lock.
  private func takeAll(_ take: ([Use]) throws(StoreError) -> Void) throws(StoreError) {
    let descriptor = StoreDirectory.openFile(path, O_RDWR)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard lseek(descriptor, 0, SEEK_END) > 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return }
    var taken: off_t = 0
    var size = Self.size(descriptor)
    while taken < size {
      let uses = Self.read(descriptor, taken..<size)
      if !uses.isEmpty { try take(uses) }
      taken = size
      size = Self.size(descriptor)
    }
    _ = ftruncate(descriptor, 0)
  }

  /// The most bytes that a process reads; the log of this program never becomes so long.
  private static let longest: off_t = 64 << 20

  /// The bytes of whole notes.
  private static func size(_ descriptor: Int32) -> off_t {
    var info = stat()
    guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return 0 }
    return min(info.st_size, longest) / off_t(recordSize) * off_t(recordSize)
  }

  private static func read(_ descriptor: Int32, _ range: Range<off_t>) -> [Use] {
    var bytes = [UInt8](repeating: 0, count: Int(range.count))
    let count = bytes.withUnsafeMutableBytes {
      DescriptorIO.fill($0, from: descriptor, at: Int64(range.lowerBound))
    }
    return bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: count / recordSize * recordSize, by: recordSize).compactMap {
        decode(UnsafeRawBufferPointer(rebasing: bytes[$0..<($0 + recordSize)]))
      }
    }
  }

  private static func encode(_ use: Use) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(recordSize)
    let milliseconds = Int64(Int32(clamping: use.millisecondsSaved))
    for number in [
      use.at.epoch, use.entry?.number ?? 0, use.bytesNotTransferred,
      milliseconds << 8 | Int64(use.kind.rawValue),
    ] {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  /// Fills up a note that was cut off, as by a full disk, so that the notes after it can be read; its milliseconds
  /// are out of range, which makes the note itself invalid.
  private static func invalidEnd(_ count: Int) -> [UInt8] {
    [UInt8](repeating: 0xFF, count: count - 1) + [0x80]
  }

  /// Reads one note; nil if this program can't have written these bytes.
  private static func decode(_ bytes: UnsafeRawBufferPointer) -> Use? {
    let number = { (place: Int) in
      Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: place * 8, as: Int64.self))
    }
    let (time, entry, notTransferred, last) = (number(0), number(1), number(2), number(3))
    guard let kind = UseKind(rawValue: UInt8(truncatingIfNeeded: last)), time > 0, notTransferred >= 0,
      Int32(exactly: last >> 8) != nil
    else { return nil }
    return Use(
      kind, at: Instant(epoch: time), entry: entry > 0 ? EntryID(number: entry) : nil,
      bytesNotTransferred: notTransferred, millisecondsSaved: last >> 8)
  }

  func note(_ uses: [Use]) {
    guard !database.options.isReadOnly, !uses.isEmpty, database.isOpen else { return }
    guard append(uses) else { return }
    do throws(StoreError) {
      try database.withoutWaiting { () throws(StoreError) in try fold() }
    } catch {
      // Another process is writing to the database: a later note folds the notes.
    }
  }

  /// Adds the noted uses to the figures and to the entries' times of use, and empties the log.
  func fold() throws(StoreError) {
    guard !database.options.isReadOnly, database.isOpen, hasNotes else { return }
    try database.write { (connection) throws(StoreError) in try fold(into: connection) }
  }

  /// Brings the times and counts of use up to date before they are read.
  ///
  /// Folds the notes. If the database is read-only, this connection instead gets a temporary view in place of
  /// the table, with the values that folding would write.
  func bringUpToDate() throws(StoreError) {
    guard database.options.isReadOnly else { return try fold() }
    let used = Self.sums(read())
    guard !used.isEmpty else { return }
    try database.read { (connection) throws(StoreError) in
      let columns = try connection.rows("SELECT name FROM pragma_table_info('entries', 'main')") {
        $0.text(0)
      }
      guard columns.contains("last_used_at"), columns.contains("uses") else { return }
      let shown = columns.map { name in
        switch name {
        case "last_used_at": "coalesce(noted.at, last_used_at) AS last_used_at"
        case "uses": "entries.uses + coalesce(noted.uses, 0) AS uses"
        default: "entries.\(name) AS \(name)"
        }
      }
      try connection.execute(
        """
        PRAGMA temp_store=MEMORY;
        DROP VIEW IF EXISTS temp.entries;
        CREATE TEMP TABLE IF NOT EXISTS noted (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, uses INTEGER NOT NULL);
        DELETE FROM noted;
        """)
      for (number, use) in used {
        try connection.run(
          "INSERT INTO noted VALUES (?1, ?2, ?3)",
          [.integer(number), .integer(use.last), .integer(use.count)])
      }
      try connection.execute(
        """
        CREATE TEMP VIEW entries AS SELECT \(shown.joined(separator: ", ")) FROM main.entries AS entries
        LEFT JOIN noted ON noted.id = entries.id
        """)
    }
  }

  /// When each entry was used last, and how often.
  private static func sums(_ uses: [Use]) -> [Int64: (last: Seconds, count: Int64)] {
    var entries: [Int64: (last: Seconds, count: Int64)] = [:]
    for use in uses {
      guard let entry = use.entry else { continue }
      let known = entries[entry.number] ?? (.min, 0)
      entries[entry.number] = (max(known.last, use.at.epoch), known.count + 1)
    }
    return entries
  }

  /// Folds the notes as part of a transaction, which may need the times of use to evict entries.
  func fold(into connection: SQLiteConnection) throws(StoreError) {
    try takeAll { (uses) throws(StoreError) in
      if let newest = try ActivityTable.add(uses, to: connection) {
        try ActivityTable.widen(before: newest, in: connection)
      }
      try RemoteActivityTable.add(uses, to: connection)
      for (number, used) in Self.sums(uses) {
        try connection.run(
          "UPDATE entries SET last_used_at = ?2, uses = uses + ?3 WHERE id = ?1",
          [.integer(number), .integer(used.last), .integer(used.count)])
      }
    }
  }
}
