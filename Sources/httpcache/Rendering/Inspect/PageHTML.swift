import HTTPCacheCore

/// A page as HTML: with foreign text escaped, badges for severities, and details that are opened by hand.
enum PageHTML {
  // MARK: One response

  /// A response: its conclusions and, once opened, its fields, lifetime, reasons, findings, and what to send.
  static func html(_ page: SubjectPage) -> String {
    let badge = page.worst.map { " " + Self.badge($0) } ?? ""
    let failed = page.isFailed ? " <span class=\"failed\">failed</span>" : ""
    let (send, leaveOut) = page.advice
    let lists = [
      list("For this", page.selectors.map { XMLText.escaped("\($0.name) \($0.value)") }),
      list("Findings", page.findings.map(finding) + page.hidden.map(hidden)),
      message("Send", send), list("Leave out", leaveOut.map(XMLText.escaped)),
      list("As real caches do", page.otherCaches.map(line)),
      list("Reasons", (page.decisions.flatMap(\.sentences) + page.hints).map(sentence)),
      list("Asked again", page.repetition.map(XMLText.escaped)),
      list(
        "Asked beside it",
        page.probes.map { line(PageLine(name: $0.name, value: $0.words)) }),
    ]
    return """
      <details class="subject">
      <summary>\(XMLText.escaped(page.name)) <b>\(page.status)</b>\(badge)\(failed)<br>
      \(page.outcomes.map(outcome).joined(separator: "<br>\n"))</summary>
      \(page.life.map(bar) ?? "")\(page.failures.map(failure).joined())\(message(page.fields(isWhole: true)))
      \(lists.joined())
      </details>
      """
  }

  private static func outcome(_ outcome: PageOutcome) -> String {
    let consequence = outcome.consequence.map { ". \($0)" } ?? ""
    let words = HTMLPage.prose(outcome.judge + outcome.sentence + consequence)
    return "<span class=\"outcome\">\(words)</span>"
  }

  /// How much of the lifetime is left.
  private static func bar(_ life: PageBar) -> String {
    let words = "\(life.state), \(life.words)"
    let width = (life.isFresh ? max(life.share, 0.01) : 1).asPercent
    return "<div class=\"life\(life.isFresh ? "" : " stale")\" role=\"img\" aria-label=\"\(words)\">"
      + "<i style=\"width:\(width)\"></i></div>\n<p class=\"note\">\(words)</p>\n"
  }

  private static func failure(_ text: String) -> String {
    "<p class=\"failed\">\(XMLText.escaped(text))</p>\n"
  }

  private static func finding(_ finding: Finding) -> String {
    "\(badge(finding.severity)) \(finding.code.rawValue): \(HTMLPage.prose(finding.text))"
  }

  private static func hidden(_ finding: Finding, _ why: String) -> String {
    "<span class=\"note\">\(finding.code.rawValue), \(XMLText.escaped(why))</span>"
  }

  private static func sentence(_ sentence: PageSentence) -> String {
    let reference = sentence.reference.map { " <span class=\"note\">(\(XMLText.escaped($0)))</span>" } ?? ""
    return HTMLPage.prose(sentence.text) + reference
  }

  private static func line(_ line: PageLine) -> String {
    let note = line.note.map { " <span class=\"note\">(\(XMLText.escaped($0)))</span>" } ?? ""
    return "<b>\(XMLText.escaped(line.name))</b> \(HTMLPage.prose(line.value))\(note)"
  }

  /// Lines of a message, as they are sent, below a title.
  private static func message(_ title: String, _ lines: [PageLine]) -> String {
    lines.isEmpty ? "" : "<h4>\(title)</h4>\n\(message(lines))\n"
  }

  private static func message(_ lines: [PageLine]) -> String {
    let text = lines.map { "\(XMLText.escaped($0.name)): \(XMLText.escaped($0.value))" }
    return "<div class=\"fields\">\(text.joined(separator: "\n"))</div>"
  }

  private static func list(_ title: String, _ items: [String]) -> String {
    items.isEmpty
      ? "" : "<h4>\(title)</h4>\n<ul>\(items.map { "<li>\($0)</li>" }.joined(separator: "\n"))</ul>\n"
  }

  private static func badge(_ severity: Finding.Severity) -> String {
    "<span class=\"badge \(severity.rawValue)\">\(severity.rawValue)</span>"
  }

  // MARK: Many responses

  /// The sections of a summary; `before` stands between the figures and the findings.
  static func html(_ page: SummaryPage, before: String) -> String {
    let (own, others) = page.groups
    return HTMLPage.cards(page.weights + page.figures) + before + checks(page)
      + wrong(own, "What is wrong", none: "Nothing is worse than worth knowing.")
      + notes(own, "Worth knowing")
      + wrong(others, "What is wrong at third parties", none: nil)
      + notes(others, "Worth knowing at third parties")
      + outcomes(page) + (page.edges(isWhole: true).map(table) ?? "") + (page.otherCaches.map(table) ?? "")
      + costs(page) + visits(page)
  }

  private static func checks(_ page: SummaryPage) -> String {
    let groups = page.checks.map { check, found in
      "<div class=\"group\"><h3 class=\"failed\">\(XMLText.escaped(check))</h3>\n\(list(found))</div>"
    }
    return groups.isEmpty ? "" : HTMLPage.section(SummaryPage.checksTitle, groups.joined(separator: "\n"))
  }

