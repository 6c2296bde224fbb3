import Testing

@testable import httpcache

@Suite("Progress, whatever the origin says of its length", .timed)
struct ProgressTests {
  static let rows: [(received: Int64, expected: Int64?, holds: String)] = [
    (50, 100, " 50% ["), (1, .max, "  0% ["), (.max, 1, "100% ["), (.max, .max, "100% ["), (7, 0, "7 B"),
    (7, -5, "7 B"), (7, .min, "7 B"), (7, nil, "7 B"),
  ]

  @Test(arguments: rows)
  func single(_ row: (received: Int64, expected: Int64?, holds: String)) {
    let terminal = Terminal(environment: [:], outputDescriptor: -1, errorDescriptor: -1)
    for count in [0, 1, Int.max] {
      var now = 0
      let progress = Progress(terminal, total: 1) { now }
      progress.advance(by: count, received: row.received, expected: row.expected)
      now = .max
      #expect(progress.single(row.received, row.expected, now).contains(row.holds), "\(count)")
    }
  }

  @Test("inspect: URLs that answered, of those so far while more may come, bytes, and what probes sent")
  func inspection() {
    let terminal = Terminal(environment: [:], outputDescriptor: -1, errorDescriptor: -1)
    let progress = InspectionProgress(terminal) { 0 }
    for _ in 0..<3 { progress.ask() }
    progress.answer(bytes: 2048)
    #expect(progress.line(2000) == "1 of 3 so far  2.0 KiB  1.0 KiB/s")
    progress.isListed = true
    for _ in 0..<2 { progress.probe() }
    #expect(progress.line(2000) == "1 of 3  2.0 KiB  1.0 KiB/s  2 more requests")
  }

  @Test("a number as a whole one, where there is none that is")
  func saturating() {
    let rows: [(Double, Int64)] = [
      (1.9, 1), (-1.9, -1), (1e300, .max), (-1e300, .min), (.infinity, .max), (.nan, 0), (0x1p63, .max),
    ]
    for (number, whole) in rows { #expect(Int64(saturating: number) == whole) }
  }
}
