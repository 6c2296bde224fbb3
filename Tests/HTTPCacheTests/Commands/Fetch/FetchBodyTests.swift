import Foundation
import TestSupport
import Testing

@Suite("fetch: request bodies, as curl sends them", .timed)
struct FetchBodyTests {
  private let origin: Origin
  private let program: BuiltProgram

  init() throws {
    // What was asked, the type of the content, and the content.
    origin = try Origin { request in
      .fresh(
        "\(request.method) \(request.target) \(request["Content-Type"] ?? "-") "
          + String(decoding: request.body, as: UTF8.self))
    }
    program = try BuiltProgram()
    _ = try program.directory.write("a\r\nb\u{0}c\n", to: "lines")
  }

  private static let form = "application/x-www-form-urlencoded"
  static let sendings: [(words: [String], sent: String)] = [
    (["-d", "a=1", "-d", "b=2"], "POST / \(form) a=1&b=2"), (["-d", "@lines"], "POST / \(form) abc"),
    (["--data-binary", "@lines"], "POST / \(form) a\r\nb\u{0}c\n"),
    (["--data-binary", "x", "--data-binary", "@lines"], "POST / \(form) x&a\r\nb\u{0}c\n"),
    (["--data-raw", "@lines"], "POST / \(form) @lines"),
    (["--data-urlencode", "a b&c"], "POST / \(form) a%20b%26c"),
    (["--data-urlencode", "=a=b"], "POST / \(form) a%3Db"),
    (["--data-urlencode", "n=ä/"], "POST / \(form) n=%C3%A4%2F"),
    (["--data-urlencode", "n@lines"], "POST / \(form) n=a%0D%0Ab%00c%0A"),
    (["-d", "a", "--data-urlencode", "b=c d", "-X", "PATCH"], "PATCH / \(form) a&b=c%20d"),
    (["-T", "lines"], "PUT /lines - a\r\nb\u{0}c\n"),
    (["-T", "lines", "-X", "POST"], "POST /lines - a\r\nb\u{0}c\n"),
  ]

  private func fetch(_ words: [String], stdin: String = "") throws -> Executable.Run {
    let resolved = words.map { word in
      word.replacingOccurrences(of: "@lines", with: "@" + program.directory.file("lines"))
    }
    let paths = words.contains("--data-raw") ? words : resolved
    let named = paths.map { $0 == "lines" ? program.directory.file("lines") : $0 }
    return try program(["fetch"] + named + [origin.url + "/"], stdin: stdin)
  }

  @Test("each option sends what curl's sends", arguments: sendings)
  func bodies(_ row: (words: [String], sent: String)) throws {
    let run = try fetch(row.words)
    #expect(run.code == 0 && run.text == row.sent)
  }

  @Test("-d says that it leaves NUL out; the binary form leaves nothing out and says nothing")
  func nul() throws {
    #expect(try fetch(["-d", "@lines"]).errors.contains("holds 1 NUL bytes"))
    #expect(try fetch(["--data-binary", "@lines"]).errors.isEmpty)
  }

  @Test("standard input is sent as it comes, once")
  func standardInput() throws {
    #expect(try fetch(["-T", "-"], stdin: "from a pipe").text == "PUT / - from a pipe")
    let twice = try program(["fetch", "-T", "-", origin.url + "/1", origin.url + "/2"], stdin: "x")
    #expect(twice.code != 0 && twice.errors.contains("standard input, which can't be read again"))
  }

  @Test(
    "a large file is sent with little memory",
    .disabled(if: Sanitizer.isThere, "a sanitizer needs an address space without a limit"))
  func large() throws {
    let path = program.directory.file("large")
    #expect(try Executable.command("truncate", "-s", "200M", path).code == 0)
    let sink = try Origin { .text("\($0.body.count)") }
    let run = try Executable.command(
      "sh", "-c",
      "ulimit -v 400000; HTTPCACHE_DIR='\(program.directory.file("c"))' '\(program.executable.program)' fetch -T '\(path)' '\(sink.url)/'"
    )
    #expect(run.code == 0 && run.text == "\(200 << 20)", "\(run.errors)")
  }

  @Test("a file is sent again where a redirect keeps the method (RFC 9110 §15.4.8)")
  func redirect() throws {
    let origin = try Origin { request in
      request.target == "/"
        ? .response(status: 307, fields: [("Location", "/there")])
        : .fresh("\(request.method) \(request.body.count)")
    }
    let path = program.directory.file("lines")
    #expect(try program.fetch("-T", path, origin.url + "/").text == "PUT 7")
  }

  @Test(
    "what contradicts itself or can't be read is exit 2",
    arguments: [
      ["-T", "/nowhere"], ["-T", "/"], ["-I", "-d", "x"], ["-T", "-", "-d", "x"], ["-d", "@-", "-d", "@-"],
      ["-I", "-T", "-"],
    ])
  func usage(_ words: [String]) throws { #expect(try fetch(words, stdin: "").code == 2) }
}
