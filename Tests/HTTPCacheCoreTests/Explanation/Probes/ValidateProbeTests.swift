import Testing

@testable import HTTPCacheCore

@Suite("The probe of validation: what it finds in conditions, tags, dates and their 304", .timed)
struct ValidateProbeTests {
  static let measured: [(rule: String, validation: ObservedValidation?, script: ScriptedServer.Script)] = [
    ("a sound server", .confirmed, { _, _, _ in }),
    ("no condition is honoured", .refused(.sentAgain), { answer, _, _ in answer.sendWhole() }),
    (
      "the date alone is honoured, also beside a tag", .confirmed,
      { answer, request, _ in
        if request.has("If-Modified-Since") { answer.status = 304 } else { answer.sendWhole() }
      }
    ),
    (
      "the tag alone, without a date", .confirmed, { answer, _, _ in answer["Last-Modified"] = nil }
    ),
    (
      "another tag each time", .refused(.tagChanges),
      { answer, _, number in
        answer.sendWhole()
        answer["ETag"] = "\"\(number)\""
      }
    ),
    (
      "other content each time, with a tag of its own", .refused(.contentChanges),
      { answer, _, number in
        answer.sendWhole()
        (answer["ETag"], answer.body) = ("W/\"\(number)\"", answer.body + Array("\(number)".utf8))
      }
    ),
    (
      "other content each time under one weak tag that is answered 304", .confirmed,
      { answer, _, number in
        answer["ETag"] = "W/\"1\""
        if answer.status == 200 { answer.body += Array("\(number)".utf8) }
      }
    ),
  ]
  @Test("what becomes of a stored response, asked with all validators as caches ask", arguments: measured)
  func validation(_ row: (rule: String, validation: ObservedValidation?, script: ScriptedServer.Script))
    throws
  {
    let reports = try ScriptedServer(script: row.script).reports([.validate])
    #expect(reports.first?.validation == row.validation, "\(row.rule)")
  }

  static let defects: [ScriptedDefect] = [
    .init(.validate, "etag-not-honoured", "If-None-Match is ignored") { answer, request, _ in
      if request.has("If-None-Match") { answer.sendWhole() }
    },
    .init(
      .validate, "last-modified-not-honoured", "a date is ignored, and caches send the tag with it", .info
    ) {
      answer, request, _ in
      if request.has("If-Modified-Since"), !request.has("If-None-Match") { answer.sendWhole() }
    },
    .init(.validate, "last-modified-not-honoured", "a date is ignored, and there is no tag") {
      answer, request, _ in
      answer["ETag"] = nil
      if request.has("If-Modified-Since") { answer.sendWhole() }
    },
    .init(.validate, "etag-unstable", "a tag of each server, and the date is enough", .info) {
      answer, request, number in
      answer["ETag"] = "\"\(number % 2)-17\""
      let isOurs = request.fields.first("If-None-Match")?.contains("hcprobe") == false
      if isOurs, request.fields.first("If-Modified-Since") == ScriptedServer.date { answer.status = 304 }
    },
    .init(.validate, "validator-lost-in-coding", "what compresses takes the tag away") { answer, _, _ in
      guard answer["Content-Encoding"] != nil else { return }
      (answer["ETag"], answer["Last-Modified"]) = (nil, nil)
    },
    .init(.validate, "validator-lost-in-coding", "the date is left, and is confirmed", .info) {
      answer, _, _ in
      if answer["Content-Encoding"] != nil { answer["ETag"] = nil }
    },
    .init(.validate, "not-modified-breaks-nonce", "the server makes a nonce for its 304, too", .error) {
      answer, _, number in
      answer["Content-Type"] = "text/html"
      answer["Content-Security-Policy"] = "script-src 'nonce-\(number)' 'strict-dynamic'"
    },
    .init(.validate, "not-modified-contradicts", "the 304 forbids the scripts that the 200 permits") {
      answer, _, _ in
      answer["Content-Security-Policy"] =
        answer.status == 304 ? "default-src 'none'" : "script-src 'nonce-abc'"
    },
    .init(.validate, "not-modified-contradicts", "the default type of a language stands in the 304") {
      answer, _, _ in
      if answer.status == 304 { answer["Content-Type"] = "text/html; charset=UTF-8" }
    },
    .init(.validate, "not-modified-contradicts", "the 304 preloads what the last release had") {
      answer, _, _ in
      answer["Link"] = "</app.\(answer.status).js>; rel=preload; as=script"
    },
    .init(.validate, "encoded-variant-not-revalidated", "mod_deflate's tag is not known again") {
      answer, request, _ in
      if answer["Content-Encoding"] != nil, request.has("If-None-Match") { answer.sendWhole() }
    },
    .init(.validate, "etag-weak-form-not-honoured", "If-None-Match is compared byte for byte", .info) {
      answer, request, _ in
      if request.fields.first("If-None-Match")?.hasPrefix("W/") == true { answer.sendWhole() }
    },
    .init(.validate, "etag-unstable", "a tag made of the inode, on two servers") { answer, _, number in
      answer["ETag"] = "\"\(number % 2)-17\""
    },
    .init(.validate, "etag-always-matches", "any If-None-Match is answered 304", .error) {
      answer, request, _ in
      if request.has("If-None-Match") { answer.status = 304 }
    },
    .init(.validate, "etag-same-for-other-content", "a tag of the template", .error) { answer, _, number in
      answer.body += Array("\(number)".utf8)
    },
    .init(.validate, "conditions-combined-wrongly", "the right date counts beside another tag") {
      answer, request, _ in
      if request.has("If-Modified-Since"), request.fields.first("If-None-Match")?.contains("hcprobe") == true
      {
        answer.status = 304
      }
    },
    .init(.validate, "conditions-combined-wrongly", "If-None-Match does not count beside a date", .info) {
      answer, request, _ in
      if request.has("If-Modified-Since"), request.has("If-None-Match") { answer.sendWhole() }
    },
    .init(.validate, "not-modified-contradicts", "the 304 has another lifetime") { answer, _, _ in
      if answer.status == 304 { answer["Cache-Control"] = "max-age=0" }
    },
    .init(.validate, "not-modified-contradicts", "the 304 forbids what the 200 permits") { answer, _, _ in
      if answer.status == 304 { answer["Cache-Control"] = "no-cache, max-age=3600" }
    },
    .init(.validate, "not-modified-contradicts", "the 304 names another version") { answer, _, _ in
      if answer.status == 304 { answer["ETag"] = "\"2\"" }
    },
    .init(.validate, "not-modified-lacks-field", "stock nginx leaves Vary out of a 304", .info) {
      answer, _, _ in
      if answer.status == 304 { answer["Vary"] = nil }
    },
  ]

