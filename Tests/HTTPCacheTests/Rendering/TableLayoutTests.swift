import Testing

@testable import httpcache

@Suite("The columns of --format table", .timed)
struct TableLayoutTests {
  static let cells = ["reused", "200", "1.0 KiB", "1h", "5s", "etag+date", "revalidated", "1W"]

  static let widths: [(width: Int?, left: [String])] = [
    (nil, []), (200, []), (102, []), (101, ["EDGE"]), (90, ["EDGE", "VALIDATOR"]),
    (80, ["EDGE", "VALIDATOR", "AGE"]), (40, ["EDGE", "VALIDATOR", "AGE"]),
  ]

  @Test("a narrow terminal goes without some, and a line is not wider", arguments: widths)
  func fits(_ row: (width: Int?, left: [String])) {
    let layout = TableLayout(width: row.width)
    let titles = layout.titles.split(separator: " ").map(String.init)
    let all = ["VERDICT", "STATUS", "SIZE", "LIFETIME", "AGE", "VALIDATOR", "EDGE", "FINDINGS", "URL"]
    #expect(titles == all.filter { !row.left.contains($0) })
    let url = "https://a.test/" + String(repeating: "x", count: 300)
    let line = layout.line(Self.cells, url)
    #expect(row.width.map { $0 < 80 || line.count == $0 } ?? line.hasSuffix("  " + url))
  }

  @Test("on a terminal the origin of the first URL is said once; other URLs stand whole")
  func origin() {
    var layout = TableLayout(width: 120)
    layout.begin("https://a.test:8443/x/y?z=1")
    #expect(layout.origin == "https://a.test:8443")
    #expect(layout.line(Self.cells, "https://a.test:8443/x/y?z=1").hasSuffix("  /x/y?z=1"))
    #expect(layout.line(Self.cells, "https://a.test/x").hasSuffix("  https://a.test/x"))
    #expect(layout.unjudged("https://a.test:8443/").hasSuffix("  /"))
    var other = TableLayout(width: 120)
    other.begin("standard input")
    #expect(other.origin == nil)
    var whole = TableLayout(width: nil)
    whole.begin("https://a.test/x")
    #expect(whole.origin == nil && whole.line(Self.cells, "https://a.test/x").hasSuffix("  https://a.test/x"))
  }

  @Test("a remark below a subject is folded for a terminal")
  func remark() {
    let text = "as nginx 1h, varnish 2m, squid asks, apache not stored, haproxy unknown, trafficserver 1h"
    #expect(TableLayout(width: nil).remark(text) == ["  " + text])
    let lines = TableLayout(width: 60).remark(text)
    #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("  ") && $0.count <= 60 })
  }
}
