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

    /// A run that left this.
    ///
    /// - Parameters:
    ///   - code: the exit code.
    ///   - output: the bytes on stdout.
    ///   - errors: the text on stderr.
    public init(code: Int32, output: [UInt8], errors: String) {
      (self.code, self.output, self.errors) = (code, output, errors)
    }

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

  /// The variables that the program has unless a test gives it others.
  public var environment: [String: String] {
    ["HTTPCACHE_DIR": cache, "PATH": "/usr/bin:/bin", "HOME": directory.path]
  }

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
    try Self.run(
      [program] + arguments, input: input, environment: self.environment.merging(environment) { $1 },
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
    try Self.run([program] + arguments, environment: environment, directory: directory, by: signal) {
      usleep(UInt32(milliseconds) * 1000)
    }
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
    try Self.run([program] + arguments, environment: environment, directory: directory, by: signal) {
      Waiting.until(isReady)
    }
  }

  /// Where programs are that are no part of the tests.
  static let commandPath = "/usr/local/sbin:/usr/sbin:/usr/local/bin:/usr/bin:/bin:/sbin"

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
    try run(
      ["/usr/bin/env"] + arguments, environment: environment.merging(["PATH": commandPath]) { $1 },
      directory: try TemporaryDirectory())
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

  /// Input and output are files, so that a program that says much on both streams is never held up.
  private static func run(
    _ arguments: [String], input: String = "", environment: [String: String], directory: TemporaryDirectory,
    by signal: Int32 = SIGKILL, after wait: (() -> Void)? = nil
  ) throws -> Run {
    let files = try (0..<3).map { _ in try NamelessFile() }
    try files[0].write(input)
    let process = try ChildProcess(
      arguments, environment: environment, directory: directory.path, descriptors: files.map(\.descriptor))
    if let wait {
      wait()
      process.send(signal)
    }
    let code = process.waitUntilExit()
    return Run(
      code: code, output: try files[1].contents(),
      errors: String(decoding: try files[2].contents(), as: UTF8.self))
  }
}

/// A file without a name, which is gone when nothing has it open.
private final class NamelessFile {
  let descriptor: Int32

  init() throws {
    var name = Array("/tmp/httpcache-XXXXXX".utf8CString)
    descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    unlink(name)
  }

  /// Writes a text, which is read from its beginning.
  func write(_ text: String) throws {
    guard !text.isEmpty else { return }
    try FileHandle(fileDescriptor: descriptor).write(contentsOf: Data(text.utf8))
    lseek(descriptor, 0, SEEK_SET)
  }

  /// All that was written.
  func contents() throws -> [UInt8] {
    let count = Int(lseek(descriptor, 0, SEEK_END))
    // All empty arrays share one storage, to which an initialiser without room would write from many threads.
    guard count > 0 else { return [] }
    lseek(descriptor, 0, SEEK_SET)
    return try [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      while length < count {
        let read = Foundation.read(descriptor, buffer.baseAddress.map { $0 + length }, count - length)
        guard read > 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        length += read
      }
    }
  }

  deinit { close(descriptor) }
}
