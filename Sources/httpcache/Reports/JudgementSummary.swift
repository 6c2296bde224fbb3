import HTTPCacheCore

/// What a response is counted as: what a cache gains from it, or an error, from which nobody gains anything.
enum SummaryOutcome: Hashable, CaseIterable, Sendable {
  case conclusion(Conclusion.Kind)
  /// An answer with a status of 400 or more.
  case error

  static let allCases = Conclusion.Kind.allCases.map(Self.conclusion) + [.error]

  init(_ verdict: Verdict) { self.init(verdict.conclusion.kind, of: verdict.subject) }

  /// What the response of a subject is counted as, if a cache gains from it what the conclusion says.
  init(_ kind: Conclusion.Kind, of subject: Subject) {
    self = subject.stored.head.status >= 400 && kind != .unknown ? .error : .conclusion(kind)
  }
}

/// The totals of many judgements.
///
/// Its memory is bounded: no more than some thousand hosts, findings and URLs are counted one by one.
struct JudgementSummary: Sendable {
  /// The responses with one outcome: all, and the responses of the first party.
  struct Row: JSONShaped {
    var all = Tally()
    var firstParty = Tally()

    static let shape = JSONShape<Self>([.object("all", \.all), .object("first_party", \.firstParty)])
  }

  /// The code and severity by which findings are grouped.
  struct FindingKind: Hashable, Comparable, Sendable {
    let code: Finding.Code
    let severity: Finding.Severity

    /// The worst severity comes first, then incidents, and then the order in which a response lists its findings.
    static func < (left: Self, right: Self) -> Bool {
      (right.severity, right.code.urgency, left.code.rank)
        < (left.severity, left.code.urgency, right.code.rank)
    }
  }

  /// The kind and host by which findings are counted.
  struct FindingKey: Hashable, Sendable {
    let kind: FindingKind
    let host: String
  }

  /// Whose the origin of a response is.
  enum Party: Sendable { case own, others }

  /// The bytes of a URL that a visit a day later downloads again.
  struct Cost: JSONShaped {
    var url = ""
    /// The rule that keeps it from being reused.
    var rule: Rule?
    var tally = Tally()

    static let shape = JSONShape<Self>([
      .text("url", \.url),
      .text("rule", { $0.rule?.rawValue }, { $1.rule = $0.flatMap { Rule(rawValue: $0) } }),
      .beside(\.tally),
    ])

    mutating func add(_ other: Self) { tally.add(other.tally) }
  }

  /// The first party: the site of the first URL; nil before it is known.
  var site: Site?

  /// The counts of later visits; nil without `--revisit`.
  var revisits: LaterVisits?

  /// A visit a day later; nil unless a report or the file of the summary tells it.
  var dayLater: LaterVisits?

  /// When the first and the last response were received; nil without any.
  private(set) var received: (first: Instant, last: Instant)?

  /// The first files that the responses were read from.
  private(set) var sources: [String] = []

  /// How many files are named.
  private static let mostSources = 3

  var count = 0
  var failed = 0

  /// Whether there are checks or a limit, which a subject can fail.
  var isGate = false

  /// Whether a check on the status may have been asked for, which holds for a response without fields, too.
  var holdsStatus = false

  /// How many findings there are by severity, without hidden ones.
  private var severities: [Finding.Severity: Int] = [:]

  func count(of severity: Finding.Severity) -> Int { severities[severity] ?? 0 }

  var notJudged = 0

  /// How many patterns of `--expect-file` matched no subject.
  var unmetPatterns = 0

  /// How many findings are hidden by the baseline, and how many are accepted.
  var hiddenByBaseline = 0
  var accepted = 0

  /// How many responses another cache stores.
  struct CacheRow: JSONShaped {
    var stored = 0
    var notStored = 0
    var unknown = 0

    static let shape = JSONShape<Self>([
      .count("stored", \.stored), .count("not_stored", \.notStored), .count("unknown", \.unknown),
    ])
  }

  var caches: [String: CacheRow] = [:]

  var rows: [SummaryOutcome: Row] = [:]

  /// How many responses were recorded without the fields that decide.
  var unknownCount: Int { rows[.conclusion(.unknown)]?.all.count ?? 0 }

  /// How many responses have a body of which nothing tells the size, which counts as 0, and how many one that may have had
  /// fewer bytes on the network than are counted.
  var (withoutSize, withMostSize) = (0, 0)

  /// Entries that a cache of the recording program had answered.
  var fromCache = Tally()

