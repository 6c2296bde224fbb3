import CSQLite
import CSystem

/// Why the store could not do what was asked; never holds anything of a response.
package enum StoreError: Error, Equatable {
  /// No directory was named, and the environment names none.
  case noDirectory
  case newerSchema(path: String, found: Int, known: Int)
  case foreignDatabase(path: String)
  case damaged(path: String)
  case damagedBody(EntryID)
  /// The entry was removed, by this process or another, since it was looked up.
  case gone(EntryID)
  case tooLarge(limit: Int64)
  case locked(path: String)
  case full(path: String)
  /// A statement that can't be run: the tables are not those that this program made, or a value is beyond its limits.
  case unusable(path: String, reason: String)
  case io(path: String, reason: String)
  /// The directory is missing and can't be made.
  case notMade(path: String, reason: String)
  case noPermission(path: String)
  case notDirectory(path: String)
  case notOurs(path: String)
  case readOnly(path: String)
  /// Another exchange, which overlapped, has brought a newer response, which stays.
  case newerStored
  /// What the response belongs to was made invalid since it was asked for.
  case invalidatedMeanwhile

  /// Whether the entry was removed, which is no trouble.
  var isGone: Bool {
    if case .gone = self { true } else { false }
  }

  /// Whether it keeps everything from being written, and not one response.
  var isOfWholeStore: Bool {
    switch self {
    case .damagedBody, .gone, .tooLarge, .full, .io, .newerStored, .invalidatedMeanwhile: false
    case .noDirectory, .newerSchema, .foreignDatabase, .damaged, .unusable, .locked, .notMade, .noPermission,
      .notDirectory, .notOurs, .readOnly:
      true
    }
  }

  /// One line, no full stop, no newline: printed after `httpcache: error: `.
  package var message: String {
    switch self {
    case .noDirectory: "no place for the cache: $HOME is not set"
    case .newerSchema(let path, let found, let known):
      "the cache at \(path) has schema \(found); this program knows up to \(known)"
    case .foreignDatabase(let path): "\(path) is the database of another program"
    case .damaged(let path): "the cache at \(path) is damaged"
    case .damagedBody: "a stored response is damaged and was dropped"
    case .gone: "the stored response was removed meanwhile"
    case .tooLarge(let limit): "the response is larger than the \(limit) bytes that one entry may take"
    case .locked(let path): "the cache at \(path) stayed locked by another process"
    case .full(let path): "no space is left for the cache at \(path)"
    case .unusable(let path, let reason): "the cache at \(path) can't be used as it is: \(reason)"
    case .io(let path, let reason): "the cache at \(path) can't be read or written: \(reason)"
    case .notMade(let path, let reason): "can't make the cache directory \(path): \(reason)"
    case .noPermission(let path): "no permission to use the cache at \(path)"
    case .notDirectory(let path): "\(path) is not a directory; links are not followed"
    case .notOurs(let path): "\(path) belongs to another user"
    case .readOnly(let path): "the cache at \(path) is open for reading only"
    case .newerStored: "a newer response was stored meanwhile"
    case .invalidatedMeanwhile: "what is stored for the URL was made invalid meanwhile"
    }
  }

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
