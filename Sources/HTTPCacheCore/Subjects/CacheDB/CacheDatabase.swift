import CSQLite
import CSystem

/// The `Cache.db` that Foundation's URLCache keeps on Apple systems, opened for reading.
package final class CacheDatabase {
  /// The largest serialised request or response, in bytes; a larger one counts as of unknown form.
  private static let objectLimit = 1 << 20

  private let connection: SQLiteConnection
  private let bodies: String
  private let query: String
  /// The bytes of all pages; rows can't hold more, unless they share pages in a damaged file.
  private let byteCount: Int64
  /// The most work for a row, in steps of SQLite's progress handler.
  private static let stepsForRow = 100

  /// Opens a database by its main file; if it can't be opened in place, copies it to the temporary directory.
  ///
  /// - Throws: why it can't be read.
  package init(path: String, temporaryDirectory: String) throws(CacheDBError) {
    connection = try CacheDBFile.open(path, temporaryDirectory: temporaryDirectory)
    let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    bodies = parent + "fsCachedData/"
    try CacheDBSchema.refuseCode(connection, tables: Self.tables)
    do throws(StoreError) {
      query = try Self.query(connection) ?? ""
      if !query.isEmpty, try !CacheDBSchema.isPlain(query, connection) { throw .damaged(path: path) }
      byteCount = try (connection.integer("PRAGMA page_count") ?? 0) &* connection.pageSize()
    } catch {
      throw Self.error(error, connection)
    }
    guard !query.isEmpty else { throw .foreign }
  }

  private static let tables = [
    "cfurl_cache_response", "cfurl_cache_blob_data", "cfurl_cache_receiver_data",
  ]

  /// Visits the entries in the order in which they were made, until `visit` returns false.
  ///
  /// - Throws: why no more can be read.
  package func forEachRow(_ visit: (CacheDBRow) -> Bool) throws(CacheDBError) {
    var last = Int64.min
    var bytesLeft = byteCount
    var isDamaged = false
    do throws(StoreError) {
      try connection.run(query) { row in
        connection.limits.stepsLeft = Self.stepsForRow
        bytesLeft = bytesLeft.subtractingSaturated(Self.size(of: row))
        // In a damaged file, the pages may form a cycle, which would repeat rows.
        guard let number = row.integer(8), number > last, bytesLeft >= 0 else {
          isDamaged = true
          return false
        }
        last = number
        return visit(entry(row))
      }
    } catch {
      throw Self.error(error, connection)
    }
    if isDamaged { throw .damaged }
  }

  /// Turns a failure into an error; a file that takes more work than any sound one is damaged.
  private static func error(_ error: StoreError, _ connection: SQLiteConnection) -> CacheDBError {
    if let left = connection.limits.stepsLeft, left <= 0 { return .damaged }
    return CacheDBError(error)
  }

  /// The columns of a table; none if it is missing.
  private static func columns(
    _ table: String, _ connection: SQLiteConnection
  ) throws(StoreError) -> Set<String> {
    var names: Set<String> = []
    try connection.run("SELECT name FROM pragma_table_info('\(table)')") { row in
      if let name = row.text(0) { names.insert(name) }
      return true
    }
    return names
  }

  /// The query for the columns that this schema has; nil if the schema is not URLCache's.
  private static func query(_ connection: SQLiteConnection) throws(StoreError) -> String? {
    let response = try columns("cfurl_cache_response", connection)
    let blob = try columns("cfurl_cache_blob_data", connection)
    let receiver = try columns("cfurl_cache_receiver_data", connection)
    guard response.isSuperset(of: ["entry_ID", "request_key"]), blob.contains("response_object") else {
      return nil
    }
    // Before macOS 10.7, the body was in the table of the objects; before iOS 5, it was never in a file.
    let data =
      receiver.contains("receiver_data")
      ? "d.receiver_data" : blob.contains("receiver_data") ? "b.receiver_data" : "NULL"
    let isInFile = receiver.contains("isDataOnFS") ? "d.isDataOnFS" : "0"
    let object = { (name: String) in
      blob.contains(name)
        ? "CASE WHEN typeof(b.\(name)) = 'blob' AND length(b.\(name)) <= \(objectLimit) THEN b.\(name) END"
        : "NULL"
    }
    let userInfo = blob.contains("user_info") ? object("user_info") : "NULL"
    let join = receiver.isEmpty ? "" : " LEFT JOIN cfurl_cache_receiver_data d ON d.entry_ID = r.entry_ID"
    return """
      SELECT r.request_key, \(response.contains("time_stamp") ? "r.time_stamp" : "NULL"), \(object("response_object")),
        \(object("request_object")), \(userInfo), \(isInFile),
        CASE typeof(\(data)) WHEN 'blob' THEN length(\(data)) WHEN 'null' THEN NULL
          ELSE length(CAST(\(data) AS BLOB)) END,
        CASE WHEN \(isInFile) THEN CAST(substr(\(data), 1, 65) AS TEXT) END, r.entry_ID
      FROM cfurl_cache_response r LEFT JOIN cfurl_cache_blob_data b ON b.entry_ID = r.entry_ID\(join)
      ORDER BY r.entry_ID
      """
  }

  /// The bytes of those columns of a row that are read.
  private static func size(of row: SQLiteRow) -> Int64 {
    (0...4).reduce(max(0, row.integer(6) ?? 0)) { $0.addingSaturated(row.byteCount(Int32($1))) }
  }

  private func entry(_ row: SQLiteRow) -> CacheDBRow {
    var entry = CacheDBRow()
    entry.requestKey = row.text(0)
    entry.madeAt =
      row.text(1).flatMap { CacheDBTime.instant($0) }
      ?? row.foreignNumber(1).flatMap { CacheDBTime.instant($0) }
    entry.responseObject = row.blob(2)
    entry.requestObject = row.blob(3)
    entry.userInfo = row.blob(4)
    if (row.integer(5) ?? 0) != 0 {
      entry.bodyLength = row.text(7).flatMap(fileLength)
      entry.isBodyMissing = entry.bodyLength == nil
    } else {
      entry.bodyLength = row.integer(6)
    }
    return entry
  }

  /// The length of a file with a body; nil if there is no such file.
  ///
  /// The name must be one that URLCache gives, so that the path can't lead out of the directory.
  private func fileLength(_ name: String) -> Int64? {
    let isName =
      (1...64).contains(name.utf8.count) && name.utf8.allSatisfy { $0 == 0x2D || $0.hexValue != nil }
    var status = stat()
    guard isName, lstat((bodies + name).cText, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return Int64(status.st_size)
  }
}

extension SQLiteRow {
  /// The number in a column of another program's database, integral or not; nil for another type.
  func foreignNumber(_ column: Int32) -> Double? {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER, SQLITE_FLOAT: sqlite3_column_double(statement, column)
    default: nil
    }
  }
}
