import HTTPCacheCore

/// A verdict for a person: short answer first, then why, the age against the lifetime, and what was found.
struct VerdictText {
  private let terminal: Terminal
  private let width: Int

  init(_ terminal: Terminal) {
    self.terminal = terminal
    width = min(100, terminal.width(.output))
  }

  /// The report, with a newline at its end.
  func report(_ judgement: Judgement) -> String {
    let verdict = judgement.verdict
    var lines = [heading(verdict), answer(verdict)]
    lines += server(verdict.subject.stored.key.server) + [""]
    lines += section("Storing", verdict.storage.reasons)
    lines += section("Reuse", verdict.reuse.reasons)
    lines += timeline(verdict.freshness)
    lines += userInfo(verdict)
    lines += findings(judgement.findings)
    for check in judgement.failedChecks { lines.append(failure("check failed: \(check.sentence)")) }
    var named: Set<String> = []
    for finding in judgement.failedFindings where named.insert(finding.label).inserted {
      lines.append(failure("finding too severe: \(finding.label)"))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func failure(_ text: String) -> String {
    let lines = WordWrap.hanging(Escaping.escaped(text), label: "", width: width - 2).split(separator: "\n")
    return lines.enumerated().map { style(($0 > 0 ? "  " : "") + $1, .bad) }.joined(separator: "\n")
  }

  private func heading(_ verdict: Verdict) -> String {
    let subject = verdict.subject
    let status = "  \(subject.stored.head.status)"
    let method = Escaping.escaped(subject.request.method)
    let url = Escaping.escaped(subject.request.target.absolute)
    let lines = WordWrap.folded(url, width: width - method.count - 1 - status.count)
    return lines.enumerated().map { index, line in
      index == 0
        ? style("\(method) \(line)", .strong)
        : String(repeating: " ", count: method.count + 1) + style(line, .strong)
    }.joined(separator: "\n") + status
  }

  /// The short verdict: `storable, fresh, reusable (private cache, RFC 9111)`.
  private func answer(_ verdict: Verdict) -> String {
    let isFresh = verdict.freshness.state == .fresh
    let reusable =
      verdict.isReusable
      ? "reusable without asking the origin"
      : verdict.isStorable ? "reusable once the origin confirms it" : "not reusable"
    let words: [(text: String, look: Style)] = [
      (verdict.isStorable ? "storable" : "not storable", verdict.isStorable ? .good : .bad),
      (isFresh ? "fresh" : "stale", isFresh ? .good : .warn), (reusable, verdict.isReusable ? .good : .warn),
    ]
    let profile = verdict.settings.profile == .rfc9111 ? "RFC 9111" : "URL Loading System"
    let judge = "(\(verdict.settings.role.rawValue) cache, \(profile))"
    let length = words.map(\.text.count).reduce(judge.count + 5, +)
    return words.map { style($0.text, $0.look) }.joined(separator: ", ") + (length > width ? "\n" : " ")
      + judge
  }

  private func section(_ title: String, _ reasons: [Reason]) -> [String] {
    reasons.isEmpty
      ? []
      : [style(title, .strong)]
        + reasons.map { reason in
          let text = Escaping.escaped("\(reason.sentence) (\(reason.rule.reference))")
          let mark = reason.rule.effect.mark
          let folded = WordWrap.hanging(text, label: "  \(mark.symbol) ", width: width)
          return "  " + style(mark.symbol, mark.style) + folded.dropFirst(3)
        }
  }

  /// What besides the URL decided which server answered.
  private func server(_ text: String) -> [String] {
    guard !text.isEmpty, text != CacheKey.unknownServer else { return [] }
    let words = ServerRoute.parts(of: text).map { part, value in
      switch part {
      case .unverified: "without verification of the certificate (-k)"
      case .host: "with Host: \(value)"
      case .unixSocket: "over the socket \(value)"
      case .connectTo: "from \(value) (--connect-to)"
      case .address: "from \(value) (--resolve)"
      case nil: "from an unknown server"
      }
    }
    return [
      WordWrap.hanging(Escaping.escaped(words.joined(separator: ", ")), label: "received ", width: width)
    ]
  }

  /// The age against the lifetime, as a bar of the lifetime's length.
  private func timeline(_ freshness: Freshness) -> [String] {
    guard let lifetime = freshness.lifetime.seconds else { return [] }
    let barWidth = 40
    let share = lifetime > 0 ? min(1, Double(freshness.age) / Double(lifetime)) : 1
    let bar = String.bar(Int(share * Double(barWidth)), of: barWidth)
    let state = freshness.state == .fresh ? Style.good : .warn
    let expiry = freshness.expiresAt.map { "\(freshness.state == .fresh ? "until" : "since") \(rfc3339($0))" }
    let label = "  age \(formatDuration(freshness.age)) of \(formatDuration(lifetime))"
    return [
      style("Freshness", .strong), "  [" + style(bar, state) + "]",
      "\(label), \(freshness.state.rawValue) \(expiry ?? "")",
    ]
  }

  private func userInfo(_ verdict: Verdict) -> [String] {
    guard [.store, .cacheDB].contains(verdict.subject.origin) else { return [] }
    let values = verdict.subject.stored.userInfo.sorted
    return values.isEmpty
      ? []
      : [style("User info", .strong)]
        + values.map { value in
          WordWrap.hanging(
            Escaping.escaped(value.value), label: "  \(Escaping.escaped(value.name)) = ", width: width)
        }
  }

  private func findings(_ findings: [Finding]) -> [String] {
    guard !findings.isEmpty else { return [] }
    return [style("Findings", .strong)] + findings.map(paragraph)
  }

  private func paragraph(_ finding: Finding) -> String {
    let title = "  \(style(finding.severity.rawValue, finding.severity.style)) \(finding.code.rawValue)"
    return title + "\n" + WordWrap.hanging(Escaping.escaped(finding.text), label: "    ", width: width)
  }

  private func style(_ text: String, _ style: Style) -> String { terminal.styled(text, style, on: .output) }
}

extension Rule.Effect {
  /// The sign before a reason, and its look: `+` allows, `-` forbids, `?` asks the origin, `.` notes.
  var mark: (symbol: String, style: Style) {
    switch self {
    case .allows: ("+", .good)
    case .forbids: ("-", .bad)
    case .requiresValidation: ("?", .warn)
    case .notes: (".", .dim)
    }
  }
}
