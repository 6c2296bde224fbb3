import Foundation
import TestSupport
import Testing

@Suite("fetch: what goes wrong, and what is served all the same", .timed)
struct FetchOutageTests {
  /// An origin whose responses can be validated, and a cache that holds one of them.
  private func stored(
    _ cacheControl: String = "max-age=0", words: [String] = []
  ) throws -> (program: BuiltProgram, origin: Origin, url: String) {
    let origin = try Origin(
      always: .text("old", fields: [("Cache-Control", cacheControl), ("ETag", "\"1\"")]))
    let program = try BuiltProgram()
    #expect(try program(["fetch"] + words + [origin.url + "/"]).code == 0)
    return (program, origin, origin.url + "/")
  }

  @Test func closedPort() throws {
    let (program, origin, url) = try stored()
    origin.stop()
    let outcome = try program.fetch(url)
    #expect(outcome.code == 3 && outcome.output.isEmpty)
    #expect(outcome.errorLines.map { $0.prefix(17) } == ["httpcache: error:", "hint: --stale-if-"])
  }

  @Test func staleWhereTheOriginIsUnreachable() throws {
    let (program, origin, url) = try stored()
    let date = try #require(program.inspected(url).first?.object("user_info")["cache_date"])
    origin.stop()
    let outcome = try program.fetch("--stale-if-unreachable", url)
    #expect(outcome.code == 0 && outcome.text == "old")
    #expect(outcome.errorLines.count == 1 && outcome.errors.contains(date))
    #expect(outcome.errors.hasPrefix("httpcache: warning: "))
    let answer = try program.fetched("--stale-if-unreachable", url)
    #expect(answer["source"] == "stale" && answer["warning"]?.contains(date) == true)
  }

  static let forbidding: [(cacheControl: String, words: [String], code: Int32)] = [
    ("max-age=0, must-revalidate", [], 3), ("no-cache", [], 3), ("max-age=0, proxy-revalidate", [], 0),
    ("max-age=0, proxy-revalidate", ["--shared"], 3), ("s-maxage=0", ["--shared"], 3),
  ]
  @Test(arguments: forbidding)
  func staleYieldsToTheProtocol(_ row: (cacheControl: String, words: [String], code: Int32)) throws {
    let (program, origin, url) = try stored(row.cacheControl, words: row.words)
    origin.stop()
    #expect(try program(["fetch", "--stale-if-unreachable"] + row.words + [url]).code == row.code)
    #expect(try program(["fetch", "--policy", "cache-else-load"] + row.words + [url]).text == "old")
  }

