/// A mistake or an oddity in what a response says of caching, with what follows from it and how to mend it.
public struct Finding: Sendable, Hashable {
  /// How bad it is.
  public enum Severity: String, Sendable, CaseIterable, Comparable {
    /// Worth knowing.
    case info
    /// Valid, but not what the sender most likely meant, or caches differ on it.
    case warning
    /// A recipient drops or misreads what was sent.
    case error

    /// Whether one is less bad than another.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .info: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// What was found.
  public let code: Code

  /// How bad it is in this response.
  public let severity: Severity

  /// The field that it was found in; nil where it is in none.
  public let field: String?

  /// The field's value as sent; nil where there is none, and always for credentials.
  public let value: String?

  /// The fact with this response's numbers, then what follows from it.
  public let explanation: String

  /// The mend, in one sentence with one line to copy; nil where there is none to give.
  public let advice: String?

  /// Where the rule is written down.
  public var reference: String { code.reference }

  /// Makes a finding; the value of a credential field is not taken.
  init(
    _ code: Code, severity: Severity? = nil, field: String? = nil, value: String? = nil,
    _ explanation: String,
    advice: String? = nil
  ) {
    self.code = code
    self.severity = severity ?? code.usualSeverity
    self.field = field
    self.value = field.map(Credentials.include) == true ? nil : value
    self.explanation = explanation
    self.advice = advice
  }
}

extension String {
  /// The text as code in a sentence; a long one is cut.
  var asCode: String { count > 80 ? "`\(prefix(79))…`" : "`\(self)`" }
}

extension [String] {
  /// The members as a list in a sentence: `a, b and c`.
  var asList: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and \(last)"
  }
}
