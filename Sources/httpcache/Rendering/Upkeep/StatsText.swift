import HTTPCacheCore

/// The text of `stats`: figures in two columns, and bars if stdout is a terminal.
struct StatsText {
  private let terminal: Terminal
  private let width: Int

  init(_ terminal: Terminal) {
    self.terminal = terminal
    width = max(40, min(100, terminal.width(.output)))
  }

  /// The report, with a newline at its end.
  func report(_ figures: StoreFigures) -> String {
    var lines = summary(figures)
    for breakdown in figures.breakdowns {
      lines += table(breakdown.dimension.rawValue, figures.shown(breakdown))
    }
    lines += list("Largest", figures.largest) { $0.response.bodyLength.asSize }
    lines += list("Most used", figures.mostUsed) { "\($0.uses.grouped)x" }
    return lines.joined(separator: "\n") + "\n"
  }

  private func summary(_ figures: StoreFigures) -> [String] {
    let activity = figures.activity
    let answers = activity.answers
    let share = activity.hitRatio.map { " (\($0.asPercent) of \(answers.grouped) answers)" } ?? ""
    let saved = Self.span(activity.millisecondsSaved)
    return [
      line("cache", Escaping.escaped(figures.directory)), line("responses", figures.totals.entries.grouped),
      line(
        "size",
        "\(figures.totals.bytes.asSize) of \(figures.capacity.asSize)"
          + bar(figures.totals.bytes, of: figures.capacity, width: 20)),
      line("hits", activity.hits.grouped + share), line("revalidations", activity.revalidations.grouped),
      line("misses", activity.misses.grouped),
      line("saved", "\(activity.bytesNotTransferred.asSize) not transferred, \(saved)"),
    ] + remote(activity.remote) + (figures.since.map { [line("since", rfc3339($0))] } ?? [])
  }

  /// The counters of the remote cache; no line if all are zero.
  private func remote(_ activity: Activity.Remote) -> [String] {
    guard activity != Activity.Remote() else { return [] }
    let read = "hits \(activity.hits.grouped) (\(activity.bytes.asSize)), misses \(activity.misses.grouped)"
    let written = "written \(activity.writes.grouped) (\(activity.bytesWritten.asSize))"
    return [line("remote", "\(read), errors \(activity.errors.grouped), \(written)")]
  }

  private func line(_ name: String, _ value: String) -> String {
    terminal.styled(name.rightPadded(15), .dim, on: .output) + value
  }

  /// A line for each group: name, bar, bytes, responses.
  private func table(_ title: String, _ groups: [Breakdown.Group]) -> [String] {
    let largest = groups.map(\.bytes).max() ?? 0
    let barWidth = terminal.isTerminal(.output) ? max(0, min(30, width - 58)) : 0
    let nameWidth = max(12, min(groups.map(\.name.count).max() ?? 0, width - barWidth - 30))
    return ["", terminal.styled("by \(title)", .strong, on: .output)]
      + groups.map { group in
        let name = group.name.isEmpty ? "(none)" : Escaping.escaped(group.name)
        return "  " + name.fitted(nameWidth).rightPadded(nameWidth)
          + (barWidth > 0 ? bar(group.bytes, of: largest, width: barWidth) : "")
          + group.bytes.asSize.leftPadded(11) + group.entries.grouped.leftPadded(12)
      }
  }

  private func list(
    _ title: String, _ entries: [StoredEntry], _ figure: (StoredEntry) -> String
  ) -> [String] {
    guard !entries.isEmpty else { return [] }
    return ["", terminal.styled(title, .strong, on: .output)]
      + entries.map {
        figure($0).leftPadded(11) + "  " + Escaping.escaped($0.response.key.uri).fitted(width - 13)
      }
  }

  /// ` [#####.....]`, if stdout is a terminal.
  private func bar(_ value: Int64, of whole: Int64, width: Int) -> String {
    guard terminal.isTerminal(.output), whole > 0, width > 0 else { return "" }
    let share = max(0, min(1, Double(value) / Double(whole)))
    return "  " + terminal.styled(.bar(Int(share * Double(width) + 0.5), of: width), .good, on: .output)
  }

  /// A span of time: in milliseconds while it is short.
  static func span(_ milliseconds: Int64) -> String {
    milliseconds < 10_000 ? "\(milliseconds.grouped) ms" : formatDuration(milliseconds / 1000)
  }
}

extension StoreFigures {
  /// The first groups of a breakdown (`--top`), and the others added up as one more group.
  func shown(_ breakdown: Breakdown) -> [Breakdown.Group] {
    guard let top, breakdown.groups.count > top, [.host, .type, .status].contains(breakdown.dimension) else {
      return breakdown.groups
    }
    let rest = breakdown.groups[top...]
    let others = Breakdown.Group(
      name: "\(Int64(rest.count).grouped) others", entries: rest.reduce(0) { $0.addingSaturated($1.entries) },
      bytes: rest.reduce(0) { $0.addingSaturated($1.bytes) })
    return breakdown.groups.prefix(top) + [others]
  }
}
