/// All that can be found in a response.
public enum Findings {
  /// Looks at a response, field by field.
  ///
  /// - Parameter subject: the exchange, its times and the cache's settings.
  /// - Returns: the findings, in an order that depends on nothing but the response.
  public static func all(_ subject: FindingSubject) -> [Finding] {
    CacheControlFindings.all(subject) + DirectiveFindings.all(subject) + DirectivePairFindings.all(subject)
      + LifetimeFindings.all(subject) + ExpiresFindings.all(subject) + DateFindings.all(subject)
      + AgeFindings.all(subject) + ValidatorFindings.all(subject) + VaryFindings.all(subject)
      + LegacyFindings.all(subject) + SharedCacheFindings.all(subject) + StatusFindings.all(subject)
      + TargetedFieldFindings.all(subject)
  }
}
