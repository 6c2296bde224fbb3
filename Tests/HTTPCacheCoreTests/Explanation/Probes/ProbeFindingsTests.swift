import Testing

@testable import HTTPCacheCore

@Suite("Probes: each finding with the defect that it proves, and without", .timed)
struct ProbeFindingsTests {
  /// A year before the answers.
  private static let year = "Sun, 12 Jan 2025 12:00:00 GMT"

  /// The first half of a part, as a server may send it that sends only so much at once (RFC 9110 §15.3.7).
  @Sendable private static func some(_ answer: inout ScriptedAnswer) {
    guard let range = answer["Content-Range"].flatMap({ ContentRange($0) }) else { return }
    answer.body = Array(answer.body.prefix((answer.body.count + 1) / 2))
    let last = range.range.lowerBound + Int64(answer.body.count) - 1
    answer["Content-Range"] = ContentRange(range.range.lowerBound...last, of: range.completeLength).text
  }

  static let defects: [ScriptedDefect] = [
    .init(.encoding, "encoding-negotiated-without-vary", "no Vary at all", .error) { answer, _, _ in
      answer["Vary"] = nil
    },
    .init(.encoding, "encoding-not-accepted", "gzip for everyone", .error) { answer, _, _ in
      answer["Content-Encoding"] = "gzip"
    },
    .init(.encoding, "etag-shared-by-encodings", "one strong tag for both", .error) { answer, _, _ in
      answer["ETag"] = "\"1\""
    },
    .init(.encoding, "vary-inconsistent", "only the coded answer has Vary") { answer, _, _ in
      if answer["Content-Encoding"] == nil { answer["Vary"] = nil }
    },
    .init(.encoding, "negotiated-without-vary", "agents get Markdown under the same URL", .error) {
      answer, request, _ in
      guard request.fields.first("Accept")?.hasPrefix("text/markdown") == true else { return }
      (answer.body, answer["Content-Type"]) = (Array("# A page".utf8), "text/markdown")
    },
    .init(.encoding, "negotiated-without-vary", "the same, for browsers alone") { answer, request, _ in
      answer["Cache-Control"] = "private, max-age=60"
      guard request.fields.first("Accept")?.hasPrefix("text/markdown") == true else { return }
      answer.body = Array("# A page".utf8)
    },
    .init(.encoding, "negotiated-without-vary", "a picture in the format that browsers like", .error) {
      answer, request, _ in
      guard request.fields.first("Accept")?.contains("image/avif") == true else { return }
      (answer.body, answer["Content-Type"]) = (Array("AVIF".utf8), "image/avif")
    },
    .init(.range, "range-wrong", "fewer bytes than were asked for, and other ones", .error) { answer, _, _ in
      guard answer.status == 206 else { return }
      some(&answer)
      answer.body = answer.body.map { $0 ^ 1 }
    },
    .init(.range, "range-wrong", "fewer bytes than it says", .error) { answer, _, _ in
      if answer.status == 206 { answer.body.removeLast() }
    },
    .init(.range, "range-wrong", "a part as if it were the whole", .error) { answer, _, _ in
      if answer.status == 206 { answer.status = 200 }
    },
    .init(.range, "range-not-honoured", "all from the first byte is no part", .info) { answer, request, _ in
      if request.fields.first("Range") == "bytes=0-" { answer.sendWhole() }
    },
    .init(.range, "range-not-honoured", "the same of a film, which Safari asks for so") {
      answer, request, _ in
      answer["Content-Type"] = "video/mp4"
      if request.fields.first("Range") == "bytes=0-" { answer.sendWhole() }
    },
    .init(.head, "head-differs", "HEAD has another lifetime") { answer, request, _ in
      if request.method == "HEAD" { answer["Cache-Control"] = "no-store" }
    },
    .init(.head, "head-differs", "HEAD has no lifetime") { answer, request, _ in
      if request.method == "HEAD" { answer["Cache-Control"] = nil }
    },
    .init(.head, "head-differs", "HEAD has another tag") { answer, request, _ in
      if request.method == "HEAD" { answer["ETag"] = "\"head\"" }
    },
    .init(.head, "head-differs", "the tag is made of the content, which HEAD has none of", .info) {
      answer, request, _ in
      if request.method == "HEAD" { answer["ETag"] = nil }
    },
    .init(.head, "head-differs", "HEAD is not found") { answer, request, _ in
      if request.method == "HEAD" { answer.status = 404 }
    },
    .init(.head, "head-differs", "HEAD goes past the cache that answers GET") { answer, request, _ in
      answer["X-Cache"] = request.method == "HEAD" ? "MISS" : "HIT"
    },
    .init(.head, "head-differs", "HEAD alone is answered from the store") { answer, request, _ in
      answer["Cache-Status"] = request.method == "HEAD" ? "a; hit" : "a; fwd=bypass"
    },
    .init(.head, "head-refused", "HEAD is not allowed", .info) { answer, request, _ in
      if request.method == "HEAD" { answer.status = 405 }
    },
    .init(.head, "head-refused", "HEAD is not known", .info) { answer, request, _ in
      if request.method == "HEAD" { answer.status = 501 }
    },
    .init(.validate, "not-modified-contradicts", "the 304 forbids CDNs what the 200 permits") {
      answer, _, _ in
      if answer.status == 304 { answer["CDN-Cache-Control"] = "no-store" }
    },
    .init(.header, "unkeyed-header-reflected", "links made of X-Forwarded-Prefix") { answer, request, _ in
      answer.body += Array((request.fields.first("X-Forwarded-Prefix") ?? "").utf8)
    },
    .init(.range, "range-wrong", "other bytes", .error) { answer, _, _ in
      if answer.status == 206 { answer.body = answer.body.map { $0 ^ 1 } }
    },
    .init(.range, "range-wrong", "another total", .error) { answer, _, _ in
      if answer.status == 206 { answer["Content-Range"] = answer["Content-Range"].map { $0 + "0" } }
    },
    .init(.range, "range-wrong", "the part has a tag of its own") { answer, _, _ in
      if answer.status == 206 { answer["ETag"] = "\"part\"" }
    },
    .init(.range, "range-wrong", "each answer has a tag of its own, and the same bytes") {
      answer, _, number in
      answer["ETag"] = "\"\(number)-17\""
    },
    .init(.range, "range-not-honoured", "the same, sent as a whole", .info) { answer, _, number in
      answer["ETag"] = "\"\(number)-17\""
      answer["Accept-Ranges"] = "bytes"
      guard answer.status == 206 else { return }
      (answer.status, answer["Content-Range"], answer.body) = (200, nil, ScriptedServer.content)
    },
    .init(.range, "range-wrong", "the part is coded, and was none of the coded content", .error) {
      answer, request, _ in
      guard answer.status == 206, answer["Content-Encoding"] != nil,
        let range = request.fields.first("Range").flatMap({ RangeRequest($0) })?.specifiers.first?
          .resolved(length: Int64(ScriptedServer.content.count))
      else { return }
      answer.body =
        Array("gzip".utf8) + ScriptedServer.content[Int(range.lowerBound)...Int(range.upperBound)]
      answer["Content-Range"] = ContentRange(range, of: Int64(ScriptedServer.content.count)).text
    },
    .init(.range, "range-wrong", "the part comes in a coding that was not asked for", .error) {
      answer, _, _ in
      if answer.status == 206 { answer["Content-Encoding"] = "gzip" }
    },
    .init(.range, "if-range-ignored", "a part of the current version for one who has another") {
      answer, request, _ in
      guard request.has("If-Range"), request.fields.first("If-Range") != answer["ETag"] else { return }
      answer.status = 206
    },
    .init(.range, "if-range-ignored", "the same, where a date is all that a client has") {
      answer, request, _ in
      answer["ETag"] = nil
      if request.has("If-Range"), request.fields.first("If-Range") != ScriptedServer.date {
        answer.status = 206
      }
    },
    .init(.range, "range-not-honoured", "Accept-Ranges is a promise only", .info) { answer, _, _ in
      answer["Accept-Ranges"] = "bytes"
      if answer.status == 206 { answer.sendWhole() }
    },
    .init(.range, "range-not-honoured", "the same at an edge of Cloudflare", .info) { answer, _, _ in
      (answer["Accept-Ranges"], answer["CF-Cache-Status"], answer["ETag"]) = ("bytes", "MISS", nil)
      if answer.status == 206 { answer.sendWhole() }
    },
    .init(.origin, "cors-without-vary-origin", "each origin is allowed by its name") { answer, request, _ in
      answer["Access-Control-Allow-Origin"] = request.fields.first("Origin")
    },
    .init(.origin, "cors-without-vary-origin", "the field comes only where Origin does") {
      answer, request, _ in
      if request.has("Origin") { answer["Access-Control-Allow-Origin"] = "*" }
    },
    .init(.missing, "missing-file-answered", "the start page, for a year", .error) { answer, _, _ in
      if answer.status == 404 {
        answer.status = 200
        answer["Cache-Control"] = "max-age=31536000, immutable"
        answer["Content-Type"] = "text/html"
      }
    },
    .init(.missing, "missing-file-answered", "a text that is not stored", .warning) { answer, _, _ in
      if answer.status == 404 {
        answer.status = 200
        answer["Cache-Control"] = "no-store"
        answer["Content-Type"] = "text/plain"
      }
    },
    .init(.missing, "missing-answer-long-lived", "the 404 has the lifetime of the files") { answer, _, _ in
      if answer.status == 404 { answer["Cache-Control"] = "max-age=31536000, immutable" }
    },
    .init(.missing, "missing-answer-long-lived", "only CDNs keep the 404 for long") { answer, _, _ in
      if answer.status == 404 { answer["Cache-Control"] = "no-cache, s-maxage=86400" }
      if answer.status == 404 { answer["CDN-Cache-Control"] = "max-age=86400" }
    },
    .init(.missing, "missing-answer-long-lived", "403 stands for 404") { answer, _, _ in
      if answer.status == 404 { (answer.status, answer["Expires"]) = (403, "Tue, 12 Jan 2027 16:45:57 GMT") }
    },
    .init(.missing, "missing-answer-long-lived", "the 404 has the date of the file with its text", .info) {
      answer, _, _ in
      if answer.status == 404 { answer.fields = [("Date", ScriptedServer.now), ("Last-Modified", year)] }
    },
    .init(.missing, "missing-answer-long-lived", "Cloudflare keeps a 404 for minutes by itself", .info) {
      answer, _, _ in
      guard answer.status == 404 else { return }
      answer["CF-Cache-Status"] = "MISS"
    },
    .init(.users, "personal-shared-cacheable", "a page by cookie, without private", .error) {
      answer, request, _ in
      answer.body += Array((request.fields.first("Cookie") ?? "").utf8)
    },
    .init(.users, "personal-shared-cacheable", "a page for members only", .error) { answer, request, _ in
      if !request.has("Cookie") { answer.status = 302 }
    },
    .init(.header, "unkeyed-header-reflected", "links made of X-Forwarded-Host") { answer, request, _ in
      answer.body += Array((request.fields.first("X-Forwarded-Host") ?? "").utf8)
    },
    .init(.suffix, "path-suffix-ignored", "PATH_INFO is accepted", url: "http://site.test/account") {
      answer, _, _ in answer["Content-Type"] = "text/html"
    },
  ]

