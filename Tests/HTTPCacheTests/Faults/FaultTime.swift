import Foundation

/// How long each of the fault tests that go on as long as they are let takes.
enum FaultTime {
  /// `$FAULT_SECONDS`; 2 unless told.
  static let seconds = ProcessInfo.processInfo.environment["FAULT_SECONDS"].flatMap { Double($0) } ?? 2

  /// Does something again and again until the time is over, and gives how often.
  static func rounds(_ body: (Int) throws -> Void) throws -> Int {
    let end = Date().addingTimeInterval(seconds)
    var round = 0
    repeat {
      try body(round)
      round += 1
    } while Date() < end
    return round
  }
}
