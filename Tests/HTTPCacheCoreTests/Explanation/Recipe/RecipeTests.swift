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
      let change = rule.change
      let sent =
        change.lines.map { "\($0.name): \($0.value)" } + change.added.map { "+\($0.name): \($0.value)" }
        + change.removed.map { "-\($0)" }
      return rule.expression(end: "$", query: "*") + " "
        + (change.isEmpty ? "stays" : sent.joined(separator: " "))
    }
  }

  private static let short = "Cache-Control: max-age=60"
  private static let year = "Cache-Control: max-age=31536000, immutable"
  private static let spaced = "Cache-Control: max-age = 60"
  private static let page = "Content-Type: text/html\nCache-Control: max-age=864000"

  static let groups: [(rule: String, answers: [Answer], rules: [String])] = [
    (
      "the next release has another hash", [("/s/app.3f9ac2d1.js", short)],
      [#"/s/app\.(?=[0-9a-f]{0,7}[0-9])[0-9a-f]{8}\.js* \#(year)"#]
    ),
    (
      "names with letters of both cases", [("/assets/index-DiwrgTda.js", short)],
      [
        #"/assets/index-((?=[0-9A-Za-z_-]{0,7}[0-9])|(?=[0-9A-Za-z_-]{0,7}[A-Z])(?=[0-9A-Za-z_-]{0,7}[a-z]))[0-9A-Za-z_-]{8}\.js* \#(year)"#
      ]
    ),
    (
      "all files with a hash in a directory", [("/s/app.3f9ac2d1.js", short), ("/s/b.99ffee11.js", short)],
      [#"/s/[^/?\s]*\.(?=[0-9a-f]{0,7}[0-9])[0-9a-f]{8}\.js* \#(year)"#]
    ),
    (
      "one that is right as it is may be covered",
      [("/s/app.3f9ac2d1.js", short), ("/s/b.99ffee11.js", short), ("/s/c.11aa22bb.js", year)],
      [#"/s/[^/?\s]*\.(?=[0-9a-f]{0,7}[0-9])[0-9a-f]{8}\.js* \#(year)"#]
    ),
    (
      "one that is right otherwise is an exception",
      [
        ("/i/a.png", spaced), ("/i/b.png", spaced), ("/i/c.png", "Cache-Control: max-age=86400"),
      ],
      [#"/i/c\.png* stays"#, #"/i/[^/?\s]*\.png* \#(short)"#]
    ),
    (
      "where as many are right otherwise, each is named",
      [
        ("/i/a.png", spaced), ("/i/b.png", spaced), ("/i/c.png", "Cache-Control: max-age=86400"),
        ("/i/d.png", "Cache-Control: max-age=86400"),
      ],
      [#"(/i/a\.png*|/i/b\.png*) \#(short)"#]
    ),
    (
      "a number in the path", [("/jquery@3.7.1/jquery.js", short)],
      [#"/jquery@[0-9]+(\.[0-9]+)+/jquery\.js* \#(year)"#]
    ),
    (
      "all that a tool has built", [("/_app/immutable/chunks/entry.js", short)],
      [#"/_app/immutable/[^?\s]*\.js* \#(year)"#]
    ),
    (
      "a version in the query: without it the URL is of another file",
      [("/style.css?ver=6.4.2", short), ("/style.css", "Cache-Control: max-age=600")],
      [#"/style\.css\?ver=[0-9]+(\.[0-9]+)+$ \#(year)"#]
    ),
    ("a name without version alone", [("/style.css", spaced)], [#"/style\.css* \#(short)"#]),
    (
      "a directory and a kind of file", ["a.png", "b.png", "c.jpg", "d.svg"].map { ("/img/\($0)", spaced) },
      [#"/img/[^/?\s]*(\.jpg|\.png|\.svg)* \#(short)"#]
    ),
    (
      "and what is below it", ["a/x.png", "b/y.png", "2024/z.png"].map { ("/img/\($0)", spaced) },
      [#"/img/[^?\s]*\.png* \#(short)"#]
    ),
    (
      "files at the root, and those below another directory",
      ["/x.png", "/y.png", "/img/a.png", "/img/b.png"].map { ($0, spaced) },
      [#"/img/[^/?\s]*\.png* \#(short)"#, #"/[^/?\s]*\.png* \#(short)"#]
    ),
    (
      "pages that end with a slash stand beside each other; another query may be for one user",
      ["/blog/a/", "/blog/b/"].map { ($0, page) }, [#"/blog/[^/?\s]*/$ Cache-Control: no-cache"#]
    ),
    (
      "so do those without extension", ["/blog/a", "/blog/b"].map { ($0, page) },
      [#"/blog/[^/.?\s]*$ Cache-Control: no-cache"#]
    ),
    (
      "data without extension may be one user's", ["/api/a", "/api/b"].map { ($0, spaced) },
      [#"(/api/a*|/api/b*) \#(short)"#]
    ),
    (
      "what says more than the others is named",
      [
        ("/assets/a.3f9ac2d1.js", "Cache-Control: no-cache"),
        ("/assets/b.99ffee11.js", "Cache-Control: no-cache"),
        ("/assets/c.11aa22bb.js", "Cache-Control: no-store"),
      ],
      [
        #"/assets/c\.11aa22bb\.js* \#(year)"#,
        #"(/assets/a\.(?=[0-9a-f]{0,7}[0-9])[0-9a-f]{8}\.js*|/assets/b\.(?=[0-9a-f]{0,7}[0-9])[0-9a-f]{8}\.js*) \#(year)"#,
      ]
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
    (
      "what Cloudflare answers by itself",
      [("/cdn-cgi/scripts/a.js", spaced), ("/cdn-cgi/b.3f9ac2d1.js", short)], []
    ),
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
        let met = recipe.rules.first {
          $0.status == Recipe.Status(answer.head.hasPrefix("HTTP/1.1 404") ? 404 : 200)
            && $0.covers(RecipePattern.sent(target.path), target.query.map(RecipePattern.sent))
        }
        let isRight = one.rules.isEmpty && answer.head == Self.year
        #expect(
          isRight || met?.change ?? Recipe.Change() == one.rules.first?.change ?? Recipe.Change(),
          "\(row.rule): \(answer.target)")
        let bars = Recipe.Bar.all(in: try head(answer.head).fields)
        #expect(
          isRight || met?.change.isEmpty != false || met?.reaches(bars) == true,
          "\(row.rule): \(answer.target)")
      }
    }
  }

  /// Names of scripts, and whether the rule that these judged ones suggest covers them.
  static let forms: [(judged: String, next: String, isCovered: Bool)] = [
    ("/js/index-B1x2Yz_q.js", "/js/index-Qx7_pL2a.js", true),
    ("/js/index-B1x2Yz_q.js", "/js/index-DiwrgTda.js", true),
    ("/js/index-B1x2Yz_q.js", "/js/app-settings.js", false),
    ("/js/index-B1x2Yz_q.js", "/js/index-MESSAGES.js", false),
    ("/js/app.3f9ac2d1.js", "/js/app.99ffee11.js", true),
    ("/js/app.3f9ac2d1.js", "/js/app.deadbeef.js", false),
    ("/js/app-A3BCDEF2.js", "/js/app-ZYXWVUTS.js", true),
    ("/js/app-A3BCDEF2.js", "/js/app-a3bcdef2.js", false),
    ("/js/jquery-3.7.1.js", "/js/jquery-3.8.js", true), ("/js/jquery-3.7.1.js", "/js/jquery-2.js", false),
  ]
  @Test("a version is told from a word by its form, never by its length alone", arguments: forms)
  func form(_ row: (judged: String, next: String, isCovered: Bool)) throws {
    let recipe = try Self.recipe([(row.judged, Self.short), ("/" + row.judged.dropFirst(4), Self.short)])
    let met = recipe.rules.contains { $0.covers(Array(row.next.utf8), nil) }
    #expect(met == row.isCovered, "\(Self.rules(recipe))")
  }

  /// A request, and whether the answer to it is advised by a rule, and one that a visitor with a cookie gets, too.
  static let asked: [(target: String, head: String, request: [FieldLine], rules: Int, leavesVisitors: Bool)] =
    [
      ("/x.css", spaced, [], 1, false), ("/p", "Content-Type: text/html\n" + spaced, [], 1, true),
      ("/p", "Content-Type: text/html\n" + spaced, [FieldLine("Cookie", "a=1")], 1, false),
      ("/p", "Content-Type: text/html\nCache-Control: max-age=864000", [], 1, false),
      ("/x.css", spaced, [FieldLine("Authorization", "Basic YTpi")], 0, false),
      ("/api?_=1763631000000", "Content-Type: application/json\n" + spaced, [], 0, false),
    ]
  @Test(
    "who asks: no login, and a visitor with a cookie only where that takes nothing from anyone",
    arguments: asked)
  func request(
    _ row: (target: String, head: String, request: [FieldLine], rules: Int, leavesVisitors: Bool)
  ) throws {
    let at = Instant(epoch: 1_453_826_757)
    let request = RequestHead(
      method: "GET", target: try TargetURI("http://a.test\(row.target)"), fields: FieldSection(row.request))
    let stored = StoredResponse(
      key: CacheKey(target: request.target),
      head: try head(row.head + "\nETag: \"a\"\nDate: Tue, 26 Jan 2016 16:45:57 GMT"), requestedAt: at,
      receivedAt: at)
    var draft = RecipeDraft()
    draft.add(
      Verdict(Subject(origin: .live, request: request, stored: stored), now: at, settings: Settings()))
    #expect(draft.recipe.rules.count == row.rules)
    #expect(draft.recipe.rules.allSatisfy { $0.leavesVisitors == row.leavesVisitors })
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
      "a coding, without which a server codes the content again",
      [("/x.css", "Cache-Control: max-age=60\nVary: Accept-Encoding\nContent-Encoding: aws-chunked, gzip")],
      "Not said, since no configuration can hold it as it is: Content-Encoding of /x.css."
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
        #"map $sent_http_cache_control $httpcache_private { default ""; "~*private" "private,"; }"#,
        #"map "$host $status $request_uri" $httpcache_rule {"#,
        #"  "~^a\.test (200|203|206|304) /q\.css$" off;"#,
        #"  "~^a\.test (200|203|206|304) /s/app\.3f9ac2d1\.js(\?|$)" 2;"#, "  # 1 judged: /s/app.3f9ac2d1.js",
        "  default off;", #"  "~^2 (visitor,)?(no-store,)?(no-cache,)?$" 31536000;"#,
        #"  "~^2 (visitor,)?(no-store,)?(no-cache,)?$" "immutable";"#, "expires $httpcache_expires;",
        "add_header Cache-Control $httpcache_directives;",
        #"  "~*^3 (?!.*Accept-Encoding)" "Accept-Encoding";"#,
        "add_header Vary $httpcache_vary;",
        #"# Not said, since `expires` can't send it: Cache-Control: private="Set-Cookie", max-age=60 for /q.css."#,
        "# Not said, since nothing is hidden: /s/app.3f9ac2d1.js goes without Pragma.",
      ]
    ),
    (
      .apache,
      [
        #"<If "tolower(req_novary('Host')) =~ m#^a\.test(:[0-9]+)?$# && %{THE_REQUEST} =~ m#^\S+ /q\.css #">"#,
        #"<ElseIf "tolower(req_novary('Host')) =~ m#^a\.test(:[0-9]+)?$# && %{THE_REQUEST} =~ m#^\S+ /s/app\.3f9ac2d1\.js(\?\S*)? #">"#,
        #"  Header append Cache-Control "httpcache1 private=\"Set-Cookie\", max-age=60" "expr=%{REQUEST_STATUS} =~ /^(200|203|206|304)$/ && -z req_novary('Authorization') && -z %{resp:Set-Cookie} && %{resp:Pragma} !~ /no-cache/i && -z %{note:httpcache}""#,
        #"  Header edit Cache-Control "(?i)^(?!.*(no-store|no-cache).*httpcache1 )(.*, )?httpcache1 (.*)$" "httpcache1:$3""#,
        #"  Header unset Pragma "expr=%{resp:Cache-Control} =~ /^httpcache2:/ || %{note:httpcache} =~ /^httpcache2:/""#,
        #"  Header merge Vary "Accept-Encoding" "expr=%{REQUEST_STATUS} =~ /^(200|203|206|304)$/""#,
      ]
    ),
    (
      .caddy,
      [
        #"@httpcache_1 vars_regexp {http.request.orig_uri} `^/q\.css$`"#, "header @httpcache_1 {",
        "\tCache-Control `^private=\\x22Set-Cookie\\x22,\\x20max-age\\x20=\\x2060$` \"private=\\\"Set-Cookie\\\", max-age=60\"",
        "\t-Pragma", "\tdefer", "\t+Vary \"Accept-Encoding\"",
      ]
    ),
    (
      .varnish,
      [
        #"  if (req.http.host ~ "(?i)^a\.test(:[0-9]+)?$" && req.url ~ "^/q\.css$" && (resp.status == 200 || resp.status == 203 || resp.status == 206 || resp.status == 304)) {"#,
        #"    if (!req.http.Authorization && !resp.http.Set-Cookie && resp.http.Cache-Control !~ "(?i)no-store|no-cache" && resp.http.Pragma !~ "(?i)no-cache") {"#,
        #"      set resp.http.Cache-Control = {"private="Set-Cookie", max-age=60"};"#,
        "      unset resp.http.Pragma;",
        #"    if (!resp.http.Vary) { set resp.http.Vary = {"Accept-Encoding"}; }"#,
      ]
    ),
    (
      .headersFile,
      [
        "/s/app.3f9ac2d1.js", "  Cache-Control: max-age=31536000, immutable",
        "# On Cloudflare Pages: ! Pragma", "  Vary: Accept-Encoding",
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
    for word in ["hide_header", "location {", "always", "upstream", "gzip_vary"] {
      #expect(!text.split(separator: "\n").contains { !$0.hasPrefix("#") && $0.contains(word) }, "\(text)")
    }
    #expect(
      text.contains("\n  \"~^1 (visitor,)?$\" 60;") && text.contains("/y\\.css(\\?|$)\" off;"), "\(text)")
    #expect(!text.contains("/z\\.css(") && text.contains("max-age=60 for /z.css."), "\(text)")
    let narrow = try Self.recipe([answers[1]]).text(for: .nginx)
    #expect(!narrow.contains("expires $"))
  }

  /// What an answer of a URL that a rule covers has, and whether the rule may take its lines away.
  static let bars: [(rule: String, judged: [String], path: String, head: String, isReached: Bool)] = [
    ("the next picture", ["/i/a.png", "/i/b.png"], "/i/c.png", spaced, true),
    ("for one user", ["/i/a.png", "/i/b.png"], "/i/a.png", "Cache-Control: private", false),
    ("not to be stored", ["/i/a.png", "/i/b.png"], "/i/c.png", "Cache-Control: max-age=1, no-store", false),
    ("to be confirmed", ["/i/a.png", "/i/b.png"], "/i/c.png", "Cache-Control: No-Cache", false),
    ("by an old word", ["/i/a.png", "/i/b.png"], "/i/c.png", "Pragma: no-cache", false),
    (
      "in the second line", ["/i/a.png"], "/i/a.png", "Cache-Control: max-age=1\nCache-Control: private",
      false
    ),
    ("with a cookie", ["/i/a.png"], "/i/a.png", spaced + "\nSet-Cookie: a=1", false),
  ]

  @Test("a rule reaches no answer that is kept back and was not so when it was judged", arguments: bars)
  func bar(_ row: (rule: String, judged: [String], path: String, head: String, isReached: Bool)) throws {
    let recipe = try Self.recipe(row.judged.map { ($0, Self.spaced) })
    let rule = try #require(recipe.rules.first { $0.covers(Array(row.path.utf8), nil) })
    let bars = Recipe.Bar.all(in: try head(row.head).fields)
    #expect(rule.reaches(bars) == row.isReached, "\(row.rule)")
  }

  /// What the judged files of a build say, and what the next file may say to be changed nevertheless.
  static let builds: [(judged: [String], passes: Set<Recipe.Bar>)] = [
    (["no-cache", "no-cache"], [.noCache]),
    (["no-cache", "max-age=60"], []),
    (["max-age=60", "max-age=60"], []),
    (["no-cache", "no-cache, max-age=0"], [.noCache]),
  ]

  @Test("no-cache is the mistake of a whole directory where all say so; more may be meant", arguments: builds)
  func build(_ row: (judged: [String], passes: Set<Recipe.Bar>)) throws {
    let answers = row.judged.enumerated().map {
      ("/assets/\($0.offset == 0 ? "a" : "b").3f9ac2d1.js", "Cache-Control: \($0.element)")
    }
    let recipe = try Self.recipe(answers)
    let next = Array("/assets/c.99ffee11.js".utf8)
    #expect(recipe.rules.first { $0.covers(next, nil) }.map(\.passes) ?? [] == row.passes, "\(recipe.rules)")
  }

  @Test(
    "a file that sets a cookie gets a rule only where it keeps shared caches away; the file says how it may have none"
  )
  func cookies() throws {
    let recipe = try Self.recipe([("/a.png", Self.spaced + "\nSet-Cookie: a=1")], .shared)
    #expect(recipe.rules.allSatisfy { $0.change.control?.contains("private") != false }, "\(recipe.rules)")
    #expect(recipe.text(for: .varnish).contains("# A file that sets a cookie, /a.png: drop the cookie"))
  }

  @Test("three hundred entries of a site are at most twenty rules, and each says how many it covers")
  func manyEntries() throws {
    var answers: [Answer] = [("/", Self.page)]
    let file = "Cache-Control: max-age = 60"
    for year in 2019...2026 {
      for month in 1...4 {
        answers.append(("/\(year)/0\(month)/post-\(month)/", Self.page))
        for name in ["a.jpg", "b.png", "c.webp"] {
          answers.append(("/wp-content/uploads/\(year)/0\(month)/\(name)", file))
        }
      }
    }
    for number in 0..<60 { answers.append(("/wp-includes/js/lib\(number).js?ver=6.4.2", file)) }
    for plugin in ["akismet", "forms", "shop"] {
      for number in 0..<20 {
        answers.append(("/wp-content/plugins/\(plugin)/js/\(number + 1)x.js?ver=1.\(number).3", file))
      }
      for number in 0..<16 { answers.append(("/wp-content/plugins/\(plugin)/p\(number).css?ver=2.1", file)) }
    }
    answers += ["about", "contact", "shop"].map { ("/\($0)/", Self.page) }
    #expect(answers.count >= 300)
    let recipe = try Self.recipe(answers)
    #expect(recipe.rules.count <= 20, "\(Self.rules(recipe))")
    #expect(
      Set(recipe.rules.flatMap(\.paths)).count == Set(answers.map { $0.target.prefix { $0 != "?" } }).count)
    #expect(recipe.text(for: .nginx).contains("96 judged: "), "\(recipe.text(for: .nginx))")
  }

  @Test(
    "expectations are made of the same rules: of what the server is told, and of no judged URL that is told otherwise"
  )
  func expectations() throws {
    let recipe = try Self.recipe([
      ("/i/a.png", Self.spaced), ("/i/b.png", Self.spaced), ("/i/c.png", "Cache-Control: max-age=86400"),
      ("/j/a.png", Self.spaced), ("/j/b.png", Self.spaced),
      ("/p.css", "Cache-Control: private, max-age = 60"),
      ("/z.css", "HTTP/1.1 404 No\nCache-Control: max-age=86400"),
    ])
    func expected(_ server: RecipeServer) -> [String] {
      recipe.files(for: server).expectations.map { "\($0.pattern) \($0.checks.joined(separator: " "))" }
    }
    let pictures = ["/j/*.png lifetime=60", "/i/a.png lifetime=60", "/i/b.png lifetime=60"]
    #expect(Set(expected(.nginx)) == Set(pictures), "\(expected(.nginx))")
    #expect(
      Set(expected(.apache)) == Set(pictures + ["/p.css directive=private lifetime=60"]),
      "\(expected(.apache))")
    #expect(recipe.files(for: .nginx).checkedURL == "http://a.test/i/a.png")
    let none = try Self.recipe([]).files(for: .nginx)
    #expect(none.checkedURL == nil)
  }

  @Test("Caddy and _headers are told nothing about errors, which they can't tell apart, and say so")
  func errors() throws {
    let error = "HTTP/1.1 404 No\nCache-Control: max-age = 61"
    let recipe = try Self.recipe([("/x.css", Self.spaced), ("/x.css", error), ("/y.css", error)])
    for server in [RecipeServer.caddy, .headersFile] {
      let text = recipe.text(for: server)
      #expect(text.contains("max-age=60") && !text.contains("max-age=61") && !text.contains("/y"), "\(text)")
      #expect(text.contains("# Not said: what "), "\(text)")
    }
  }

  @Test("Caddy takes the place of the lines that were judged, and of no others")
  func caddy() throws {
    let text = try Self.recipe([
      ("/x.css", Self.spaced), ("/n.css", "Expires: 3600"),
      ("/two.css", "Cache-Control: maxage=60\nCache-Control: private"),
      ("/three.css", "Cache-Control: max-age = 60\nCache-Control: max-age=60"),
    ]).text(for: .caddy)
    for line in [
      "\tCache-Control `^max-age\\x20=\\x2060$` \"max-age=60\"",
      "\tCache-Control `^maxage=60$` \"max-age=60\"",
      "\tCache-Control `^private$` \"private\"",
    ] {
      #expect(text.contains(line + "\n"), "\(line)\n\(text)")
    }
    #expect(
      text.contains("\t?Cache-Control ") && text.contains("Not said, since Caddy can't take the place"),
      "\(text)")
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
