import HTTPCacheCore

/// Names of output files that come from URLs, below one directory and never used twice in a run.
final class RemoteName {
  private let directory: String?
  private let keepsDirectories: Bool
  private var files: Set<String> = []
  private var directories: Set<String> = []

  /// Makes names below `directory`, or below the current directory if it is nil.
  ///
  /// `keepsDirectories` puts a file into the directories that the path of its URL has.
  init(directory: String?, keepsDirectories: Bool) {
    self.directory = directory
    self.keepsDirectories = keepsDirectories
  }

  /// The path for a URL's body; nil if the URL, or the suggested name, gives no valid file name.
  ///
  /// The segments of the URL are percent-decoded once. `suggested` replaces the last segment, and is not decoded. A
  /// path that was returned before gets a number.
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

  /// The directories of a path, each followed by a slash; nil if a segment is not a valid directory name.
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

  /// A segment as the name of a file or directory; nil if it could lead out of the directory, as `..` does.
  private static func name(_ segment: Substring) -> String? {
    let name =
      segment.utf8.contains(0x25) ? TargetURI.decodingEscapes(String(segment)) : String(segment)
    return isUsable(name) ? name : nil
  }

  private static func isUsable(_ name: String) -> Bool {
    name != "." && name != ".."
      && !name.utf8.contains { $0 == 0x2F || $0 == 0x5C || $0 < 0x20 || $0 == 0x7F }
  }

  /// The path; if it is taken, with the lowest free number appended.
  private static func unused(_ path: String, _ parent: String, isTaken: (String) -> Bool) -> String {
    guard isTaken(path) else { return path }
    let name = String(path.dropFirst(parent.count))
    var number = 1
    while isTaken(parent + numbered(name, number)) { number += 1 }
    return parent + numbered(name, number)
  }

  /// A name with a number appended, cut to the longest name that a file may have.
  private static func numbered(_ name: String, _ number: Int) -> String {
    let ending = ".\(number)"
    var stem = name
    while stem.utf8.count + ending.utf8.count > longest, !stem.isEmpty { stem.removeLast() }
    return stem + ending
  }

  /// How many bytes the name of a file may have.
  private static let longest = 255
}
