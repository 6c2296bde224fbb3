import Foundation
import TestSupport
import Testing

/// The shell makes the arguments, since those of Foundation's processes are UTF-8.
@Suite("Arguments and field values are bytes", .timed)
struct ByteArgumentTests {
  private let origin: Origin
  private let program: BuiltProgram

  init() throws {
    origin = try Origin { request in
      switch request.path {
      case "/to":
        .raw(Array("HTTP/1.1 302 Found\r\nLocation: /caf".utf8) + [0xE9] + Array("\r\n\r\n".utf8))
      case "/named":
        .raw(
          Array("HTTP/1.1 200 OK\r\nX-Name: caf".utf8) + [0xE9]
            + Array("\r\nContent-Disposition: attachment; filename=\"caf".utf8) + [0xE9]
            + Array("\"\r\n\r\nnamed".utf8))
      case "/cookie":
        .raw(Array("HTTP/1.1 200 OK\r\nSet-Cookie: a=caf".utf8) + [0xE9] + Array("\r\n\r\n".utf8))
      default: .fresh("body")
      }
    }
    program = try BuiltProgram()
  }

  /// Runs a line of the shell: `$B` is the name with the byte, `$U` the origin.
  private func run(_ line: String) throws -> Executable.Run {
    let script = "cd \(program.directory.path); B=$(printf 'caf\\351'); \(line)"
    return try Executable.command(
      arguments: [
        "sh", "-c", script.replacingOccurrences(of: "httpcache", with: program.executable.program),
      ],
      environment: ["HTTPCACHE_DIR": program.executable.cache, "U": origin.url])
  }

  static let fields: [(line: String, name: String, value: String)] = [
    ("httpcache fetch -A $B $U", "User-Agent", "caf\u{E9}"),
    ("httpcache fetch -e $B $U", "Referer", "caf\u{E9}"),
    ("httpcache fetch -b a=$B $U", "Cookie", "a=caf\u{E9}"),
    ("httpcache fetch -H \"X: $B\" $U", "X", "caf\u{E9}"),
    // me:caf and the byte E9.
    ("httpcache fetch -u me:$B $U", "Authorization", "Basic bWU6Y2Fm6Q=="),
    (
      "httpcache fetch $(echo $U | sed s,//,//me:caf%E9@,)", "Authorization", "Basic bWU6Y2Fm6Q=="
    ),
    ("echo user-agent = $B >f; httpcache fetch -K f $U", "User-Agent", "caf\u{E9}"),
    ("httpcache fetch -c j $U/cookie; httpcache fetch -b j $U", "Cookie", "a=caf\u{E9}"),
    ("httpcache fetch -c j $U/cookie $U", "Cookie", "a=caf\u{E9}"),
    (
      "printf 'default login me password caf\\351' >n; httpcache fetch --netrc-file n $U", "Authorization",
      "Basic bWU6Y2Fm6Q=="
    ),
  ]

  @Test("a field of the request has them as they were written", arguments: fields)
  func field(_ row: (line: String, name: String, value: String)) throws {
    let result = try run(row.line)
    expect(result, 0)
    #expect(origin.requests.last?.field(row.name) == row.value)
  }

  static let contents: [(line: String, body: [UInt8])] = [
    ("httpcache fetch -T $B $U/x", Array("mine".utf8)), ("httpcache fetch -d @$B $U", Array("mine".utf8)),
    ("httpcache fetch --data-binary @$B $U", Array("mine".utf8)),
    ("httpcache fetch -F $B=@$B $U", Array("name=\"caf".utf8) + [0xE9, 0x22]),
    ("httpcache fetch -F a=@$B $U", Array("filename=\"caf".utf8) + [0xE9, 0x22]),
  ]

  @Test("a file is found by the name that was written, and sent under it", arguments: contents)
  func content(_ row: (line: String, body: [UInt8])) throws {
    let result = try run("printf mine >$B; " + row.line)
    expect(result, 0)
    #expect(origin.requests.last.map { $0.body.firstRange(of: row.body) != nil } == true)
  }

  static let files: [(line: String, output: String)] = [
    ("httpcache fetch -o $B $U && cat $B", "body"),
    ("httpcache fetch -o f --output-dir $B $U && cat $B/f", "body"),
    ("httpcache fetch -o /dev/null -D $B $U && head -c 8 $B", "HTTP/1.1"),
    ("httpcache fetch -o /dev/null -c $B $U && head -c 10 $B", "# Netscape"),
    ("httpcache fetch -O $U/caf%E9 && cat $B", "body"),
    ("httpcache fetch -OJ $U/named && cat $B", "named"),
    ("httpcache fetch --cache-dir $B $U && ls -d $B", "bodycaf\u{FFFD}\n"),
    ("HTTPCACHE_DIR=$B httpcache fetch $U && test -d $B", "body"),
    ("printf $U/%s $B >f; httpcache fetch --input-file f", "body"),
    ("httpcache fetch -o /dev/null -w '%header{x-name}' $U/named | od -An -tx1 | tr -d ' \\n'", "636166e9"),
  ]

  @Test("a file gets the name that was written, or that the origin gave", arguments: files)
  func file(_ row: (line: String, output: String)) throws {
    let result = try run(row.line)
    #expect(result.code == 0, "\(row.line): \(result.errors)")
    if !row.output.isEmpty { #expect(result.text == row.output) }
  }

  @Test("a redirect leads where the bytes of Location say")
  func redirect() throws {
    #expect(try run("httpcache fetch $U/to").text == "body")
    #expect(origin.requests.last?.target == "/caf%E9")
  }
}
