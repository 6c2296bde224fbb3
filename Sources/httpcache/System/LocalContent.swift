import CSystem
import HTTPCacheCore

/// The digest of bytes that come piece by piece, and how many they are.
struct ContentHash {
  private var hash = SHA256()
  private var length: Int64 = 0

  /// Takes the next bytes.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    hash.update(bytes)
    length += Int64(bytes.count)
  }

  /// All of them.
  var content: ObservedContent { .digest(hash.digest, length: length) }
}

/// The files that `same-as=` names: one, or those of a directory by the path of a URL.
enum LocalContent {
  /// Where a check stands, which decides what its path means.
  enum Place {
    /// On the command line: the path is relative to the working directory.
    ///
    /// A directory stands for the URL of the base; nil for the root of every host.
    case commandLine(base: TargetURI?)
    /// In a file of checks, nil for standard input: the path is relative to its directory, and stays below it.
    case file(String?)
  }

  /// The file that a check means for a URL, with its content.
  ///
  /// - Parameters:
  ///   - path: as it was written.
  ///   - place: where it was written.
  ///   - target: the URL.
  /// - Returns: the file, or why there is none.
  static func file(_ path: String, of place: Place, for target: TargetURI) -> LocalFile {
    let (path, root) = resolved(path, of: place)
    guard isDirectory(path) else { return LocalFile(name: path, content: content(of: path, below: root)) }
    guard let name = name(in: path, of: place, for: target) else {
      return LocalFile(name: nil, content: .unread("\(path) has no file for such a URL"))
    }
    // A directory of a file of checks may not be a link out of that file's directory, either.
    if let root, real(path).map({ isBelow($0, root) }) != true { return outward(path) }
    return LocalFile(name: name, content: content(of: name, below: path))
  }

  /// Whether a check names a directory that has no file for a URL.
  static func lacks(_ path: String, of place: Place, for target: TargetURI) -> Bool {
    let (path, _) = resolved(path, of: place)
    guard isDirectory(path), let name = name(in: path, of: place, for: target) else { return false }
    return kind(of: name, stat) == nil
  }

  /// A path from the working directory, and the directory that it may not leave.
  private static func resolved(_ path: String, of place: Place) -> (path: String, root: String?) {
    switch place {
    case .commandLine: (path, nil)
    case .file(let file): (directory(of: file) + path, directory(of: file))
    }
  }

  /// The path of the file in a directory that stands for a URL; nil where no file does.
  private static func name(in directory: String, of place: Place, for target: TargetURI) -> String? {
    var base: TargetURI?
    if case .commandLine(let named) = place { base = named }
    guard let relative = relativePath(of: target, base: base) else { return nil }
    return directory.hasSuffix("/") ? directory + relative : "\(directory)/\(relative)"
  }

  /// Whether a file of checks may name a path: one that stays below the directory of that file.
  static func isInside(_ path: String) -> Bool {
    !path.hasPrefix("/") && !path.utf8.contains(0)
      && !path.split(separator: "/").contains("..")
  }

  /// Why a path of the command line names nothing; nil where there is something.
  static func problem(of path: String) -> String? {
    var facts = stat()
    return stat(path.cText, &facts) == 0 ? nil : String(cString: strerror(errno))
  }

  /// Whether a path names a directory.
  static func isDirectory(_ path: String) -> Bool { kind(of: path, stat) == S_IFDIR }

