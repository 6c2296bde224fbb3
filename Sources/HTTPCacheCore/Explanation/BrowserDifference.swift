extension Verdict {
  /// What the browsers do with this page where they differ, in one sentence without a full stop: who shows visitors the old
  /// version, and for how long; nil if the response is no page, or they do the same.
  package var browserDifference: String? {
    guard storage != nil, kind == .page, subject.request.method == "GET", subject.stored.head.status == 200
    else { return nil }
    let browsers = CacheModel.all.filter(\.isBrowser)
    let decisions = CacheModel.decisions(
      of: browsers, on: receivedExchange, receivedAt: subject.stored.receivedAt
    ).compactMap(\.asPage)
    var groups: [(use: PageUse, titles: [String])] = []
    for decision in decisions {
      guard let use = PageUse(decision) else { return nil }
      if let place = groups.firstIndex(where: { $0.use == use }) {
        groups[place].titles.append(decision.cache.title)
      } else {
        groups.append((use, [decision.cache.title]))
      }
    }
    guard groups.count > 1 else { return nil }
    return groups.map { "\($0.titles.asList) \($0.use.words(isOne: $0.titles.count == 1))" }
      .joined(separator: "; ")
  }
}

/// How a browser uses a page at a later visit.
private struct PageUse: Equatable {
  /// For how many seconds the browser uses the response without asking the origin.
  let unasked: Seconds

  /// For how many seconds after that it shows the page once more, and fetches a new one behind.
  let stale: Seconds

  /// Nil if that is not known.
  init?(_ decision: CacheDecision) {
    guard let isStored = decision.isStored else { return nil }
    guard isStored else {
      (unasked, stale) = (0, 0)
      return
    }
    guard let lifetime = decision.lifetime, let stale = decision.staleSpan else { return nil }
    (unasked, self.stale) = (min(lifetime, .deltaSecondsInfinity), stale)
  }

  func words(isOne: Bool) -> String {
    let s = isOne ? "s" : ""
    let refreshed = "fetch\(isOne ? "es" : "") the new one behind"
    switch (unasked, stale) {
    case (0, 0): return "ask\(s) each time"
    case (0, _):
      return
        "show\(s) the copy of the last visit once, if that was at most \(formatDuration(stale)) ago, and \(refreshed)"
    case (.deltaSecondsInfinity, _): return "use\(s) it for ever without asking"
    case (_, 0): return "use\(s) it for \(formatDuration(unasked)) without asking"
    default:
      return
        "use\(s) it for \(formatDuration(unasked)) without asking, for \(formatDuration(stale)) more show\(s) it once, and"
        + " \(refreshed)"
    }
  }
}
