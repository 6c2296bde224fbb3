import Testing

@testable import HTTPCacheCore
@testable import httpcache

@Suite("What is counted of many responses", .timed)
struct JudgementSummaryTests {
  private typealias Place = (host: String, code: Finding.Code)

  /// Findings at 25,000 places, some of which come again at the end: more than are counted one by one.
  private static let many: [Place] = {
    let codes: [Finding.Code] = [.dateMissing, .lifetimeMissing]
    let places = (0..<25_000).map { (host: "h\($0 * 7919 % 25_000).test", code: codes[$0 % 2]) }
    return places + places.prefix(3_000)
  }()

  private static func summary(_ places: some Sequence<Place>, site: String?) -> JudgementSummary {
    var summary = JudgementSummary()
    summary.detail = .advice
    summary.site = site.map { Site(name: $0) }
    for (host, code) in places {
      let mend = FoundFindings.Mend(explanation: "", advice: "Mend it.", tally: Tally(count: 1, bytes: 2))
      summary.add(
        FoundFindings(
          code, tally: Tally(count: 1, bytes: 2), cost: 1, example: "", hasFailed: false, mends: [mend]),
        at: JudgementSummary.FindingKey(
          kind: JudgementSummary.FindingKind(code: code, severity: .warning), host: host))
      summary.hosts.add(host)
    }
    return summary
  }

  private static func text(_ summary: JudgementSummary) -> String {
    String(decoding: SummaryJSON.line(summary), as: UTF8.self)
  }

  @Test("the last line of a gate with nothing to judge says why, and calls nothing judged")
  func nothingJudged() {
    var summary = JudgementSummary()
    #expect(summary.lastLine == "0 judged: 0 errors, 0 warnings; nothing was asked to fail")
    summary.isGate = true
    #expect(summary.lastLine == "0 judged: there was no response")
    (summary.count, summary.notJudged) = (5, 1)
    summary.rows[.conclusion(.unknown)] = JudgementSummary.Row(all: Tally(count: 5, bytes: 0))
    #expect(summary.lastLine == "0 judged: 5 were recorded without any field, 1 could not be judged")
    // A check of the status holds, or fails, for what has no field.
    summary.holdsStatus = true
    #expect(summary.lastLine == "5 judged, 0 failed: 0 errors, 0 warnings, 1 could not be judged")
  }

  @Test("beyond 10,000 places no count depends on the order, or on how they are divided")
  func order() {
    let whole = Self.summary(Self.many, site: "h3.test")
    let expected = Self.text(whole)
    #expect(expected.contains(#""host":"*","worst":"warning""#), "the rest is counted together")
    #expect(Self.text(Self.summary(Self.many.reversed(), site: "h3.test")) == expected)
    var sum = Self.summary([Place](), site: "h3.test")
    for start in stride(from: 0, to: Self.many.count, by: 4_500) {
      sum.add(Self.summary(Self.many[start...].prefix(4_500), site: "h3.test"))
    }
    #expect(Self.text(sum) == expected)
    var halves = Self.summary(Self.many.suffix(14_000), site: "h3.test")
    halves.add(Self.summary(Self.many.prefix(14_000), site: "h3.test"))
    #expect(Self.text(halves) == expected)
  }

  @Test("what is counted together is in the sums of its party")
  func parties() throws {
    let (own, others) = Self.summary(Self.many, site: "h3.test").groups
    #expect(own.map(\.tally.count) == [1] || own.map(\.tally.count) == [2])
    #expect((own + others).reduce(0) { $0 + $1.tally.count } == 28_000)
    #expect(others.allSatisfy { $0.ofMany != nil && $0.left == 0 && $0.cost == Int64($0.tally.count) })
    let all = Self.summary(Self.many, site: "test").groups
    #expect(all.others.isEmpty && all.own.reduce(0) { $0 + $1.tally.count } == 28_000)
    #expect(all.own.allSatisfy { $0.otherHosts?.contains("more than ") == true })
  }

  @Test("more hosts than are counted one by one are said to be more")
  func hosts() {
    let summary = Self.summary(Self.many, site: nil)
    #expect(summary.hosts.words == "more than 10000 hosts")
    #expect(summary.hosts.sorted.reduce(0) { $0 + $1.count } == 28_000)
    #expect(Self.summary(Self.many.prefix(3), site: nil).hosts.words == "3 hosts")
    #expect(Self.summary(Self.many.prefix(1), site: nil).hosts.only == "h0.test")
  }
}
