/// A rule that a decision can cite; each is a static constant beside the decision that cites it.
public struct Rule: RawRepresentable, Sendable, Hashable, CaseIterable {
  /// What a rule does to the decision that cites it; fixed for each rule.
  public enum Effect: String, Sendable {
    /// The rule permits what the decision is about.
    case allows
    /// The rule forbids it.
    case forbids
    /// The stored response may be used once the origin has confirmed it.
    case requiresValidation = "requires-validation"
    /// The rule explains and changes nothing.
    case notes
  }

  /// How a rule is known, the strongest ground first.
  public enum Basis: String, Sendable, Comparable {
    /// Programs were seen to do so.
    case measured
    /// The source of the program was read.
    case read
    /// A standard or documentation says so.
    case documented

    /// Whether the first ground is stronger.
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

  /// What the rule does to the decision that cites it.
  public var effect: Effect { declaration.effect }

  /// Where the rule is written down.
  public var reference: String { declaration.reference }

  /// How the rule is known.
  public var basis: Basis { declaration.basis }

  /// A field to send or a setting that makes the cache decide otherwise; nil if there is none, or where the rule is
  /// a standard's.
  public var remedy: String? { declaration.remedy }

  /// True if the rule says that a cache confirms a stale response by a condition, false if it fetches it anew;
  /// nil if the rule says neither.
  var confirmsStale: Bool? { declaration.confirmsStale }

  /// The sentence of the rule, made from the values of a reason.
  var sentence: @Sendable (Reason) -> String { declaration.sentence }

  /// Declares a rule; the list of rules in its file must name it, since `allCases` consists of these lists.
  init(
    _ rawValue: String, _ effect: Effect, _ reference: String, _ basis: Basis = .documented,
    remedy: String? = nil, confirmsStale: Bool? = nil, _ sentence: @escaping @Sendable (Reason) -> String
  ) {
    declaration = Declaration(rawValue, effect, reference, basis, remedy, confirmsStale, sentence)
  }

  /// Finds a rule by its name in JSON output.
  ///
  /// - Parameter rawValue: the name; one that no rule has gives nil.
  public init?(rawValue: String) {
    guard let rule = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = rule
  }

  /// Whether both are the same declaration.
  public static func == (left: Rule, right: Rule) -> Bool { left.declaration === right.declaration }

  /// Hashes which declaration it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(declaration)) }

  /// All rules.
  public static let allCases =
    storing + urlcache + reuse + requestPolicy + network + upstream + remote + realCaches
}
