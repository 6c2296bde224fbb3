import Testing

@testable import HTTPCacheCore

@Suite("Recipes: advice for many URLs as rules by path, and those in the syntax of each server")
struct RecipeTests {
  /// A target with the head that answers it; a target without a host is one of `a.test`.
  typealias Answer = (target: String, head: String)

  private static func recipe(_ answers: [Answer], _ role: CacheRole = .private) throws -> Recipe {
    let at = Instant(epoch: 1_453_826_757)
    var draft = RecipeDraft()
    for answer in answers {
      let url = answer.target.hasPrefix("/") ? "http://a.test\(answer.target)" : answer.target
      let target = try TargetURI(url)
      let subject = Subject(
        origin: .live, request: RequestHead(method: "GET", target: target),
        stored: StoredResponse(
          key: CacheKey(target: target),
          head: try head(answer.head + "\nETag: \"a\"\nDate: Tue, 26 Jan 2016 16:45:57 GMT"),
          requestedAt: at, receivedAt: at))
      draft.add(Verdict(subject, now: at, settings: Settings(role: role)))
    }
    return draft.recipe
  }

  /// Each rule as its expression and what it sends.
  private static func rules(_ recipe: Recipe) -> [String] {
    recipe.rules.map { rule in
      let sent = rule.change.lines.map { "\($0.name): \($0.value)" } + rule.change.removed.map { "-\($0)" }
      return rule.pattern.expression(end: "$", query: "*") + " " + sent.joined(separator: " ")
    }
  }

  private static let short = "Cache-Control: max-age=60"
  private static let year = "Cache-Control: max-age=31536000, immutable"
  private static let spaced = "Cache-Control: max-age = 60"

