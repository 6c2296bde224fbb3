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
  private var way: Way

  /// Where the bytes go that arrive.
  private enum Way {
    /// Not decided: what is at the path that the user named is not looked at yet.
    case undecided
    /// Into memory, until there are too many.
    case memory([UInt8])
    /// To a device or a pipe, which has what it got.
    case device(Int32)
    /// Into a file beside this one, which is to take its place.
    case aside(Int32, path: String)
    /// Into a spool: no file can be put in the place of this one, which is written into at the end.
    case spool(Spool)
  }

  /// Prepares a file, whose directory has to exist; nothing is opened yet.
  ///
  /// Only a path that the user named (`isNamed`) may be a device or a pipe. With `isNew` it replaces no file, and with
  /// `isPrivate` only the owner may read a new file.
  init(path: String, isNamed: Bool, isNew: Bool = false, isPrivate: Bool = false) {
    self.isNew = isNew
    mode = isPrivate ? 0o600 : 0o666
    self.path = isNamed ? Self.endOfLink(path) : path
    way = isNamed ? .undecided : .memory([])
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
    try look()
    if case .memory(var held) = way {
      if held.count + piece.bytes.count <= Self.heldLimit {
        // The only reference, so that the bytes are added in place.
        way = .memory([])
        piece.add(to: &held)
        return way = .memory(held)
      }
      try open(for: held)
    }
    switch way {
    case .device(let descriptor), .aside(let descriptor, _): try write(piece.bytes, to: descriptor)
    case .spool(let spool): try spool.append(piece)
    // It is decided by now.
    case .undecided, .memory: break
    }
  }

  /// Writes the file on any thread, if the whole body is in memory; nil if a file has a part of it.
  var writing: (@Sendable () throws(OutputError) -> Void)? {
    let held: [UInt8]?
    switch way {
    case .undecided: held = nil
    case .memory(let bytes): held = bytes
    case .device, .aside, .spool: return nil
    }
    return { [path, isNew, modifiedAt] () throws(OutputError) in
      let file = OutputFile(path: path, isNamed: held == nil, isNew: isNew)
      file.modifiedAt = modifiedAt
      if let held { file.way = .memory(held) }
      try file.finish()
    }
  }

  /// Ends the body, and gives the file its name.
  func finish() throws(OutputError) {
    try look()
    if case .memory(let held) = way {
      if renewTime(of: held) { return }
      if try finishUnnamed(held) { return }
      try open(for: held)
    }
    let way = way
    self.way = .memory([])
    switch way {
    case .device(let descriptor): try close(descriptor)
    case .aside(let descriptor, let aside): try put(aside, descriptor)
    case .spool(let spool):
      try writeInPlace { put throws(OutputError) in try spool.forEachChunk(put) }
    case .undecided, .memory: break
    }
  }

  /// Puts a finished file into the place of this one; it keeps its temporary name no longer.
  private func put(_ aside: String, _ descriptor: Int32) throws(OutputError) {
    var isPut = false
    defer { if !isPut { unlink(aside.cText) } }
    try close(descriptor)
    if isNew { return isPut = try putNew(aside) }
    isPut = rename(aside.cText, path.cText) == 0
    guard !isPut else { return }
    let code = errno
    guard Self.leavesPlace(code) else { throw .failed(code: code) }
    try writeInPlace { put throws(OutputError) in
      try Spool.forEachChunk(ofFile: aside, put)
    }
  }

  /// Gives the temporary file its name, unless a file has the name.
  ///
  /// - Returns: whether it has lost its temporary name by that.
  private func putNew(_ aside: String) throws(OutputError) -> Bool {
    // `link`, unlike `rename`, replaces no file, and keeps the temporary name.
    guard link(aside.cText, path.cText) != 0 else { return false }
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
    return true
  }

  /// Whether an error means that no file can be put beside this one or in its place, though this one may be writable.
  private static func leavesPlace(_ code: Int32) -> Bool {
    [EACCES, EPERM, EROFS, EBUSY, EXDEV].contains(code)
  }

  /// Writes a whole body into the existing file, which stays as it is if there is no room for the body.
  private func writeInPlace(
    _ giveBody: ((UnsafeRawBufferPointer) throws(OutputError) -> Void) throws(OutputError) -> Void
  ) throws(OutputError) {
    let descriptor = CSystem.open(path.cText, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw .failed(code: errno) }
    do throws(OutputError) {
      var length: off_t = 0
      try giveBody { bytes throws(OutputError) in length += off_t(bytes.count) }
      try reserve(length, in: descriptor)
      try giveBody { bytes throws(OutputError) in try write(bytes, to: descriptor) }
      guard ftruncate(descriptor, length) == 0 else { throw .failed(code: errno) }
    } catch {
      CSystem.close(descriptor)
      throw error
    }
    try close(descriptor)
  }

  /// Takes the room for a body before the first byte of the old content is overwritten.
  private func reserve(_ length: off_t, in descriptor: Int32) throws(OutputError) {
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

  /// Looks at what is at the path, unless that is done, and opens a device or a pipe.
  private func look() throws(OutputError) {
    guard case .undecided = way else { return }
    way = .memory([])
    if let open = Self.openDescriptor(path) {
      // Duplicate the descriptor: opening the path would write from the beginning of a file that stdout is appended to.
      return try begin(dup(open))
    }
    guard let kind = FileKind(of: path), kind != .file else { return }
    try begin(CSystem.open(path.cText, O_WRONLY | O_CLOEXEC))
  }

  /// Lets the bytes go to a device or a pipe.
  private func begin(_ device: Int32) throws(OutputError) {
    guard device >= 0 else { throw .failed(code: errno) }
    way = .device(device)
  }

  /// Opens a temporary file in the same directory, or else a spool, and writes the held bytes to it.
  private func open(for held: [UInt8]) throws(OutputError) {
    var replaced = stat()
    let replacesFile =
      !isNew && lstat(path.cText, &replaced) == 0 && replaced.st_mode & S_IFMT == S_IFREG
    // A running program may not be written into, but may be replaced.
    if replacesFile, access(path.cText, W_OK) != 0, errno != ETXTBSY { throw .failed(code: errno) }
    let aside = asidePath
    let descriptor = CSystem.open(aside.cText, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard descriptor >= 0 else {
      let code = errno
      guard replacesFile, Self.leavesPlace(code) else { throw .failed(code: code) }
      let spool = Spool()
      way = .spool(spool)
      return try BodyPiece.with(held) { piece throws(OutputError) in try spool.append(piece) }
    }
    way = .aside(descriptor, path: aside)
    if replacesFile { Self.keepOwnerAndMode(of: replaced, in: descriptor) }
    try write(held, to: descriptor)
  }

  /// Gives the temporary file the owner, group and mode of the file that it replaces, as far as the system lets it.
  private static func keepOwnerAndMode(of replaced: stat, in descriptor: Int32) {
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
  private func renewTime(of held: [UInt8]) -> Bool {
    var facts = stat()
    guard !isNew, lstat(path.cText, &facts) == 0, Self.mayHave(held, facts) else { return false }
    let existing = CSystem.open(path.cText, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard existing >= 0 else { return false }
    defer { CSystem.close(existing) }
    guard fstat(existing, &facts) == 0, Self.mayHave(held, facts) else { return false }
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
  private static func mayHave(_ held: [UInt8], _ facts: stat) -> Bool {
    facts.st_mode & S_IFMT == S_IFREG && facts.st_nlink == 1 && facts.st_size == off_t(held.count)
  }

  /// Writes a file without a name, then links it.
  ///
  /// That takes half the time of renaming a temporary file.
  ///
  /// - Returns: false if the system has no such files, or if a file of that name exists, which has to be
  ///   replaced.
  private func finishUnnamed(_ held: [UInt8]) throws(OutputError) -> Bool {
    #if os(Linux)
    let unnamed = CSystem.open((directory + "/").cText, O_WRONLY | Self.unnamedFlags | O_CLOEXEC, mode)
    guard unnamed >= 0 else { return false }
    do throws(OutputError) { try write(held, to: unnamed) } catch {
      CSystem.close(unnamed)
      throw error
    }
    // The system may refuse to link a descriptor; its name in /proc works then.
    let isLinked =
      linkat(unnamed, "", AT_FDCWD, path.cText, Self.emptyPath) == 0
      || (errno != EEXIST
        && linkat(AT_FDCWD, "/proc/self/fd/\(unnamed)", AT_FDCWD, path.cText, AT_SYMLINK_FOLLOW) == 0)
    try close(unnamed)
    return isLinked
    #else
    return false
    #endif
  }

  #if os(Linux)
  /// `AT_EMPTY_PATH` and `O_TMPFILE`, macros that Swift does not import.
  private static let emptyPath: Int32 = 0x1000
  private static let unnamedFlags = O_DIRECTORY | 0o20_000_000
  #endif

  private func write(_ bytes: [UInt8], to descriptor: Int32) throws(OutputError) {
    try bytes.span.bytes.withUnsafeBytes { bytes throws(OutputError) in try write(bytes, to: descriptor) }
  }

  private func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(OutputError) {
    try OutputError.check(DescriptorIO.writeAll(bytes, to: descriptor, makesRoom: makeRoom))
  }

  /// Closes a file whose body is whole.
  private func close(_ descriptor: Int32) throws(OutputError) {
    // Ignore a failure: the body is worth keeping even on a file system that can't set times.
    if let modifiedAt { _ = FileTime.set(modifiedAt, of: descriptor) }
    guard CSystem.close(descriptor) == 0 else { throw .failed(code: errno) }
  }

  /// Whether no byte has left this program's hands: a device or a pipe has what it got.
  var isRevocable: Bool { if case .device = way { false } else { true } }

  /// Drops all bytes: the body begins anew.
  func revoke() {
    drop()
    if case .undecided = way { return }
    way = .memory([])
  }

  /// Closes the file that has a part of the body, and removes the one beside this one.
  private func drop() {
    switch way {
    case .device(let descriptor): CSystem.close(descriptor)
    case .aside(let descriptor, let aside):
      CSystem.close(descriptor)
      unlink(aside.cText)
    case .undecided, .memory, .spool: break
    }
  }

  deinit { drop() }
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
