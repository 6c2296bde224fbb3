import HTTPCacheCore

/// A verdict as text: the subject, the conclusion, the fields that decide, and the findings.
///
/// `isVerbose` adds the other reasons, all field lines, and the values that were stored with the response.
struct VerdictText {
  private let terminal: Terminal
  private let width: Int
  private let isVerbose: Bool

  init(_ terminal: Terminal, isVerbose: Bool) {
    self.terminal = terminal
    self.isVerbose = isVerbose
    width = min(100, terminal.width(.output))
  }

  /// The report, with a newline at its end.
  func report(_ judgement: Judgement) -> String {
    let verdict = judgement.verdict
    var lines = [heading(verdict)] + answer(verdict)
    lines += server(verdict.subject.stored.key.server) + variant(verdict.subject)
    lines += separated(fields(verdict))
    lines += separated(timeline(verdict))
    lines += separated(reasons(verdict) + edge(verdict.edgeWord))
    lines += separated(section("As real caches do", verdict.cacheComparisons.map(line)))
    if isVerbose { lines += separated(userInfo(verdict)) }
    lines += separated(ProbesText.lines(verdict, width: width, isVerbose: isVerbose))
    lines += separated(judgement.findings.map(paragraph))
    lines += separated(hidden(judgement))
    lines += separated(failures(judgement))
    lines += separated(advice(verdict.advice))
    return lines.joined(separator: "\n") + "\n"
  }

  /// Lines with an empty line before them; none if `lines` is empty.
  private func separated(_ lines: [String]) -> [String] { lines.isEmpty ? [] : [""] + lines }

  /// The hidden findings, a line for each.
  private func hidden(_ judgement: Judgement) -> [String] {
    judgement.entries.compactMap { entry in
      guard let finding = entry.finding, let why = entry.hiding else { return nil }
      let words =
        switch why {
        case .baseline: "hidden, since it is in the baseline"
        case .accepted(let reason): "accepted: \(reason)"
        }
      let text = Escaping.withoutCredentials(
        "\(finding.severity.rawValue) \(finding.code.rawValue), \(words)")
      return style(WordWrap.hanging(text, label: "", indent: 2, width: width), .dim)
    }
  }

  private func failures(_ judgement: Judgement) -> [String] {
    var named: Set<String> = []
    return judgement.entries.filter(\.fails).compactMap { entry in
      guard entry.finding != nil else { return failure("check failed: \(entry.sentence)") }
      return named.insert(entry.label).inserted ? failure("reached --fail-on: \(entry.label)") : nil
    }
  }

  private func failure(_ text: String) -> String {
    let lines = WordWrap.hanging(Escaping.withoutCredentials(text), label: "", width: width - 2).split(
      separator: "\n")
    return lines.enumerated().map { style(($0 > 0 ? "  " : "") + $1, .bad) }.joined(separator: "\n")
  }

  private func heading(_ verdict: Verdict) -> String {
    let subject = verdict.subject
    let status = "  \(subject.stored.head.status)"
    let method = Escaping.withoutCredentials(subject.request.method)
    let url = Escaping.withoutCredentials(subject.urlText)
    let lines = WordWrap.folded(url, width: width - method.count - 1 - status.count)
    return lines.enumerated().map { index, line in
      index == 0
        ? style("\(method) \(line)", .strong)
        : String(repeating: " ", count: method.count + 1) + style(line, .strong)
    }.joined(separator: "\n") + status
  }

  // MARK: The answer

  /// The conclusion on the response, then the other rules that decide it.
  ///
  /// After `--repeat`, which shows what a cache on the way does, the conclusion of a shared cache comes first.
  private func answer(_ verdict: Verdict) -> [String] {
    let shared = verdict.sharedConclusion.map { lines($0, verdict.settings, .shared) } ?? []
    return shared + lines(verdict.conclusion, verdict.settings, verdict.settings.role)
  }

