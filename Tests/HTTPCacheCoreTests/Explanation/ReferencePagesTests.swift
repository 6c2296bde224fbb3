import Foundation
import Testing

@testable import HTTPCacheCore

/// The pages of `docs/` that are made from the tables that the program uses: `UPDATE_DOCS=1` writes them anew.
@Suite("docs/reasons.md, docs/findings.md and docs/real-caches.md")
struct ReferencePagesTests {
  static let reasons: String =
    "# Every reason\n\nThe `code` of a reason never changes. Made from the table that the program uses; `httpcache help CODE`\n"
    + "prints the section of a code.\n\n"
    + "| code | effect | reference |\n| --- | --- | --- |\n"
    + Rule.allCases.map { row([link($0.rawValue), $0.effect.rawValue, $0.reference]) }.joined()
    + Rule.allCases.map { section(CodeHelp($0)) }.joined()

  /// A link to the section of a code.
  private static func link(_ code: String) -> String { "[`\(code)`](#\(code))" }

  private static func row(_ cells: [String]) -> String {
    "| \(cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ")) |\n"
  }

  /// What `httpcache help CODE` prints.
  private static func section(_ help: CodeHelp) -> String {
    "\n## \(help.code)\n\n\(help.text(isMarkdown: true))\n"
  }

  /// What people ask of caches, and the response that answers it.
  static let questions: [(question: String, status: Int, fields: [(String, String)])] = [
    ("`Set-Cookie` beside `max-age=600`", 200, [("Cache-Control", "max-age=600"), ("Set-Cookie", "a=1")]),
    ("nothing about caching at all", 200, []),
    ("only `Last-Modified`, 10 days ago", 200, [("Last-Modified", "Fri, 02 Jan 2026 16:45:57 GMT")]),
    ("`no-cache` with `ETag`", 200, [("Cache-Control", "no-cache"), ("ETag", "\"1\"")]),
    ("`max-age=0` with `ETag`", 200, [("Cache-Control", "max-age=0"), ("ETag", "\"1\"")]),
    ("`private, max-age=600`", 200, [("Cache-Control", "private, max-age=600")]),
    ("`no-store`", 200, [("Cache-Control", "no-store")]),
    ("`s-maxage=60, max-age=600`", 200, [("Cache-Control", "s-maxage=60, max-age=600")]),
    ("`max-age=600` on a 404", 404, [("Cache-Control", "max-age=600")]),
    ("a 404 without more", 404, []), ("a 301 without more", 301, [("Location", "/x")]),
    ("a 302 with `max-age=600`", 302, [("Location", "/x"), ("Cache-Control", "max-age=600")]),
    ("`max-age=600` on a 503", 503, [("Cache-Control", "max-age=600")]),
    ("`Vary: Accept-Encoding`", 200, [("Cache-Control", "max-age=600"), ("Vary", "Accept-Encoding")]),
    ("`Vary: *`", 200, [("Cache-Control", "max-age=600"), ("Vary", "*")]),
    ("`Expires: 0` before `max-age=600`", 200, [("Expires", "0"), ("Cache-Control", "max-age=600")]),
    (
      "`Pragma: no-cache` beside `max-age=600`", 200,
      [("Cache-Control", "max-age=600"), ("Pragma", "no-cache")]
    ),
    ("`max-age=600` with `Age: 300`", 200, [("Cache-Control", "max-age=600"), ("Age", "300")]),
    (
      "`CDN-Cache-Control: max-age=600` beside `no-store`", 200,
      [("CDN-Cache-Control", "max-age=600"), ("Cache-Control", "no-store")]
    ),
    (
      "`Surrogate-Control: max-age=600` beside `no-store`", 200,
      [("Surrogate-Control", "max-age=600"), ("Cache-Control", "no-store")]
    ),
    (
      "`X-Accel-Expires: 600` before `no-store`", 200,
      [("X-Accel-Expires", "600"), ("Cache-Control", "no-store")]
    ),
  ]

  /// What each cache does with one response, a cell each.
  static func cells(_ status: Int, _ fields: [(String, String)], _ caches: [CacheModel]) -> [String] {
    let lines = [
      ("Date", "Mon, 12 Jan 2026 16:45:57 GMT"), ("Content-Length", "9"), ("Content-Type", "text/css"),
    ]
    guard let target = try? TargetURI("https://example.test/app.css") else { return [] }
    let exchange = Exchange(
      request: RequestHead(target: target),
      head: ResponseHead(
        status: status, fields: FieldSection((lines + fields).map { FieldLine($0.0, $0.1) })))
    return CacheModel.decisions(of: caches, on: exchange, receivedAt: noon).map { decision in
      let outcome = CacheComparison(decision, nil).outcome
        .replacing(text: "stored, and every use asks the origin", by: "asks each time")
        .replacing(text: "stored for ", by: "")
      return decision.deciding.map { "\(outcome)<br>`\($0.rule.rawValue)`" } ?? outcome
    }
  }

  static func table(_ caches: [CacheModel]) -> String {
    let head = caches.map { "\($0.title)\($0.version.map { " \($0)" } ?? "")" }
    return "| | \(head.joined(separator: " | ")) |\n|\(String(repeating: " --- |", count: head.count + 1))\n"
      + questions.map { row in
        "| \(row.question) | \(cells(row.status, row.fields, caches).joined(separator: " | ")) |\n"
      }.joined()
  }

  /// Every rule of other caches, with what changes it.
  static let otherRules: String =
    "| code | effect | what | what changes it | where it stands | known by |\n| --- | --- | --- | --- | --- | --- |\n"
    + Rule.realCaches.map { rule in
      let cells = [
        "`\(rule.rawValue)`", rule.effect.rawValue, Reason(rule).sentence, rule.remedy ?? "", rule.reference,
        rule.basis.rawValue,
      ]
      return "| \(cells.map { $0.replacing(text: "|", by: "\\|") }.joined(separator: " | ")) |\n"
    }.joined()

  static let realCaches: String =
    """
    # What real caches do

    RFC 9111 says what a cache may do; each cache does something else within it, and some go beyond. `inspect --as` says for
    a response what nginx, Varnish, Squid, Apache, HAProxy, Traffic Server and Chromium do with it by their default settings,
    and what Cloudflare, CloudFront, Fastly and Google Cloud CDN document. Made from the rules that the program uses.

    ```sh
    curl -si https://example.com/ | httpcache inspect --headers - --as nginx,varnish
    httpcache inspect --live https://example.com/ --as all --expect nginx:stored --expect 'varnish:lifetime>=1h'
    ```

    A cell says for how long a response is used without asking the origin, and the rule that decides. The response is a 200
    to GET for a style sheet, but for what the first column says.

    ## Measured

    \(table(CacheModel.measured))
    ## By their documentation

    \(table(CacheModel.all.filter { $0.version == nil }))
    ## How it was measured

    `make oracle` starts each of the seven that is installed in front of an origin, with the least configuration that turns
    caching on: `proxy_cache`, the built-in VCL, Squid as a reverse proxy with the refresh patterns of its package,
    `CacheEnable disk /`, `cache-use` and `cache-store`, `map /`, and a page in Chromium. It asks for each case of
    `Tests/RealCaches/cases.txt`, at once again, and after 4.4 seconds, and fails where a cache does anything but what the
    rules say; `make test` does so with a part of the cases. Another version than the one above is told, and not failed.

    A case that was not measured and that no documentation describes is `null` in JSON and `unknown` in text; a check on it
    does not hold. Grace, `stale-while-revalidate` and `stale-if-error` do not count as lifetime. A cache that is configured
    otherwise does otherwise: the last column but two names the settings that matter.

    ## Every rule

    `…` stands for what the response or the request has.

    \(otherRules)
    """

  static let findings: String =
    "# Every finding\n\nThe `code` of a finding never changes. Made from the table that the program uses. Errors are dropped or\n"
    + "misread by a recipient; warnings are valid, but do not do what was most likely meant; infos gain little, or are\n"
    + "for the owner to decide. What asks nobody to do anything is a [reason](reasons.md). `httpcache help CODE` prints the section\n"
    + "of a code.\n\n"
    + "| code | usually | what | reference |\n| --- | --- | --- | --- |\n"
    + Finding.Code.allCases.map {
      row([link($0.rawValue), $0.usualSeverity.rawValue, $0.summary, $0.reference])
    }
    .joined()
    + Finding.Code.allCases.map { section(CodeHelp($0)) }.joined()
    + "\n## No findings any more\n\n| code | what became of it |\n| --- | --- |\n"
    + FormerCode.all.map { row(["`\($0.code)`", $0.fate]) }.joined()

  @Test(
    "the page is what the table says",
    arguments: [("reasons.md", reasons), ("findings.md", findings), ("real-caches.md", realCaches)])
  func page(_ name: String, _ text: String) throws {
    let docs = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("docs")
    let file = docs.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["UPDATE_DOCS"] != nil { try Data(text.utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test("the catalogue has every rule that is declared in the sources, and none twice")
  func rules() throws {
    let declaration =
      /static let \w+ = Self\(\s*"([a-z0-9-]+)", \.(?:allows|forbids|requiresValidation|notes),/
    var declared: [String] = []
    for file in try LayeringTests.files("HTTPCacheCore") {
      declared += file.lines.joined(separator: "\n").matches(of: declaration).map { String($0.1) }
    }
    #expect(declared.sorted() == Rule.allCases.map(\.rawValue).sorted())
    #expect(Set(declared).count == declared.count)
    for rule in Rule.allCases { #expect(Rule(rawValue: rule.rawValue)?.reference == rule.reference) }
    #expect(Rule(rawValue: "no-such-rule") == nil)
  }

  @Test("every rule has a sentence of its own among those of one cache")
  func sentences() {
    let own = Rule.allCases.filter { !Rule.realCaches.contains($0) }
    let others = Dictionary(grouping: Rule.realCaches) { $0.rawValue.prefix { $0 != "-" } }
    for rules in [own] + others.values {
      let sentences = rules.map { Reason($0).sentence }
      #expect(Set(sentences).count == sentences.count && !sentences.contains(""))
    }
  }
}
