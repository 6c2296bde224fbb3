import CSystem

/// Stored responses in one directory, which many processes may use at once.
///
/// Each task is delegated to a type of its own; these types, and copies of a `Store`, share one `Database`. A `Store`
/// is not `Sendable`: threads that share one hold it in a `Locked`. `Policy` makes the decisions about caching.
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

  /// Closes the database; the store reads as empty then.
  package func close() { database.close() }

  /// Moves a long log into the database ahead of `close`, which then has less to move.
  package func moveLog() { database.moveLog() }
}

// MARK: - Reading

extension Store {
  private var reader: EntryReader { EntryReader(database: database) }

  /// All variants under a key, the newest received first.
  ///
  /// Damaged rows are left out, and removed if the store may be written.
  package func responses(for key: CacheKey) throws(StoreError) -> [StoredEntry] {
    try responses(for: [key])[0]
  }

  /// The responses that may answer a query, also by `No-Vary-Search`, with the request's own credentials in place of
  /// their digests.
  func responses(to query: StorageQuery) throws(StoreError) -> [StoredEntry] {
    var found = try responses(for: query.key)
    if query.settings.matchesNoVarySearch { found += try reader.responses(toOtherQueriesOf: query.key) }
    return StoredEntry.areSealed(found) ? try unsealed(found, forRequest: query.request.fields) : found
  }

  /// The plan for a query, by the responses that are stored now.
  package func plan(_ query: StorageQuery) throws(StoreError) -> ReusePlan {
    ReusePlan(query, stored: try responses(to: query).map(\.candidate))
  }

  /// The time of the latest invalidation, in microseconds since 1970; 0 for never.
  func latestInvalidation() throws(StoreError) -> Int64 {
    try database.read { (connection) throws(StoreError) in
      database.isCurrent ? try InvalidationTable.latest(in: connection) ?? 0 : 0
    } ?? 0
  }

  /// Returns, for each response of another storage, whether an invalidation here that is later than its request
  /// covers it.
  func findInvalidated(_ responses: [StoredResponse]) throws(StoreError) -> [Bool] {
    try database.read { (connection) throws(StoreError) in
      var found = responses.map { _ in false }
      guard database.isCurrent, let latest = try InvalidationTable.latest(in: connection) else {
        return found
      }
      for (index, response) in responses.enumerated() {
        let askedAt = response.requestedAt.microseconds
        guard latest >= askedAt else { continue }
        found[index] = try InvalidationTable.covers(response, askedAt: askedAt, in: connection)
      }
      return found
    } ?? responses.map { _ in false }
  }

  /// The variants under each of one or more keys, the newest received first; all keys are read in one transaction,
  /// which is faster than key by key.
  ///
  /// The bodies read along with the rows reuse the memory of `buffers`.
  ///
  /// - Throws: the error of the database.
  package func responses(
    for keys: [CacheKey], buffers: consuming [[UInt8]] = []
  ) throws(StoreError) -> [[StoredEntry]] {
    try reader.responses(for: keys, buffers: buffers)
  }

  /// All variants of a normalised URI that were requested by GET, from whatever server, the newest received first.
  ///
  /// - Throws: the error of the database.
  package func responses(toURI uri: String) throws(StoreError) -> [StoredEntry] {
    var entries: [StoredEntry] = []
    try reader.forEach(where: "uri = ? AND method = 'GET'", [.text(uri)]) { entry in
      entries.append(entry)
      return true
    }
    return entries.sorted {
      ($0.response.receivedAt.epoch, $0.id.number) > ($1.response.receivedAt.epoch, $1.id.number)
    }
  }

  /// Opens the body of an entry, verified.
  ///
  /// - Throws: `StoreError.damagedBody`, after removing the entry; `StoreError.gone` if another process removed the
  ///   entry.
  package func openBody(_ entry: StoredEntry) throws(StoreError) -> sending BodyReader {
    try reader.openBody(entry)
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
    try database.read { (connection) throws(StoreError) in try Totals.read(connection) ?? .none } ?? .none
  }

  /// Visits the entries of a selection in the order of keys, or all entries, until `visit` returns false.
  ///
  /// Reads in pages, so that no read transaction stays open; an entry that is written or removed meanwhile may be
  /// visited or not.
  ///
  /// - Throws: the error of the database.
  package func forEach(
    _ selection: EntrySelection = EntrySelection(), _ visit: (StoredEntry) -> Bool
  ) throws(StoreError) {
    try reader.forEach(selection, visit)
  }
}

// MARK: - Writing

extension Store {
  /// Begins a body that may be stored.
  package func makeWriter() throws(StoreError) -> BodyWriter {
    try BodyWriter(directory: directory, options: options)
  }

  /// Makes writes in order, in one transaction if possible; once this returns, they outlive this process.
  ///
  /// If the limits require it, other entries are evicted, the least recently used first. Each write comes with the
  /// body that it stores, which can't be used afterwards, unless it grows.
  ///
  /// - Returns: the outcome of each write, or why nothing of it is written.
  package func perform(
    _ writes: [(write: Write, body: BodyWriter?)]
  ) -> [Result<Outcome, StoreError>] {
    WriteBatch(database: database).perform(writes)
  }

  /// Notes uses of the cache: for the figures, and as the last uses of the entries that answered.
  ///
  /// This must not fail or delay a response: a use that can't be noted is dropped.
  package func note(_ uses: [Use]) {
    UsageLog(database: database).note(uses)
  }
}
