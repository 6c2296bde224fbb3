/// A table of kept figures: each row has the beginning of a span of time, and a sum for each figure.
protocol FigureTable: KeptTable {
  /// A column, and the figure that it holds.
  typealias Figure = (column: String, value: any WritableKeyPath<Activity, Int64> & Sendable)

  static var figures: [Figure] { get }

  /// The width of the spans that are added, in seconds.
  static var width: Seconds { get }

  /// Further columns of each row that is added, and their values.
  static var constants: [(column: String, value: Int64)] { get }

  /// Whether the table has the remote cache's figures.
  static var isRemote: Bool { get }
}

extension FigureTable {
  fileprivate static var columns: [String] { figures.map(\.column) }

  /// The SQL that adds a row's figures to the row of the same span.
  fileprivate static var sums: String {
    columns.map { "\($0) = \($0) + excluded.\($0)" }.joined(separator: ", ")
  }

  /// Adds the uses that belong to the table.
  ///
  /// - Returns: the beginning of the latest span; nil if none belongs to it.
  /// - Throws: the error of the database.
  @discardableResult
  static func add(_ uses: [Use], to connection: SQLiteConnection) throws(StoreError) -> Seconds? {
    var spans: [Seconds: Activity] = [:]
    for use in uses where use.kind.isRemote == isRemote {
      spans[use.at.epoch / width * width, default: Activity()].add(use)
    }
    guard !spans.isEmpty else { return nil }
    try connection.execute(table)
    let names = ["start"] + constants.map(\.column) + columns
    let places = EntryRecord.places(1...Int32(names.count))
    for (start, activity) in spans {
      try connection.run(
        """
        INSERT INTO \(name) (\(names.joined(separator: ", "))) VALUES (\(places))
        ON CONFLICT DO UPDATE SET \(sums)
        """,
        [.integer(start)] + constants.map { .integer($0.value) }
          + figures.map { .integer(activity[keyPath: $0.value]) })
    }
    return spans.keys.max()
  }

  /// Adds the rows since a moment to `sums`, whose keys are the numbers of longer spans.
  fileprivate static func read(
    since from: Seconds, from connection: SQLiteConnection, by span: Seconds,
    into sums: inout [Seconds: Activity]
  ) throws(StoreError) {
    guard try isThere(in: connection) else { return }
    var found = sums
    try connection.run(
      "SELECT start, \(columns.joined(separator: ", ")) FROM \(name) WHERE start >= ?1", [.integer(from)]
    ) { row in
      var sum = found.removeValue(forKey: (row.integer(0) ?? 0) / span) ?? Activity()
      for (place, figure) in figures.enumerated() {
        // A row may hold anything: a count below 0 reads as 0, and sums saturate.
        let count = max(0, row.integer(Int32(place) + 1) ?? 0)
        sum[keyPath: figure.value] = sum[keyPath: figure.value].addingSaturated(count)
      }
      found[(row.integer(0) ?? 0) / span] = sum
      return true
    }
    sums = found
  }
}

extension Store {
  /// The figures since a moment, or all, including those that are still in the log of uses.
  ///
  /// The moment is exact to the second for the last hour, then to the minute, then to the hour; for the figures of the
  /// remote cache to the hour.
  ///
  /// - Throws: the error of the database.
  package func activity(since: Instant? = nil) throws(StoreError) -> Activity {
    try activity([ActivityTable.self, RemoteActivityTable.self], since: since, by: .max)[0]
      ?? Activity()
  }

  /// The figures of each day (UTC) that has any, in order, with the day's first moment; without those of the remote
  /// cache.
  ///
  /// - Throws: the error of the database.
  package func activityByDay() throws(StoreError) -> [(day: Instant, activity: Activity)] {
    let days = try activity([ActivityTable.self], since: nil, by: 86_400)
    return days.sorted { $0.key < $1.key }.map { (Instant(epoch: $0.key * 86_400), $0.value) }
  }

  /// Sets the kept figures to zero; the stored responses stay.
  package func resetActivity() throws(StoreError) {
    try UsageLog(database: database).fold()
    try database.write { (connection) throws(StoreError) in
      for table in [ActivityTable.self, RemoteActivityTable.self] as [any FigureTable.Type]
      where try table.isThere(in: connection) {
        try connection.execute("DELETE FROM \(table.name)")
      }
    }
  }

  /// The figures of these tables since a moment, or all, including those that are still in the log of uses.
  ///
  /// Each table is exact to its width.
  ///
  /// - Returns: the figures, keyed by the number of their span since 1970.
  /// - Throws: the error of the database.
  private func activity(
    _ tables: [any FigureTable.Type], since: Instant?, by span: Seconds
  ) throws(StoreError) -> [Seconds: Activity] {
    if !options.isReadOnly { try UsageLog(database: database).fold() }
    let uses = options.isReadOnly ? UsageLog(database: database).read() : []
    var sums: [Seconds: Activity] = [:]
    for table in tables {
      let from = since.map { $0.epoch / table.width * table.width } ?? .min
      try database.read { (connection) throws(StoreError) in
        if database.isCurrent { try table.read(since: from, from: connection, by: span, into: &sums) }
      }
      for use in uses where use.kind.isRemote == table.isRemote && use.at.epoch >= from {
        sums[use.at.epoch / span, default: Activity()].add(use)
      }
    }
    return sums
  }
}

/// The figures of this cache: spans of a second, which become minutes after an hour and hours after two days.
enum ActivityTable: FigureTable {
  static let name = "activity"
  static let width: Seconds = 1
  static let constants: [(column: String, value: Int64)] = [("width", 1)]
  static let isRemote = false
  static let figures: [Figure] = [
    ("hits", \.hits), ("misses", \.misses), ("revalidations", \.revalidations),
    ("bytes", \.bytesNotTransferred), ("milliseconds", \.millisecondsSaved),
  ]

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

  /// Joins spans that are much older than the newest into wider ones.
  static func widen(before newest: Seconds, in connection: SQLiteConnection) throws(StoreError) {
    try widen(1, to: 60, before: newest - 3600, connection)
    try widen(60, to: 3600, before: newest - 172_800, connection)
  }

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
    // `total` is a real number, which can't overflow as `sum` would over damaged figures; the cast is clamped.
    let totals = columns.map { "CAST(total(\($0)) AS INTEGER)" }.joined(separator: ", ")
    try connection.run(
      """
      INSERT INTO activity SELECT start / ?2 * ?2, ?2, \(totals) FROM activity WHERE width = ?1 AND start < ?3
      GROUP BY start / ?2 ON CONFLICT DO UPDATE SET \(sums)
      """, values)
    try connection.run("DELETE FROM activity WHERE width = ?1 AND start < ?2", [values[0], values[2]])
  }
}

/// The figures of a remote cache, hour by hour; the table is made when there are any.
enum RemoteActivityTable: FigureTable {
  static let name = "remote_activity"
  static let width: Seconds = 3600
  static let constants: [(column: String, value: Int64)] = []
  static let isRemote = true
  static let figures: [Figure] = [
    ("hits", \.remote.hits), ("misses", \.remote.misses), ("errors", \.remote.errors),
    ("bytes", \.remote.bytes), ("writes", \.remote.writes), ("bytes_written", \.remote.bytesWritten),
  ]

  static let table = """
    CREATE TABLE IF NOT EXISTS remote_activity (
      start INTEGER PRIMARY KEY,
      hits INTEGER NOT NULL,
      misses INTEGER NOT NULL,
      errors INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      writes INTEGER NOT NULL,
      bytes_written INTEGER NOT NULL
    );
    """
}
