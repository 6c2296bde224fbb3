import Foundation
import TestSupport
import Testing

@Suite("Faults: text that would drive a terminal, and secrets", .timed)
struct HostileTextTests {
  private static let head = """
    HTTP/1.1 200 O\u{1b}[31mK\r
    Cache-Control: max-age=100, \u{1b}[2J\u{202e}x\u{9b}31m\r
    Content-Type: te\u{1b}]0;x\u{7}xt/html\r
    Vary: \u{1b}[1mX\u{2028}\r
    Set-Cookie: id=hunter2\r
    ETag: "\u{1b}[3m"\r
    Last-Modified: \u{1b}[4mfoo\r
    Expires: \u{1b}[5m\u{7f}\r
    Location: \u{1b}[6m://joe:hunter2@b/\r
    Content-Length: 5\r
    \r
    hello
    """

  /// Whether a text holds anything but what may go to a terminal as it is.
  private func isHarmless(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x0A, 0x20...0x7E: true
      case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0x200E...0x200F, 0xFEFF: false
      default: true
      }
    }
  }

  @Test(
    "no report, explanation or warning carries them",
    arguments: [
      ["fetch", "--explain", "-v", "-o", "body"], ["fetch", "--json", "--explain"], ["inspect", "--live"],
      ["inspect", "--live", "--json"], ["inspect", "--live", "--format", "github"],
      ["inspect", "--live", "--format", "junit"], ["inspect", "--live", "--format", "sarif"],
      ["inspect", "--live", "--expect", "vary=x", "--fail-on", "info"],
    ])
  func reports(_ arguments: [String]) throws {
    let origin = try Origin(always: .rawText(Self.head))
    let secrets = arguments[0] == "fetch" ? ["-H", "Cookie: hunter2", "-u", "joe:hunter2"] : []
    let httpcache = try Executable()
    for _ in 1...2 {
      let run = try httpcache.run(arguments + secrets + [origin.url + "/"])
      #expect(isHarmless(run.text) && isHarmless(run.errors), "\(run.text) \(run.errors)")
      #expect(!run.text.contains("hunter2") && !run.errors.contains("hunter2"))
    }
    for words in [
      ["inspect", "--all"], ["stats", "--by", "type"], ["trim", "--dry-run", "--all"], ["stats", "--json"],
    ] {
      let run = try httpcache.run(words)
      #expect(isHarmless(run.text) && isHarmless(run.errors) && !run.text.contains("hunter2"), "\(words)")
    }
  }

  @Test("what was meant for nobody is not on the disk")
  func disk() throws {
    let origin = try Origin(always: .rawText(Self.head))
    let program = try BuiltProgram()
    _ = try program.fetch("-H", "Cookie: hunter2", "-u", "joe:hunter2", origin.url + "/")
    for name in ["cache.db", "cache.db-wal", "usage.log"] {
      let bytes = program.directory.contents(of: "cache/" + name) ?? []
      #expect(!String(decoding: bytes, as: Unicode.ASCII.self).contains("hunter2"), "\(name)")
    }
  }
}
