import Testing

@testable import HTTPCacheCore

@Suite("Probes: what is asked, and what is not", .timed)
struct ProbeRunTests {
  private static let users = [FieldLine("Cookie", "user=a"), FieldLine("Cookie", "user=b")]

  private func requests(_ probes: [Probe], _ server: ScriptedServer = ScriptedServer()) throws
    -> [RequestHead]
  {
    try server.reports(probes) {
      $0.identities = Self.users
      $0.fields = [FieldLine("Accept-Language", "de")]
    }.flatMap(\.exchanges).map(\.request.head)
  }

  @Test("every request stays with the origin, is GET or HEAD, and has the fields that were asked for")
  func bounds() throws {
    let requests = try requests(Probe.named)
    #expect(requests.allSatisfy { ["GET", "HEAD"].contains($0.method) })
    #expect(requests.allSatisfy { $0.target.origin == "http://site.test" })
    #expect(requests.allSatisfy { $0.fields.first("Accept-Language") == "de" })
    let most = Probe.named.compactMap(\.mostRequests).reduce(ProbeSettings.mostRequests, +)
    #expect(requests.count <= most)
  }

  @Test("no more than 24 requests are sent; what would go beyond is skipped and says so")
  func most() throws {
    let reports = try ScriptedServer().reports(Probe.named) { $0.identities = Self.users }
    // The request that is judged is one of them, and those as users are none.
    let counted = reports.filter { $0.probe.mostRequests == nil }
    #expect(counted.reduce(1) { $0 + $1.exchanges.count } == ProbeSettings.mostRequests)
    let skipped = counted.filter { $0.outcome == .skipped }
    #expect(skipped.allSatisfy { $0.reason == "no more than 24 requests are sent for a URL" })
    #expect(skipped.map(\.probe) == [.header, .suffix])
  }

  @Test(
    "a versioned file with all validators, behind a cache, for other origins, needs no more, and nothing is skipped"
  )
  func usualBudget() throws {
    let server = ScriptedServer { answer, request, _ in
      answer["Access-Control-Allow-Origin"] = request.fields.first("Origin")
      answer["Vary"] = "Accept-Encoding, Origin"
      let isForAgents = request.fields.first("Accept")?.hasPrefix("text/markdown") == true
      answer["X-Cache"] = isForAgents ? "HIT" : "MISS"
    }
    let reports = try server.reports(Probe.usual)
    #expect(reports.count == Probe.usual.count && reports.allSatisfy { $0.outcome == .passed })
    #expect(reports.reduce(1) { $0 + $1.exchanges.count } == 24)
    // What is left is for the last part, which a file that many origins ask for has no request for.
    let parts = try ScriptedServer().reports([.range]).flatMap(\.exchanges).compactMap {
      $0.request.head.fields.first("Range")
    }
    #expect(parts.contains("bytes=0-") && parts.contains("bytes=-12"))
  }

  /// A cache that has stored what was asked for once, and gives agents what it gives browsers.
  @Sendable private static func behindCache(
    _ answer: inout ScriptedAnswer, _ request: RequestHead, _ number: Int
  ) {
    answer["Access-Control-Allow-Origin"] = request.fields.first("Origin")
    answer["Vary"] = "Accept-Encoding, Origin"
    let isForAgents = request.fields.first("Accept")?.hasPrefix("text/markdown") == true
    answer["X-Cache"] = isForAgents || number > 1 && request.target.query == nil ? "HIT" : "MISS"
  }

  static let budgets: [(what: String, url: String, count: Int, script: ScriptedServer.Script)] = [
    (
      "a versioned file behind a cache that stores it, for other origins", ScriptedServer.url, 24, behindCache
    ),
    ("a page, the same", "http://site.test/", 24, behindCache),
    ("a coded text", "http://site.test/notes.txt", 22, { _, _, _ in }),
    ("a picture", "http://site.test/photo.png", 21, ScriptedServer.uncoded),
  ]
  @Test(
    "a server without fault gets no more than 24 requests, and none is left out", arguments: budgets.indices)
  func budget(_ index: Int) throws {
    let row = Self.budgets[index]
    let reports = try ScriptedServer(url: row.url, script: row.script).reports(Probe.usual)
    #expect(reports.reduce(1) { $0 + $1.exchanges.count } == row.count, "\(row.what)")
    for report in reports {
      let isNamed = report.probe != .missing || row.url == ScriptedServer.url
      #expect(report.outcome == (isNamed ? .passed : .skipped), "\(row.what): \(report.probe)")
      #expect(report.reason == (isNamed ? nil : "the path names no version"))
    }
  }

