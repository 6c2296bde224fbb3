extension Reason {
  /// What a stored part, a range or the caller's own condition led to.
  var partSentence: String? {
    switch rule {
    case .partIsEnough: "only a part is stored (\(value ?? "")), and it has all that is asked for"
    case .partNotEnough: "only a part is stored (\(value ?? "")), and it has not all that is asked for"
    case .partToComplete: "only a part is stored (\(value ?? "")): the origin is asked for the rest"
    case .combinedParts:
      "what came and what was stored are parts of one version; together they are \(value ?? "")"
    case .keptForCompletion:
      "what came before the cut is kept as a part: the next time only the rest is asked for"
    case .callerHasIt: "the request's \(field ?? "condition") says that the caller has it already: 304"
    case .rangeServed: "the request's Range is answered from what is stored: \(value ?? "")/\(total)"
    case .rangeNotSatisfiable: "the request's \(value ?? "Range") names no byte of the \(total) there are"
    case .adoptedVariant:
      "the origin says that a variant stored for another request (\(value ?? "no tag")) answers this one too"
    case .freshenedByHead: "the answer to HEAD describes what is stored: its fields are updated"
    case .outdatedByHead:
      "the answer to HEAD (\(amount ?? 0)) describes another version: what was stored is dropped"
    case .forbiddenByHead:
      "the answer to HEAD forbids keeping what is stored: it was dropped"
    case .groupInvalidated:
      "\(amount ?? 0) stored in the groups \(value ?? "") made invalid" + othersStay
    case .siteDataCleared:
      "Clear-Site-Data: all \(amount ?? 0) stored for \(value ?? "the origin") are gone" + othersStay
    default: nil
    }
  }

  private var total: String { amount.map(String.init) ?? "*" }

  /// What caches nearer to the origin said of their part.
  var upstreamSentence: String? {
    switch rule {
    case .upstreamCacheStatus: "upstream, \(value ?? "")"
    case .upstreamAge: "a cache on the way had it for \(formatDuration(amount ?? 0)) already (Age)"
    case .upstreamVia: "it came through \(value ?? "")"
    case .upstreamXCache: "a cache on the way says X-Cache: \(value ?? "")"
    default: nil
    }
  }
}