  /// By how many seconds the origins were ahead of the recorder's clock, for a log whose clocks differed.
  struct RecorderClock: JSONShaped {
    var file: String?
    var offset: Seconds = 0

    static let shape = JSONShape<Self>([.text("file", \.file), .number("offset", \.offset)])
  }

  var recorderClocks: [RecorderClock] = []

  /// What the fields of caches on the way said.
  var edges = EdgeSums()

  /// What becomes of the responses, by their kind.
  var kinds = KindSums()

  var hosts = HostCounts()

  /// The origin of all responses.
  var origin = CommonOrigin()

  /// How much of each finding is kept beside its counts.
  var detail = SummaryDetail.counts

  private var found = BoundedRows<FindingKey, FoundFindings>()
  private var room = SummaryRoom()

  var costs: [String: Cost] = [:]

  /// The rules that keep requests from being answered by a cache, as long as the recording is not at its end.
  private var rules: [(play: Int32, rule: Rule?)] = []

  /// How many responses are no part of a visit: those of service workers, and those beyond the limit of a replay.
  var notPlayed = 0

  /// After how long a visit tells what findings cost, and what is downloaded again: a day, in seconds.
  static let costSpan: Seconds = 86_400

  /// A subject that failed, with its failed checks.
  struct Failure: JSONShaped {
    var name = ""
    var causes: [String] = []

    static let shape = JSONShape<Self>([.text("subject", \.name), .texts("causes", \.causes)])
  }

  /// The subjects that failed, in order.
  var failures: [Failure] = []

  /// The checks that do not hold, in the order in which they were met, each with its subjects.
  var checks: [FailedGroup] = []

  /// How many URLs are counted one by one: far more than a page has, but bounded for a hostile log.
  private static let limit = 10_000
  private static let failureLimit = 1_000
  private var lastFailed: StoredResponse?

  /// Adds a judgement, and the entries that it lists.
  mutating func add(_ judgement: borrowing Judgement, _ entries: [Judgement.Entry]) {
    if judgement.isFailed { fail(judgement, entries) }
    guard judgement.isCounted else { return addSecondOpinion(judgement) }
    count += 1
    let bytes = judgement.verdict.subject.bodyLength ?? 0
    let host = judgement.verdict.subject.hostText
    let conclusion = judgement.verdict.conclusion
    let outcome = SummaryOutcome(judgement.verdict)
    rows[outcome, default: Row()].all.add(bytes: bytes)
    let isFirstParty = isOwn(host)
    if isFirstParty { rows[outcome, default: Row()].firstParty.add(bytes: bytes) }
    for decision in judgement.verdict.countedDecisions {
      let row =
        switch decision.isStored {
        case true?: CacheRow(stored: 1)
        case false?: CacheRow(notStored: 1)
        case nil: CacheRow(unknown: 1)
        }
      caches[decision.cache.name, default: CacheRow()].add(row)
    }
    edges.add(judgement.verdict)
    kinds.add(judgement.verdict, bytes: bytes)
    if judgement.verdict.subject.lacksLength { withoutSize += 1 }
    if judgement.verdict.subject.isMostLength { withMostSize += 1 }
    if !judgement.verdict.subject.isFromServer { fromCache.add(bytes: bytes) }
    hosts.add(host)
    if case .url(let url) = judgement.verdict.subject.target { origin.add(url) }
    let play = judgement.play
    let alone = play == nil && judgement.verdict.subject.origin != .har ? replayAlone(judgement) : nil
    for entry in entries {
      switch (entry.finding, entry.hiding) {
      case (let finding?, nil):
        let cost =
          finding.costRemedy.isSome
          ? alone?.saving(of: [PlayedRemedy(play: 0, finding.costRemedy)], after: Self.costSpan) ?? 0 : 0
        add(
          finding, of: judgement.verdict.subject, at: judgement.node, host, fails: entry.fails, cost: cost,
          play: play)
      case (_, .baseline): hiddenByBaseline += 1
      case (_, .accepted): accepted += 1
      case (nil, nil): break
      }
    }
    revisits?.waste(judgement.verdict)
    dayLater?.waste(judgement.verdict)
    let received = judgement.verdict.subject.stored.receivedAt
    addReceived(received, received)
    if let file = judgement.file { addSource(file) }
    let isKeptFromUse = [.downloaded, .notStored].contains(conclusion.kind)
    if let play {
      if isKeptFromUse { rules.append((play, conclusion.deciding.first?.rule)) }
    } else if let alone {
      if isKeptFromUse { rules = [(0, conclusion.deciding.first?.rule)] }
      visit(alone) { _ in isFirstParty ? .own : .others }
    } else if judgement.verdict.subject.origin == .har {
      notPlayed += 1
    }
  }

