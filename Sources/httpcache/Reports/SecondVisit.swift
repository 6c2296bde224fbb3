import HTTPCacheCore

/// The requests of a visitor who comes back: answered by the cache, confirmed by the origin, or loaded anew.
struct SecondVisit: Equatable, Sendable {
  /// Counts of requests by their outcome.
  struct Outcome: Equatable, Sendable {
    var cached = Tally()
    var confirmed = Tally()
    var loaded = Tally()

    /// The counts by their names in JSON, in the order of all reports.
    static let members: [(name: StaticString, path: any WritableKeyPath<Self, Tally> & Sendable)] = [
      ("cached", \.cached), ("confirmed", \.confirmed), ("loaded", \.loaded),
    ]

    /// The counts by their names in JSON, in the order of all reports.
    var tallies: [(name: StaticString, tally: Tally)] {
      Self.members.map { ($0.name, self[keyPath: $0.path]) }
    }

    var requests: Int { cached.count + confirmed.count + loaded.count }

    mutating func add(_ other: Outcome) {
      cached.add(other.cached)
      confirmed.add(other.confirmed)
      loaded.add(other.loaded)
    }
  }

  /// The time since the first visit, in seconds.
  let after: Seconds

  /// The requests to the first party, and the requests to others.
  private(set) var own = Outcome()
  private(set) var others = Outcome()

  /// The files that make most of what is loaded anew.
  private(set) var files = CostlyFiles()

  init(after: Seconds) { self.after = after }

  /// The requests to the first party, to others, and all of them, in the order of all reports.
  var parties: [(name: StaticString, outcome: Outcome)] {
    var all = own
    all.add(others)
    return [("own", own), ("others", others), ("all", all)]
  }

  /// Counts a response of the first visit.
  mutating func add(_ verdict: Verdict, isOwn: Bool) {
    let subject = verdict.subject
    let kind =
      subject.request.method == "GET"
      ? verdict.conclusion(at: subject.stored.receivedAt + after).kind : .notStored
    let bytes = subject.bodyLength ?? 0
    var outcome = Outcome()
    switch SummaryOutcome(kind, of: subject) {
    case .conclusion(.reused), .conclusion(.part): outcome.cached.add(bytes: bytes)
    case .conclusion(.confirmed), .conclusion(.confirmation): outcome.confirmed.add(bytes: bytes)
    case .conclusion(.downloaded), .conclusion(.notStored), .conclusion(.unknown), .error:
      outcome.loaded.add(bytes: bytes)
    }
    if outcome.loaded.count > 0 { files.add(subject.urlText, bytes: bytes) }
    if isOwn { own.add(outcome) } else { others.add(outcome) }
  }

  /// Counts requests of the first party, and of others; `files` make most of what they load anew.
  mutating func add(own: Outcome, others: Outcome, _ files: CostlyFiles) {
    self.own.add(own)
    self.others.add(others)
    self.files.add(files)
  }

  mutating func add(_ other: SecondVisit) { add(own: other.own, others: other.others, other.files) }
}

/// The second visits of a recording, and the bytes that short lifetimes waste.
struct SecondVisits: Sendable {
  private(set) var visits: [SecondVisit]

  /// The responses of which short lifetimes waste something, and how many bytes of them.
  private(set) var wasted = Tally()

  /// The files that make most of these bytes.
  private(set) var wastedFiles = CostlyFiles()

  /// Whether there was a request to another party than the first.
  var hasOthers: Bool { visits.contains { $0.others != SecondVisit.Outcome() } }

  init(after spans: [Seconds]) { visits = spans.map { SecondVisit(after: $0) } }

  /// Counts a response of the first visit.
  mutating func add(_ verdict: Verdict, isOwn: Bool) {
    for index in visits.indices { visits[index].add(verdict, isOwn: isOwn) }
    guard let bytes = verdict.wastedBytes.map({ Int64(saturating: $0.rounded()) }), bytes > 0 else { return }
    wasted.add(bytes: bytes)
    wastedFiles.add(verdict.subject.urlText, bytes: bytes)
  }

  /// Adds the counts of other responses: each time's to those of the same time.
  mutating func add(_ other: SecondVisits) {
    for (index, visit) in other.visits.enumerated() {
      if visits.indices.contains(index), visits[index].after == visit.after {
        visits[index].add(visit)
      } else {
        add(visit)
      }
    }
    waste(other.wasted)
    waste(other.wastedFiles)
  }

  /// Adds the counts for one time.
  mutating func add(_ visit: SecondVisit) {
    if let index = visits.firstIndex(where: { $0.after == visit.after }) {
      visits[index].add(visit)
    } else {
      visits.append(visit)
    }
  }

  /// Adds responses of which short lifetimes waste something.
  mutating func waste(_ tally: Tally) { wasted.add(tally) }

  /// Adds the files that make most of what is wasted.
  mutating func waste(_ files: CostlyFiles) { wastedFiles.add(files) }
}

extension SecondVisits? {
  /// Adds the counts of other responses.
  mutating func add(_ other: SecondVisits) {
    if self == nil { self = SecondVisits(after: []) }
    self?.add(other)
  }
}
