import HTTPCacheCore

/// Decides which assets of one page are requested, and counts the others.
struct PageAssets: Sendable {
  private let page: TargetURI
  private let asksEveryOrigin: Bool

  /// The hash values of the URLs so far.
  private var seen: Set<Int> = []
  private(set) var count = AssetCount()

  /// Begins with the URL of the page, which does not count as its own asset.
  init(_ page: TargetURI, asksEveryOrigin: Bool) {
    self.page = page
    self.asksEveryOrigin = asksEveryOrigin
    seen.insert(page.normalized.hashValue)
  }

  /// Whether an asset is to be requested; counts each once.
  ///
  /// `known` has the assets that were judged with an earlier page, which are not requested again at the same address;
  /// nil stands for the address that libcurl looks up.
  mutating func accepts(_ target: TargetURI, at address: String?, _ known: inout KnownAssets) -> Bool {
    guard seen.count < AssetCount.mostCounted else {
      count.isCut = true
      return false
    }
    let hash = target.normalized.hashValue
    guard seen.insert(hash).inserted else { return false }
    guard asksEveryOrigin || target.isSameOrigin(as: page) else {
      count.foreign += 1
      return false
    }
    guard count.judged + count.known < AssetCount.most else {
      count.leftOut += 1
      return false
    }
    guard known.insert(hash, at: address) else {
      count.known += 1
      return false
    }
    count.judged += 1
    return true
  }

  /// Counts assets that were too many for a request to hold.
  mutating func leaveOut(_ number: Int) {
    guard number > 0 else { return }
    count.leftOut += number
    count.isCut = true
  }

  /// The message on stderr about assets that are not requested; nil if all are.
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

/// The pages of a run that add no asset to it; several have one remark together.
struct PagesWithoutNewAssets: Sendable {
  private var pages = 0
  private var count = AssetCount()
  private var first: String?

  /// Counts a page; `remark` is the line about it alone.
  mutating func add(_ count: AssetCount, remark: String) {
    pages += 1
    self.count.known += count.known
    self.count.foreign += count.foreign
    first = first ?? remark
  }

  /// The line on stderr; nil if there is no such page.
  var remark: String? {
    guard pages > 1 else { return first }
    let known = count.known > 0 ? "judged with a page before" : nil
    let foreign = count.foreign > 0 ? "of another origin (--assets=all judges that, too)" : nil
    return "\(pages) pages have no new assets: what they load is "
      + [known, foreign].compactMap(\.self).joined(separator: " or ")
  }
}

/// The assets that were judged with a page; a run judges each once for each address.
struct KnownAssets: Sendable {
  /// The hash values of their URLs, by address.
  private var hashes: [String?: Set<Int>] = [:]

  /// Adds an asset; returns false if it is there already.
  fileprivate mutating func insert(_ hash: Int, at address: String?) -> Bool {
    hashes[address, default: []].insert(hash).inserted
  }
}
