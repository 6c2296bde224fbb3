/// The clock of the program that recorded a log, compared with the clocks of the origins in it.
struct RecorderClock: Sendable, Equatable {
  /// By how many seconds most origins are ahead of the recorder; negative if they are behind.
  let offset: Seconds

  /// The most responses from the network that are compared.
  static let sampleCount = 1000

  /// The fewest responses by which the clock is judged.
  private static let leastCount = 10

  /// At least half of the offsets must lie within this many seconds of one of them.
  private static let spread: Seconds = 5

  /// Finds the clock by its readings; nil if there are too few, they do not agree, or the clocks agree.
  init?(_ answers: some Sequence<ClockReading>) {
    let answers = Array(answers.prefix(Self.sampleCount))
    guard answers.count >= Self.leastCount else { return nil }
    let sorted = answers.flatMap(\.offsets).sorted()
    // The offset of most responses; of several such offsets the smallest, since most clocks are right.
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

  /// Whether the clock is off by more than times can differ by rounding to seconds.
  var isWorthTelling: Bool { offset.magnitude > 1 }
}

/// By how many seconds the origin may have been ahead of the recorder when it answered.
struct ClockReading: Sendable, Equatable {
  /// The offset by Date and Age, and the offset by Date alone, since an edge may update Date although it sends Age.
  let offsets: [Seconds]

  /// The Age, in seconds, beyond which the offset by Date alone is added.
  private static let leastAge: Seconds = 10

  /// Compares the Date and Age of a response with the recorder's times.
  init(date: Instant, age: Seconds, requestedAt: Instant, receivedAt: Instant) {
    func offset(_ made: Instant) -> Seconds {
      // If the clocks agree, a response is generated between request and receipt.
      let (least, most) = (made - receivedAt, made - requestedAt)
      return least > 0 ? least : most < 0 ? most : 0
    }
    let own = offset(Instant(epoch: date.epoch.addingSaturated(age)))
    offsets = age > Self.leastAge ? [own, offset(date)] : [own]
  }
}

extension ArraySlice<Seconds> {
  /// The median of sorted numbers; 0 if there is none.
  fileprivate var middle: Seconds { isEmpty ? 0 : self[startIndex + count / 2] }
}
