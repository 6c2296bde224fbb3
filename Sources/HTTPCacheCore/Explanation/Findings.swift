/// All that can be found in a response.
public enum Findings {
  /// Looks at a response, field by field.
  ///
  /// - Parameter subject: the exchange, its times and the cache's settings.
  /// - Returns: the findings, in an order that depends on nothing but the response.
  public static func all(_ subject: FindingSubject) -> [Finding] {
    var findings: [Finding] = []
    CacheControlFindings.add(subject, to: &findings)
    DirectiveFindings.add(subject, to: &findings)
    DirectivePairFindings.add(subject, to: &findings)
    LifetimeFindings.add(subject, to: &findings)
    ExpiresFindings.add(subject, to: &findings)
    DateFindings.add(subject, to: &findings)
    AgeFindings.add(subject, to: &findings)
    ValidatorFindings.add(subject, to: &findings)
    VaryFindings.add(subject, to: &findings)
    LegacyFindings.add(subject, to: &findings)
    SharedCacheFindings.add(subject, to: &findings)
    StatusFindings.add(subject, to: &findings)
    TargetedFieldFindings.add(subject, to: &findings)
    return findings
  }
}
