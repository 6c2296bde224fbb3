import HTTPCacheCore

/// How much a summary keeps of each finding beside its counts: as much as the reports of the run show.
enum SummaryDetail: Int, Comparable, Sendable {
  case counts
  /// The explanation, and the advice.
  case advice
  /// The URLs of each advice, too.
  case urls

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The findings of one code, severity and host.
struct FoundFindings: Sendable {
  /// The findings with one advice.
  struct Mend: JSONShaped {
    /// The explanation of the first.
    var explanation = ""

    /// What to do about them; nil if nothing helps.
    var advice: String?

    var tally = Tally()

    /// Where the first of them are, each URL once.
    var urls: [String] = []

    static let shape = JSONShape<Self>([
      .text("explanation", \.explanation), .text("advice", \.advice), .beside(\.tally),
      .texts("urls", \.urls),
    ])

    /// Where they are; as long as not too many URLs were met, all of them stand there.
    var places: PageList {
      let isWhole = !urls.isEmpty && urls.count < FoundFindings.mostURLs
      return PageList(items: urls, count: isWhole ? urls.count : tally.count)
    }
  }

  /// How many kinds of advice, and how many URLs of each, are kept at most.
  static let (mostMends, mostURLs) = (50, 20)

  private(set) var tally = Tally()

  /// The bytes that a visit a day later loads because of them, as far as sizes are known.
  private(set) var cost: Int64 = 0

  /// What would spare them, as long as the recording is not at its end, and has not been played.
  private var remedies: [PlayedRemedy] = []

  /// The URL of the first finding.
  let example: String

  /// Whether one of them makes the exit code 1.
  private(set) var hasFailed = false

  private(set) var mends: [Mend] = []

  /// Whether they are differences from another deployment, of which each pair is told; content has no pairs.
  private let areDifferences: Bool
  private let arePairs: Bool

  /// Makes a place without findings of a code; `example` is the URL of the first.
  init(_ code: Finding.Code, example: String) {
    (areDifferences, self.example) = (code.isDifference, example)
    arePairs = areDifferences && code != .differsContent
  }

  /// Makes a place from what a summary has of it.
  init(
    _ code: Finding.Code, tally: Tally, cost: Int64 = 0, example: String, hasFailed: Bool, mends: [Mend]
  ) {
    self.init(code, example: example)
    (self.tally, self.cost, self.hasFailed, self.mends) = (tally, cost, hasFailed, mends)
  }

  /// Adds a finding at a place; `room` is how many more kinds of advice and URLs the summary keeps.
  mutating func add(
    _ finding: Finding, bytes: Int64, cost: Int64 = 0, play: Int32? = nil,
    at place: @autoclosure () -> String,
    fails: Bool, _ detail: SummaryDetail, _ room: inout SummaryRoom
  ) {
    tally.add(bytes: bytes)
    self.cost = self.cost.addingSaturated(cost)
    if let play, finding.costRemedy.isSome { remedies.append(PlayedRemedy(play: play, finding.costRemedy)) }
    if fails { hasFailed = true }
    guard detail > .counts,
      let index = index(of: finding.advice, finding.explanation)
        ?? append(Mend(explanation: finding.explanation, advice: finding.advice), &room)
    else { return }
    mends[index].tally.add(bytes: bytes)
    guard mends[index].urls.count < mostURLs(detail), room.urls > 0 else { return }
    let place = place()
    guard !mends[index].urls.contains(place) else { return }
    mends[index].urls.append(place)
    room.urls -= 1
  }

