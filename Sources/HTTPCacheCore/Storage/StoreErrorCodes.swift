import CSQLite
import CSystem

extension StoreError {
  /// The error for a result code of SQLite; of an extended code, the primary code decides.
  ///
  /// Only codes by which SQLite itself reports corruption become `damaged`: the database is then moved aside. After a
  /// failure for another reason, such as a missing table, the database stays in its place. `said` is SQLite's message
  /// for this failure; if nil, the message of the code is used.
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

  /// `SQLITE_IOERR_SHMSIZE`, a macro that Swift does not see: the file of the memory that processes share can't grow.
  private static let noRoomForSharedMemory = SQLITE_IOERR | 19 << 8

  /// The error for an `errno` of the file system.
  init(errno code: Int32, path: String) {
    switch code {
    case ENOSPC, EDQUOT, EFBIG: self = .full(path: path)
    case EACCES, EPERM, EROFS: self = .noPermission(path: path)
    case ENOTDIR, ELOOP: self = .notDirectory(path: path)
    default: self = .io(path: path, reason: Self.words(code))
    }
  }

  /// The system's message for an `errno`, in the case for use within a sentence: `permission denied`.
  static func words(_ code: Int32) -> String {
    let words = String(cString: strerror(code))
    // An abbreviation keeps its capitals.
    guard let second = words.dropFirst().first, second.isLowercase else { return words }
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
