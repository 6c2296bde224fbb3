import Foundation

/// Looks again and again whether something holds, until it does.
public enum Waiting {
  /// Waits a minute at most; other tests may hold all other threads meanwhile.
  ///
  /// - Returns: whether it came to hold.
  @discardableResult
  public static func until(_ holds: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<6000 {
      if try holds() { return true }
      usleep(10_000)
    }
    return try holds()
  }

  /// Waits ten minutes at most in a task, which leaves its thread to others.
  ///
  /// - Returns: whether it came to hold.
  @discardableResult
  public static func inTask(until holds: () throws -> Bool) async throws -> Bool {
    for _ in 0..<60_000 {
      if try holds() { return true }
      try await Task.sleep(for: .milliseconds(10))
    }
    return try holds()
  }
}
