#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Rows that go in one transaction, and the files that go after it.
struct Removal {
  private(set) var count = 0
  private var uncounted: (entries: Int64, bytes: Int64, fileBytes: Int64) = (0, 0, 0)
  private var files: [String] = []

  /// Deletes one entry's rows, if they are there.
  mutating func delete(_ number: Int64, from connection: SQLiteConnection) throws(StoreError) {
    var removed: (size: Int64, fileSize: Int64, file: String?)?
    try connection.run(
      "DELETE FROM entries WHERE id = ?1 RETURNING size, body_length, body_file", [.integer(number)]
    ) { row in
      let file = row.text(2)
      let fileSize = file == nil ? 0 : EntryRecord.fileSize(bodyLength: row.integer(1) ?? 0)
      removed = (row.integer(0) ?? 0, fileSize, file)
      return true
    }
    guard let removed else { return }
    try connection.run("DELETE FROM bodies WHERE id = ?1", [.integer(number)])
    try EntryGroups.delete(number, from: connection)
    count += 1
    uncounted.entries += 1
    uncounted.bytes = uncounted.bytes.addingSaturated(removed.size)
    uncounted.fileBytes = uncounted.fileBytes.addingSaturated(removed.fileSize)
    if let file = removed.file, StoreDirectory.isBodyName(file) { files.append(file) }
  }

  /// Takes what has been deleted off the totals.
  mutating func subtractTotals(in connection: SQLiteConnection) throws(StoreError) {
    guard uncounted.entries > 0 else { return }
    try connection.run(
      """
      UPDATE totals SET entries = max(0, entries - ?1), bytes = max(0, bytes - ?2),
      file_bytes = max(0, file_bytes - ?3)
      """, [.integer(uncounted.entries), .integer(uncounted.bytes), .integer(uncounted.fileBytes)])
    uncounted = (0, 0, 0)
  }

  /// Unlinks the bodies, once the transaction is committed; one that stays behind is swept later.
  func unlinkFiles(in directory: StoreDirectory) {
    for file in files { unlink(directory.body(file)) }
  }
}

extension Store {
  private static let batch = 256

  /// Removes the least recently used entries until no more than so many bytes are taken, on disk.
  ///
  /// Also removes all that killed processes left in the directory more than an hour ago.
  ///
  /// - Parameter bytes: what database and bodies may take; 0 or less removes every entry.
  /// - Returns: how many entries went.
  /// - Throws: `StoreError`; some may have gone already.
  package func trim(to bytes: Int64) throws(StoreError) -> Int {
    BodySweep.run(in: self, digits: BodySweep.allDigits)
    return try makeRoom(keeping: 0, budget: max(0, bytes))
  }

  /// Evicts in as many transactions as it takes, so that none of them holds the lock for long.
  @discardableResult
  func makeRoom(keeping number: Int64, budget: Int64? = nil) throws(StoreError) -> Int {
    var count = 0
    while true {
      let excess = try guarded { (connection) throws(StoreError) in
        try usedBytes(connection) - (budget ?? self.budget)
      }
      guard let excess, excess > 0 else { return count }
      var removal = Removal()
      try write { (connection) throws(StoreError) in
        removal = Removal()
        try evictBatch(keeping: number, budget: budget, from: connection, &removal)
      }
      removal.unlinkFiles(in: directory)
      guard removal.count > 0 else { return count }
      count += removal.count
    }
  }

  /// Evicts one bounded batch, if there is more than fits; part of the transaction that stores.
  func evictBatch(
    keeping number: Int64, budget: Int64? = nil, from connection: SQLiteConnection, _ removal: inout Removal
  ) throws(StoreError) {
    let budget = budget ?? self.budget
    var left = Self.batch
    while left > 0 {
      let excess = try usedBytes(connection) - budget
      guard excess > 0 else { break }
      var chosen: [Int64] = []
      var freed: Int64 = 0
      try connection.run(
        "SELECT id, size FROM entries WHERE id <> ?1 ORDER BY last_used_at, id LIMIT \(Self.batch)",
        [.integer(number)]
      ) { row in
        if let number = row.integer(0) { chosen.append(number) }
        freed = freed.addingSaturated(row.integer(1) ?? 0)
        left -= 1
        return freed < excess && left > 0
      }
      guard !chosen.isEmpty else { break }
      for number in chosen { try removal.delete(number, from: connection) }
      try removal.subtractTotals(in: connection)
    }
    try shrink(connection)
  }

  /// What entries may take: the capacity without the slack of free pages and the log.
  ///
  /// The log counts twice, since the transaction that passes its limit is still written to it.
  private var budget: Int64 { max(0, options.capacity - 2 * logLimit - freeLimit) }

  /// The bytes that free pages may take before they are given back.
  private var freeLimit: Int64 { min(8 << 20, max(32 << 10, options.capacity / 32)) }

  /// The bytes taken on disk, without the log and free pages.
  private func usedBytes(_ connection: SQLiteConnection) throws(StoreError) -> Int64 {
    let pages = try connection.integer("PRAGMA page_count") ?? 0
    let free = try connection.integer("PRAGMA freelist_count") ?? 0
    let files = try connection.integer("SELECT file_bytes FROM totals") ?? 0
    return (max(0, pages - free) &* 4096).addingSaturated(files)
  }

  /// Gives free pages back to the file system where there are many.
  private func shrink(_ connection: SQLiteConnection) throws(StoreError) {
    let free = try connection.integer("PRAGMA freelist_count") ?? 0
    guard free &* 4096 > freeLimit else { return }
    try connection.run("PRAGMA incremental_vacuum(\(max(16, freeLimit / 4096 / 2)))")
  }
}
