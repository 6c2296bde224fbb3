import TestSupport
import Testing

@Suite("inspect: what is judged, and what is said")
struct InspectTests {
  /// The codes of the findings of a head.
  private static func findings(_ head: String, _ options: String...) throws -> [String] {
    let run = try Executable().run(["inspect", "--json", "--headers", "-"] + options, input: head)
    let findings = try run.object["findings"] as? [[String: Any]] ?? []
    return findings.compactMap { $0["code"] as? String }
  }

  @Test("the articles' semicolon and their three wrong weekdays are found")
  func articles() throws {
    let second = "Cache-Control:public; max-age=31536000\nExpires: Mon, 25 Jan 2017 17:45:57 GMT\n"
    let found = try Self.findings(second)
    #expect(found.contains("cache-control-not-comma-separated") && found.contains("expires-weekday-mismatch"))
    let first = """
      HTTP/1.1 200 OK
      Cache-Control: public, max-age=3600
      Expires: Mon, 26 Jan 2016 17:45:57 GMT
      Last-Modified: Mon, 12 Jan 2016 17:45:57 GMT
      ETag: "686897696a7c876b7e"

      """
    let codes = try Self.findings(first)
    #expect(codes.contains("expires-weekday-mismatch") && codes.contains("last-modified-weekday-mismatch"))
  }

  @Test("every key of the contract is there, nulls included")
  func keys() throws {
    let object = try Executable().run(
      ["inspect", "--json", "--headers", "-"], input: "HTTP/1.1 200 OK\r\n\r\n"
    ).object
    let keys = [
      "url", "method", "status", "origin", "cache", "profile", "storable", "reusable", "freshness",
      "validators",
      "directives", "reasons", "findings", "user_info",
    ]
    #expect(keys.filter { object[$0] == nil } == [])
    let freshness = try #require(object["freshness"] as? [String: Any])
    #expect(Set(freshness.keys) == ["state", "lifetime", "source", "age", "ttl", "expires_at"])
    #expect(freshness["source"] as? String == "none")
  }

  @Test("several heads are judged each on its own, bodies between them are passed over")
  func severalHeads() throws {
    let text =
      "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nCache-Control: max-age=1\r\n\r\nbody\nHTTP/1.1 404 Not Found\r\n\r\n"
    let objects = try Executable().run(["inspect", "--json", "--headers", "-"], input: text).objects
    #expect(objects.map { $0["status"] as? Int } == [200, 404])
  }

  @Test("--at judges as of a time, --expect is exit 1 where it does not hold")
  func atAndExpect() throws {
    let head = "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\n\r\n"
    let check = { (options: [String]) in
      try Executable().run(["inspect", "--headers", "-"] + options, input: head).code
    }
    #expect(try check(["--expect", "fresh", "--expect", "lifetime=1m", "--expect", "storable"]) == 0)
    #expect(
      try check(["--at", "+2m", "--expect", "stale", "--expect", "age>=120", "--expect", "ttl<0"]) == 0)
    #expect(try check(["--expect", "directive=immutable"]) == 1)
    #expect(try check(["--ttl", "1h", "--at", "+2m", "--expect", "reusable"]) == 0)
  }

  @Test("a stored response, all of them, and one that is not there")
  func stored() throws {
    let origin = try origin(("Cache-Control", "max-age=60"))
    let httpcache = try Executable()
    _ = try httpcache("fetch", origin.url + "/a", origin.url + "/b")
    #expect(try httpcache("inspect", "--json", origin.url + "/a").object["origin"] as? String == "store")
    #expect(try httpcache("inspect", "--json", "--all").objects.count == 2)
    let missing = try httpcache("inspect", origin.url + "/c")
    #expect(missing.code == 4 && missing.errors.hasPrefix("httpcache: error: nothing is stored for "))
  }

  @Test("--live asks the origin now and stores nothing")
  func live() throws {
    let origin = try origin(("Cache-Control", "max-age=60"))
    let httpcache = try Executable()
    let run = try httpcache("inspect", "--json", "--live", origin.url)
    #expect(try run.object["origin"] as? String == "live" && run.object["storable"] as? Bool == true)
    #expect(try httpcache("inspect", origin.url).code == 4)
    origin.stop()
    #expect(try httpcache("inspect", "--live", origin.url).code == 3)
  }

  @Test("the text says the verdict first, then why, then the age against the lifetime")
  func text() throws {
    let head = "HTTP/1.1 200 OK\r\nCache-Control: max-age=3600\r\n\r\n"
    let text = try Executable().run(
      ["inspect", "--headers", "-", "--url", "http://a.test/", "--at", "+2m"], input: head
    ).text
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines[0] == "GET http://a.test/  200")
    #expect(lines[1] == "storable, fresh, reusable without asking the origin (private cache, RFC 9111)")
    let unfolded = text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(
      unfolded.contains("fresh for 58 more minutes: max-age=3600 gives it 1 hour and it is 2 minutes old"))
    #expect(lines.allSatisfy { $0.count <= 80 })
  }

  @Test("a head that can't be read is exit 2 and names the line")
  func malformedHead() throws {
    let run = try Executable().run(
      ["inspect", "--headers", "-"], input: "HTTP/1.1 200 OK\r\nno colon\r\n\r\n")
    #expect(
      run.code == 2 && run.errors == "httpcache: error: --headers: line 2: no field line (Name: value)\n")
  }
}