  /// An origin that answers once with what may stand in for its errors, and then fails; it ends an endless loop.
  private func failing(_ path: String = "/", content: String = "old") throws -> (
    program: BuiltProgram, origin: Origin
  ) {
    let count = Counter()
    let origin = try Origin { _ in
      let number = count.next()
      return number == 1
        ? .text(content, fields: [("Cache-Control", "max-age=0, stale-if-error=600"), ("ETag", "\"1\"")])
        : .text("down", status: number > 9 ? 400 : 503)
    }
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + path).text == content)
    return (program, origin)
  }

  @Test(
    "what forbids using what is stored forbids a stand-in: the origin's error is the answer, asked for once",
    arguments: [
      ["--policy", "reload"], ["--policy", "reload-all"], ["-X", "GET", "-d", "x"],
      ["-H", "If-Match: \"1\""],
      ["-H", "If-Unmodified-Since: Mon, 12 Jan 2026 16:45:57 GMT"], ["--policy", "revalidate"],
    ])
  func noStandIn(_ words: [String]) throws {
    let (program, origin) = try failing()
    let run = try program(["fetch", "--stale-if-unreachable"] + words + [origin.url + "/"])
    #expect(run.text == "down" && origin.requests.count == 2)
    origin.stop()
    let cut = try program(["fetch", "--stale-if-unreachable"] + words + [origin.url + "/"])
    #expect(cut.code == 3 && cut.output.isEmpty)
    #expect(try program.fetch("--stale-if-unreachable", origin.url + "/").text == "old")
  }

  @Test("a sitemap is asked for anew, and only once")
  func noStandInForSitemap() throws {
    let (program, origin) = try failing("/sitemap.xml", content: "<urlset></urlset>")
    let run = try program.fetch("--stale-if-unreachable", "--sitemap", origin.url + "/sitemap.xml")
    #expect(run.code == 3 && origin.requests.count == 2)
  }

  @Test func serverErrorIsNoUnreachability() throws {
    let origin = try Origin { $0["If-None-Match"] == nil ? .validated($0) : .text("down", status: 503) }
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/").text == "body")
    let outcome = try program.fetch("--stale-if-unreachable", origin.url + "/")
    #expect(outcome.text == "down" && outcome.errors.isEmpty)
    #expect(try program.hasStored(origin.url + "/"))
  }

  @Test func cutShortLeavesTheOldAndNoFile() throws {
    let cut = "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 9\r\n\r\nnew"
    let origin = try Origin { $0["If-None-Match"] == nil ? .validated($0) : .rawText(cut) }
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/").text == "body")
    #expect(try program.fetch("-o", "out", origin.url + "/").code == 3)
    #expect(program.directory.names == ["cache"])
    #expect(try program.fetch("--policy", "cache-only", origin.url + "/").text == "body")
  }

  static let cutAnswers: [(words: [String], answer: String, code: Int32, text: String)] = [
    (["-o", "out"], "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nnew", 0, "body"),
    (["-o", "out"], "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nnew\r\n", 0, "body"),
    (["-o", "out"], "HTTP/1.1 200 OK\r\nContent-Ty", 0, "body"),
    (["-o", "out", "-i"], "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nnew", 0, "body"),
    ([], "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", 0, "body"),
    ([], "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nnew", 3, "new"),
    (["-o", "/dev/stdout"], "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nnew", 3, "new"),
    (["-i"], "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", 3, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n"),
  ]

  @Test("what is stored stands in for an answer that was cut, unless a part of that has been given away")
  func cutShortAndStale() throws {
    let answer = Counter()
    let origin = try Origin { request in
      request["If-None-Match"] == nil
        ? .validated(request) : .rawText(Self.cutAnswers[answer.next() - 1].answer)
    }
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/").text == "body")
    for row in Self.cutAnswers {
      let run = try program(["fetch", "--stale-if-unreachable"] + row.words + [origin.url + "/"])
      let file = program.directory.contents(of: "out")
      let text = row.words.contains("out") ? file.map { String(decoding: $0, as: UTF8.self) } ?? "" : run.text
      #expect(run.code == row.code, "\(row): \(run.errors)")
      #expect(row.words.contains("-i") ? text.hasPrefix("HTTP/1.1 200") : text == row.text, "\(row): \(text)")
      if row.words == ["-o", "out", "-i"] { #expect(text.hasSuffix("\r\n\r\nbody")) }
      try? FileManager.default.removeItem(atPath: program.directory.file("out"))
    }
  }

  @Test("--retry asks again for an answer that was cut, and only for its rest where its tag is strong")
  func cutShortAndRetried() throws {
    let begun = "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\n"
    let origin = try Origin { request in
      switch (request.path, request["Range"]) {
      case ("/tag", nil): .rawText(begun + "ETag: \"1\"\r\nContent-Length: 9\r\n\r\nabcde")
      case ("/tag", _):
        .text("fghi", status: 206, fields: [("ETag", "\"1\""), ("Content-Range", "bytes 5-8/9")])
      default: .rawText(begun + "Content-Length: 9\r\n\r\nabcde")
      }
    }
    let program = try BuiltProgram()
    let retried = try program.fetch("--retry", "1", "--retry-delay", "0", "-o", "out", origin.url + "/tag")
    expect(retried, 0)
    #expect(program.directory.contents(of: "out") == Array("abcdefghi".utf8))
    #expect(origin.requests.map { $0["Range"] } == [nil, "bytes=5-"])
    let again = try program.fetch("--retry", "2", "--retry-delay", "0", "-o", "no", origin.url + "/none")
    #expect(again.code == 3 && origin.requests.count == 5)
    let delivered = try program.fetch("--retry", "2", "--retry-delay", "0", origin.url + "/other")
    #expect(delivered.code == 3 && delivered.text == "abcde" && origin.requests.count == 6)
  }

  static let uselessBodies = [
    "Content-Length: 100\r\n\r\nmoved", "Transfer-Encoding: chunked\r\n\r\nzzz\r\n",
    "Content-Length: 100\r\n\r\n",
    "Content-Digest: sha-256=:AAAA:\r\nContent-Length: 5\r\n\r\nmoved",
    "Transfer-Encoding: gzip, chunked\r\n\r\n5\r\nmoved\r\n0\r\n\r\n",
  ]

  @Test("a redirect is followed whatever its body is, which is not stored then", arguments: uselessBodies)
  func redirectWithoutBody(_ body: String) throws {
    let redirect = "HTTP/1.1 301 Moved\r\nCache-Control: max-age=60\r\nLocation: /there\r\n"
    let origin = try Origin { $0.path == "/" ? .rawText(redirect + body) : .text("there") }
    let program = try BuiltProgram()
    for _ in 0..<2 {
      let run = try program.fetch(origin.url + "/")
      #expect(run.code == 0 && run.text == "there", "\(run.errors)")
    }
    #expect(origin.requests.filter { $0.path == "/" }.count == 2)
  }

  static let parts: [(first: [String], then: [String], words: String)] = [
    (
      ["-r", "0-3"], [],
      "From the origin: only a part is stored (bytes 0-3/10): the origin is asked for the rest"
    ),
    (
      ["-r", "0-3"], ["-r", "5-7"],
      "From the origin: only a part is stored (bytes 0-3/10), and it does not cover"
    ),
    (
      ["-r", "4-6"], [],
      "From the origin: only a part is stored (bytes 4-6/10), and it does not cover the request"
    ),
    (
      ["-r", "0-3"], ["-I"],
      "From the origin: only a part is stored (bytes 0-3/10), and it does not cover the request"
    ),
    (
      ["-r", "0-3"], ["--only-if-cached"],
      "No answer: only a part is stored (bytes 0-3/10): the origin is asked"
    ),
    (["-r", "0-3"], ["-r", "1-2"], "From the cache, without asking the origin: fresh for"),
    ([], [], "From the cache, without asking the origin: fresh for"),
  ]

  @Test("--explain says of a part why the origin is asked: it is a part, however fresh", arguments: parts)
  func partExplained(_ row: (first: [String], then: [String], words: String)) throws {
    let body = Array("abcdefghij".utf8)
    let origin = try Origin { request in
      let fields = [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]
      let ends = request["Range"]?.dropFirst("bytes=".count).split(separator: "-").compactMap { Int($0) }
      guard let ends, let first = ends.first else { return .response(fields: fields, body: body) }
      let last = ends.count > 1 ? ends[1] : 9
      return .response(
        status: 206, fields: fields + [("Content-Range", "bytes \(first)-\(last)/10")],
        body: Array(body[first...last]))
    }
    let program = try BuiltProgram()
    #expect(try program(["fetch"] + row.first + [origin.url + "/"]).code == 0)
    let run = try program(["fetch", "--explain"] + row.then + [origin.url + "/"])
    let text = run.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains(row.words), "\(text)")
  }

  @Test(
    "a download that was cut is not reusable, and no conclusion says so", arguments: ["ETag: \"1\"\r\n", ""])
  func cutShortIsNotReusable(_ tag: String) throws {
    let origin = try Origin(
      always: .rawText("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\n\(tag)Content-Length: 9\r\n\r\nnew"))
    let answer = try BuiltProgram().fetched(origin.url + "/")
    #expect(answer.bool("reusable") == false && answer.int("status") == 200 && answer.int("exit_code") == 3)
    #expect(answer.bool("stored") == !tag.isEmpty)
    let explained = try BuiltProgram().fetch("--explain", origin.url + "/").errors
    #expect(!explained.contains("reused"), "\(explained)")
  }

  @Test("a head that ends within is an answer that was cut")
  func headCutShort() throws {
    let origin = try Origin(always: .rawText("HTTP/1.1 200 OK\r\nContent-Ty"))
    let run = try BuiltProgram().fetch(origin.url + "/")
    expect(run, 3, says: "the response was cut short: the connection ended within the head")
  }

  @Test func cutShortIsNotStored() throws {
    let origin = try Origin(
      always: .rawText("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 9\r\n\r\nnew"))
    let program = try BuiltProgram()
    let answer = try program.fetched(origin.url + "/")
    #expect(answer.bool("stored") == false && answer.int("exit_code") == 3)
    #expect(answer["error"]?.contains("cut short") == true)
    #expect(try program.inspect(origin.url + "/").code == 4)
  }

  @Test func timeOut() throws {
    let origin = try Origin(always: .stall)
    let outcome = try BuiltProgram().fetch("--max-time", "0.2", origin.url + "/")
    expect(outcome, 3, says: "timed out")
  }

  @Test func garbage() throws {
    let origin = try Origin(always: .rawText("SSH-2.0-OpenSSH\r\n"))
    let outcome = try BuiltProgram().fetch(origin.url + "/")
    #expect(outcome.code == 3 && outcome.output.isEmpty && outcome.errorLines.count == 1)
  }

  @Test(arguments: [[], ["-f"], ["-f", "-i"]])
  func errorStatus(_ words: [String]) throws {
    let origin = try Origin(always: .text("not here", status: 404))
    let outcome = try BuiltProgram()(["fetch"] + words + [origin.url + "/"])
    #expect(outcome.code == (words.isEmpty ? 0 : 1))
    #expect(outcome.text.contains("not here") == words.isEmpty)
    #expect(outcome.errors.contains("404") == !words.isEmpty)
  }

  typealias Check = (words: [String], code: Int32)
  static let checks: [Check] = [
    (["source=network", "stored", "status=200", "fresh", "lifetime>=1h"], 0), (["source=cache"], 1),
    (["not-stored"], 1), (["strong-etag"], 1), (["directive=max-age", "reusable"], 0), (["status!=200"], 1),
  ]
  @Test(arguments: checks)
  func expectation(_ row: Check) throws {
    let origin = try Origin(always: .fresh("body"))
    let words = row.words.flatMap { ["--expect", $0] }
    let outcome = try BuiltProgram()(["fetch"] + words + [origin.url + "/"])
    #expect(outcome.code == row.code && outcome.text == "body")
    #expect(outcome.errors.contains(row.words[0]) == (row.code == 1))
  }

  @Test func everyURLIsTriedAndTheGravestCodeCounts() throws {
    let origin = try Origin { $0.target == "/cut" ? .rawText("") : .text("fine", status: 200) }
    let outcome = try BuiltProgram().fetch(origin.url + "/a", origin.url + "/cut", origin.url + "/b")
    #expect(outcome.code == 3 && outcome.text == "finefine")
    #expect(outcome.errors.contains(origin.url + "/cut: "))
  }

  @Test func unusableCacheIsAWarning() throws {
    let origin = try Origin(always: .fresh("body"))
    let program = try BuiltProgram()
    let file = try program.directory.write("in the way", to: "file")
    let outcome = try program.fetch("--cache-dir", file, origin.url + "/")
    #expect(outcome.code == 0 && outcome.text == "body")
    #expect(outcome.errorLines.count == 1 && outcome.errors.hasPrefix("httpcache: warning: "))
    #expect(program.directory.contents(of: "file") == Array("in the way".utf8))
  }

  @Test func readOnlyCacheServesButKeepsNothing() throws {
    let origin = try Origin(always: .fresh("body"))
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/a").code == 0)
    for path in ["/a", "/b"] {
      let outcome = try program.fetch("--read-only", origin.url + path)
      #expect(outcome.code == 0 && outcome.text == "body" && outcome.errors.isEmpty)
    }
    #expect(origin.requests.map(\.target) == ["/a", "/b"])
    #expect(try !program.hasStored(origin.url + "/b"))
  }

  static let unkept: [(words: [String], said: String)] = [
    (["--read-only"], "open for reading only"), (["--storage", "memory"], "kept in memory only"),
    (["--cache-dir", "/dev/null"], "not stored: "),
  ]

  @Test(
    "what is printed is what happened: nothing says that an answer is stored that is not", arguments: unkept)
  func notKept(_ row: (words: [String], said: String)) throws {
    let origin = try Origin(always: .fresh("body"))
    let program = try BuiltProgram()
    // A cache that is read only has to be there.
    #expect(try program.fetch(origin.url + "/other").code == 0)
    let text = try program(["fetch", "--explain"] + row.words + [origin.url + "/"]).errors
    #expect(
      !text.contains("Stored and reused")
        && text.split(separator: "\n").joined(separator: " ").contains(row.said), "\(text)")
    let objects = try program(
      ["fetch", "--json", "-Z", "1"] + row.words + [origin.url + "/", origin.url + "/"]
    ).objects
    #expect(objects.count == 2)
    for object in objects.map(JSONObject.init) {
      #expect(object.bool("stored") == false && object.bool("storable") == true, "\(object["source"] ?? "")")
    }
  }

  @Test("why a stale response answers is said, and not what else is true of it")
  func staleReason() throws {
    let origin = try Origin(
      always: .text("x", fields: [("Cache-Control", "max-age=0"), ("Vary", "Accept"), ("ETag", "\"1\"")]))
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/").code == 0)
    let text = try program.fetch("--explain", "--policy", "cache-else-load", origin.url + "/").errors
    let line = try #require(text.split(separator: "\n").first { $0.contains("though stale") })
    #expect(line.contains("cache-else-load") || line.contains("policy"), "\(text)")
  }

  @Test func retryAfterATimeOut() throws {
    let origin = try Origin(always: .stall)
    let outcome = try BuiltProgram().fetch("--retry", "1", "--max-time", "1", origin.url + "/")
    expect(outcome, 3)
    #expect(origin.waits(for: 2))
  }

  @Test("an origin that resets connections is asked until it answers, with --retry-all-errors only")
  func retryAllErrors() throws {
    let count = Counter()
    let origin = try Origin { _ in count.next() < 3 ? .raw([]) : .fresh("body") }
    #expect(try BuiltProgram().fetch("--retry", "5", "--retry-delay", "0", origin.url + "/").code == 3)
    let outcome = try BuiltProgram().fetch(
      "--retry", "5", "--retry-delay", "0", "--retry-all-errors", origin.url + "/")
    #expect(outcome.code == 0 && outcome.text == "body" && origin.requests.count == 3)
  }

  @Test("a refused connection is tried again until --retry-max-time, with --retry-connrefused only")
  func retryRefused() throws {
    let origin = try Origin(always: .fresh("body"))
    origin.stop()
    let words = ["fetch", "--retry", "1000", "--retry-delay", "1", "--retry-max-time", "0.5"]
    for extra in [[], ["--retry-connrefused"]] {
      let outcome = try BuiltProgram()(words + extra + [origin.url + "/"])
      expect(outcome, 3, says: "can't be reached")
    }
  }

  @Test("--max-time holds for all redirects of a try together")
  func maxTimeOverRedirects() throws {
    let origin = try Origin { request in
      // Each answer comes within the limit; all of them together do not.
      Thread.sleep(forTimeInterval: 0.4)
      return .response(status: 302, fields: [("Location", request.target + "x")])
    }
    let outcome = try BuiltProgram().fetch("--max-time", "1", "--max-redirects", "50", origin.url + "/")
    expect(outcome, 3, says: "timed out")
    #expect(origin.requests.count <= 4)
  }

  @Test("RFC 9110 §15.2.2: 101 is no answer")
  func switchingProtocols() throws {
    let origin = try Origin { _ in
      .raw(Array("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n".utf8))
    }
    let outcome = try BuiltProgram().fetch("--json", origin.url + "/")
    expect(outcome, 3)
  }
}

