import HTTPCacheCore

/// What is shown of one response, for every form of a page: what became of it, the evidence, what was found, and what to send.
///
/// Each part is worked out when a form asks for it.
struct SubjectPage {
  private let judgement: Judgement

  init(_ judgement: Judgement) { self.judgement = judgement }

  private var verdict: Verdict { judgement.verdict }

  // MARK: The answer

  /// Method and place, as reports name the response.
  var name: String { judgement.name }

  var method: String { verdict.subject.request.method }
  var url: String { verdict.subject.urlText }
  var status: Int { verdict.subject.stored.head.status }

  /// The worst finding's severity; nil without a finding.
  var worst: Finding.Severity? { judgement.findings.map(\.severity).max() }

  var isFailed: Bool { judgement.isFailed }

  /// Whether something is wrong with it: it failed, or has an error or a warning.
  var isBad: Bool { isFailed || worst.map { $0 > .info } == true }

  /// The conclusions on the response.
  ///
  /// Where a cache on the way shows what it does, the conclusion of a shared cache comes first; where a field for CDNs alone
  /// keeps a shared cache from storing it, that of a browser follows.
  var outcomes: [PageOutcome] {
    let settings = verdict.settings
    let shared = verdict.sharedConclusion.map { PageOutcome($0, judge: Self.judge(settings, .shared)) }
    let own = PageOutcome(verdict.conclusion, judge: Self.judge(settings, settings.role))
    let browser = verdict.browserConclusion.map { PageOutcome($0, judge: "Browser: ") }
    return [shared, own, browser].compactMap(\.self)
  }

  /// What a shared cache makes of a repeated request, in a word; nil unless it was repeated.
  var repeatedOutcome: String? {
    verdict.context.repetition.flatMap { _ in verdict.sharedConclusion?.kind.words.short }
  }

  /// The judging cache, unless it is a private cache that follows the RFC: `Shared cache: `.
  private static func judge(_ settings: Settings, _ role: CacheRole) -> String {
    let profile = settings.profile == .urlcache ? "URLCache" : nil
    let role = role == .shared ? "shared cache" : nil
    let words = [profile, role].compactMap { $0 }.joined(separator: ", ")
    return words.isEmpty ? "" : "\(words.prefix(1).uppercased())\(words.dropFirst()): "
  }

  /// What selected the response besides the URL: the server, and the request fields of a stored variant.
  var selectors: [PageLine] {
    let subject = verdict.subject
    var lines: [PageLine] = []
    let server = subject.stored.key.server
    if !server.isEmpty, server != CacheKey.unknownServer {
      lines.append(PageLine(name: "Received", value: Self.words(server: server)))
    }
    let fields = subject.stored.selectingFields.lines.filter { !$0.isCredential }
    if subject.origin == .store, !fields.isEmpty {
      let words = fields.map { "\($0.name): \($0.isSealed ? $0.redaction : $0.redactedValue)" }
      lines.append(PageLine(name: "For requests with", value: words.joined(separator: "; ")))
    }
    return lines
  }

  /// The fields and options, besides the URL, that selected the server that answered.
  private static func words(server text: String) -> String {
    ServerRoute.parts(of: text).map { part, value in
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
    }.joined(separator: ", ")
  }

  // MARK: The evidence

  /// The fields that decide about caching, in lower case.
  private static let judgedFields: Set = [
    "cache-control", "cdn-cache-control", "pragma", "expires", "date", "age", "etag", "last-modified", "vary",
    "set-cookie", "content-encoding", "content-range", "clear-site-data", "cache-groups",
    "cache-group-invalidation",
  ]

  /// The field lines as received, with credentials redacted; with `isWhole` all of them, else those that decide about caching.
  func fields(isWhole: Bool) -> [PageLine] {
    let head = verdict.subject.stored.head
    let debugged = isWhole ? [] : DebuggedProduct.answers(head, to: verdict.subject.request)
    return head.fields.lines.compactMap { line in
      guard isWhole || Self.judgedFields.contains(line.name.asciiLowercased) || debugged.contains(line)
      else { return nil }
      return PageLine(name: line.name, value: line.redactedValue)
    }
  }

  var life: PageBar? { PageBar(verdict) }

  /// The notes on caches on the way.
  var upstream: [PageSentence] { verdict.upstream.map(PageSentence.init) }

  /// Every reason, by what it decides, and the remarks.
  ///
  /// If storing is forbidden, the reasons that would allow it are left out.
  var decisions: [PageSection] {
    let isStorable = verdict.isStorable == true
    let storing = (verdict.storage?.reasons ?? []).filter { isStorable || $0.rule.effect != .allows }
    let reuse = isStorable ? verdict.reuse?.reasons ?? [] : []
    let lists = [
      ("Storing", storing), ("Reuse", reuse), ("On the way", verdict.upstream),
      ("Remarks", verdict.remarks),
    ]
    return lists.compactMap {
      $1.isEmpty ? nil : PageSection(title: $0, sentences: $1.map(PageSentence.init))
    }
  }

