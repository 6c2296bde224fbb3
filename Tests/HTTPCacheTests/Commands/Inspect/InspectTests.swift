import TestSupport
import Testing

@Suite("inspect: what is judged, and what is said", .timed)
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
      "directives", "reasons", "findings", "advice", "user_info",
    ]
    #expect(keys.filter { object[$0] == nil } == [])
    #expect(
      (object["advice"] as? [String: Any])?["set"] as? [[String]] == [["Cache-Control", "max-age=3600"]])
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

  private func text(_ head: String, _ options: String...) throws -> String {
    try Executable().run(
      ["inspect", "--headers", "-", "--url", "http://a.test/"] + options,
      input: "HTTP/1.1 200 OK\r\n\(head)\r\n\r\n"
    ).text
  }

  @Test(
    "the text says the subject, the answer and what decides it, the fields that were judged, then the age")
  func text() throws {
    let text = try text("Cache-Control: max-age=3600\r\nServer: x", "--at", "+2m")
    #expect(
      text.hasPrefix(
        """
        GET http://a.test/  200
        Stored and reused for 58 more minutes: max-age=3600 (RFC 9111 §5.2.2.1)

          Cache-Control: max-age=3600

          [######################################..] fresh until
        """))
    #expect(text.contains("\n  age 120 of 3,600 seconds\n") || text.contains("\n  age 2 of 60 minutes\n"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test(
    "-v adds every field line and every reason; where storing is forbidden none reads as if it were allowed")
  func verboseText() throws {
    let stored = try text("Cache-Control: max-age=3600\r\nServer: x", "-v")
    #expect(stored.contains("\n  Server: x\n") && stored.contains("\nStoring\n  + Cache-Control gives"))
    for options in [["-v"], []] {
      let forbidden = try Executable().run(
        ["inspect", "--headers", "-"] + options,
        input: "HTTP/1.1 200 OK\r\nCache-Control: no-store, max-age=60\r\n\r\n"
      ).text
      #expect(
        forbidden.contains("\nNot stored: no-store forbids every cache to store it (RFC 9111 §5.2.2.5)\n"))
      #expect(!forbidden.contains("  + ") && !forbidden.contains("fresh for"))
    }
  }

  @Test("where a field for CDNs keeps them from storing, the next line says what a browser does")
  func forCDNsAlone() throws {
    let text = try Executable().run(
      ["inspect", "--headers", "-", "--shared"],
      input: "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nCDN-Cache-Control: no-store\r\n\r\n"
    ).text
    #expect(
      text.contains(
        "keeps CDNs from storing\nit (RFC 9111 §5.2.2.5)\nBrowser: Stored and reused for 1 minute"), "\(text)"
    )
  }

  @Test("a 304 is told as what it is: it confirms what is stored")
  func notModified() throws {
    let text = try Executable().run(
      ["inspect", "--headers", "-", "-v"], input: "HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n"
    ).text
    #expect(text.contains("\nConfirmed: nothing has changed, and the body in the cache is used"))
    #expect(!text.contains("max-age"))
  }

  @Test("-q prints the last line only")
  func quietText() throws {
    #expect(
      try text("Cache-Control: no-store", "-q")
        == "1 judged: 0 errors, 0 warnings; nothing was asked to fail\n")
  }

  @Test("a head that can't be read is exit 2 and names the line")
  func malformedHead() throws {
    let run = try Executable().run(
      ["inspect", "--headers", "-"], input: "\r\nno colon\r\n\r\n")
    #expect(
      run.code == 2 && run.errors == "httpcache: error: --headers: line 2: no field line (Name: value)\n")
  }
}
