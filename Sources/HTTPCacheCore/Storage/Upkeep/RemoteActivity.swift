/// What the cache that is shared with others did in a span of time.
package struct RemoteActivity: Sendable, Hashable {
  /// Bodies that came from there.
  package var hits: Int64 = 0
  /// Lookups that brought nothing of use.
  package var misses: Int64 = 0
  /// Requests to it that failed.
  package var errors: Int64 = 0
  /// Bytes of the bodies that came from there.
  package var bytes: Int64 = 0
  /// Bodies that were written there, and their bytes.
  package var writes: Int64 = 0
  package var bytesWritten: Int64 = 0

  package init() {}

  /// Counts one thing; answers to requests are not counted here.
  mutating func add(_ use: Use) {
    switch use.kind {
    case .hit, .miss, .revalidation: return
    case .remoteHit:
      hits += 1
      bytes = bytes.addingSaturated(use.bytesNotTransferred)
    case .remoteMiss: misses += 1
    case .remoteFailure: errors += 1
    case .remoteWrite:
      writes += 1
      bytesWritten = bytesWritten.addingSaturated(use.bytesNotTransferred)
    }
  }

  /// Adds figures of a row, in the order of the table; a value that is no count reads as 0.
  fileprivate mutating func add(_ row: SQLiteRow) {
    let count = { (place: Int32) in max(0, row.integer(place) ?? 0) }
    hits = hits.addingSaturated(count(0))
    misses = misses.addingSaturated(count(1))
    errors = errors.addingSaturated(count(2))
    bytes = bytes.addingSaturated(count(3))
    writes = writes.addingSaturated(count(4))
    bytesWritten = bytesWritten.addingSaturated(count(5))
  }

  fileprivate var values: [SQLiteValue] {
    [hits, misses, errors, bytes, writes, bytesWritten].map { .integer($0) }
  }
}

/// The table of these figures, hour by hour; made when there are any.
enum RemoteActivityTable: KeptTable {
  static let name = "remote_activity"

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

  private static let columns = ["hits", "misses", "errors", "bytes", "writes", "bytes_written"]
  private static let width: Seconds = 3600

  /// Adds the uses of a remote cache; does nothing where there are none.
  static func add(_ uses: [Use], to connection: SQLiteConnection) throws(StoreError) {
    var hours: [Seconds: RemoteActivity] = [:]
    for use in uses where use.kind.isRemote {
      hours[use.at.epoch / width * width, default: RemoteActivity()].add(use)
    }
    guard !hours.isEmpty else { return }
    try connection.execute(table)
    let sums = columns.map { "\($0) = \($0) + excluded.\($0)" }.joined(separator: ", ")
    for (hour, activity) in hours {
      try connection.run(
        "INSERT INTO remote_activity VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO UPDATE SET \(sums)",
        [.integer(hour)] + activity.values)
    }
  }

  /// The figures since a moment, exact to the hour, with those of the log of uses.
  static func sum(in database: Database, since: Instant?) throws(StoreError) -> RemoteActivity {
    if !database.options.isReadOnly { try UsageLog(database: database).fold() }
    let from = since.map { $0.epoch / width * width } ?? .min
    var sum = RemoteActivity()
    try database.read { (connection) throws(StoreError) in
      guard database.isCurrent, try isThere(in: connection) else { return }
      try connection.run(
        "SELECT \(columns.joined(separator: ", ")) FROM remote_activity WHERE start >= ?1", [.integer(from)]
      ) { row in
        sum.add(row)
        return true
      }
    }
    guard database.options.isReadOnly else { return sum }
    for use in UsageLog(database: database).read() where use.at.epoch >= from { sum.add(use) }
    return sum
  }

  /// Forgets all figures.
  static func reset(in connection: SQLiteConnection) throws(StoreError) {
    if try isThere(in: connection) { try connection.execute("DELETE FROM remote_activity") }
  }
}
