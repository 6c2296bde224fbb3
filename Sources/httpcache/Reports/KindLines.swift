import HTTPCacheCore

/// A row of a summary by kind, as every form of a page has it.
struct KindLine: Equatable, Sendable {
  /// The kind, for so many: `scripts, versioned`.
  let name: String
  let count: Int
  /// Nil for responses of which the bytes are not known by kind.
  let bytes: Int64?
  /// What a returning browser does with most of them, and how many differ; empty where it is not known.
  let words: String
}

extension KindSums {
  /// The rows; `total` is the number of responses that are judged, `origin` what is left out of their URLs.
  ///
  /// What is versioned and what is not have a row each where both are there.
  func lines(of total: Int, _ origin: String?) -> [KindLine] {
    let rows = sorted
    let isTold = Dictionary(grouping: rows, by: \.key.kind).mapValues { $0.count > 1 }
    let lines = rows.map { key, row in
      KindLine(
        name: key.kind.noun(row.all.count)
          + (key.isVersioned == true && isTold[key.kind] == true ? ", versioned" : ""),
        count: row.all.count, bytes: row.all.bytes, words: row.words(origin))
    }
    let untold = total - rows.reduce(0) { $0 + $1.row.all.count }
    guard untold > 0 else { return lines }
    return lines + [KindLine(name: "not told by kind", count: untold, bytes: nil, words: "")]
  }
}

extension KindSums.Kind {
  /// The kind in words for so many responses.
  fileprivate func noun(_ count: Int) -> String {
    switch self {
    case .content(.data), .content(.media), .content(.other): name
    case .content, .redirect, .error: count == 1 ? name : "\(name)s"
    }
  }
}

extension KindSums.Row {
  /// What a returning browser does with most of them; the URL of a single one; how many differ, and the first of these.
  fileprivate func words(_ origin: String?) -> String {
    guard let most else { return "" }
    func shown(_ url: String) -> String {
      guard let origin, url.hasPrefix("\(origin)/") else { return url }
      return String(url.dropFirst(origin.count))
    }
    if all.count == 1, let url = most.first { return "\(most.treatment.words): \(shown(url))" }
    guard differ > 0 else { return most.treatment.words }
    let verb = differ == 1 ? "differs" : "differ"
    let first = firstOther.flatMap { other in
      other.first.map { ": \(shown($0)) \(other.treatment.words)" }
    }
    return "\(most.treatment.words); \(differ) \(verb)\(first ?? "")"
  }
}

extension KindSums.Treatment {
  /// What a returning browser does, as a clause.
  var words: String {
    switch self {
    case .kept(0): "used at once, and refreshed behind"
    case .kept(let seconds): "kept \(formatDuration(seconds))"
    case .keptVariously: "kept, for different times"
    case .asked: "asked each time"
    case .loaded: "loaded each time"
    }
  }
}
