import TestSupport
import Testing

@Suite("inspect --headers: the built program judges saved heads", .timed)
struct InspectHeadersTests {
  private func inspected(_ options: String..., head: String) throws -> [JSONObject] {
    try BuiltProgram()(["inspect", "--json", "--headers", "-"] + options, stdin: head).objects.map(
      JSONObject.init)
  }

  static let old =
    "HTTP/1.1 200 OK\nDate: Mon, 12 Jan 2015 16:45:57 GMT\nCache-Control: max-age=600\nETag: \"1\"\n\n"

  @Test("a saved head that is judged later than its Date is told so once, and is not stale on arrival")
  func saved() throws {
    let verdicts = try inspected(head: Self.old + Self.old)
    #expect(verdicts.map { $0.codes("findings").filter { $0 == "head-saved-earlier" }.count } == [1, 0])
    for verdict in verdicts {
      #expect(!verdict.codes("findings").contains("stale-on-arrival"))
      #expect(verdict.object("freshness")["state"] == "stale")
    }
  }

  @Test("where no URL is given, JSON has null, and no format shows one that was made up")
  func unnamed() throws {
    let head = "HTTP/1.1 200 OK\nCache-Control: public; max-age=60\n"
    #expect(try inspected(head: head).map { $0.isNull("url") } == [true])
    #expect(try inspected("--url", "http://a.test/x", head: head).map { $0["url"] } == ["http://a.test/x"])
    let program = try BuiltProgram()
    for format in ["text", "summary", "table", "json", "html", "markdown", "github", "junit", "sarif"] {
      let words = ["inspect", "--headers", "-", "--format", format, "--expect", "fresh"]
      let run = try program(words, stdin: String(repeating: head + "\n", count: format == "text" ? 21 : 1))
      expect(run, 1)
      #expect(!"\(run.text)\(run.errors)".contains("unknown.invalid"), "\(format): \(run.text)")
      #expect(run.text.contains("(no URL)") || format == "json", "\(format): \(run.text)")
    }
  }

  @Test("no report shows the password of a URL in a field")
  func passwords() throws {
    let url = "https://u:s3cr3tpw@b.test/x"
    let head = """
      HTTP/1.1 302 Found
      Cache-Control: max-age=60
      Age: \(url)
      Location: \(url)
      Content-Location: \(url)
      Refresh: 0; url=\(url)
      Link: <https://a.test/y>; rel=preload, <\(url)>; rel=preload
      X-Cache: HIT from \(url)

      """
    let program = try BuiltProgram()
    for format in ["text", "table", "html", "markdown", "github", "json", "junit", "sarif", "summary"] {
      let words = [
        "inspect", "--headers", "-", "-v", "--url", "https://a.test/", "--format", format, "--fail-on",
        "info", "--expect", "field:Location=https://c.test/*", "--expect", "field:Link!=*b.test*",
      ]
      let run = try program(words, stdin: head)
      #expect(run.code == 1 && !run.text.isEmpty, "\(format): \(run.text)\(run.errors)")
      #expect(!"\(run.text)\(run.errors)".contains("s3cr3tpw"), "\(format): \(run.text)")
    }
  }

