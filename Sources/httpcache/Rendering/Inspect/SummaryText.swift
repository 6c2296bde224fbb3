import HTTPCacheCore

/// The text of a summary of many responses: conclusions, findings, and the bytes that each visit downloads
/// again.
///
/// The number of responses decides the length of the text. The list of URLs gets the lines that the other
/// sections leave.
struct SummaryText {
  private let terminal: Terminal
  private let stream: Terminal.Stream
  private let width: Int

  /// The length of the text, and the most codes and lines in its lists of findings.
  private struct Page {
    let lines, ownCodes, otherCodes, noteLines: Int

    /// The short text fits on the screen of a terminal, for one web page and its assets; the long text is for
    /// a log.
    static let (short, long) = (
      Page(lines: 24, ownCodes: 6, otherCodes: 3, noteLines: 2),
      Page(lines: 60, ownCodes: 14, otherCodes: 8, noteLines: 3)
    )
  }

  /// The most responses for which the text is short.
  private static let fewResponses = 20

  /// The limits of the length of the list of URLs.
  private static let urlLimits = (least: 3, most: 10)

  /// The most responses that the text lists with their failed checks.
  private static let failureLimit = 20

  init(_ terminal: Terminal, stream: Terminal.Stream) {
    self.terminal = terminal
    self.stream = stream
    width = min(120, terminal.width(stream))
  }

  /// The lines of the text, section by section.
  func lines(_ summary: JudgementSummary) -> [String] {
    guard summary.count > 0 else { return [summary.lastLine] }
    let page: Page = summary.count > Self.fewResponses ? .long : .short
    let origin = origin(summary)
    let outcomes = [heading(summary, origin)] + table(summary) + clocks(summary)
    let rest = [
      findings(summary, page, origin), otherCaches(summary), visits(summary), failures(summary),
      [style(summary.lastLine, summary.failed > 0 ? .bad : .strong)],
    ].filter { !$0.isEmpty }
    // Each section takes an empty line before it, and the list of URLs a heading.
    let used = rest.reduce(outcomes.count + 2) { $0 + 1 + $1.count }
    let costs = costs(
      summary, min(max(page.lines - used, Self.urlLimits.least), Self.urlLimits.most), origin)
    return Array(([outcomes] + (costs.isEmpty ? [] : [costs]) + rest).joined(separator: [""]))
  }

  /// The origin of all URLs in the summary; nil if there are several.
  private func origin(_ summary: JudgementSummary) -> String? {
    guard summary.hosts.count == 1 else { return nil }
    let named = summary.places.values.map(\.example) + summary.costs.keys
    let origins = Set(named.compactMap { (try? TargetURI($0))?.origin })
    return origins.count == 1 ? origins.first : nil
  }

  private func heading(_ summary: JudgementSummary, _ origin: String?) -> String {
    let total = summary.total
    let responses = Int64(summary.count).countedResponses
    let hosts = origin.map(Escaping.withoutCredentials) ?? summary.hosts.count.counted("host")
    let text = "\(responses) from \(hosts), \(total.all.bytes.asSize)"
    guard let site = summary.site, hasThirdParty(summary) else { return style(text, .strong) }
    let own = "; first party is \(Escaping.withoutCredentials(site.name))"
    return style(text + own, .strong)
  }

  private func hasThirdParty(_ summary: JudgementSummary) -> Bool {
    let total = summary.total
    return summary.site != nil && total.firstParty.count < total.all.count
  }

  // MARK: Conclusions

  static let kinds: [(kind: Conclusion.Kind, label: String, look: Style)] = [
    (.reused, "reused without asking the origin", .good),
    (.confirmed, "confirmed at each use by a 304", .good),
    (.downloaded, "stored, but downloaded in full each time", .warn),
    (.notStored, "not stored", .warn),
    (.part, "parts: they answer requests for their bytes", .good),
    (.confirmation, "answers 304: the cache has the body", .good),
    (.unknown, "recorded without fields, not judged", .dim),
  ]

  private func table(_ summary: JudgementSummary) -> [String] {
    let isSplit = hasThirdParty(summary)
    func line(_ label: String, _ count: String, _ bytes: String, _ own: String, _ others: String) -> String {
      let start = count.leftPadded(7) + bytes.leftPadded(12)
      return start + (isSplit ? own.leftPadded(8) + others.leftPadded(8) : "") + "  " + label
    }
    var lines: [String] = []
    if isSplit { lines.append(style(line("party", "all", "bytes", "first", "third"), .dim)) }
    for (kind, label, look) in Self.kinds {
      guard let row = summary.rows[kind], row.all.count > 0 else { continue }
      lines.append(
        line(
          style(label, look), String(row.all.count), row.all.bytes.asSize, String(row.firstParty.count),
          String(row.all.count - row.firstParty.count)))
    }
    if summary.fromCache.count > 0 {
      lines.append(
        line(
          "of all, answered by a cache", String(summary.fromCache.count), summary.fromCache.bytes.asSize, "",
          ""))
    }
    return lines
  }

  /// A line for each recording whose recorder had a wrong clock.
  private func clocks(_ summary: JudgementSummary) -> [String] {
    summary.recorderClocks.map { file, offset in
      let name = summary.recorderClocks.count > 1 ? "\(file ?? "standard input"): " : ""
      let span = formatDuration(Seconds(clamping: offset.magnitude))
      return WordWrap.hanging(
        Escaping.withoutCredentials(
          "\(name)the recorder's clock was \(span) \(offset > 0 ? "slow" : "fast"); its times are corrected"),
        label: "  ", width: width)
    }
  }

