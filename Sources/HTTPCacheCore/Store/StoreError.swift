/// Why the store could not do what was asked; it names the place, and nothing of the user's responses.
package enum StoreError: Error, Equatable, Sendable {
  /// No directory was named, and the environment names none.
  case noDirectory
  /// The place is no directory, or a symbolic link.
  case notDirectory(path: String)
  /// The directory belongs to somebody else.
  case notOurs(path: String)
  /// The system refused, with its words.
  case io(path: String, said: String)
  /// No room is left.
  case full(path: String)
  /// Another process kept it locked.
  case locked(path: String)
  /// A newer version of this program wrote it.
  case newerSchema(path: String, found: Int, known: Int)
  /// Another program's database.
  case foreign(path: String)
  /// The database is damaged.
  case damaged(path: String)
  /// One body is damaged or gone.
  case damagedBody
  /// A body is larger than may be stored, in bytes.
  case tooLarge(limit: Int64)
  /// The store was opened for reading only.
  case readOnly

  /// One line, no full stop.
  package var message: String {
    switch self {
    case .noDirectory: "no place for the cache: $HOME is not set"
    case .notDirectory(let path): "the cache directory \(path) is not a directory of its own"
    case .notOurs(let path): "the cache directory \(path) belongs to another user"
    case .io(let path, let said): "the cache at \(path) can't be used: \(said)"
    case .full(let path): "the cache at \(path) can't grow: no space is left"
    case .locked(let path): "the cache at \(path) stayed locked by another process"
    case .newerSchema(let path, let found, let known):
      "the cache at \(path) has schema \(found); this program knows up to \(known)"
    case .foreign(let path): "\(path) is another program's database"
    case .damaged(let path): "the cache at \(path) is damaged; it is set aside and a new one is begun"
    case .damagedBody: "a stored body is damaged; it is dropped and fetched again"
    case .tooLarge(let limit): "the body is larger than \(limit) bytes, the most that is stored"
    case .readOnly: "the cache is used for reading only"
    }
  }

  /// What the reader can do about it.
  package var hint: String? {
    switch self {
    case .noDirectory, .notDirectory, .notOurs, .foreign: "name another place with --cache-dir DIR"
    case .newerSchema: "update httpcache, or use another --cache-dir"
    case .full: "make room, or lower --capacity"
    case .io, .locked, .damaged, .damagedBody, .tooLarge, .readOnly: nil
    }
  }
}
