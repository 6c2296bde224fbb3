/// What the cache did in a span of time.
package struct Activity: Sendable, Hashable {
  /// Answers for which the origin was not asked.
  package var hits: Int64 = 0
  /// Answers that came from the network.
  package var misses: Int64 = 0
  /// Stored answers that the origin confirmed.
  package var revalidations: Int64 = 0
  /// Bytes of bodies that were served from the store.
  package var bytesNotTransferred: Int64 = 0
  /// Milliseconds that hits saved, compared with downloading again.
  package var millisecondsSaved: Int64 = 0

  package init() {}

  /// All answers.
  package var answers: Int64 { hits.addingSaturated(misses).addingSaturated(revalidations) }

  /// Hits among all answers, from 0 to 1; nil where there were none.
  package var hitRatio: Double? {
    let all = answers
    return all > 0 ? min(1, Double(hits) / Double(all)) : nil
  }

  mutating func add(_ use: Use) {
    var one = Activity()
    switch use.kind {
    case .hit: one.hits = 1
    case .miss: one.misses = 1
    case .revalidation: one.revalidations = 1
    case .remoteHit, .remoteMiss, .remoteFailure, .remoteWrite: return
    }
    one.bytesNotTransferred = use.bytesNotTransferred
    one.millisecondsSaved = use.millisecondsSaved
    add(one)
  }

  /// Adds other figures, saturating: a row may hold anything.
  mutating func add(_ other: Activity) {
    hits = hits.addingSaturated(other.hits)
    misses = misses.addingSaturated(other.misses)
    revalidations = revalidations.addingSaturated(other.revalidations)
    bytesNotTransferred = bytesNotTransferred.addingSaturated(other.bytesNotTransferred)
    millisecondsSaved = millisecondsSaved.addingSaturated(other.millisecondsSaved)
  }

  /// Figures of a row, in the order of the table; what is no count reads as none.
  fileprivate init(_ row: SQLiteRow, from first: Int32) {
    let count = { (place: Int32) in max(0, row.integer(first + place) ?? 0) }
    (hits, misses, revalidations) = (count(0), count(1), count(2))
    (bytesNotTransferred, millisecondsSaved) = (count(3), row.integer(first + 4) ?? 0)
  }
}

/// One answer, as far as the kept figures ask.
package struct Use: Sendable, Hashable {
  package let kind: AnswerSource
  package let at: Instant
  /// The entry that served; nil for a miss.
  package let entry: EntryID?
  package let bytesNotTransferred: Int64
  package let millisecondsSaved: Int64

  package init(
    _ kind: AnswerSource, at: Instant, entry: EntryID? = nil, bytesNotTransferred: Int64 = 0,
    millisecondsSaved: Int64 = 0
  ) {
    self.kind = kind
    self.at = at
    self.entry = entry
    self.bytesNotTransferred = bytesNotTransferred
    self.millisecondsSaved = millisecondsSaved
  }

  /// An answer of an entry on disk, which took so many milliseconds; the time that its transfer took longer is saved.
  package init(
    _ kind: AnswerSource, at: Instant, by entry: StoredEntry?, bytes: Int64, elapsed: Int64
  ) {
    self.init(
      kind, at: at, entry: entry?.id, bytesNotTransferred: bytes,
      millisecondsSaved: entry.map { max(0, $0.transferMilliseconds.subtractingSaturated(elapsed)) } ?? 0)
  }
}

/// The table of kept figures: spans of a second, which become minutes after an hour and hours after two days.
enum ActivityTable: KeptTable {
  static let name = "activity"

  static let table = """
    CREATE TABLE IF NOT EXISTS activity (
      start INTEGER NOT NULL,
      width INTEGER NOT NULL,
      hits INTEGER NOT NULL,
      misses INTEGER NOT NULL,
      revalidations INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      milliseconds INTEGER NOT NULL,
      PRIMARY KEY (width, start)
    ) WITHOUT ROWID;
    """

  private static let sums = """
    hits = hits + excluded.hits, misses = misses + excluded.misses,
    revalidations = revalidations + excluded.revalidations, bytes = bytes + excluded.bytes,
    milliseconds = milliseconds + excluded.milliseconds
    """

  /// `total` is a real number, which can't overflow as `sum` would over damaged figures; the cast is clamped.
  private static let totals = ["hits", "misses", "revalidations", "bytes", "milliseconds"].map {
    "CAST(total(\($0)) AS INTEGER)"
  }.joined(separator: ", ")

  static func add(_ uses: [Use], to connection: SQLiteConnection) throws(StoreError) {
    var seconds: [Seconds: Activity] = [:]
    for use in uses where !use.kind.isRemote { seconds[use.at.epoch, default: Activity()].add(use) }
    for (second, activity) in seconds {
      try connection.run(
        """
        INSERT INTO activity VALUES (?1, 1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO UPDATE SET \(sums)
        """,
        [
          .integer(second), .integer(activity.hits), .integer(activity.misses),
          .integer(activity.revalidations), .integer(activity.bytesNotTransferred),
          .integer(activity.millisecondsSaved),
        ])
    }
    guard let newest = seconds.keys.max() else { return }
    try widen(1, to: 60, before: newest - 3600, connection)
    try widen(60, to: 3600, before: newest - 172_800, connection)
  }

  /// Makes fewer, wider spans of those that are older than a moment.
  private static func widen(
    _ width: Int64, to wider: Int64, before moment: Seconds, _ connection: SQLiteConnection
  ) throws(StoreError) {
    let limit = moment / wider * wider
    let values: [SQLiteValue] = [.integer(width), .integer(wider), .integer(limit)]
    guard
      try connection.integer(
        "SELECT 1 FROM activity WHERE width = ?1 AND start < ?2 LIMIT 1", [values[0], values[2]])
        != nil
    else { return }
    try connection.run(
      """
      INSERT INTO activity SELECT start / ?2 * ?2, ?2, \(totals) FROM activity WHERE width = ?1 AND start < ?3
      GROUP BY start / ?2 ON CONFLICT DO UPDATE SET \(sums)
      """, values)
    try connection.run("DELETE FROM activity WHERE width = ?1 AND start < ?2", [values[0], values[2]])
  }

  /// Visits the kept figures since a moment, also those that are only in the log of uses yet.
  static func forEachSpan(
    in database: Database, since: Instant?, _ visit: (Seconds, Activity) -> Void
  ) throws(StoreError) {
    if !database.options.isReadOnly { try UsageLog(database: database).fold() }
    let from = since?.epoch ?? .min
    try database.read { (connection) throws(StoreError) in
      guard database.isCurrent else { return }
      try connection.run(
        """
        SELECT start, hits, misses, revalidations, bytes, milliseconds FROM activity WHERE start >= ?1
        ORDER BY start
        """, [.integer(from)]
      ) { row in
        visit(row.integer(0) ?? 0, Activity(row, from: 1))
        return true
      }
    }
    guard database.options.isReadOnly else { return }
    for use in UsageLog(database: database).read() where use.at.epoch >= from && !use.kind.isRemote {
      var activity = Activity()
      activity.add(use)
      visit(use.at.epoch, activity)
    }
  }
}
