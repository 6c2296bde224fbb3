/// The clock of the program that recorded a log, compared with the clocks of the origins in it.
struct RecorderClock: Sendable, Equatable {
  /// By how many seconds most origins are ahead of the recorder; negative where they are behind.
  let offset: Seconds

  /// How many answers from the network are compared.
  static let sampleCount = 1000

  /// The fewest answers by which the clock is judged.
  private static let leastCount = 10

  /// Half of the offsets must be within so many seconds of one of them.
  private static let spread: Seconds = 5

  /// Finds the clock by its readings; nil if there are too few, they do not agree, or the clocks agree.
  init?(_ answers: some Sequence<ClockReading>) {
    let answers = Array(answers.prefix(Self.sampleCount))
    guard answers.count >= Self.leastCount else { return nil }
    let sorted = answers.flatMap(\.offsets).sorted()
    // The offset that most answers have; of several the smallest, since clocks mostly are right.
    var best: ArraySlice<Seconds> = []
    var (start, end) = (0, 0)
    for centre in sorted {
      while sorted[start] < centre.subtractingSaturated(Self.spread) { start += 1 }
      while end < sorted.count, sorted[end] <= centre.addingSaturated(Self.spread) { end += 1 }
      let near = sorted[start..<end]
      if near.count > best.count || near.count == best.count && near.middle.magnitude < best.middle.magnitude
      {
        best = near
      }
    }
    guard 2 * best.count >= answers.count, best.middle != 0 else { return nil }
    offset = best.middle
  }

  /// Whether it is off by more than the rounding of times to seconds can be.
  var isWorthTelling: Bool { offset.magnitude > 1 }
}

/// By how many seconds the origin may have been ahead of the recorder when it answered.
struct ClockReading: Sendable, Equatable {
  /// The offset by Date and Age; and by Date alone, since an edge may keep Date current beside Age.
  let offsets: [Seconds]

  /// The Age, in seconds, beyond which Date alone is a reading of its own.
  private static let leastAge: Seconds = 10

  /// Reads the Date and Age of an answer; the times are the recorder's.
  init(date: Instant, age: Seconds, requestedAt: Instant, receivedAt: Instant) {
    func offset(_ made: Instant) -> Seconds {
      // An answer is made after the request and before its receipt, if the clocks agree.
      let (least, most) = (made - receivedAt, made - requestedAt)
      return least > 0 ? least : most < 0 ? most : 0
    }
    let own = offset(Instant(epoch: date.epoch.addingSaturated(age)))
    offsets = age > Self.leastAge ? [own, offset(date)] : [own]
  }

  init(_ offset: Seconds) { offsets = [offset] }
}

extension ArraySlice<Seconds> {
  /// The median of sorted numbers; 0 if there is none.
  fileprivate var middle: Seconds { isEmpty ? 0 : self[startIndex + count / 2] }
}