  /// Adds the findings of the same code, severity and host of another summary.
  mutating func add(_ other: FoundFindings, _ detail: SummaryDetail, _ room: inout SummaryRoom) {
    tally.add(other.tally)
    cost = cost.addingSaturated(other.cost)
    remedies += other.remedies
    hasFailed = hasFailed || other.hasFailed
    guard detail > .counts else { return }
    for mend in other.mends {
      guard
        let index = index(of: mend.advice, mend.explanation)
          ?? append(Mend(explanation: mend.explanation, advice: mend.advice), &room)
      else { continue }
      mends[index].tally.add(mend.tally)
      let known = mends[index].urls
      let new = mend.urls.filter { !known.contains($0) }
      let urls = new.prefix(min(max(0, mostURLs(detail) - known.count), room.urls))
      mends[index].urls += urls
      room.urls -= urls.count
    }
  }

  /// Counts what would be spared, once the whole recording was played.
  mutating func settle(_ replay: Replay, after: Seconds) {
    guard !remedies.isEmpty else { return }
    cost = cost.addingSaturated(replay.saving(of: remedies, after: after))
    remedies = []
  }

  /// How many URLs of an advice are kept: of a difference at least the first.
  private func mostURLs(_ detail: SummaryDetail) -> Int {
    detail == .urls ? Self.mostURLs : areDifferences ? 1 : 0
  }

  /// Where findings with an advice are counted; differences have none, and are told apart by their pairs of values.
  private func index(of advice: String?, _ explanation: String) -> Int? {
    mends.firstIndex { $0.advice == advice && (!arePairs || $0.explanation == explanation) }
  }

  private mutating func append(_ mend: Mend, _ room: inout SummaryRoom) -> Int? {
    guard mends.count < Self.mostMends, room.mends > 0 else { return nil }
    room.mends -= 1
    mends.append(mend)
    return mends.count - 1
  }
}

/// How many more kinds of advice and URLs a summary keeps in all: an advice for each place and far more than a page has, but
/// bounded for a hostile log.
struct SummaryRoom: Sendable {
  var mends = 30_000
  var urls = 50_000

  /// Has room again for what a place kept that is counted with others now.
  mutating func free(_ found: FoundFindings) {
    mends += found.mends.count
    urls += found.mends.reduce(0) { $0 + $1.urls.count }
  }
}

/// The findings of one code and severity at all hosts of a party.
struct FindingGroup {
  let kind: JudgementSummary.FindingKind
  let tally: Tally
  let hasFailed: Bool

  /// The bytes that a visit a day later loads because of them, as far as sizes are known.
  let cost: Int64

  /// The cost in words; nil where it is 0, or nothing is wrong.
  var costWords: String? {
    cost > 0 && (kind.severity > .info || kind.code.isCostToldOfInfo) ? "\(cost.asSize) a visit" : nil
  }

  /// The hosts, sorted by their number of findings, the largest first.
  let hosts: [(host: String, found: FoundFindings)]

  /// The findings by advice, the commonest first.
  let mends: [FoundFindings.Mend]

  /// How many findings have an advice that is not kept.
  var left: Int { tally.count - mends.reduce(0) { $0 + $1.tally.count } }

  /// The findings of many other hosts, which were counted together; nil if each host was counted by itself.
  let ofMany: FoundFindings?

  /// How many findings the first host has, and how many other hosts there are; nil if it is the only one.
  var otherHosts: String? {
    guard let first = hosts.first else { return "(at many hosts)" }
    if ofMany == nil, hosts.count == 1 { return nil }
    let others = (hosts.count - 1).counted("more host")
    return "(\(first.found.tally.count)), \(ofMany == nil ? "" : "more than ")\(others)"
  }

  /// The hosts, each with the URL of the first finding: what there is where no advice was kept.
  var examples: PageList {
    let all = hosts + (ofMany.map { [("other hosts", $0)] } ?? [])
    return PageList(
      items: all.map { "\($0.host): \($0.found.tally.count), such as \($0.found.example)" }, count: all.count)
  }

  /// What to do about it: the commonest advice, else what was found; nil if neither was kept.
  var remedy: String? {
    (mends.first { $0.advice != nil } ?? mends.first).map { $0.advice ?? $0.explanation }
  }

  /// Whether the findings are differences in content, each of which has digests of its own.
  var tellsContentTogether: Bool { kind.code == .differsContent && tally.count > 1 }