@Suite("fetch: a command line that can't be understood", .timed)
struct FetchUsageTests {
  typealias Row = (words: [String], said: String)
  static let rows: [Row] = [
    (["--polcy", "reload", "http://a.test/"], "--polcy"), (["http://"], "http://"), (["a b"], "a b"),
    (["ftp://a.test/"], "ftp"), ([], "URL"), (["-H", "X: a\r\nY: b", "http://a.test/"], "line break"),
    (["-H", "X: a\nY: b", "http://a.test/"], "line break"), (["--ttl", "soon", "http://a.test/"], "soon"),
    (["--policy", "relaod", "http://a.test/"], "relaod"), (["-X", "G ET", "http://a.test/"], "G ET"),
    (["--expect", "frsh", "http://a.test/"], "frsh"), (["--storage", "tape", "http://a.test/"], "tape"),
    (["--input-file", "nowhere", "http://a.test/"], "nowhere"),
  ]
  @Test(arguments: rows)
  func usage(_ row: Row) throws {
    let outcome = try BuiltProgram()(["fetch"] + row.words)
    #expect(outcome.code == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("httpcache: error: ") && outcome.errors.contains(row.said))
    #expect(outcome.errorLines.dropFirst().allSatisfy { $0.hasPrefix("hint: ") })
    #expect(outcome.errorLines.count <= 2)
  }

  @Test func misspeltOptionGetsAHint() throws {
    let lines = try BuiltProgram().fetch("--polcy", "reload", "http://a.test/").errorLines
    #expect(lines.count == 2 && lines.last?.contains("--policy") == true)
  }

  @Test func noArguments() throws {
    let outcome = try BuiltProgram()([])
    #expect(outcome.code == 2 && outcome.output.isEmpty && !outcome.errors.isEmpty)
  }
}
