import Foundation
import TestSupport
import Testing

@Suite("inspect --live --probe: the command line", .timed)
struct InspectProbeTests {
  static let refused: [(words: String, error: String, hint: String)] = [
    ("--live --probe=nonsense http://a.test/", "'nonsense' is not a probe", "validate,encoding"),
    ("--live --probe=validat http://a.test/", "'validat' is not a probe", "validate"),
    ("--live --probe= http://a.test/", "'' is not a probe", "validate"),
    ("--live --probe=users http://a.test/", "users needs two users", "--probe-as"),
    ("--live --probe --probe-as A:b http://a.test/", "given once", "--probe-as"),
    ("--live --probe=head --probe-as A:b http://a.test/", "given once", "--probe-as"),
    ("--probe http://a.test/", "--probe goes with --live only", "inspect --live --probe"),
    ("--all --repeat 3", "--repeat goes with --live only", "inspect --live --probe"),
    ("--live --probe-variant A:b", "needs a second value", "--probe-variant FIELD FIELD"),
    ("--live --probe-variant A:b B:b http://a.test/", "two values of one field", "Accept: image/avif"),
    ("--live --probe-variant A: A: http://a.test/", "two values of one field", "X-Inertia:"),
    ("--probe-variant A:b A:c http://a.test/", "--probe-variant goes with --live only", "inspect --live"),
    (
      "--live --dry-run http://a.test/", "--dry-run goes with --probe or --probe-variant or --map-key only",
      "--probe"
    ),
    ("--live --every 2s http://a.test/", "--every goes with --repeat or --within only", "--repeat"),
    ("--live --repeat 0 http://a.test/", "not a whole number from 1 to 1000", ""),
    ("--live --each-address --unix-socket /x http://a.test/", "exclude each other", ""),
    ("--live --probe --method POST http://a.test/", "only GET and HEAD", ""),
    ("--live --probe --expect edge=often http://a.test/", "'edge=often' is not a check", ""),
    ("--live --repeat 2 --expect hit-ratio>=2 http://a.test/", "'hit-ratio>=2' is not a check", ""),
  ]
  @Test("what makes no sense is refused with exit code 2, and a hint where one helps", arguments: refused)
  func refuses(_ row: (words: String, error: String, hint: String)) throws {
    let run = try BuiltProgram()(["inspect"] + row.words.split(separator: " ").map(String.init))
    expect(run, 2)
    #expect(
      run.errors.contains(row.error) && (row.hint.isEmpty || run.errors.contains(row.hint)), "\(run.errors)")
  }

  /// An origin that confirms, negotiates, and knows its files.
  @Sendable private static func sound(_ request: OriginRequest) -> OriginReply {
    guard request.path == "/" else { return .text("no", status: 404) }
    let fields = [("Cache-Control", "max-age=60"), ("ETag", "\"1\""), ("Date", HTTPClock.now)]
    return request["If-None-Match"]?.hasSuffix("\"1\"") == true
      ? .text("", status: 304, fields: fields) : .text("hello, hello, hello", fields: fields)
  }

  @Test("probes come back in the verdict: what was asked, what came back, how each ended")
  func verdict() throws {
    let origin = try Origin(Self.sound)
    let subject = try #require(
      try BuiltProgram().inspected("--live", "--probe=validate,missing", "-A", "me", "\(origin.url)/").first)
    let probes = (subject.members["probes"] as? [[String: Any]] ?? []).map(JSONObject.init)
    #expect(probes.map { $0["probe"] } == ["validate", "missing"])
    #expect(probes.map { $0["outcome"] } == ["passed", "skipped"])
    #expect(probes.map { $0["reason"] } == [nil, "the path names no version"])
    let requests = (probes.first?.members["requests"] as? [[String: Any]] ?? []).map(JSONObject.init)
    #expect(requests.map { $0.int("status") } == [200, 200, 304, 200, 304, 200])
    #expect(requests.allSatisfy { $0["method"] == "GET" && $0["url"] == "\(origin.url)/" })
    #expect(requests[2].object("fields")["If-None-Match"] == "\"1\"")
    #expect(origin.requests.allSatisfy { $0["User-Agent"] == "me" })
    #expect(try BuiltProgram().inspect("--live", "--probe=head", "\(origin.url)/").code == 0)
    #expect(origin.requests.last?["User-Agent"]?.hasSuffix("(active check)") == true)
  }

  @Test("findings of a probe fail a gate, and text says what was asked and what came back")
  func gate() throws {
    let origin = try Origin(
      always: .text("same", fields: [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]))
    let run = try BuiltProgram().inspect(
      "--live", "--probe=validate", "--fail-on", "warning", "\(origin.url)/")
    expect(run, 1)
    for text in [
      "Asked 5 more times:", "found etag-not-honoured", "If-None-Match → 200", "warning etag-not-honoured",
    ] {
      #expect(run.text.contains(text), "\(run.text)")
    }
  }

  @Test("--dry-run prints the requests and sends none")
  func dryRun() throws {
    let origin = try Origin(always: .fresh())
    let program = try BuiltProgram()
    let run = try program.inspect("--live", "--probe", "--dry-run", "\(origin.url)/a.12ab34cd.js")
    expect(run, 0)
    for text in [
      "none of them sent", "If-None-Match: \"ETAG-AS-RECEIVED\"", "HEAD http", "hc-probe=", "Range: bytes=",
    ] {
      #expect(run.text.contains(text), "\(run.text)")
    }
    let lines = try program.inspected("--live", "--probe", "--dry-run", "\(origin.url)/", "\(origin.url)/b")
    #expect(lines.map { $0["url"] } == ["\(origin.url)/", "\(origin.url)/b"])
    #expect(lines.allSatisfy { ($0.members["probes"] as? [Any])?.count == 6 })
    #expect(origin.requests.isEmpty)
  }

  @Test("a pair of the user's own is asked for without another option, and found like any other")
  func variant() throws {
    let origin = try Origin { request in
      .text(
        request["X-Tenant"] ?? "none", fields: [("Cache-Control", "max-age=60"), ("Date", HTTPClock.now)])
    }
    let run = try BuiltProgram().inspect(
      "--live", "--probe-variant", "X-Tenant: a", "X-Tenant: b", "--fail-on", "error", "\(origin.url)/")
    #expect(run.code == 1 && run.text.contains("Vary does not name X-Tenant"), "\(run.text)")
  }

  @Test("an origin that stalls or cuts fails that probe alone, and the exit code is what the rest says")
  func broken() throws {
    let origin = try Origin { request in
      if request.method == "HEAD" { return .stall }
      return request["Range"] == nil
        ? Self.sound(request) : .rawText("HTTP/1.1 206 OK\r\nContent-Length: 9\r\n\r\nab")
    }
    let run = try BuiltProgram()(
      ["inspect", "--live", "--json", "--probe", "--max-time", "1", "\(origin.url)/"])
    expect(run, 0)
    let subject = try #require(try run.objects.map(JSONObject.init).first)
    let probes = (subject.members["probes"] as? [[String: Any]] ?? []).map(JSONObject.init)
    #expect(
      probes.map { $0["outcome"] } == ["passed", "passed", "failed", "failed", "passed", "skipped"])
    #expect(probes[2]["reason"]?.hasPrefix("HEAD: ") == true && probes[3]["reason"]?.isEmpty == false)
  }

  @Test("two users: an answer for one that a shared cache may give to all is an error; no value is shown")
  func users() throws {
    let origin = try Origin { request in
      .text(
        "hello \(request["Cookie"] ?? "stranger")",
        fields: [("Cache-Control", "public, max-age=60"), ("Date", HTTPClock.now)])
    }
    let run = try BuiltProgram().inspect(
      "--live", "--json", "--probe", "--probe-as", "Cookie: id=s3cretA", "--probe-as", "Cookie: id=s3cretB",
      "\(origin.url)/account")
    #expect(run.text.contains("personal-shared-cacheable") && !run.text.contains("s3cret"))
  }

  @Test("an asset of another origin is probed without any credential of the user")
  func otherOrigins() throws {
    let other = try Origin(always: .fresh("script", fields: [("Date", HTTPClock.now)]))
    let page = try Origin(
      always: .text(
        "<script src='\(other.url)/app.js'></script>",
        fields: [("Content-Type", "text/html"), ("Cache-Control", "max-age=60")]))
    let run = try BuiltProgram().inspect(
      "--live", "--json", "--assets=all", "--probe=validate,users", "-H", "Authorization: Bearer s3cret",
      "--probe-as", "Cookie: id=s3cretA", "--probe-as", "X-Token: s3cretB", "--probe-header",
      "Cookie: c=s3cretC",
      page.url)
    expect(run, 0)
    let values = other.requests.flatMap { $0.fields.map(\.value) }
    #expect(!values.isEmpty && !values.contains { $0.contains("s3cret") })
    #expect(page.requests.contains { $0["X-Token"] == "s3cretB" })
  }

  @Test("--repeat says what the edge did; --expect edge and hit-ratio hold it against a limit")
  func repeated() throws {
    let counter = Counter()
    let origin = try Origin { _ in
      .fresh(fields: [("X-Cache", counter.next() == 1 ? "MISS" : "HIT"), ("Date", HTTPClock.now)])
    }
    let program = try BuiltProgram()
    let words = ["inspect", "--live", "--json", "--repeat", "4", "--every", "0"]
    let run = try program(words + ["--expect", "edge=hit", "--expect", "hit-ratio>=0.75", origin.url])
    expect(run, 0)
    let subject = try #require(try run.objects.map(JSONObject.init).first)
    #expect(subject["edge"] == "hit" && subject["edge_field"] == "X-Cache: HIT")
    #expect(subject.members["hit_ratio"] as? Double == 0.75)
    #expect(origin.requests.count == 4)
    #expect(try program(words + ["--expect", "hit-ratio>=1", "--expect", "edge=hit", origin.url]).code == 0)
    let miss = try Origin(always: .fresh(fields: [("X-Cache", "MISS"), ("Date", HTTPClock.now)]))
    let never = try program([
      "inspect", "--live", "--repeat", "2", "--every", "0", "--expect", "edge=hit", miss.url,
    ])
    #expect(never.code == 1 && never.text.contains("edge-never-hits"))
    // A browser's cache and a shared one get a conclusion each, in every form.
    let own = try Origin(
      always: .fresh(fields: [("Cache-Control", "private, max-age=60"), ("X-Cache", "MISS")]))
    for (format, says) in [
      ("text", "Shared cache: Not stored"), ("html", "Shared cache: Not stored"),
      ("table", "  shared cache: not stored"),
    ] {
      let run = try program([
        "inspect", "--live", "--repeat", "2", "--every", "0", "--format", format, own.url,
      ])
      #expect(run.text.contains(says), "\(run.text)")
    }
    #expect(never.text.contains("edge=hit does not hold: miss, from X-Cache: MISS"), "\(never.text)")
  }

  @Test("a repeated request with cookies that no store answers is asked once without them; no value is shown")
  func cookies() throws {
    let origin = try Origin { request in
      .fresh(fields: [("X-Cache", request["Cookie"] == nil ? "HIT" : "MISS"), ("Date", HTTPClock.now)])
    }
    let words = [
      "inspect", "--live", "--repeat", "2", "--every", "0", "-H", "Cookie: PHPSESSID=s3cret; theme=dark",
      origin.url,
    ]
    let run = try BuiltProgram()(words)
    let flat = run.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(flat.contains("cookies: hits without cookies; yours carry PHPSESSID, theme"), "\(run.text)")
    #expect(origin.requests.count == 3 && !run.text.contains("s3cret"))
    let subject = try #require(try BuiltProgram()(words + ["--json"]).objects.map(JSONObject.init).first)
    #expect(subject["edge_without_cookies"] == "hit" && subject["edge"] == "miss")
    // Without cookies, or where a store answers with them, nothing more is asked.
    let hit = try Origin(always: .fresh(fields: [("X-Cache", "HIT"), ("Date", HTTPClock.now)]))
    _ = try BuiltProgram()(words.dropLast() + [hit.url])
    #expect(hit.requests.count == 2)
  }

  @Test("--debug-edge asks the vendor's caches for keys and tags, and shows them; only when it is named")
  func debugging() throws {
    let origin = try Origin { request in
      let isAsked = request["Fastly-Debug"] == "1" || request["Pragma"]?.contains("get-cache-key") == true
      return .fresh(
        fields: isAsked ? [("Surrogate-Key", "page-1 all"), ("X-Cache-Key", "/L/1/2/3/1d/site.test/")] : [])
    }
    let program = try BuiltProgram()
    let text = try program.inspect("--live", "--debug-edge", "fastly", origin.url).text
    #expect(text.contains("Surrogate-Key: page-1 all") && !text.contains("X-Cache-Key"), "\(text)")
    let subject = try program.inspected("--live", "--debug-edge", "akamai", origin.url).first
    #expect(subject?.members["debug_edge"] as? [[String]] == [["X-Cache-Key", "/L/1/2/3/1d/site.test/"]])
    #expect(try program.inspect("--live", origin.url).code == 0)
    #expect(origin.requests.map { $0["Fastly-Debug"] } == ["1", nil, nil])
    #expect(origin.requests.last?["Pragma"] == nil)
  }

  @Test("--each-address asks each address, also where a connection to another one is kept; a dead one fails")
  func addresses() throws {
    let origin = try Origin(Self.sound)
    let host = "many.test:\(origin.port)"
    let run = try BuiltProgram().inspect(
      "--live", "--json", "--each-address", "--resolve", "\(host):127.0.0.1,127.0.0.1,127.0.0.2",
      "http://\(host)/")
    let subject = try #require(try run.objects.map(JSONObject.init).first)
    let probe = try #require((subject.members["probes"] as? [[String: Any]] ?? []).map(JSONObject.init).first)
    let requests = (probe.members["requests"] as? [[String: Any]] ?? []).map(JSONObject.init)
    #expect(requests.map { $0["address"] } == ["127.0.0.1", "127.0.0.2"])
    // Nothing listens at the second one.
    #expect(requests.map { $0.int("status") } == [200, nil])
    #expect(probe["probe"] == "each-address" && probe["outcome"] == "failed")
    #expect(probe["reason"]?.hasPrefix("127.0.0.2: ") == true)
  }

  @Test("a live answer is judged as the origin sent it, also what this cache would leave out")
  func setCookie() throws {
    let origin = try origin(("Cache-Control", "public, max-age=60"), ("Set-Cookie", "sid=s3cret"))
    let run = try BuiltProgram().inspect("--live", "--json", origin.url)
    let subject = try #require(try run.objects.map(JSONObject.init).first)
    #expect(subject.codes("findings").contains("set-cookie-shared-cacheable") && !run.text.contains("s3cret"))
  }
}