  @Test("a defect is found, by its code and severity alone", arguments: defects)
  func found(_ defect: ScriptedDefect) throws {
    let findings = try defect.findings()
    #expect(findings.map(\.code.rawValue) == [defect.code])
    #expect(findings.map(\.severity) == [defect.severity])
  }

  static let several:
    [(rule: String, codes: [String], severities: [Finding.Severity], script: ScriptedServer.Script)] = [
      (
        "RFC 9110 §13.1.3 two contents had one date, which counts beside another tag",
        ["conditions-combined-wrongly"], [.error],
        { answer, request, number in
          answer.body += Array("\(number)".utf8)
          answer["ETag"] = "\"\(number)\""
          if request.has("If-Modified-Since") { answer.status = 304 }
        }
      ),
      (
        "any tag is confirmed, and the content changes",
        ["etag-always-matches"], [.error],
        { answer, request, number in
          answer.body += Array("\(number)".utf8)
          answer["ETag"] = "\"\(number)\""
          if request.has("If-None-Match") { answer.status = 304 }
        }
      ),
      (
        "the nonce stands in the page, too",
        ["not-modified-breaks-nonce"], [.error],
        { answer, request, number in
          answer.body += Array("<script nonce=\(number)>".utf8)
          answer["ETag"] = "W/\"1\""
          answer["Content-Type"] = "text/html"
          answer["Content-Security-Policy"] = "script-src 'nonce-\(number)'"
        }
      ),
      (
        "the tag is ignored, and the date is all that counts",
        ["etag-not-honoured", "conditions-combined-wrongly"], [.info, .warning],
        { answer, request, _ in
          answer.status = request.fields.first("If-Modified-Since") == ScriptedServer.date ? 304 : 200
        }
      ),
    ]
  @Test("findings of different causes stand side by side", arguments: several.indices)
  func sideBySide(_ index: Int) throws {
    let row = Self.several[index]
    let findings = try ScriptedServer(script: row.script).reports([.validate]).flatMap(\.findings)
    #expect(findings.map(\.code.rawValue) == row.codes, "\(row.rule)")
    #expect(findings.map(\.severity) == row.severities, "\(row.rule)")
  }

  static let origins: [(rule: String, codes: [String], script: ScriptedServer.Script)] = [
    (
      "the 304 is for another origin", ["not-modified-contradicts"],
      { answer, request, _ in
        let origin = answer.status == 304 ? "https://b.test" : request.fields.first("Origin")
        answer["Access-Control-Allow-Origin"] = origin
      }
    ),
    (
      "the 304 is for none", ["not-modified-lacks-field"],
      { answer, _, _ in if answer.status == 200 { answer["Access-Control-Allow-Origin"] = "https://a.test" } }
    ),
    ("both are for all", [], { answer, _, _ in answer["Access-Control-Allow-Origin"] = "*" }),
  ]
  @Test("where the user sends Origin, a 304 has to allow it as the 200 does", arguments: origins.indices)
  func forOrigin(_ index: Int) throws {
    let row = Self.origins[index]
    let server = ScriptedServer(script: row.script)
    let findings = try server.reports([.validate]) { $0.fields = [FieldLine("Origin", "https://a.test")] }
      .flatMap(\.findings)
    #expect(findings.map(\.code.rawValue) == row.codes, "\(row.rule)")
    #expect(findings.allSatisfy { $0.severity == .warning })
    let silent = try ScriptedServer(script: row.script).codes([.validate])
    #expect(silent.isEmpty, "without Origin: \(row.rule)")
  }

