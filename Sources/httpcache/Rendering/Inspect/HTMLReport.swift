import HTTPCacheCore

/// The HTML page: groups of findings with their advice, then each response.
final class HTMLReport: InspectReport {
  private let terminal: Terminal
  private var findings = HTMLFindings()

  /// The HTML of the first responses with a failure, an error or a warning, and of the first other responses.
  private var bad: [String] = []
  private var good: [String] = []
  private var failures: [String] = []
  private var left = 0

  /// The most responses of each of the two kinds on the page.
  private static let (mostBad, mostGood) = (1000, 200)

  init(_ terminal: Terminal) { self.terminal = terminal }

  func add(_ judgement: Judgement) throws(OutputError) {
    findings.add(judgement)
    let isBad = judgement.isFailed || judgement.findings.contains { $0.severity > .info }
    guard (isBad ? bad.count : good.count) < (isBad ? Self.mostBad : Self.mostGood) else {
      left += 1
      return
    }
    let html = HTMLSubject(judgement).html
    if isBad { bad.append(html) } else { good.append(html) }
  }

  func fail(_ failure: SubjectFailure) throws(OutputError) {
    guard failures.count < Self.mostBad else { return }
    failures.append("<li>\(XMLText.escaped(failure.message))</li>")
  }

  func miss(_ place: ExpectationFile.Place, isFailure: Bool) throws(OutputError) {
    guard failures.count < Self.mostBad else { return }
    failures.append("<li>\(XMLText.escaped(place.missMessage))</li>")
  }

  func end(_ summary: JudgementSummary, isLog: Bool) throws(OutputError) {
    let hosts = summary.hosts.count == 1 ? summary.hosts.keys.first ?? "" : "\(summary.hosts.count) hosts"
    var body = Self.cards(summary)
    if !failures.isEmpty {
      body += HTMLPage.section("Not judged", "<ul>\(failures.joined(separator: "\n"))</ul>")
    }
    body +=
      findings.html(summary) + Self.outcomes(summary) + Self.otherCaches(summary) + Self.costs(summary)
      + Self.visits(summary) + subjects
    let responses = Int64(summary.count).countedResponses
    let page = HTMLPage(
      title: "httpcache: \(responses) of \(hosts)", heading: "\(responses) of \(hosts)",
      introduction: "<p>\(XMLText.escaped(summary.lastLine)).</p>", style: Self.style, body: body)
    try terminal.write(page.bytes)
    try terminal.flush()
  }

  private static func cards(_ summary: JudgementSummary) -> String {
    let reused = summary.rows[.reused]?.all.count ?? 0
    return HTMLPage.cards([
      ("Errors", Int64(summary.count(of: .error)).grouped, "a recipient drops or misreads what was sent"),
      ("Warnings", Int64(summary.count(of: .warning)).grouped, "valid, but not what was meant"),
      (
        "Reused without asking",
        StatsText.percent(summary.count > 0 ? Double(reused) / Double(summary.count) : 0),
        "\(reused) of \(summary.count) responses"
      ),
    ])
  }

  /// The conclusions on the responses, as bars.
  private static func outcomes(_ summary: JudgementSummary) -> String {
    let most = max(1, summary.rows.values.map(\.all.count).max() ?? 1)
    let rows = SummaryText.kinds.compactMap { kind, label, look -> String? in
      guard let row = summary.rows[kind], row.all.count > 0 else { return nil }
      let bar = HTMLPage.bar(Double(row.all.count) / Double(most), look: look == .good ? "ok" : "stale")
      return HTMLPage.row(label, bar: bar, [Int64(row.all.count).grouped, row.all.bytes.asSize])
    }
    guard !rows.isEmpty else { return "" }
    return HTMLPage.section(
      "What becomes of the responses", HTMLPage.table(["Outcome", "", "Responses", "Size"], rows))
  }

  private static func otherCaches(_ summary: JudgementSummary) -> String {
    let rows = summary.cacheRows.map { name, counts in HTMLPage.row(name, counts.map { Int64($0).grouped }) }
    guard !rows.isEmpty else { return "" }
    return HTMLPage.section(
      "As real caches do", HTMLPage.table(["Cache", "Stored", "Not stored", "Unknown"], rows))
  }

  /// The URLs that each visit downloads again.
  private static func costs(_ summary: JudgementSummary) -> String {
    let rows = summary.costliest.prefix(10).map { entry in
      HTMLPage.row(
        entry.url, isURL: true, [entry.cost.rule?.rawValue ?? "", entry.cost.tally.bytes.asSize])
    }
    guard !rows.isEmpty else { return "" }
    return HTMLPage.section(
      "What each visit downloads again", HTMLPage.table(["URL", "Reason", "Size"], rows))
  }

  /// The requests of visitors who come back later.
  private static func visits(_ summary: JudgementSummary) -> String {
    guard let visits = summary.revisits else { return "" }
    let rows = visits.visits.flatMap { visit in
      visit.parties.map { party, outcome in
        HTMLPage.row("\(formatDuration(visit.after)), \(party)", RevisitText.cells(outcome))
      }
    }
    return HTMLPage.section(
      "Later visits",
      HTMLPage.table(["After", "From the cache", "Confirmed", "Loaded anew"], rows)
        + "<p class=\"note\">\(XMLText.escaped(RevisitText.waste(visits)))</p>")
  }

  private var subjects: String {
    let note =
      left > 0
      ? "<p class=\"note\">\(Int64(left).grouped) more responses are counted above, and not shown here;"
        + " <code>--format json</code> has them all.</p>" : ""
    guard !bad.isEmpty || !good.isEmpty else { return "" }
    return HTMLPage.section(
      "Response by response", (bad + good).joined(separator: "\n") + note)
  }

  private static let style = """
    .note{color:var(--dim)}code{font:0.9em ui-monospace,monospace;overflow-wrap:anywhere}
    .badge{display:inline-block;padding:0 .5em;border-radius:1em;border:1px solid;font-size:.8rem;vertical-align:1px}
    .badge.error{color:var(--bad)}.badge.warning{color:var(--stale)}.badge.info{color:var(--dim)}
    .group{padding:.75rem .9rem;margin:.75rem 0;border:1px solid var(--line);border-radius:.5rem;background:var(--card);break-inside:avoid}
    .group h3{margin:0;font-size:1rem}.group p{margin:.3rem 0}.group ul{margin:.3rem 0;padding-left:1.2rem;overflow-wrap:anywhere}
    .mend{border-left:3px solid var(--ok);padding-left:.6rem}
    .subject{border-bottom:1px solid var(--line);padding:.4rem 0}
    .subject>summary{color:var(--ink);overflow-wrap:anywhere}.subject .outcome{color:var(--dim);font-size:.9rem}
    .subject h4{margin:.8rem 0 .2rem;font-size:.9rem;color:var(--dim);font-weight:400}
    .subject ul{margin:.2rem 0;padding-left:1.2rem}.subject li{margin:.15rem 0;overflow-wrap:anywhere}
    .fields{margin:.3rem 0;padding:.5rem .7rem;background:var(--card);border-radius:.4rem;font:0.85em/1.5 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
    .life{height:.8rem;border-radius:2px;background:var(--line);overflow:hidden;margin:.3rem 0}.life i{display:block;height:100%;background:var(--ok)}.life.stale i{background:var(--stale)}
    .failed{color:var(--bad)}
    @media print{details{display:block}.subject>:not(summary){display:block}}
    """
}
