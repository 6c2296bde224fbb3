import Foundation

/// The built `httpcache`, with a cache of its own: run it, and look at what it did.
public final class Executable: Sendable {
  /// What a run left.
  public struct Run: Sendable {
    /// The exit code; the signal's number and 128 where one ended it.
    public let code: Int32
    /// The bytes on stdout.
    public let output: [UInt8]
    /// The text on stderr.
    public let errors: String

    /// stdout as text.
    public var text: String { String(decoding: output, as: UTF8.self) }

    /// Each line of stdout as a JSON object.
    public var objects: [[String: Any]] {
      get throws {
        try text.split(separator: "\n").map { line in
          try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        }
      }
    }

    /// The only line of stdout as a JSON object.
    public var object: [String: Any] { get throws { try objects.first ?? [:] } }
  }

  /// The cache, and room for files.
  public let directory: TemporaryDirectory

  /// The path of the program.
  public let program: String

  /// Finds the program beside the tests: in `.build/debug`, or where `$HTTPCACHE_TEST_BUILD` says.
  ///
  /// - Throws: where there is no place for files.
  public init() throws {
    directory = try TemporaryDirectory()
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let build = ProcessInfo.processInfo.environment["HTTPCACHE_TEST_BUILD"] ?? ".build/debug"
    program = root.appendingPathComponent("\(build)/httpcache").path
  }

  /// The directory of the cache.
  public var cache: String { directory.file("cache") }

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: without the program's name.
  ///   - input: what it reads on stdin.
  ///   - environment: variables besides `HTTPCACHE_DIR`.
  /// - Returns: what it left.
  /// - Throws: where it can't be started.
  public func callAsFunction(
    _ arguments: String..., input: String = "", environment: [String: String] = [:]
  ) throws -> Run {
    try run(arguments, input: input, environment: environment)
  }

  /// Runs the program to its end.
  ///
  /// - Parameters:
  ///   - arguments: without the program's name.
  ///   - input: what it reads on stdin.
  ///   - environment: variables besides `HTTPCACHE_DIR`.
  /// - Returns: what it left.
  /// - Throws: where it can't be started.
  public func run(_ arguments: [String], input: String = "", environment: [String: String] = [:]) throws
    -> Run
  {
    let name = directory.file("in-\(UUID().uuidString)")
    try Data(input.utf8).write(to: URL(fileURLWithPath: name))
    var variables = ["HTTPCACHE_DIR": cache, "PATH": "/usr/bin:/bin", "HOME": directory.path]
    variables.merge(environment) { $1 }
    return try Self.run(
      [program] + arguments, input: FileHandle(forReadingAtPath: name), environment: variables,
      directory: directory)
  }

  /// Runs the program, and kills it after a while, wherever it is then.
  ///
  /// - Parameters:
  ///   - arguments: without the program's name.
  ///   - milliseconds: how long it may run.
  ///   - signal: what it is sent.
  /// - Returns: what it left.
  /// - Throws: where it can't be started.
  public func run(
    _ arguments: [String], killedAfter milliseconds: Int, by signal: Int32
  ) throws -> Run {
    try Self.run(
      [program] + arguments, input: FileHandle.nullDevice,
      environment: ["HTTPCACHE_DIR": cache, "PATH": "/usr/bin:/bin", "HOME": directory.path],
      directory: directory, by: signal
    ) { usleep(UInt32(milliseconds) * 1000) }
  }

  /// Runs the program, and sends it a signal once something has come about, or after a minute.
  ///
  /// - Parameters:
  ///   - arguments: without the program's name.
  ///   - signal: what it is sent.
  ///   - isReady: asked again and again.
  /// - Returns: what it left.
  /// - Throws: where it can't be started.
  public func run(_ arguments: [String], by signal: Int32, once isReady: @escaping () -> Bool) throws -> Run {
    try Self.run(
      [program] + arguments, input: FileHandle.nullDevice,
      environment: ["HTTPCACHE_DIR": cache, "PATH": "/usr/bin:/bin", "HOME": directory.path],
      directory: directory, by: signal
    ) {
      for _ in 0..<6000 {
        if isReady() { return }
        usleep(10_000)
      }
    }
  }

  /// Runs another program to its end.
  ///
  /// - Parameters:
  ///   - arguments: its name, and what it is given.
  ///   - environment: variables besides `PATH`.
  /// - Returns: what it left.
  /// - Throws: where it can't be started.
  public static func command(_ arguments: String..., environment: [String: String] = [:]) throws -> Run {
    try command(arguments: arguments, environment: environment)
  }

  /// Runs another program to its end.
  ///
  /// - Parameters:
  ///   - arguments: its name, and what it is given.
  ///   - environment: variables besides `PATH`.
  /// - Returns: what it left.
  /// - Throws: where it can't be started.
  public static func command(arguments: [String], environment: [String: String] = [:]) throws -> Run {
    let path = "/usr/local/sbin:/usr/sbin:/usr/local/bin:/usr/bin:/bin:/sbin"
    return try run(
      ["/usr/bin/env"] + arguments, input: FileHandle.nullDevice,
      environment: environment.merging(["PATH": path]) { $1 }, directory: try TemporaryDirectory())
  }

  /// Runs another program to its end without blocking the thread of the test.
  ///
  /// All tests share one thread a processor. A program that sleeps for seconds, such as one that waits until responses
  /// are stale, must not hold one of them.
  ///
  /// - Parameter arguments: its name, and what it is given.
  /// - Returns: what it left.
  /// - Throws: where it can't be started.
  public static func waiting(forCommand arguments: String...) async throws -> Run {
    try await withCheckedThrowingContinuation { continuation in
      waiters.addOperation { continuation.resume(with: Result { try command(arguments: arguments) }) }
    }
  }

  private static let waiters: OperationQueue = {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 4
    return queue
  }()

  /// What a sanitizer was told for the tests is told to the programs that they start: these were built with it, too.
  public static let sanitizerOptions = ProcessInfo.processInfo.environment.filter {
    ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"].contains($0.key)
  }

  /// Output goes to files, so that a program that says much on both streams is never held up.
  private static func run(
    _ arguments: [String], input: FileHandle?, environment: [String: String], directory: TemporaryDirectory,
    by signal: Int32 = SIGKILL, after wait: (() -> Void)? = nil
  ) throws -> Run {
    let names = ["out", "err"].map { directory.file("\($0)-\(UUID().uuidString)") }
    for name in names { try Data().write(to: URL(fileURLWithPath: name)) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: arguments[0])
    process.arguments = Array(arguments.dropFirst())
    process.currentDirectoryURL = URL(fileURLWithPath: directory.path)
    process.environment = sanitizerOptions.merging(environment) { $1 }
    process.standardOutput = FileHandle(forWritingAtPath: names[0])
    process.standardError = FileHandle(forWritingAtPath: names[1])
    process.standardInput = input
    // A thread that runs tests blocks signals, and what it starts would inherit that.
    var (none, usual) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &usual)
    defer { pthread_sigmask(SIG_SETMASK, &usual, nil) }
    try process.run()
    if let wait {
      wait()
      kill(process.processIdentifier, signal)
    }
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    let output = try Data(contentsOf: URL(fileURLWithPath: names[0]))
    let errors = try Data(contentsOf: URL(fileURLWithPath: names[1]))
    return Run(
      code: process.terminationStatus + (isSignal ? 128 : 0), output: [UInt8](output),
      errors: String(decoding: errors, as: UTF8.self))
  }
}
