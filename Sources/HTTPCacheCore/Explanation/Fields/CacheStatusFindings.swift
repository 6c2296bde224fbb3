extension Finding.Code {
  static let cacheStatusMalformed = Self(
    "cache-status-malformed", .warning, "RFC 9211 §2", "Cache-Status is no list of caches",
    shown: .style("Cache-Control: max-age=600", "Cache-Status: Edge Cache; hit"))
}

/// Checks Cache-Status, in which the caches on the way say what they did (RFC 9211 §2).
enum CacheStatusFindings: FindingFamily {
  static let codes: [Finding.Code] = [.cacheStatusMalformed]

  static let asksForChanges = false

  static func find(in facts: Facts) -> [Finding] { finding(facts).listed }

  private static func finding(_ facts: Facts) -> Finding? {
    guard facts.head.has(.cacheStatus), let value = facts.head.combined(.cacheStatus) else { return nil }
    let members = StructuredField.list(value)
    let isNamed = members?.allSatisfy { member in
      switch member.item?.value {
      case .string, .token: true
      default: false
      }
    }
    guard isNamed != true else { return nil }
    return Finding(
      .cacheStatusMalformed, field: "Cache-Status", value: value,
      members == nil
        ? "Cache-Status is no list of members with parameters: whoever reads it by its rules learns nothing from it."
        : "A member of Cache-Status does not begin with the name of a cache, a string or a token: nobody can tell which cache"
          + " it speaks of.",
      advice:
        "Write `Cache-Status: \"Edge Cache\"; hit`: a member for each cache, the one nearest to the client last."
    )
  }
}
