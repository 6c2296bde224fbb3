#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The directory of one store: `cache.db`, `bodies/`, and a lock for what happens once.
struct StoreDirectory: Sendable {
  let path: String

  var databasePath: String { "\(path)/cache.db" }
  var bodiesPath: String { "\(path)/bodies" }
  private var lockPath: String { "\(path)/cache.lock" }

  /// Whether the place is there and ours.
  ///
  /// - Returns: false where nothing is there.
  /// - Throws: where it is a link, no directory, or somebody else's.
  func check() throws(StoreError) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT else { throw systemError() }
      return false
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .notDirectory(path: path) }
    guard status.st_uid == geteuid() else { throw .notOurs(path: path) }
    return true
  }

  /// Makes what is missing, 0700 whatever the umask says.
  func create() throws(StoreError) {
    if try !check() {
      var parent = ""
      for part in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
        parent +=
          parent.isEmpty && part.isEmpty ? "/" : (parent.hasSuffix("/") || parent.isEmpty ? "" : "/") + part
        if !parent.isEmpty { mkdir(parent, 0o755) }  // What fails here fails again below, with its words.
      }
      try make(path)
    }
    var status = stat()
    if lstat(bodiesPath, &status) != 0 {
      try make(bodiesPath)
    } else if status.st_mode & S_IFMT != S_IFDIR {
      throw .notDirectory(path: bodiesPath)
    }
  }

  private func make(_ directory: String) throws(StoreError) {
    guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw systemError() }
    chmod(directory, 0o700)
  }

  /// Makes an empty database file that only its owner may read; SQLite gives its log the same mode.
  func createDatabaseFile() throws(StoreError) {
    let descriptor = open(databasePath, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      guard errno == EEXIST else { throw systemError() }
      return
    }
    fchmod(descriptor, 0o600)
    close(descriptor)
  }

  /// Whether the database file is there.
  var hasDatabase: Bool { access(databasePath, F_OK) == 0 }

  /// Whether only reading is possible and no log lies beside the database.
  var isFrozen: Bool { access(path, W_OK) != 0 && access("\(databasePath)-wal", F_OK) != 0 }

  /// Does something that one process at a time may do.
  func exclusively<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    let descriptor = open(lockPath, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw systemError() }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX) == 0 else { throw systemError() }
    return try body()
  }

  /// Renames a damaged database and its log aside.
  func setDatabaseAside() {
    let suffix = "damaged-\(Self.randomName().prefix(8))"
    for ending in ["", "-wal", "-shm"] {
      // What is not there needs no renaming.
      rename(databasePath + ending, "\(databasePath).\(suffix)\(ending)")
    }
  }

  /// 128 random bits in hexadecimal: the name of a body, never made from a URL.
  static func randomName() -> String {
    var generator = SystemRandomNumberGenerator()
    return [generator.next(), generator.next()].map { (word: UInt64) in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// What the system said last.
  func systemError() -> StoreError {
    errno == ENOSPC || errno == EDQUOT
      ? .full(path: path) : .io(path: path, said: String(cString: strerror(errno)))
  }
}
