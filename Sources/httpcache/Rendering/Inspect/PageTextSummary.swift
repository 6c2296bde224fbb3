import HTTPCacheCore

/// The text of a summary of many responses.
///
/// The number of responses decides the length of the text. The list of URLs gets the lines that the other sections leave.
extension PageText {
  /// The length of the text, and the most codes and lines in its lists of findings.
  private struct Length {
    let lines, ownCodes, otherCodes, noteLines: Int

    /// The short text fits on the screen of a terminal, for one web page and its assets; the long text is for
    /// a log.
    static let (short, long) = (
      Length(lines: 24, ownCodes: 3, otherCodes: 2, noteLines: 2),
      Length(lines: 60, ownCodes: 9, otherCodes: 5, noteLines: 3)
    )
  }

  /// The most responses for which the text is short.
  private static let fewResponses = 20

  /// The limits of the length of the list of URLs.
  private static let urlLimits = (least: 3, most: 10)

  /// The most responses that the text lists with their failed checks.
  private static let failureLimit = 20

  /// How many columns a summary takes at most.
  static let widestSummary = 120

  /// The lines of a summary, section by section; with `isOfFailures`, only what fails.
  func lines(_ page: SummaryPage, isOfFailures: Bool = false) -> [String] {
    let end = [style(page.lastLine, page.isFailed ? .bad : .strong)]
    guard page.count > 0 else { return [page.lastLine] }
    let length: Length = page.count > Self.fewResponses ? .long : .short
    let origin = page.origin
    let differences = differences(page, origin, isOfFailures: isOfFailures)
    guard !isOfFailures else {
      let failed = page.failedGroups.filter { !$0.kind.code.isDifference }
      let findings = lines(failed, failed.count, noteLines: length.noteLines, origin)
      let blocks = [differences, section(Self.findingsTitle, findings), failures(page), end]
      return Array(blocks.filter { !$0.isEmpty }.joined(separator: [""]))
    }
    let heading = style(Escaping.withoutCredentials(page.heading(origin)), .strong)
    let outcomes =
      [heading] + outcomes(page) + page.notes.flatMap { paragraph($0, label: "  ") }
    let edges = page.edges(isWhole: page.count > Self.fewResponses)
    let rest = [
      findings(page, length, origin), page.otherCaches.map { figures($0, column: 12) } ?? [],
      edges.map { figures($0, column: 17, most: Self.mostRows, lesser: [3, 2]) } ?? [],
      visits(page), failures(page), end,
    ].filter { !$0.isEmpty }
    let first = [outcomes, differences].filter { !$0.isEmpty }
    // Each section takes an empty line before it, and the list of URLs a heading.
    let used = (first + rest).reduce(1) { $0 + 1 + $1.count }
    let costs = costs(page, min(max(length.lines - used, Self.urlLimits.least), Self.urlLimits.most), origin)
    return Array((first + (costs.isEmpty ? [] : [costs]) + rest).joined(separator: [""]))
  }

  private func outcomes(_ page: SummaryPage) -> [String] {
    guard let kinds = page.kinds(page.origin) else { return fewOutcomes(page) }
    let counts = kinds.map { Int64($0.count).grouped }
    let sizes = kinds.map { $0.bytes?.asSize ?? "" }
    let columns = (
      counts.map(\.count).max() ?? 0, kinds.map(\.name.count).max() ?? 0, sizes.map(\.count).max() ?? 0
    )
    let rows = kinds.indices.flatMap { index in
      let name = kinds[index].name
      let start =
        "  \(counts[index].leftPadded(columns.0)) \(name)"
        + String(repeating: " ", count: columns.1 - name.count + 2)
        + sizes[index].leftPadded(columns.2)
      let words = Escaping.withoutCredentials(kinds[index].words)
      return words.isEmpty
        ? ["  \(counts[index].leftPadded(columns.0)) \(name)"] : paragraph(words, label: start + "  ")
    }
    return rows + page.outcomeSums.flatMap { paragraph($0, label: "  ") }
  }

  /// What becomes of a few responses, which have no row a kind.
  private func fewOutcomes(_ page: SummaryPage) -> [String] {
    let isSplit = page.hasThirdParty
    func line(_ label: String, _ count: String, _ bytes: String, _ own: String, _ others: String) -> String {
      let start = count.leftPadded(7) + bytes.leftPadded(12)
      return start + (isSplit ? own.leftPadded(8) + others.leftPadded(8) : "") + "  " + label
    }
    var lines: [String] = []
    if isSplit { lines.append(style(line("party", "all", "bytes", "first", "third"), .dim)) }
    for (words, row) in page.outcomes {
      lines.append(
        line(
          style(words.label, words.look), String(row.all.count), row.all.bytes.asSize,
          String(row.firstParty.count), String(row.all.count - row.firstParty.count)))
    }
    let cached = page.fromCache
    if cached.count > 0 {
      lines.append(line("of all, answered by a cache", String(cached.count), cached.bytes.asSize, "", ""))
    }
    return lines
  }