  /// The replay of a response that is no part of a recording of one browser; nil where no sum depends on it.
  private func replayAlone(_ judgement: borrowing Judgement) -> Replay? {
    let verdict = judgement.verdict
    let isSpared =
      verdict.isConfirmable && [.reused, .confirmed].contains(verdict.conclusion.kind)
      && verdict.subject.stored.head.status == 200
    guard revisits != nil || dayLater != nil || !isSpared else { return nil }
    return Replay(verdict.subject, verdict.context)
  }

  /// Counts what later visits make of a recording that is at its end; `includes` says whose responses count.
  mutating func settle(_ replay: Replay, includes: (TargetURI) -> Bool) {
    var parties: [Int32: Party?] = [:]
    let site = site
    visit(replay) { visited in
      if let known = parties[visited.origin] { return known }
      let isOwn = site?.contains(host: visited.place.host) == true
      let party: Party? = includes(visited.place) ? (isOwn ? .own : .others) : nil
      parties[visited.origin] = .some(party)
      return party
    }
    for place in found.indices { found[place].settle(replay, after: Self.costSpan) }
  }

  private mutating func visit(_ replay: Replay, party: (Replay.Visited) -> Party?) {
    revisits?.play(replay, party: party)
    dayLater?.play(replay, party: party)
    let known = Dictionary(rules.map { ($0.play, $0.rule) }) { first, _ in first }
    rules = []
    replay.visit(after: Self.costSpan) { visited in
      guard visited.outcome.loads, visited.bytes > 0, party(visited) != nil else { return }
      let cost = Cost(url: visited.url, rule: known[Int32(visited.play)] ?? Replay.overdue)
      costs[visited.url, default: cost].tally.add(bytes: visited.bytes)
    }
    dropSmallCosts()
  }

  /// Notes when responses were received.
  mutating func addReceived(_ first: Instant, _ last: Instant) {
    received = (min(received?.first ?? first, first), max(received?.last ?? last, last))
  }

  /// Notes a file that responses were read from; beyond a few, further ones are not named.
  mutating func addSource(_ file: String) {
    guard sources.last != file, sources.count < Self.mostSources, !sources.contains(file) else { return }
    sources.append(file)
  }

  /// Notes the recorder's clock of a log, once.
  mutating func setClock(_ offset: Seconds, of file: String?) {
    if recorderClocks.isEmpty || recorderClocks.last?.file != file {
      recorderClocks.append(RecorderClock(file: file, offset: offset))
    }
  }

  /// Adds the findings of one place.
  mutating func add(_ found: FoundFindings, at place: FindingKey) {
    severities[place.kind.severity, default: 0] += found.tally.count
    keep(found, at: place)
  }

  private mutating func keep(_ found: FoundFindings, at place: FindingKey) {
    let index = index(of: place, example: found.example)
    self.found[index].add(found, detail, &room)
  }

  /// Where the findings of a place are counted.
  private mutating func index(of place: FindingKey, example: @autoclosure () -> String) -> Int {
    if found.isFull(for: place) { foldPlaces() }
    return found.place(of: place, orNew: FoundFindings(place.kind.code, example: example()))
  }

  /// Counts the findings of the last places together, by kind and party, if there are too many places; those of the first
  /// party stand first.
  private mutating func foldPlaces() {
    let rest = found.takeRest { [site] place -> String? in
      guard !ManyHosts.isName(place.host, site) else { return nil }
      let party = site?.contains(host: place.host) == true ? "own" : "third"
      return "\(party) \(place.host) \(place.kind.code.rawValue) \(place.kind.severity.rawValue)"
    }
    for (place, last) in rest {
      room.free(last)
      keep(last, at: FindingKey(kind: place.kind, host: ManyHosts.name(for: place.host, site)))
    }
  }

  /// The findings by kind and host; those of many hosts are together if there are too many places.
  var places: [(key: FindingKey, value: FoundFindings)] {
    var whole = self
    whole.foldPlaces()
    return whole.found.rows
  }

  /// Drops all but the costliest URLs, if there are too many.
  private mutating func dropSmallCosts() {
    guard costs.count > 2 * Self.limit else { return }
    costs = Dictionary(uniqueKeysWithValues: costliest.prefix(Self.limit).map { ($0.url, $0) })
  }