  @Test("a defect is found, by its code and severity alone", arguments: defects)
  func found(_ defect: ScriptedDefect) throws {
    let findings = try defect.findings()
    #expect(findings.map(\.code.rawValue) == [defect.code])
    #expect(findings.map(\.severity) == [defect.severity])
  }

  @Test("a server without fault passes every probe", arguments: Probe.named)
  func sound(_ probe: Probe) throws {
    let server = ScriptedServer { answer, request, _ in
      // A made-up file behind the path is none of this server.
      if request.target.path.hasSuffix(".css") { answer.status = 404 }
      if let user = request.fields.first("Cookie") {
        answer.body += Array(user.utf8)
        answer["Cache-Control"] = "private"
      }
    }
    let reports = try server.reports([probe]) { $0.identities = probe == .users ? ScriptedServer.users : [] }
    #expect(reports.map(\.outcome) == [.passed])
    #expect(reports.flatMap(\.findings).isEmpty)
  }

  // What well-run servers do, and no RFC forbids.
  static let habits: [(String, ScriptedServer.Script)] = [
    (
      "nginx sends `W/\"1\"` with 200 and `\"1\"` with 304",
      { answer, request, _ in
        if request.fields.first("If-None-Match") == answer["ETag"].map({ "W/" + $0 }) { answer.status = 304 }
        if answer.status == 200 { answer["ETag"] = answer["ETag"].map { "W/" + $0 } }
      }
    ),
    (
      "nginx answers a range by the whole where it would code it",
      { answer, _, _ in
        if answer.status == 206 { answer.sendWhole() }
      }
    ),
    (
      "an uncacheable page with a token in it",
      { answer, request, number in
        answer["Cache-Control"] = "no-store"
        answer["ETag"] = nil
        answer["Last-Modified"] = nil
        answer["Content-Length"] = "\(1000 + number)"
        if answer.status == 200 { answer.body += Array("\(number)".utf8) }
      }
    ),
    (
      "a Last-Modified of now, with a tag that is honoured",
      { answer, _, number in answer["Last-Modified"] = "Mon, 12 Jan 2026 16:45:\(10 + number) GMT" }
    ),
    (
      "max-age counts down to midnight",
      { answer, _, number in answer["Cache-Control"] = "max-age=\(3600 - 3 * number)" }
    ),
    (
      "the page is changed while it is asked for",
      { answer, request, number in
        guard number > 4, answer.status != 404 else { return }
        let tag = answer["Content-Encoding"] == nil ? "\"new\"" : "\"new-gzip\""
        answer["ETag"] = tag
        guard answer.status != 206 else { return }
        answer.status = request.fields.first("If-None-Match") == tag ? 304 : 200
        if answer.status == 200 { answer.body = Array("new content".utf8) }
      }
    ),
    (
      "Expires moves by the second",
      { answer, _, number in
        answer["Cache-Control"] = nil
        answer["Expires"] = "Mon, 12 Jan 2026 13:00:0\(number % 2) GMT"
      }
    ),
    (
      "a page whose nonce is made with it stays right when it is confirmed",
      { answer, _, _ in
        answer["Content-Type"] = "text/html"
        answer["Content-Security-Policy"] = "script-src 'nonce-abc'; report-uri /csp"
      }
    ),
    (
      "a 304 without a policy, and with the type spelt otherwise",
      { answer, _, number in
        answer["Content-Type"] =
          answer.status == 304 ? "text/html;charset=utf-8" : "text/html; charset=\"UTF-8\""
        if answer.status == 200 { answer["Content-Security-Policy"] = "script-src 'nonce-\(number)'" }
      }
    ),
    (
      "a picture has no scripts",
      { answer, _, number in
        answer["Content-Type"] = "image/png"
        answer["Content-Security-Policy"] = "script-src 'nonce-\(number)'"
      }
    ),
    (
      "a policy that names each request",
      { answer, _, number in
        answer["Content-Security-Policy"] = "default-src 'self'; report-uri /csp/\(number)"
      }
    ),
    (
      "Markdown for agents, and Vary says so",
      { answer, request, _ in
        answer["Vary"] = "Accept, Accept-Encoding"
        if request.fields.first("Accept")?.hasPrefix("text/markdown") == true, answer.status == 200 {
          answer.body = Array("# A page".utf8)
        }
      }
    ),
    (
      "no Markdown, and an error says so",
      { answer, request, _ in
        if request.fields.first("Accept")?.hasPrefix("text/markdown") == true { answer.status = 406 }
      }
    ),
    (
      "a tag for the coded content alone",
      { answer, _, _ in
        if answer["Content-Encoding"] == nil { answer["ETag"] = nil }
      }
    ),
    (
      "a player gets half of what it asks for at once",
      { answer, _, _ in if answer.status == 206 { some(&answer) } }
    ),
    (
      "a part of a total that is not known",
      { answer, _, _ in
        if answer.status == 206 {
          answer["Content-Range"] = answer["Content-Range"]?.replacing(text: "/49", by: "/*", most: 1)
        }
      }
    ),
    (
      "a 304 has what it must have, and no more",
      { answer, _, _ in
        let kept = ["Date", "Cache-Control", "ETag", "Vary"]
        if answer.status == 304 { answer.fields.removeAll { !kept.contains($0.0) } }
      }
    ),
    (
      "without a tag the date alone confirms, whatever tag is sent beside it",
      { answer, request, _ in
        answer["ETag"] = nil
        if request.fields.first("If-Modified-Since") == ScriptedServer.date { answer.status = 304 }
      }
    ),
    (
      "what compresses weakens the tag",
      { answer, request, _ in
        guard answer["Content-Encoding"] != nil else { return }
        answer["ETag"] = "W/\"1\""
        if request.fields.first("If-None-Match")?.isSameTag(as: "\"1\"") == true { answer.status = 304 }
      }
    ),
    (
      "the parameters of a list have space around them in one of two answers",
      { answer, _, _ in
        answer["Cross-Origin-Opener-Policy"] =
          "same-origin;" + (answer.status == 304 ? " " : "") + "report-to=\"a\""
        answer["Link"] = "</a.css>;" + (answer.status == 304 ? " " : "") + "rel=preload;as=style"
      }
    ),
    (
      "a film that is answered whole or in parts, from its first byte on",
      { answer, _, _ in answer["Content-Type"] = "video/mp4" }
    ),
    (
      "HEAD may lack Expires where Cache-Control gives the lifetime",
      { answer, request, _ in
        if request.method != "HEAD" { answer["Expires"] = "Mon, 12 Jan 2026 17:45:57 GMT" }
      }
    ),
    (
      "a 404 with a date of the same day",
      { answer, _, _ in
        if answer.status == 404 {
          answer.fields = [("Date", ScriptedServer.now), ("Last-Modified", ScriptedServer.date)]
        }
      }
    ),
    (
      "HEAD may lack Vary and Content-Length",
      { answer, request, _ in
        if request.method == "HEAD" { answer["Vary"] = nil }
      }
    ),
    (
      "GET fills the cache, and HEAD finds it there",
      { answer, request, number in
        answer["X-Cache"] = number > 1 && request.target.query == nil ? "HIT" : "MISS"
      }
    ),
    (
      "a 404 is kept for a minute, and for an hour by CDNs",
      { answer, _, _ in
        if answer.status == 404 { answer["Cache-Control"] = "max-age=60, s-maxage=3600" }
      }
    ),
    (
      "a 404 that is stored, and confirmed at each use",
      { answer, _, _ in if answer.status == 404 { answer["Cache-Control"] = "no-cache, max-age=86400" } }
    ),
    (
      "a 404 that Cloudflare passes on, and one that Varnish may not keep",
      { answer, request, number in
        guard answer.status == 404 else { return }
        answer[number % 2 == 0 ? "CF-Cache-Status" : "X-Varnish"] = number % 2 == 0 ? "DYNAMIC" : "5"
        if number % 2 == 1 { answer["Cache-Control"] = "no-store" }
      }
    ),
    (
      "`Access-Control-Allow-Origin: *` for all",
      { answer, _, _ in answer["Access-Control-Allow-Origin"] = "*" }
    ),
    (
      "an answer of one user is private",
      { answer, request, _ in
        answer.body += Array((request.fields.first("Cookie") ?? "").utf8)
        if request.has("Cookie") { answer["Cache-Control"] = "private, max-age=60" }
      }
    ),
    (
      "Vary: Cookie keeps users apart",
      { answer, request, _ in
        answer.body += Array((request.fields.first("Cookie") ?? "").utf8)
        answer["Vary"] = "Accept-Encoding, Cookie"
      }
    ),
    (
      "weak tags are shared by codings",
      { answer, request, _ in
        answer["ETag"] = "W/\"1\""
        if request.fields.first("If-None-Match") == "W/\"1\"" { answer.status = 304 }
      }
    ),
  ]

