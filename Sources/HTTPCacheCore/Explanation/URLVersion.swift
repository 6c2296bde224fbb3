/// Whether a URL names one version of a file, by a hash or a number; silent where that is not clear.
enum URLVersion {
  private static let fileTypes = [
    "css", "js", "mjs", "map", "wasm", "woff", "woff2", "ttf", "otf", "png", "jpg", "jpeg", "gif", "svg",
    "webp",
    "avif", "ico", "mp4", "webm",
  ]

  /// The hash or number, or nil where there is none.
  static func found(in target: TargetURI) -> String? {
    let name = target.path.split(separator: "/").last ?? ""
    let parts = name.split { ".-_~".contains($0) }
    guard let type = parts.last, parts.count > 1, fileTypes.contains(type.asciiLowercased) else { return nil }
    return parts.dropLast().first(where: isHash).map(String.init) ?? inQuery(target.query)
      ?? inPath(target.path)
  }

  /// Eight or more hexadecimal digits, letters and numbers among them.
  private static func isHash(_ part: Substring) -> Bool {
    part.utf8.count >= 8 && part.utf8.allSatisfy { $0.hexValue != nil }
      && part.utf8.contains { $0 <= 0x39 } && part.utf8.contains { $0 > 0x39 }
  }

  /// `?v=12`, `?ver=1.2`, `?hash=…`.
  private static func inQuery(_ query: String?) -> String? {
    for pair in (query ?? "").split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      if parts.count == 2, ["v", "ver", "version", "hash", "rev"].contains(parts[0].asciiLowercased),
        parts[1].utf8.contains(where: { (0x30...0x39).contains($0) })
      {
        return String(parts[1])
      }
    }
    return nil
  }

  /// A segment that ends in three numbers: `/1.2.3/`, `/jquery@3.7.1/`.
  private static func inPath(_ path: String) -> String? {
    for segment in path.split(separator: "/").dropLast() {
      let version = segment.split(separator: "@").last ?? segment
      let numbers = version.split(separator: ".", omittingEmptySubsequences: false)
      let digits = numbers.map { $0 == numbers.first && $0.first == "v" ? $0.dropFirst() : $0 }
      if digits.count == 3, digits.allSatisfy({ DeltaSeconds(String($0)) != .invalid }) {
        return String(version)
      }
    }
    return nil
  }
}
