import HTTPCacheCore

/// Takes the patterns out of an expectation file that a run over a sitemap did not meet, of the kinds of file that it met.
///
/// A sitemap names the pages of a site, and `--assets` loads what they need: of what these met some, a pattern that met none
/// is of files that are gone. Of another kind the run knows nothing.
struct ExpectationPruning {
  /// A kind of file, as its name tells it.
  private enum Kind: Hashable {
    case asset(AssetKind)
    /// Any other file, by its extension with the dot.
    case other(String)
  }

  private var met: Set<Kind> = []

  /// Notes what was met.
  mutating func meet(_ verdict: Verdict) {
    let target = verdict.subject.request.target
    met.insert(.asset(verdict.kind))
    if let kind = Self.kind(ofPath: target.path) { met.insert(kind) }
  }

  /// The kind by the name in a path or in a pattern; nil if it may be anything, such as `/api/*` or `/api/:name`.
  private static func kind(ofPath text: String) -> Kind? {
    let path = text.prefix { $0 != "?" }
    guard !path.hasSuffix("/") else { return .asset(.page) }
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: ".") else {
      return name.contains("*") || name.hasPrefix(":") ? nil : .asset(.page)
    }
    let ending = name[dot...].asciiLowercased
    return AssetKind(extension: ending).map { .asset($0) } ?? (ending.contains("*") ? nil : .other(ending))
  }

  /// Whether a pattern that met no subject is of files that are gone.
  func isGone(_ entry: ExpectationFile.Entry) -> Bool {
    // A limit, and what is accepted, were written by somebody.
    guard entry.failOn == nil, entry.accepted.isEmpty,
      let kind = entry.selector.kind.map(Kind.asset) ?? Self.kind(ofPath: entry.place.pattern)
    else { return false }
    return met.contains(kind)
  }

  /// The text of a file without some of its entries; nil if none would be left.
  static func text(_ bytes: [UInt8], without gone: Set<Int>) -> [UInt8]? {
    let entries = JSONSlices.items(bytes[...])
    let left = entries.indices.filter { !gone.contains($0) }.map { Array(entries[$0]) }
    guard !left.isEmpty else { return nil }
    return JSONSlices.list(left)
  }
}
