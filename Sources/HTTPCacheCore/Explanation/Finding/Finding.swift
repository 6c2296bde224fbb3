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

extension Finding {
  /// What can be found: a static constant of the file whose check finds it.
  public struct Code: RawRepresentable, Sendable, Hashable, CaseIterable {
    /// The `code` in JSON output: never renamed.
    public let rawValue: String

    /// The severity where the response itself does not make it better or worse.
    public let usualSeverity: Severity

    /// Where the rule is written down.
    public let reference: String

    /// What the code means, as a phrase without a full stop.
    public let summary: String

    /// Declares a code, which the `codes` of its family lists.
    init(_ rawValue: String, _ usualSeverity: Severity, _ reference: String, _ summary: String) {
      self.rawValue = rawValue
      self.usualSeverity = usualSeverity
      self.reference = reference
      self.summary = summary
    }

    /// Finds a code by its name in JSON output.
    ///
    /// - Parameter rawValue: the name; one that no code has gives nil.
    public init?(rawValue: String) {
      guard let code = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
      self = code
    }

    /// The catalogue, family by family.
    public static let allCases = Findings.families.flatMap { $0.codes } + RecordingFindings.codes
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
