import HTTPCacheCore

/// What many responses come to: a table of what becomes of them, the findings by host, and what costs most.
struct SummaryText {
  private let terminal: Terminal
  private let stream: Terminal.Stream
  private let width: Int

  /// How many hosts of one finding, and how many URLs are listed.
  private static let (hostLimit, urlLimit) = (4, 10)

  /// How many responses are listed with the checks that do not hold.
  private static let failureLimit = 20

  init(_ terminal: Terminal, stream: Terminal.Stream) {
    self.terminal = terminal
    self.stream = stream
    width = min(120, terminal.width(stream))
  }

  /// The lines, the most important first.
  func lines(_ summary: JudgementSummary) -> [String] {
    guard summary.count > 0 else { return [summary.lastLine] }
    var sections = [
      [heading(summary)] + table(summary) + clocks(summary), otherCaches(summary), findings(summary),
      costs(summary),
      visits(summary),
      failures(summary),
    ]
    sections.append([style(summary.lastLine, summary.failed > 0 ? .bad : .strong)])
    return Array(sections.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private func heading(_ summary: JudgementSummary) -> String {
    let total = summary.total
    let responses = summary.count == 1 ? "1 response" : "\(Int64(summary.count).grouped) responses"
    let hosts = summary.hosts.count == 1 ? "1 host" : "\(summary.hosts.count) hosts"
    let text = "\(responses) from \(hosts), \(total.all.bytes.asSize)"
    guard let site = summary.site, hasThirdParty(summary) else { return style(text, .strong) }
    let own = "; first party is \(Escaping.escaped(site.name))"
    return style(text + own, .strong)
  }

  private func hasThirdParty(_ summary: JudgementSummary) -> Bool {
    let total = summary.total
    return summary.site != nil && total.firstParty.count < total.all.count
  }

  // MARK: What becomes of the responses

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

  /// How far the clocks of recorders were off.
  private func clocks(_ summary: JudgementSummary) -> [String] {
    summary.recorderClocks.map { file, offset in
      let name = summary.recorderClocks.count > 1 ? "\(file ?? "standard input"): " : ""
      let span = formatDuration(Seconds(clamping: offset.magnitude))
      return WordWrap.hanging(
        Escaping.escaped(
          "\(name)the recorder's clock was \(span) \(offset > 0 ? "slow" : "fast"); its times are corrected"),
        label: "  ", width: width)
    }
  }

  /// How many responses other caches store.
  private func otherCaches(_ summary: JudgementSummary) -> [String] {
    let rows = CacheModel.all.compactMap { cache in summary.caches[cache.name].map { (cache.name, $0) } }
    guard !rows.isEmpty else { return [] }
    func line(_ cells: [String], _ name: String) -> String {
      cells.map { $0.leftPadded(12) }.joined() + "  " + name
    }
    return [
      style("As real caches do", .strong), style(line(["stored", "not stored", "unknown"], "cache"), .dim),
    ]
      + rows.map { name, row in
        line([row.stored, row.notStored, row.unknown].map { String($0) }, name)
      }
  }

  // MARK: What was found

  private func findings(_ summary: JudgementSummary) -> [String] {
    let (own, others) = summary.groups
    let blocks = [findings(own, "Findings"), findings(others, "Findings of third parties")]
    return Array(blocks.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private func findings(_ groups: [JudgementSummary.Group], _ title: String) -> [String] {
    guard !groups.isEmpty else { return [] }
    var lines = [style(title, .strong)]
    for group in groups where group.severity > .info { lines += self.lines(group) }
    let notes = groups.filter { $0.severity == .info }
    if !notes.isEmpty {
      let text = notes.map { "\($0.count)\u{A0}\($0.code.rawValue)" }.joined(separator: ", ")
      lines.append(
        WordWrap.spaced(
          WordWrap.hanging(text, label: "  \(Finding.Severity.info.rawValue) ", indent: 4, width: width)))
    }
    return lines
  }

  private func lines(_ group: JudgementSummary.Group) -> [String] {
    let name = style(group.severity.rawValue, group.severity.style)
    var lines = ["  \(name) \(group.code.rawValue): \(group.count)"]
    lines.append(WordWrap.hanging(group.code.summary, label: "    ", width: width))
    let shown = group.hosts.prefix(Self.hostLimit)
    for (host, found) in shown {
      let start = String(found.tally.count).leftPadded(9) + found.tally.bytes.asSize.leftPadded(12) + "  "
      lines.append(start + place(host, found.example, width - start.count))
    }
    if group.hosts.count > shown.count {
      let rest = group.hosts.dropFirst(shown.count).reduce(0) { $0 + $1.found.tally.count }
      lines.append(
        String(rest).leftPadded(9) + "              on \(group.hosts.count - shown.count) more hosts")
    }
    return lines
  }

  /// A URL as an example of its host, cut where it is long.
  private func place(_ host: String, _ url: String, _ width: Int) -> String {
    Escaping.escaped(url.isEmpty ? host : url).fitted(width)
  }

  // MARK: What costs most

  private func costs(_ summary: JudgementSummary) -> [String] {
    let costliest = summary.costliest.prefix(Self.urlLimit)
    guard !costliest.isEmpty else { return [] }
    let rules = costliest.map { $0.cost.rule?.rawValue ?? "" }
    let column = rules.map(\.count).max() ?? 0
    return [style("What each visit downloads again", .strong)]
      + zip(costliest, rules).map { entry, rule in
        let start = entry.cost.tally.bytes.asSize.leftPadded(12) + "  " + rule.rightPadded(column) + "  "
        return start + Escaping.escaped(entry.url).fitted(width - start.count)
      }
  }

  /// What visitors who come back later load.
  private func visits(_ summary: JudgementSummary) -> [String] {
    guard let revisits = summary.revisits else { return [] }
    return [style("Later visits", .strong)] + RevisitText(revisits).lines
  }

  // MARK: What failed

  private func failures(_ summary: JudgementSummary) -> [String] {
    let failed = summary.failures.filter { !$0.causes.isEmpty }
    guard !failed.isEmpty else { return [] }
    var lines = [style("Checks that do not hold", .strong)]
    for (name, causes) in failed.prefix(Self.failureLimit) {
      lines.append("  " + Escaping.escaped(name).fitted(width - 2))
      for cause in causes {
        lines.append(WordWrap.hanging(Escaping.escaped(cause), label: "    ", width: width))
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
  /// The style that shows how severe it is.
  var style: Style {
    switch self {
    case .error: .bad
    case .warning: .warn
    case .info: .dim
    }
  }
}
