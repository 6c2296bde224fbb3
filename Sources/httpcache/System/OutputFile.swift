import CSystem
import HTTPCacheCore

/// Writes a body to a file.
///
/// The file gets its name only when the body is whole, so that a file of that name never has a part only. It keeps the
/// mode, owner and group of the file that it replaces, which has to be one that may be written. Where no file can be put
/// in its place, as for a single file that is mounted into a container, the whole body is written into it.
///
/// A short body is held in memory until then, so that many bodies can arrive at once without a descriptor each; a file
/// that has these bytes already gets only its new time. A device or a pipe gets the bytes as they arrive.
final class OutputFile {
  /// How many bytes are held in memory.
  private static let heldLimit = 64 * 1024

  /// The path of the file; if the user named a symbolic link, the path that the link leads to.
  let path: String
  /// The time of modification that the file gets; nil for now.
  var modifiedAt: Instant?

  /// Makes room on a full disk; false if it can't.
  var makeRoom: () -> Bool = { false }

  private let isNew: Bool
  /// The mode of a new file, which umask restricts.
  private let mode: mode_t
  private var held: [UInt8] = []
  private var isLookedAt: Bool
  private var temporaryPath: String?
  private var descriptor: Int32 = -1
  /// The body for a file in whose place no other can be put; nil while no need is seen.
  private var spool: Spool?

  /// Prepares a file, whose directory has to exist; nothing is opened yet.
  ///
  /// Only a path that the user named (`isNamed`) may be a device or a pipe. With `isNew` it replaces no file, and with
  /// `isPrivate` only the owner may read a new file.
  init(path: String, isNamed: Bool, isNew: Bool = false, isPrivate: Bool = false) {
    self.isNew = isNew
    mode = isPrivate ? 0o600 : 0o666
    self.path = isNamed ? Self.endOfLink(path) : path
    isLookedAt = !isNamed
  }

  /// The path that a symbolic link leads to, even if no file exists there yet; the path itself if it is not a link.
  private static func endOfLink(_ path: String) -> String {
    guard openDescriptor(path) == nil else { return path }
    var path = path
    // As many links as the system follows; in a circle, opening the last one fails.
    for _ in 0..<40 {
      var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(path.cText, &bytes, bytes.count)
      guard count > 0 else { break }
      let target = OriginalBytes.text(bytes[..<count].map(UInt8.init(bitPattern:)))
      let directory = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      path = target.hasPrefix("/") ? target : directory + target
    }
    return path
  }

