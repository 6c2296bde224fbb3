/// Why a `Cache.db` could not be read.
package enum CacheDBError: Error, Equatable {
  /// What the system said.
  case unreadable(code: Int32)
  /// The file is no SQLite database.
  case notDatabase
  /// It is one, and not of URLCache.
  case foreign
  /// Its schema holds what is no plain table, and would be run by reading it.
  case runsCode
  case damaged
  case locked
  /// It can be read in a copy only, and that could not be made: what the system said.
  case notCopied(code: Int32)
  case failed(String)
}