  @Test("a made-up value stands under a query of its own, ends in .invalid, and is another one in each run")
  func madeUp() throws {
    for request in try requests([.origin, .header])
    where request.has("Origin") || request.has("X-Forwarded-Host") {
      let value = request.fields.first("Origin") ?? request.fields.first("X-Forwarded-Host") ?? ""
      #expect(value.hasSuffix(".invalid"))
      #expect(request.target.query?.hasPrefix("hc-probe=hcprobe") == true)
    }
    let other = try ScriptedServer().reports([.origin]) { $0.seed = 8 }
    #expect(
      try ScriptedServer().reports([.origin]).flatMap(\.exchanges).map(\.request.head.target)
        != other.flatMap(\.exchanges).map(\.request.head.target))
  }

  @Test(
    "no name that one probe makes up stands in a request of another, but for those of the first look at the query"
  )
  func names() throws {
    // A page that shows what it was asked with, behind a cache: most scripts go far.
    let server = ScriptedServer(url: "http://site.test/a.3f9ac2d1.js?page=1") { answer, request, _ in
      answer["X-Cache"] = "MISS"
      answer["Cache-Control"] = "max-age=60"
      answer.status = 200
      let fields = request.fields.lines.map { "\($0.name): \($0.value)" }
      answer.body = Array((request.target.path + fields.joined(separator: "\n")).utf8)
    }
    let reports = try server.reports(Probe.allCases.filter { $0 != .eachAddress }) {
      $0.identities = ScriptedServer.users
    }
    var probes: [String: Set<Probe>] = [:]
    for report in reports {
      for exchange in report.exchanges {
        let request = exchange.request.head
        let values = [request.target.absolute] + request.fields.lines.map(\.value)
        for match in values.joined(separator: " ").matches(of: /hcprobe[0-9a-f]{12}|hckey[0-9a-f]{12}/) {
          probes[String(match.output), default: []].insert(report.probe)
        }
      }
    }
    #expect(probes.count > 20)
    let shared = probes.filter { $0.value.count > 1 }
    #expect(shared.count <= 2, "\(shared)")
    #expect(shared.values.allSatisfy { $0.isSubset(of: [.users, .representations, .header, .suffix]) })
  }

  @Test("a label of a made-up name is taken once")
  func labels() {
    let labels = ProbeLabels()
    #expect(labels.take("key, origin, 1") && labels.take("key, origin, 2"))
    #expect(!labels.take("key, origin, 1"))
  }

  @Test("as nobody no credential is sent, and as a user only that user's")
  func identities() throws {
    let cookies = try requests([.users]).map { $0.fields.first("Cookie") }
    #expect(cookies == [nil, nil, nil, "user=a", "user=b"])
    let personal = ScriptedServer { answer, request, _ in
      answer.body += Array((request.fields.first("Cookie") ?? "").utf8)
    }
    let shared = try requests([.users], personal).filter { $0.target.query == nil }
    #expect(shared.isEmpty)
  }

  static let skips: [(Probe, String, ScriptedServer.Script, String)] = [
    (
      .validate, ScriptedServer.url, { answer, _, _ in answer["Cache-Control"] = "no-store" },
      "no cache may store the answer"
    ),
    (.validate, ScriptedServer.url, { answer, _, _ in answer.status = 404 }, "the answer is 404"),
    (.missing, "http://site.test/app.js?v=3", { _, _, _ in }, "the path names no version"),
    (.missing, "http://site.test/", { _, _, _ in }, "the path names no version"),
    (.range, ScriptedServer.url, { answer, _, _ in answer.body = [] }, "the content has no byte"),
    (.header, ScriptedServer.url, { answer, _, _ in answer.status = 404 }, "the answer is 404"),
    (.suffix, ScriptedServer.url, { answer, _, _ in answer.status = 410 }, "the answer is 410"),
    (.representations, ScriptedServer.url, { answer, _, _ in answer.status = 404 }, "the answer is 404"),
  ]
  @Test("a probe without a question is skipped, and says why", arguments: skips.indices)
  func skipped(_ index: Int) throws {
    let (probe, url, script, reason) = Self.skips[index]
    let report = try #require(try ScriptedServer(url: url, script: script).reports([probe]).first)
    #expect(report.outcome == .skipped)
    #expect(report.reason == reason)
  }

  static let unanswered: [(Probe, String, ScriptedServer.Script)] = [
    (
      .validate, "If-None-Match: the answer is 412",
      { answer, request, _ in if request.has("If-None-Match") { answer.status = 412 } }
    ),
    (
      .validate, "If-None-Match: the answer is 200 without content",
      { answer, request, _ in
        guard request.has("If-None-Match") else { return }
        (answer.status, answer.body) = (200, [])
      }
    ),
    (
      .validate, "If-Modified-Since: the answer is 200 with other content",
      { answer, request, _ in
        guard request.has("If-Modified-Since"), !request.has("If-None-Match") else { return }
        (answer.status, answer.body) = (200, Array("Request blocked".utf8))
      }
    ),
    (
      .validate, "gzip, br, zstd: the answer is 403",
      { answer, request, _ in
        if request.fields.first("Accept-Encoding")?.contains("gzip") == true { answer.status = 403 }
      }
    ),
    (
      .encoding, "br: the answer is 403",
      { answer, request, _ in if request.fields.first("Accept-Encoding") == "br" { answer.status = 403 } }
    ),
    (
      .encoding, "gzip: the answer is 200 without content",
      { answer, request, _ in
        guard request.fields.first("Accept-Encoding") == "gzip" else { return }
        (answer["Content-Encoding"], answer.body) = (nil, [])
      }
    ),
    (
      .range, "bytes=16-31: the answer is 404",
      { answer, request, _ in if request.has("Range") { answer.status = 404 } }
    ),
    (
      .head, "GET afterwards: the answer is 404",
      { answer, request, number in if number > 1 { answer.status = request.method == "HEAD" ? 403 : 404 } }
    ),
    (
      .origin, "Origin: the answer is 403",
      { answer, request, _ in if request.has("Origin") { answer.status = 403 } }
    ),
    (
      .missing, "another version: the answer is 401",
      { answer, _, _ in if answer.status == 404 { answer.status = 401 } }
    ),
    (.encoding, "GET: the answer is 403", { answer, _, number in if number == 1 { answer.status = 403 } }),
  ]
  @Test("what is asked and not answered is failed, with the status", arguments: unanswered.indices)
  func unansweredQuestion(_ index: Int) throws {
    let (probe, reason, script) = Self.unanswered[index]
    let report = try #require(try ScriptedServer(script: script).reports([probe]).first)
    #expect(report.outcome == .failed)
    #expect(report.reason == reason)
  }

  @Test("an answer of 500 or 429 fails the probe that asked, and the others go on")
  func failing() throws {
    let server = ScriptedServer { answer, request, _ in
      if request.has("If-None-Match") { answer.status = 503 }
    }
    let reports = try server.reports([.validate, .head])
    #expect(reports.map(\.outcome) == [.failed, .passed])
    #expect(reports.first?.reason == "If-None-Match: the answer is 503")
  }

  @Test("a probe whose question another probe could not put asks it again for itself")
  func again() throws {
    let server = ScriptedServer { answer, _, number in
      if number == 1 { answer.status = 503 }
    }
    #expect(try server.reports([.validate, .head]).map(\.outcome) == [.failed, .passed])
  }

  @Test("what a cache gives from its store against the rules is found in whichever answer shows it")
  func forbidden() throws {
    let request = RequestHead(target: try TargetURI(ScriptedServer.url))
    let first = Subject(
      origin: .live, request: request,
      stored: try stored("Cache-Control: private\nX-Cache: MISS", for: request))
    var repetition = Repetition()
    for fields in ["X-Cache: MISS", "X-Cache: HIT\nSet-Cookie: a=b"].map({ "Cache-Control: private\n\($0)" })
    {
      repetition.take(try head("HTTP/1.1 200\n" + fields), receivedAt: noon)
    }
    let repeated = SubjectContext(repetition: repetition)
    var probed = SubjectContext()
    probed.probes = try ScriptedServer { answer, _, number in
      answer["Cache-Control"] = "private"
      answer["X-Cache"] = number > 2 ? "HIT" : "MISS"
      answer["Set-Cookie"] = "a=b"
    }.reports([.head, .encoding])
    for context in [repeated, probed] {
      let verdict = Verdict(first, context, now: noon, settings: Settings())
      for code in [Finding.Code.edgeStoredTheForbidden, .setCookieFromCache] {
        #expect(verdict.findings.contains { $0.code == code && $0.severity == .error })
      }
    }
  }

  @Test("a query that does not keep stored answers apart stops what could reach others")
  func notIsolated() throws {
    let server = ScriptedServer { answer, request, number in
      if number > 1 { answer["X-Cache"] = "HIT" }
    }
    let reports = try server.reports([.header])
    #expect(reports.flatMap(\.findings).map(\.code.rawValue) == ["probe-not-isolated"])
    #expect(reports.flatMap(\.exchanges).allSatisfy { !$0.request.head.has("X-Forwarded-Host") })
  }

  @Test("what a cache keeps of one request's field, and of one user's page, is an error")
  func keptByCaches() throws {
    nonisolated(unsafe) var kept: [String: [UInt8]] = [:]
    let poisoned = ScriptedServer { answer, request, _ in
      let host = request.fields.first("X-Forwarded-Host") ?? "site.test"
      answer.body = kept[request.target.absolute] ?? Array("<a href=//\(host)>".utf8)
      if request.target.query != nil { kept[request.target.absolute] = answer.body }
    }
    #expect(try poisoned.codes([.header]) == ["unkeyed-header-stored"])
    let deceived = ScriptedServer(url: "http://site.test/account") { answer, request, _ in
      answer["Cache-Control"] = "private"
      answer.body = kept[request.target.absolute] ?? Array((request.fields.first("Cookie") ?? "log in").utf8)
      if request.target.path.hasSuffix(".css") { kept[request.target.absolute] = answer.body }
    }
    #expect(try deceived.codes([.suffix]) { $0.identities = Self.users } == ["path-suffix-stored"])
  }

  /// What the second and the third node do otherwise.
  static let nodes:
    [(rule: String, second: ScriptedServer.Script, third: ScriptedServer.Script, codes: [String])] = [
      (
        "a tag of its own", { answer, _, _ in answer["ETag"] = "\"2\"" }, { _, _, _ in },
        ["validator-differs-by-node"]
      ),
      (
        "the last one, too", { _, _, _ in }, { answer, _, _ in answer["Last-Modified"] = ScriptedServer.now },
        ["validator-differs-by-node"]
      ),
      (
        "one strong tag for two contents", { answer, _, _ in answer.body = [1] }, { _, _, _ in },
        ["etag-same-for-other-content"]
      ),
      (
        "two of three alike, neither the first",
        { answer, _, _ in (answer.body, answer["ETag"]) = ([1], "\"2\"") },
        { answer, _, _ in (answer.body, answer["ETag"]) = ([2], "\"2\"") }, ["etag-same-for-other-content"]
      ),
      (
        "the first one is broken", { answer, _, _ in answer["ETag"] = "\"2\"" },
        { answer, _, _ in answer["ETag"] = "\"3\"" }, ["validator-differs-by-node"]
      ),
      (
        "a new version under a new tag", { answer, _, _ in (answer.body, answer["ETag"]) = ([1], "\"2\"") },
        { _, _, _ in }, []
      ),
      ("a new version, still weak", { answer, _, _ in answer.body = [1] }, { _, _, _ in }, []),
    ]
  @Test("all nodes are compared, each with each", arguments: nodes.indices)
  func eachNode(_ index: Int) throws {
    let row = Self.nodes[index]
    let server = ScriptedServer { answer, request, number in
      if row.rule.hasSuffix("weak") { answer["ETag"] = "W/\"1\"" }
      if row.rule.hasSuffix("broken"), number == 1 { answer.status = 503 }
      if number == 2 { row.second(&answer, request, number) }
      if number == 3 { row.third(&answer, request, number) }
    }
    let codes = try server.codes([.eachAddress]) { $0.addresses = ["192.0.2.1", "192.0.2.2", "192.0.2.3"] }
    #expect(codes == row.codes, "\(row.rule)")
  }

  @Test("a redirect has nothing that is said of origins")
  func redirect() throws {
    let server = ScriptedServer { answer, _, _ in answer.status = 301 }
    #expect(try server.reports([.origin]).map(\.outcome) == [.skipped])
  }

  @Test("nodes that give the same content other validators are named")
  func twoNodes() throws {
    let server = ScriptedServer { answer, _, number in
      if number == 2 { answer["ETag"] = "\"other\"" }
    }
    #expect(
      try server.codes([.eachAddress]) { $0.addresses = ["192.0.2.1", "192.0.2.2"] } == [
        "validator-differs-by-node"
      ])
    #expect(try server.reports([.eachAddress]) { $0.addresses = ["192.0.2.1"] }.map(\.outcome) == [.skipped])
  }

  @Test("the requests of a rehearsal are those that a server without fault gets")
  func rehearsal() throws {
    let target = try TargetURI(ScriptedServer.url)
    var settings = ProbeSettings()
    settings.probes = Probe.usual
    let reports = ProbeRehearsal.reports(RequestHead(target: target), settings, now: noon)
    let sent = try ScriptedServer().reports(Probe.usual)
    #expect(reports.map(\.probe) == sent.map(\.probe))
    func labels(_ reports: [ProbeReport]) -> [[String]] {
      // The parts depend on the length of the content.
      reports.map { $0.exchanges.map(\.request.label).filter { !$0.hasPrefix("bytes=") } }
    }
    #expect(labels(reports) == labels(sent))
  }
}
