import Foundation
import TestSupport
import Testing

@Suite("fetch: what fails, how, and what is left", .timed)
struct FetchFailureTests {
  @Test("a body cut short is exit 3; what was stored before is still there, and no file is left")
  func cutShort() throws {
    let origin = try Origin { request in
      request.field("X-Cut") == nil
        ? .response(fields: [("Cache-Control", "max-age=60")], body: bytes("whole"))
        : .raw(bytes("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 100\r\n\r\nhalf"))
    }
    let httpcache = try Executable()
    _ = try httpcache("fetch", origin.url)
    let cut = try httpcache("fetch", "--policy", "reload", "-H", "X-Cut: 1", "-o", "body", origin.url)
    expect(cut, 3, says: "cut short")
    #expect(!FileManager.default.fileExists(atPath: httpcache.directory.file("body")))
    #expect(try httpcache("fetch", "--policy", "cache-only", origin.url).text == "whole")
    let left = try FileManager.default.subpathsOfDirectory(atPath: httpcache.directory.path)
    #expect(!left.contains { $0.hasSuffix(".part") })
  }

  @Test("with too few open files it is the limit that is told, and no origin that can't be reached")
  func fewOpenFiles() throws {
    let origin = try Origin(always: .text())
    let closed = try Origin(always: .text())
    closed.stop()
    let httpcache = try Executable()
    func run(_ limit: Int, _ url: String) throws -> Executable.Run {
      try Executable.command(
        arguments: ["sh", "-c", "ulimit -n \(limit) && exec \"$@\"", "sh", httpcache.program, "fetch", url],
        environment: ["HTTPCACHE_DIR": httpcache.directory.file("cache\(limit)")])
    }
    let told = try (7...20).filter { limit in
      let run = try run(limit, origin.url)
      #expect(!run.errors.contains("the origin can't be reached"), "\(limit): \(run.errors)")
      let isNamed = run.errors.contains("may have \(limit) files") && run.errors.contains("ulimit -n")
      return run.code == 3 && isNamed
    }
    #expect(!told.isEmpty)
    #expect(try run(20, closed.url).errors.contains("the origin can't be reached"))
  }

  static let digests: [(field: String, code: Int32)] = [
    ("Content-Digest", 0), ("Repr-Digest", 0), ("Content-Digest", 3), ("Repr-Digest", 3),
  ]

  @Test(
    "RFC 9530: content with another digest than its head names is exit 3, and not stored", arguments: digests)
  func digest(_ row: (field: String, code: Int32)) throws {
    // The digest is that of "hello".
    let digest = "sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:"
    let origin = try Origin { request in
      .response(
        fields: [("Cache-Control", "max-age=60"), (row.field, digest)],
        body: bytes(row.code == 0 || request.field("X-Old") != nil ? "hello" : "hullo"))
    }
    let httpcache = try Executable()
    let run = try httpcache("fetch", "--explain", "-o", "body", origin.url)
    #expect(run.code == row.code && run.errors.contains(row.field) == (row.code == 3))
    #expect(run.errors.contains("but it is not stored: the content") == (row.code == 3))
    #expect(run.errors.contains("The transfer then failed: ") == (row.code == 3))
    #expect(FileManager.default.fileExists(atPath: httpcache.directory.file("body")) == (row.code == 0))
    #expect(try httpcache("inspect", origin.url).code == (row.code == 0 ? 0 : 4))
    // Without a body there is nothing to compare.
    #expect(try httpcache("fetch", "-I", "--policy", "reload", origin.url).code == 0)
    // What was stored before stays.
    _ = try httpcache("fetch", "--policy", "reload", "-H", "X-Old: 1", origin.url)
    _ = try httpcache("fetch", "--policy", "reload", origin.url)
    #expect(try httpcache("fetch", "--policy", "cache-only", origin.url).text == "hello")
  }

  @Test("an origin that stalls ends by --max-time, exit 3")
  func timeOut() throws {
    let origin = try Origin { _ in .stall }
    let run = try Executable()("fetch", "--max-time", "0.2", origin.url)
    #expect(run.code == 3 && run.errors.hasPrefix("httpcache: error: \(origin.url)/: timed out: "))
  }