  /// Counts the finding that only the other profile has, for a response that is counted already.
  private mutating func addSecondOpinion(_ judgement: borrowing Judgement) {
    for finding in judgement.verdict.findings where finding.code == .cacheDBStoredAllTheSame {
      let host = judgement.verdict.subject.hostText
      add(finding, of: judgement.verdict.subject, at: judgement.node, host, fails: false)
    }
  }

  private mutating func add(
    _ finding: Finding, of subject: Subject, at node: String?, _ host: String, fails: Bool, cost: Int64 = 0,
    play: Int32? = nil
  ) {
    severities[finding.severity, default: 0] += 1
    let kind = FindingKind(code: finding.code, severity: finding.severity)
    let index = index(of: FindingKey(kind: kind, host: host), example: subject.urlText)
    found[index].add(
      finding, bytes: subject.bodyLength ?? 0, cost: cost, play: play,
      at: Judgement.place(subject.urlText, node), fails: fails, detail, &room)
  }

  private mutating func fail(_ judgement: borrowing Judgement, _ entries: [Judgement.Entry]) {
    // Count a response that fails by both profiles once.
    let response = judgement.verdict.subject.stored
    if judgement.verdict.subject.origin != .cacheDB || response != lastFailed { failed += 1 }
    lastFailed = response
    let failed = entries.compactMap { $0.fails ? $0.check : nil }
    let place = judgement.place
    for check in failed {
      checks.add(check.label, 1, ["\(place): \(check.shortfall.observation.explanation)"])
    }
    guard failures.count < Self.failureLimit else { return }
    failures.append(Failure(name: judgement.name, causes: failed.map(\.sentence)))
  }

  /// Adds the judgements of another part of the run, or of another run.
  mutating func add(_ other: JudgementSummary) {
    Self.shape.add(other, to: &self)
    holdsStatus = holdsStatus || other.holdsStatus
    rules += other.rules
  }

  /// The members of its document, in their order: what a reader knows, and two summaries add up.
  static let shape = JSONShape<Self>(
    sums + parts + lists,
    lack: { _, names in names.contains("version") ? nil : "'version' is missing: it is not a summary" })

  private static let sums: [JSONShape<Self>.Member] = [
    .constant("version", SummaryJSON.version, else: "a summary of another version"),
    .count("count", \.count), .count("failed", \.failed), .flag("gate", \.isGate),
    .count("not_judged", \.notJudged), .count("unmet_patterns", \.unmetPatterns),
    .count("hidden", \.hiddenByBaseline), .count("accepted", \.accepted),
    .count("without_size", \.withoutSize), .count("with_most_size", \.withMostSize),
    .count("not_played", \.notPlayed),
  ]

  private static let parts: [JSONShape<Self>.Member] = [
    .text("site", { $0.site?.name }, { $1.site = $0.map { Site(name: $0) } }),
    .text(
      "origin", { $0.origin.text },
      { text, summary in
        if let target = text.flatMap({ try? TargetURI($0) }) { summary.origin.add(target) }
      }, sums: { $1.origin.add($0.origin) }),
    SummaryJSON.received,
    .texts("sources", { $0.sources }, { $1.addSource($0) }, omitsEmpty: true),
    .object("from_cache", \.fromCache),
    SummaryJSON.outcomes,
    .map("as", \.caches, omitsEmpty: true),
    .list(
      "edges", { $0.edges.sorted }, { $1.edges.add($0) }, sums: { $1.edges.add($0.edges) }, omitsEmpty: true),
    .list(
      "kinds", { $0.kinds.read }, { $1.kinds.add($0) }, sums: { $1.kinds.add($0.kinds) }, omitsEmpty: true),
    SummaryJSON.hosts,
  ]

  private static let lists: [JSONShape<Self>.Member] = [
    .list("findings", { $0.foundRows }, { $1.add($0) }, sums: { $1.addFindings($0) }),
    .list("costs", { $0.costliest }, { $1.costs[$0.url] = $0 }, sums: { $1.addCosts($0.costs) }),
    .list("clocks", \.recorderClocks, omitsEmpty: true),
    .list(
      "revisit", { $0.revisits?.visits }, { $1.revisits.add($0) },
      sums: { other, own in if let visits = other.revisits { own.revisits.add(visits) } }),
    .object("wasted", { $0.revisits?.waste }, { $1.revisits.add($0) }),
    .list(
      "day_later", { $0.dayLater?.visits }, { $1.dayLater.add($0) },
      sums: { other, own in if let visits = other.dayLater { own.dayLater.add(visits) } }),
    .object("day_wasted", { $0.dayLater?.waste }, { $1.dayLater.add($0) }),
    .list(
      "checks", { $0.checks }, { $1.checks.add($0) },
      sums: { other, own in for group in other.checks { own.checks.add(group) } }),
    .list(
      "failures", { $0.failures }, { $1.failures.append($0) },
      sums: { other, own in
        own.failures += other.failures.prefix(max(0, failureLimit - own.failures.count))
      }),
  ]