  /// What browsers do with a page where they differ, who sends the line that decides, as far as it can be told, and what the
  /// words of the caches on the way mean, with the next step.
  var hints: [PageSentence] {
    let first = [verdict.browserDifference, verdict.sender?.sentence].compactMap(\.self)
    return (first + verdict.edgeWords).map { PageSentence($0) }
  }

  /// How other caches treat the response, with the reason, and the decision by RFC 9111 if it is different.
  var otherCaches: [PageLine] {
    verdict.cacheComparisons.map { comparison in
      let difference = comparison.difference.map { " \($0)" } ?? ""
      let code = comparison.decision.deciding.map { "\($0.rule.rawValue), " } ?? ""
      return PageLine(
        name: comparison.decision.cache.name, value: "\(comparison.sentence).\(difference)",
        note: "\(code)\(comparison.ground)")
    }
  }

  /// The values that were stored with the response.
  var userInfo: [PageLine] {
    guard [.store, .cacheDB].contains(verdict.subject.origin) else { return [] }
    return verdict.subject.stored.userInfo.sorted.map { PageLine(name: $0.name, value: $0.value) }
  }

  // MARK: What was asked beside it

  /// How a cache on the way treated the repeated request: a sentence, then the meaning of each of its words, and why it stored
  /// nothing; empty if nothing was repeated.
  var repetition: [String] { verdict.context.repetition.map { words($0) } ?? [] }

  var probes: [ProbeLines] {
    verdict.context.probes.map { ProbeLines($0, beside: verdict.context.counterpart?.key ?? []) }
  }

  /// How many requests the probes have sent.
  var probeRequests: Int { verdict.context.probes.reduce(0) { $0 + $1.exchanges.count } }

  private func words(_ repetition: Repetition) -> [String] {
    let asked = repetition.answers.count + repetition.problems.count
    let caches = repetition.caches
    let subject = caches.isEmpty ? "a cache" : "the caches"
    var words =
      "Asked \(asked) times; \(subject) on the way: \(Self.runs(repetition.answers.map(\.edge.state)))"
    if let ratio = repetition.hitRatio {
      words += "; hit ratio \(Int((ratio * 100).rounded())) %"
    }
    if let edge = repetition.edge, let field = edge.field {
      words += " (the last: \(field): \(UserInformation.redacted(in: edge.value ?? "")))"
    }
    if let problem = repetition.problems.first {
      words += "; \(repetition.problems.count) without an answer: \(problem)"
    }
    let request = verdict.subject.request
    let standing = repetition.standingWords(to: request)
    let meanings = repetition.words(to: request).map { standing.contains($0) ? $0.sentence : $0.description }
    let each = caches.map { "\($0.name): \($0.states.isEmpty ? "not asked" : Self.runs($0.states))" }
    let obstacle = repetition.obstacle(verdict.subject.request).map { ["why: \($0)"] } ?? []
    let cookies = repetition.cookieEffect(verdict.subject.request).map { ["cookies: \($0)"] } ?? []
    return [words] + (each.isEmpty ? [] : ["each, the origin's side first: \(each.joined(separator: "; "))"])
      + meanings
      + obstacle + cookies
  }

  /// The states in order, with equal neighbours counted: `miss, 9 × hit`.
  private static func runs(_ states: [EdgeReport.State]) -> String {
    var runs: [(state: EdgeReport.State, count: Int)] = []
    for state in states {
      if let last = runs.last, last.state == state {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((state, 1))
      }
    }
    return runs.map { $0.count > 1 ? "\($0.count) × \($0.state.rawValue)" : $0.state.rawValue }.joined(
      separator: ", ")
  }

  // MARK: What was found

  /// The findings that are not hidden.
  var findings: [Finding] { judgement.findings }

  /// The hidden findings, each with the reason.
  var hidden: [(finding: Finding, why: String)] {
    judgement.entries.compactMap { entry in
      entry.finding.flatMap { finding in entry.hiding.map { (finding, $0.words) } }
    }
  }

  /// What makes the exit code 1: every check that does not hold, and every code that reaches a limit.
  var failures: [String] {
    var named: Set<String> = []
    return judgement.entries.filter(\.fails).compactMap { entry in
      guard entry.finding != nil else { return "check failed: \(entry.sentence)" }
      return named.insert(entry.label).inserted ? "reached --fail-on: \(entry.label)" : nil
    }
  }

  /// The advised change as a whole: each field as it should be sent, and the names of those to leave out.
  var advice: (send: [PageLine], leaveOut: [String]) {
    let advice = verdict.advice
    return (
      (advice?.set ?? []).map { PageLine(name: $0.name, value: $0.value) }, advice?.remove ?? []
    )
  }
}
