import Testing

@testable import HTTPCacheCore

@Suite("The representations probe: whether one representation reaches a request for another", .timed)
struct RepresentationsProbeTests {
  typealias Script = ScriptedServer.Script

  /// A site, and the cache in front of it.
  struct Site: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let edge: ScriptedEdge?
    let codes: [String]
    let origin: Script

    init(_ what: String, _ edge: ScriptedEdge?, _ codes: [String], _ origin: @escaping Script) {
      (testDescription, self.edge, self.codes, self.origin) = (what, edge, codes, origin)
    }

    init(_ what: String, _ edge: ScriptedEdge?, _ origin: @escaping Script) {
      self.init(what, edge, [], origin)
    }

    func report() throws -> ProbeReport {
      let url = "http://site.test/page"
      let server = ScriptedServer(url: url, script: edge?.before(origin) ?? origin)
      return try #require(try server.reports([.representations]).first)
    }
  }

  /// A page by one field, whose Vary names it unless told, and whose field has another value where that is told.
  static func page(
    by name: String, vary: String? = "", _ field: (String, String)? = nil
  ) -> Script {
    { answer, request, _ in
      let value = request.fields.first(name) ?? ""
      answer.body = Array("The page for \(value)".utf8)
      answer["Vary"] = vary == "" ? name : vary
      if let field { answer[field.0] = field.1 }
    }
  }

  private static let names = [
    "Accept", "RSC", "HX-Request", "Turbo-Frame", "X-Inertia", "X-Requested-With", "Accept-Language",
    "User-Agent",
  ]

  /// The fields that this probe chooses by, as a cache that obeys Vary has them in its key.
  private static func variant(_ request: RequestHead) -> String {
    request.target.absolute + names.map { request.fields.first($0) ?? "-" }.joined(separator: " ")
  }

  static let mixing: [Site] =
    names.map { name -> Site in
      Site("Vary: \(name) is ignored", ScriptedEdge(), ["edge-ignores-vary"], page(by: name))
    } + [
      .init(
        "the same, and nothing says what the cache does", ScriptedEdge(isSilent: true), ["edge-ignores-vary"],
        page(by: "RSC")),
      .init(
        "only the fragment is stored", ScriptedEdge(stores: { $0["X-Fragment"] != nil }),
        ["edge-ignores-vary"],
        { answer, request, number in
          page(by: "HX-Request")(&answer, request, number)
          if request.has("HX-Request") { answer["X-Fragment"] = "1" }
        }),
      .init(
        "what is asked for twice is stored", ScriptedEdge(uses: 2), ["edge-ignores-vary"], page(by: "RSC")),
      .init(
        "another field is in the key",
        ScriptedEdge(key: { $0.target.absolute + ($0.fields.first("Accept") ?? "") }),
        ["edge-ignores-vary"], page(by: "RSC")),
      .init(
        "what no cache may store is mixed up", ScriptedEdge(), ["edge-ignores-vary"],
        page(by: "Accept", vary: nil, ("Cache-Control", "no-store"))),
      .init(
        "redirects by language are mixed up", ScriptedEdge(stores: { _ in true }), ["edge-ignores-vary"],
        { answer, request, _ in
          answer["Vary"] = "Accept-Language"
          guard let language = request.fields.first("Accept-Language") else { return }
          (answer.status, answer["Location"]) = (302, "/\(language)/page")
        }),
      .init("Vary is left out", ScriptedEdge(), ["negotiated-without-vary"], page(by: "Accept", vary: nil)),
      .init(
        "Vary is left out, without a cache", nil, ["negotiated-without-vary"], page(by: "RSC", vary: nil)),
      .init(
        "Vary names another field", nil, ["negotiated-without-vary"],
        page(by: "Accept-Language", vary: "Accept-Encoding")),
      .init(
        "Vary stands in one of the two answers only", nil, ["negotiated-without-vary"],
        { answer, request, number in
          page(by: "HX-Request", vary: request.has("HX-Request") ? "HX-Request" : nil)(
            &answer, request, number)
        }),
      .init(
        "two fields, each without Vary", nil, ["negotiated-without-vary", "negotiated-without-vary"],
        { answer, request, _ in
          let values = ["RSC", "Accept-Language"].map { request.fields.first($0) ?? "" }
          answer.body = Array(values.joined(separator: " ").utf8)
        }),
    ]
  @Test("what was sent for one request and reaches another is an error", arguments: mixing)
  func mixed(_ site: Site) throws {
    let report = try site.report()
    #expect(report.findings.map(\.code.rawValue) == site.codes)
    #expect(report.findings.allSatisfy { $0.severity == .error })
    #expect(report.exchanges.count <= 60)
  }

  @Test("a representation that only a browser's cache may store is a warning without Vary")
  func ownCache() throws {
    let site = Site("", nil, Self.page(by: "RSC", vary: nil, ("Cache-Control", "private, max-age=60")))
    #expect(try site.report().findings.map(\.severity) == [.warning])
  }

  static let sound: [Site] =
    names.map { name -> Site in
      Site("Vary: \(name) is obeyed", ScriptedEdge(key: variant), page(by: name))
    } + [
      .init("all are chosen by", ScriptedEdge(key: variant)) { answer, request, _ in
        answer.body = Array(names.map { request.fields.first($0) ?? "" }.joined(separator: " ").utf8)
        answer["Vary"] = names.joined(separator: ", ")
      },
      .init("no cache at all", nil, page(by: "Accept")),
      .init("one content for all", ScriptedEdge(), { _, _, _ in }),
      .init("Vary: *", .sound, page(by: "Accept", vary: "*", ("Cache-Control", "private"))),
      .init(
        "nothing is stored, and Vary is left out", .sound,
        page(by: "RSC", vary: nil, ("Cache-Control", "no-store"))),
      .init(
        "only HTML is offered", ScriptedEdge(),
        { answer, request, _ in
          let accepted = request.fields.first("Accept") ?? ""
          if accepted.hasPrefix("text/markdown") || accepted.contains("json") { answer.status = 406 }
        }),
      .init(
        "the page links to itself", ScriptedEdge(),
        { answer, request, _ in answer.body = Array(request.target.absolute.utf8) }),
      .init("two nodes, each obeying", ScriptedEdge(key: variant, nodes: 2), page(by: "Accept")),
      .init(
        "a firewall stands before one of them", nil,
        { answer, request, _ in if request.has("RSC") { answer.status = 403 } }),
    ]
  @Test("a site that keeps its representations apart passes", arguments: sound)
  func apart(_ site: Site) throws {
    let report = try site.report()
    #expect(report.outcome == .passed, "\(report.findings) \(report.reason ?? "")")
    #expect(report.exchanges.count <= 60)
  }

  /// What a server gives to clients that ask for one of these.
  static let formats: [(what: String, accepted: String)] = [
    ("a picture in AVIF", "image/avif"), ("a picture in WebP", "image/webp"),
    ("ActivityPub", "application/activity+json"), ("ActivityStreams in JSON-LD", "application/ld+json"),
    ("the index of PEP 691", "application/vnd.pypi.simple.v1+json"),
    ("the short form of npm", "application/vnd.npm.install-v1+json"), ("Markdown", "text/markdown"),
  ]
  @Test("each representation that servers choose by Accept is asked for", arguments: formats.indices)
  func format(_ index: Int) throws {
    let row = Self.formats[index]
    let site = Site(row.what, nil) { answer, request, _ in
      if request.fields.first("Accept")?.hasPrefix(row.accepted) == true { answer.body = Array("other".utf8) }
    }
    #expect(try site.report().findings.map(\.code) == [.negotiatedWithoutVary], "\(row.what)")
  }

  @Test("a pair of the user's own is asked for first, whatever its field")
  func variant() throws {
    let server = ScriptedServer(url: "http://site.test/page", script: Self.page(by: "X-Tenant", vary: nil))
    let report = try #require(
      try server.reports([.representations]) { settings in
        settings.addVariant("X-Tenant", "a;v=1", "a;v=2")
        settings.fields = [FieldLine("X-Tenant", "b")]
      }.first)
    #expect(report.findings.map(\.code) == [.negotiatedWithoutVary])
    #expect(report.findings[0].explanation.contains("`X-Tenant: a;v=2`"))
    #expect(report.exchanges[3].request.label == "X-Tenant: a;v=1")
  }

  @Test(
    "in the usual run, a cache that gives agents the page that browsers got is found, and one that obeys is not"
  )
  func usual() throws {
    func codes(_ key: @escaping @Sendable (RequestHead) -> String) throws -> [String] {
      let edge = ScriptedEdge(key: { key($0) + ($0.fields.first("Accept-Encoding") ?? "") })
      let script = edge.before(Self.page(by: "Accept", vary: "Accept, Accept-Encoding"))
      return try ScriptedServer(url: "http://site.test/page", script: script).codes([.encoding])
    }
    #expect(try codes { $0.target.absolute } == ["edge-ignores-vary"])
    #expect(try codes { $0.target.absolute + ($0.fields.first("Accept") ?? "") }.isEmpty)
    // Where the query is outside the key, Markdown is not asked for: it could reach others.
    #expect(try codes { $0.target.path }.isEmpty)
  }

  static let untold: [(site: Site, outcome: ProbeReport.Outcome, reason: String)] = [
    (
      .init(
        "the content changes on its own", nil, { answer, _, number in answer.body = Array("\(number)".utf8) }),
      .skipped, "the content changes each time (Accept)"
    ),
    (
      .init(
        "the server fails with one field", nil,
        { answer, request, _ in if request.has("RSC") { answer.status = 500 } }), .failed,
      "RSC: 1: the answer is 500"
    ),
  ]
  @Test("what the answers do not prove is not said, neither way", arguments: untold.indices)
  func skipped(_ index: Int) throws {
    let report = try Self.untold[index].site.report()
    #expect(report.outcome == Self.untold[index].outcome && report.findings.isEmpty)
    #expect(report.reason?.hasPrefix(Self.untold[index].reason) == true, "\(report.reason ?? "")")
  }

  @Test("where the query is outside the key, nothing is tried; a field that the user gives stays as it is")
  func bounds() throws {
    let path = ScriptedEdge(key: { $0.target.path })
    let report = try Site("", path, Self.page(by: "RSC")).report()
    #expect(report.findings.map(\.code.rawValue) == ["probe-not-isolated"] && report.exchanges.count == 3)
    let server = ScriptedServer(script: Self.page(by: "Accept-Language", vary: nil))
    let reports = try server.reports([.representations]) { $0.fields = [FieldLine("Accept-Language", "fr")] }
    #expect(reports.map(\.outcome) == [.passed])
    #expect(reports[0].exchanges.allSatisfy { $0.request.head.fields.first("Accept-Language") == "fr" })
  }

  @Test("a pair may be with and without the field, in either order", arguments: [true, false])
  func presence(_ isFirst: Bool) throws {
    let server = ScriptedServer(url: "http://site.test/page", script: Self.page(by: "X-Part", vary: nil))
    let report = try #require(
      try server.reports([.representations]) { settings in
        settings.addVariant("X-Part", isFirst ? "true" : nil, isFirst ? nil : "true")
      }.first)
    #expect(report.findings.map(\.code) == [.negotiatedWithoutVary])
    #expect(report.findings[0].explanation.hasPrefix("A request without X-Part gets"))
    #expect(
      report.exchanges[3].request.label == "no X-Part" && report.exchanges[4].request.label == "X-Part: true")
  }

  static let inFields: [(site: Site, codes: [String])] = [
    (
      .init(
        "the language alone, without Vary", nil,
        { answer, request, _ in answer["Content-Language"] = request.fields.first("Accept-Language") ?? "en" }
      ),
      ["negotiated-without-vary"]
    ),
    (
      .init(
        "the language alone, with Vary", ScriptedEdge(key: variant),
        { answer, request, _ in
          answer["Content-Language"] = request.fields.first("Accept-Language") ?? "en"
          answer["Vary"] = "Accept-Language"
        }), []
    ),
    (
      .init(
        "the language alone, and Vary is ignored", ScriptedEdge(),
        { answer, request, _ in
          answer["Content-Language"] = request.fields.first("Accept-Language") ?? "en"
          answer["Vary"] = "Accept-Language"
        }), ["edge-ignores-vary"]
    ),
    (
      .init(
        "a cookie that keeps the choice", nil,
        { answer, request, _ in
          answer["Set-Cookie"] = "lang=\(request.fields.first("Accept-Language") ?? "en")"
        }),
      ["negotiated-without-vary"]
    ),
    (
      .init(
        "a session for each request", nil,
        { answer, _, number in answer["Set-Cookie"] = "id=a7c\(number)" }), []
    ),
    (
      .init(
        "what other origins may read is the probe origin's", nil,
        { answer, request, _ in answer["Access-Control-Allow-Origin"] = request.has("X-Inertia") ? "*" : nil }
      ), []
    ),
    (
      .init(
        "another version of Inertia", nil,
        { answer, request, _ in if request.has("X-Inertia") { answer.status = 409 } }),
      []
    ),
    (
      .init(
        "another spelling of the URL", nil,
        { answer, request, _ in
          if request.has("RSC") { (answer.status, answer["Location"]) = (307, "/Page/?_rsc=0abcd") }
        }), []
    ),
    (
      .init(
        "a site of its own for phones", nil,
        { answer, request, _ in
          guard request.fields.first("User-Agent")?.contains("iPhone") == true else { return }
          (answer.status, answer["Location"]) = (302, "http://m.site.test/page")
          answer["Cache-Control"] = "max-age=60"
        }), ["negotiated-without-vary"]
    ),
  ]
  @Test(
    "what differs in fields alone counts; what is no representation does not", arguments: inFields.indices)
  func fields(_ index: Int) throws {
    let (site, codes) = Self.inFields[index]
    let report = try site.report()
    #expect(report.findings.map(\.code.rawValue) == codes, "\(site.testDescription): \(report.reason ?? "")")
    #expect(report.exchanges.count <= 60)
  }

  @Test("each choice costs two requests where nothing differs, and RSC has the query that Next.js sends")
  func requests() throws {
    let report = try Site("", nil, { _, _, _ in }).report()
    #expect(report.exchanges.count == 3 + 2 * RepresentationChoice.known.count)
    let fragments = report.exchanges.filter { $0.request.head.target.absolute.hasSuffix("&_rsc=1hcpr") }
    #expect(fragments.map(\.request.label) == ["no RSC", "RSC: 1"])
    #expect(fragments.map { $0.request.head.has("RSC") } == [false, true])
  }

  @Test("a User-Agent that the user chose stays as it is")
  func userAgent() throws {
    let server = ScriptedServer(url: "http://site.test/page", script: { _, _, _ in })
    let report = try #require(try server.reports([.representations]) { $0.keepsUserAgent = true }.first)
    #expect(
      !report.exchanges.contains { $0.request.head.fields.first("User-Agent")?.contains("iPhone") == true })
  }
}