  static let groups: [(rule: String, answers: [Answer], rules: [String])] = [
    (
      "the next release has another hash", [("/s/app.3f9ac2d1.js", short)],
      [#"/s/app\.[0-9a-f]{8}\.js* \#(year)"#]
    ),
    (
      "names with letters of both cases", [("/assets/index-DiwrgTda.js", short)],
      [#"/assets/index-[0-9A-Za-z_-]{8}\.js* \#(year)"#]
    ),
    (
      "all files with a hash in a directory", [("/s/app.3f9ac2d1.js", short), ("/s/b.99ffee11.js", short)],
      [#"/s/[^/?\s]*\.[0-9a-f]{8}\.js* \#(year)"#]
    ),
    (
      "but for one that is right as it is",
      [
        ("/s/app.3f9ac2d1.js", short), ("/s/b.99ffee11.js", short),
        ("/s/c.11aa22bb.js", year),
      ],
      [#"/s/app\.[0-9a-f]{8}\.js* \#(year)"#, #"/s/b\.[0-9a-f]{8}\.js* \#(year)"#]
    ),
    (
      "a number in the path", [("/jquery@3.7.1/jquery.js", short)],
      [#"/jquery@[0-9.]+/jquery\.js* \#(year)"#]
    ),
    (
      "all that a tool has built", [("/_app/immutable/chunks/entry.js", short)],
      [#"/_app/immutable/[^?\s]*\.js* \#(year)"#]
    ),
    (
      "a version in the query: without it the URL is of another file",
      [("/style.css?ver=6.4.2", short), ("/style.css", "Cache-Control: max-age=600")],
      [#"/style\.css\?ver=[0-9.]+$ \#(year)"#]
    ),
    ("a name without version alone", [("/style.css", spaced)], [#"/style\.css* \#(short)"#]),
    (
      "others without a version may be one user's", ["a", "b", "c", "d"].map { ("/\($0).png", spaced) },
      ["a", "b", "c", "d"].map { #"/\#($0)\.png* \#(short)"# }
    ),
    ("so may the answer to another query", [("/s?q=1", spaced)], [#"/s\?q=1$ \#(short)"#]),
    (
      "queries that are answered otherwise", [("/s?q=1", spaced), ("/s", short)], [#"/s\?q=1$ \#(short)"#]
    ),
    (
      "an error has a rule of its own", [("/x.css", spaced), ("/x.css", "HTTP/1.1 404 No\n" + spaced)],
      [#"/x\.css* \#(short)"#, #"/x\.css* \#(short)"#]
    ),
    (
      "a date would pass", [("/x.css", "Expires: Mon, 26 Jan 2016 17:45:57 GMT")],
      [#"/x\.css* Cache-Control: max-age=3600 -Expires"#]
    ),
    ("nothing is to be changed", [("/x.css", short)], []),
    ("nor of another host", [("/x.css", short), ("http://b.test/y.css", spaced)], []),
  ]

  @Test("rules", arguments: groups)
  func group(_ row: (rule: String, answers: [Answer], rules: [String])) throws {
    let found = Self.rules(try Self.recipe(row.answers))
    #expect(found == row.rules, "\(row.rule)")
  }

  @Test("a rule covers the URLs that suggest it, and no URL that was judged and needs another change")
  func covers() throws {
    for row in Self.groups {
      let recipe = try Self.recipe(row.answers)
      for answer in row.answers where answer.target.hasPrefix("/") {
        let target = try TargetURI("http://a.test\(answer.target)")
        let one = try Self.recipe([answer])
        let met = recipe.rules.filter {
          $0.status == Recipe.Status(answer.head.hasPrefix("HTTP/1.1 404") ? 404 : 200)
            && $0.pattern.matches(RecipePattern.sent(target.path), target.query.map(RecipePattern.sent))
        }
        #expect(Set(met.map(\.change)) == Set(one.rules.map(\.change)), "\(row.rule): \(answer.target)")
      }
    }
  }

  static let remarks: [(rule: String, answers: [Answer], remark: String)] = [
    (
      "another host", [("/x", short), ("http://b.test/y.css", spaced), ("http://b.test/z.css", spaced)],
      "2 URLs of b.test: left out; --host b.test writes theirs."
    ),
    (
      "two answers for one URL", [("/x.css", spaced), ("/x.css", "Cache-Control: max-age = 61")],
      "/x.css was answered in several ways: the first advice stands."
    ),
    (
      "a value that begins a variable", [("/x.css", "Cache-Control: max-age = 60, a=\"$host\"")],
      "Not said, since no configuration can hold it as it is: Cache-Control of /x.css."
    ),
    (
      "a name that is too long", [("/\(String(repeating: "x", count: 1001))", spaced)],
      "Not said, since no configuration can hold it as it is: /\(String(repeating: "x", count: 78))...."
    ),
  ]

  @Test("what a configuration does not say, it says in a comment", arguments: remarks)
  func remark(_ row: (rule: String, answers: [Answer], remark: String)) throws {
    let recipe = try Self.recipe(row.answers)
    #expect(recipe.remarks.contains(row.remark), "\(row.rule): \(recipe.remarks)")
    for server in RecipeServer.allCases {
      #expect(recipe.text(for: server).contains("# \(row.remark)\n"), "\(row.rule)")
    }
  }

  static let texts: [(server: RecipeServer, lines: [String])] = [
    (
      .nginx,
      [
        #"map "$status $request_uri" $httpcache_expires {"#, "  default off;",
        #"  "~^(200|203|206|304) /s/app\.[0-9a-f]{8}\.js(\?|$)" 31536000;"#,
        #"  "~^(200|203|206|304) /q\.css$" off;"#, "expires $httpcache_expires;",
        #"map "$status $request_uri" $httpcache_directives {"#,
        #"  "~^(200|203|206|304) /s/app\.[0-9a-f]{8}\.js(\?|$)" "immutable";"#,
        #"  "~^(200|203|206|304) /q\.css$" "";"#,
        "add_header Cache-Control $httpcache_directives;", "gzip_vary on;",
        #"# Not said, since `expires` can't send it: Cache-Control: private="Set-Cookie", max-age=60 for /q.css."#,
        "# Not said, since nothing is hidden: /s/app.3f9ac2d1.js goes without Pragma.",
      ]
    ),
    (
      .apache,
      [
        #"<If "%{THE_REQUEST} =~ m#^\S+ /s/app\.[0-9a-f]{8}\.js(\?\S*)? #">"#,
        #"  Header unset Cache-Control "expr=%{REQUEST_STATUS} =~ /^(200|203|206|304)$/""#,
        #"  Header always set Cache-Control "private=\"Set-Cookie\", max-age=60" "expr=%{REQUEST_STATUS} =~ /^(200|203|206|304)$/""#,
        #"  Header always unset Pragma "expr=%{REQUEST_STATUS} =~ /^(200|203|206|304)$/""#,
      ]
    ),
    (
      .caddy,
      [
        #"@httpcache_1 vars_regexp {http.request.orig_uri} `^/q\.css$`"#, "header @httpcache_1 {",
        "\tCache-Control \"private=\\\"Set-Cookie\\\", max-age=60\"", "\t-Pragma", "\tdefer",
      ]
    ),
    (
      .varnish,
      [
        #"  if (req.url ~ "^/q\.css$" && (resp.status == 200 || resp.status == 203 || resp.status == 206 || resp.status == 304)) {"#,
        #"    set resp.http.Cache-Control = {"private="Set-Cookie", max-age=60"};"#,
        "    unset resp.http.Pragma;",
      ]
    ),
    (
      .headersFile,
      [
        "/s/app.3f9ac2d1.js", "  Cache-Control: max-age=31536000, immutable",
        "# On Cloudflare Pages: ! Pragma",
        "# Not said: /q.css has several answers, which this file can't tell apart.",
      ]
    ),
  ]

  @Test("the text for each server", arguments: texts)
  func text(_ row: (server: RecipeServer, lines: [String])) throws {
    let text = try Self.recipe([
      ("/q.css", #"Cache-Control: private="Set-Cookie", max-age = 60"#),
      ("/q.css?a", Self.short),
      ("/s/app.3f9ac2d1.js", "Cache-Control: no-store\nPragma: no-cache"),
      ("/c.css", "Content-Encoding: gzip\n" + Self.short),
    ]).text(for: row.server)
    let lines = text.split(separator: "\n").map(String.init)
    for line in row.lines { #expect(lines.contains(line), "\(line)\n\(text)") }
  }

  @Test("_headers names the judged files and no others: its wild card would cover those of one user, too")
  func headersFile() throws {
    let text = try Self.recipe([
      ("/app.3f9ac2d1.css", "Cache-Control: no-cache"), ("/app.b.3f9ac2d2.css", "Cache-Control: no-cache"),
      ("/_app/immutable/chunks/entry.js", Self.short),
    ]).text(for: .headersFile)
    let paths = text.split(separator: "\n").filter { $0.hasPrefix("/") }.sorted()
    #expect(
      paths == ["/_app/immutable/chunks/entry.js", "/app.3f9ac2d1.css", "/app.b.3f9ac2d2.css"], "\(text)")
  }

  @Test("no character of a URL or value ends or begins anything in the syntax of a server")
  func hostile() throws {
    for mark in "{}$;'`|*()[]^!" {
      let text = "x\(mark)pwned"
      for server in RecipeServer.allCases {
        let recipe = try Self.recipe([
          ("/\(text).css", Self.spaced), ("/q.css?\(text)", Self.spaced), ("/q.css", Self.short),
          ("/v.css", "Cache-Control: max-age = 60, a=\"\(text)\""),
          ("http://\(text).test/y.css", Self.spaced),
        ])
        for line in recipe.text(for: server).split(separator: "\n") {
          let isComment = line.drop { $0 == " " }.hasPrefix("#")
          // Values keep what has a meaning nowhere.
          let isValue = line.contains("a=") && !"{}$`".contains(mark)
          // The path of _headers is read as it is, but for the signs of its wild cards.
          let isPath = server == .headersFile && line.hasPrefix("/x") && mark != "*"
          #expect(
            isComment && !"{}$`'".contains(mark) || isValue || isPath || !line.contains(text),
            "\(server) \(mark): \(line)")
        }
      }
    }
  }

  @Test("the advice is that for the cache that judges")
  func shared() throws {
    let answers = [("/x.css", "Cache-Control: max-age=60\nCDN-Cache-Control: max-age = 600")]
    let shared = try Self.recipe(answers, .shared)
    #expect(Self.rules(shared) == [#"/x\.css* CDN-Cache-Control: max-age=600"#])
    #expect(shared.text(for: .apache).contains("for shared caches."))
    #expect(try Self.recipe(answers).text(for: .nginx).contains("for browsers."))
  }

  @Test(
    "nginx hides nothing and opens no location: what no rule covers keeps its fields, and a rule that narrows is not said"
  )
  func nginx() throws {
    let answers = [
      ("/x.css", Self.spaced), ("/y.css", "Cache-Control: private, max-age = 60"),
      ("/z.css", "HTTP/1.1 404 No\nCache-Control: max-age=86400"),
    ]
    let text = try Self.recipe(answers).text(for: .nginx)
    for word in ["hide_header", "location {", "always", "upstream"] {
      #expect(!text.split(separator: "\n").contains { !$0.hasPrefix("#") && $0.contains(word) }, "\(text)")
    }
    #expect(text.matches(of: /" 60;/).count == 1 && text.matches(of: /" off;/).count == 2, "\(text)")
    #expect(try !Self.recipe([answers[1]]).text(for: .nginx).contains("expires $"))
  }

  @Test("Caddy is told nothing about the errors of a path that also answers with success")
  func caddy() throws {
    let error = "HTTP/1.1 404 No\nCache-Control: max-age = 61"
    let text = try Self.recipe([("/x.css", Self.spaced), ("/x.css", error), ("/y.css", error)])
      .text(for: .caddy)
    #expect(text.contains("max-age=60") && text.matches(of: /max-age=/).count == 2, "\(text)")
    #expect(text.contains("^/y\\.css"))
  }

  @Test("what was not judged is not called right")
  func nothing() throws {
    for server in RecipeServer.allCases {
      #expect(try Self.recipe([]).text(for: server) == "# Nothing was judged.\n")
      #expect(try Self.recipe([("/x", Self.short)]).text(for: server) == "# Nothing is to be changed.\n")
    }
  }

  @Test("a comment ends where its line ends, whatever a URL holds")
  func comments() {
    #expect(Recipe.shown("/a\n}\u{2028}\\$x\"") == "/a%0A%7D%E2%80%A8%5C%24x%22")
    #expect(Recipe.shown(String(repeating: "x", count: 90)).utf8.count == 82)
  }

  @Test("a value that a server would read as something else is not said")
  func values() {
    for value in ["$x", "a%b", "{x}", "a\\", "`x`", "expr=x", "Expr=x", " a", "a ", "", "a\u{E9}", "a\tb"] {
      #expect(!RecipeDraft.isSayable(value), "\(value)")
    }
    #expect(RecipeDraft.isSayable(#"private="Set-Cookie", max-age=60"#))
  }
}
