import HTTPCacheCore

/// The files that make most of a number of bytes.
///
/// Which they are does not depend on the order in which they come, nor on how they are divided: a URL that comes several times
/// counts with the largest of its answers.
struct CostlyFiles: Equatable, Sendable {
  struct File: Equatable, JSONShaped {
    var url = ""
    var bytes: Int64 = 0

    static let shape = JSONShape<Self>([.text("url", \.url), .number("bytes", \.bytes)])
  }

  /// How many are kept.
  static let most = 5

  /// The files, the largest first, and of equal ones by their URL.
  private(set) var files: [File] = []

  mutating func add(_ url: @autoclosure () -> String, bytes: Int64) {
    // Make the text of the URL only where it can have a place.
    guard bytes > 0, files.count < Self.most || bytes >= files[files.count - 1].bytes else { return }
    let file = File(url: url(), bytes: bytes)
    if let known = files.firstIndex(where: { $0.url == file.url }) {
      guard bytes > files[known].bytes else { return }
      files.remove(at: known)
    }
    let place = files.firstIndex { ($0.bytes, file.url) < (file.bytes, $0.url) } ?? files.count
    files.insert(file, at: place)
    if files.count > Self.most { files.removeLast() }
  }

  mutating func add(_ other: CostlyFiles) {
    for file in other.files { add(file.url, bytes: file.bytes) }
  }

  /// The first files with their sizes, in a sentence; nil if there are none.
  ///
  /// The text leaves out `origin`, which is not nil if all URLs have the same origin.
  func words(_ origin: String?) -> String? {
    guard !files.isEmpty else { return nil }
    let names = files.prefix(Self.mostTold).map { file in
      "\(origin.map { String(file.url.dropFirst($0.count)) } ?? file.url) (\(file.bytes.asSize))"
    }
    return "most of it: \(names.joined(separator: ", "))"
  }

  /// How many are told in a sentence.
  private static let mostTold = 3
}
