import HTTPCacheCore

/// Names of output files that come from URLs, one directory deep and never used twice in a run.
final class RemoteName {
  private let directory: String?
  private var used: Set<String> = []

  /// Makes names in a directory; nil for the current one.
  init(directory: String?) { self.directory = directory }

  /// The path for a URL's body; nil where the URL names no file.
  ///
  /// The last segment, decoded once; a name that was given out before gets a number.
  func path(for target: TargetURI) -> String? {
    let path = target.path
    let start = path.utf8.lastIndex(of: 0x2F).map(path.utf8.index(after:)) ?? path.startIndex
    let segment = String(path[start...])
    let decoded = segment.utf8.contains(0x25) ? TargetURI.decodingEscapes(segment) : segment
    return self.path(named: decoded.isEmpty ? "index.html" : decoded)
  }

  /// The path for a name; nil where no file in a directory may have it.
  func path(named name: String) -> String? {
    let isUsable =
      name != "." && name != ".."
      && !name.utf8.contains { $0 == 0x2F || $0 == 0x5C || $0 < 0x20 || $0 == 0x7F }
    guard isUsable else { return nil }
    var candidate = name
    var number = 1
    while !used.insert(candidate).inserted {
      candidate = Self.numbered(name, number)
      number += 1
    }
    return directory.map { "\($0)/\(candidate)" } ?? candidate
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