  /// How many rows of what caches on the way did are shown.
  private static let mostRows = 12

  /// A table of caches, whose names come last, since the other columns hold figures; `most` rows are shown.
  ///
  /// Where it does not fit, a column is as narrow as its cells, and then columns are left out: `lesser` has their indices, the
  /// first one is left out first.
  private func figures(
    _ table: PageTable, column: Int, most: Int = .max, lesser: [Int] = []
  ) -> [String] {
    let rows = ([table.columns.map { $0.lowercased() }] + table.rows.prefix(most)).map { cells in
      [Escaping.escaped(cells.first ?? "")] + cells.dropFirst()
    }
    let least = table.columns.indices.map { index in 2 + (rows.map { $0[index].count }.max() ?? 0) }
    var widths = least.map { max($0, column) }
    var shown = Array(table.columns.indices.dropFirst())
    func figuresWidth() -> Int { shown.reduce(0) { $0 + widths[$1] } }
    if figuresWidth() + least[0] > width { widths = least }
    for index in lesser where figuresWidth() + least[0] > width { shown.removeAll { $0 == index } }
    let room = max(4, width - figuresWidth() - 2)
    let lines = rows.map { cells in
      shown.map { cells[$0].leftPadded(widths[$0]) }.joined() + "  " + cells[0].fitted(room)
    }
    let left = table.rows.count - most
    return section(
      table.title,
      lines.prefix(1).map { style($0, .dim) } + lines.dropFirst() + (left > 0 ? ["  and \(left) more"] : []))
  }

  // MARK: Findings

  private static let findingsTitle = "Findings (httpcache help CODE explains one, -v prints each response)"

  /// What differs from another deployment, or from another log: each code, since a comparison was asked for.
  private func differences(_ page: SummaryPage, _ origin: String?, isOfFailures: Bool) -> [String] {
    let (own, others) = page.groups(areDifferences: true)
    let shown = (own + others).filter { !isOfFailures || $0.hasFailed }
    return section("What differs", shown.flatMap { lines($0, origin) })
  }