  private mutating func addFindings(_ other: JudgementSummary) {
    severities.merge(other.severities, uniquingKeysWith: +)
    for (place, found) in other.found.rows { keep(found, at: place) }
  }

  private mutating func addCosts(_ others: [String: Cost]) {
    for (url, cost) in others { costs[url, default: Cost(url: url, rule: cost.rule)].add(cost) }
    dropSmallCosts()
  }

  /// The findings of the first party, and the findings of others, by code and severity.
  ///
  /// Where no first party is known, all findings count as its own.
  var groups: (own: [FindingGroup], others: [FindingGroup]) {
    let parts = Dictionary(grouping: places) { site?.contains(host: $0.key.host) ?? true }
    return (groups(parts[true] ?? []), groups(parts[false] ?? []))
  }

  private func groups(_ places: [(key: FindingKey, value: FoundFindings)]) -> [FindingGroup] {
    Dictionary(grouping: places, by: \.key.kind).map { kind, places in
      let named = places.filter { !ManyHosts.isName($0.key.host, site) }
      return FindingGroup(
        kind, named.map { (host: $0.key.host, found: $0.value) },
        ofMany: places.first { ManyHosts.isName($0.key.host, site) }?.value)
    }.sorted()
  }

  private func isOwn(_ host: String) -> Bool { site?.contains(host: host) == true }

  /// The URLs whose bodies a visit a day later transfers again, the largest first.
  var costliest: [Cost] {
    costs.values.sorted { ($1.tally.bytes, $0.url) < ($0.tally.bytes, $1.url) }
  }

  var total: Row {
    rows.values.reduce(into: Row()) { $0.add($1) }
  }

  /// How many responses each other cache stores, does not store, and may store.
  var cacheRows: [(name: String, counts: [Int])] {
    CacheModel.all.compactMap { cache in
      caches[cache.name].map { (cache.name, [$0.stored, $0.notStored, $0.unknown]) }
    }
  }

  /// Whether there was a response to hold to what was asked for: without its fields, only a check of its status is one.
  var hasJudged: Bool { count > (holdsStatus ? 0 : unknownCount) }

  /// The last line of a gate that had nothing to judge, with the cause: `0 judged: 5 were recorded without any field`.
  private var emptyLine: String {
    var causes: [String] = []
    if unknownCount > 0 {
      causes.append("\(unknownCount) \(unknownCount == 1 ? "was" : "were") recorded without any field")
    }
    if notJudged > 0 { causes.append("\(notJudged) could not be judged") }
    if unmetPatterns > 0 { causes.append("\(unmetPatterns.counted("pattern")) met no subject") }
    return "0 judged: \(causes.isEmpty ? "there was no response" : causes.joined(separator: ", "))"
  }

  /// The last line of a report: `30 judged, 17 failed: 20 errors, 3 warnings`.
  var lastLine: String {
    if isGate, !hasJudged, failed == 0 { return emptyLine }
    var parts = [
      count(of: .error).counted("error"), count(of: .warning).counted("warning"),
    ]
    let hidden = hiddenByBaseline + accepted
    if hidden > 0 {
      let whose = [
        hiddenByBaseline > 0 ? "\(hiddenByBaseline) of the baseline" : nil,
        accepted > 0 ? "\(accepted) accepted" : nil,
      ]
      parts.append(
        "\(hidden.counted("finding")) hidden (\(whose.compactMap(\.self).joined(separator: ", ")))")
    }
    if notJudged > 0 { parts.append("\(notJudged) could not be judged") }
    if unmetPatterns > 0 { parts.append("\(unmetPatterns.counted("pattern")) met no subject") }
    let list = parts.joined(separator: ", ")
    return isGate
      ? "\(count) judged, \(failed) failed: \(list)" : "\(count) judged: \(list); nothing was asked to fail"
  }
}
