/// What the URLs of one run show together: the forms of hashes in a directory, and the versions of WordPress and Drupal.
package struct URLNeighbours: Sendable {
  /// How a tool writes the hashes of a directory.
  private struct Form: Hashable {
    let directory: [UInt8]
    let separator: UInt8
    let count: Int
    /// Whether the letters are capitals.
    let isUpper: Bool
  }

  private var forms: Set<Form> = []

  /// The versions that the files of WordPress and Drupal themselves carry.
  private var coreVersions: Set<String> = []

  /// The most URLs that are looked at, which bounds the memory.
  private static let most = 10_000

  /// The beginnings of the directories in which the files of WordPress and Drupal themselves are.
  private static let coreDirectories = ["/wp-includes/", "/wp-admin/", "/core/"]

  /// Looks at the URLs of a run.
  package init(_ targets: some Sequence<TargetURI>) {
    for target in targets.prefix(Self.most) {
      let path = Array(target.path.utf8)
      for version in URLVersion.all(in: target, of: NamedFile(named: target)) where version.isCertain {
        if let form = Self.form(version, in: path) { forms.insert(form) }
        if version.form == .query, Self.isCore(target) { coreVersions.insert(version.text) }
      }
    }
  }

  private static func isCore(_ target: TargetURI) -> Bool {
    coreDirectories.contains(where: target.path.holds)
  }

  /// The form of a hash in a file's name; nil for another version.
  private static func form(_ version: URLVersion, in path: [UInt8]) -> Form? {
    guard version.form == .hash, let start = path.lastIndex(of: 0x2F), version.place.lowerBound > start + 1
    else {
      return nil
    }
    let hash = path[version.place]
    return Form(
      directory: Array(path[...start]), separator: path[version.place.lowerBound - 1], count: hash.count,
      isUpper: !hash.contains { (0x61...0x7A).contains($0) })
  }

  /// The versions in a URL, as its neighbours show them: letters alone in the form of their hashes are one, and the version of
  /// WordPress or Drupal under a file of a theme or plugin is none.
  func settled(_ target: TargetURI, of file: NamedFile) -> [URLVersion] {
    let path = Array(target.path.utf8)
    let versions = URLVersion.all(in: target, of: file).compactMap { version -> URLVersion? in
      if version.form == .query, coreVersions.contains(version.text), !Self.isCore(target) { return nil }
      var version = version
      if file.kind == .code, version.text.utf8.allSatisfy(\.isLetter),
        let form = Self.form(version, in: path),
        forms.contains(form)
      {
        version.isCertain = true
      }
      return version
    }
    return versions.filter(\.isCertain) + versions.filter { !$0.isCertain }
  }
}