  private func findings(_ page: SummaryPage, _ length: Length, _ origin: String?) -> [String] {
    let (own, others) = page.groups(areDifferences: false)
    let blocks = [
      section(Self.findingsTitle, lines(own, length.ownCodes, noteLines: length.noteLines, origin)),
      section(
        "Findings of third parties", lines(others, length.otherCodes, noteLines: length.noteLines, origin)),
    ]
    return Array(blocks.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  /// The groups that made the run fail, each with what to write, for the end of a table.
  func remedies(_ page: SummaryPage) -> [String] {
    lines(page.failedGroups, Length.long.ownCodes, noteLines: Length.long.noteLines, nil)
  }

  /// The first groups with what to write, then the other codes with their counts.
  private func lines(_ groups: [FindingGroup], _ limit: Int, noteLines: Int, _ origin: String?) -> [String] {
    let wrong = groups.filter { $0.kind.severity > .info }
    let notes = groups.filter { $0.kind.severity == .info }
    return wrong.prefix(limit).flatMap { lines($0, origin) }
      + counts(wrong.dropFirst(limit), label: "  and ", lines: 1)
      + counts(notes[...], label: "  \(Finding.Severity.info.rawValue) ", lines: noteLines)
  }

  /// A code with its count, and an example from the host with the most findings of this code; below it what to write.
  private func lines(_ group: FindingGroup, _ origin: String?) -> [String] {
    let name = group.kind.severity.rawValue
    let start = "  \(name) \(group.kind.code.rawValue): \(group.tally.count)  "
    guard let first = group.hosts.first ?? group.ofMany.map({ ("", $0) }) else { return [start] }
    let end = group.otherHosts.map { " \($0)" } ?? ""
    let place = place(first.host, first.found.example, origin, width - start.count - end.count)
    let line =
      "  " + style(name, group.kind.severity.words.look) + start.dropFirst(2 + name.count) + place + end
    func note(_ text: String, indent: Int = 4) -> String {
      String(repeating: " ", count: indent) + Escaping.withoutCredentials(text).cut(width - indent)
    }
    guard group.kind.code.isDifference else {
      let costs = group.costWords.map { "Costs \($0). " } ?? ""
      let remedy = group.remedy ?? (costs.isEmpty ? nil : "")
      return [line] + [remedy.map { note(costs + $0) }].compactMap(\.self)
    }
    let pairs = group.mends.prefix(Self.mostPairs).flatMap { mend in
      let (count, first) = (mend.tally.count, mend.urls.first ?? "")
      let text =
        count == 1
        ? "1 × \(mend.explanation) \(first)"
        : group.tellsContentTogether
          ? "\(count) × other content, first \(first)" : "\(count) × \(mend.explanation) First \(first)"
      return paragraph(Escaping.withoutCredentials(text), label: "    ")
    }
    let left = group.tally.count - group.mends.prefix(Self.mostPairs).reduce(0) { $0 + $1.tally.count }
    return [line] + pairs + (left > 0 ? [note("and \(left) more")] : [])
  }

  /// How many pairs of what differs are told below a code.
  private static let mostPairs = 5

  /// Codes with their counts, as many as fit on the lines, and the number of the other codes.
  private func counts(_ groups: ArraySlice<FindingGroup>, label: String, lines: Int) -> [String] {
    // The lines have no room for more characters than this, wherever they break.
    var room = lines * (width + 1)
    var texts = groups.map { "\($0.tally.count) \($0.kind.code.rawValue)".unbroken }.prefix { text in
      defer { room -= text.count + 2 }
      return room > 0
    }
    var left = groups.count - texts.count
    while !texts.isEmpty {
      let rest = left == 0 ? [] : ["\(left) more \(left == 1 ? "code" : "codes")".unbroken]
      let folded = paragraph((texts + rest).joined(separator: ", "), label: label, indent: 4)
      if folded.count <= lines || texts.count == 1 { return folded }
      texts.removeLast()
      left += 1
    }
    return []
  }

  /// A URL, shortened to the width; the host if the URL is empty.
  ///
  /// The text leaves out `origin`, which is not nil if all URLs have the same origin.
  private func place(_ host: String, _ url: String, _ origin: String?, _ width: Int) -> String {
    let text = url.isEmpty ? host : origin.map { String(url.dropFirst($0.count)) } ?? url
    return Escaping.withoutCredentials(text).fitted(max(width, 16))
  }

  // MARK: Costs and later visits

  private func costs(_ page: SummaryPage, _ limit: Int, _ origin: String?) -> [String] {
    let all = page.costs
    let costliest = all.prefix(limit)
    let column = costliest.map(\.rule.count).max() ?? 0
    let note = all.count > costliest.count ? ": \(costliest.count) of \(all.count) URLs" : ""
    return section(
      SummaryPage.costsTitle + note,
      costliest.map { cost in
        let start = cost.bytes.asSize.leftPadded(12) + "  " + cost.rule.rightPadded(column) + "  "
        return start + place("", cost.url, origin, width - start.count)
      })
  }

  private func visits(_ page: SummaryPage) -> [String] {
    guard let visits = page.visits else { return [] }
    let width = max(10, (visits.visits.map { formatDuration($0.after).count }.max() ?? 0) + 2)
    func line(_ first: String, _ party: String, _ cells: [String]) -> String {
      "  " + first.rightPadded(width) + party.rightPadded(7) + cells.map { $0.leftPadded(18) }.joined()
    }
    var lines = [line("after", "", ["from the cache", "confirmed", "loaded anew"])]
    for visit in visits.visits {
      // Without third parties, `own` and `all` are the same.
      let parties = visits.hasOthers ? visit.parties : visit.parties.suffix(1)
      for (index, (party, outcome)) in parties.enumerated() {
        let after = index == 0 ? formatDuration(visit.after) : ""
        lines.append(line(after, "\(party)", outcome.cells))
      }
    }
    let most = visits.visits.compactMap { visit in
      visit.files.words(page.origin).map { "loaded anew after \(formatDuration(visit.after)), \($0)" }
    }
    let notes = (most + [SummaryPage.waste(visits, page.origin)]).flatMap {
      paragraph(Escaping.withoutCredentials($0), label: "  ")
    }
    return section("Later visits", lines + [""] + notes)
  }

  // MARK: Failed checks

  private func failures(_ page: SummaryPage) -> [String] {
    let failed = page.failures
    var lines: [String] = []
    for failure in failed.prefix(Self.failureLimit) {
      lines.append("  " + Escaping.withoutCredentials(failure.name).fitted(width - 2))
      lines += failure.causes.flatMap { paragraph($0, label: "    ") }
    }
    if failed.count > Self.failureLimit {
      lines.append("  and \(failed.count - Self.failureLimit) more responses; -v prints each")
    }
    return section(SummaryPage.checksTitle, lines)
  }
}

extension LaterVisit.Outcome {
  /// Requests and bytes, each as `12  1.2 MiB`.
  var cells: [String] { tallies.map { "\($0.tally.count)" + $0.tally.bytes.asSize.leftPadded(11) } }
}
