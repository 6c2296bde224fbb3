import HTTPCacheCore

/// What one page loads, as far as it is known: what is to be asked for, and how much is not.
struct PageAssets {
  /// The origin of the page.
  private let page: TargetURI

  /// Whether what other origins have is asked for, too.
  private let asksEveryOrigin: Bool

  /// The URLs that were named so far, and how many of them are asked for.
  private var seen: Set<Int> = []
  private var accepted = 0
  private(set) var count = AssetCount()

  /// Begins a page.
  ///
  /// - Parameters:
  ///   - page: the URL that answered.
  ///   - asksEveryOrigin: whether what other origins have is asked for, too.
  init(_ page: TargetURI, asksEveryOrigin: Bool) {
    self.page = page
    self.asksEveryOrigin = asksEveryOrigin
    seen.insert(page.normalized.hashValue)
  }

  /// Whether something that is named is to be asked for; it is counted where it is not.
  mutating func accepts(_ target: TargetURI) -> Bool {
    guard seen.count < AssetCount.mostCounted else {
      count.isCut = true
      return false
    }
    guard seen.insert(target.normalized.hashValue).inserted else { return false }
    guard asksEveryOrigin || target.isSameOrigin(as: page) else {
      count.foreign += 1
      return false
    }
    guard accepted < AssetCount.most else {
      count.leftOut += 1
      return false
    }
    accepted += 1
    return true
  }

  /// Notes whether an accepted URL was judged with a page before.
  mutating func note(isKnown: Bool) {
    if isKnown { count.known += 1 } else { count.judged += 1 }
  }

  /// Counts what was too much to be held.
  mutating func leaveOut(_ number: Int) {
    guard number > 0 else { return }
    count.leftOut += number
    count.isCut = true
  }

  /// What is said of it on stderr; nil where all is judged.
  var remark: String? {
    var parts: [String] = []
    if count.known > 0 { parts.append("\(count.known) judged with a page before") }
    if count.foreign > 0 { parts.append("\(count.foreign) of other origins (--assets=all judges them)") }
    if count.leftOut > 0 {
      parts.append("\(count.isCut ? "at least " : "")\(count.leftOut) beyond the first \(AssetCount.most)")
    }
    guard !parts.isEmpty else { return nil }
    return "\(count.judged) of its assets judged; not asked for: \(parts.joined(separator: ", "))"
  }
}
