import CSpawn
import Foundation

/// A program that a test has started; nothing else in the tests starts one.
///
/// Foundation's `Process` lists all descriptors of this process at each launch, and reads beyond its buffer when there
/// are many.
public final class ChildProcess: Sendable {
  /// The number by which signals reach it.
  public let identifier: Int32
  /// The exit code once it has ended and the system was asked for it.
  private let ended = Guarded<Int32?>(nil)

  /// What a sanitizer was told for the tests is told to the programs that they start: these were built with it, too.
  private static let sanitizerOptions = ProcessInfo.processInfo.environment.filter {
    ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"].contains($0.key)
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: its path, and what it is given.
  ///   - environment: its variables, besides those that a sanitizer reads.
  ///   - directory: where it runs.
  ///   - descriptors: its stdin, stdout and stderr, which stay open here.
  /// - Throws: where it can't be started.
  public init(
    _ arguments: [String], environment: [String: String], directory: String, descriptors: [Int32]
  ) throws {
    let words = arguments.map { strdup($0) } + [nil]
    let variables =
      Self.sanitizerOptions.merging(environment) { $1 }.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var started: pid_t = 0
    let failure = spawn_program(words, variables, directory, descriptors, &started)
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
    identifier = started
  }

  /// Sends it a signal, unless it has ended.
  ///
  /// - Parameter signal: which.
  public func send(_ signal: Int32) {
    ended.use { ended in if ended == nil { kill(identifier, signal) } }
  }

  /// Whether it has not ended.
  public var isRunning: Bool { code(options: WNOHANG) == nil }

  /// Waits for its end.
  ///
  /// - Returns: the exit code; the signal's number and 128 where one ended it.
  public func waitUntilExit() -> Int32 {
    // Nothing may wait inside the lock: another thread sends the signal that ends the program.
    var information = siginfo_t()
    while ended.use({ $0 }) == nil, waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0,
      errno == EINTR
    {}
    return code(options: 0) ?? -1
  }

  private func code(options: Int32) -> Int32? {
    ended.use { ended in
      guard ended == nil else { return ended }
      var status: Int32 = 0
      guard waitpid(identifier, &status, options) == identifier else { return nil }
      let signal = status & 0x7F
      ended = signal == 0 ? status >> 8 & 0xFF : 128 + signal
      return ended
    }
  }

  deinit {
    guard isRunning else { return }
    send(SIGKILL)
    _ = waitUntilExit()
  }
}
