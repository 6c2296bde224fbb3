/// One rule that applied, with the values that it read; its sentence is made only for printing.
public struct Reason: Sendable, Hashable {
  /// The rule.
  public let rule: Rule

  /// The field that the rule read; nil if it read none.
  public let field: String?

  /// The value or directive that it read, as written.
  public let value: String?

  /// The first number of the rule: a lifetime or limit in seconds, a size in bytes, a status, a count.
  public let amount: Int64?

  /// The second number: an age in seconds, a size in bytes, a count.
  public internal(set) var otherAmount: Int64?

  /// The source of the lifetime that the rule mentions.
  public let source: FreshnessLifetime.Source?

  /// Makes a reason; values that the rule did not read are nil.
  init(
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

extension Rule {
  /// The sentence of the rule for any response, with dots in the place of values.
  package var generalSentence: String { Reason(self).sentence }
}

extension Reason {
  /// The reason as one sentence for a person, with its numbers, without the reference and the full stop.
  public var sentence: String { rule.sentence(self) }
}

extension [Reason] {
  /// Whether any reason has the given effect.
  func has(_ effect: Rule.Effect) -> Bool {
    // By index, which copies no reason.
    indices.contains { self[$0].rule.effect == effect }
  }

  /// Whether a reason has the rule.
  package func cites(_ rule: Rule) -> Bool { indices.contains { self[$0].rule == rule } }
}

/// The values of a reason, in words for its sentence.
extension Reason {
  /// Whether the rule is described without a response, so that dots stand for all of its values.
  private var isDescription: Bool {
    field == nil && value == nil && amount == nil && otherAmount == nil && source == nil
  }

  /// The field that was read; dots if the rule is described without a response.
  var named: String { field ?? "…" }

  /// The value as read, without the user information of URLs; dots if the rule is described without a response.
  var shown: String { value.map(UserInformation.redacted) ?? "…" }

  /// The value as read, in brackets behind a space; empty where none was read.
  var shownInBrackets: String { value == nil && !isDescription ? "" : " (\(shown))" }

  /// The status or count that the rule read; dots if the rule is described without a response.
  var number: String { amount.map(String.init) ?? "…" }

  /// The first number as a size in bytes.
  var size: String { amount.map(\.asSize) ?? "…" }

  /// The first number as the length of a representation.
  var total: String { amount.map(String.init) ?? "*" }

  /// The first number as a span of time; dots if the rule is described without a response.
  var lifetime: String { amount.map(formatDuration) ?? "…" }

  /// The second number as a span of time; dots if the rule is described without a response.
  var age: String { isDescription ? "…" : formatDuration(otherAmount ?? 0) }

  /// The second number; dots if the rule is described without a response.
  var otherNumber: String { otherAmount.map(String.init) ?? "…" }

  /// The sentence about lifetime and age that nearly every response gets.
  func lifetimeSentence(_ start: StaticString, _ span: Seconds, isLeft: Bool = false) -> String {
    if isDescription { return "\(start)…: … gives it … and it is … old" }
    return ShortText.text(capacity: 256) { text in
      text.append(start)
      text.append(duration: span, qualifier: isLeft ? more : "")
      text.append(": ")
      switch source {
      case .maxAge:
        text.append("max-age=")
        text.append(decimal: amount ?? 0)
      case .sMaxAge:
        text.append("s-maxage=")
        text.append(decimal: amount ?? 0)
      case .targeted(let field): for byte in field.utf8 { text.append(byte) }
      case .expires, .heuristic, .ttl, .some(.none), nil: text.append(otherOrigin)
      }
      text.append(" gives it ")
      if let amount { text.append(duration: amount) } else { text.append("no time") }
      text.append(" and it is ")
      text.append(duration: otherAmount ?? 0)
      text.append(" old")
    }
  }

  /// How many responses of other servers an invalidation did not remove, as the end of a sentence.
  var othersStay: String {
    guard let count = otherAmount, count > 0 else { return "" }
    return "; \(count) from another server (another Host, address or socket) stay"
  }

  /// The remaining lifetime in seconds; 0 once it is over.
  var left: Seconds { max(0, (amount ?? 0).subtractingSaturated(otherAmount ?? 0)) }

  /// The word before the remaining lifetime: `more` once the response has an age.
  private var more: StaticString { (otherAmount ?? 0) > 0 ? "more " : "" }

  /// The remaining lifetime in words; a long one is rounded down to whole minutes, hours or days.
  var remaining: String {
    if isDescription { return "…" }
    let unit: Seconds = left >= 172_800 ? 86_400 : left >= 7_200 ? 3_600 : left >= 120 ? 60 : 1
    return ShortText.text(capacity: 48) { $0.append(duration: left - left % unit, qualifier: more) }
  }

  /// How long the lifetime has been over, in seconds.
  var overdue: Seconds { max(0, (otherAmount ?? 0).subtractingSaturated(amount ?? 0)) }

  /// How long the lifetime has been over, as a span of time; dots if the rule is described without a response.
  var overdueSpan: String { isDescription ? "…" : formatDuration(overdue) }

  /// The source of the lifetime: the directive as written, else a name.
  var origin: String {
    switch source {
    case .sMaxAge, .maxAge: "\(source?.rawValue ?? "")=\(amount ?? 0)"
    case .targeted(let field): field
    case .expires, .heuristic, .ttl, .some(.none), nil: "\(otherOrigin)"
    }
  }

  /// The source of the lifetime, if it is neither a directive nor a targeted field.
  private var otherOrigin: StaticString {
    switch source {
    case .expires: "Expires"
    case .heuristic: Settings.heuristicOrigin
    case .ttl: "the ttl override"
    case .sMaxAge, .maxAge, .targeted, .some(.none): "nothing"
    case nil: "…"
    }
  }
}
