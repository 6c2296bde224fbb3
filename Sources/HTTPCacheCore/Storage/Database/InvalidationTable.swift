/// The recent invalidations with their times: a response that was requested before an invalidation is not stored
/// after it, by any process.
enum InvalidationTable: KeptTable {
  static let name = "invalidations"

  static let table = """
    CREATE TABLE IF NOT EXISTS invalidations (
      name TEXT NOT NULL,
      server TEXT NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (name, server)
    ) WITHOUT ROWID;
    """

  /// The most rows, and how long a row stays, in microseconds.
  ///
  /// One row named `everything` stands for all removed rows, with the time of the latest of them.
  private static let most = 1000
  private static let lifetime: Int64 = 86_400_000_000
  private static let everything = "everything"

  private static func add(_ scope: InvalidationScope, at now: Int64, to connection: SQLiteConnection)
    throws(StoreError)
  {
    try connection.execute(table)
    try connection.run("UPDATE totals SET invalidated_at = max(invalidated_at, ?1)", [.integer(now)])
    for name in scope.names {
      try connection.run(
        "INSERT OR REPLACE INTO invalidations VALUES (?1, ?2, ?3)",
        [.text(name), .text(scope.server), .integer(now)])
    }
    // Remove rows with a future time: after the clock was set back, they would keep responses from being stored until
    // it has caught up.
    try connection.run(
      "DELETE FROM invalidations WHERE at > ?1", [.integer(now.addingSaturated(clockTolerance))])
    try forgetOldest(at: now, in: connection)
  }

  /// Removes the names of invalidated URLs and keeps the time of the latest invalidation.
  static func forgetNames(in connection: SQLiteConnection) throws(StoreError) {
    if try isThere(in: connection) { try forget(until: .max, in: connection) }
  }

  private static func forgetOldest(at now: Int64, in connection: SQLiteConnection) throws(StoreError) {
    let count = try connection.integer("SELECT count(*) FROM invalidations") ?? 0
    var limit = now.subtractingSaturated(lifetime)
    if count > most {
      limit =
        try connection.integer(
          "SELECT at FROM invalidations ORDER BY at DESC LIMIT 1 OFFSET ?1", [.integer(Int64(most / 2))])
        ?? limit
    }
    try forget(until: limit, in: connection)
  }

  private static func forget(until limit: Int64, in connection: SQLiteConnection) throws(StoreError) {
    let forgotten = try connection.integer(
      "SELECT max(at) FROM invalidations WHERE at <= ?1", [.integer(limit)])
    guard let forgotten else { return }
    try connection.run("DELETE FROM invalidations WHERE at <= ?1", [.integer(limit)])
    try connection.run(
      "INSERT OR REPLACE INTO invalidations VALUES (?1, '', ?2)", [.text(everything), .integer(forgotten)])
  }

  /// The time of the latest invalidation, in microseconds since 1970; 0 if there was none.
  static func latest(in connection: SQLiteConnection) throws(StoreError) -> Int64? {
    try connection.integer("SELECT invalidated_at FROM totals")
  }

  /// Whether an invalidation since its request covers a response.
  static func covers(
    _ response: StoredResponse, askedAt: Int64, in connection: SQLiteConnection
  ) throws(StoreError) -> Bool {
    let server = ServerRoute.server(response.key.server)
    guard try isThere(in: connection) else { return false }
    // Ignore rows with a future time, which come from a clock that was ahead.
    let limit = HostClock.microseconds().addingSaturated(clockTolerance)
    let places: [SQLiteValue] = [.integer(askedAt), .integer(limit)]
    for name in InvalidationScope.names(covering: response) {
      let found = try connection.integer(
        "SELECT 1 FROM invalidations WHERE at BETWEEN ?1 AND ?2 AND name = ?3 AND server = ?4",
        places + [.text(name), .text(server)])
      if found != nil { return true }
    }
    return try connection.integer(
      "SELECT 1 FROM invalidations WHERE at BETWEEN ?1 AND ?2 AND name = ?3", places + [.text(everything)])
      != nil
  }

  private static let clockTolerance: Int64 = 60_000_000

  /// Removes the entries of a scope, and notes the invalidation for responses that are still arriving.
  static func invalidate(
    _ scope: InvalidationScope, at now: Int64, in transaction: inout StoreTransaction
  ) throws(StoreError) -> Invalidated {
    let connection = transaction.connection
    var invalidated = Invalidated()
    for scope in try related(scope, connection) {
      let (numbers, passedOver) = try entries(of: scope, connection)
      let before = transaction.removal.count
      try transaction.delete(numbers)
      try add(scope, at: now, to: connection)
      invalidated.count += Int(clamping: transaction.removal.count - before)
      invalidated.passedOver += passedOver
    }
    transaction.forgetLatestInvalidation()
    return invalidated
  }

  /// A scope, and if it is a key, also the groups of the responses stored under that key (RFC 9875 §2).
  static func related(
    _ scope: InvalidationScope, _ connection: SQLiteConnection
  ) throws(StoreError) -> [InvalidationScope] {
    guard case .key(let key) = scope else { return [scope] }
    let numbers = try entries(of: scope, connection).numbers
    guard !numbers.isEmpty else { return [scope] }
    let groups = try connection.rows(
      "SELECT DISTINCT name FROM entry_groups WHERE id IN (SELECT value FROM json_each(?1)) ORDER BY name",
      [.list(numbers)]
    ) { $0.text(0) }
    guard !groups.isEmpty else { return [scope] }
    return [scope, .groups(groups, origin: NormalizedURI.origin(key.uri), server: key.server)]
  }

  /// The entries that an invalidation of a scope removes.
  static func numbers(of scope: InvalidationScope, _ connection: SQLiteConnection) throws(StoreError)
    -> [Int64]
  {
    var numbers: [Int64] = []
    for scope in try related(scope, connection) { numbers += try entries(of: scope, connection).numbers }
    return numbers
  }

  /// The entries of a scope, and the number of further entries from other servers, which stay.
  private static func entries(
    of scope: InvalidationScope, _ connection: SQLiteConnection
  ) throws(StoreError) -> (numbers: [Int64], passedOver: Int) {
    var numbers: Set<Int64> = []
    var others: Set<Int64> = []
    for (sql, texts) in rows(of: scope) {
      try connection.run("SELECT id, server FROM " + sql, texts.map { .text($0) }) { row in
        guard let number = row.integer(0), let server = row.text(1) else { return true }
        // An entry of an older version may come from this server, and answers no request anyway.
        if ServerRoute.server(server) == scope.server || server == CacheKey.unknownServer {
          numbers.insert(number)
        } else {
          others.insert(number)
        }
        return true
      }
    }
    return (numbers.sorted(), others.count)
  }

  /// The SQL that finds the rows of a scope, whatever their server, and its values.
  private static func rows(of scope: InvalidationScope) -> [(sql: String, texts: [String])] {
    switch scope {
    case .key(let key): [("entries WHERE uri = ?1 AND method = ?2", [key.uri, key.method])]
    case .remoteKey: []
    case .groups(let groups, let origin, _):
      groups.map { ("entry_groups JOIN entries USING (id) WHERE origin = ?1 AND name = ?2", [origin, $0]) }
    // Every URI of the origin begins with `origin/`, and `0` is the character after the slash.
    case .origin(let origin, _): [("entries WHERE uri >= ?1 AND uri < ?2", [origin + "/", origin + "0"])]
    }
  }
}
