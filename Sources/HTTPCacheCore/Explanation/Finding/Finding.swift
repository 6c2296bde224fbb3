/// A mistake or oddity in the caching fields of a response, with its consequence and its remedy.
public struct Finding: Sendable, Hashable {
  /// How serious a finding is.
  public enum Severity: String, Sendable, CaseIterable, Comparable {
    /// Worth knowing.
    case info
    /// Valid, but probably not intended by the sender, or read differently by caches.
    case warning
    /// Recipients drop or misread the value.
    case error

    /// Whether the left severity is less serious than the right one.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    /// Hashes the rank, which is faster than the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(rank) }

    private var rank: Int {
      switch self {
      case .info: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// The kind of mistake or oddity.
  public let code: Code

  /// How serious the finding is in this response.
  public let severity: Severity

  /// The field with the mistake; nil if it is in no field.
  public let field: String?

  /// The field's value as sent; nil if there is none, and always for credentials.
  public let value: String?

  /// The mistake, with this response's numbers, then its consequence.
  public let explanation: String

  /// The remedy, in one sentence with one line to copy; nil if there is none.
  public private(set) var advice: String?

  /// The change that the finding asks for, before the advice for the whole response is computed.
  private(set) var line: AdvisedLine?

  /// What would spare the bytes that a later visit loads because of it; two findings are equal whatever it is.
  package private(set) var costRemedy = CostRemedy.none

  /// The code by which versions before found the same; nil if they found it by this one, or not at all.
  package let formerCode: Code?

  /// Where the rule is written down.
  public var reference: String { code.reference }

  /// Whether a code means this finding: its own, or that of versions before, by which files still name it.
  package func isMeant(by code: Code) -> Bool { code == self.code || code == formerCode }

  /// Makes a finding; drops the value of a field with credentials, and the user information of URLs in all texts.
  ///
  /// If a line is advised, `advice` first holds only the words around that line.
  init(
    _ code: Code, severity: Severity? = nil, field: String? = nil, value: String? = nil,
    _ explanation: String,
    advice: String? = nil, line: AdvisedLine? = nil, formerly: Code? = nil
  ) {
    self.code = code
    formerCode = formerly
    self.severity = severity ?? code.usualSeverity
    self.field = field
    let isHidden = field.map(Credentials.areIn(fieldNamed:)) == true
    self.value = isHidden ? nil : value.map(UserInformation.redacted)
    self.explanation = UserInformation.redacted(in: explanation)
    self.advice = advice.map(UserInformation.redacted)
    self.line = line
  }

  /// The same, at least as serious.
  func atLeast(_ severity: Severity) -> Finding {
    severity <= self.severity
      ? self
      : Finding(
        code, severity: severity, field: field, value: value, explanation, advice: advice, line: line,
        formerly: formerCode)
  }

  /// Puts the line of the response's advice into the finding's advice; if there is no such line, the finding's words
  /// stay.
  ///
  /// `mended` has the fields after the finding's own change, if they are known.
  mutating func quote(_ advice: Advice?, _ mended: FieldSection?, for facts: Facts) {
    costRemedy = CostRemedy(code, severity, line?.edit, mended, facts)
    if let sentence = line?.sentence(facts, advice) { self.advice = sentence }
    line = nil
  }
}

extension Finding {
  /// Whether both say the same, whatever mends them.
  public static func == (left: Self, right: Self) -> Bool {
    left.code == right.code && left.severity == right.severity && left.field == right.field
      && left.value == right.value && left.explanation == right.explanation && left.advice == right.advice
      && left.line == right.line
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(severity)
    hasher.combine(field)
    hasher.combine(value)
    hasher.combine(explanation)
    hasher.combine(advice)
  }

  /// Makes a finding about the directives that count in the cache.
  init(
    _ code: Code, directivesOf facts: Facts, severity: Severity? = nil, _ explanation: String,
    advice: String? = nil, line: AdvisedLine? = nil
  ) {
    self.init(
      code, severity: severity, field: facts.control.fieldName, value: facts.controlValue, explanation,
      advice: advice, line: line)
  }
}

extension [Finding] {
  /// Adds a finding, if there is one.
  mutating func add(_ finding: Finding?) {
    if let finding { append(finding) }
  }

  mutating func add(
    _ code: Finding.Code, severity: Finding.Severity? = nil, field: String? = nil, value: String? = nil,
    _ explanation: String, advice: String? = nil, line: AdvisedLine? = nil
  ) {
    append(
      Finding(
        code, severity: severity, field: field, value: value, explanation, advice: advice, line: line))
  }

  /// Adds a finding about the directives that count in the cache.
  mutating func add(
    _ code: Finding.Code, directivesOf facts: Facts, _ explanation: String, advice: String? = nil,
    line: AdvisedLine? = nil
  ) {
    append(Finding(code, directivesOf: facts, explanation, advice: advice, line: line))
  }
}

extension [Finding] {
  /// The findings by severity, the worst first; of equals, in their order.
  var worstFirst: Self {
    if zip(self, dropFirst()).allSatisfy({ $0.severity >= $1.severity }) { return self }
    return Finding.Severity.allCases.reversed().flatMap { severity in filter { $0.severity == severity } }
  }
}

extension String {
  /// The text as code in a sentence, cut if it is long.
  var asCode: String { utf8.count > 80 && count > 80 ? "`\(prefix(79))…`" : "`\(self)`" }
}

extension [String] {
  /// The members as a list in a sentence: `a, b and c`.
  package var asList: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and \(last)"
  }
}