  @Test("--at date judges each head as of its own Date")
  func ownDate() throws {
    let younger = Self.old.replacing("2015", with: "2026").replacing(
      "Mon, 12 Jan 2026", with: "Mon, 12 Jan 2026")
    let verdicts = try inspected("--at", "date", head: Self.old + younger)
    #expect(verdicts.map { $0.object("freshness").int("age") } == [0, 0])
    #expect(verdicts.map { $0.object("freshness")["state"] } == ["fresh", "fresh"])
    #expect(
      verdicts.map { $0.object("user_info")["cache_date"] } == [
        "2015-01-12T16:45:57Z", "2026-01-12T16:45:57Z",
      ])
    #expect(verdicts.allSatisfy { !$0.codes("findings").contains("head-saved-earlier") })
  }

  @Test("a head from a pipe is received when it comes, not when the program begins to wait for it")
  func slowPipe() async throws {
    let program = try BuiltProgram().executable.program
    let run = try await Executable.waiting(
      forCommand: "sh", "-c",
      "{ sleep 1.2; printf 'HTTP/1.1 200 OK\\r\\nCache-Control: max-age=60\\r\\n\\r\\n'; } | \(program) inspect --headers -"
    )
    #expect(run.text.contains("Stored and reused for 1 minute: max-age=60"), "\(run.text)\(run.errors)")
  }

  @Test("RFC 9111 §4.2.3: Age above the lifetime is stale on arrival, also in a file")
  func held() throws {
    let head = Self.old.replacing("ETag", with: "Age: 700\nETag")
    let verdict = try #require(inspected("--at", "date", head: head).first)
    #expect(verdict.codes("findings").contains("stale-on-arrival"))
  }

  @Test("RFC 9211: every parameter of another cache's Cache-Status is told in words")
  func cacheStatus() throws {
    let head = Self.old.replacing(
      "ETag", with: "Cache-Status: C; fwd=uri-miss; collapsed=?0; detail=x, D; hit; ttl=-5\nETag")
    let run = try BuiltProgram()(["inspect", "--headers", "-"], stdin: head)
    let words = run.text.split { $0.isWhitespace }.joined(separator: " ")
    for said in [
      "C forwarded the request (it had nothing for the URL), waited for the answer to another request, and had to send its own, x",
      "D answered from its store, stale for 5 s",
    ] { #expect(words.contains(said), "\(run.text)") }
  }

  @Test("--targets names the fields that direct the cache, without --shared, too (RFC 9213)")
  func targets() throws {
    let head = """
      HTTP/1.1 200 OK
      Date: Mon, 12 Jan 2026 16:45:57 GMT
      ETag: "1"
      Cache-Control: no-store
      CDN-Cache-Control: max-age=60
      Netlify-CDN-Cache-Control: max-age=600, durable
      Surrogate-Control: max-age=30

      """
    let rows: [(targets: String, source: String, lifetime: Int)] = [
      ("netlify-cdn-cache-control,cdn-cache-control", "netlify-cdn-cache-control", 600),
      ("CDN-Cache-Control,netlify-cdn-cache-control", "cdn-cache-control", 60),
      ("surrogate-control", "surrogate-control", 30),
    ]
    for row in rows {
      let verdict = try #require(inspected("--at", "date", "--targets", row.targets, head: head).first)
      let freshness = verdict.object("freshness")
      #expect(verdict.bool("storable") == true && freshness["source"] == row.source)
      #expect(freshness.int("lifetime") == row.lifetime)
    }
    #expect(try inspected("--at", "date", head: head).first?.bool("storable") == false)
    for bad in ["cache-control", "cdn-cache-control,", "x", "a b-cache-control"] {
      let run = try BuiltProgram()(["inspect", "--headers", "-", "--targets", bad], stdin: head)
      #expect(run.code == 2 && run.errors.contains("--targets"), "\(bad)")
    }
  }

  @Test("what curl -v prints, indented, with a folded line and a space before the colon")
  func copied() throws {
    let head = """
        * Connected to a.test
        > GET / HTTP/1.1
        >
        < HTTP/1.1 200 OK
        < Cache-Control : max-age=600
        < X: a
        <   b
        <
      """
    let run = try BuiltProgram()(["inspect", "--json", "--headers", "-"], stdin: head)
    let verdict = try #require(try run.objects.map(JSONObject.init).first)
    #expect(run.code == 0 && verdict.object("freshness").int("lifetime") == 600)
    #expect(Set(verdict.codes("findings")).isSuperset(of: ["field-line-folded", "space-before-colon"]))
  }

  @Test("--profile urlcache judges the answer for a URL of another scheme; the RFC does not")
  func foreign() throws {
    let words = ["--url", "ftp://a.test/x"]
    let program = try BuiltProgram()
    let run = try program(
      ["inspect", "--json", "--profile", "urlcache", "--headers", "-"] + words, stdin: Self.old)
    let verdict = try #require(try run.objects.map(JSONObject.init).first)
    #expect(verdict["url"] == "ftp://a.test/x" && verdict.bool("storable") == false)
    #expect(verdict.codes("reasons").contains("scheme-not-cached"))
    #expect(try program(["inspect", "--headers", "-"] + words, stdin: Self.old).code == 2)
  }

  @Test("RFC 9110 §9.3.2: a response to HEAD is storable, and the report says what this cache keeps")
  func head() throws {
    let verdict = try #require(inspected("--method", "HEAD", "--at", "date", head: Self.old).first)
    #expect(verdict.bool("storable") == true && verdict.bool("reusable") == true)
    #expect(verdict.codes("reasons").contains("head-not-kept"))
    #expect(!verdict.codes("reasons").contains("method-not-storable"))
  }
}
