import Foundation
import TestSupport
import Testing

/// A server that is installed on this machine, with a configuration of its own; it ends with the test.
final class InstalledServer {
  /// What it reads and writes; a server that gives up the rights of root may write there, too.
  let directory: TemporaryDirectory
  private(set) var port = ""
  private var process: Int32?

  /// Host and port.
  var address: String { "127.0.0.1:\(port)" }

  /// Whether such a program is there; without it the tests that need it are skipped.
  static func isThere(_ name: String) -> Bool {
    ["/usr/local/sbin", "/usr/sbin", "/usr/local/bin", "/usr/bin"].contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }

  /// The path of a program of `Tests/Tools`.
  static func tool(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Tools/\(name)").path
  }

  /// Starts a server on a port that is free, and waits until it answers.
  ///
  /// - Parameters:
  ///   - name: of the program, which stays in the foreground.
  ///   - directory: what it reads and writes.
  ///   - arguments: for a port; the program has to write the number of its process to the file `pid` once it has the port.
  /// - Throws: where it can't be started.
  init(_ name: String, in directory: TemporaryDirectory, _ arguments: (String) throws -> [String]) throws {
    self.directory = directory
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: directory.path)
    let errors = directory.file("errors")
    // A port that was free may be another test's by the time that the server asks for it.
    for _ in 0..<10 {
      let probe = try Origin { _ in .stall }
      probe.stop()
      port = probe.port
      let run = try Executable.command(
        arguments: ["python3", Self.tool("server.py"), directory.file("pid"), port, errors, name]
          + arguments(port))
      process = Int32(run.text.prefix { $0.isNumber })
      if process != nil { return }
    }
    try #require(Bool(false), "\(name) does not answer: \(lines(of: "errors"))")
  }

  /// The lines of a log that it writes.
  func lines(of log: String) -> [String] {
    String(decoding: directory.contents(of: log) ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
  }

  deinit { if let process { kill(process, SIGTERM) } }
}
