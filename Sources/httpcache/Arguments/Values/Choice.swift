import HTTPCacheCore

/// An option's closed set of values; the raw values are what the user writes.
protocol Choice: RawRepresentable<String>, CaseIterable, Sendable, Equatable {
  /// Every accepted value, in the order in which errors and help texts list them.
  static var spellings: [String] { get }
}

extension Choice {
  static var spellings: [String] { allCases.map(\.rawValue) }
}

extension CachePolicy: Choice {}
extension StorageProfile: Choice {}
extension StoragePolicy: Choice {}
extension RemoteMode: Choice {}
extension DebuggedProduct: Choice {}
extension TransferOptions.TLSVersion: Choice {}
extension Breakdown.Dimension: Choice {}
extension ColorChoice: Choice {}
extension RecipeServer: Choice {}
extension AssetKind: Choice {}

extension Finding.Severity: Choice {
  /// The worst severity first, which most users ask for.
  static var spellings: [String] { allCases.sorted(by: >).map(\.rawValue) }
}

/// The values of `inspect --format`.
enum ReportFormat: String, Choice {
  case text, summary, table, json, github, junit, sarif, html, markdown

  /// Whether a report of this format can show the sums of many responses without any of the responses.
  var showsSums: Bool {
    switch self {
    case .text, .summary, .json, .html, .markdown: true
    case .table, .github, .junit, .sarif: false
    }
  }
}

/// The values of `--generate-manual`: the whole manual, or a page of `docs/` that is made from the program's tables.
enum ManualFormat: String, Choice {
  case man, markdown, findings, reasons, recipes
  case realCaches = "real-caches"
}

/// The values of `--generate-completion`.
enum ShellName: String, Choice { case bash, zsh, fish }

/// Suggests the name that the user may have meant by an unknown one.
enum Suggestion {
  /// The nearest of the names that are at most two mistakes away; nil if none is.
  ///
  /// A name that differs in every letter is not suggested.
  static func nearest(to text: String, in names: [String]) -> String? {
    let distances = names.map { (name: $0, distance: EditDistance.between(Array(text.utf8), Array($0.utf8))) }
    let best = distances.min { $0.distance < $1.distance }
    guard let best, best.distance <= 2, best.distance < text.utf8.count else { return nil }
    return best.name
  }

  /// The hint that asks for the nearest of the names; nil if none is near.
  static func hint(for text: String, in names: [String]) -> String? {
    nearest(to: text, in: names).map { "did you mean \($0)?" }
  }
}