  // Names by which things are known, not versions of them; each is answered.
  static let ids = [
    "/photos/12345678.jpg", "/avatars/8f3a9c2d1e.png", "/avatars/users/8f3a9c2d1e/small.png",
    "/photos/550e8400-e29b-41d4-a716-446655440000.jpg", "/DSC12345678.jpg", "/photos/photo-20260112.jpg",
  ]
  @Test("an id in a name is no version, so a made-up one that is answered proves nothing", arguments: ids)
  func names(_ path: String) throws {
    let server = ScriptedServer(url: "http://site.test" + path) { answer, _, _ in answer.status = 200 }
    #expect(try server.reports([.missing]).map(\.outcome) == [.skipped])
  }

  @Test("where each made-up name has content of its own, or a third one is not found, no version is proved")
  func controls() throws {
    let generated = ScriptedServer { answer, request, _ in
      answer.status = 200
      answer.body = Array(request.target.path.utf8)
      answer["Content-Type"] = "text/javascript"
    }
    #expect(try generated.reports([.missing]).map(\.outcome) == [.skipped])
    let chance = ScriptedServer { answer, _, number in if number == 1 { answer.status = 200 } }
    #expect(try chance.reports([.missing]).map(\.outcome) == [.passed])
  }

  @Test("what well-run servers do is no finding", arguments: habits.indices)
  func habit(_ index: Int) throws {
    let server = ScriptedServer(script: Self.habits[index].1)
    let findings = try server.reports([.validate, .encoding, .head, .range, .origin, .missing, .users]) {
      $0.identities = ScriptedServer.users
    }.flatMap(\.findings)
    #expect(findings.isEmpty, "\(Self.habits[index].0)")
  }