  /// What was found where an advice is given.
  func words(_ mend: FoundFindings.Mend) -> String {
    tellsContentTogether ? "Other content." : mend.explanation
  }

  /// Puts the findings of one kind together.
  init(
    _ kind: JudgementSummary.FindingKind, _ places: [(host: String, found: FoundFindings)],
    ofMany: FoundFindings? = nil
  ) {
    (self.kind, self.ofMany) = (kind, ofMany)
    hosts = places.sorted { ($1.found.tally.count, $0.host) < ($0.found.tally.count, $1.host) }
    // What is put together here is bounded as at one place.
    var (whole, room) = (FoundFindings(kind.code, example: ""), SummaryRoom())
    for place in hosts { whole.add(place.found, .urls, &room) }
    if let ofMany { whole.add(ofMany, .urls, &room) }
    (tally, hasFailed, cost) = (whole.tally, whole.hasFailed, whole.cost)
    mends = whole.mends.sorted { $0.tally.count > $1.tally.count }
  }
}

/// A check that some subjects do not meet.
struct FailedGroup: JSONShaped {
  /// The check, and the pattern that asks for it.
  var check = ""
  var count = 0

  /// The first subjects, each with what was found.
  var found: [String] = []

  /// How many checks are told apart, and how many subjects of each are named.
  static let (mostChecks, mostFound) = (50, 20)

  static let shape = JSONShape<Self>([
    .text("check", \.check), .count("count", \.count), .texts("found", \.found),
  ])
}

extension FindingGroup: Comparable {
  /// What makes the exit code 1 comes first, then what differs from another deployment, then the worst severity, then incidents,
  /// then what costs a visit most bytes.
  static func < (left: Self, right: Self) -> Bool {
    guard left.hasFailed == right.hasFailed else { return left.hasFailed }
    let (first, second) = (left.kind, right.kind)
    if first.code.isDifference != second.code.isDifference { return first.code.isDifference }
    return (second.severity, second.code.urgency, right.cost, first)
      < (first.severity, first.code.urgency, left.cost, second)
  }

  static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && left.cost == right.cost && left.hasFailed == right.hasFailed
  }
}

extension [FailedGroup] {
  /// Adds the subjects of a group that do not meet its check.
  mutating func add(_ group: FailedGroup) { add(group.check, group.count, group.found) }

  /// Adds subjects that do not meet a check; beyond `mostChecks` nothing is added.
  mutating func add(_ check: String, _ count: Int, _ found: [String]) {
    var index = firstIndex { $0.check == check }
    if index == nil, self.count < FailedGroup.mostChecks {
      append(FailedGroup(check: check))
      index = self.count - 1
    }
    guard let index else { return }
    self[index].count += count
    self[index].found += found.prefix(Swift.max(0, FailedGroup.mostFound - self[index].found.count))
  }
}

extension InspectOptions {
  /// How much of the findings the reports and the file of the summary show together; a merge has all that the runs had.
  func summaryDetail(isQuiet: Bool) -> SummaryDetail {
    if case .summaries = subject { return .urls }
    return summaryFile != nil ? .urls : reports.map { $0.summaryDetail(isQuiet: isQuiet) }.max() ?? .counts
  }

  /// Whether a visit a day later is counted: a report as HTML begins with it, and so may one of the summary's file.
  var tellsDayLater: Bool {
    summaryFile != nil || reports.contains { $0.form == .report(.html) }
  }
}

extension ReportTarget {
  /// How much of the findings its report shows; `isQuiet` says that nothing but the last line goes to stdout.
  func summaryDetail(isQuiet: Bool) -> SummaryDetail {
    guard case .report(let format) = form else { return .counts }
    switch format {
    case .html, .markdown: return .urls
    case .text, .summary, .table, .json: return isQuiet && file == nil ? .counts : .advice
    case .github, .junit, .sarif: return .counts
    }
  }
}
