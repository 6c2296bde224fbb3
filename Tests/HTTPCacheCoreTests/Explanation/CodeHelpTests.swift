import Testing

@testable import HTTPCacheCore

@Suite("What `help CODE`, the reference pages and SARIF say of a code", .timed)
struct CodeHelpTests {
  @Test(
    "every code has one way to be shown: a response in which it is found, or what several answers or a recording have"
  )
  func shown() throws {
    for family in Findings.families {
      for code in family.codes {
        let command = family.command(finding: code)
        switch code.shown {
        case .judged(let lines, _):
          let facts = try #require(CodeExample.facts(lines), "\(code.rawValue)")
          #expect(Findings.all(facts).findings.contains { $0.code == code }, "\(code.rawValue)")
          #expect(!CodeHelp(code).meaning.contains("It is found by"), "\(code.rawValue)")
        case .observed(let lines, let consequence, _):
          #expect(!lines.isEmpty && !consequence.isEmpty, "\(code.rawValue)")
          #expect(lines.allSatisfy { $0.count <= 78 }, "\(code.rawValue)")
          let asked = lines.count {
            $0.hasPrefix("> ") && !$0.dropFirst(2).prefix { $0 != " " }.contains(":")
          }
          let answered = lines.count { $0.hasPrefix("HTTP/1.1 ") }
          #expect(asked == answered || command == nil, "\(code.rawValue)")
          #expect((command == nil) == RecordingFindings.codes.contains(code), "\(code.rawValue)")
          if let command {
            #expect(CodeHelp(code).meaning.contains(" It is found by `\(command)`."), "\(code.rawValue)")
          }
        }
      }
    }
  }

  @Test("a choice of the owner is what to write, where the example asks for no line")
  func choice() throws {
    var count = 0
    for code in Finding.Code.allCases {
      guard case .judged(let lines, let choice?) = code.shown else { continue }
      count += 1
      let facts = try #require(CodeExample.facts(lines))
      #expect(Findings.first(code, in: facts).finding?.advice == nil, "\(code.rawValue)")
      #expect(CodeHelp(code).remedy == choice, "\(code.rawValue)")
    }
    #expect(count > 0)
  }

  @Test("every code of a finding or a reason has a help, and so has one that is no finding any more")
  func names() {
    let codes = Finding.Code.allCases.map(\.rawValue) + Rule.allCases.map(\.rawValue)
    #expect(Set(CodeHelp.names) == Set(codes + FormerCode.all.map(\.code)))
    for name in CodeHelp.names {
      let helps = CodeHelp.named(name)
      #expect(!helps.isEmpty && helps.allSatisfy { $0.code == name && !$0.parts.isEmpty }, "\(name)")
    }
    #expect(CodeHelp.named("no-such-code").isEmpty)
  }

  @Test("each says what it means, what follows from it, and what to write, or that nothing is to be")
  func threeParts() throws {
    let all = Finding.Code.allCases.map { CodeHelp($0) } + Rule.allCases.map { CodeHelp($0) }
    for help in all {
      #expect(help.parts.contains(.paragraph(help.meaning)), "\(help.code)")
      #expect(help.parts.contains(.paragraph("What follows: \(help.consequence)")), "\(help.code)")
      #expect(help.parts.contains(.paragraph("Remedy: \(help.remedy)")), "\(help.code)")
      for text in [help.meaning, help.consequence, help.remedy] {
        #expect(text.count > 10 && (text.hasSuffix(".") || text.hasSuffix("`")), "\(help.code): \(text)")
      }
    }
  }

