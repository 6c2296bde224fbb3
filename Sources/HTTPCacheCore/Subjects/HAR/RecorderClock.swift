/// The clock of the program that recorded a log, compared with the clocks of the origins in it.
struct RecorderClock: Sendable, Equatable {
  /// By how many seconds the origins are ahead of the recorder; negative if they are behind.
  let offset: Seconds

  /// The most responses from the network that are compared.
  static let sampleCount = 1000

  /// The fewest responses by which the clock is judged.
  private static let leastCount = 10

  /// How many seconds the offsets of responses that agree may lie apart.
  private static let spread: Seconds = 5

  /// The fewest responses that must agree, and the part of all responses that they must be at least.
  private static let (leastAgreed, leastShare) = (3, 10)

  /// How far the clocks of a recorder and of the world may drift apart unset; older copies lie further back.
  private static let drift: Seconds = 60

  /// Finds the clock by its readings; nil if there are too few, they do not agree, or the clocks agree.
  ///
  /// A copy makes a Date older, never newer (RFC 9111 §4.2.3). So the newest Dates on which several hosts agree tell the
  /// clock, and two Dates that agree with the recorder to the second prove it right.
  init?(_ answers: some Sequence<ClockReading>) {
    let answers = answers.prefix(Self.sampleCount).filter { $0.duration <= Self.spread }
    guard answers.count >= Self.leastCount, answers.count(where: \.isExact) < 2 else { return nil }
    guard let agreed = Self.newest(answers) ?? Self.mostFrequent(answers), agreed.middle != 0 else {
      return nil
    }
    offset = agreed.middle
  }

  /// Whether the clock is off by more than times can differ by rounding to seconds.
  var isWorthTelling: Bool { offset.magnitude > 1 }

  /// An offset, and the host whose answer gave it.
  private typealias Vote = (offset: Seconds, host: String)

  /// The offsets by the newest Dates on which several hosts agree; nil if none do.
  private static func newest(_ answers: [ClockReading]) -> [Seconds]? {
    let least = max(leastAgreed, answers.count / leastShare)
    let agreed = windows(answers.map { (offset: $0.byDate, host: $0.host) }).filter {
      $0.count >= least && Set($0.map(\.host)).count > 1
    }
    // Where most agree within the drift of a clock, a few newer ones are of origins that are ahead.
    let usual = agreed.first {
      2 * $0.count > answers.count && $0.allSatisfy { $0.offset.magnitude <= drift.magnitude }
    }
    return (usual ?? agreed.first)?.map(\.offset)
  }

  /// The offsets by Age and Date on which at least half of the answers, and several hosts, agree; nil if none do.
  ///
  /// The answers of edges need it: only their Ages tell when they were made.
  private static func mostFrequent(_ answers: [ClockReading]) -> [Seconds]? {
    windows(answers.map { (offset: $0.byAge, host: $0.host) }).filter { Set($0.map(\.host)).count > 1 }
      .max { $0.count < $1.count }.flatMap { 2 * $0.count >= answers.count ? $0.map(\.offset) : nil }
  }

  /// For each offset, the newest first, the votes that lie at most the spread below it.
  private static func windows(_ votes: [Vote]) -> [ArraySlice<Vote>] {
    let sorted = votes.sorted { $0.offset > $1.offset }
    var (windows, end): ([ArraySlice<Vote>], Int) = ([], 0)
    for (start, vote) in sorted.enumerated() where start == 0 || sorted[start - 1].offset != vote.offset {
      while end < sorted.count, sorted[end].offset >= vote.offset.subtractingSaturated(spread) { end += 1 }
      windows.append(sorted[start..<end])
    }
    return windows
  }
}

/// By how many seconds an origin may have been ahead of the recorder when it answered.
struct ClockReading: Sendable, Equatable {
  /// The host that answered, in lower case.
  let host: String

  /// The offset by Date alone, and by Date and Age: an edge may update Date although it sends Age.
  let byDate, byAge: Seconds

  /// The least and the most offset with which the answer, by Date and Age, was made within the exchange.
  let possible: ClosedRange<Seconds>

  /// How long the exchange took, in seconds: an answer was made at some time within it.
  let duration: Seconds

  /// Compares the Date and Age of a response with the recorder's times.
  init(host: String, date: Instant, age: Seconds, requestedAt: Instant, receivedAt: Instant) {
    func offset(_ made: Instant) -> Seconds {
      // If the clocks agree, a response is generated between request and receipt.
      let (least, most) = (made - receivedAt, made - requestedAt)
      return least > 0 ? least : most < 0 ? most : 0
    }
    self.host = host
    byDate = offset(date)
    let made = Instant(epoch: date.epoch.addingSaturated(age))
    byAge = offset(made)
    possible = min(made - receivedAt, made - requestedAt)...max(made - receivedAt, made - requestedAt)
    duration = max(0, receivedAt - requestedAt)
  }

  /// Whether it agrees with the recorder to the second.
  var isExact: Bool { byDate == 0 || byAge == 0 }
}

/// The origins whose answers in a log are all equally off: two clocks differ, since no cache makes all URLs equally old
/// (RFC 9111 §4.2.3).
struct OriginClocks: Sendable, Equatable {
  /// By how many seconds each of these hosts is ahead of the recorder; negative if it is behind.
  private var offsets: [String: Seconds] = [:]

  /// The fewest answers that tell it.
  private static let leastCount = 3

  init() {}

  /// Finds them by the readings of a log; an origin whose clock is that of `recorder` is none of them.
  init(_ readings: some Sequence<ClockReading>, beside recorder: RecorderClock?) {
    var hosts: [String: (count: Int, low: Seconds, high: Seconds)] = [:]
    for reading in readings {
      let (low, high) = (reading.possible.lowerBound, reading.possible.upperBound)
      let known = hosts[reading.host] ?? (0, low, high)
      hosts[reading.host] = (known.count + 1, max(known.low, low), min(known.high, high))
    }
    for (host, found) in hosts where found.count >= Self.leastCount {
      // Times are written in whole seconds, so that equal offsets lie up to one apart.
      guard found.low.subtractingSaturated(found.high) <= 1 else { continue }
      let common = min(found.low, found.high)...max(found.low, found.high)
      guard !common.contains(0) else { continue }
      let offset = common.lowerBound > 0 ? common.lowerBound : common.upperBound
      let difference = offset.subtractingSaturated(recorder?.offset ?? 0).magnitude
      if difference > UInt64(DateFindings.clockTolerance) { offsets[host] = offset }
    }
  }

  /// By how many seconds a host is ahead of the recorder; nil if its clock is like others.
  func offset(of host: String) -> Seconds? { offsets[host] }

  /// Notes the entry that tells of each offset, the first one: several names of one server have one clock.
  func markFirst(in entries: inout [HAREntry]) {
    var told: [Seconds] = []
    guard !offsets.isEmpty else { return }
    for index in entries.indices {
      guard let host = entries[index].clockReading?.host, let offset = offsets[host],
        !told.contains(where: { $0.subtractingSaturated(offset).magnitude <= 1 })
      else { continue }
      told.append(offset)
      entries[index].tellsOfOrigin = true
    }
  }
}

extension [Seconds] {
  /// The median of sorted numbers; 0 if there is none.
  fileprivate var middle: Seconds { isEmpty ? 0 : self[count / 2] }
}
