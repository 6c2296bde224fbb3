import Testing

@testable import HTTPCacheCore
@testable import httpcache

@Suite("Which files make most of the bytes", .timed)
struct CostlyFilesTests {
  private static let loads: [(url: String, bytes: Int64)] = [
    ("/a", 10), ("/b", 900), ("/a", 40), ("/c", 0), ("/d", 40), ("/e", 7), ("/f", 300), ("/g", 7), ("/h", 41),
  ]

  private static func files(_ loads: some Sequence<(url: String, bytes: Int64)>) -> CostlyFiles {
    loads.reduce(into: CostlyFiles()) { $0.add($1.url, bytes: $1.bytes) }
  }

  @Test("the largest, each once, whatever the order and however they are divided")
  func order() {
    let whole = Self.files(Self.loads)
    #expect(whole.files.map(\.url) == ["/b", "/f", "/h", "/a", "/d"])
    #expect(whole.files.map(\.bytes) == [900, 300, 41, 40, 40])
    #expect(Self.files(Self.loads.reversed()) == whole)
    for cut in Self.loads.indices {
      var parts = Self.files(Self.loads[..<cut])
      parts.add(Self.files(Self.loads[cut...]))
      #expect(parts == whole, "cut at \(cut)")
    }
  }

  @Test("three are told, without the origin where all have one")
  func words() {
    var files = CostlyFiles()
    #expect(files.words(nil) == nil)
    for (name, bytes) in [("a", Int64(2048)), ("b", 512), ("c", 9), ("d", 8)] {
      files.add("https://a.test/\(name)", bytes: bytes)
    }
    #expect(files.words("https://a.test") == "most of it: /a (2.0 KiB), /b (512 B), /c (9 B)")
    #expect(files.words(nil)?.contains("https://a.test/a (2.0 KiB)") == true)
  }

  @Test("groups stand by what fails, then by severity, incidents first, then by what they cost a visit")
  func groups() {
    func group(
      _ code: Finding.Code, _ severity: Finding.Severity, cost: Int64, hasFailed: Bool = false
    ) -> FindingGroup {
      let found = FoundFindings(
        .dateMissing, tally: Tally(count: 1, bytes: 0), cost: cost, example: "", hasFailed: hasFailed,
        mends: [])
      return FindingGroup(
        JudgementSummary.FindingKind(code: code, severity: severity), [(host: "a.test", found: found)])
    }
    let groups = [
      group(.dateMissing, .info, cost: 5000), group(.maxAgeInvalid, .warning, cost: 10),
      group(.lifetimeMissing, .warning, cost: 90), group(.pageOutlivesItsFiles, .warning, cost: 0),
      group(.maxAgeInvalid, .error, cost: 0), group(.differsStatus, .warning, cost: 0, hasFailed: true),
    ].sorted()
    #expect(
      groups.map(\.kind.code) == [
        .differsStatus, .maxAgeInvalid, .pageOutlivesItsFiles, .lifetimeMissing, .maxAgeInvalid, .dateMissing,
      ])
    #expect(groups.map(\.costWords) == [nil, nil, nil, "90 B a visit", "10 B a visit", nil])
  }

  @Test("the file of a summary has the costs, a visit a day later, and when and from what it was recorded")
  func written() throws {
    var summary = JudgementSummary()
    summary.dayLater = LaterVisits(after: [86_400])
    summary.dayLater?.add(LaterVisits.Waste(files: Self.files(Self.loads)))
    summary.addReceived(Instant(epoch: 100), Instant(epoch: 160))
    summary.addSource("page.har")
    summary.add(
      FoundFindings(
        .dateMissing, tally: Tally(count: 1, bytes: 9), cost: 7, example: "", hasFailed: false, mends: []),
      at: JudgementSummary.FindingKey(
        kind: JudgementSummary.FindingKind(code: .maxAgeInvalid, severity: .error), host: "a.test"))
    let bytes = SummaryJSON.line(summary)
    var read = try bytes.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(try #require(bytes.baseAddress), count: bytes.count)
      return try SummaryJSON.read(&reader)
    }
    #expect(SummaryJSON.line(read) == bytes)
    read.add(summary)
    #expect(read.groups.own.first?.cost == 14 && read.sources == ["page.har"])
    #expect(read.dayLater?.wastedFiles == Self.files(Self.loads))
    // A visit a day later is told only where it was counted for every response.
    read.count = 3
    #expect(SummaryPage(read).weights.map(\.name) == ["Weight"])
  }
}