  /// The URLs of the files in a directory below a base, in the order of their names.
  ///
  /// Files whose names begin with a point are none of the site, but for `.well-known`, nor are the `_headers` and
  /// `_redirects` that hosts of static files read. A link to a directory is not followed.
  ///
  /// - Parameters:
  ///   - directory: what was built.
  ///   - base: the URL that it stands for; its path ends with `/`.
  /// - Returns: a URL for each file; `index.html` is the directory's own.
  static func targets(in directory: String, base: TargetURI) -> [TargetURI] {
    var found: [String] = []
    var waiting = [""]
    while let folder = waiting.popLast() {
      for name in names(in: "\(directory)/\(folder)") where !name.hasPrefix(".") || name == ".well-known" {
        let relative = folder + name
        guard let kind = kind(of: "\(directory)/\(relative)", lstat) else { continue }
        if kind == S_IFDIR { waiting.append(relative + "/") }
        guard kind == S_IFREG || kind == mode_t(S_IFLNK), !["_headers", "_redirects"].contains(relative)
        else { continue }
        found.append(relative)
      }
    }
    return found.sorted().compactMap { relative in
      let isIndex = relative == index || relative.hasSuffix("/\(index)")
      let shown = isIndex ? String(relative.dropLast(index.count)) : relative
      let encoded = shown.split(separator: "/", omittingEmptySubsequences: false).map {
        String(decoding: String($0).originalBytes.percentEncoded, as: UTF8.self)
      }
      return try? TargetURI("\(base.origin)\(base.path)\(encoded.joined(separator: "/"))")
    }
  }

  private static let index = "index.html"

  /// The path of a URL below its base as that of a file; nil where it names none.
  private static func relativePath(of target: TargetURI, base: TargetURI?) -> String? {
    var path = target.path
    if let base {
      guard target.isSameOrigin(as: base), path.hasPrefix(base.path) else { return nil }
      path = "/" + path.dropFirst(base.path.count)
    }
    var parts: [String] = []
    for part in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      let name = unescaped(part.utf8)
      guard name != [0x2E], name != [0x2E, 0x2E], !name.contains(0x2F), !name.contains(0) else { return nil }
      parts.append(OriginalBytes.text(name))
    }
    if parts.last == "" { parts[parts.count - 1] = index }
    return parts.joined(separator: "/")
  }

  /// Bytes with each `%` and two digits undone.
  private static func unescaped(_ text: Substring.UTF8View) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).compactMap(\.hexValue)
      guard byte == 0x25, digits.count == 2 else {
        bytes.append(byte)
        continue
      }
      bytes.append(digits[0] << 4 | digits[1])
      rest = rest.dropFirst(2)
    }
    return bytes
  }

  /// Reads a file to its end.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - root: the directory that it may not leave by a link; nil where it may.
  /// - Returns: its digest, or why it can't be read.
  private static func content(of path: String, below root: String?) -> ObservedContent {
    if let root, let real = real(path), !isBelow(real, root) { return outward(path).content }
    // A pipe must not keep the run waiting.
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
    var chunk = [UInt8](repeating: 0, count: 1 << 17)
    while true {
      let count = chunk.withUnsafeMutableBytes { chunk in
        let count = DescriptorIO.read(descriptor, into: chunk, onSignal: Interruption.raiseIfRequested)
        if count > 0 { hash.add(UnsafeRawBufferPointer(rebasing: chunk[..<count])) }
        return count
      }
      guard count != 0 else { return hash.content }
      if count < 0 { return .unread(unreadable(path)) }
    }
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

  /// Whether a path without links lies in a directory.
  private static func isBelow(_ path: String, _ directory: String) -> Bool {
    guard let root = real(directory.isEmpty ? "." : directory) else { return false }
    return path == root || path.hasPrefix(root == "/" ? root : root + "/")
  }

  /// A path without links; nil where nothing is there.
  private static func real(_ path: String) -> String? {
    guard let found = realpath(path.cText, nil) else { return nil }
    defer { free(found) }
    return OriginalBytes.text(ofC: found)
  }

  /// What a name stands for; nil where there is nothing of that name.
  private static func kind(
    of path: String, _ ask: (UnsafePointer<CChar>, UnsafeMutablePointer<stat>) -> Int32
  ) -> mode_t? {
    var facts = stat()
    return ask(path.cText, &facts) == 0 ? facts.st_mode & S_IFMT : nil
  }

  private static func names(in directory: String) -> [String] {
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
