import Testing

@testable import HTTPCacheCore
@testable import httpcache

@Suite("The file of a summary has all that the summary has", .timed)
struct SummaryJSONTests {
  private static func read(_ bytes: [UInt8]) throws -> JudgementSummary {
    try bytes.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(try #require(bytes.baseAddress), count: bytes.count)
      return try SummaryJSON.read(&reader)
    }
  }

  /// A summary with everything that a run can have, written as its file.
  private static let whole: JudgementSummary = {
    var summary = JudgementSummary()
    summary.detail = .urls
    (summary.count, summary.failed, summary.isGate, summary.site) = (2, 1, true, Site(name: "a.test"))
    if let url = try? TargetURI("https://a.test/1") { summary.origin.add(url) }
    summary.setClock(-3600, of: "a.har")
    summary.setClock(60, of: nil)
    summary.revisits = LaterVisits(after: [3600])
    summary.revisits?.add(LaterVisits.Waste(tally: Tally(count: 1, bytes: 500)))
    summary.checks.add("fresh", 3, ["https://a.test/: stale"])
    summary.failures = [.init(name: "GET https://a.test/", causes: ["fresh does not hold: stale"])]
    let mend = FoundFindings.Mend(
      explanation: "Two are said.", advice: "Write one.", tally: Tally(count: 2, bytes: 20),
      urls: ["https://a.test/1", "https://a.test/2"])
    let kind = JudgementSummary.FindingKind(code: .dateMissing, severity: .warning)
    summary.add(
      FoundFindings(
        .dateMissing, tally: Tally(count: 3, bytes: 30), example: "https://a.test/1", hasFailed: true,
        mends: [mend]),
      at: JudgementSummary.FindingKey(kind: kind, host: "a.test"))
    return summary
  }()

  @Test("what is read and written again is the same bytes")
  func again() throws {
    let bytes = SummaryJSON.line(Self.whole)
    #expect(try SummaryJSON.line(Self.read(bytes)) == bytes)
  }

  @Test("two of them added up have twice the counts, and the clocks of both")
  func added() throws {
    var sum = try Self.read(SummaryJSON.line(Self.whole))
    sum.add(Self.whole)
    #expect(sum.recorderClocks.map(\.offset) == [-3600, 60, -3600, 60])
    #expect(
      sum.revisits?.visits.map(\.after) == [3600] && sum.revisits?.wasted == Tally(count: 2, bytes: 1000))
    #expect(sum.checks.map(\.count) == [6] && sum.checks.first?.found.count == 2)
    let group = try #require(sum.groups.own.first)
    #expect(group.hasFailed && group.tally == Tally(count: 6, bytes: 60) && group.left == 2)
    #expect(group.mends.map(\.tally) == [Tally(count: 4, bytes: 40)] && group.remedy == "Write one.")
    // The same URLs stand there once.
    #expect(group.mends.first?.urls.count == 2 && group.mends.first?.places.count == 2)
  }

  @Test("an error is counted by itself, and the origin stays known if all summaries have one")
  func counted() throws {
    var summary = try Self.read(SummaryJSON.line(Self.whole))
    #expect(summary.origin.text == "https://a.test")
    summary.rows[.error] = JudgementSummary.Row(
      all: Tally(count: 1, bytes: 7), firstParty: Tally(count: 1, bytes: 7))
    #expect(try Self.read(SummaryJSON.line(summary)).rows[.error]?.all == Tally(count: 1, bytes: 7))
    var other = JudgementSummary()
    other.origin.add(try TargetURI("https://a.test/x"))
    summary.add(other)
    #expect(summary.origin.text == "https://a.test")
    other.origin.add(try TargetURI("http://a.test/"))
    summary.add(other)
    #expect(summary.origin.text == nil)
  }

  @Test("a URL stands once in a group, and is not among those that are left out")
  func once() {
    var (found, room) = (FoundFindings(.dateMissing, example: ""), SummaryRoom())
    for url in ["https://a.test/1", "https://a.test/1", "https://a.test/2", "https://a.test/1"] {
      found.add(Finding(.dateMissing, "No Date."), bytes: 1, at: url, fails: false, .urls, &room)
    }
    let places = found.mends.first?.places
    #expect(places?.items == ["https://a.test/1", "https://a.test/2"] && places?.count == 2)
    #expect(found.tally.count == 4)
  }

  static let details: [(detail: SummaryDetail, mends: Int, urls: Int)] = [
    (.counts, 0, 0), (.advice, 50, 0), (.urls, 50, 20),
  ]
  @Test(
    "of each code no more is kept than its report shows: 50 kinds of advice, 20 URLs of each",
    arguments: details)
  func bounded(_ row: (detail: SummaryDetail, mends: Int, urls: Int)) throws {
    var summary = JudgementSummary()
    summary.detail = row.detail
    let kind = JudgementSummary.FindingKind(code: .dateMissing, severity: .warning)
    for advice in 0..<60 {
      let mend = FoundFindings.Mend(
        explanation: "", advice: "\(advice)", tally: Tally(count: 30, bytes: 0),
        urls: (0..<30).map { "https://a.test/\($0)" })
      summary.add(
        FoundFindings(
          .dateMissing, tally: Tally(count: 30, bytes: 0), example: "", hasFailed: false, mends: [mend]),
        at: JudgementSummary.FindingKey(kind: kind, host: "a.test"))
    }
    let group = try #require(summary.groups.own.first)
    #expect(
      group.tally.count == 1800 && group.mends.count == row.mends && group.left == 1800 - 30 * row.mends)
    #expect(group.mends.allSatisfy { $0.urls.count == row.urls })
  }
}
