extension Finding.Code {
  static let edgeStoredTheForbidden = Self(
    "edge-stored-the-forbidden", .error, "RFC 9111 §3",
    "a cache on the way answered from its store what it must not store",
    shown: .example("Cache-Control: private, no-store", "X-Cache: HIT"),
    harm: .incident)
}

/// Finds responses that a cache on the way stored against the rules for shared caches (RFC 9111 §3, §3.5).
enum EdgeFindings: FindingFamily {
  static let codes: [Finding.Code] = [.edgeStoredTheForbidden]

  static let asksForChanges = false

  /// The rules whose breach can show one user's response to another; rules about a status or a method can't.
  private static let bars: [Rule] = [.noStore, .privateInSharedCache, .authorizationInSharedCache]

  static func find(in facts: Facts) -> [Finding] {
    let own =
      facts.subject.isFromServer
      ? finding(facts.request, facts.head, facts.edge, believesPrivate: facts.settings.role == .shared) : nil
    return
      (own
      ?? facts.laterAnswers.lazy.compactMap {
        finding($0.request, $0.head, $0.edge, believesPrivate: $0.showsPrivate)
      }.first).listed
  }

  /// The finding for a response that a cache must not have stored; nil if the response shows no such cache.
  ///
  /// `believesPrivate` means that `private` was present when the cache stored the response. Many edges add it on the
  /// way out, so that one response alone proves nothing.
  private static func finding(
    _ request: RequestHead, _ head: ResponseHead, _ edge: EdgeReport, believesPrivate: Bool
  ) -> Finding? {
    // A cache that `Surrogate-Control` gives a lifetime of its own counts as part of the origin.
    guard request.method == "GET", head.status != 304, !head.has(.surrogateControl),
      edge.provesStore, let place = edge.field
    else { return nil }
    let bar = UpstreamCaches.bar(request, head, edge) { rule in
      bars.contains(rule) && (believesPrivate || rule != .privateInSharedCache)
    }
    guard let bar else { return nil }
    let cause =
      bar.rule == .authorizationInSharedCache
      ? "the request carried Authorization, and nothing in the answer lifts that bar"
      : "the answer says \((bar.value ?? "so").asCode)"
    // Authorization is a field of the request.
    let field = bar.rule == .authorizationInSharedCache ? nil : bar.field
    return Finding(
      .edgeStoredTheForbidden, field: place, value: edge.value,
      "A cache on the way gave this from its store\(edge.inBrackets), although \(cause):"
        + " what is meant for one user can reach another.",
      advice: "Have \(edge.cacheName ?? "that cache") obey \(field ?? "Cache-Control")."
    )
  }
}
