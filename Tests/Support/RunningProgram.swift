import Foundation

/// A program while it runs: nobody reads its stdout, and nothing comes on its stdin, until the test does it.
public final class RunningProgram {
  private let process: ChildProcess
  private let (input, output, errors) = (Pipe(), Pipe(), Pipe())

  /// Starts the built program.
  ///
  /// - Parameters:
  ///   - executable: says which, and where its cache is.
  ///   - arguments: without the program's name.
  ///   - environment: variables besides `HTTPCACHE_DIR`.
  /// - Throws: where it can't be started.
  public convenience init(
    _ executable: Executable, _ arguments: [String], environment: [String: String] = [:]
  ) throws {
    try self.init(
      [executable.program] + arguments, environment: executable.environment.merging(environment) { $1 },
      directory: executable.directory.path)
  }

  /// Starts another program.
  ///
  /// - Parameter command: its name, and what it is given.
  /// - Throws: where it can't be started.
  public convenience init(command: String...) throws {
    try self.init(
      ["/usr/bin/env"] + command, environment: ["PATH": Executable.commandPath],
      directory: FileManager.default.temporaryDirectory.path)
  }

  private init(_ arguments: [String], environment: [String: String], directory: String) throws {
    let ends = [input.fileHandleForReading, output.fileHandleForWriting, errors.fileHandleForWriting]
    process = try ChildProcess(
      arguments, environment: environment, directory: directory, descriptors: ends.map(\.fileDescriptor))
    for end in ends { try end.close() }
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

  /// The next line of its stdout, with the line break; what there is where it ends before.
  public func nextLine() -> String {
    var line = Data()
    while line.last != 0x0A, let byte = try? output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
      line += byte
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// Writes a line to its stdin.
  ///
  /// - Parameter text: without the line break.
  /// - Throws: where it does not read any more.
  public func say(_ text: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(text)\n".utf8))
  }

  /// Ends its stdin.
  ///
  /// - Throws: where it has ended already.
  public func closeInput() throws { try input.fileHandleForWriting.close() }

  /// Reads its stdout no more.
  ///
  /// - Throws: where it was closed already.
  public func closeOutput() throws { try output.fileHandleForReading.close() }

  /// Whether it has a file open; true where the system does not tell.
  ///
  /// - Parameter path: of the file, without symbolic links.
  /// - Returns: false where it has not.
  public func hasOpen(_ path: String) -> Bool {
    #if os(Linux)
    let directory = "/proc/\(process.identifier)/fd"
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return descriptors.contains {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(directory)/\($0)")) == path
    }
    #else
    true
    #endif
  }

  /// Waits until each of its threads waits for something, a minute at most.
  ///
  /// Elsewhere than on Linux no file tells: a while has to do.
  public func waitUntilIdle() {
    #if os(Linux)
    let tasks = "/proc/\(process.identifier)/task"
    var idleLooks = 0
    for _ in 0..<12_000 {
      guard idleLooks < 4, isRunning else { return }
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
      // The state stands behind the name of the program, which is in parentheses.
      let isIdle = threads.allSatisfy { thread in
        let text = (try? String(contentsOfFile: "\(tasks)/\(thread)/stat", encoding: .utf8)) ?? ""
        return text.split(separator: ")").last?.hasPrefix(" S") != false
      }
      idleLooks = isIdle ? idleLooks + 1 : 0
      usleep(5000)
    }
    #else
    usleep(300_000)
    #endif
  }

  /// Sends a signal, and waits for the end.
  ///
  /// - Parameters:
  ///   - signal: what is sent; nil where it should end by itself.
  ///   - limit: seconds after which it counts as stuck, and is killed; many more than it may take on a machine that has
  ///     nothing else to do.
  /// - Returns: nil where it was stuck.
  public func end(by signal: Int32? = nil, within limit: Double = 20) -> End? {
    if let signal { process.send(signal) }
    let deadline = Date(timeIntervalSinceNow: limit)
    while process.isRunning, Date() < deadline { usleep(10_000) }
    guard !process.isRunning else {
      process.send(SIGKILL)
      _ = process.waitUntilExit()
      return nil
    }
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    return End(code: process.waitUntilExit(), errors: String(decoding: said, as: UTF8.self))
  }
}
