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

  /// Whether the entry was removed, which is not a fault and not reported.
  var isGone: Bool {
    if case .gone = self { true } else { false }
  }

  /// Whether the error makes every write fail, and not only that of one response.
  var isOfWholeStore: Bool {
    switch self {
    case .damagedBody, .gone, .tooLarge, .full, .io, .newerStored, .invalidatedMeanwhile: false
    case .noDirectory, .newerSchema, .foreignDatabase, .damaged, .unusable, .locked, .notMade, .noPermission,
      .notDirectory, .notOurs, .readOnly, .notWritable:
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
    case .notWritable(let path): "no permission to write to the cache at \(path)"
    case .newerStored: "a newer response was stored meanwhile"
    case .invalidatedMeanwhile: "what is stored for the URL was made invalid meanwhile"
    }
  }
}
