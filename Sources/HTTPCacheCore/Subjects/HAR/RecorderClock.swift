/// The clock of the program that recorded a log, held against the clocks of the origins in it.
struct RecorderClock: Sendable, Equatable {
  /// By how many seconds most origins are ahead of the recorder; negative where they are behind.
  let offset: Seconds

  /// How many answers from the network are compared.
  static let sampleCount = 1000

  /// How many of them there must be.
  private static let leastCount = 10

  /// How near to the median half of them must lie, in seconds.
  private static let spread: Seconds = 5

  /// Finds the clock; nil where there are too few answers, they do not agree, or the clocks differ by no more than usual.
  ///
  /// - Parameter offsets: Date + Age − receipt of each answer, in seconds.
  init?(_ offsets: some Sequence<Seconds>) {
    let sorted = offsets.prefix(Self.sampleCount).sorted()
    guard sorted.count >= Self.leastCount else { return nil }
    let median = sorted[sorted.count / 2]
    let near = sorted.count { $0.subtractingSaturated(median).magnitude <= Self.spread.magnitude }
    guard 2 * near >= sorted.count, median.magnitude > DateFindings.clockTolerance.magnitude else {
      return nil
    }
    offset = median
  }
}
