import Testing

@testable import HTTPCacheCore
@testable import httpcache

@Suite("The text of a summary", .timed)
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

  @Test(
    "from 20 responses on, the first block is by kind, as wide as the terminal; its last line has the sums")
  func kinds() throws {
    var summary = JudgementSummary()
    func add(_ path: String, _ control: String, bytes: Int64, times: Int) throws {
      let target = try TargetURI("https://shop.test\(path)")
      var fields = FieldSection()
      fields.append(FieldLine("Cache-Control", control))
      fields.append(FieldLine("ETag", "\"1\""))
      let noon = Instant(epoch: 1_768_219_200)
      let stored = StoredResponse(
        key: CacheKey(target: target),
        head: ResponseHead(version: "1.1", status: 200, reason: "", fields: fields),
        selectingFields: FieldSection(), requestedAt: noon, receivedAt: noon)
      let verdict = Verdict(
        Subject(origin: .har, request: RequestHead(target: target), stored: stored, bodyLength: bytes),
        SubjectContext(), now: noon, settings: Settings())
      for _ in 0..<times {
        summary.count += 1
        summary.rows[SummaryOutcome(verdict), default: JudgementSummary.Row()].all.add(bytes: bytes)
        summary.kinds.add(verdict, bytes: bytes)
        summary.origin.add(target)
      }
    }
    func block(columns: Int) -> [String] {
      let terminal = Terminal(color: .never, environment: ["COLUMNS": "\(columns)"])
      let lines = PageText(terminal, .output, widest: 120).lines(SummaryPage(summary))
      return Array(lines.prefix { !$0.isEmpty })
    }
    try add("/a.html", "no-cache", bytes: 5034, times: 12)
    #expect(block(columns: 80).contains { $0.hasSuffix("  confirmed at each use by a 304") })
    try add("/img/p1.jpg", "max-age=86400", bytes: 80_000, times: 8)
    try add("/img/p8.jpg", "no-cache", bytes: 80_000, times: 1)
    #expect(
      block(columns: 80) == [
        "21 responses from https://shop.test, 762.1 KiB",
        "  12 pages    59.0 KiB  asked each time",
        "   9 images  703.1 KiB  kept 1 day; 1 differs: /img/p8.jpg asked each time",
        "  in all 8 reused, 13 confirmed",
      ])
    #expect(block(columns: 50).allSatisfy { $0.count <= 50 })
  }
}
