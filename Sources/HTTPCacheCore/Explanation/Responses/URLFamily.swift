/// Finds the URLs that differ only in parts that a release changes: versions, numbers and queries.
package enum URLFamily {
  /// The pattern of a URL's family, with `*` for the parts that may change: `https://a.test/assets/app.*.js`.
  package static func pattern(of target: TargetURI) -> String { target.origin + pathPattern(of: target) }

  /// The pattern of a URL's family on any host: `/assets/app.*.js`.
  package static func pathPattern(of target: TargetURI) -> String {
    let path = Array(target.path.utf8)
    // Classify as in a script's URL, where most versions are found: in a family, ids count as versions, too.
    let versions = URLVersion.inPath(path, of: .code).filter { $0.form != .directory }.map(\.place)
    let file = (path.lastIndex(of: 0x2F) ?? -1) + 1
    var output: [UInt8] = []
    for segment in path.split(separator: 0x2F, omittingEmptySubsequences: false) {
      if segment.startIndex > path.startIndex { output.append(0x2F) }
      output += Self.segment(segment, versions, isFile: segment.startIndex == file)
    }
    return String(decoding: output, as: UTF8.self) + (target.query == nil ? "" : "?*")
  }

  /// The pattern of a page's siblings: of all pages of its form in the directory in which it stands, whether it ends with a
  /// slash, an extension or neither; nil for the page of a whole host.
  package static func siblings(ofPattern pattern: String) -> String? {
    let parts = pattern.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var path = Array((parts.first ?? "").utf8)
    let isDirectory = path.last == 0x2F
    if isDirectory { path.removeLast() }
    // The slashes of `https://` are none of the path.
    let start = path.starts(with: "http".utf8) ? (path.firstIndex(of: 0x2F).map { $0 + 2 } ?? 0) : 0
    guard let slash = path.lastIndex(of: 0x2F), slash >= start else { return nil }
    let name = path[(slash + 1)...]
    let ending = isDirectory ? [0x2F] : name.lastIndex(of: 0x2E).map { Array(name[$0...]) } ?? []
    return String(decoding: path[...slash] + [0x2A] + ending, as: UTF8.self) + (parts.count > 1 ? "?*" : "")
  }

  /// The pattern of all files of one kind in the directory of a pattern: `https://a.test/assets/*.js`.
  package static func directory(ofPattern pattern: String) -> String {
    let path = pattern.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let query = path.count > 1 ? "?*" : ""
    let bytes = Array((path.first ?? "").utf8)
    guard let slash = bytes.lastIndex(of: 0x2F) else { return pattern }
    let name = bytes[(slash + 1)...]
    let ending = name.lastIndex(of: 0x2E).map { String(decoding: name[$0...], as: UTF8.self) } ?? ""
    return String(decoding: bytes[...slash], as: UTF8.self) + "*" + ending + query
  }

  /// A segment with stars for its versions and numbers.
  private static func segment(
    _ segment: ArraySlice<UInt8>, _ versions: [Range<Int>], isFile: Bool
  ) -> [UInt8] {
    let dot = isFile ? segment.dropFirst().lastIndex(of: 0x2E) : nil
    let stem = segment[..<(dot ?? segment.endIndex)]
    if !isFile, isNumber(segment, orDotted: true) { return [0x2A] }
    var output: [UInt8] = []
    var index = stem.startIndex
    while index < stem.endIndex {
      let rest = stem[index...]
      let word = rest.prefix { !$0.separatesWords }
      let isBeginning = index == stem.startIndex
      if let version = versions.first(where: { $0.contains(index) }) {
        // The `v` of `v1.2.3` is part of the number.
        if output.last == 0x76, output.dropLast().last?.isLetter != true { output.removeLast() }
        output.append(0x2A)
        index = version.upperBound
      } else if isFile, isBeginning || stem[index - 1].separatesWords, isNumber(word),
        // At the beginning of a file's name, a number is the name itself, as in `404.html`, unless it is long and
        // alone.
        !isBeginning || word.first == 0x76 || word.count == stem.count && (dot == nil || word.count > 3)
      {
        output.append(0x2A)
        index = word.endIndex
      } else {
        output.append(stem[index])
        index += 1
      }
    }
    return output + segment[stem.endIndex...]
  }

  /// Whether a word is a number: `4711`, `v2`, `20260112`, and if dots are allowed in it, `1.2`.
  private static func isNumber(_ word: ArraySlice<UInt8>, orDotted: Bool = false) -> Bool {
    let digits = word.first == 0x76 ? word.dropFirst() : word
    return digits.contains(where: \.isDigit) && digits.allSatisfy { $0.isDigit || orDotted && $0 == 0x2E }
  }
}
