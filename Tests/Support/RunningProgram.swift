import Foundation

/// The built program while it runs: nobody reads its stdout, and nothing comes on its stdin, until the test does it.
public final class RunningProgram {
  private let process = Process()
  private let (input, output, errors) = (Pipe(), Pipe(), Pipe())

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - executable: says which, and where its cache is.
  ///   - arguments: without the program's name.
  ///   - environment: variables besides `HTTPCACHE_DIR`.
  /// - Throws: where it can't be started.
  public init(_ executable: Executable, _ arguments: [String], environment: [String: String] = [:]) throws {
    process.executableURL = URL(fileURLWithPath: executable.program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: executable.directory.path)
    process.environment = Executable.sanitizerOptions.merging([
      "HTTPCACHE_DIR": executable.cache, "PATH": "/usr/bin:/bin", "HOME": executable.directory.path,
    ]) { $1 }.merging(environment) { $1 }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    // A thread that runs tests blocks signals, and what it starts would inherit that.
    var (none, usual) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &usual)
    defer { pthread_sigmask(SIG_SETMASK, &usual, nil) }
    try process.run()
  }

  /// How it ended.
  public struct End: Sendable, Equatable {
    /// The exit code; the signal's number and 128 where one ended it.
    public let code: Int32
    /// What it said on stderr.
    public let errors: String

    /// Whether a signal ended it, without a word.
    ///
    /// - Parameter signal: which.
    /// - Returns: true where it did.
    public func isQuiet(by signal: Int32) -> Bool { code == 128 + signal && errors.isEmpty }
  }

  /// Whether it has not ended.
  public var isRunning: Bool { process.isRunning }

  /// Sends a signal, and waits for the end.
  ///
  /// - Parameters:
  ///   - signal: what is sent; nil where it should end by itself.
  ///   - limit: seconds after which it counts as stuck, and is killed; many more than it may take on a machine that has
  ///     nothing else to do.
  /// - Returns: nil where it was stuck.
  public func end(by signal: Int32? = nil, within limit: Double = 20) -> End? {
    if let signal { kill(process.processIdentifier, signal) }
    let deadline = Date(timeIntervalSinceNow: limit)
    while process.isRunning, Date() < deadline { usleep(10_000) }
    guard !process.isRunning else {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      return nil
    }
    let isSignal = process.terminationReason == .uncaughtSignal
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    return End(
      code: process.terminationStatus + (isSignal ? 128 : 0), errors: String(decoding: said, as: UTF8.self))
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
}
