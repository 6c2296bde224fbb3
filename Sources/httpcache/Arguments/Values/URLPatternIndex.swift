import HTTPCacheCore

/// Many patterns, of which those that cover a URL are found without trying each.
struct URLPatternIndex: Sendable {
  private let patterns: [URLPattern]

  /// The patterns by the text before their first star, and by its length in bytes; one without a star by its whole text.
  private var byLength: [(length: Int, byText: [String: [Int]])]

  init(_ texts: [String]) {
    patterns = texts.map(URLPattern.init)
    var found: [Int: [String: [Int]]] = [:]
    for (index, text) in texts.enumerated() {
      let beginning = text.utf8.prefix { $0 != 0x2A }
      found[beginning.count, default: [:]][String(Substring(beginning)), default: []].append(index)
    }
    byLength = found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The places of the patterns that cover a URL, in their order.
  func matches(_ target: TargetURI) -> [Int] {
    var found: [Int] = []
    // A pattern is for whole URLs or for paths; each is found by the beginning of one of them.
    for text in [target.absolute, target.pathAndQuery] {
      for (length, byText) in byLength {
        guard length <= text.utf8.count else { break }
        // One that begins with a star is for whole URLs.
        if length == 0, text.utf8.first == 0x2F { continue }
        let beginning = String(Substring(text.utf8.prefix(length)))
        found += (byText[beginning] ?? []).filter { patterns[$0].matches(target) }
      }
    }
    return found.sorted()
  }
}
