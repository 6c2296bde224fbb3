/// Checks that belong together, and the codes that they give.
protocol FindingFamily: SendableMetatype {
  /// Every code that the checks of this family give.
  static var codes: [Finding.Code] { get }

  /// Looks at a response, and appends what is found.
  static func add(_ subject: FindingSubject, to findings: inout [Finding])
}

/// All that can be found in a response.
public enum Findings {
  /// The families in the order in which they look.
  static let families: [any FindingFamily.Type] = [
    CacheControlFindings.self, DirectiveFindings.self, DirectivePairFindings.self, LifetimeFindings.self,
    ExpiresFindings.self, DateFindings.self, AgeFindings.self, ValidatorFindings.self, VaryFindings.self,
    LegacyFindings.self, SharedCacheFindings.self, StatusFindings.self, TargetedFieldFindings.self,
  ]

  /// Looks at a response, field by field.
  ///
  /// - Parameter subject: the exchange, its times and the cache's settings.
  /// - Returns: the findings, in an order that depends on nothing but the response.
  public static func all(_ subject: FindingSubject) -> [Finding] {
    var findings: [Finding] = []
    for family in families { family.add(subject, to: &findings) }
    return findings
  }
}