  @Test(
    "two servers that answer in turn, each with its version, are no fault of a part, of HEAD or of Accept",
    arguments: [[Probe.encoding], [.head], [.range], [.representations], Probe.usual])
  func inTurn(_ probes: [Probe]) throws {
    let reports = try ScriptedServer(script: ScriptedServer.inTurn).reports(probes)
    #expect(reports.flatMap(\.findings).isEmpty)
    #expect(reports.flatMap(\.remarks).cites(.contentChangesEachTime) == probes.contains(.validate))
  }

  @Test("a tag of each server is one cause, and a part with the other's tag no second finding")
  func oneCause() throws {
    let server = ScriptedServer { answer, _, number in answer["ETag"] = "\"\(number % 2)-17\"" }
    #expect(try server.codes([.validate, .head, .range]) == ["etag-unstable"])
  }

  @Test("of content that is not read to its end, parts are held against what was read")
  func cut() throws {
    func report(_ length: String?, _ script: @escaping ScriptedServer.Script) throws -> ProbeReport {
      let server = ScriptedServer(most: 20) { answer, request, number in
        ScriptedServer.uncoded(&answer, request, number)
        if answer.status == 200 { answer["Content-Length"] = length }
        script(&answer, request, number)
      }
      return try #require(try server.reports([.range]).first)
    }
    let length = "\(ScriptedServer.content.count)"
    let sound = try report(length) { _, _, _ in }
    #expect(sound.outcome == .passed, "\(sound.reason ?? "") \(sound.findings)")
    let wrong = try report(length) { answer, _, _ in
      if answer.status == 206 { answer.body = answer.body.map { $0 ^ 1 } }
    }
    #expect(wrong.findings.map(\.code.rawValue) == ["range-wrong"])
    let unknown = try report(nil) { _, _, _ in }
    #expect(unknown.outcome == .skipped && unknown.reason == "the length of the content is not known")
  }