  /// The open descriptor that `/dev/stdout`, `/dev/stderr` or a path such as `/dev/fd/3` names; nil for any other path.
  private static func openDescriptor(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default:
      let prefix = ["/dev/fd/", "/proc/self/fd/"].first { path.hasPrefix($0) }
      return prefix.flatMap { Int32(path.dropFirst($0.count)) }
    }
  }

  /// Writes a whole file, which the user named.
  static func write(_ bytes: [UInt8], to path: String, isPrivate: Bool = false) throws(OutputError) {
    let file = OutputFile(path: path, isNamed: true, isPrivate: isPrivate)
    try BodyPiece.with(bytes) { piece throws(OutputError) in try file.append(piece) }
    try file.finish()
  }

  /// Adds a text at the end of a file that other programs write, too; the file is created when missing.
  static func append(_ text: String, to path: String) throws(OutputError) {
    let descriptor = CSystem.open(path.cText, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .failed(code: errno) }
    defer { CSystem.close(descriptor) }
    let bytes = Array(text.utf8)
    try OutputError.check(bytes.withUnsafeBytes { DescriptorIO.writeAll($0, to: descriptor) })
  }

  /// Makes a directory and its missing ancestors; a link to a directory counts as one.
  static func makeDirectory(_ path: String) throws(OutputError) {
    for end in path.indices.dropFirst().filter({ path[$0] == "/" }) + [path.endIndex]
    where mkdir(path[..<end].cText, 0o777) != 0 {
      let code = errno
      guard FileKind(of: path) == nil else { break }
      guard code == EEXIST || FileKind(of: String(path[..<end])) != nil else { throw .failed(code: code) }
    }
    guard let kind = FileKind(of: path) else { throw .failed(code: errno) }
    guard kind == .directory else { throw .failed(code: ENOTDIR) }
  }

  func append(_ piece: BodyPiece) throws(OutputError) {
    if !isLookedAt { try openIfSpecial() }
    if descriptor < 0, spool == nil {
      guard held.count + piece.bytes.count > Self.heldLimit else { return piece.add(to: &held) }
      try open()
    }
    if let spool { try spool.append(piece) } else { try write(piece.bytes) }
  }

  /// Writes the file on any thread, if the whole body is in memory; nil if a file has a part of it.
  var writing: (@Sendable () throws(OutputError) -> Void)? {
    guard descriptor < 0, spool == nil else { return nil }
    return { [path, held, isLookedAt, isNew, modifiedAt] () throws(OutputError) in
      let file = OutputFile(path: path, isNamed: !isLookedAt, isNew: isNew)
      (file.modifiedAt, file.held) = (modifiedAt, held)
      try file.finish()
    }
  }

  /// Ends the body, and gives the file its name.
  func finish() throws(OutputError) {
    if !isLookedAt { try openIfSpecial() }
    if descriptor < 0, spool == nil {
      if renewTime() { return }
      if try finishUnnamed() { return }
      try open()
    }
    if let spool { return try writeInPlace { put throws(OutputError) in try spool.forEachChunk(put) } }
    try closeFile()
    guard let aside = temporaryPath else { return }
    if isNew { return try putNew(aside) }
    guard rename(aside.cText, path.cText) != 0 else { return temporaryPath = nil }
    let code = errno
    guard Self.leavesPlace(code) else { throw .failed(code: code) }
    try writeInPlace { put throws(OutputError) in
      try Spool.forEachChunk(ofFile: aside, put)
    }
  }

  /// Gives the temporary file its name, unless a file has the name.
  private func putNew(_ aside: String) throws(OutputError) {
    // `link`, unlike `rename`, replaces no file, and keeps the temporary name, which `deinit` removes.
    guard link(aside.cText, path.cText) != 0 else { return }
    guard errno != EEXIST else { throw .failed(code: EEXIST) }
    // On a file system without hard links, replace an empty file that reserves the name.
    let reserved = CSystem.open(path.cText, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard reserved >= 0 else { throw .failed(code: errno) }
    CSystem.close(reserved)
    guard rename(aside.cText, path.cText) == 0 else {
      let code = errno
      unlink(path.cText)
      throw .failed(code: code)
    }
    temporaryPath = nil
  }

  /// Whether an error means that no file can be put beside this one or in its place, though this one may be writable.
  private static func leavesPlace(_ code: Int32) -> Bool {
    [EACCES, EPERM, EROFS, EBUSY, EXDEV].contains(code)
  }

  /// Writes a whole body into the existing file, which stays as it is if there is no room for the body.
  private func writeInPlace(
    _ giveBody: ((UnsafeRawBufferPointer) throws(OutputError) -> Void) throws(OutputError) -> Void
  ) throws(OutputError) {
    descriptor = CSystem.open(path.cText, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw .failed(code: errno) }
    var length: off_t = 0
    try giveBody { bytes throws(OutputError) in length += off_t(bytes.count) }
    try reserve(length)
    try giveBody { bytes throws(OutputError) in try write(bytes) }
    guard ftruncate(descriptor, length) == 0 else { throw .failed(code: errno) }
    try closeFile()
  }

  /// Takes the room for a body before the first byte of the old content is overwritten.
  private func reserve(_ length: off_t) throws(OutputError) {
    #if os(Linux)
    var before = stat()
    guard length > 0, fstat(descriptor, &before) == 0 else { return }
    var code = posix_fallocate(descriptor, 0, length)
    if code == ENOSPC, makeRoom() { code = posix_fallocate(descriptor, 0, length) }
    guard [ENOSPC, EDQUOT, EFBIG].contains(code) else { return }
    // What the reservation has added is taken back.
    _ = ftruncate(descriptor, before.st_size)
    throw .failed(code: code)
    #endif
  }

  /// Opens the path if it is a device or a pipe.
  private func openIfSpecial() throws(OutputError) {
    isLookedAt = true
    if let open = Self.openDescriptor(path) {
      // Duplicate the descriptor: opening the path would write from the beginning of a file that stdout is appended to.
      descriptor = dup(open)
      guard descriptor >= 0 else { throw .failed(code: errno) }
      return
    }
    guard let kind = FileKind(of: path), kind != .file else { return }
    descriptor = CSystem.open(path.cText, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .failed(code: errno) }
  }

  /// Opens a temporary file in the same directory, or else a spool, and writes the held bytes to it.
  private func open() throws(OutputError) {
    var replaced = stat()
    let replacesFile =
      !isNew && lstat(path.cText, &replaced) == 0 && replaced.st_mode & S_IFMT == S_IFREG
    // A running program may not be written into, but may be replaced.
    if replacesFile, access(path.cText, W_OK) != 0, errno != ETXTBSY { throw .failed(code: errno) }
    let aside = asidePath
    descriptor = CSystem.open(aside.cText, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard descriptor >= 0 else {
      let code = errno
      guard replacesFile, Self.leavesPlace(code) else { throw .failed(code: code) }
      let spool = Spool()
      self.spool = spool
      let bytes = held
      held = []
      return try BodyPiece.with(bytes) { piece throws(OutputError) in try spool.append(piece) }
    }
    temporaryPath = aside
    if replacesFile { keepOwnerAndMode(of: replaced) }
    try writeHeld()
  }

  /// Gives the temporary file the owner, group and mode of the file that it replaces, as far as the system lets it.
  private func keepOwnerAndMode(of replaced: stat) {
    // Only a privileged process may give a file away, but its group may be any one of the user.
    if fchown(descriptor, replaced.st_uid, replaced.st_gid) != 0 {
      _ = fchown(descriptor, .max, replaced.st_gid)
    }
    _ = fchmod(descriptor, replaced.st_mode & 0o777)
  }

  /// A temporary name of fixed length: one derived from the file's own name could be longer than the system allows.
  private var asidePath: String {
    let random = String(UInt64.random(in: .min ... .max), radix: 16)
    return "\(directory)/.httpcache-\(random).part"
  }

  /// The directory of the file; empty for the root.
  private var directory: String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// Gives a file that has the held bytes already the time that it would get if it were replaced; false if there is none.
  ///
  /// That takes a fraction of the time of another file. A file with a second name is replaced, since that name keeps what
  /// it has.
  private func renewTime() -> Bool {
    var facts = stat()
    guard !isNew, lstat(path.cText, &facts) == 0, isUnchanged(facts) else { return false }
    let existing = CSystem.open(path.cText, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard existing >= 0 else { return false }
    defer { CSystem.close(existing) }
    guard fstat(existing, &facts) == 0, isUnchanged(facts) else { return false }
    let isSame = withUnsafeTemporaryAllocation(byteCount: held.count + 1, alignment: 1) { buffer in
      let count = DescriptorIO.fill(buffer, from: existing, at: 0)
      return count == held.count && buffer.prefix(count).elementsEqual(held)
    }
    guard isSame else { return false }
    // Ignore a failure, as for a new file.
    if let modifiedAt { _ = FileTime.set(modifiedAt, of: existing) } else { futimens(existing, nil) }
    return true
  }

  /// Whether a file may have the held bytes, as far as its kind, size and number of names tell.
  private func isUnchanged(_ facts: stat) -> Bool {
    facts.st_mode & S_IFMT == S_IFREG && facts.st_nlink == 1 && facts.st_size == off_t(held.count)
  }

  /// Writes a file without a name, then links it.
  ///
  /// That takes half the time of renaming a temporary file.
  ///
  /// - Returns: false if the system has no such files, or if a file of that name exists, which has to be
  ///   replaced.
  private func finishUnnamed() throws(OutputError) -> Bool {
    #if os(Linux)
    let unnamed = CSystem.open((directory + "/").cText, O_WRONLY | Self.unnamedFlags | O_CLOEXEC, mode)
    guard unnamed >= 0 else { return false }
    descriptor = unnamed
    let kept = held
    try writeHeld()
    // The system may refuse to link a descriptor; its name in /proc works then.
    if linkat(unnamed, "", AT_FDCWD, path.cText, Self.emptyPath) == 0
      || (errno != EEXIST
        && linkat(AT_FDCWD, "/proc/self/fd/\(unnamed)", AT_FDCWD, path.cText, AT_SYMLINK_FOLLOW) == 0)
    {
      try closeFile()
      return true
    }
    try closeFile()
    held = kept
    #endif
    return false
  }

  #if os(Linux)
  /// `AT_EMPTY_PATH` and `O_TMPFILE`, macros that Swift does not import.
  private static let emptyPath: Int32 = 0x1000
  private static let unnamedFlags = O_DIRECTORY | 0o20_000_000
  #endif

  private func writeHeld() throws(OutputError) {
    let bytes = held
    held = []
    try bytes.span.bytes.withUnsafeBytes { bytes throws(OutputError) in try write(bytes) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    try OutputError.check(DescriptorIO.writeAll(bytes, to: descriptor, makesRoom: makeRoom))
  }

  private func closeFile() throws(OutputError) {
    // Ignore a failure: the body is worth keeping even on a file system that can't set times.
    if let modifiedAt { _ = FileTime.set(modifiedAt, of: descriptor) }
    let isClosed = CSystem.close(descriptor) == 0
    descriptor = -1
    guard isClosed else { throw .failed(code: errno) }
  }

  /// Whether no byte has left this program's hands: a device or a pipe has what it got.
  var isRevocable: Bool { descriptor < 0 || temporaryPath != nil }

  /// Drops all bytes: the body begins anew.
  func revoke() {
    close()
    (held, spool) = ([], nil)
  }

  /// Closes the file, and removes its temporary name.
  private func close() {
    if descriptor >= 0 { CSystem.close(descriptor) }
    if let temporaryPath { unlink(temporaryPath.cText) }
    (descriptor, temporaryPath) = (-1, nil)
  }

  deinit { close() }
}

/// Why stdout or a file could not be written.
enum OutputError: Error, Equatable {
  /// The reader closed the pipe: the process ends without an error.
  case readerGone

  /// The URL names no file that a body could be written to.
  case noFileName

  /// The content coding of the body is damaged or cut short.
  case damagedCoding

  /// The body has a content coding that this program can't decode.
  case unknownCoding(String)

  /// The body is larger than the limit in bytes.
  case tooLarge(limit: Int64)

  /// The content is binary, and would go onto a terminal.
  case binary

  /// The system refused, with this `errno`.
  case failed(code: Int32)

  /// Throws unless the result of a write is 0; it is `EINTR` if a signal has ended the wait for a reader.
  static func check(_ result: Int32) throws(OutputError) {
    guard result != 0 else { return }
    throw result == EPIPE || result == EINTR ? .readerGone : .failed(code: result)
  }

  /// The error in words, without the name of the file.
  var message: String {
    switch self {
    case .readerGone: "the reader went away"
    case .noFileName: "the URL names no file; name one with -o FILE"
    case .damagedCoding: "its content coding is damaged or cut short"
    case .unknownCoding(let name): "its content coding '\(name)' can't be undone here"
    case .tooLarge(let limit): "it is larger than the \(limit.asSize) of --max-filesize"
    case .binary: "the content is binary and is not printed on a terminal; -o FILE saves it, -o - prints it"
    case .failed(let code): String(cString: strerror(code))
    }
  }
}
