import CSystem

/// Stored responses in one directory, which many processes may use at once.
///
/// Copies of a `Store` share one `Database`. A `Store` is not `Sendable`: threads that share one hold it in a `Locked`.
/// `Policy` makes the decisions about caching.
package struct Store {
  let database: Database

  var directory: StoreDirectory { database.directory }

  package var options: StoreOptions { database.options }

  /// A message that the user should see once, such as that a damaged cache was moved aside; the caller shows it.
  package var notice: String? { database.notice }

  /// Opens the store in a directory; creates a missing one, unless it is opened for reading only.
  ///
  /// If the database exists, opening writes nothing and takes no write lock.
  package static func open(directory: String, options: StoreOptions = StoreOptions()) throws(StoreError)
    -> sending Store
  {
    Store(database: try Database.open(StoreDirectory(path: directory), options))
  }

  /// Moves an unusable database aside, and opens a new store in its place.
  package static func openAnew(directory: String, options: StoreOptions) throws(StoreError) -> sending Store {
    Store(database: try Database.openAnew(StoreDirectory(path: directory), options))
  }

  /// Whether there is a store in a directory; also true if the directory can't be used, so that opening it reports
  /// why.
  package static func exists(in directory: String) -> Bool {
    do throws(StoreError) {
      let place = StoreDirectory(path: directory)
      guard let info = try StoreDirectory.status(of: place.path) else { return false }
      guard info.st_mode & S_IFMT == S_IFDIR, info.st_uid == geteuid() else { return true }
      return try StoreDirectory.status(of: place.database) != nil
    } catch {
      return true
    }
  }

  /// Moves a long log into the database, so that there is less to move when the last reference to the store goes.
  package func moveLog() { database.moveLog() }
}

// MARK: - Reading

extension Store {
  /// The plan for a query, by the responses that are stored now.
  package func plan(_ query: StorageQuery) throws(StoreError) -> ReusePlan {
    ReusePlan(query, stored: try responses(to: query).map(\.candidate))
  }

  /// The time of the latest invalidation, in microseconds since 1970; 0 for never.
  func latestInvalidation() throws(StoreError) -> Int64 {
    let noted = database.notedRemovals.map(\.time)
    let latest = try database.read { (connection) throws(StoreError) in
      database.isCurrent ? try InvalidationTable.latest(in: connection) ?? 0 : 0
    }
    return max(latest ?? 0, noted.max() ?? 0)
  }

  /// Returns, for each response of another storage, whether an invalidation here that is later than its request
  /// covers it.
  func findInvalidated(_ responses: [StoredResponse]) throws(StoreError) -> [Bool] {
    let none = responses.map { _ in false }
    let removals = database.notedRemovals
    return try database.read { (connection) throws(StoreError) in
      guard database.isCurrent, let latest = try InvalidationTable.latest(in: connection) else { return none }
      return try responses.map { (response) throws(StoreError) in
        if removals.contains(where: { $0.covers(response) }) { return true }
        let askedAt = response.requestedAt.microseconds
        guard latest >= askedAt else { return false }
        return try InvalidationTable.covers(response, askedAt: askedAt, in: connection)
      }
    } ?? none
  }

  /// Entries with the request's own credentials in place of their digests, so that they can be compared.
  ///
  /// A digest of another credential stays, and matches no request.
  ///
  /// - Throws: the error of the database.
  package func unsealed(
    _ entries: [StoredEntry], forRequest fields: FieldSection
  ) throws(StoreError) -> [StoredEntry] {
    try CredentialSeal(database: database).unsealed(entries, forRequest: fields)
  }

  /// The totals of the store, which are kept up to date and not counted anew.
  package func totals() throws(StoreError) -> StoreTotals {
    try database.read { (connection) throws(StoreError) in try Totals.read(connection) ?? StoreTotals() }
      ?? StoreTotals()
  }
}

// MARK: - Writing

extension Store {
  /// Begins a body that may be stored.
  package func makeWriter() throws(StoreError) -> BodyWriter {
    try BodyWriter(directory: directory, options: options)
  }

  /// Notes uses of the cache: for the figures, and as the last uses of the entries that answered.
  ///
  /// This must not fail or delay a response: a use that can't be noted is dropped.
  package func note(_ uses: [Use]) {
    UsageLog(database: database).note(uses)
  }
}
