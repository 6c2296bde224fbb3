import CSQLite

/// Facts and settings of the SQLite library in this process.
package enum SQLiteLibrary {
  /// The version of the library that runs, which may be newer than the one at build time.
  package static var version: String { String(cString: sqlite3_libversion()) }

  /// Turns off SQLite's statistics of its memory, which cost a lock at each allocation.
  ///
  /// This holds for the whole process, so only a program may do it, before its first database is opened; later it has
  /// no effect.
  package static func forgoAccounts() { _ = csqlite_forgo_accounts() }
}