  private func lines(_ conclusion: Conclusion, _ settings: Settings, _ role: CacheRole) -> [String] {
    let text = ReasonText(terminal, .output, width: width)
    return text.lines(conclusion, judge: Self.judge(settings, role)) + text.lines(conclusion.others)
  }

  /// The judging cache, unless it is a private cache that follows the RFC: `Shared cache: `.
  private static func judge(_ settings: Settings, _ role: CacheRole) -> String {
    let profile = settings.profile == .urlcache ? "URLCache" : nil
    let role = role == .shared ? "shared cache" : nil
    let words = [profile, role].compactMap { $0 }.joined(separator: ", ")
    return words.isEmpty ? "" : "\(words.prefix(1).uppercased())\(words.dropFirst()): "
  }

  /// The fields and options, besides the URL, that selected the server that answered.
  private func server(_ text: String) -> [String] {
    guard !text.isEmpty, text != CacheKey.unknownServer else { return [] }
    let words = ServerRoute.parts(of: text).map { part, value in
      switch part {
      case .unverified: "without verification of the certificate (-k)"
      case .host: "with Host: \(value)"
      case .certificate: "with the client certificate \(value)"
      case .unixSocket: "over the socket \(value)"
      case .connectTo: "from \(value) (--connect-to)"
      case .address: "from \(value) (--resolve)"
      case .trustedCertificates: "from a server that the certificates of --cacert verify"
      case .trustedDirectory: "from a server that the certificates in \(value) verify (--capath)"
      case .pinnedKey: "from a server with the key of --pinnedpubkey"
      case .pinnedKeyAlone: "from a server with the key of --pinnedpubkey, its certificate not verified (-k)"
      case nil: "from an unknown server"
      }
    }
    return [
      WordWrap.hanging(
        Escaping.withoutCredentials(words.joined(separator: ", ")), label: "Received ", width: width)
    ]
  }

  /// The request fields that select a stored variant.
  private func variant(_ subject: Subject) -> [String] {
    let lines = subject.stored.selectingFields.lines.filter { !$0.isCredential }
    guard subject.origin == .store, !lines.isEmpty else { return [] }
    let words = lines.map { "\($0.name): \($0.isSealed ? $0.redaction : $0.redactedValue)" }
      .joined(separator: "; ")
    return [WordWrap.hanging(Escaping.withoutCredentials(words), label: "For requests with ", width: width)]
  }

  // MARK: The evidence

  /// The fields that decide about caching, in lower case.
  private static let judgedFields: Set = [
    "cache-control", "cdn-cache-control", "pragma", "expires", "date", "age", "etag", "last-modified", "vary",
    "set-cookie", "content-encoding", "content-range", "clear-site-data", "cache-groups",
    "cache-group-invalidation",
  ]

  /// The field lines that decide about caching, as received, with credentials redacted.
  private func fields(_ verdict: Verdict) -> [String] {
    let head = verdict.subject.stored.head
    let debugged = DebuggedProduct.answers(head, to: verdict.subject.request)
    return head.fields.lines.compactMap { line in
      guard
        isVerbose || Self.judgedFields.contains(line.name.asciiLowercased) || debugged.contains(line)
      else { return nil }
      let name = Escaping.withoutCredentials(line.name)
      return WordWrap.hanging(
        Escaping.withoutCredentials(line.redactedValue), label: "  \(name): ", indent: 6, width: width)
    }
  }

  /// The rest of the lifetime as a bar, and the age with the lifetime.
  private func timeline(_ verdict: Verdict) -> [String] {
    guard let left = LifetimeLeft(verdict) else { return [] }
    let width = 40
    // The bar of a fresh response is never empty.
    let filled = max(left.isFresh ? 1 : 0, Int(left.share * Double(width)))
    let expiry =
      verdict.freshness.expiresAt.map { " \(left.isFresh ? "until" : "since") \(rfc3339($0))" } ?? ""
    let bar = style(String.bar(filled, of: width), left.isFresh ? .good : .warn)
    return ["  [\(bar)] \(left.isFresh ? "fresh" : "stale")\(expiry)", "  \(left.words)"]
  }

