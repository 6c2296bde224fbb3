import CSQLite

/// What is known of SQLite, which is part of the process already.
package enum SQLiteVersion {
  /// The version of the library that runs, which may be newer than the one at build time.
  package static var text: String { String(cString: sqlite3_libversion()) }
}
