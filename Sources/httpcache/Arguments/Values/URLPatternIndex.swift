import HTTPCacheCore

/// Many patterns, of which those that cover a URL are found without trying each.
struct URLPatternIndex: Sendable {
  private let patterns: [WildcardPattern]

  /// The patterns by the text before their first star, and by its length in bytes; one without a star by its whole text.
  private var byLength: [(length: Int, byText: [String: [Int]])]

  init(_ texts: [String]) {
    patterns = texts.map(WildcardPattern.init)
    var found: [Int: [String: [Int]]] = [:]
    for (index, text) in texts.enumerated() {
      let beginning = text.utf8.prefix { $0 != 0x2A }
      found[beginning.count, default: [:]][String(Substring(beginning)), default: []].append(index)
    }
    byLength = found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The places of the patterns that cover a URL, in their order.
  func matches(_ url: String) -> [Int] {
    var found: [Int] = []
    for (length, byText) in byLength {
      guard length <= url.utf8.count else { break }
      let beginning = String(Substring(url.utf8.prefix(length)))
      found += (byText[beginning] ?? []).filter { patterns[$0].matches(url) }
    }
    return found.sorted()
  }
}
