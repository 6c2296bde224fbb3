import HTTPCacheCore

/// The expectation file of a project: `.httpcache.json`, from the working directory up to the root of its repository.
enum FoundExpectations {
  static let name = ".httpcache.json"

  /// Its path; nil if there is none.
  static var path: String? {
    guard let directory = ProcessEnvironment.workingDirectory else { return nil }
    let all = ancestors(of: directory)
    // Without a repository, the directories above may belong to others, so look in the working directory only.
    let root = all.firstIndex { FileKind(of: $0 + "/.git") != nil } ?? 0
    return all[...root].lazy.map { "\($0)/\(name)" }.first { FileKind(of: $0) == .file }
  }

  /// A directory and its ancestors, up to the root.
  private static func ancestors(of directory: String) -> [String] {
    var paths = [directory == "/" ? "" : directory]
    while let slash = paths.last?.lastIndex(of: "/"), let path = paths.last {
      paths.append(String(path[..<slash]))
    }
    return paths
  }
}
