import HTTPCacheCore

/// What is shown of many responses, for every form of a page: what becomes of them, what each visit downloads again, what was
/// found, and what failed.
struct SummaryPage {
  private let summary: JudgementSummary

  init(_ summary: JudgementSummary) { self.summary = summary }

  var count: Int { summary.count }
  var isFailed: Bool { summary.failed > 0 }

  /// How many were judged with how many findings, and whether anything was asked to fail.
  var lastLine: String { summary.lastLine }

  // MARK: The responses

  /// The number of responses, and whose they are.
  var title: String {
    let hosts = summary.hosts.count == 1 ? summary.hosts.keys.first ?? "" : "\(summary.hosts.count) hosts"
    return "\(Int64(count).countedResponses) of \(hosts)"
  }

  /// The number of responses, their origin or hosts, and their size; the first party, if there are others.
  func heading(_ origin: String?) -> String {
    let hosts = origin ?? summary.hosts.count.counted("host")
    let text = "\(Int64(count).countedResponses) from \(hosts), \(summary.total.all.bytes.asSize)"
    guard let site = summary.site, hasThirdParty else { return text }
    return "\(text); first party is \(site.name)"
  }

  /// The origin of all URLs that are shown; nil if there are several.
  var origin: String? {
    guard summary.hosts.count == 1 else { return nil }
    let named = summary.places.values.map(\.example) + summary.costs.keys
    let origins = Set(named.compactMap { (try? TargetURI($0))?.origin })
    return origins.count == 1 ? origins.first : nil
  }

  var hasThirdParty: Bool {
    let total = summary.total
    return summary.site != nil && total.firstParty.count < total.all.count
  }

  /// Figures, each with its name and a note.
  var figures: [(name: String, value: String, note: String)] {
    let reused = summary.rows[.reused]?.all.count ?? 0
    func figure(_ name: String, _ severity: Finding.Severity) -> (String, String, String) {
      (name, Int64(summary.count(of: severity)).grouped, severity.words.meaning)
    }
    return [
      figure("Errors", .error), figure("Warnings", .warning),
      (
        "Reused without asking", (count > 0 ? Double(reused) / Double(count) : 0).asPercent,
        "\(reused) of \(count) responses"
      ),
    ]
  }

  /// The conclusions on the responses.
  var outcomes: [(words: Conclusion.Kind.Words, row: JudgementSummary.Row)] {
    Conclusion.Kind.allCases.compactMap { kind in
      summary.rows[kind].flatMap { $0.all.count > 0 ? (kind.words, $0) : nil }
    }
  }

  /// The entries that a cache of the recording program had answered.
  var fromCache: Tally { summary.fromCache }

  /// What is told once of a recording: a recorder's wrong clock, and what was recorded without fields.
  var notes: [String] { clocks + bare }

  /// A sentence on the responses that were recorded without fields; none if there are none.
  private var bare: [String] {
    let count = summary.unknownCount
    guard count > 0 else { return [] }
    return [
      "\(count.counted("response")) \(count == 1 ? "was" : "were") recorded without any field, as some browsers do for what their"
        + " own cache or a service worker answered; with the browser's cache switched off, a recording has them"
    ]
  }

  /// A sentence for each recording whose recorder had a wrong clock.
  private var clocks: [String] {
    summary.recorderClocks.map { file, offset in
      let name = summary.recorderClocks.count > 1 ? "\(file ?? "standard input"): " : ""
      let span = formatDuration(Seconds(clamping: offset.magnitude))
      return
        "\(name)the recorder's clock was \(span) \(offset > 0 ? "slow" : "fast"); its times are corrected"
    }
  }

  /// The bodies that each visit downloads again, the largest first, each with the rule that keeps it from being reused.
  var costs: [(url: String, rule: String, bytes: Int64)] {
    summary.costliest.map { ($0.url, $0.cost.rule?.rawValue ?? "", $0.cost.tally.bytes) }
  }

  static let costsTitle = "What each visit downloads again"

  /// How many responses each other cache stores; nil unless other caches were asked about.
  var otherCaches: PageTable? {
    let rows = summary.cacheRows
    guard !rows.isEmpty else { return nil }
    return PageTable(
      title: "As real caches do", columns: ["Cache", "Stored", "Not stored", "Unknown"],
      rows: rows.map { name, counts in [name] + counts.map { Int64($0).grouped } })
  }

  /// The requests and bytes of visitors who come back later, by party; nil without `--revisit`.
  var visits: SecondVisits? { summary.revisits }

  /// The bytes that short lifetimes waste, as Lighthouse computes them.
  static func waste(_ visits: SecondVisits) -> String {
    "\(visits.wasted.bytes.asSize) of \(visits.wasted.count.counted("file")) wasted by short lifetimes, "
      + "as Lighthouse works it out"
  }

  // MARK: What was found

  /// The findings of the first party, and of others, by code and severity.
  var groups: (own: [FindingGroup], others: [FindingGroup]) { summary.groups }

  /// The groups that make the exit code 1.
  var failedGroups: [FindingGroup] {
    let (own, others) = summary.groups
    return (own + others).filter(\.hasFailed)
  }

  // MARK: What failed

  static let checksTitle = "Checks that do not hold"

  /// The checks that do not hold, each with the subjects and what was found.
  var checks: [(check: String, found: PageList)] {
    summary.checks.map { ("\($0.check) does not hold", PageList(items: $0.found, count: $0.count)) }
  }

  /// The subjects with checks that do not hold, each with the sentences.
  var failures: [(name: String, causes: [String])] { summary.failures.filter { !$0.causes.isEmpty } }
}
