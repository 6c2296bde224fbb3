import TestSupport
import Testing

@Suite("fetch: redirects, hop by hop", .timed)
struct FetchRedirectTests {
  private func redirecting(_ status: Int = 302, to location: String) -> OriginReply {
    .fresh("", fields: [("Location", location)]).with(status: status)
  }

  @Test func everyHopGoesThroughTheCache() throws {
    let origin = try Origin { [self] in
      $0.target == "/a"
        ? redirecting(301, to: "/b") : $0.target == "/b" ? redirecting(to: "c") : .fresh("end")
    }
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/a").text == "end")
    #expect(try program.fetch(origin.url + "/a").text == "end")
    #expect(origin.requests.map(\.target) == ["/a", "/b", "/c"])
    #expect(try program.fetched(origin.url + "/a")["url"] == origin.url + "/c")
  }

  @Test func includeShowsEveryHead() throws {
    let origin = try Origin { [self] in $0.target == "/" ? redirecting(to: "/b") : .fresh("end") }
    let text = try BuiltProgram().fetch("-i", origin.url + "/").text
    #expect(text.hasPrefix("HTTP/1.1 302 Test\r\n") && text.contains("\r\n\r\nHTTP/1.1 200 Test\r\n"))
    #expect(text.hasSuffix("\r\n\r\nend"))
  }

  @Test func credentialsStayWithTheirOrigin() throws {
    let other = try Origin(always: .text("end"))
    let origin = try Origin { [self] in
      $0.target == "/" ? redirecting(to: "/same") : redirecting(to: other.url + "/")
    }
    let words = ["-u", "me:secret", "-H", "Cookie: a=1", "-H", "X-Kept: 1", origin.url + "/"]
    #expect(try BuiltProgram()(["fetch"] + words).text == "end")
    #expect(origin.requests.map { $0["Authorization"] } == ["Basic bWU6c2VjcmV0", "Basic bWU6c2VjcmV0"])
    let last = try #require(other.requests.first)
    #expect(last["Authorization"] == nil && last["Cookie"] == nil && last["X-Kept"] == "1")
  }

  @Test("also where the redirects come from the store, and they are not taken up again on the way back")
  func credentialsStayWithTheirOriginFromTheStore() throws {
    let origin = try Origin { [self] in
      $0.target == "/"
        ? redirecting(to: "http://127.0.0.1:\($0["X-Other"] ?? "")/back") : .text($0.target)
    }
    let other = try Origin { [self] _ in redirecting(to: origin.url + "/end") }
    let program = try BuiltProgram()
    for round in [1, 2] {
      let words = ["-u", "me:secret", "-H", "Cookie: a=1", "-H", "X-Other: \(other.port)", origin.url + "/"]
      #expect(try program(["fetch"] + words).text == "/end")
      #expect(origin.requests.count { $0.target == "/" } == 1, "round \(round)")
    }
    let later = origin.requests.filter { $0.target == "/end" } + other.requests
    #expect(later.count == 3 && later.allSatisfy { $0["Authorization"] == nil && $0["Cookie"] == nil })
  }

  @Test("a redirect's user information is neither used, stored nor printed")
  func userInformation() throws {
    let origin = try Origin { [self] in
      $0.target == "/a" ? redirecting(to: "//joe:hunter2@\($0["Host"] ?? "")/b") : .fresh("end")
    }
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/a").text == "end")
    #expect(origin.requests.last?["Authorization"] == nil)
    #expect(try program.fetch("--explain", origin.url + "/a").text == "end")
    for name in ["cache.db", "cache.db-wal"] {
      let bytes = program.directory.contents(of: "cache/" + name) ?? []
      #expect(!String(decoding: bytes, as: Unicode.ASCII.self).contains("hunter2"))
    }
    let refused = try Origin { [self] _ in redirecting(to: "ftp://joe:hunter2@a.test/") }
    let errors = try program.fetch("--explain", refused.url).errors
    #expect(errors.contains("ftp://a.test/") && !errors.contains("hunter2"))
  }

  typealias Row = (words: [String], code: Int32, requests: Int)
  static let limits: [Row] = [
    ([], 3, 11), (["--max-redirects", "2"], 3, 3), (["--max-redirects", "0"], 3, 1),
    (["--no-location"], 0, 1),
  ]
  @Test(arguments: limits)
  func limit(_ row: Row) throws {
    let origin = try Origin { .text("", status: 302, fields: [("Location", $0.target + "x")]) }
    #expect(try BuiltProgram()(["fetch"] + row.words + [origin.url + "/"]).code == row.code)
    #expect(origin.requests.count == row.requests)
  }

  @Test("§15.4.4: content goes no further, not even with -X")
  func contentStaysWithItsOrigin() throws {
    let other = try Origin(always: .text("end"))
    for (status, method) in [(301, "POST"), (302, "POST"), (303, "GET")] {
      let origin = try Origin { [self] _ in redirecting(status, to: other.url + "/") }
      #expect(try BuiltProgram().fetch("-X", "POST", "-d", "secret", origin.url + "/").text == "end")
      let last = try #require(other.requests.last)
      #expect(last.method == method && last.body.isEmpty && last["Content-Type"] == nil, "\(status)")
    }
  }

  @Test("an empty Location is no redirect, as in curl")
  func emptyLocation() throws {
    let origin = try Origin { [self] _ in redirecting(to: "") }
    #expect(try BuiltProgram().fetch(origin.url + "/").code == 0)
    #expect(origin.requests.count == 1)
  }

  typealias Method = (status: Int, words: [String], method: String, body: String)
  static let methods: [Method] = [
    (301, ["-d", "a"], "GET", ""), (302, ["-d", "a"], "GET", ""), (303, ["-d", "a"], "GET", ""),
    (307, ["-d", "a"], "POST", "a"), (308, ["-d", "a"], "POST", "a"), (302, ["-I"], "HEAD", ""),
  ]
  @Test(arguments: methods)
  func methodOfTheNextHop(_ row: Method) throws {
    let origin = try Origin { [self] in $0.target == "/" ? redirecting(row.status, to: "/b") : .text() }
    #expect(try BuiltProgram()(["fetch"] + row.words + [origin.url + "/"]).code == 0)
    let last = try #require(origin.requests.last)
    #expect(last.target == "/b" && last.method == row.method && last.body == Array(row.body.utf8))
  }

  @Test(arguments: ["ftp://a.test/", "file:///etc/passwd", "http://"])
  func placesThatAreNotGoneTo(_ location: String) throws {
    let origin = try Origin { [self] _ in redirecting(to: location) }
    let outcome = try BuiltProgram().fetch(origin.url + "/")
    #expect(outcome.code == 3 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("httpcache: error: "))
  }
}
