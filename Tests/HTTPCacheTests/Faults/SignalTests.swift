import Foundation
import TestSupport
import Testing

@Suite("Faults: the first signal ends the process, whatever it waits for", .timed)
struct SignalTests {
  /// Waits until something is so, and the program has gone on from it to where it waits.
  private func wait(for program: RunningProgram, until isSo: () -> Bool) {
    Waiting.until(isSo)
    program.waitUntilIdle()
  }

  /// A larger body than a pipe takes, and than is held in memory.
  private func large() throws -> Origin {
    try Origin { _ in .generated(fields: [("Cache-Control", "no-store")], byteCount: 4 << 20) }
  }

  @Test("a full pipe on stdout", arguments: [SIGINT, SIGTERM])
  func fullPipe(signal: Int32) throws {
    let origin = try large()
    let program = try RunningProgram(try Executable(), ["fetch", origin.url])
    wait(for: program) { !origin.requests.isEmpty }
    let end = program.end(by: signal)
    #expect(end?.isQuiet(by: signal) == true, "\(String(describing: end))")
  }

  @Test("a FIFO that nobody reads", arguments: [SIGINT, SIGTERM])
  func namedPipe(signal: Int32) throws {
    let origin = try large()
    let executable = try Executable()
    #expect(mkfifo(executable.directory.file("fifo"), 0o600) == 0)
    let program = try RunningProgram(executable, ["fetch", "-o", "fifo", origin.url])
    wait(for: program) { !origin.requests.isEmpty }
    let end = program.end(by: signal)
    #expect(end?.isQuiet(by: signal) == true, "\(String(describing: end))")
  }

  @Test("a FIFO that somebody has opened and does not read")
  func fullNamedPipe() throws {
    let origin = try large()
    let executable = try Executable()
    let path = executable.directory.file("fifo")
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let program = try RunningProgram(executable, ["fetch", "-o", "fifo", origin.url])
    wait(for: program) { !origin.requests.isEmpty }
    #expect(program.end(by: SIGINT)?.code == 128 + SIGINT)
  }

  @Test("nothing of a file that was half written stays", arguments: [SIGINT, SIGHUP, SIGQUIT])
  func outputFile(signal: Int32) throws {
    let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n\r\n".utf8)
    let origin = try Origin { _ in .begun(head + [UInt8](repeating: 0x61, count: 1 << 20)) }
    let executable = try Executable()
    let program = try RunningProgram(executable, ["fetch", "--capacity", "0", "-o", "file", origin.url])
    func parts() -> [String] { executable.directory.names.filter { $0.hasSuffix(".part") } }
    wait(for: program) { !parts().isEmpty }
    #expect(program.end(by: signal)?.isQuiet(by: signal) == true)
    #expect(parts().isEmpty)
  }

  @Test("a signal that was ignored at the start stays ignored")
  func ignored() throws {
    let origin = try Origin { _ in
      usleep(1_500_000)
      return .text("done")
    }
    let executable = try Executable()
    let script = """
      trap '' HUP INT QUIT TERM; "$@" & p=$!; sleep 0.7; kill -HUP $p; kill -INT $p; kill -QUIT $p; kill -TERM $p; wait $p
      """
    let run = try Executable.command(
      arguments: ["sh", "-c", script, "sh", executable.program, "fetch", "--capacity", "0", origin.url],
      environment: [:])
    #expect(run.code == 0 && run.text == "done", "\(run.errors)")
  }

  @Test("URLs that do not come on stdin")
  func input() throws {
    let program = try RunningProgram(try Executable(), ["fetch", "--input-file", "-"])
    wait(for: program) { program.isRunning }
    let end = program.end(by: SIGTERM)
    #expect(end?.isQuiet(by: SIGTERM) == true, "\(String(describing: end))")
  }

  @Test("the wait before a request is made again")
  func retry() throws {
    let origin = try Origin(always: .text("", status: 503, fields: [("Retry-After", "600")]))
    let program = try RunningProgram(try Executable(), ["fetch", "-s", "--retry", "5", origin.url])
    wait(for: program) { !origin.requests.isEmpty }
    let end = program.end(by: SIGINT)
    #expect(end?.isQuiet(by: SIGINT) == true, "\(String(describing: end))")
    #expect(origin.requests.count == 1)
  }

  @Test("a database that another process has locked")
  func lockedDatabase() throws {
    let origin = try Origin(always: .fresh())
    let executable = try Executable()
    #expect(try executable("fetch", origin.url).code == 0)
    let script = """
      import sqlite3, sys
      base = sqlite3.connect(sys.argv[1], isolation_level=None)
      base.execute("PRAGMA locking_mode=EXCLUSIVE")
      base.execute("BEGIN EXCLUSIVE")
      print("locked", flush=True)
      sys.stdin.read()
      """
    let database = executable.cache + "/cache.db"
    let holder = try RunningProgram(command: "python3", "-c", script, database)
    #expect(holder.nextLine() == "locked\n")
    let program = try RunningProgram(executable, ["trim", "--all"])
    wait(for: program) { program.hasOpen(database) }
    #expect(program.end(by: SIGINT)?.code == 128 + SIGINT)
  }

  #if os(Linux)
  /// A library that stands in front of the system's look-ups, and does not come back from them.
  private func silentNameServer(in directory: TemporaryDirectory) throws -> [String: String]? {
    let source = try directory.write(
      """
      #include <fcntl.h>
      #include <unistd.h>
      int getaddrinfo(const char *host, const char *service, const void *hints, void **found) {
        close(open("asked", O_CREAT | O_WRONLY, 0600));
        for (;;) sleep(60);
      }
      """, to: "silent.c")
    let library = directory.file("silent.so")
    let made = try Executable.command("cc", "-shared", "-fPIC", "-o", library, source)
    guard made.code == 0 else {
      print("skipped: no C compiler")
      return nil
    }
    return ["LD_PRELOAD": library]
  }

  @Test("a name server that does not answer", arguments: [SIGINT, SIGTERM])
  func lookUp(signal: Int32) throws {
    let executable = try Executable()
    guard let environment = try silentNameServer(in: executable.directory) else { return }
    let program = try RunningProgram(executable, ["fetch", "http://nowhere.test/"], environment: environment)
    wait(for: program) { executable.directory.contents(of: "asked") != nil }
    let end = program.end(by: signal)
    #expect(end?.isQuiet(by: signal) == true, "\(String(describing: end))")
  }

  @Test("--connect-timeout and --max-time hold for look-ups", arguments: ["--connect-timeout", "--max-time"])
  func lookUpTimeout(option: String) throws {
    let executable = try Executable()
    guard let environment = try silentNameServer(in: executable.directory) else { return }
    let words = ["fetch", option, "0.3", "http://nowhere.test/"]
    let end = try RunningProgram(executable, words, environment: environment).end()
    #expect(end?.code == 3 && end?.errors.contains("timed out") == true, "\(end?.errors ?? "it was stuck")")
  }
  #endif
}