  @Test("what is no finding any more: its help says so, and what became of it")
  func former() {
    for former in FormerCode.all {
      #expect(
        Finding.Code(rawValue: former.code) == nil && FormerCode(former.code) == former, "\(former.code)")
      let text = CodeHelp.named(former.code).map { $0.text(isMarkdown: false) }.joined()
      #expect(text.holds("It is no finding any more: \(former.fate)."), "\(text)")
      // A reason of its name is one of the remarks, or a condition of URLCache.
      let rule = Rule(rawValue: former.code)
      let reasons = Rule.remarks + [.schemeNotCached, .statusNot2xx]
      #expect(rule == nil || reasons.contains { $0 == rule }, "\(former.code)")
      #expect((rule != nil) == former.fate.contains("is a reason that `-v`"), "\(former.code)")
    }
    #expect(FormerCode.all.map(\.code) == FormerCode.all.map(\.code).sorted())
    #expect(FormerCode("vary-star") == nil && FormerCode("no-such-code") == nil)
  }

  @Test("a rule of another cache says what that cache does, and in which program the rule stands")
  func otherCaches() {
    for rule in Rule.realCaches {
      let help = CodeHelp(rule)
      let cache = CacheModel.all.first { rule.rawValue == $0.name || rule.rawValue.hasPrefix("\($0.name)-") }
      #expect(cache.map { help.consequence.holds($0.title) } == true, "\(help.code): \(help.consequence)")
      #expect(help.remedy == CodeHelp.nothing || help.remedy.hasPrefix("To change it: "), "\(help.code)")
    }
    // Changes with nginx 1.23.0: what Expires forbade, a Cache-Control behind it allows.
    #expect(CodeHelp(.nginxExpired).remedy.holds("from 1.23 on takes a Cache-Control behind it"))
    #expect(CodeHelp(.haproxyAuthorization).meaning.holds("(HAProxy 2.6.12: http_ana.c, "))
    #expect(CodeHelp(.invalidatedByUnsafeMethod).consequence.hasPrefix("What was stored is gone"))
  }

  @Test("dots stand for every value of a reason, and no number or empty brackets do")
  func dots() {
    for rule in Rule.allCases {
      let sentence = Reason(rule).sentence
      #expect(!sentence.holds("()") && !sentence.holds("  "), "\(rule.rawValue): \(sentence)")
      #expect(
        !sentence.holds(" 0 seconds") && !sentence.holds("(0 seconds"), "\(rule.rawValue): \(sentence)")
    }
    #expect(Reason(.fresh).sentence == "fresh for …: … gives it … and it is … old")
    #expect(Reason(.partIsEnough).sentence == "only a part is stored (…), and it covers the request")
    #expect(Reason(.adoptedVariant).sentence.hasSuffix("stored for another request (…)"))
    #expect(Reason(.adoptedVariant, field: "ETag").sentence.hasSuffix("stored for another request"))
    #expect(Reason(.squidTooLarge).sentence.hasPrefix("… bytes are more than"))
  }

  @Test("the line is of the code that is asked for, and of no other finding in its example")
  func ownLine() throws {
    for code in Finding.Code.allCases {
      guard case .judged(let lines, _) = code.shown, let facts = CodeExample.facts(lines) else { continue }
      let found = Findings.first(code, in: facts)
      let parts = CodeHelp(code).parts
      let isAsked =
        parts.contains(.paragraph("Send:"))
        || parts.contains { part in
          if case .paragraph(let text) = part { text.hasPrefix("Leave out: ") } else { false }
        }
      #expect(isAsked == (found.advice != nil), "\(code.rawValue)")
    }
    #expect(!CodeHelp(Finding.Code.responseTooLarge).text(isMarkdown: false).contains("Send:"))
    let groups = CodeHelp(.cacheGroupsInvalid).text(isMarkdown: false)
    #expect(
      groups.contains("Remedy: Write `Cache-Groups: \"a\"`.") && !groups.contains("Leave out"), "\(groups)")
    let separated = CodeHelp(.cacheControlNotCommaSeparated).text(isMarkdown: false)
    #expect(separated.contains("Send:\n\nCache-Control: public, max-age=31536000\n"), "\(separated)")
  }

  @Test("the example is judged: what is found in it, the line to send, and what has four servers send it")
  func wording() {
    let text = CodeHelp(.maxAgeInvalid).text(isMarkdown: false)
    let lines = """
      Send:

      Cache-Control: max-age=3600

      Caddy's lines belong into the block of `reverse_proxy`; for files, `header` alone does.

      nginx    expires 3600;
      Apache   Header always unset Cache-Control "expr=%{REQUEST_STATUS} -lt 400"
      Apache   Header set Cache-Control "max-age=3600" "expr=%{REQUEST_STATUS} -lt 400"
      Caddy    @success status 2xx 3xx
      Caddy    handle_response @success {
      Caddy      header {
      Caddy        Cache-Control `max-age=3600`
      Caddy        defer
      Caddy      }
      Caddy      copy_response
      Caddy    }
      Express  res.set('Cache-Control', 'max-age=3600')
      """
    #expect(text.hasSuffix(lines), "\(text)")
  }

  static let lines: [(rule: String, code: Finding.Code, lines: [String], others: [String])] = [
    (
      "what nginx's `expires` has no word for comes beside it", .lifetimeShortForVersionedURL,
      ["nginx    expires 31536000;", #"nginx    add_header Cache-Control "immutable";"#], [" always;"]
    ),
    (
      "an error is reached, and what succeeds is left alone", .errorStatusLongLifetime,
      [
        #"nginx    map $status $cache_control { default $upstream_http_cache_control; ~^[45] "max-age=60"; }"#,
        "nginx    add_header Cache-Control $cache_control always;",
        #"Apache   Header always set Cache-Control "max-age=60" "expr=%{REQUEST_STATUS} -ge 400""#,
        "Caddy    @error status 4xx 5xx",
      ], ["expires", " -lt "]
    ),
    (
      "a name is added to the list that is there", .corsWithoutVaryOrigin,
      [
        #"nginx    add_header Vary "Origin" always;"#, #"Apache   Header merge Vary "Origin""#,
        "Caddy    header +Vary `Origin`", "Express  res.vary('Origin')",
      ], ["hide_header", "unset", "set Vary", "defer"]
    ),
    (
      "what is left out has no line: it would take the field of other answers away", .expiresInvalid,
      ["Leave out: Expires."], ["unset Expires", "-Expires", "removeHeader", "hide_header"]
    ),
    (
      "nor has what is mended, which came from somewhere", .clearSiteDataInvalid,
      ["Clear-Site-Data: \"cache\""], ["nginx", "Apache"]
    ),
    ("nor a date, which passes", .expiresWeekdayMismatch, ["Send:"], ["nginx", "Apache"]),
  ]
  @Test("lines replace Cache-Control alone, and add to lists", arguments: lines)
  func serverLines(_ row: (rule: String, code: Finding.Code, lines: [String], others: [String])) {
    let text = CodeHelp(row.code).text(isMarkdown: false)
    let said = text.split(separator: "\n").map(String.init)
    for line in row.lines { #expect(said.contains(line), "\(row.rule): \(text)") }
    for other in row.others { #expect(!text.contains(other), "\(row.rule): \(other) in \(text)") }
    let hides = said.contains { $0.hasPrefix("nginx    proxy_hide_header") }
    #expect(hides == text.contains("`proxy_hide_header` takes away"), "\(row.rule): what it is for is said")
  }

  @Test(
    "a reference is a URL where an RFC has it",
    arguments: [
      ("RFC 9111 §5.2.2.10, §4.2.4", "https://www.rfc-editor.org/rfc/rfc9111#section-5.2.2.10"),
      ("RFC 8246 §2", "https://www.rfc-editor.org/rfc/rfc8246#section-2"),
      ("URL Loading System, URLCache", nil), ("httpcache --max-entry-size", nil),
    ])
  func references(_ reference: String, _ url: String?) {
    #expect(CodeHelp.url(ofReference: reference) == url)
  }
}
