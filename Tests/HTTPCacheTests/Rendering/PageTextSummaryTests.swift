import Testing

@testable import HTTPCacheCore
@testable import httpcache

@Suite("The text of a summary")
struct PageTextSummaryTests {
  /// The lines of the table of caches on the way, in a terminal of some columns.
  private func edges(columns: Int) -> [String] {
    var summary = JudgementSummary()
    summary.count = 30
    var counts = EdgeSums.Counts()
    (counts.hits, counts.misses) = (Tally(count: 12_345, bytes: 2_000_000), Tally(count: 7, bytes: 300))
    for kind in ["script", "style"] { summary.edges.add(counts, of: kind, by: "Traffic Server") }
    let terminal = Terminal(color: .never, environment: ["COLUMNS": "\(columns)"])
    let text = PageText(terminal, .output, widest: 120)
    let lines = text.lines(SummaryPage(summary))
    return Array(lines.drop { !$0.hasPrefix("Caches on the way") }.dropFirst().prefix { !$0.isEmpty })
  }

  static let widths: [(columns: Int, title: [String])] = [
    (120, ["hits", "misses", "passes", "hit ratio", "cache"]),
    (74, ["hits", "misses", "passes", "hit ratio", "cache"]),
    (68, ["hits", "misses", "hit ratio", "cache"]), (54, ["hits", "hit ratio", "cache"]),
    (40, ["hits", "hit ratio", "cache"]),
  ]
  @Test(
    "the table of caches on the way fits each terminal; a narrow one goes without some columns",
    arguments: widths)
  func edgesFit(_ row: (columns: Int, title: [String])) {
    let lines = edges(columns: row.columns)
    #expect(lines.count == 4, "\(lines)")
    let title = lines.first?.replacing("hit ratio", with: "hit_ratio").split(separator: " ") ?? []
    #expect(title.map { String($0).replacing("_", with: " ") } == row.title)
    #expect(lines.allSatisfy { $0.count <= row.columns }, "\(lines)")
    #expect(row.columns < 50 || lines.last?.hasSuffix("  Traffic Server, style") == true, "\(lines)")
  }
}
