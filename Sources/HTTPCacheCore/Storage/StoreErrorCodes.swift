import CSQLite
import CSystem

extension StoreError {
  /// The error that a result code of SQLite stands for; extended codes are read by their primary one.
  ///
  /// Only what SQLite itself calls corrupt is damage, for which the database makes way: a statement that fails for
  /// another reason, such as a missing table, leaves it as it is.
  ///
  /// - Parameters:
  ///   - code: the result code.
  ///   - path: of the cache.
  ///   - said: SQLite's own words for this failure; those for the code unless told.
  init(sqlite code: Int32, path: String, said: String? = nil) {
    let reason = said ?? String(cString: sqlite3_errstr(code))
    switch code & 0xFF {
    case SQLITE_IOERR where code == Self.noRoomForSharedMemory: self = .full(path: path)
    case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged(path: path)
    case SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_RANGE:
      self = .unusable(path: path, reason: reason)
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_INTERRUPT: self = .locked(path: path)
    case SQLITE_FULL: self = .full(path: path)
    case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: self = .noPermission(path: path)
    case SQLITE_TOOBIG: self = .tooLarge(limit: SQLiteConnection.longestValue)
    default: self = .io(path: path, reason: reason)
    }
  }

  /// `SQLITE_IOERR_SHMSIZE`, a macro that Swift does not see: the file for what processes share can't grow.
  private static let noRoomForSharedMemory = SQLITE_IOERR | 19 << 8

  /// The error that an `errno` of the file system stands for.
  init(errno code: Int32, path: String) {
    switch code {
    case ENOSPC, EDQUOT, EFBIG: self = .full(path: path)
    case EACCES, EPERM, EROFS: self = .noPermission(path: path)
    case ENOTDIR, ELOOP: self = .notDirectory(path: path)
    default: self = .io(path: path, reason: Self.words(code))
    }
  }

  /// The system's words for an `errno`, as they stand inside a sentence: `permission denied`.
  static func words(_ code: Int32) -> String {
    let words = String(cString: strerror(code))
    // An abbreviation keeps its capitals.
    guard let second = words.dropFirst().first, second.isLowercase else { return words }
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
