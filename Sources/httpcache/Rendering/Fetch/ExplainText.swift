import HTTPCacheCore

/// What `fetch --explain` says on stderr: what was looked up, decided and stored, each with its rule.
struct ExplainText {
  private let terminal: Terminal

  init(_ terminal: Terminal) { self.terminal = terminal }

  /// Writes the explanation of a fetch, response by response.
  func write(_ report: FetchReport, now: Instant) {
    for served in report.result.responses {
      terminal.say(heading(served))
      section("lookup", served.reuse.reasons)
      section("answer", served.outcome)
      if let storage = served.storage { section("storing", storage.reasons) }
      if served.source == .network {
        section("freshness", freshness(served, settings: report.settings, now: now))
      }
    }
    if let decision = report.result.unanswered {
      terminal.say(strong("\(report.request.method) \(Escaping.escaped(report.request.target.absolute))"))
      section("lookup", decision.reasons)
      section("answer", report.result.unansweredReasons)
    }
    if report.result.served != nil { terminal.say(summary(report, now: now)) }
  }

  /// One line: where it came from, whether it is stored, how long it is fresh.
  func summary(_ report: FetchReport, now: Instant) -> String {
    let url = Escaping.escaped(report.request.target.absolute)
    guard let served = report.result.served else { return "\(url): no response" }
    let source =
      switch served.source {
      case .network: "from the network"
      case .cache: "from the cache"
      case .revalidated: "from the cache, confirmed by the origin"
      case .stale: "from the cache, stale"
      }
    let stored =
      served.source != .network ? "" : report.result.isStored ? ", stored" : ", not stored"
    return "\(url): \(served.status) \(source)\(stored)"
  }

  private func heading(_ served: Served) -> String {
    strong("\(served.request.method) \(Escaping.escaped(served.request.target.absolute))")
      + " -> \(served.status)"
  }

  /// How long what came is fresh, as the next request will find it.
  private func freshness(_ served: Served, settings: Settings, now: Instant) -> [Reason] {
    guard served.storage?.isStorable == true else { return [] }
    var like = settings
    like.requestPolicy = .protocol
    let next = ReuseDecision(served.request, candidates: [served.stored], now: now, settings: like)
    return next.reasons.filter { [.fresh, .stale, .noLifetime, .ttlOverride, .noCache].contains($0.rule) }
  }

  private func section(_ label: String, _ reasons: [Reason]) {
    let width = min(100, terminal.width(.error))
    for (index, reason) in reasons.enumerated() {
      let head = index == 0 ? label : ""
      let text = Escaping.escaped("\(reason.sentence) (\(reason.rule.reference))")
      let label = "  \(head.rightPadded(10))"
      let mark = reason.rule.effect.mark
      let folded = WordWrap.hanging(text, label: "\(label)\(mark.symbol) ", width: width)
      terminal.say(
        label + terminal.styled(mark.symbol, mark.style, on: .error) + folded.dropFirst(label.count + 1))
    }
  }

  private func strong(_ text: String) -> String { terminal.styled(text, .strong, on: .error) }
}
