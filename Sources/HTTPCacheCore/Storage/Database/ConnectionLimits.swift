import CSQLite
import CSystem

/// Decides how long a connection waits for another process's lock and how long it may work; for one thread at a time.
///
/// SQLite calls this object regularly, so that a process that was told to end stops waiting for a lock or reading a
/// database.
final class ConnectionLimits {
  var busyMilliseconds: Int32

  private let isInterrupted: (@Sendable () -> Bool)?
  private var waited: Int32 = 0
  /// How long writing may take after an interruption, in milliseconds: enough to store the received part of a
  /// response.
  private var graceMilliseconds: Int32 = 250
  private var graceSteps = 10
  /// How many steps of work are left before reading a file is given up; nil for no bound.
  var stepsLeft: Int?

  /// The waits between attempts, in milliseconds: short at first, and never so long that an interruption goes
  /// unnoticed.
  private static let naps: [Int32] = [1, 2, 5, 10, 15, 20, 25]
  /// How many operations SQLite does between two looks at the interruption: some milliseconds of work.
  private static let stepLength: Int32 = 100_000

  /// Makes limits; `isInterrupted` says whether the process was told to end, and `steps` is nil for any amount of work.
  init(busyMilliseconds: Int32, isInterrupted: (@Sendable () -> Bool)?, steps: Int? = nil) {
    self.busyMilliseconds = busyMilliseconds
    self.isInterrupted = isInterrupted
    stepsLeft = steps
  }

  /// Has SQLite call this object, which must live as long as the connection.
  func install(on handle: OpaquePointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_busy_handler(
      handle,
      { context, count in ConnectionLimits.of(context)?.waitsForLock(attempt: count) == true ? 1 : 0 },
      context)
    guard isInterrupted != nil || stepsLeft != nil else { return }
    sqlite3_progress_handler(
      handle, Self.stepLength, { context in ConnectionLimits.of(context)?.mayContinue() == false ? 1 : 0 },
      context)
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> ConnectionLimits? {
    context.map { Unmanaged<ConnectionLimits>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Waits a little for a lock, for the `count`-th time; returns false to give the lock up.
  func waitsForLock(attempt count: Int32) -> Bool {
    if count == 0 { waited = 0 }
    var nap = min(Self.naps[min(Int(max(0, count)), Self.naps.count - 1)], busyMilliseconds - waited)
    if isInterrupted?() ?? false {
      nap = min(nap, graceMilliseconds)
      graceMilliseconds -= max(0, nap)
    }
    guard nap > 0 else { return false }
    usleep(UInt32(nap) * 1000)
    waited += nap
    return true
  }

  /// Whether long work may continue.
  private func mayContinue() -> Bool {
    if let steps = stepsLeft {
      stepsLeft = steps - 1
      guard steps > 1 else { return false }
    }
    guard isInterrupted?() ?? false else { return true }
    graceSteps -= 1
    return graceSteps > 0
  }
}
