import HTTPCacheCore

/// The HTML page: groups of findings with their advice, then each response.
final class HTMLReport: InspectReport {
  private let terminal: Terminal

  /// The HTML of the first responses with a failure, an error or a warning, and of the first other responses.
  private var bad: [String] = []
  private var good: [String] = []
  private var failures: [String] = []
  private var left = 0

  /// The most responses of each of the two kinds on the page.
  private static let (mostBad, mostGood) = (1000, 200)

  init(_ terminal: Terminal) { self.terminal = terminal }

  func add(_ judgement: Judgement) throws(OutputError) {
    let page = SubjectPage(judgement)
    let isBad = page.isBad
    guard (isBad ? bad.count : good.count) < (isBad ? Self.mostBad : Self.mostGood) else {
      left += 1
      return
    }
    let html = PageHTML.html(page)
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
    let page = SummaryPage(summary)
    let unjudged =
      failures.isEmpty
      ? "" : HTMLPage.section("Not judged", "<ul>\(failures.joined(separator: "\n"))</ul>")
    let introduction = "<p>\(XMLText.escaped(page.recording))<br>\n\(XMLText.escaped(page.lastLine)).</p>"
    let document = HTMLPage(
      title: "httpcache: \(page.title)", heading: page.title,
      introduction: introduction, style: Self.style,
      body: PageHTML.html(page, before: unjudged) + subjects)
    try terminal.write(document.bytes)
    try terminal.flush()
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
