import HTTPCacheCore

/// The page of `stats --html`: one file that needs nothing else, in light and dark, and readable without seeing it.
///
/// Every chart is drawn from a table that stands beneath it, so that both say the same.
struct StatsPage {
  private let figures: StoreFigures

  init(_ figures: StoreFigures) { self.figures = figures }

  /// The whole page.
  var html: [UInt8] {
    var page = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="color-scheme" content="light dark">
      <title>httpcache: what the cache holds</title>
      <style>\(Self.style)</style>
      </head>
      <body>
      <header>
      <h1>What the cache holds</h1>
      <p>\(XMLText.escaped(figures.directory)), as of <time datetime="\(rfc3339(figures.now))">\(rfc3339(figures.now))</time></p>
      </header>
      <main>
      \(summary)

      """
    page += breakdown(.host, title: "Size by host", column: "Host")
    page += breakdown(.type, title: "Size by type", column: "Media type")
    page += breakdown(.freshness, title: "What goes stale when", column: "State", counts: true)
    page += days
    page += breakdown(.age, title: "Time since the cache date", column: "Age", counts: true)
    page += breakdown(.size, title: "Bodies by size", column: "Size", counts: true)
    page += breakdown(.status, title: "Responses by status", column: "Status", counts: true)
    page += entries("The largest responses", figures.largest)
    page += entries("The most used responses", figures.mostUsed)
    return Array((page + "</main>\n</body>\n</html>\n").utf8)
  }

  /// The kept figures, as a list of terms.
  private var summary: String {
    let activity = figures.activity
    let answers = activity.answers
    let share = figures.capacity > 0 ? Double(figures.totals.bytes) / Double(figures.capacity) : 0
    let cards: [(String, String, String)] = [
      ("Responses", figures.totals.entries.grouped, ""),
      (
        "Size", figures.totals.bytes.asSize,
        "\(StatsText.percent(share)) of \(figures.capacity.asSize)"
      ),
      (
        "Hit ratio", activity.hitRatio.map(StatsText.percent) ?? "–",
        "\(activity.hits.grouped) of \(answers.grouped) answers"
      ),
      ("Revalidated", activity.revalidations.grouped, "confirmed by the origin"),
      ("Not transferred", activity.bytesNotTransferred.asSize, "served from the cache"),
      ("Time saved", StatsText.span(activity.millisecondsSaved), "compared with downloading again"),
    ]
    let items = cards.map { "<div><dt>\($0.0)</dt><dd><b>\($0.1)</b> <span>\($0.2)</span></dd></div>" }
    let since = figures.since.map { "<p>Counters since \(rfc3339($0)).</p>\n" } ?? ""
    return "<dl class=\"cards\">\n\(items.joined(separator: "\n"))\n</dl>\n\(since)"
  }

  /// A chart of bars, one a group; its table holds the same.
  private func breakdown(
    _ dimension: Breakdown.Dimension, title: String, column: String, counts: Bool = false
  ) -> String {
    guard let found = figures.breakdowns.first(where: { $0.dimension == dimension }), !found.groups.isEmpty
    else {
      return ""
    }
    let groups = figures.shown(found)
    let values = groups.map { counts ? $0.entries : $0.bytes }
    // The figure that the bar shows stands beside it.
    func ordered(_ size: String, _ count: String) -> [String] { counts ? [count, size] : [size, count] }
    // The group of all others has no bar: it would dwarf the rest.
    let isCut = groups.count < found.groups.count || groups.last?.name != found.groups.last?.name
    let largest = max(1, (isCut ? values.dropLast() : values[...]).max() ?? 1)
    let rows = zip(groups, values).map { group, value in
      let name = group.name.isEmpty ? "(none)" : XMLText.escaped(group.name)
      let width = StatsText.percent(value > largest ? 0 : Double(value) / Double(largest))
      let look = group.name == "stale" ? "stale" : ""
      let bar =
        "<td class=\"bar\" aria-hidden=\"true\"><i class=\"\(look)\" style=\"width:\(width)\"></i></td>"
      return Self.row(
        "<th scope=\"row\">\(name)</th>\(bar)", ordered(group.bytes.asSize, group.entries.grouped))
    }
    return Self.section(title, Self.table([column, ""] + ordered("Size", "Responses"), rows))
  }

  private static func section(_ title: String, _ content: String) -> String {
    "<section>\n<h2>\(title)</h2>\n\(content)\n</section>\n"
  }

  /// A table; the column without a name has bars.
  private static func table(_ columns: [String], _ rows: [String]) -> String {
    let names = columns.map { $0.isEmpty ? "<td class=\"bar\"></td>" : "<th scope=\"col\">\($0)</th>" }
    return """
      <table>
      <thead><tr>\(names.joined())</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table>
      """
  }

  private static func row(_ heading: String, _ cells: [String]) -> String {
    "<tr>\(heading)\(cells.map { "<td>\($0)</td>" }.joined())</tr>"
  }

  /// Hits, revalidations and misses of the last days, a column each.
  private var days: String {
    let days = Array(figures.days.suffix(31))
    guard !days.isEmpty else { return "" }
    let largest = max(1, days.map(\.activity.answers).max() ?? 1)
    let step = 640 / Double(max(7, days.count))
    var columns = ""
    for (index, entry) in days.enumerated() {
      var top = 160.0
      let parts = [
        ("hit", entry.activity.hits), ("confirmed", entry.activity.revalidations),
        ("miss", entry.activity.misses),
      ]
      for (look, count) in parts where count > 0 {
        let height = Double(count) / Double(largest) * 150
        top -= height
        columns +=
          "<rect class=\"\(look)\" x=\"\(Self.number(Double(index) * step + 2))\" y=\"\(Self.number(top))\""
          + " width=\"\(Self.number(max(1, step - 4)))\" height=\"\(Self.number(max(0.5, height)))\"/>"
      }
    }
    let rows = days.reversed().map { entry in
      let activity = entry.activity
      return Self.row(
        "<th scope=\"row\">\(rfc3339(entry.day).prefix(10))</th>",
        [
          activity.hits.grouped, activity.revalidations.grouped, activity.misses.grouped,
          activity.bytesNotTransferred.asSize,
        ])
    }
    let table = Self.table(["Day", "Hits", "Revalidations", "Misses", "Not transferred"], rows)
    return Self.section(
      "Answers by day",
      """
      <svg viewBox="0 0 640 164" role="img" aria-label="Columns of hits, revalidations and misses by day; the table below has the figures">
      <line x1="0" y1="160.5" x2="640" y2="160.5"/>\(columns)
      </svg>
      <p class="key"><i class="hit"></i> hits <i class="confirmed"></i> revalidations <i class="miss"></i> misses</p>
      <details><summary>The figures, day by day</summary>
      \(table)
      </details>
      """)
  }

  private func entries(_ title: String, _ entries: [StoredEntry]) -> String {
    guard !entries.isEmpty else { return "" }
    let rows = entries.map { entry in
      Self.row(
        "<th scope=\"row\" class=\"url\">\(XMLText.escaped(entry.response.key.uri))</th>",
        [
          entry.response.bodyLength.asSize, entry.uses.grouped,
          String(rfc3339(entry.lastUsedAt).prefix(10)),
        ])
    }
    return Self.section(title, Self.table(["URL", "Size", "Uses", "Last used"], rows))
  }

  /// A number with one decimal, for SVG.
  private static func number(_ value: Double) -> String {
    let tenths = Int64((value * 10).rounded())
    return "\(tenths / 10).\(abs(tenths % 10))"
  }

  private static let style = """
    :root{--ink:#1b1f24;--dim:#57606a;--line:#d0d7de;--page:#fff;--card:#f6f8fa;--bar:#2f6fdb;--stale:#b35900;--miss:#8c959f;--ok:#1a7f5a}
    @media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--dim:#9aa4ae;--line:#30363d;--page:#0d1117;--card:#161b22;--bar:#6ea8fe;--stale:#f0a35e;--miss:#6e7681;--ok:#56d39b}}
    *{box-sizing:border-box}
    body{margin:0 auto;max-width:60rem;padding:1.5rem 1rem 4rem;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--page)}
    h1{margin:0;font-size:1.6rem}h2{margin:0 0 .6rem;font-size:1.1rem}
    header p{margin:.2rem 0 1.5rem;color:var(--dim);overflow-wrap:anywhere}
    section{margin-top:2.2rem}
    .cards{display:grid;grid-template-columns:repeat(3,1fr);gap:.75rem;margin:0}
    .cards div{padding:.75rem .9rem;border:1px solid var(--line);border-radius:.5rem;background:var(--card)}
    dt{color:var(--dim);font-size:.85rem}dd{margin:0}dd b{display:block;font-size:1.25rem}dd span{color:var(--dim);font-size:.8rem}
    table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}
    th,td{padding:.3rem .5rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
    th:first-child{text-align:left;font-weight:400;white-space:normal;overflow-wrap:break-word;padding-left:0}
    thead th{color:var(--dim);font-size:.85rem;font-weight:400}
    td.bar{width:45%;text-align:left}td.bar i{display:block;height:.8rem;min-width:1px;border-radius:2px;background:var(--bar)}
    td.bar i.stale{background:var(--stale)}
    svg{display:block;width:100%;height:auto}svg line{stroke:var(--line)}
    rect.hit{fill:var(--ok)}rect.confirmed{fill:var(--bar)}rect.miss{fill:var(--miss)}
    .key{margin:.4rem 0;color:var(--dim);font-size:.85rem}.key i{display:inline-block;width:.8rem;height:.8rem;border-radius:2px;margin-left:.8rem;vertical-align:-1px}
    .key i.hit{background:var(--ok);margin-left:0}.key i.confirmed{background:var(--bar)}.key i.miss{background:var(--miss)}
    details{margin-top:.5rem}summary{color:var(--dim);cursor:pointer}
    th.url{font-size:.9rem;overflow-wrap:anywhere}
    @media (max-width:36rem){td.bar{width:22%}body{font-size:15px}.cards{grid-template-columns:1fr 1fr}th,td{padding:.3rem .3rem}}
    """
}
