/// Removes the least recently used entries while the store takes more than its capacity.
struct Eviction {
  let database: Database

  private static let batch = 256

  /// Evicts, and reports no error: if this fails, the response stays stored, and the next commit evicts the rest.
  func makeRoomQuietly(keeping number: Int64) {
    do throws(StoreError) {
      try makeRoom(keeping: number)
    } catch {
      // Ignored on purpose: the next commit evicts the rest.
    }
  }

  /// Evicts in as many transactions as it takes, so that none of them holds the lock for long.
  private func makeRoom(keeping number: Int64) throws(StoreError) {
    while true {
      let excess = try database.read { (connection) throws(StoreError) in
        try usedBytes(connection) - budget
      }
      guard let excess, excess > 0 else { return }
      let (_, committed) = try StoreTransaction.run(in: database, isEvicting: false) {
        (transaction) throws(StoreError) in
        try evictBatch(keeping: number, in: &transaction)
      }
      guard committed.removal.count > 0 else { return }
    }
  }

  /// Evicts one bounded batch if the store exceeds the budget; keeps the entry of the transaction's last write,
  /// unless another is named.
  func evictBatch(
    keeping number: Int64? = nil, in transaction: inout StoreTransaction
  ) throws(StoreError) {
    let connection = transaction.connection
    let (number, budget) = (number ?? transaction.newest, self.budget)
    let used = try usedBytes(connection)
    if used > budget {
      try UsageLog(database: database).fold(into: connection)
      try countDoubtfulTotals(in: &transaction, excess: used - budget, budget: budget)
    }
    var left = Self.batch
    while left > 0 {
      let excess = try usedBytes(connection) - budget
      guard excess > 0 else { break }
      var chosen: [Int64] = []
      var freed: Int64 = 0
      try connection.run(
        "SELECT id, size FROM entries WHERE id <> ?1 ORDER BY last_used_at, id LIMIT ?2",
        [.integer(number), .integer(Int64(left))]
      ) { row in
        if let number = row.integer(0) { chosen.append(number) }
        freed = freed.addingSaturated(row.integer(1) ?? 0)
        left -= 1
        return freed < excess && left > 0
      }
      guard !chosen.isEmpty else { break }
      try transaction.delete(chosen)
      try transaction.settle()
    }
    try shrink(connection)
  }

  /// The bytes that entries may take: the capacity minus the most that free pages and the log take.
  private var budget: Int64 { max(0, database.options.capacity - 2 * database.logLimit - freeLimit) }

  /// The bytes that free pages may take before they are given back.
  var freeLimit: Int64 { min(8 << 20, max(32 << 10, database.options.capacity / 32)) }

  /// The bytes taken on disk, without the log and free pages; the greatest number if the totals can't be true.
  func usedBytes(_ connection: SQLiteConnection) throws(StoreError) -> Int64 {
    guard let totals = try Totals.read(connection), totals.isPossible(diskBytes: .max) else { return .max }
    return try databaseBytes(connection).addingSaturated(totals.fileBytes)
  }

  /// The bytes of the database without free pages.
  func databaseBytes(_ connection: SQLiteConnection) throws(StoreError) -> Int64 {
    let pages = try connection.integer("PRAGMA page_count") ?? 0
    let free = try connection.integer("PRAGMA freelist_count") ?? 0
    return try max(0, pages - free) &* connection.pageSize()
  }

  /// Counts the totals anew before entries are evicted because of them: if they can't be true, and once if they ask
  /// for more room than usual.
  private func countDoubtfulTotals(
    in transaction: inout StoreTransaction, excess: Int64, budget: Int64
  ) throws(StoreError) {
    let totals = try Totals.read(transaction.connection)
    let isPossible = totals?.isPossible(diskBytes: database.directory.diskBytes) ?? false
    guard !isPossible || (!database.hasCountedTotals && excess > budget / 8) else { return }
    try transaction.recount()
  }

  /// Gives free pages back to the file system if there are many.
  private func shrink(_ connection: SQLiteConnection) throws(StoreError) {
    guard try freeBytes(connection) > freeLimit else { return }
    try connection.run("PRAGMA incremental_vacuum(\(max(16, freeLimit / connection.pageSize() / 2)))")
  }

  /// The bytes that free pages take.
  func freeBytes(_ connection: SQLiteConnection) throws(StoreError) -> Int64 {
    try (connection.integer("PRAGMA freelist_count") ?? 0) &* connection.pageSize()
  }
}
