import HTTPCacheCore

/// Names of output files that come from URLs, below one directory and never used twice in a run.
final class RemoteName {
  private let directory: String?
  private let keepsDirectories: Bool
  private var files: Set<String> = []
  private var directories: Set<String> = []

  /// Makes names.
  ///
  /// - Parameters:
  ///   - directory: what they are below; nil for the current one.
  ///   - keepsDirectories: whether a file lies in directories as the path of its URL has them.
  init(directory: String?, keepsDirectories: Bool) {
    self.directory = directory
    self.keepsDirectories = keepsDirectories
  }

  /// The path for a URL's body; nil where the URL names no file.
  ///
  /// Each segment is decoded once; a name that was given out before gets a number.
  ///
  /// - Parameters:
  ///   - target: the URL.
  ///   - suggested: the name to use in place of the last segment, as it is; nil for none.
  /// - Returns: the path, below the directory of the names.
  func path(for target: TargetURI, named suggested: String? = nil) -> String? {
    let path = target.path
    let start = path.utf8.lastIndex(of: 0x2F).map(path.utf8.index(after:)) ?? path.startIndex
    let last = suggested.map { Self.isUsable($0) ? $0 : nil } ?? Self.name(path[start...])
    guard let name = last, let parent = parent(of: path[..<start]) else { return nil }
    let file = Self.unused(parent + (name.isEmpty ? "index.html" : name), parent) { path in
      files.contains(path) || directories.contains(path)
    }
    files.insert(file)
    return directory.map { "\($0)/\(file)" } ?? file
  }

  /// The directories of a path, each with a slash behind it; nil where one would lead elsewhere.
  ///
  /// A directory that has the name of a file of this run gets a number.
  private func parent(of path: Substring) -> String? {
    guard keepsDirectories else { return "" }
    var parent = ""
    for segment in path.split(separator: "/") {
      guard let name = Self.name(segment) else { return nil }
      let directory = Self.unused(parent + name, parent) { files.contains($0) }
      directories.insert(directory)
      parent = directory + "/"
    }
    return parent
  }

  /// A segment as the name of a file or directory; nil where it would lead elsewhere.
  private static func name(_ segment: Substring) -> String? {
    let name =
      segment.utf8.contains(0x25) ? TargetURI.decodingEscapes(String(segment)) : String(segment)
    return isUsable(name) ? name : nil
  }

  private static func isUsable(_ name: String) -> Bool {
    name != "." && name != ".."
      && !name.utf8.contains { $0 == 0x2F || $0 == 0x5C || $0 < 0x20 || $0 == 0x7F }
  }

  /// The path, with the first number that makes it one that nothing has.
  private static func unused(_ path: String, _ parent: String, isTaken: (String) -> Bool) -> String {
    guard isTaken(path) else { return path }
    let name = String(path.dropFirst(parent.count))
    var number = 1
    while isTaken(parent + numbered(name, number)) { number += 1 }
    return parent + numbered(name, number)
  }

  /// A name with a number behind it, cut so that a file may have it.
  private static func numbered(_ name: String, _ number: Int) -> String {
    let ending = ".\(number)"
    var stem = name
    while stem.utf8.count + ending.utf8.count > longest, !stem.isEmpty { stem.removeLast() }
    return stem + ending
  }

  /// The bytes that the name of a file may have.
  private static let longest = 255
}
