/// A lifetime for browsers that the edge has written in the place of a shorter one of the origin.
struct RaisedLifetime {
  /// The seconds that the edge says.
  let seconds: Seconds

  /// The product at the edge.
  let product: String

  /// Finds it in two answers to one request, of which one came past the edge; nil if neither raises the other's.
  init?(_ facts: Facts, _ other: Facts) {
    guard
      let (edge, origin) = [(facts, other), (other, facts)].first(where: { Self.isFrom($0.0, past: $0.1) }),
      let product = Self.product(edge), let seconds = Self.said(edge), seconds > Self.said(origin) ?? 0
    else { return nil }
    (self.seconds, self.product) = (seconds, product.name)
  }

  private static func isFrom(_ edge: Facts, past origin: Facts) -> Bool {
    product(edge) != nil && product(origin) == nil
  }

  /// The product that writes lifetimes for browsers; nil if none shows itself.
  private static func product(_ facts: Facts) -> CacheProduct? {
    facts.edge.product.flatMap { $0.browserLifetime == nil ? nil : $0 }
  }

  private static func said(_ facts: Facts) -> Seconds? {
    let lifetime = facts.lifetime(.private)
    return lifetime.source.isExplicit ? lifetime.seconds : nil
  }

  var sentence: String {
    "\(product)'s Browser Cache TTL writes its own `max-age` (here \(seconds)) where the origin says less, or nothing."
  }

  /// What has browsers get the origin's lifetime.
  var advice: String { "Set Browser Cache TTL to Respect Existing Headers." }

  /// The seconds of a head that has just what its edge writes unless it is told otherwise; nil for another head.
  static func usual(in facts: Facts) -> Seconds? {
    // It writes them where it may store the answer.
    guard facts.edge.state != .bypass, let usual = product(facts)?.browserLifetime,
      facts.head.cacheControl.seconds("max-age")?.value == usual
    else { return nil }
    return usual
  }
}

/// Notes a lifetime that the edge may have written.
enum RaisedLifetimeRemarks: FindingFamily {
  static func remarks(in facts: Facts) -> [Reason] {
    RaisedLifetime.usual(in: facts).map {
      [Reason(.browserLifetimeOfEdge, field: "Cache-Control", amount: $0)]
    } ?? []
  }
}