  private static func wrong(_ groups: [FindingGroup], _ title: String, none: String?) -> String {
    let wrong = groups.filter { $0.kind.severity > .info }
    guard !wrong.isEmpty else {
      return none.map { HTMLPage.section(title, "<p class=\"note\">\($0)</p>") } ?? ""
    }
    return HTMLPage.section(title, wrong.map(card).joined(separator: "\n"))
  }

  private static func notes(_ groups: [FindingGroup], _ title: String) -> String {
    let notes = groups.filter { $0.kind.severity == .info }
    guard !notes.isEmpty else { return "" }
    return HTMLPage.section(
      title,
      "<details><summary>\(notes.count.counted("kind"))</summary>\n"
        + notes.map(card).joined(separator: "\n") + "</details>")
  }

  private static func card(_ group: FindingGroup) -> String {
    let code = group.kind.code
    let failed = group.hasFailed ? " <span class=\"failed\">fails the gate</span>" : ""
    let cost = group.costWords.map { " <span class=\"note\">\($0)</span>" } ?? ""
    let mends = group.mends.map { mend in
      "<p>\(HTMLPage.prose(group.words(mend)))</p>\n"
        + (mend.advice.map { "<p class=\"mend\">\(HTMLPage.prose($0))</p>\n" } ?? "")
        + list(mend.places)
    }
    let more = group.left > 0 ? "<p class=\"note\">and \(group.left) more of this kind</p>" : ""
    let left = mends.isEmpty ? list(group.examples) : more
    return """
      <div class="group">
      <h3>\(badge(group.kind.severity)) \(code.rawValue) × \(group.tally.count)\(cost)\(failed)</h3>
      <p class="note">\(XMLText.escaped(code.summary)) (\(XMLText.escaped(code.reference)))</p>
      \(mends.joined(separator: "\n"))\(left)
      </div>
      """
  }

  private static func list(_ list: PageList) -> String {
    let shown = list.items.prefix(FoundFindings.mostURLs)
    var items = shown.map { "<li>\(XMLText.escaped($0))</li>" }
    if list.count > shown.count { items.append("<li>and \(list.count - shown.count) more</li>") }
    return "<ul>\(items.joined(separator: "\n"))</ul>"
  }

  /// The conclusions on the responses, as bars.
  private static func outcomes(_ page: SummaryPage) -> String {
    guard let kinds = page.kinds(page.origin) else { return fewOutcomes(page) }
    let rows = kinds.map { kind in
      HTMLPage.row(kind.name, [Int64(kind.count).grouped, kind.bytes?.asSize ?? "", kind.words])
    }
    return HTMLPage.section(
      "What becomes of the responses",
      HTMLPage.table(["Kind", "Responses", "Size", "A returning browser"], rows)
        + (page.outcomeSums + page.notes).map { "<p class=\"note\">\(XMLText.escaped($0))</p>" }.joined())
  }

  /// What becomes of a few responses, which have no row a kind.
  private static func fewOutcomes(_ page: SummaryPage) -> String {
    let outcomes = page.outcomes
    let most = outcomes.map(\.row.all.count).max() ?? 1
    let rows = outcomes.map { words, row in
      let bar = HTMLPage.bar(
        Double(row.all.count) / Double(most), look: words.look == .good ? "ok" : "stale")
      return HTMLPage.row(words.label, bar: bar, [Int64(row.all.count).grouped, row.all.bytes.asSize])
    }
    guard !rows.isEmpty else { return "" }
    return HTMLPage.section(
      "What becomes of the responses",
      HTMLPage.table(["Outcome", "", "Responses", "Size"], rows)
        + page.notes.map { "<p class=\"note\">\(XMLText.escaped($0))</p>" }.joined())
  }

  private static func table(_ table: PageTable) -> String {
    HTMLPage.section(
      table.title,
      HTMLPage.table(table.columns, table.rows.map { HTMLPage.row($0.first ?? "", Array($0.dropFirst())) }))
  }

  /// The URLs that each visit downloads again.
  private static func costs(_ page: SummaryPage) -> String {
    let rows = page.costs.prefix(10).map { HTMLPage.row($0.url, isURL: true, [$0.rule, $0.bytes.asSize]) }
    guard !rows.isEmpty else { return "" }
    return HTMLPage.section(SummaryPage.costsTitle, HTMLPage.table(["URL", "Reason", "Size"], rows))
  }

  /// What visitors who come back later load, in transferred bytes beside those of the first visit.
  private static func visits(_ page: SummaryPage) -> String {
    guard let visits = page.shownVisits else { return "" }
    let whole = Double(max(page.weight, 1))
    let first = HTMLPage.row(
      "first visit", bar: HTMLPage.bar(1, look: "stale"),
      [page.weight.asSize, "", "", Int64(page.count).grouped])
    let rows = visits.visits.flatMap { visit in
      visit.parties.map { party, outcome in
        HTMLPage.row(
          "\(formatDuration(visit.after)), \(party)",
          bar: HTMLPage.bar(min(1, Double(outcome.loaded.bytes) / whole), look: "stale"),
          [outcome.loaded.bytes.asSize] + outcome.tallies.map { Int64($0.tally.count).grouped })
      }
    }
    let most = visits.visits.compactMap { visit in
      visit.files.words(page.origin).map { "Loaded anew after \(formatDuration(visit.after)), \($0)" }
    }
    let notes = (most + [SummaryPage.waste(visits, page.origin)]).map {
      "<p class=\"note\">\(XMLText.escaped($0))</p>"
    }
    return HTMLPage.section(
      "Later visits",
      HTMLPage.table(
        ["After", "", "Transferred", "From the cache", "Confirmed", "Loaded anew"], [first] + rows)
        + notes.joined())
  }
}
