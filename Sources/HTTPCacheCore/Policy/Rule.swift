/// A rule that this cache can cite: a static constant beside the decisions that cite it.
public struct Rule: RawRepresentable, Sendable, Hashable, CaseIterable {
  /// What a rule does to the decision that cites it; fixed for each rule.
  public enum Effect: String, Sendable {
    /// It permits what the decision is about.
    case allows
    /// It rules it out.
    case forbids
    /// The stored response may be used once the origin has confirmed it.
    case requiresValidation = "requires-validation"
    /// It explains, and changes nothing.
    case notes
  }

  /// The `code` in JSON output: never renamed.
  public let rawValue: String

  /// What the rule does.
  public let effect: Effect

  /// Where the rule is written down.
  public let reference: String

  /// What the rule says with the values of a reason.
  let sentence: @Sendable (Reason) -> String

  /// Declares a rule, which the list of its file names.
  init(
    _ rawValue: String, _ effect: Effect, _ reference: String,
    _ sentence: @escaping @Sendable (Reason) -> String
  ) {
    self.rawValue = rawValue
    self.effect = effect
    self.reference = reference
    self.sentence = sentence
  }

  /// Finds a rule by its name in JSON output.
  ///
  /// - Parameter rawValue: the name; one that no rule has gives nil.
  public init?(rawValue: String) {
    guard let rule = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = rule
  }

  /// The catalogue.
  public static let allCases = storing + urlcache + reuse + requestPolicy + network + upstream
}
