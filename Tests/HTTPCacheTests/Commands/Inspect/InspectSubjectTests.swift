import Foundation
import TestSupport
import Testing

@Suite("inspect: the built program judges responses", .timed)
struct InspectSubjectTests {
  @Test func directivesWithoutACommaAndAWrongWeekday() throws {
    let head = "Cache-Control:public; max-age=31536000\nExpires: Mon, 25 Jan 2017 17:45:57 GMT"
    let verdict = try #require(BuiltProgram().inspected("--headers", "-", stdin: head).first)
    let codes = verdict.codes("findings")
    #expect(codes.contains("cache-control-not-comma-separated"))
    #expect(codes.contains("expires-weekday-mismatch"))
  }

  static let article = """
    HTTP/1.1 200 OK
    Cache-Control: public, max-age=3600
    Expires: Mon, 26 Jan 2016 17:45:57 GMT
    Last-Modified: Mon, 12 Jan 2016 17:45:57 GMT

    """

  @Test func bothWeekdays() throws {
    let verdict = try #require(BuiltProgram().inspected("--headers", "-", stdin: Self.article).first)
    let codes = verdict.codes("findings")
    #expect(codes.contains("expires-weekday-mismatch") && codes.contains("last-modified-weekday-mismatch"))
    #expect(verdict.bool("storable") == true && verdict.bool("reusable") == true)
    #expect(verdict["origin"] == "headers" && verdict.object("freshness")["source"] == "max-age")
  }

  @Test func textReport() throws {
    let outcome = try BuiltProgram().inspect("--headers", "-", stdin: Self.article)
    #expect(outcome.code == 0 && outcome.errors.isEmpty)
    #expect(outcome.text.contains("expires-weekday-mismatch") && outcome.text.contains("RFC 9111"))
    #expect(!outcome.text.contains("\u{1B}"))
  }

  @Test func severalHeads() throws {
    let heads = "HTTP/1.1 301 Moved\r\nLocation: /b\r\n\r\nHTTP/1.1 200 OK\r\nCache-Control: no-store\r\n\r\n"
    let verdicts = try BuiltProgram().inspected("--headers", "-", "--url", "http://a.test/x", stdin: heads)
    #expect(verdicts.map { $0.int("status") } == [301, 200])
    #expect(verdicts.map { $0["url"] } == ["http://a.test/x", "http://a.test/x"])
    #expect(verdicts.last?.bool("storable") == false)
    #expect(verdicts.last?.codes("reasons").contains("no-store") == true)
  }

  @Test func headsFromAFile() throws {
    let program = try BuiltProgram()
    let path = try program.directory.write(Self.article, to: "head")
    #expect(try program.inspected("--headers", path).map { $0.int("status") } == [200])
  }

  typealias Judged = (at: String, state: String, reusable: Bool)
  static let times: [Judged] = [("+0s", "fresh", true), ("+59m", "fresh", true), ("+2h", "stale", false)]
  @Test(arguments: times)
  func asOfAnotherTime(_ row: Judged) throws {
    let origin = try Origin(always: .fresh())
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/").code == 0)
    let verdict = try #require(program.inspected("--at", row.at, origin.url + "/").first)
    #expect(verdict.object("freshness")["state"] == row.state)
    #expect(verdict.bool("reusable") == row.reusable)
  }

  @Test func storedResponse() throws {
    let origin = try Origin { .validated($0) }
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/").code == 0)
    let verdict = try #require(program.inspected(origin.url + "/").first)
    #expect(verdict.keys.isSuperset(of: FetchDestinationTests.verdictKeys))
    #expect(verdict["origin"] == "store" && verdict["cache"] == "private" && verdict["profile"] == "rfc9111")
    #expect(verdict.object("validators")["etag"] == "\"1\"")
    #expect(verdict.object("freshness")["state"] == "stale" && verdict.bool("reusable") == false)
    #expect(origin.requests.count == 1)
  }

  @Test("the report says which server answered, where more than the URL decided")
  func route() throws {
    let origin = try Origin(always: .fresh())
    let program = try BuiltProgram()
    let port = origin.port
    _ = try program.fetch("--resolve", "a.test:\(port):127.0.0.1", "http://a.test:\(port)/")
    _ = try program.fetch(
      "-H", "Host: c.test", "--connect-to", "b.test:80:127.0.0.1:\(port)", "http://b.test/")
    let text = try program.inspect("--all").text
    #expect(text.contains("\nReceived from 127.0.0.1 (--resolve)\n"))
    #expect(text.contains("\nReceived with Host: c.test, from 127.0.0.1:\(port) (--connect-to)\n"))
  }

