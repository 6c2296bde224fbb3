import CSQLite
import CSystem

/// Why an operation of the store failed; never holds a part of a response.
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
  /// SQLite can't run a statement: the tables are not this program's, or a value is beyond a limit.
  case unusable(path: String, reason: String)
  case io(path: String, reason: String)
  /// The directory is missing and can't be made.
  case notMade(path: String, reason: String)
  case noPermission(path: String)
  case notDirectory(path: String)
  case notOurs(path: String)
  case readOnly(path: String)
  /// The user may read the cache, but not write to it.
  case notWritable(path: String)
  /// A request that ran at the same time has stored a newer response, which stays.
  case newerStored
  /// An invalidation since the request covers the response.
  case invalidatedMeanwhile
  /// The database could neither take nor note a removal, and was moved aside with all that it had.
  case setAside(path: String)

  /// Whether the entry was removed, which is not a fault and not reported.
  var isGone: Bool {
    if case .gone = self { true } else { false }
  }

  /// Whether the stored response can't be read ever again; every other error may pass, and leaves it stored.
  var isLoss: Bool {
    switch self {
    case .damagedBody, .gone: true
    default: false
    }
  }

  /// Whether the error makes every write fail, and not only that of one response.
  var isOfWholeStore: Bool {
    switch self {
    case .damagedBody, .gone, .tooLarge, .full, .io, .newerStored, .invalidatedMeanwhile: false
    case .noDirectory, .newerSchema, .foreignDatabase, .damaged, .unusable, .locked, .notMade, .noPermission,
      .notDirectory, .notOurs, .readOnly, .notWritable, .setAside:
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
    case .tooLarge(let limit): "the response is larger than the \(limit.asSize) that one entry may take"
    case .locked(let path): "the cache at \(path) stayed locked by another process"
    case .full(let path): "no space is left for the cache at \(path)"
    case .unusable(let path, let reason): "the cache at \(path) can't be used as it is: \(reason)"
    case .io(let path, let reason): "the cache at \(path) can't be read or written: \(reason)"
    case .notMade(let path, let reason): "can't make the cache directory \(path): \(reason)"
    case .noPermission(let path): "no permission to use the cache at \(path)"
    case .notDirectory(let path): "\(path) is not a directory; links are not followed"
    case .notOurs(let path): "\(path) belongs to another user"
    case .readOnly(let path): "the cache at \(path) is open for reading only"
    case .notWritable(let path): "no permission to write to the cache at \(path)"
    case .newerStored: "a newer response was stored meanwhile"
    case .invalidatedMeanwhile: "what is stored for the URL was made invalid meanwhile"
    case .setAside(let path):
      "the cache at \(path) could not take a removal, so that all of it was moved aside"
    }
  }
}

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
