import HTTPCacheCore

/// Reasons and conclusions as lines for a person, each with its rule's reference.
struct ReasonText {
  private let terminal: Terminal
  private let stream: Terminal.Stream
  private let width: Int

  init(_ terminal: Terminal, _ stream: Terminal.Stream, width: Int) {
    self.terminal = terminal
    self.stream = stream
    self.width = width
  }

  /// A paragraph for each reason, with the sign of its effect.
  func lines(_ reasons: [Reason]) -> [String] {
    reasons.map { reason in
      let mark = reason.rule.effect.mark
      let folded = WordWrap.hanging(
        Escaping.withoutCredentials(reason.sentence), tail: "(\(reason.rule.reference))",
        label: "  \(mark.symbol) ",
        width: width)
      return "  " + terminal.styled(mark.symbol, mark.style, on: stream) + folded.dropFirst(3)
    }
  }

  /// The sentence of a conclusion, the rule that decides, and the consequence.
  ///
  /// `judge` is put before the sentence. The lines are coloured up to the first colon, semicolon or comma of the
  /// sentence.
  func lines(_ conclusion: Conclusion, judge: String = "") -> [String] {
    let consequence = conclusion.consequence.map { ". \($0)" } ?? ""
    let reference = conclusion.reference.map { " (\(WordWrap.unbroken($0)))" } ?? ""
    let sentence = Escaping.withoutCredentials(judge + conclusion.sentence) + reference + consequence
    let lines = WordWrap.hanging(sentence, label: "", width: width).split(separator: "\n").map(
      WordWrap.spaced)
    guard let first = lines.first else { return [] }
    let end = first.dropFirst(judge.count).firstIndex { ":;,".contains($0) } ?? first.endIndex
    return [terminal.styled(String(first[..<end]), conclusion.kind.style, on: stream) + first[end...]]
      + lines.dropFirst()
  }
}

extension Rule.Effect {
  /// The sign before a reason, and its look: `+` allows, `-` forbids, `?` asks the origin, `.` notes.
  fileprivate var mark: (symbol: String, style: Style) {
    switch self {
    case .allows: ("+", .good)
    case .forbids: ("-", .warn)
    case .requiresValidation: ("?", .warn)
    case .notes: (".", .dim)
    }
  }
}

extension Conclusion.Kind {
  /// The style that shows how good the conclusion is for a visitor who comes back.
  fileprivate var style: Style {
    switch self {
    case .reused, .confirmed, .part, .confirmation: .good
    case .downloaded, .notStored, .unknown: .warn
    }
  }
}
