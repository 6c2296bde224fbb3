import CSQLite

/// SQLite as a part of the process.
package enum SQLiteLibrary {
  /// The version of the library that runs, which may be newer than the one at build time.
  package static var version: String { String(cString: sqlite3_libversion()) }

  /// Has SQLite keep no account of its memory, which costs it a lock at each piece.
  ///
  /// It holds for the whole process, so it is for a program to say, before its first database is opened; later it
  /// has no effect.
  package static func forgoAccounts() { _ = csqlite_forgo_accounts() }
}