  private func otherCaches(_ summary: JudgementSummary) -> [String] {
    let rows = summary.cacheRows
    guard !rows.isEmpty else { return [] }
    func line(_ cells: [String], _ name: String) -> String {
      cells.map { $0.leftPadded(12) }.joined() + "  " + name
    }
    return [
      style("As real caches do", .strong), style(line(["stored", "not stored", "unknown"], "cache"), .dim),
    ]
      + rows.map { name, counts in line(counts.map(String.init), name) }
  }

  // MARK: Findings

  private func findings(_ summary: JudgementSummary, _ page: Page, _ origin: String?) -> [String] {
    let (own, others) = summary.groups
    let blocks = [
      findings(
        own, "Findings (httpcache help CODE explains one, -v prints each response)", page.ownCodes, page,
        origin),
      findings(others, "Findings of third parties", page.otherCodes, page, origin),
    ]
    return Array(blocks.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private func findings(
    _ groups: [JudgementSummary.Group], _ title: String, _ limit: Int, _ page: Page, _ origin: String?
  ) -> [String] {
    guard !groups.isEmpty else { return [] }
    let wrong = groups.filter { $0.kind.severity > .info }
    let notes = groups.filter { $0.kind.severity == .info }
    return [style(title, .strong)] + wrong.prefix(limit).map { line($0, origin) }
      + counts(wrong.dropFirst(limit), label: "  and ", lines: 1)
      + counts(notes[...], label: "  \(Finding.Severity.info.rawValue) ", lines: page.noteLines)
  }

  /// A code with its count, and an example from the host with the most findings of this code.
  private func line(_ group: JudgementSummary.Group, _ origin: String?) -> String {
    let name = group.kind.severity.rawValue
    let start = "  \(name) \(group.kind.code.rawValue): \(group.count)  "
    guard let first = group.hosts.first else { return start }
    let others = group.hosts.count - 1
    let end =
      others == 0 ? "" : " (\(first.found.tally.count)), \(others) more \(others == 1 ? "host" : "hosts")"
    let place = place(first.host, first.found.example, origin, width - start.count - end.count)
    return "  " + style(name, group.kind.severity.style) + start.dropFirst(2 + name.count) + place + end
  }

  /// Codes with their counts, as many as fit on the lines, and the number of the other codes.
  private func counts(_ groups: ArraySlice<JudgementSummary.Group>, label: String, lines: Int) -> [String] {
    // The lines have no room for more characters than this, wherever they break.
    var room = lines * (width + 1)
    var texts = groups.map { "\($0.count)\u{A0}\($0.kind.code.rawValue)" }.prefix { text in
      defer { room -= text.count + 2 }
      return room > 0
    }
    var left = groups.count - texts.count
    while !texts.isEmpty {
      let rest = left == 0 ? [] : ["\(left)\u{A0}more\u{A0}\(left == 1 ? "code" : "codes")"]
      let folded = WordWrap.hanging(
        (texts + rest).joined(separator: ", "), label: label, indent: 4, width: width
      ).split(separator: "\n").map(WordWrap.spaced)
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

  // MARK: Costs

  /// The largest bodies that each visit downloads again, with the rule that keeps each from being reused.
  private func costs(_ summary: JudgementSummary, _ limit: Int, _ origin: String?) -> [String] {
    let all = summary.costliest
    let costliest = all.prefix(limit)
    guard !costliest.isEmpty else { return [] }
    let rules = costliest.map { $0.cost.rule?.rawValue ?? "" }
    let column = rules.map(\.count).max() ?? 0
    let title = "What each visit downloads again"
    let note = all.count > costliest.count ? ": \(costliest.count) of \(all.count) URLs" : ""
    return [style(title + note, .strong)]
      + zip(costliest, rules).map { entry, rule in
        let start = entry.cost.tally.bytes.asSize.leftPadded(12) + "  " + rule.rightPadded(column) + "  "
        return start + place("", entry.url, origin, width - start.count)
      }
  }

  /// The requests that visitors make when they come back later.
  private func visits(_ summary: JudgementSummary) -> [String] {
    guard let revisits = summary.revisits else { return [] }
    return [style("Later visits", .strong)] + RevisitText.lines(revisits)
  }

  // MARK: Failed checks

  private func failures(_ summary: JudgementSummary) -> [String] {
    let failed = summary.failures.filter { !$0.causes.isEmpty }
    guard !failed.isEmpty else { return [] }
    var lines = [style("Checks that do not hold", .strong)]
    for (name, causes) in failed.prefix(Self.failureLimit) {
      lines.append("  " + Escaping.withoutCredentials(name).fitted(width - 2))
      for cause in causes {
        lines += WordWrap.hanging(Escaping.withoutCredentials(cause), label: "    ", width: width).split(
          separator: "\n"
        )
        .map(String.init)
      }
    }
    if failed.count > Self.failureLimit {
      lines.append("  and \(failed.count - Self.failureLimit) more responses; -v prints each")
    }
    return lines
  }

  private func style(_ text: String, _ style: Style) -> String { terminal.styled(text, style, on: stream) }
}

extension Finding.Severity {
  var style: Style {
    switch self {
    case .error: .bad
    case .warning: .warn
    case .info: .dim
    }
  }
}