  @Test("a signal ends a batch: nothing more is asked for", arguments: [SIGINT, SIGTERM])
  func interrupted(signal: Int32) throws {
    let origin = try Origin { _ in .stall }
    let httpcache = try Executable()
    let list = (0..<40).map { "\(origin.url)/\($0)\n" }.joined()
    let name = httpcache.directory.file("urls")
    try Data(list.utf8).write(to: URL(fileURLWithPath: name))
    let run = try httpcache.run(
      ["fetch", "-Z", "8", "--max-time", "2", "--input-file", name], killedAfter: 500, by: signal)
    #expect(run.code == 128 + signal && run.output.isEmpty && run.errors.isEmpty)
    #expect(origin.requests.count <= 6, "as many as there are connections to one host")
  }

  static let garbage: [(String, LongText)] = [
    ("no status line", "hello\r\n\r\n"), ("an empty answer", ""),
    ("a NUL in a field", "HTTP/1.1 200 OK\r\nX: a\u{0}b\r\n\r\n"),
    (
      "a head without end",
      LongText("HTTP/1.1 200 OK\r\n" + String(repeating: "X-Field: value\r\n", count: 40_000))
    ),
  ]

  @Test("what is no response is exit 3, one line, and nothing is stored", arguments: garbage)
  func malformed(_ row: (String, LongText)) throws {
    let origin = try Origin { _ in .raw(bytes(row.1.text)) }
    let httpcache = try Executable()
    let run = try httpcache("fetch", origin.url)
    #expect(run.code == 3, "\(row.0)")
    #expect(run.errors.split(separator: "\n").count { $0.hasPrefix("httpcache: error:") } == 1, "\(row.0)")
    #expect(try httpcache("inspect", origin.url).code == 4, "\(row.0)")
  }

  @Test(
    "RFC 9110 §10.1.4: a transfer coding that nobody asked for is refused, and never handed on coded",
    arguments: ["gzip, chunked", "gzip", "novel", "chunked, GZIP"])
  func transferCoding(_ coding: String) throws {
    let head = "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nTransfer-Encoding: \(coding)\r\n\r\n"
    let origin = try Origin { request in
      .raw(bytes(head + (request.method == "HEAD" ? "" : "5\r\nhello\r\n0\r\n\r\n")))
    }
    let httpcache = try Executable()
    let run = try httpcache("fetch", "-i", origin.url)
    #expect(run.code == 3 && run.output.isEmpty && run.errors.contains("transfer coding"), "\(run.errors)")
    #expect(try httpcache("inspect", origin.url).code == 4)
    #expect(try httpcache("fetch", "-I", origin.url).code == 0, "no content, no coding")
  }

  static let doubtful: [(fields: String, body: String)] = [
    ("Transfer-Encoding: chunked\r\nContent-Length: 3", "5\r\nhello\r\n0\r\n\r\n"),
    ("Content-Length: 5\r\nContent-Length: 6", "hello"),
    ("Content-Length: +5", "hello"),
    ("Content-Length: 0x5", "hello"),
    ("Content-Length: 99999999999999999999999", "hello"),
    ("Content-Length:", "hello"),
  ]

  @Test("a body whose length is in doubt is delivered, perhaps, and never stored", arguments: doubtful)
  func doubtfulFraming(_ row: (fields: String, body: String)) throws {
    let head = "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\n\(row.fields)\r\n\r\n"
    let origin = try Origin { _ in .raw(bytes(head + row.body)) }
    let httpcache = try Executable()
    #expect([0, 3].contains(try httpcache("fetch", origin.url).code), "\(row.fields)")
    #expect(try httpcache("inspect", origin.url).code == 4, "\(row.fields)")
  }

  @Test("a body that can't be decoded, or whose coding is cut short, is exit 3 and leaves no file")
  func damagedCoding() throws {
    let whole: [UInt8] = [
      0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 7, 0, 0x86, 0xa6, 0x10, 0x36, 5, 0, 0,
      0,
    ]
    for (sent, code) in [(whole, 0), (Array(whole.dropLast(9)), 3), (bytes("plain"), 3)] as [([UInt8], Int32)]
    {
      let fields = [("Cache-Control", "max-age=60"), ("Content-Encoding", "gzip")]
      let origin = try Origin { _ in .response(fields: fields, body: sent) }
      let httpcache = try Executable()
      for source in ["network", "store"] {
        let run = try httpcache("fetch", "--compressed", "-o", "body", origin.url)
        #expect(run.code == code, "\(source) \(sent.count)")
        #expect(FileManager.default.fileExists(atPath: httpcache.directory.file("body")) == (code == 0))
      }
    }
  }

