import CSQLite

/// Facts and settings of the SQLite library in this process.
package enum SQLiteLibrary {
  /// The version of the loaded library, which may be newer than the one at build time.
  package static var version: String { String(cString: sqlite3_libversion()) }

  /// Turns off SQLite's statistics of its memory, which cost a lock at each allocation.
  ///
  /// This affects the whole process, so only the executable may call it, before it opens its first database; later it
  /// has no effect.
  package static func forgoAccounts() { _ = csqlite_forgo_accounts() }
}