  @Test func whatIfItLivedLonger() throws {
    let origin = try Origin { .validated($0) }
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/").code == 0)
    let freshness = try #require(program.inspected("--ttl", "1h", origin.url + "/").first).object("freshness")
    #expect(freshness["source"] == "ttl" && freshness.int("lifetime") == 3600)
  }

  @Test func nothingStored() throws {
    let outcome = try BuiltProgram().inspect("http://127.0.0.1:1/")
    #expect(outcome.code == 4 && outcome.output.isEmpty)
    #expect(outcome.errors.contains("nothing is stored for http://127.0.0.1:1/"))
  }

  @Test func everythingStored() throws {
    let origin = try Origin(always: .fresh())
    let program = try BuiltProgram()
    #expect(try program.inspected("--all").isEmpty)
    #expect(try program.fetch(origin.url + "/a", origin.url + "/b").code == 0)
    let urls = try program.inspected("--all").compactMap { $0["url"] }
    #expect(urls.sorted() == [origin.url + "/a", origin.url + "/b"])
  }

  @Test func variantThatARequestWouldGet() throws {
    let origin = try Origin { .fresh($0["Accept-Language"] ?? "", fields: [("Vary", "Accept-Language")]) }
    let program = try BuiltProgram()
    for language in ["de", "fr"] {
      #expect(try program.fetch("-H", "Accept-Language: \(language)", origin.url + "/").text == language)
    }
    let url = origin.url + "/"
    #expect(try program.inspected(url).count == 2)
    #expect(try program.inspected("--request-header", "Accept-Language: de", url).count == 1)
    #expect(try program.inspect("--request-header", "Accept-Language: it", url).code == 4)
  }

  @Test func liveAsksAndStoresNothing() throws {
    let origin = try Origin(always: .fresh())
    let program = try BuiltProgram()
    let verdict = try #require(program.inspected("--live", origin.url + "/").first)
    #expect(verdict["origin"] == "live" && verdict.bool("storable") == true)
    #expect(verdict.object("freshness").int("lifetime") == 3600)
    #expect(origin.requests.count == 1)
    #expect(try !program.hasStored(origin.url + "/"))
  }

  @Test func liveKeepsTheOrderOfTheCommandLine() throws {
    let origin = try Origin { request in
      if request.path == "/slow" { Thread.sleep(forTimeInterval: 0.3) }
      return .fresh()
    }
    let urls = ["/slow", "/b", "/c"].map { origin.url + $0 }
    let run = try BuiltProgram()(["inspect", "--json", "--live"] + urls)
    #expect(try run.objects.map(JSONObject.init).map { $0["url"] } == urls)
  }

  @Test func liveOfAnUnreachableOrigin() throws {
    let origin = try Origin(always: .fresh())
    origin.stop()
    let outcome = try BuiltProgram().inspect("--live", origin.url + "/")
    expect(outcome, 3, says: origin.url)
  }

  typealias Check = (checks: [String], code: Int32)
  static let checks: [Check] = [
    (["storable", "fresh", "reusable", "validator", "last-modified", "explicit"], 0), (["stale"], 1),
    (["lifetime>=1h", "status=200", "directive=public", "directive!=no-store"], 0), (["etag"], 1),
    (["lifetime>1h"], 1), (["not-storable"], 1), (["heuristic"], 1),
  ]
  @Test(arguments: checks)
  func expectation(_ row: Check) throws {
    let words = ["inspect", "--headers", "-"] + row.checks.flatMap { ["--expect", $0] }
    let outcome = try BuiltProgram()(words, stdin: Self.article)
    #expect(outcome.code == row.code)
    #expect(outcome.text.contains("check failed: \(row.checks[0])") == (row.code == 1))
  }

  static let bad: [(words: [String], stdin: String)] = [
    (["--headers", "-"], ""), (["--headers", "nowhere"], ""), ([], ""), (["--al"], ""),
    (["--headers", "-", "--at", "whenever"], article), (["--headers", "-"], "HTTP/1.1 two\r\n\r\n"),
  ]
  @Test(arguments: bad)
  func usage(_ row: (words: [String], stdin: String)) throws {
    let outcome = try BuiltProgram()(["inspect"] + row.words, stdin: row.stdin)
    #expect(outcome.code == 2 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("httpcache: error: "))
  }
}
