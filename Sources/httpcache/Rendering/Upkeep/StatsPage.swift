import HTTPCacheCore

/// The page of `stats --html`: one file that loads nothing, for light and dark themes and for screen readers.
///
/// Every chart comes with a table of its figures.
struct StatsPage {
  private let figures: StoreFigures

  init(_ figures: StoreFigures) { self.figures = figures }

  var html: [UInt8] {
    var page = summary + "\n"
    page += breakdown(.host, title: "Size by host", column: "Host")
    page += breakdown(.type, title: "Size by type", column: "Media type")
    page += breakdown(.freshness, title: "What goes stale when", column: "State", counts: true)
    page += days
    page += breakdown(.age, title: "Time since the cache date", column: "Age", counts: true)
    page += breakdown(.size, title: "Bodies by size", column: "Size", counts: true)
    page += breakdown(.status, title: "Responses by status", column: "Status", counts: true)
    page += entries("The largest responses", figures.largest)
    page += entries("The most used responses", figures.mostUsed)
    let time = rfc3339(figures.now)
    return HTMLPage(
      title: "httpcache: what the cache holds", heading: "What the cache holds",
      introduction:
        "<p>\(XMLText.escaped(figures.directory)), as of <time datetime=\"\(time)\">\(time)</time></p>",
      style: Self.style, body: page
    ).bytes
  }

  /// The totals and counters as cards.
  private var summary: String {
    let activity = figures.activity
    let answers = activity.answers
    let share = figures.capacity > 0 ? Double(figures.totals.bytes) / Double(figures.capacity) : 0
    let cards: [(name: String, value: String, note: String)] = [
      ("Responses", figures.totals.entries.grouped, ""),
      (
        "Size", figures.totals.bytes.asSize,
        "\(share.asPercent) of \(figures.capacity.asSize)"
      ),
      (
        "Hit ratio", activity.hitRatio.map(\.asPercent) ?? "–",
        "\(activity.hits.grouped) of \(answers.grouped) answers"
      ),
      ("Revalidated", activity.revalidations.grouped, "confirmed by the origin"),
      ("Not transferred", activity.bytesNotTransferred.asSize, "served from the cache"),
      ("Time saved", StatsText.span(activity.millisecondsSaved), "compared with downloading again"),
    ]
    let since = figures.since.map { "<p>Counters since \(rfc3339($0)).</p>\n" } ?? ""
    return HTMLPage.cards(cards) + since
  }

  /// A table with a bar and the figures of each group.
  private func breakdown(
    _ dimension: Breakdown.Dimension, title: String, column: String, counts: Bool = false
  ) -> String {
    guard let found = figures.breakdowns.first(where: { $0.dimension == dimension }), !found.groups.isEmpty
    else {
      return ""
    }
    let groups = figures.shown(found)
    let values = groups.map { counts ? $0.entries : $0.bytes }
    // The figure that the bar shows is in the next column.
    func ordered(_ size: String, _ count: String) -> [String] { counts ? [count, size] : [size, count] }
    // The group of all others has no bar: it would dwarf the rest.
    let isCut = groups.count < found.groups.count || groups.last?.name != found.groups.last?.name
    let largest = max(1, (isCut ? values.dropLast() : values[...]).max() ?? 1)
    let rows = zip(groups, values).map { group, value in
      let name = group.name.isEmpty ? "(none)" : group.name
      let share = value > largest ? 0 : Double(value) / Double(largest)
      let bar = HTMLPage.bar(share, look: group.name == "stale" ? "stale" : "")
      return HTMLPage.row(name, bar: bar, ordered(group.bytes.asSize, group.entries.grouped))
    }
    return HTMLPage.section(title, HTMLPage.table([column, ""] + ordered("Size", "Responses"), rows))
  }

  /// Hits, revalidations and misses of the last 31 days, a column for each day.
  private var days: String {
    let days = Array(figures.days.suffix(31))
    guard !days.isEmpty else { return "" }
    let rows = days.reversed().map { entry in
      let activity = entry.activity
      return HTMLPage.row(
        String(rfc3339(entry.day).prefix(10)),
        [
          activity.hits.grouped, activity.revalidations.grouped, activity.misses.grouped,
          activity.bytesNotTransferred.asSize,
        ])
    }
    let table = HTMLPage.table(["Day", "Hits", "Revalidations", "Misses", "Not transferred"], rows)
    return HTMLPage.section(
      "Answers by day",
      """
      <svg viewBox="0 0 640 164" role="img" aria-label="Columns of hits, revalidations and misses by day; the table below has the figures">
      <line x1="0" y1="160.5" x2="640" y2="160.5"/>\(Self.columns(days.map(\.activity)))
      </svg>
      <p class="key"><i class="hit"></i> hits <i class="confirmed"></i> revalidations <i class="miss"></i> misses</p>
      <details><summary>The figures, day by day</summary>
      \(table)
      </details>
      """)
  }

  /// The columns of the days, as SVG; the tallest is 150 high.
  private static func columns(_ days: [Activity]) -> String {
    let largest = max(1, days.map(\.answers).max() ?? 1)
    let step = 640 / Double(max(7, days.count))
    var columns = ""
    for (index, day) in days.enumerated() {
      var top = 160.0
      for (look, count) in [("hit", day.hits), ("confirmed", day.revalidations), ("miss", day.misses)]
      where count > 0 {
        let height = Double(count) / Double(largest) * 150
        top -= height
        columns +=
          "<rect class=\"\(look)\" x=\"\(number(Double(index) * step + 2))\" y=\"\(number(top))\""
          + " width=\"\(number(max(1, step - 4)))\" height=\"\(number(max(0.5, height)))\"/>"
      }
    }
    return columns
  }

  private func entries(_ title: String, _ entries: [StoredEntry]) -> String {
    guard !entries.isEmpty else { return "" }
    let rows = entries.map { entry in
      HTMLPage.row(
        entry.response.key.uri, isURL: true,
        [
          entry.response.bodyLength.asSize, entry.uses.grouped,
          String(rfc3339(entry.lastUsedAt).prefix(10)),
        ])
    }
    return HTMLPage.section(title, HTMLPage.table(["URL", "Size", "Uses", "Last used"], rows))
  }

  /// A number with one decimal, for SVG.
  private static func number(_ value: Double) -> String {
    let tenths = Int64((value * 10).rounded())
    return "\(tenths / 10).\(abs(tenths % 10))"
  }

  private static let style = """
    svg{display:block;width:100%;height:auto}svg line{stroke:var(--line)}
    rect.hit{fill:var(--ok)}rect.confirmed{fill:var(--bar)}rect.miss{fill:var(--miss)}
    .key{margin:.4rem 0;color:var(--dim);font-size:.85rem}.key i{display:inline-block;width:.8rem;height:.8rem;border-radius:2px;margin-left:.8rem;vertical-align:-1px}
    .key i.hit{background:var(--ok);margin-left:0}.key i.confirmed{background:var(--bar)}.key i.miss{background:var(--miss)}
    """
}
