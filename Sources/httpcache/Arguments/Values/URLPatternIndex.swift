import HTTPCacheCore

/// Many URL patterns; finds those that match a URL without trying each.
struct URLPatternIndex: Sendable {
  private let patterns: [URLPattern]

  /// Indices into `patterns` by the text before the pattern's first wildcard, grouped by the length of that text in bytes.
  ///
  /// A pattern without a wildcard is found by its whole text.
  private var byLength: [(length: Int, byText: [String: [Int]])]

  init(_ patterns: [URLPattern]) {
    self.patterns = patterns
    var found: [Int: [String: [Int]]] = [:]
    for (index, pattern) in patterns.enumerated() {
      let beginning = pattern.beginning
      found[beginning.utf8.count, default: [:]][beginning, default: []].append(index)
    }
    byLength = found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The indices of the patterns that match a URL, in ascending order.
  func matches(_ target: TargetURI) -> [Int] {
    var found: [Int] = []
    // A pattern matches whole URLs or paths, so it is found by the beginning of the URL or of the path.
    for text in [target.absolute, target.pathAndQuery] {
      for (length, byText) in byLength {
        guard length <= text.utf8.count else { break }
        // A pattern that begins with a star matches whole URLs only.
        if length == 0, text.utf8.first == 0x2F { continue }
        let beginning = String(Substring(text.utf8.prefix(length)))
        found += (byText[beginning] ?? []).filter { patterns[$0].matches(target) }
      }
    }
    return found.sorted()
  }
}
