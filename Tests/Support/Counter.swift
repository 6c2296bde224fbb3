/// Counts calls from any thread.
public final class Counter: Sendable {
  private let count = Guarded(0)

  /// Makes a counter that stands at 0.
  public init() {}

  /// Counts one more.
  ///
  /// - Returns: how many there are with it.
  public func next() -> Int {
    count.use { count in
      count += 1
      return count
    }
  }
}