  @Test(
    "at an edge of Cloudflare it is said which condition for keeping an origin's part is not met",
    arguments: [
      (true, nil, "one ETag throughout, or none."),
      (true, "\"b\"", "here the ETag is not the same throughout."),
      (false, nil, nil),
    ] as [(Bool, String?, String?)])
  func cloudflareParts(_ row: (isThere: Bool, tag: String?, end: String?)) throws {
    let server = ScriptedServer { answer, request, number in
      ScriptedServer.uncoded(&answer, request, number)
      (answer["Accept-Ranges"], answer["ETag"]) = ("bytes", nil)
      if row.isThere { answer["CF-Cache-Status"] = "MISS" }
      guard answer.status == 206 else { return }
      answer.sendWhole()
      (answer["ETag"], answer["Content-Length"]) = (row.tag, "\(answer.body.count)")
    }
    let finding = try #require(
      try server.reports([.range]).flatMap(\.findings).first { $0.code == .rangeNotHonoured })
    #expect(finding.explanation.contains("Cloudflare keeps an origin's 206 only with") == row.isThere)
    #expect(row.end.map(finding.explanation.hasSuffix) != false, "\(finding.explanation)")
  }

  @Test("a page that changes on its own withholds what rests on equal content")
  func changing() throws {
    let server = ScriptedServer { answer, request, number in
      answer.body = Array("\(number)".utf8)
      answer["ETag"] = "\"\(number)\""
      answer["Last-Modified"] = nil
      answer.status = request.target.path == "/assets/app.3f9ac2d1.js" ? 200 : 404
    }
    let reports = try server.reports([.validate, .head, .range, .users]) {
      $0.identities = ScriptedServer.users
    }
    #expect(reports.flatMap(\.findings).isEmpty)
    #expect(reports.flatMap(\.remarks).map(\.rule) == [.contentChangesEachTime])
    // The probe itself says why it tried no more.
    let first = try #require(reports.first)
    #expect(
      first.outcome == .skipped
        && first.reason == "two equal requests got different content; the first difference is at byte 0",
      "\(first.reason ?? "")")
  }
}
