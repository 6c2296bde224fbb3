/// One rule as it was met: what it read, in values; the sentence is made only when it is printed.
public struct Reason: Sendable, Hashable {
  /// The rule.
  public let rule: Rule

  /// The field that the rule read; nil where it read none.
  public let field: String?

  /// The value or directive that it read, as written.
  public let value: String?

  /// The first number of the rule, in seconds or bytes: a lifetime, a limit, a time to live.
  public let amount: Int64?

  /// The second number, in the same unit: an age, a size.
  public let otherAmount: Int64?

  /// Where the lifetime that the rule speaks of came from.
  public let source: FreshnessLifetime.Source?

  /// Makes a reason; what the rule did not read stays nil.
  ///
  /// - Parameters:
  ///   - rule: the rule.
  ///   - field: the field that it read.
  ///   - value: the value that it read.
  ///   - amount: the first number.
  ///   - otherAmount: the second number.
  ///   - source: where a lifetime came from.
  public init(
    _ rule: Rule, field: String? = nil, value: String? = nil, amount: Int64? = nil, otherAmount: Int64? = nil,
    source: FreshnessLifetime.Source? = nil
  ) {
    self.rule = rule
    self.field = field
    self.value = value
    self.amount = amount
    self.otherAmount = otherAmount
    self.source = source
  }
}

extension Reason {
  /// The reason as one sentence for a person, with its numbers, without the reference and the full stop.
  public var sentence: String { rule.sentence(self) }
}

extension [Reason] {
  /// Whether any reason has the given effect.
  func has(_ effect: Rule.Effect) -> Bool { contains { $0.rule.effect == effect } }

  /// Whether the rule is among the reasons.
  package func cites(_ rule: Rule) -> Bool { contains { $0.rule == rule } }
}
