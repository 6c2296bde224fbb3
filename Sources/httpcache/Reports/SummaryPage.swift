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
    "\(Int64(count).countedResponses) of \(summary.hosts.only ?? summary.hosts.words)"
  }

  /// The number of responses, their origin or hosts, and their size; the first party, if there are others.
  func heading(_ origin: String?) -> String {
    let hosts = origin ?? summary.hosts.words
    let text = "\(Int64(count).countedResponses) from \(hosts), \(summary.total.all.bytes.asSize)\(sizes)"
    guard let site = summary.site, hasThirdParty else { return text }
    return "\(text); first party is \(site.name)"
  }

  /// How many sizes are not known, and how many only by the content without its coding; empty if all are known.
  private var sizes: String {
    let parts = [
      summary.withoutSize > 0 ? "\(summary.withoutSize) of \(count) without a size" : nil,
      summary.withMostSize > 0 ? "\(summary.withMostSize) at most" : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }

  /// The origin of all responses; nil if there are several.
  var origin: String? { summary.origin.text }

  var hasThirdParty: Bool {
    let total = summary.total
    return summary.site != nil && total.firstParty.count < total.all.count
  }

  /// Figures, each with its name and a note.
  var figures: [(name: String, value: String, note: String)] {
    let reused = summary.rows[.conclusion(.reused)]?.all.count ?? 0
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

  /// What becomes of the responses.
  var outcomes: [(words: Conclusion.Kind.Words, row: JudgementSummary.Row)] {
    SummaryOutcome.allCases.compactMap { outcome in
      summary.rows[outcome].flatMap { $0.all.count > 0 ? (outcome.words, $0) : nil }
    }
  }

  /// The fewest responses that are shown by kind.
  private static let leastByKind = 20

  /// What becomes of the responses by kind, without the origin that all URLs have; nil for a few responses.
  func kinds(_ origin: String?) -> [KindLine]? {
    count >= Self.leastByKind ? summary.kinds.lines(of: count - summary.unknownCount, origin) : nil
  }

  /// What becomes of all responses, and of those of the first party where there are others, a sentence each.
  var outcomeSums: [String] {
    func sum(_ count: (JudgementSummary.Row) -> Int) -> String {
      SummaryOutcome.allCases.compactMap { outcome in
        let number = summary.rows[outcome].map(count) ?? 0
        return number > 0 ? outcome.counted(number) : nil
      }.joined(separator: ", ")
    }
    let cached = fromCache.count > 0 ? "; a cache had answered \(Int64(fromCache.count).grouped)" : ""
    let all = "in all \(sum(\.all.count))\(cached)"
    guard hasThirdParty else { return [all] }
    return [all, "of the first party \(sum(\.firstParty.count))"]
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
    summary.recorderClocks.map { clock in
      let name = summary.recorderClocks.count > 1 ? "\(clock.file ?? "standard input"): " : ""
      let offset = clock.offset
      let span = formatDuration(Seconds(clamping: offset.magnitude))
      return
        "\(name)the recorder's clock was \(span) \(offset > 0 ? "slow" : "fast"); its times are corrected"
    }
  }

  /// The bodies that each visit downloads again, the largest first, each with the rule that keeps it from being reused.
  var costs: [(url: String, rule: String, bytes: Int64)] {
    summary.costliest.map { ($0.url, $0.rule?.rawValue ?? "", $0.tally.bytes) }
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

  /// What caches on the way said that they did, a row a product; with `isWhole`, followed by its kinds of files.
  ///
  /// It is nil if no field says anything.
  func edges(isWhole: Bool) -> PageTable? {
    func cell(_ tally: Tally) -> String {
      tally.count == 0 ? "0" : "\(Int64(tally.count).grouped), \(tally.bytes.asSize)"
    }
    func row(_ name: String, _ counts: EdgeSums.Counts) -> [String] {
      [name] + EdgeSums.Counts.members.map { cell(counts[keyPath: $0.path]) } + [counts.hitRatio.asPercent]
    }
    guard !summary.edges.isEmpty else { return nil }
    let rows = summary.edges.sorted.flatMap { edge in
      let kinds = isWhole ? edge.named : []
      return [row(edge.product, edge.all)]
        + (kinds.count > 1 ? kinds.map { row("\(edge.product), \($0.kind)", $0.counts) } : [])
    }
    return PageTable(
      title: "Caches on the way, by their own fields",
      columns: ["Cache", "Hits", "Misses", "Passes", "Hit ratio"], rows: rows)
  }

  /// The requests and bytes of visitors who come back later, by party; nil without `--revisit`.
  var visits: LaterVisits? { summary.revisits }

  /// The same, or else a visit a day later, if that was counted.
  var shownVisits: LaterVisits? { summary.revisits ?? (dayLater == nil ? nil : summary.dayLater) }

  /// The bytes that short lifetimes waste, as Lighthouse computes them.
  ///
  /// The text leaves out `origin`, which is not nil if all URLs have the same origin.
  static func waste(_ visits: LaterVisits, _ origin: String?) -> String {
    let most = visits.wastedFiles.words(origin).map { "; \($0)" } ?? ""
    let files = visits.wasted.count.counted("file")
    let bytes = visits.wasted.bytes.asSize
    return "\(bytes) of \(files) wasted by short lifetimes, as Lighthouse works it out\(most)"
  }

  // MARK: What was recorded

  /// The site, when its responses were received, and where they were read from, as a sentence.
  var recording: String {
    let site = summary.site?.name ?? origin ?? summary.hosts.words
    let when = summary.received.map { first, last in
      let (from, to) = (rfc3339(first), rfc3339(last))
      return from == to ? ", received \(from)" : ", received from \(from) to \(to)"
    }
    let sources = summary.sources.isEmpty ? "" : ", read from \(summary.sources.joined(separator: ", "))"
    return "\(site)\(when ?? "")\(sources)."
  }

  /// What a visit a day later loads, and what could be saved; nil where it was not counted for
  /// every response.
  var dayLater: (visit: LaterVisit, wasted: Tally)? {
    guard let visits = summary.dayLater, let visit = visits.visits.first,
      (visit.parties.last?.outcome.requests ?? 0) + summary.notPlayed == count
    else { return nil }
    return (visit, visits.wasted)
  }

  /// The weight of what was recorded, and what a visit a day later loads of it and could save, each with its name and a note.
  var weights: [(name: String, value: String, note: String)] {
    let cache = summary.fromCache
    var first = [("Weight", weight.asSize, Int64(count - cache.count).countedResponses)]
    if cache.count > 0 {
      first.append(("From a cache of the recorder", cache.bytes.asSize, Int64(cache.count).countedResponses))
    }
    guard let (visit, wasted) = dayLater, let all = visit.parties.last?.outcome else { return first }
    let (loaded, confirmed, cached) = (all.loaded.count, all.confirmed.count, all.cached.count)
    return first + [
      (
        "A visit a day later", all.loaded.bytes.asSize,
        "\(loaded) loaded anew, \(confirmed) confirmed, \(cached) from the cache"
      ),
      ("Could be saved", wasted.bytes.asSize, "by longer lifetimes, of \(wasted.count.counted("file"))"),
    ]
  }

  /// The bytes that the network brought, as the recorded visit loaded them.
  var weight: Int64 { max(0, summary.total.all.bytes - summary.fromCache.bytes) }

  // MARK: What was found

  /// The findings of the first party, and of others, by code and severity.
  var groups: (own: [FindingGroup], others: [FindingGroup]) { summary.groups }

  /// The same, of differences from another deployment, or of all else.
  func groups(areDifferences: Bool) -> (own: [FindingGroup], others: [FindingGroup]) {
    let (own, others) = groups
    func chosen(_ groups: [FindingGroup]) -> [FindingGroup] {
      groups.filter { $0.kind.code.isDifference == areDifferences }
    }
    return (chosen(own), chosen(others))
  }

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
  var failures: [JudgementSummary.Failure] { summary.failures.filter { !$0.causes.isEmpty } }
}
