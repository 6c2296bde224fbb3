import HTTPCacheCore

/// The text of `fetch --explain` on stderr: the source of each response, whether it is stored, and the rules that
/// decided.
struct ExplainText {
  private let terminal: Terminal
  private let isVerbose: Bool
  private let text: PageText

  /// Explains on stderr; with `isVerbose` every reason, otherwise only reasons that decide.
  init(_ terminal: Terminal, isVerbose: Bool) {
    self.terminal = terminal
    self.isVerbose = isVerbose
    text = PageText(terminal, .error)
  }

  func write(_ report: FetchReport, now: Instant) {
    for served in report.result.responses {
      terminal.say(heading(served.request) + " -> \(served.status)")
      let next = report.nextUse(of: served, now: now)
      say(answer(served))
      if let outcome = report.outcome(of: served, next: next), !served.isKeptInPart {
        say(text.lines(outcome))
      }
      say(lines(report.upstreamNotes(served)))
      guard isVerbose else { continue }
      section("Lookup", served.reuse.reasons)
      section("Answer", served.outcome)
      section("Storing", served.storage?.reasons ?? [])
      section("Next use", served.storage?.isStorable == true ? next.reasons : [])
    }
    if let decision = report.result.unanswered {
      let hasHead = report.result.served?.isFollowed == false
      if !hasHead { terminal.say(heading(report.request)) }
      let against = decision.againstServing
      let isPart = against.contains { $0.rule.effect == .notes }
      let deciding =
        report.result.unansweredReasons
        + (isPart ? against : decision.reasons.filter { $0.rule.effect != .notes })
      if case .transport(let error)? = report.result.error {
        let start = hasHead ? "The transfer then failed" : "No answer"
        say([
          WordWrap.hanging(
            Escaping.withoutPasswords("\(start): \(error.message)"), label: "", width: text.width)
        ])
        say(lines(deciding))
      } else {
        say(from("No answer", deciding, with: decision.reasons))
      }
      if isVerbose { section("Lookup", decision.reasons) }
    }
    if report.result.served != nil { terminal.say(summary(report)) }
  }

  /// The source of the response and whether it is stored, on one line.
  func summary(_ report: FetchReport) -> String {
    let url = Escaping.escaped(report.request.target.absolute)
    guard let served = report.result.served else { return "\(url): no response" }
    let source =
      switch served.source {
      case .network: "from the network"
      case .cache: served.isRemote ? "from the remote cache" : "from the cache"
      case .revalidated: "from the cache, confirmed by the origin"
      case .stale: "from the cache, stale"
      }
    let stored =
      served.source != .network ? "" : report.result.isStored ? ", stored" : ", not stored"
    return "\(url): \(served.status) \(source)\(stored)"
  }

  private func heading(_ request: RequestHead) -> String {
    strong("\(Escaping.escaped(request.method)) \(Escaping.escaped(request.target.absolute))")
  }

  /// The source of the response, and why it came from there.
  private func answer(_ served: Served) -> [String] {
    let lookup = served.reuse.reasons
    func having(_ effects: Rule.Effect...) -> [Reason] { lookup.filter { effects.contains($0.rule.effect) } }
    switch served.source {
    case .network:
      return from("From the origin", served.reuse.againstServing, with: lookup)
        + lines(served.outcome)
    case .cache:
      let start = served.isRemote ? "From the remote cache" : "From the cache"
      return from("\(start), without asking the origin", having(.allows), with: lookup)
        + lines(served.outcome)
    case .revalidated:
      return from("From the cache", allowing(served.outcome), with: lookup)
        + lines(having(.requiresValidation))
    case .stale:
      return from("From the cache, though stale", allowing(served.outcome + having(.allows)), with: lookup)
    }
  }

  /// The reasons reordered: reasons that allow something come first, since they decide.
  private func allowing(_ reasons: [Reason]) -> [Reason] {
    reasons.filter { $0.rule.effect == .allows } + reasons.filter { $0.rule.effect != .allows }
  }

  /// A sentence with the first of the reasons that decide, and the others below it.
  private func from(_ start: String, _ deciding: [Reason], with all: [Reason]) -> [String] {
    guard let first = deciding.first ?? all.first(where: { $0.rule.effect != .notes }) else { return [start] }
    let sentence = WordWrap.hanging(
      Escaping.escaped("\(start): \(first.sentence)"), tail: "(\(first.rule.reference))", label: "",
      width: text.width)
    return [sentence] + lines(Array(deciding.dropFirst()))
  }

  private func section(_ title: String, _ decisions: [Reason]) {
    guard !decisions.isEmpty else { return }
    terminal.say(strong(title))
    say(lines(decisions))
  }

  private func lines(_ reasons: [Reason]) -> [String] { text.lines(reasons.map(PageSentence.init)) }

  private func say(_ lines: [String]) { for line in lines { terminal.say(line) } }

  private func strong(_ text: String) -> String { terminal.styled(text, .strong, on: .error) }
}
