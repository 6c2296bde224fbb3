extension Store {
  static let batch = 256

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
    let used = try usedBytes(connection)
    if used > budget {
      try foldUses(into: connection)
      try countDoubtfulTotals(connection, excess: used - budget, budget: budget)
    }
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
      try removal.delete(chosen, from: connection)
      try settle(&removal, in: connection)
    }
    try shrink(connection)
  }

  /// What entries may take: the capacity without the slack of free pages and the log.
  ///
  /// The log counts twice, since the transaction that passes its limit is still written to it.
  private var budget: Int64 { max(0, options.capacity - 2 * logLimit - freeLimit) }

  /// The bytes that free pages may take before they are given back.
  var freeLimit: Int64 { min(8 << 20, max(32 << 10, options.capacity / 32)) }

  /// The bytes taken on disk, without the log and free pages; more than any where the totals can't be true.
  private func usedBytes(_ connection: SQLiteConnection) throws(StoreError) -> Int64 {
    guard let totals = try Totals.read(connection), totals.isPossible(diskBytes: .max) else { return .max }
    return try databaseBytes(connection).addingSaturated(totals.fileBytes)
  }

  /// The bytes of the database without free pages.
  func databaseBytes(_ connection: SQLiteConnection) throws(StoreError) -> Int64 {
    let pages = try connection.integer("PRAGMA page_count") ?? 0
    let free = try connection.integer("PRAGMA freelist_count") ?? 0
    return try max(0, pages - free) &* connection.pageSize()
  }

  /// Counts the totals before anything goes because of them: where they can't be true, and once where they ask for
  /// more room than usual.
  private func countDoubtfulTotals(
    _ connection: SQLiteConnection, excess: Int64, budget: Int64
  ) throws(StoreError) {
    let totals = try Totals.read(connection)
    let isPossible = totals?.isPossible(diskBytes: diskBytes) ?? false
    guard !isPossible || (!hasCountedTotals && excess > budget / 8) else { return }
    try countTotals(in: connection)
  }

  /// Gives free pages back to the file system where there are many.
  private func shrink(_ connection: SQLiteConnection) throws(StoreError) {
    guard try freeBytes(connection) > freeLimit else { return }
    try connection.run("PRAGMA incremental_vacuum(\(max(16, freeLimit / connection.pageSize() / 2)))")
  }

  /// The bytes that free pages take.
  func freeBytes(_ connection: SQLiteConnection) throws(StoreError) -> Int64 {
    try (connection.integer("PRAGMA freelist_count") ?? 0) &* connection.pageSize()
  }
}