  // MARK: The rest

  /// Notes on caches on the way; with `isVerbose`, every reason.
  private func reasons(_ verdict: Verdict) -> [String] {
    let text = ReasonText(terminal, .output, width: width)
    let upstream = verdict.upstream
    guard isVerbose else { return text.lines(upstream) }
    let isStorable = verdict.isStorable == true
    // If storing is forbidden, leave out the reasons that would allow it.
    let storing = (verdict.storage?.reasons ?? []).filter { isStorable || $0.rule.effect != .allows }
    var lines = section("Storing", text.lines(storing))
    if isStorable { lines += section("Reuse", text.lines(verdict.reuse?.reasons ?? [])) }
    return lines + section("On the way", text.lines(upstream))
  }

  /// What the word of the nearest cache means, and the next step.
  private func edge(_ word: String?) -> [String] {
    guard let word else { return [] }
    return [WordWrap.hanging(Escaping.withoutCredentials(word), label: "  ", indent: 4, width: width)]
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [style(title, .strong)] + lines
  }

  private func userInfo(_ verdict: Verdict) -> [String] {
    guard [.store, .cacheDB].contains(verdict.subject.origin) else { return [] }
    return section(
      "User info",
      verdict.subject.stored.userInfo.sorted.map { value in
        WordWrap.hanging(
          Escaping.withoutCredentials(value.value), label: "  \(Escaping.withoutCredentials(value.name)) = ",
          width: width)
      })
  }

  /// How another cache treats the response, its reason, and the decision by RFC 9111 if it is different.
  private func line(_ comparison: CacheComparison) -> String {
    let difference = comparison.difference.map { " \($0)" } ?? ""
    let code = comparison.decision.deciding.map { "\($0.rule.rawValue), " } ?? ""
    return WordWrap.hanging(
      Escaping.withoutCredentials("\(comparison.sentence).\(difference)"),
      tail: "(\(code)\(comparison.ground))",
      label: "  " + comparison.decision.cache.name.rightPadded(Self.nameWidth), width: width)
  }

  private static let nameWidth = 2 + (CacheModel.all.map(\.name.count).max() ?? 0)

  private func paragraph(_ finding: Finding) -> String {
    let title = "\(style(finding.severity.rawValue, finding.severity.style)) \(finding.code.rawValue)"
    let advice = finding.advice.map { " \($0)" } ?? ""
    return title + "\n"
      + WordWrap.hanging(
        Escaping.withoutCredentials("\(finding.explanation)\(advice)"), tail: "(\(finding.reference))",
        label: "  ",
        width: width)
  }

  /// The advised change as a whole, each field on a line as it should be sent.
  private func advice(_ advice: Advice?) -> [String] {
    let lines = (advice?.set ?? []).map { line in
      WordWrap.hanging(
        Escaping.withoutCredentials(line.value), label: "  \(line.name): ", indent: 6, width: width)
    }
    return section("Send", lines) + section("Leave out", (advice?.remove ?? []).map { "  \($0)" })
  }

  private func style(_ text: String, _ style: Style) -> String { terminal.styled(text, style, on: .output) }
}

/// The part of a freshness lifetime that is left, for a bar.
struct LifetimeLeft {
  let isFresh: Bool
  /// From 0 to 1.
  let share: Double
  /// The age and the lifetime in words.
  let words: String

  /// Nil without a lifetime, or if another rule decides: the lifetime then tells nothing.
  init?(_ verdict: Verdict) {
    let freshness = verdict.freshness
    guard verdict.isStorable == true, verdict.conclusion.isByLifetime,
      let lifetime = freshness.lifetime.seconds, lifetime > 0
    else { return nil }
    isFresh = freshness.state == .fresh
    share = 1 - min(1, max(0, Double(freshness.age) / Double(lifetime)))
    words = formatAge(freshness.age, of: lifetime)
  }
}
