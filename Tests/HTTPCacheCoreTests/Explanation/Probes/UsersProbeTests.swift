import Testing

@testable import HTTPCacheCore

@Suite("The users probe: what was sent, and what a cache on the way did with it", .timed)
struct UsersProbeTests {
  typealias Script = ScriptedServer.Script

  /// A site, and the cache in front of it.
  struct Site: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let edge: ScriptedEdge?
    let codes: [String]
    let users: [FieldLine]
    let origin: Script

    init(
      _ what: String, _ edge: ScriptedEdge?, _ codes: [String], users: String = "Cookie",
      _ origin: @escaping Script = UsersProbeTests.account
    ) {
      (testDescription, self.edge, self.codes, self.origin) = (what, edge, codes, origin)
      self.users = [FieldLine(users, "user=a"), FieldLine(users, "user=b")]
    }

    init(
      _ what: String, _ edge: ScriptedEdge?, users: String = "Cookie",
      _ origin: @escaping Script = UsersProbeTests.account
    ) {
      self.init(what, edge, [], users: users, origin)
    }

    func report() throws -> ProbeReport {
      let url = "http://site.test/account"
      let server = ScriptedServer(url: url, script: edge?.before(origin) ?? origin)
      return try #require(try server.reports([.users]) { $0.identities = users }.first)
    }
  }

  /// A page that says whose it is, and that it is theirs alone.
  @Sendable static func account(_ answer: inout ScriptedAnswer, _ request: RequestHead, _ number: Int) {
    let user = ["Cookie", "Authorization", "X-Token"].lazy.compactMap { request.fields.first($0) }.first
    answer.body = Array("Hello \(user ?? "stranger")".utf8)
    answer["Cache-Control"] = user == nil ? "max-age=60" : "private"
  }

  /// The same with a field changed.
  static func account(_ name: String, _ value: String?) -> Script {
    { answer, request, number in
      account(&answer, request, number)
      answer[name] = value
    }
  }

  private static func hasCookie(_ request: RequestHead) -> String? {
    request.target.absolute + (request.has("Cookie") ? " in" : " out")
  }

  static let shared = ["edge-shared-personal"]

  static let leaking: [Site] = [
    .init("private is ignored", ScriptedEdge(), shared),
    .init("the same, and nothing says what the cache does", ScriptedEdge(isSilent: true), shared),
    .init("no-store is ignored", ScriptedEdge(), shared, account("Cache-Control", "no-store")),
    .init("no-cache is ignored", ScriptedEdge(), shared, account("Cache-Control", "private, no-cache")),
    .init("a cookie that is set is given to all", ScriptedEdge(), shared, account("Set-Cookie", "id=a")),
    .init(
      "Vary is ignored", ScriptedEdge(), shared,
      { answer, request, number in
        account(&answer, request, number)
        (answer["Cache-Control"], answer["Vary"]) = ("max-age=60", "Cookie")
      }),
    .init("Authorization is ignored", ScriptedEdge(), shared, users: "Authorization"),
    .init("a field of the site's own says who asks", ScriptedEdge(), shared, users: "X-Token"),
    .init(
      "requests with a cookie are not looked up, and yet stored",
      ScriptedEdge(lookup: { $0.has("Cookie") ? nil : $0.target.absolute }), shared),
    .init("what is asked for twice is stored", ScriptedEdge(uses: 2), shared),
    .init("two nodes answer in turn", ScriptedEdge(nodes: 2), shared),
    .init("three nodes answer in turn", ScriptedEdge(nodes: 3), shared),
    .init("the key has whether there is a cookie, and not which", ScriptedEdge(key: hasCookie), shared),
    .init(
      "the key has another cookie", ScriptedEdge(key: { $0.target.absolute + "lang=de" }, isSilent: true),
      shared),
    .init(
      "members get one page, and others are sent to log in",
      ScriptedEdge(lookup: { $0.has("Cookie") ? nil : $0.target.absolute }), shared,
      { answer, request, _ in
        answer["Cache-Control"] = "private"
        if !request.has("Cookie") { answer.status = 302 }
      }),
    .init(
      "the page links to itself", ScriptedEdge(), shared,
      { answer, request, number in
        account(&answer, request, number)
        answer.body += Array(request.target.absolute.utf8)
      }),
    .init(
      "what was sent may be shared, and is", .sound, ["personal-shared-cacheable"] + shared,
      account("Cache-Control", "max-age=60")),
    .init(
      "by caches that know no targeted field", .sound, ["personal-shared-cacheable"] + shared,
      { answer, request, number in
        account(&answer, request, number)
        (answer["Cache-Control"], answer["CDN-Cache-Control"]) = ("max-age=60", "private")
      }),
  ]
  @Test("a cache that gives one user's answer to another is found", arguments: leaking)
  func leak(_ site: Site) throws {
    let report = try site.report()
    #expect(report.findings.map(\.code.rawValue) == site.codes)
    #expect(report.findings.allSatisfy { $0.severity == .error })
    #expect(report.exchanges.count <= 12)
  }

  static let sound: [Site] = [
    .init("no cache at all", nil),
    .init("private is obeyed", .sound),
    .init("no-store is obeyed", .sound, account("Cache-Control", "no-store")),
    .init("an answer that sets a cookie is not stored", .sound, account("Set-Cookie", "id=a")),
    .init(
      "the cookie is in the key",
      ScriptedEdge(key: { $0.target.absolute + ($0.fields.first("Cookie") ?? "") })),
    .init(
      "Vary is obeyed", ScriptedEdge(key: { $0.target.absolute + ($0.fields.first("Cookie") ?? "") }),
      { answer, request, number in
        account(&answer, request, number)
        (answer["Cache-Control"], answer["Vary"]) = ("max-age=60", "Cookie")
      }),
    .init(
      "requests with a cookie are passed on",
      ScriptedEdge(key: { $0.has("Cookie") ? nil : $0.target.absolute })),
    .init(
      "requests with Authorization are passed on",
      ScriptedEdge(key: { $0.has("Authorization") ? nil : $0.target.absolute }), users: "Authorization"),
    .init("nothing is stored", ScriptedEdge(stores: { _ in false })),
    .init("only errors are stored", ScriptedEdge(stores: { $0.status >= 400 })),
    .init(
      "two nodes answer in turn, and each obeys", ScriptedEdge(stores: ScriptedEdge.sound.stores, nodes: 2)),
    .init(
      "others are sent to log in", .sound,
      { answer, request, number in
        account(&answer, request, number)
        if !request.has("Cookie") { answer.status = 302 }
      }),
    .init(
      "the second user is not let in", .sound,
      { answer, request, number in
        account(&answer, request, number)
        if request.fields.first("Cookie") == "user=b" { answer.status = 403 }
      }),
    .init(
      "the page links to itself", .sound,
      { answer, request, number in
        account(&answer, request, number)
        answer.body += Array(request.target.absolute.utf8)
      }),
  ]
  @Test("a cache that keeps users apart passes", arguments: sound)
  func apart(_ site: Site) throws {
    let report = try site.report()
    #expect(report.outcome == .passed, "\(report.reason ?? "")")
    #expect(report.exchanges.count > 8 && report.exchanges.count <= 12)
  }

  static let untold: [(site: Site, reason: String)] = [
    (
      .init("every user gets the same", ScriptedEdge(), { _, _, _ in }),
      "both users get what a request without credentials gets, from the server or from a cache"
    ),
    (
      .init(
        "a cache without a word ignores the query", ScriptedEdge(key: { $0.target.path }, isSilent: true)),
      "both users get what a request without credentials gets, from the server or from a cache"
    ),
    (
      .init(
        "the content changes on its own", ScriptedEdge(stores: { _ in false }),
        { answer, request, number in
          account(&answer, request, number)
          answer.body += Array("\(number)".utf8)
        }), "the same user gets other content each time"
    ),
    (
      .init(
        "the content changes, and is shared", ScriptedEdge(),
        { answer, _, number in answer.body = Array("\(number)".utf8) }),
      "the same user gets other content each time"
    ),
    (
      .init(
        "a page opens while it is asked for", nil,
        { answer, request, number in
          answer["Cache-Control"] = "private"
          if number < 9, !request.has("Cookie") { answer.status = 302 }
        }), "the answer without credentials has changed, or a cache on the way ignores the query"
    ),
  ]
  @Test("what the answers do not prove is not said, neither way", arguments: untold.indices)
  func skipped(_ index: Int) throws {
    let report = try Self.untold[index].site.report()
    #expect(report.outcome == .skipped && report.findings.isEmpty)
    #expect(report.reason == Self.untold[index].reason)
  }

  @Test(
    "where the query is outside the key, no user asks for anything, and it says so",
    arguments: [
      Site("the key is the path", ScriptedEdge(key: { $0.target.path })),
      Site("the same, but for cookies", ScriptedEdge(key: { $0.has("Cookie") ? nil : $0.target.path })),
    ])
  func notIsolated(_ site: Site) throws {
    let report = try site.report()
    #expect(report.findings.map(\.code.rawValue) == ["probe-not-isolated"])
    #expect(report.exchanges.allSatisfy { !$0.request.head.has("Cookie") })
  }

  @Test("what a cache did wrong is told once: that it may not store the answer is the same fact")
  func once() throws {
    let request = RequestHead(target: try TargetURI(ScriptedServer.url))
    let fields = "Cache-Control: private\nX-Cache: HIT"
    let subject = Subject(origin: .live, request: request, stored: try stored(fields, for: request))
    var context = SubjectContext()
    context.probes = [try Self.leaking[0].report()]
    let verdict = Verdict(subject, context, now: noon, settings: Settings(role: .shared))
    let codes = verdict.findings.map(\.code)
    #expect(codes.contains(.edgeSharedPersonal) && !codes.contains(.edgeStoredTheForbidden))
  }
}
