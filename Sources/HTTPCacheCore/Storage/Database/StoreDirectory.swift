import CSQLite
import CSystem

/// The directory of a store: the names, modes and owner of its files.
struct StoreDirectory {
  let path: String

  var database: String { path + "/cache.db" }
  var log: String { database + "-wal" }
  var journal: String { database + "-journal" }
  var bodies: String { path + "/bodies" }
  var usage: String { path + "/usage.log" }
  var removals: String { path + "/removals.log" }
  var removalsRoom: String { path + "/removals.room" }
  var lock: String { path + "/cache.lock" }

  func body(_ name: String) -> String { bodies + "/" + name }

  /// Drops slashes at the end of the path: with them, `lstat` would follow a link.
  init(path: String) {
    var path = path[...]
    while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
    self.path = String(path)
  }

  /// Makes sure that the directory exists, and, if anything may be written, that this user owns it.
  ///
  /// For reading only, a missing directory is not made, and another user's directory may be used.
  ///
  /// - Returns: false if the directory is missing and was not made.
  /// - Throws: `StoreError.notDirectory` and `notOurs`, also for a link to a directory; the same for the directory of
  ///   bodies; `StoreError.notMade`.
  func prepare(isReadOnly: Bool) throws(StoreError) -> Bool {
    if try isThere(isReadOnly: isReadOnly) { return true }
    guard !isReadOnly else { return false }
    let parents = path.indices.filter { path[$0] == "/" && $0 != path.startIndex }
    for end in parents + [path.endIndex] {
      if let code = Self.failureToMake(String(path[..<end])) {
        throw .notMade(path: path, reason: StoreError.words(code))
      }
    }
    // Another process may have made it meanwhile: look again.
    return try isThere(isReadOnly: false)
  }

  private func isThere(isReadOnly: Bool) throws(StoreError) -> Bool {
    guard try isDirectory(path, isReadOnly: isReadOnly) else { return false }
    // A link in place of the directory of bodies would lead writing and sweeping to another directory.
    _ = try isDirectory(bodies, isReadOnly: isReadOnly)
    return true
  }

  /// Whether there is a directory, which must be this user's own if anything may be written.
  private func isDirectory(_ path: String, isReadOnly: Bool) throws(StoreError) -> Bool {
    guard let info = try Self.status(of: path) else { return false }
    guard info.st_mode & S_IFMT == S_IFDIR else { throw .notDirectory(path: path) }
    guard isReadOnly || info.st_uid == geteuid() else { throw .notOurs(path: path) }
    return true
  }

  /// The status of the file at a path, without following a link; nil if there is no file.
  static func status(of path: String) throws(StoreError) -> stat? {
    var info = stat()
    guard lstat(path.cText, &info) != 0 else { return info }
    guard errno == ENOENT else { throw StoreError(errno: errno, path: path) }
    return nil
  }

  /// Makes one directory with mode 0700 whatever the umask; an existing one is left unchanged.
  ///
  /// - Returns: the `errno` if that fails, else nil.
  static func failureToMake(_ path: String) -> Int32? {
    if mkdir(path.cText, 0o700) == 0 {
      chmod(path.cText, 0o700)
      return nil
    }
    let code = errno
    guard code != EEXIST, code != EISDIR else { return nil }
    // For an existing directory, `mkdir` may fail with EROFS or EACCES instead of EEXIST.
    var info = stat()
    return lstat(path.cText, &info) == 0 ? nil : code
  }

  /// The status of the database's file, which must be a regular file, and this user's own if anything may be written;
  /// nil if it is missing.
  func databaseStatus(isReadOnly: Bool = false) throws(StoreError) -> stat? {
    guard let info = try Self.status(of: database) else { return nil }
    guard info.st_mode & S_IFMT == S_IFREG else { throw .foreignDatabase(path: database) }
    guard isReadOnly || info.st_uid == geteuid() else { throw .notOurs(path: database) }
    return info
  }

  /// The URI under which SQLite opens the database.
  func databaseURI(parameter: String = "") -> String { SQLiteConnection.uri(database) + parameter }

  /// The URI parameter that gives a new database the mode of the lock file, whatever the umask.
  var modeParameter: String { "?modeof=" + SQLiteConnection.escaped(lock) }

  /// Runs work that only one process at a time may do: making a database, or moving a damaged one aside.
  func whileLocked<Result>(
    _ limits: ConnectionLimits, _ work: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let descriptor = Self.openFile(lock, O_RDWR | O_CREAT)
    guard descriptor >= 0 else { throw StoreError(errno: errno, path: lock) }
    defer { close(descriptor) }
    var count: Int32 = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw StoreError(errno: errno, path: lock) }
      guard limits.waitsForLock(attempt: count) else { throw .locked(path: path) }
      count = min(count + 1, 100)
    }
    return try work()
  }

  /// The size of the whole file system in bytes; the greatest number if that is not known.
  var diskBytes: Int64 {
    var info = statvfs()
    guard statvfs(path.cText, &info) == 0 else { return .max }
    let (bytes, overflow) = UInt64(info.f_blocks).multipliedReportingOverflow(by: UInt64(info.f_frsize))
    return overflow || bytes == 0 ? .max : Int64(clamping: bytes)
  }

  /// Opens a file, and tries again after a signal; a new file gets mode 0600 whatever the umask.
  ///
  /// A link is not followed. A named pipe that another program put in the place of the file does not block.
  static func openFile(_ path: String, _ flags: Int32) -> Int32 {
    let flags = flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    while true {
      let descriptor = open(path.cText, flags, 0o600)
      if descriptor >= 0, flags & O_CREAT != 0 { fchmod(descriptor, 0o600) }
      if descriptor >= 0 || errno != EINTR { return descriptor }
    }
  }

  /// Gives `work` the descriptor of a body's file, under a lock that keeps writers out.
  ///
  /// - Returns: `missing` if the file can't be opened; nil if a writer holds the lock.
  @discardableResult
  static func whileUnused<Result>(
    _ path: String, else missing: Result, _ work: (Int32) -> Result
  ) -> Result? {
    let descriptor = openFile(path, O_RDONLY)
    guard descriptor >= 0 else { return missing }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? work(descriptor) : nil
  }

  /// The suffix, followed by random digits, of a database that was moved aside as damaged, and of its bodies.
  static let damagedSuffix = ".damaged-"

  static let temporarySuffix = ".part"

  /// 128 random bits in hexadecimal.
  static func randomName() -> String {
    let bits = SIMD2<UInt64>.random(in: 0 ... .max)
    return withUnsafeBytes(of: bits) { Array($0).hexadecimal }
  }

  /// Whether a name is one that `randomName` can give, and so can't lead out of the directory.
  static func isBodyName(_ name: String) -> Bool {
    name.utf8.count == 32 && name.utf8.allSatisfy { $0.isDigit || (0x61...0x66).contains($0) }
  }
}
