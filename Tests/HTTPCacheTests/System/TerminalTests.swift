import CSystem
import TestSupport
import Testing

@testable import httpcache

@Suite("Terminal", .timed)
struct TerminalTests {
  /// What a block writes to stdout and stderr, both into one pipe.
  private func written(color: ColorChoice = .auto, _ block: (Terminal) throws -> Void) throws -> String {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let terminal = Terminal(
      color: color, environment: [:], outputDescriptor: ends[1], errorDescriptor: ends[1])
    try block(terminal)
    close(ends[1])
    defer { close(ends[0]) }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(ends[0], &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  @Test func errors() throws {
    let error = try written { $0.error(UsageError("bad \u{1B}[2J", hint: "try\nthis")) }
    #expect(error == "httpcache: error: bad \\x1b[2J\nhint: try\\x0athis\n")
    #expect(try written { $0.error("bad") } == "httpcache: error: bad\n")
    #expect(try written { $0.warning("old") } == "httpcache: warning: old\n")
    #expect(try written(color: .always) { $0.warning("x") } == "httpcache: \u{1B}[33mwarning:\u{1B}[0m x\n")
  }

  @Test("a message takes the place of what was drawn for a while")
  func drawn() throws {
    let text = try written { terminal in
      terminal.redraw("1 of 2")
      terminal.warning("x")
      terminal.redraw("2 of 2")
      terminal.redraw("")
      terminal.warning("y")
    }
    #expect(
      text == "\r\u{1B}[K1 of 2\r\u{1B}[Khttpcache: warning: x\n"
        + "\r\u{1B}[K2 of 2\r\u{1B}[Khttpcache: warning: y\n")
  }

  @Test("stdout is held back until it is flushed, byte for byte")
  func output() throws {
    #expect(try written { try $0.write([0x61, 0x0A]) } == "")
    let text = try written { terminal in
      try terminal.write("\u{1B}")
      try terminal.writeLine("x")
      try terminal.flush()
    }
    #expect(text == "\u{1B}x\n")
  }

  @Test("a reader that went away is an error of its own")
  func readerGone() throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    close(ends[0])
    // A program that another test starts at this moment has a copy of the end that reads, until it has closed it.
    Waiting.until {
      var end = pollfd(fd: ends[1], events: Int16(POLLOUT), revents: 0)
      return poll(&end, 1, 0) == 1 && end.revents & Int16(POLLERR) != 0
    }
    let terminal = Terminal(environment: [:], outputDescriptor: ends[1])
    try terminal.write("x")
    #expect(throws: OutputError.readerGone) { try terminal.flush() }
    close(ends[1])
  }

  @Test func width() {
    #expect(Terminal(environment: ["COLUMNS": "33"]).width(.output) == 33)
    #expect(Terminal(environment: ["COLUMNS": "x"], outputDescriptor: -1).width(.output) == 80)
  }
}
