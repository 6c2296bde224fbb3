import Testing

@testable import HTTPCacheCore

@Suite("What `help CODE`, the reference pages and SARIF say of a code")
struct CodeHelpTests {
  @Test(
    "every finding that one response shows has an example, in which it is found; the others say what finds them"
  )
  func examples() throws {
    for code in Findings.families.flatMap({ $0.codes }) {
      let subject = try #require(CodeExample.subject(code.example), "\(code.rawValue)")
      #expect(Findings.all(subject).findings.contains { $0.code == code }, "\(code.rawValue)")
    }
    for code in Probe.codes + [.differs] {
      #expect(
        CodeHelp(code).text(isMarkdown: false).contains("It is found by `inspect --live --"),
        "\(code.rawValue)")
    }
  }

  @Test("every code of a finding or a reason has a help")
  func names() {
    #expect(Set(CodeHelp.names) == Set(Finding.Code.allCases.map(\.rawValue) + Rule.allCases.map(\.rawValue)))
    for name in CodeHelp.names {
      let helps = CodeHelp.named(name)
      #expect(!helps.isEmpty && helps.allSatisfy { $0.code == name && !$0.parts.isEmpty }, "\(name)")
    }
    #expect(CodeHelp.named("no-such-code").isEmpty)
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
    #expect(Reason(.squidTooLarge).sentence.hasPrefix("… bytes are more than"))
  }

  @Test("the example is judged: what is found in it, the line to send, and what has four servers send it")
  func wording() {
    let text = CodeHelp(.maxAgeInvalid).text(isMarkdown: false)
    // What the application or the server itself sends is taken out, as its line would come beside this one.
    let lines = """
      Send:

      Cache-Control: max-age=3600

      nginx    proxy_hide_header Cache-Control;
      nginx    add_header Cache-Control "max-age=3600" always;
      Apache   Header unset Cache-Control
      Apache   Header always set Cache-Control "max-age=3600"
      Caddy    header {
      Caddy      Cache-Control `max-age=3600`
      Caddy      defer
      Caddy    }
      Express  res.set('Cache-Control', 'max-age=3600')
      """
    #expect(text.hasSuffix(lines), "\(text)")
    let removal = CodeHelp(.expiresInvalid).text(isMarkdown: false)
    for line in [
      "nginx    proxy_hide_header Expires;", "Apache   Header unset Expires", "Caddy      -Expires",
      "Apache   Header always unset Expires", "Express  res.removeHeader('Expires')",
    ] { #expect(removal.contains(line), "\(removal)") }
    let dated = CodeHelp(.expiresWeekdayMismatch).text(isMarkdown: false)
    #expect(dated.contains("Send:\n\nExpires: Tue") && !dated.contains("nginx"))
    let quoted = CodeHelp(.clearSiteDataInvalid).text(isMarkdown: true)
    #expect(quoted.contains("nginx    add_header Clear-Site-Data '\"cache\"' always;"))
    #expect(quoted.contains(#"Apache   Header always set Clear-Site-Data "\"cache\"""#))
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