  static let downloads: [(rule: String, isSaid: Bool, script: ScriptedServer.Script)] = [
    (
      "the tag is honoured", false,
      { answer, request, _ in
        if request.has("If-Modified-Since"), !request.has("If-None-Match") { answer.sendWhole() }
      }
    ),
    (
      "the date is honoured", false,
      { answer, request, _ in
        answer.status = request.fields.first("If-Modified-Since") == ScriptedServer.date ? 304 : 200
      }
    ),
    ("neither is", true, { answer, _, _ in if answer.status == 304 { answer.sendWhole() } }),
    (
      "each alone is, both are not", true,
      { answer, request, _ in
        if request.has("If-Modified-Since"), request.has("If-None-Match") { answer.sendWhole() }
      }
    ),
    (
      "a page changes each time, and is never confirmed", true,
      { answer, _, number in
        (answer.status, answer["ETag"]) = (200, "\"\(number)\"")
        answer.body = Array("\(number)".utf8)
      }
    ),
  ]
  @Test(
    "a full download is said only where who sends all validators gets the whole", arguments: downloads.indices
  )
  func fullDownload(_ index: Int) throws {
    let row = Self.downloads[index]
    let reports = try ScriptedServer(script: row.script).reports([.validate])
    let texts = reports.flatMap { $0.findings.map(\.explanation) + $0.remarks.map(\.sentence) }
    #expect(texts.contains { $0.contains("full download") } == row.isSaid, "\(row.rule): \(texts)")
    #expect((reports.first?.validation == .confirmed) == !row.isSaid)
  }

  @Test("where the judged answer is coded, what was observed of coded answers counts")
  func judgedCoding() throws {
    let server = ScriptedServer { answer, _, number in
      // The first answer is judged: it came as browsers get it.
      if number == 0 { answer["Content-Encoding"] = "gzip" }
      guard answer["Content-Encoding"] != nil else { return }
      (answer["ETag"], answer["Last-Modified"]) = (nil, nil)
    }
    #expect(try server.reports([.validate]).map(\.validation) == [nil])
    let refusing = ScriptedServer { answer, _, number in
      if number == 0 { answer["Content-Encoding"] = "gzip" }
      if answer["Content-Encoding"] != nil, answer.status == 304 { answer.sendWhole() }
    }
    #expect(try refusing.reports([.validate]).map(\.validation) == [.refused(.sentAgain)])
  }

  @Test("no server is told to leave out the only thing that it can be asked by")
  func lastValidator() throws {
    for hasDate in [true, false] {
      let server = ScriptedServer { answer, _, _ in
        if !hasDate { answer["Last-Modified"] = nil }
        if answer["Content-Encoding"] != nil, answer.status == 304 { answer.sendWhole() }
      }
      let found = try server.reports([.validate]).flatMap(\.findings)
      let coded = try #require(found.first { $0.code == .encodedVariantNotRevalidated })
      #expect(coded.advice?.contains("`FileETag None`") == hasDate, "\(coded)")
      let refusing = ScriptedServer { answer, _, _ in
        if !hasDate { answer["Last-Modified"] = nil }
        if answer.status == 304 { answer.sendWhole() }
      }
      let tag = try #require(
        try refusing.reports([.validate]).flatMap(\.findings).first { $0.code == .etagNotHonoured })
      #expect(tag.advice?.contains("or send no ETag") == hasDate, "\(tag)")
    }
  }

  @Test("what differs is placed, and not shown")
  func place() throws {
    let server = ScriptedServer { answer, _, number in
      answer.body = Array("<meta name=csrf content=token\(number)>".utf8)
      answer["ETag"] = nil
      answer["Last-Modified"] = nil
    }
    let report = try #require(try server.reports([.validate]).first)
    #expect(
      report.reason
        == "two equal requests got different content; the first difference is at byte 29, behind "
        + "`<meta name=csrf content=token`")
    #expect(report.remarks.first?.sentence.contains("each use is a full download of 31 bytes") == true)
  }

  @Test("the most general of findings with one cause is given")
  func general() throws {
    let server = ScriptedServer { answer, request, _ in
      if answer.status == 304 { answer.sendWhole() }
    }
    #expect(try server.codes([.validate]) == ["etag-not-honoured", "last-modified-not-honoured"])
  }
}