  @Test("the cache never fails a fetch: a file in the directory's place is a warning")
  func unusableCache() throws {
    let origin = try origin(("Cache-Control", "max-age=60"))
    let httpcache = try Executable()
    try Data("precious".utf8).write(to: URL(fileURLWithPath: httpcache.cache))
    let run = try httpcache("fetch", origin.url)
    #expect(run.code == 0 && run.text == "hello\n")
    #expect(run.errors.split(separator: "\n").count { $0.hasPrefix("httpcache: warning:") } == 1)
    #expect(try String(contentsOfFile: httpcache.cache, encoding: .utf8) == "precious")
    #expect(try httpcache("fetch", "--policy", "cache-only", origin.url).code == 5)
    #expect(try httpcache("inspect", origin.url).code == 5)
  }

  @Test("a damaged database is set aside, said once, and a new one begun")
  func damagedCache() throws {
    let origin = try origin(("Cache-Control", "max-age=60"))
    let httpcache = try Executable()
    try FileManager.default.createDirectory(atPath: httpcache.cache, withIntermediateDirectories: true)
    try Data(repeating: 0x41, count: 9000).write(to: URL(fileURLWithPath: httpcache.cache + "/cache.db"))
    let first = try httpcache("fetch", origin.url)
    expect(first, 0, says: "damaged")
    let second = try httpcache("fetch", "--expect", "source=cache", origin.url)
    #expect(second.code == 0 && second.errors == "")
  }

  @Test("--read-only looks up and writes nothing")
  func readOnly() throws {
    let origin = try origin(("Cache-Control", "max-age=60"))
    let httpcache = try Executable()
    #expect(try httpcache("fetch", "--read-only", origin.url).text == "hello\n")
    #expect(!FileManager.default.fileExists(atPath: httpcache.cache))
    _ = try httpcache("fetch", origin.url)
    #expect(try httpcache("fetch", "--read-only", "--expect", "source=cache", origin.url).code == 0)
  }

  @Test("-f makes a status of 400 or more exit 1, --retry tries transient ones again")
  func errorStatus() throws {
    let origin = try origin(status: 503)
    #expect(try Executable()("fetch", origin.url).code == 0)
    let failed = try Executable()("fetch", "-f", origin.url)
    #expect(failed.code == 1 && failed.output.isEmpty)
  }

  @Test("each wait of --retry is one line on stderr, none with -q or -s", arguments: [nil, "-q", "-s"])
  func waits(_ quiet: String?) throws {
    let origin = try origin(status: 503)
    let run = try Executable().run(
      ["fetch", "--retry", "2", "--retry-delay", "0"] + [quiet].compactMap(\.self) + [origin.url])
    let lines = (1...2).map { "httpcache: \(origin.url)/: status 503; tried again in 0 s (\($0) of 2)" }
    #expect(run.code == 0 && run.errorLines == (quiet == nil ? lines : []), "\(run.errors)")
  }

  static let badInput: [(arguments: [String], message: String)] = [
    (["--polcy", "reload", "http://a.test/"], "unknown option --polcy"),
    (["-H", "A: b\r\nEvil: c", "http://a.test/"], "-H: the value of A holds a line break or NUL"),
    (["--policy", "bogus", "http://a.test/"], "--policy: 'bogus' is not a policy"),
    (["--expect", "frsh", "http://a.test/"], "--expect: 'frsh' is not a check"),
    (["--expect", "directive==", "http://a.test/"], "--expect: 'directive==' is not a check"),
    (["ftp://a.test/"], "'ftp://a.test/' is not a URL: the scheme ftp is neither http nor https"),
    (["http://a b/"], "'http://a b/' is not a URL: it holds a character that no URL may hold"),
    (["-d", "@/no/such/file", "http://a.test/"], "can't read /no/such/file: No such file or directory"),
    ([], "fetch needs a URL"),
  ]

  @Test("bad input is exit 2 and one line", arguments: badInput)
  func usage(_ row: (arguments: [String], message: String)) throws {
    let run = try Executable().run(["fetch"] + row.arguments)
    expect(run, 2)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.first.map(String.init) == "httpcache: error: \(row.message)")
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("hint: ") })
  }
}
