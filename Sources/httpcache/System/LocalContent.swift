import CSystem
import HTTPCacheCore

/// Computes the digest and the length of content that arrives piece by piece.
struct ContentHash {
  private var hash = SHA256()
  private var length: Int64 = 0

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    hash.update(bytes)
    length += Int64(bytes.count)
  }

  /// The digest and the length of all bytes so far.
  var content: ObservedContent { .digest(hash.digest, length: length) }
}

/// The files that a check `same-as=PATH` names: one file, or the files of a directory, each for the URL with its path.
enum LocalContent {
  /// Where a check was written, which decides what its path means.
  enum Place: Sendable, Hashable {
    /// On the command line: the path is relative to the working directory.
    ///
    /// A directory is deployed at the URL `base`; nil for the root of every host.
    case commandLine(base: TargetURI?)
    /// In a file of checks; nil for standard input. The path is relative to the directory of the file, and stays
    /// below it.
    case file(String?)
  }

  /// A path that a check names, and the URL whose content is compared with it.
  struct Name: Sendable, Hashable {
    let path: String
    let place: Place
    let target: TargetURI
  }

  /// The file that a check names for a URL, with its content, or why there is none.
  static func file(_ named: Name) -> LocalFile {
    let (place, target) = (named.place, named.target)
    let (path, root) = resolved(named.path, of: place)
    guard isDirectory(path) else { return LocalFile(name: path, content: content(of: path, below: root)) }
    guard let name = name(in: path, of: place, for: target) else {
      return LocalFile(name: nil, content: .unread("\(path) has no file for such a URL"))
    }
    // A directory that a file of checks names may not be a link that leads out of the directory of that file.
    if let root, real(path).map({ isBelow($0, root) }) != true { return outward(path) }
    return LocalFile(name: name, content: content(of: name, below: path))
  }

  /// Whether a check names a directory.
  static func isOfDirectory(_ named: Name) -> Bool { isDirectory(resolved(named.path, of: named.place).path) }

  /// The path of the file for a URL in the directory that a check names; nil if it names a single file, or the directory has no
  /// file for such a URL.
  static func path(_ named: Name) -> String? {
    guard isOfDirectory(named) else { return nil }
    return relativePath(of: named.target, base: base(named.place))
  }

  /// Whether a check names a directory that has no file for a URL.
  static func lacks(_ named: Name) -> Bool {
    let (path, _) = resolved(named.path, of: named.place)
    guard isDirectory(path), let name = name(in: path, of: named.place, for: named.target) else {
      return false
    }
    return FileKind(of: name) == nil
  }

  /// A path from the working directory, and the directory that it may not leave.
  private static func resolved(_ path: String, of place: Place) -> (path: String, root: String?) {
    switch place {
    case .commandLine: (path, nil)
    case .file(let file): (directory(of: file) + path, directory(of: file))
    }
  }

  /// The path that the file for a URL has in a directory; nil if no file can be for that URL.
  private static func name(in directory: String, of place: Place, for target: TargetURI) -> String? {
    guard let relative = relativePath(of: target, base: base(place)) else { return nil }
    return directory.hasSuffix("/") ? directory + relative : "\(directory)/\(relative)"
  }

  private static func base(_ place: Place) -> TargetURI? {
    if case .commandLine(let base) = place { base } else { nil }
  }

  /// Whether a file of checks may name a path: one that stays below the directory of that file.
  static func isInside(_ path: String) -> Bool {
    !path.hasPrefix("/") && !path.utf8.contains(0)
      && !path.split(separator: "/").contains("..")
  }

  /// Why a path of the command line can't be used; nil if it exists.
  static func problem(of path: String) -> String? {
    FileKind(of: path) == nil ? String(cString: strerror(errno)) : nil
  }

  static func isDirectory(_ path: String) -> Bool { FileKind(of: path) == .directory }

  static let index = "index.html"

  /// The path of the file for a URL, relative to the directory; nil if the URL is not below the base, or has a
  /// segment that is not a valid file name.
  private static func relativePath(of target: TargetURI, base: TargetURI?) -> String? {
    var path = target.path
    if let base {
      guard target.isSameOrigin(as: base), path.hasPrefix(base.path) else { return nil }
      path = "/" + path.dropFirst(base.path.count)
    }
    var parts: [String] = []
    for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      let name = part.utf8.percentDecoded
      guard name != [0x2E], name != [0x2E, 0x2E], !name.contains(0x2F), !name.contains(0) else { return nil }
      parts.append(OriginalBytes.text(name))
    }
    if parts.last == "" { parts[parts.count - 1] = index }
    return parts.joined(separator: "/")
  }

  /// The digest of a file, or why it can't be read; `root` is the directory that a link may not leave, nil for none.
  private static func content(of path: String, below root: String?) -> ObservedContent {
    if let root, let real = real(path), !isBelow(real, root) { return outward(path).content }
    // O_NONBLOCK, since opening a pipe would block until another process writes to it.
    let descriptor = open(path.cText, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      return .unread(errno == ENOENT || errno == ENOTDIR ? "there is no \(path)" : unreadable(path))
    }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      return .unread("\(path) is no file")
    }
    var hash = ContentHash()
    return read(descriptor) { hash.add($0) } ? hash.content : .unread(unreadable(path))
  }

  /// Reads a file piece by piece; false if it can't be read.
  private static func read(_ descriptor: Int32, _ take: (UnsafeRawBufferPointer) -> Void) -> Bool {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let count = DescriptorIO.read(descriptor, into: buffer, onSignal: Interruption.raiseIfRequested)
      guard count > 0 else { return count == 0 }
      take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  /// Reads a file of a directory piece by piece; what can't be read gives nothing.
  static func read(_ path: String, _ take: (UnsafeRawBufferPointer) -> Void) {
    let descriptor = open(path.cText, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    _ = read(descriptor, take)
  }

  private static func unreadable(_ path: String) -> String {
    "can't read \(path): \(String(cString: strerror(errno)))"
  }

  private static func outward(_ path: String) -> LocalFile {
    LocalFile(name: path, content: .unread("\(path) is a link outward"))
  }

  /// The directory of a file of checks, with its slash; empty for the working directory.
  private static func directory(of file: String?) -> String {
    guard let file, let slash = file.lastIndex(of: "/") else { return "" }
    return String(file[...slash])
  }

  /// Whether a path without links is a directory or in it.
  private static func isBelow(_ path: String, _ directory: String) -> Bool {
    guard let root = real(directory.isEmpty ? "." : directory) else { return false }
    return path == root || path.hasPrefix(root == "/" ? root : root + "/")
  }

  /// A path with its links resolved; nil if it does not exist.
  private static func real(_ path: String) -> String? {
    guard let found = realpath(path.cText, nil) else { return nil }
    defer { free(found) }
    return OriginalBytes.text(ofC: found)
  }

  static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory.cText) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { OriginalBytes.text($0.prefix { $0 != 0 }) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
