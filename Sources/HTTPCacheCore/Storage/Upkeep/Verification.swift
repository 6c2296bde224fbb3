import CSystem

/// One fault of the store.
package struct Damage: Sendable, Hashable {
  /// The kinds of damage.
  package enum Kind: String, Sendable {
    /// A row that this program can't have written.
    case row
    /// A row whose body's file is gone.
    case bodyMissing = "body-missing"
    /// A body of another length or checksum than its row says.
    case body
    /// Rows of a body, or of a group, that belong to no entry.
    case orphanRow = "orphan-row"
    /// Totals that differ from the sums over the entries.
    case totals
    /// A fault that SQLite's own check found, or one in the tables.
    case database
  }

  package let kind: Kind
  /// The URL, if it is known; otherwise a name of the damaged part.
  package let subject: String
  /// The entry; nil if the damage belongs to no entry.
  package let id: EntryID?

  package init(kind: Kind, subject: String, id: EntryID?) {
    self.kind = kind
    self.subject = subject
    self.id = id
  }
}

/// The result of a verification.
package struct VerificationReport: Sendable, Hashable {
  /// How many entries were read.
  package var entries: Int64 = 0
  /// How many bytes of bodies were read.
  package var bytes: Int64 = 0
  /// The damage that was found.
  package var damage: [Damage] = []
  /// Files without a row, which killed processes left and a later writer removes; they do not count as damage.
  package var strays: [String] = []

  package init() {}
}

/// A row of the table of entries that may be damaged.
private struct VerifiedRow {
  let number: Int64
  let uri: String
  /// Nil for a row that this program can't have written.
  let entry: StoredEntry?

  init(_ row: SQLiteRow) {
    var page = EntryPage()
    _ = page.take(row)
    (number, uri) = (row.integer(0) ?? .max, row.text(4) ?? "(a row without a URL)")
    entry = page.entries.first
  }
}

extension Store {
  private var sweep: BodySweep { BodySweep(database: database) }

  /// Reads and checks every response and body; `goOn` gets the number of entries read so far and returns whether to
  /// go on.
  ///
  /// - Returns: the damage, and the files that killed processes left.
  /// - Throws: if the database can't be read at all.
  package func verify(_ goOn: (Int64) -> Bool = { _ in true }) throws(StoreError) -> VerificationReport {
    var report = VerificationReport()
    var last: Int64 = 0
    var isStopped = false
    while !isStopped {
      let rows = try database.rows(
        "SELECT \(database.pageColumns) FROM entries WHERE id > ?1 ORDER BY id LIMIT 256", [.integer(last)],
        VerifiedRow.init)
      guard let end = rows.last else { break }
      last = end.number
      for row in rows {
        try check(row, &report)
        isStopped = !goOn(report.entries)
        if isStopped { break }
      }
    }
    guard !isStopped else { return report }
    try checkTables(&report)
    report.strays = sweep.strays(digits: BodySweep.allDigits, olderThan: 60)
    return report
  }

  /// Removes the damaged entries and leftover files that a verification found, and nothing else; a database that is
  /// damaged as a whole is replaced by a new one.
  ///
  /// - Throws: the error of the database.
  package func repair(_ report: VerificationReport) throws(StoreError) {
    guard !report.damage.contains(where: { $0.kind == .database }) else { return try database.beginAnew() }
    let numbers = Set(report.damage.compactMap { $0.id?.number })
    try StoreTransaction.run(in: database, isEvicting: false) { (transaction) throws(StoreError) in
      try transaction.delete(numbers.sorted())
      for table in ["bodies", "entry_groups"] {
        try transaction.connection.run("DELETE FROM \(table) WHERE id NOT IN (SELECT id FROM entries)")
      }
      try transaction.recount()
    }
    // A row for the file may have been stored since the file was seen.
    for name in report.strays where !StoreDirectory.isBodyName(name) || sweep.hasNoRow(forFile: name) {
      unlink(database.directory.body(name).cText)
    }
  }

  private func check(_ row: VerifiedRow, _ report: inout VerificationReport) throws(StoreError) {
    report.entries += 1
    let id = EntryID(number: row.number)
    guard let entry = row.entry else {
      report.damage.append(Damage(kind: .row, subject: row.uri, id: id))
      return
    }
    do throws(StoreError) {
      // Opening a body verifies its length and checksum.
      report.bytes += try body(of: entry).length
    } catch .damagedBody {
      // What is noted as removed has no body any more.
      if database.notedRemovals.contains(where: { $0.covers(entry) }) { return }
      let isMissing = entry.bodyFile.map { access(directory.body($0).cText, F_OK) != 0 } ?? false
      report.damage.append(Damage(kind: isMissing ? .bodyMissing : .body, subject: row.uri, id: id))
    } catch .gone {
      return  // Removed by another process meanwhile.
    }
  }

  private func checkTables(_ report: inout VerificationReport) throws(StoreError) {
    var found: [Damage] = []
    try database.read { (connection) throws(StoreError) in
      try connection.run("PRAGMA quick_check(20)") { row in
        let said = row.text(0) ?? ""
        if said != "ok" { found.append(Damage(kind: .database, subject: said, id: nil)) }
        return true
      }
      if let fault = try Schema.fault(connection) {
        found.append(Damage(kind: .database, subject: fault, id: nil))
        return
      }
      for table in database.isCurrent ? ["bodies", "entry_groups"] : ["bodies"] {
        let orphans = try connection.integer(
          "SELECT count(*) FROM \(table) WHERE id NOT IN (SELECT id FROM entries)")
        if let orphans, orphans > 0 {
          found.append(Damage(kind: .orphanRow, subject: "\(orphans) rows of \(table)", id: nil))
        }
      }
      var isExact = false
      // Read in one transaction, since another process may be storing.
      try connection.read(isTransaction: true) { () throws(StoreError) in
        let (counted, last) = try Totals.counted(connection, diskBytes: database.directory.diskBytes)
        let kept = try Totals.read(connection)
        let isNextAbove = try Totals.isNextAbove(last, connection)
        isExact = kept == counted && isNextAbove
      }
      if !isExact { found.append(Damage(kind: .totals, subject: "the totals", id: nil)) }
    }
    report.damage += found
  }
}
