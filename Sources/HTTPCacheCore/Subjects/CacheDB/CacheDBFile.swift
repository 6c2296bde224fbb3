import CSQLite
import CSystem

/// Opens another program's database without changing a byte of it or creating a file beside it.
///
/// | beside it | how |
/// | --- | --- |
/// | no log, or an empty one that no process uses | `immutable`: SQLite makes no file |
/// | a log and its index | read-only, index included, which respects a program that writes meanwhile |
/// | a log alone: all rows may be in it | a private copy, in which SQLite may make the index |
enum CacheDBFile {
  /// How long to wait for a writer, in milliseconds.
  private static let busyMilliseconds: Int32 = 5_000
  /// The largest file to copy, in bytes; those of URLCache are far smaller.
  private static let copyLimit: Int64 = 2 << 30
  /// The most work before the first row is read, in steps of SQLite's progress handler.
  private static let stepsToOpen = 500

  /// Opens the database by its main file; a private copy may be made in the temporary directory.
  ///
  /// - Returns: a connection that has read the schema.
  /// - Throws: why it can't be read.
  static func open(_ path: String, temporaryDirectory: String) throws(CacheDBError) -> SQLiteConnection {
    let isLogged = try usesLog(path)
    let logSize = size(path + "-wal")
    let hasIndex = size(path + "-shm") != nil
    if (logSize ?? 0) > 0 && !hasIndex { return try openCopy(path, temporaryDirectory) }
    let isQuiet = isLogged && (logSize == nil || !hasIndex)
    let parameters = isQuiet ? "immutable=1" : "mode=ro&readonly_shm=1"
    do throws(StoreError) {
      return try connection(path, parameters, SQLITE_OPEN_READONLY)
    } catch {
      // A copy can be opened even if the original can't: with a journal to roll back, or another machine's index.
      if case .damaged = error { throw .damaged }
      return try openCopy(path, temporaryDirectory)
    }
  }

  private static func connection(
    _ path: String, _ parameters: String, _ flags: Int32
  ) throws(StoreError) -> SQLiteConnection {
    let connection = try SQLiteConnection(
      uri: SQLiteConnection.uri(path) + "?" + parameters, path: path, flags: flags,
      limits: ConnectionLimits(busyMilliseconds: busyMilliseconds, isInterrupted: nil, steps: stepsToOpen))
    try connection.execute("PRAGMA cell_size_check=ON; PRAGMA mmap_size=0; PRAGMA temp_store=MEMORY")
    _ = try connection.integer("SELECT count(*) FROM sqlite_master")
    return connection
  }

  /// Whether the database uses a write-ahead log, by the header of its file.
  private static func usesLog(_ path: String) throws(CacheDBError) -> Bool {
    let descriptor = Self.descriptor(path)
    guard descriptor >= 0 else { throw .unreadable(code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notDatabase }
    var header = [UInt8](repeating: 0, count: 100)
    guard pread(descriptor, &header, 100, 0) == 100, header.starts(with: Array("SQLite format 3\0".utf8))
    else {
      throw .notDatabase
    }
    // Bytes 18 and 19 are the versions for writing and reading; 2 means a write-ahead log.
    return header[18] == 2 || header[19] == 2
  }

  private static func descriptor(_ path: String) -> Int32 {
    // `O_NONBLOCK`, since opening a pipe would wait for a writer.
    CSystem.open(path.cText, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  }

  private static func size(_ path: String) -> Int64? {
    var status = stat()
    return stat(path.cText, &status) == 0 ? Int64(status.st_size) : nil
  }

  // MARK: A private copy

  /// Opens a copy and unlinks its files before reading, so that nothing is left whatever happens.
  private static func openCopy(_ path: String, _ temporaryDirectory: String) throws(CacheDBError)
    -> SQLiteConnection
  {
    let sizes = ["", "-wal", "-journal"].map { size(path + $0) ?? 0 }
    guard sizes.allSatisfy({ $0 <= copyLimit }) else { throw .notCopied(code: EFBIG) }
    var template = "\(temporaryDirectory)/httpcache-XXXXXX".cText
    guard mkdtemp(&template) != nil else { throw .notCopied(code: errno) }
    let directory = OriginalBytes.text(template.dropLast().map { UInt8(bitPattern: $0) })
    let copy = directory + "/Cache.db"
    defer {
      for suffix in ["", "-wal", "-shm", "-journal"] { unlink((copy + suffix).cText) }
      rmdir(directory.cText)
    }
    try copyFile(path, to: copy)
    for suffix in ["-wal", "-journal"] where size(path + suffix) != nil {
      try copyFile(path + suffix, to: copy + suffix)
    }
    do throws(StoreError) {
      return try connection(copy, "mode=rw", SQLITE_OPEN_READWRITE)
    } catch {
      throw CacheDBError(error)
    }
  }

  private static func copyFile(_ source: String, to target: String) throws(CacheDBError) {
    let input = descriptor(source)
    guard input >= 0 else { throw .unreadable(code: errno) }
    defer { close(input) }
    let output = CSystem.open(target.cText, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard output >= 0 else { throw .notCopied(code: errno) }
    defer { close(output) }
    var chunk = [UInt8](repeating: 0, count: 262_144)
    while true {
      let count = chunk.withUnsafeMutableBytes { DescriptorIO.read(input, into: $0) }
      if count == 0 { return }
      guard count > 0 else { throw .unreadable(code: errno) }
      let code = chunk[..<count].withUnsafeBytes { DescriptorIO.writeAll($0, to: output) }
      guard code == 0 else { throw .notCopied(code: code) }
    }
  }
}

extension CacheDBError {
  /// Turns an error of the connection into one about another program's database.
  init(_ error: StoreError) {
    switch error {
    case .damaged: self = .damaged
    case .locked: self = .locked
    default: self = .failed(error.message)
    }
  }
}

/// Why a `Cache.db` could not be read.
package enum CacheDBError: Error, Equatable {
  /// The file can't be read; with the system's `errno`.
  case unreadable(code: Int32)
  /// The file is not an SQLite database.
  case notDatabase
  /// The database is not one of URLCache.
  case foreign
  /// The schema has views, triggers, virtual tables or generated columns, whose code reading would run.
  case runsCode
  case damaged
  case locked
  /// The database can be read only in a copy, which could not be made; with the system's `errno`.
  case notCopied(code: Int32)
  case failed(String)
}
