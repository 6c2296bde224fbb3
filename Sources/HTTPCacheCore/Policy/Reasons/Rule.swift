/// A rule that a decision can cite; each rule is a static constant next to the decision that cites it.
public struct Rule: Catalogued {
  /// The effect of a rule on the decision that cites it; the same for each use of the rule.
  public enum Effect: String, Sendable {
    /// The rule permits the storing or reuse in question.
    case allows
    /// The rule forbids the storing or reuse in question.
    case forbids
    /// The stored response may be used only after the origin has validated it.
    case requiresValidation = "requires-validation"
    /// The rule explains, and does not change the decision.
    case notes
  }

  /// How a rule is known, the strongest basis first.
  public enum Basis: String, Sendable, CaseIterable {
    /// Observed in the running program.
    case measured
    /// Read in the source code of the program.
    case read
    /// Stated in a standard or in documentation.
    case documented
  }

  /// The document and section, or the file and function of a program, that states a rule, and how the rule is known.
  struct Source: Sendable, ExpressibleByStringLiteral {
    let reference: String
    let basis: Basis

    private init(_ reference: String, _ basis: Basis) { (self.reference, self.basis) = (reference, basis) }

    /// A document.
    init(stringLiteral reference: String) { self.init(reference, .documented) }

    static func measured(_ reference: String) -> Source { Source(reference, .measured) }
    static func read(_ reference: String) -> Source { Source(reference, .read) }
  }

  /// One object for each rule, so that a reason copies one reference.
  public final class Declaration: Sendable {
    fileprivate let code: String
    fileprivate let effect: Effect
    fileprivate let source: Source
    fileprivate let remedy: String?
    fileprivate let confirmsStale: Bool?
    fileprivate let isGrace: Bool
    fileprivate let sentence: @Sendable (Reason) -> String

    fileprivate init(
      _ code: String, _ effect: Effect, _ source: Source, _ remedy: String?, _ confirmsStale: Bool?,
      _ isGrace: Bool, _ sentence: @escaping @Sendable (Reason) -> String
    ) {
      (self.code, self.effect, self.source) = (code, effect, source)
      (self.remedy, self.confirmsStale, self.isGrace) = (remedy, confirmsStale, isGrace)
      self.sentence = sentence
    }
  }

  /// What was declared; two rules are equal only if they are the same object.
  public let declaration: Declaration

  /// The `code` in JSON output: never renamed.
  public var rawValue: String { declaration.code }

  /// The effect of the rule on the decision that cites it.
  public var effect: Effect { declaration.effect }

  /// The document and section that state the rule.
  public var reference: String { declaration.source.reference }

  /// How the rule is known.
  public var basis: Basis { declaration.source.basis }

  /// A field to send, or a setting, that makes the cache decide otherwise; nil if there is none, or the rule is a
  /// standard's.
  public var remedy: String? { declaration.remedy }

  /// True if by this rule a cache validates a stale response by a conditional request, false if it fetches the
  /// response anew; nil if the rule says neither.
  var confirmsStale: Bool? { declaration.confirmsStale }

  /// Whether by this rule a cache uses a stale response once, unasked, and refreshes it behind: for the first number of the
  /// reason, in seconds, after its lifetime.
  var isGrace: Bool { declaration.isGrace }

  var sentence: @Sendable (Reason) -> String { declaration.sentence }

  /// Declares a rule, which must also be added to the list of rules in its file: `allCases` consists of these lists.
  init(
    _ code: String, _ effect: Effect, _ source: Source, remedy: String? = nil, confirmsStale: Bool? = nil,
    isGrace: Bool = false, _ sentence: @escaping @Sendable (Reason) -> String
  ) {
    declaration = Declaration(code, effect, source, remedy, confirmsStale, isGrace, sentence)
  }

  /// Declares a rule whose sentence is always the same.
  init(
    _ code: String, _ effect: Effect, _ source: Source, _ sentence: String, remedy: String? = nil,
    confirmsStale: Bool? = nil, isGrace: Bool = false
  ) {
    self.init(
      code, effect, source, remedy: remedy, confirmsStale: confirmsStale, isGrace: isGrace
    ) { _ in sentence }
  }

  /// All rules.
  public static let allCases =
    storing + statuses + urlcache + reuse + requestPolicy + network + upstream + remote + remarks
    + realCaches
}
