import HTTPCacheCore

/// The requests of a visitor who comes back, as `Replay` plays them: answered by the cache, confirmed by the origin, or loaded
/// anew.
struct LaterVisit: Equatable, JSONShaped {
  /// Counts of requests by their outcome.
  struct Outcome: Equatable, JSONShaped {
    var cached = Tally()
    var confirmed = Tally()
    var loaded = Tally()

    /// The counts by their names in JSON, in the order of all reports.
    static let members: [(name: StaticString, path: any WritableKeyPath<Self, Tally> & Sendable)] = [
      ("cached", \.cached), ("confirmed", \.confirmed), ("loaded", \.loaded),
    ]

    static let shape = JSONShape<Self>(members.map { .object($0.name, $0.path) })

    /// The counts by their names in JSON, in the order of all reports.
    var tallies: [(name: StaticString, tally: Tally)] {
      Self.members.map { ($0.name, self[keyPath: $0.path]) }
    }

    var requests: Int { cached.count + confirmed.count + loaded.count }
  }

  /// The time since the first visit, in seconds.
  private(set) var after: Seconds = 0

  /// The requests to the first party, and the requests to others.
  private(set) var own = Outcome()
  private(set) var others = Outcome()

  /// The files that make most of what is loaded anew.
  private(set) var files = CostlyFiles()

  static let shape = JSONShape<Self>([
    .number("after", \.after), .object("own", \.own), .object("others", \.others),
    .list("files", { $0.files.files }, { $1.files.add($0.url, bytes: $0.bytes) }, omitsEmpty: true),
  ])

  init() {}

  init(after: Seconds) { self.after = after }

  /// The requests to the first party, to others, and all of them, in the order of all reports.
  var parties: [(name: StaticString, outcome: Outcome)] {
    var all = own
    all.add(others)
    return [("own", own), ("others", others), ("all", all)]
  }

  /// Counts a request of the visit.
  mutating func add(_ visited: Replay.Visited, isOwn: Bool) {
    var outcome = Outcome()
    switch visited.outcome {
    case .cached: outcome.cached.add(bytes: visited.bytes)
    case .confirmed, .refreshed(isConfirmed: true): outcome.confirmed.add(bytes: visited.bytes)
    case .loaded, .refreshed(isConfirmed: false): outcome.loaded.add(bytes: visited.bytes)
    }
    if outcome.loaded.count > 0 { files.add(visited.url, bytes: visited.bytes) }
    if isOwn { own.add(outcome) } else { others.add(outcome) }
  }

  /// Counts requests of the first party, and of others; `files` make most of what they load anew.
  mutating func add(own: Outcome, others: Outcome, _ files: CostlyFiles) {
    self.own.add(own)
    self.others.add(others)
    self.files.add(files)
  }

  mutating func add(_ other: LaterVisit) { add(own: other.own, others: other.others, other.files) }
}

/// The later visits of a recording, and the bytes that short lifetimes waste.
struct LaterVisits: Sendable {
  private(set) var visits: [LaterVisit]

  /// The responses of which short lifetimes waste something, and how many bytes of them.
  private(set) var wasted = Tally()

  /// The files that make most of these bytes.
  private(set) var wastedFiles = CostlyFiles()

  /// Whether there was a request to another party than the first.
  var hasOthers: Bool { visits.contains { $0.others != LaterVisit.Outcome() } }

  init(after spans: [Seconds]) { visits = spans.map { LaterVisit(after: $0) } }

  /// Counts what short lifetimes waste of a response.
  mutating func waste(_ verdict: Verdict) {
    guard let bytes = verdict.wastedBytes.map({ Int64(saturating: $0.rounded()) }), bytes > 0 else { return }
    wasted.add(bytes: bytes)
    wastedFiles.add(verdict.subject.urlText, bytes: bytes)
  }

  /// Plays each visit; `party` says whose an origin is, nil for one that does not count.
  mutating func play(_ replay: Replay, party: (Replay.Visited) -> JudgementSummary.Party?) {
    for index in visits.indices {
      replay.visit(after: visits[index].after) { visited in
        if let party = party(visited) { visits[index].add(visited, isOwn: party == .own) }
      }
    }
  }

  /// Adds the counts of other responses: each time's to those of the same time.
  mutating func add(_ other: LaterVisits) {
    for (index, visit) in other.visits.enumerated() {
      if visits.indices.contains(index), visits[index].after == visit.after {
        visits[index].add(visit)
      } else {
        add(visit)
      }
    }
    add(other.waste)
  }

  /// Adds the counts for one time.
  mutating func add(_ visit: LaterVisit) {
    if let index = visits.firstIndex(where: { $0.after == visit.after }) {
      visits[index].add(visit)
    } else {
      visits.append(visit)
    }
  }

  /// What short lifetimes waste, as a document has it.
  struct Waste: JSONShaped {
    var tally = Tally()
    var files = CostlyFiles()

    static let shape = JSONShape<Self>([
      .beside(\.tally),
      .list("files", { $0.files.files }, { $1.files.add($0.url, bytes: $0.bytes) }, omitsEmpty: true),
    ])
  }

  var waste: Waste { Waste(tally: wasted, files: wastedFiles) }

  mutating func add(_ waste: Waste) {
    wasted.add(waste.tally)
    wastedFiles.add(waste.files)
  }
}

extension LaterVisits? {
  /// Adds the counts of other responses.
  mutating func add(_ other: LaterVisits) {
    if self == nil { self = LaterVisits(after: []) }
    self?.add(other)
  }

  /// Adds the counts for one time.
  mutating func add(_ visit: LaterVisit) {
    if self == nil { self = LaterVisits(after: []) }
    self?.add(visit)
  }

  mutating func add(_ waste: LaterVisits.Waste) {
    if self == nil { self = LaterVisits(after: []) }
    self?.add(waste)
  }
}
