/// A rule that a decision can cite; each rule is a static constant next to the decision that cites it.
public struct Rule: RawRepresentable, Sendable, Hashable, CaseIterable {
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
  public enum Basis: String, Sendable, Comparable {
    /// Observed in the running program.
    case measured
    /// Read in the source code of the program.
    case read
    /// Stated in a standard or in documentation.
    case documented

    /// Whether the left basis is stronger than the right one.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .measured: 0
      case .read: 1
      case .documented: 2
      }
    }
  }

  /// One object for each rule, so that a reason copies one reference.
  private final class Declaration: Sendable {
    let code: String
    let effect: Effect
    let reference: String
    let basis: Basis
    let remedy: String?
    let confirmsStale: Bool?
    let sentence: @Sendable (Reason) -> String

    init(
      _ code: String, _ effect: Effect, _ reference: String, _ basis: Basis, _ remedy: String?,
      _ confirmsStale: Bool?, _ sentence: @escaping @Sendable (Reason) -> String
    ) {
      self.code = code
      self.effect = effect
      self.reference = reference
      self.basis = basis
      self.remedy = remedy
      self.confirmsStale = confirmsStale
      self.sentence = sentence
    }
  }

  private let declaration: Declaration

  /// The `code` in JSON output: never renamed.
  public var rawValue: String { declaration.code }

  /// The effect of the rule on the decision that cites it.
  public var effect: Effect { declaration.effect }

  /// The document and section that state the rule.
  public var reference: String { declaration.reference }

  /// How the rule is known.
  public var basis: Basis { declaration.basis }

  /// A field to send, or a setting, that makes the cache decide otherwise; nil if there is none, or the rule is a
  /// standard's.
  public var remedy: String? { declaration.remedy }

  /// True if by this rule a cache validates a stale response by a conditional request, false if it fetches the
  /// response anew; nil if the rule says neither.
  var confirmsStale: Bool? { declaration.confirmsStale }

  /// The sentence of the rule, made from the values of a reason.
  var sentence: @Sendable (Reason) -> String { declaration.sentence }

  /// Declares a rule, which must also be added to the list of rules in its file: `allCases` consists of these lists.
  init(
    _ rawValue: String, _ effect: Effect, _ reference: String, _ basis: Basis = .documented,
    remedy: String? = nil, confirmsStale: Bool? = nil, _ sentence: @escaping @Sendable (Reason) -> String
  ) {
    declaration = Declaration(rawValue, effect, reference, basis, remedy, confirmsStale, sentence)
  }

  /// Finds a rule by its name in JSON output.
  ///
  /// - Parameter rawValue: the name; the result is nil if no rule has it.
  public init?(rawValue: String) {
    guard let rule = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = rule
  }

  /// Whether both are the same declaration.
  public static func == (left: Rule, right: Rule) -> Bool { left.declaration === right.declaration }

  /// Hashes the identity of the declaration.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(declaration)) }

  /// All rules.
  public static let allCases =
    storing + urlcache + reuse + requestPolicy + network + upstream + remote + realCaches
}
