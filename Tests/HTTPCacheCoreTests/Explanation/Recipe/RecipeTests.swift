import Testing

@testable import HTTPCacheCore

@Suite(
  "Recipes: advice for many URLs as rules, which change only answers that are as judged ones were", .timed)
struct RecipeTests {
  /// A target with the head that answers it; a target without a host is one of `a.test`.
  typealias Answer = (target: String, head: String)

  private static func target(_ text: String) throws -> TargetURI {
    try TargetURI(text.hasPrefix("/") ? "http://a.test\(text)" : text)
  }

  private static func verdict(_ answer: Answer, _ request: [FieldLine] = [], _ role: CacheRole = .private)
    throws
    -> Verdict
  {
    let at = Instant(epoch: 1_453_826_757)
    let request = RequestHead(method: "GET", target: try target(answer.target), fields: FieldSection(request))
    let stored = StoredResponse(
      key: CacheKey(target: request.target),
      head: try head(answer.head + "\nETag: \"a\"\nDate: Tue, 26 Jan 2016 16:45:57 GMT"), requestedAt: at,
      receivedAt: at)
    return Verdict(
      Subject(origin: .live, request: request, stored: stored), now: at, settings: Settings(role: role))
  }

  static func recipe(_ answers: [Answer], _ role: CacheRole = .private, _ request: [FieldLine] = []) throws
    -> Recipe
  {
    var draft = RecipeDraft()
    for answer in answers { draft.add(try verdict(answer, request, role)) }
    return draft.recipe
  }

  /// Each rule as its expression, what it asks of Cache-Control, and what it sends.
  private static func rules(_ recipe: Recipe) -> [String] {
    recipe.rules.map { rule in
      let change = rule.change
      let sent =
        change.lines.map { "\($0.name): \($0.value)" } + change.added.map { "+\($0.name): \($0.value)" }
        + change.removed.map { "-\($0)" }
      let asked = rule.forms("Cache-Control").map { $0.expression(joint: ", ") }
      return ([rule.expression, "[\(asked.joined(separator: " or "))]"] + sent).joined(separator: " ")
    }
  }

  /// The rule that changes an answer, as servers find it.
  private static func rule(_ recipe: Recipe, for answer: Answer, _ request: [FieldLine] = []) throws -> Recipe
    .Rule?
  {
    let judged = RecipeAnswer(try verdict(answer), Recipe.Change())
    let fields = FieldSection(request)
    return recipe.rules.first { rule in
      rule.status == judged.status && judged.target.host == recipe.host && !fields.contains("Authorization")
        && (!rule.leavesVisitors || !fields.contains("Cookie")) && (rule.mayHaveCookie || !judged.hasCookie)
        && judged.type.map(rule.types.contains) != false
        && rule.patterns.contains { $0.matches(judged.path, judged.query) }
        && rule.values.contains { forms in
          zip(rule.change.fields, forms).allSatisfy { judged.values?.form($0) == $1 }
        }
    }
  }

  private static let short = "Cache-Control: max-age=60"
  private static let year = "Cache-Control: max-age=31536000, immutable"
  private static let spaced = "Cache-Control: max-age = 60"
  private static let page = "Content-Type: text/html\nCache-Control: max-age=864000"
  /// `max-age = 60` as a rule asks for it.
  private static let was = #"[max-age\x20=\x2060]"#
  private static let word = "([a-z]+|[a-z]{1,3}[0-9]{1,2}|[0-9]{1,4})"
  private static let words = word + "(-\(word)|_\(word)|\\.([a-z]+|[a-z]{1,3}[0-9]{1,2}))*"
  private static let name = #"[^/?\x7c\s]+"#
  private static let hexadecimal = "(?=[0-9a-f]{0,7}[0-9])[0-9a-f]{8}"

  static let groups: [(rule: String, answers: [Answer], rules: [String])] = [
    (
      "the next release has another hash", [("/s/app.3f9ac2d1.js", short)],
      [#"/s/\#(name)\.\#(hexadecimal)\.js [max-age=60] \#(year)"#]
    ),
    (
      "names with letters of both cases", [("/assets/index-DiwrgTda.js", short)],
      [
        #"/assets/\#(name)-((?=[0-9A-Za-z_-]{0,7}[0-9])|(?=[0-9A-Za-z_-]{0,7}[A-Z])(?=[0-9A-Za-z_-]{0,7}[a-z]))[0-9A-Za-z_-]{8}\.js [max-age=60] \#(year)"#
      ]
    ),
    (
      "capitals and 2 to 7", [("/assets/index-A3BCDEF2.js", short)],
      [#"/assets/\#(name)-[A-Z2-7]{8}\.js [max-age=60] \#(year)"#]
    ),
    (
      "one that is right has another value, and so keeps it",
      [("/s/app.3f9ac2d1.js", short), ("/s/b.99ffee11.js", short), ("/s/c.11aa22bb.js", year)],
      [#"/s/\#(name)\.\#(hexadecimal)\.js [max-age=60] \#(year)"#]
    ),
    (
      "several values that need one line are asked for in one rule",
      [("/s/app.3f9ac2d1.js", short), ("/s/b.99ffee11.js", "Cache-Control: no-cache")],
      [#"/s/\#(name)\.\#(hexadecimal)\.js [max-age=60 or no-cache] \#(year)"#]
    ),
    (
      "values that need several lines are several rules",
      [("/i/a.png", spaced), ("/i/b.png", "Cache-Control: max-age = 61")],
      [
        #"/i/\#(words)\.png \#(was) Cache-Control: max-age=60"#,
        #"/i/\#(words)\.png [max-age\x20=\x2061] Cache-Control: max-age=61"#,
      ]
    ),
    (
      "more than eight values: each URL by its name",
      (1...9).map { ("/i/\($0).png", spaced + "\nPragma: x\($0)") },
      []
    ),
    (
      "a number in the path", [("/jquery@3.7.1/jquery.js", short)],
      [
        #"/jquery@[0-9]+(\.[0-9]+)+/jquery\.js [max-age=60] \#(year)"#
      ]
    ),
    (
      "all that a tool has built", [("/_app/immutable/chunks/entry.js", short)],
      [#"/_app/immutable/[^?\x7c\s]+\.js [max-age=60] \#(year)"#]
    ),
    (
      "a version in the query: without it the URL is of another file",
      [("/style.css?ver=6.4.2", short), ("/style.css", "Cache-Control: max-age=600")],
      [#"/style\.css\?ver=[0-9]+(\.[0-9]+)+ [max-age=60] \#(year)"#]
    ),
    ("a name without version alone", [("/style.css", spaced)], [#"/style\.css \#(was) \#(short)"#]),
    (
      "files of a directory, of one extension",
      ["a.png", "b.png", "c.svg"].map { ("/img/\($0)", spaced) },
      [#"/img/c\.svg \#(was) \#(short)"#, #"/img/\#(words)\.png \#(was) \#(short)"#]
    ),
    (
      "and of directories that hold the same",
      ["a/x.png", "b/y.png", "c/z.png"].map { ("/img/\($0)", spaced) },
      [#"/img/\#(name)/\#(words)\.png \#(was) \#(short)"#]
    ),
    (
      "pages that end with a slash stand beside each other", ["/blog/a/", "/blog/b/"].map { ($0, page) },
      [#"/blog/\#(name)/ [max-age=864000] Cache-Control: no-cache"#]
    ),
    (
      "so do those without extension", ["/blog/a", "/blog/b"].map { ($0, page) },
      [#"/blog/[^/.?\x7c\s]+ [max-age=864000] Cache-Control: no-cache"#]
    ),
    (
      "the answer to another query may be another thing", [("/s?q=1", spaced)],
      [#"/s\?q=1 \#(was) \#(short)"#]
    ),
    (
      "the names of parameters stay",
      ["/list?page=1", "/list?page=2"].map { ($0, "Content-Type: application/json\n" + spaced) },
      [#"/list\?page=[^/?&\x23\x7c\s]+ \#(was) \#(short)"#]
    ),
    (
      "an error has a rule of its own", [("/x.css", spaced), ("/x.css", "HTTP/1.1 404 No\n" + spaced)],
      [#"/x\.css \#(was) \#(short)"#, #"/x\.css \#(was) \#(short)"#]
    ),
    (
      "a date would pass", [("/x.css", "Expires: Mon, 26 Jan 2016 17:45:57 GMT")],
      ["/x\\.css [] Cache-Control: max-age=3600 -Expires"]
    ),
    ("nothing is to be changed", [("/x.css", short)], []),
    (
      "what Cloudflare answers by itself",
      [("/cdn-cgi/scripts/a.js", spaced), ("/cdn-cgi/b.3f9ac2d1.js", short)], []
    ),
    ("nor of another host", [("/x.css", short), ("http://b.test/y.css", spaced)], []),
    (
      "what comes as another kind than its name says gets none",
      [("/a.3f9ac2d1.js", "Content-Type: text/html\nCache-Control: max-age=864000")], []
    ),
    (
      "nor does a URL that never comes again",
      [("/api?_=1453826757000", "Content-Type: application/json\n" + spaced)], []
    ),
  ]

  @Test("rules", arguments: groups)
  func group(_ row: (rule: String, answers: [Answer], rules: [String])) throws {
    let recipe = try Self.recipe(row.answers)
    let found = Self.rules(recipe)
    if row.rule.hasPrefix("more than eight") {
      #expect(recipe.rules.allSatisfy { $0.values.count <= 8 && $0.patterns.allSatisfy(\.isPlain) })
      #expect(recipe.rules.flatMap(\.paths).count == row.answers.count)
    } else {
      #expect(found == row.rules, "\(row.rule)")
    }
    // Each judged answer becomes what it would be told alone.
    for answer in row.answers where answer.target.hasPrefix("/") {
      let alone = try Self.rule(try Self.recipe([answer]), for: answer)
      #expect(
        try Self.rule(recipe, for: answer)?.change == alone?.change, "\(row.rule): \(answer.target) \(found)")
    }
  }

  private static let hashed: [Answer] = [
    ("/assets/app.3f9ac2d1.js", "Content-Type: text/javascript\nCache-Control: no-cache"),
    ("/assets/b.99ffee11.js", "Content-Type: text/javascript\nCache-Control: no-cache"),
  ]
  private static let pages: [Answer] = ["/shop/a", "/shop/b"].map {
    ($0, "Content-Type: text/html\nCache-Control: public, max-age = 600")
  }
  private static let pictures: [Answer] = ["/img/a.png", "/img/b.png"].map {
    ($0, "Content-Type: image/png\nExpires: Mon, 26 Jan 2016 17:45:57 GMT\nPragma: a")
  }

  private static let next = "/assets/c.00ff00ff.js"
  private static let script = "Content-Type: text/javascript\n"

  /// An answer that was not judged, and whether it is as the judged ones were.
  static let others:
    [(rule: String, judged: [Answer], other: Answer, request: [FieldLine], isChanged: Bool)] = [
      ("the next release", hashed, (next, script + "Cache-Control: no-cache"), [], true),
      (
        "a charset", hashed, (next, "Content-Type: text/javascript; charset=utf-8\nCache-Control: no-cache"),
        [], true
      ),
      ("capitals", hashed, (next, "Content-Type: Text/JavaScript\nCache-Control: no-cache"), [], true),
      ("a visitor", hashed, (next, script + "Cache-Control: no-cache"), [FieldLine("Cookie", "a=1")], true),
      (
        "a login", hashed, (next, script + "Cache-Control: no-cache"),
        [FieldLine("Authorization", "Basic YTpi")], false
      ),
      ("a start page", hashed, (next, "Content-Type: text/html\nCache-Control: no-cache"), [], false),
      ("a cookie", hashed, (next, script + "Cache-Control: no-cache\nSet-Cookie: a=1"), [], false),
      ("a 304", hashed, (next, "HTTP/1.1 304 Not\nCache-Control: no-cache"), [], true),
      (
        "a 304 of another type", hashed,
        (next, "HTTP/1.1 304 Not\nContent-Type: text/html\nCache-Control: no-cache"), [], false
      ),
      ("a 304 of another value", hashed, (next, "HTTP/1.1 304 Not\nCache-Control: no-store"), [], false),
      ("another status", hashed, (next, "HTTP/1.1 404 No\n" + script + "Cache-Control: no-cache"), [], false),
      ("a word", hashed, ("/assets/app.deadbeef.js", script + "Cache-Control: no-cache"), [], false),
      ("no version", hashed, ("/assets/config.js", script + "Cache-Control: no-cache"), [], false),
      (
        "a directory below", hashed, ("/assets/x/c.00ff00ff.js", script + "Cache-Control: no-cache"), [],
        false
      ),
      ("another host", hashed, ("http://b.test\(next)", script + "Cache-Control: no-cache"), [], false),
      ("another query", hashed, (next + "?a=1", script + "Cache-Control: no-cache"), [], false),
      ("another value", hashed, (next, script + "Cache-Control: max-age=0, must-revalidate"), [], false),
      ("no value", hashed, (next, script + "X: a"), [], false),
      (
        "a second line", hashed, (next, script + "Cache-Control: no-cache\nCache-Control: private"), [], false
      ),
      ("one directive more", hashed, (next, script + "Cache-Control: no-cache, no-transform"), [], false),
      (
        "a field that is set beside", hashed, (next, script + "Cache-Control: no-cache\nExpires: 0"), [],
        false
      ),
      (
        "the mark between what servers compare", hashed,
        ("/assets/x|y.00ff00ff.js", script + "Cache-Control: no-cache"), [], false
      ),
      ("the next page", pages, ("/shop/c", pages[0].head), [], true),
      ("a page for a visitor", pages, ("/shop/c", pages[0].head), [FieldLine("Cookie", "a=1")], false),
      (
        "any date", pictures,
        ("/img/c.png", "Content-Type: image/png\nExpires: Wed, 27 Jan 2016 01:00:00 GMT\nPragma: a"), [], true
      ),
      ("no date", pictures, ("/img/c.png", "Content-Type: image/png\nExpires: 0\nPragma: a"), [], false),
      (
        "absent is a value", pictures,
        ("/img/c.png", "Content-Type: image/png\nExpires: Wed, 27 Jan 2016 01:00:00 GMT"), [], false
      ),
    ]

  @Test("an answer is changed where it is as the judged ones were, and only there", arguments: others)
  func other(_ row: (rule: String, judged: [Answer], other: Answer, request: [FieldLine], isChanged: Bool))
    throws
  {
    let recipe = try Self.recipe(row.judged)
    let isChanged = try Self.rule(recipe, for: row.other, row.request) != nil
    #expect(isChanged == row.isChanged, "\(row.rule) \(Self.rules(recipe))")
  }

  @Test("a lifetime that counts down is any number; one that an owner chose is itself")
  func countdown() throws {
    let expires = "Content-Type: text/html\nExpires: Tue, 26 Jan 2016 16:46:58 GMT\n"
    let recipe = try Self.recipe([("/a", expires + "Cache-Control: max-age=61, a = b")])
    #expect(
      recipe.rules.first?.forms("Cache-Control") == [.countdown("max-age=", ", a = b")],
      "\(Self.rules(recipe))")
    let chosen = try Self.recipe([("/a", "Content-Type: text/html\nCache-Control: max-age=61, a = b")])
    #expect(chosen.rules.first?.forms("Cache-Control") == [.text("max-age=61, a = b")])
  }

  @Test(
    "a rule that would change a judged answer otherwise than advised is not written: its members are named")
  func contradicted() throws {
    // The same line is right on one and wrong on the other.
    let text = "Cache-Control: max-age=864000"
    let recipe = try Self.recipe([
      ("/a/x", Self.page), ("/a/y", Self.page), ("/a/z", Self.page + "\nVary: *"),
    ])
    for target in ["/a/x", "/a/y"] {
      #expect(
        try Self.rule(recipe, for: (target, Self.page))?.change.control == "no-cache", "\(Self.rules(recipe))"
      )
    }
    #expect(recipe.rules.allSatisfy { !$0.change.isEmpty } && !text.isEmpty)
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
    let isCovered = recipe.rules.contains { $0.patterns.contains { $0.matches(Array(row.next.utf8), nil) } }
    #expect(isCovered == row.isCovered, "\(Self.rules(recipe))")
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
    let recipe = try Self.recipe([(row.target, row.head)], .private, row.request)
    #expect(recipe.rules.count == row.rules)
    #expect(recipe.rules.allSatisfy { $0.leavesVisitors == row.leavesVisitors })
    let remark = "# 1 URL asked with Authorization: left out.\n"
    #expect(
      recipe.files(for: .nginx).text.contains(remark) == row.request.contains { $0.name == "Authorization" })
  }

  static let remarks: [(rule: String, answers: [Answer], remark: String)] = [
    (
      "another host", [("/x", short), ("http://b.test/y.css", spaced), ("http://b.test/z.css", spaced)],
      "2 URLs of b.test: left out; --host b.test writes theirs."
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
    (
      "another kind", [("/a.js", "Content-Type: text/html\nCache-Control: max-age=864000")],
      "/a.js came as another kind than the name says (text/html): left out."
    ),
  ]

  @Test("what a configuration does not say, it says in a comment", arguments: remarks)
  func remark(_ row: (rule: String, answers: [Answer], remark: String)) throws {
    let recipe = try Self.recipe(row.answers)
    #expect(recipe.remarks.contains(row.remark), "\(row.rule): \(recipe.remarks)")
    for server in RecipeServer.allCases {
      #expect(recipe.files(for: server).text.contains("# \(row.remark)\n"), "\(row.rule)")
    }
  }

  @Test("answers of one URL with several values have a rule each")
  func severalAnswers() throws {
    let recipe = try Self.recipe([("/x.css", Self.spaced), ("/x.css", "Cache-Control: max-age = 61")])
    #expect(
      Self.rules(recipe) == [
        #"/x\.css \#(Self.was) Cache-Control: max-age=60"#,
        #"/x\.css [max-age\x20=\x2061] Cache-Control: max-age=61"#,
      ])
    #expect(
      recipe.files(for: .headersFile).text.contains(
        "# Not said: /x.css has several answers, which this file can't tell apart."))
  }

  @Test("the advice is that for the cache that judges")
  func shared() throws {
    let answers = [("/x.css", "Cache-Control: max-age=60\nCDN-Cache-Control: max-age = 600")]
    let shared = try Self.recipe(answers, .shared)
    #expect(Self.rules(shared) == [#"/x\.css [] CDN-Cache-Control: max-age=600"#])
    #expect(shared.files(for: .apache).text.contains("for shared caches."))
    #expect(shared.files(for: .caddy).text.contains("# No rule: "))
  }

  @Test(
    "a file that sets a cookie gets a rule only where it keeps shared caches away; the file says how it may have none"
  )
  func cookies() throws {
    let recipe = try Self.recipe([("/a.png", Self.spaced + "\nSet-Cookie: a=1")], .shared)
    #expect(recipe.rules.allSatisfy { $0.change.control?.contains("private") != false }, "\(recipe.rules)")
    #expect(recipe.files(for: .varnish).text.contains("# A file that sets a cookie, /a.png: drop the cookie"))
  }

  @Test("three hundred entries of a site are at most forty rules, and say each how many they cover")
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
    #expect(recipe.rules.count <= 40, "\(Self.rules(recipe))")
    #expect(Set(recipe.rules.flatMap(\.paths)) == Set(answers.map(\.target)))
    #expect(recipe.files(for: .nginx).text.contains("# The cache fields of \(answers.count) URLs of a.test,"))
  }

  @Test("the rules of ten thousand URLs cost as much a URL as those of a thousand: one rule covers them")
  func manyURLs() throws {
    let answers: [Answer] = (0..<3_000).map {
      (
        "/api/items/\($0)",
        "Content-Type: application/json\n" + (($0 % 2 == 0) ? Self.spaced : "Cache-Control: max-age=600")
      )
    }
    let recipe = try Self.recipe(answers)
    #expect(Self.rules(recipe) == [#"/api/items/[^/.?\x7c\s]+ \#(Self.was) \#(Self.short)"#])
  }

  private static func expected(_ recipe: Recipe, _ server: RecipeServer) -> [String] {
    recipe.files(for: server).expectations.map {
      ([
        $0.pattern, $0.selector.kind?.rawValue,
        $0.selector.isVersioned.map { $0 ? "versioned" : "unversioned" },
      ]
      .compactMap { $0 } + $0.checks).joined(separator: " ")
    }
  }

  @Test("expectations are of what the server is told, and of what a judged answer did not meet")
  func expectations() throws {
    let recipe = try Self.recipe(
      Self.hashed + [
        ("/i/a.png", Self.spaced), ("/i/b.png", Self.spaced), ("/i/c.png", "Cache-Control: max-age=86400"),
        ("/j/a.png", "Cache-Control: maxage=60"), ("/j/b.png", "Cache-Control: maxage=60"),
        ("/p.css", "Cache-Control: private, max-age = 60"),
        ("/v.css", "Content-Encoding: gzip\n" + Self.short),
        ("/z.css", "HTTP/1.1 404 No\nCache-Control: max-age=86400"),
      ])
    let some = [
      "/assets/:name.js script versioned lifetime=31536000", "/j/:name.png image unversioned lifetime=60",
      "/i/a.png field:Cache-Control=max-age=60", "/i/b.png field:Cache-Control=max-age=60",
      "/v.css vary=accept-encoding",
    ]
    #expect(Set(Self.expected(recipe, .nginx)) == Set(some), "\(Self.expected(recipe, .nginx))")
    let all =
      [some[0].replacing("lifetime", with: "directive=immutable lifetime")] + some.dropFirst() + [
        "/p.css field:Cache-Control=private, max-age=60"
      ]
    #expect(Set(Self.expected(recipe, .varnish)) == Set(all), "\(Self.expected(recipe, .varnish))")
    #expect(recipe.files(for: .nginx).checkedURL == "http://a.test/assets/app.3f9ac2d1.js")
    // Apache names the judged URLs, and so do its expectations.
    #expect(
      Self.expected(recipe, .apache).contains("/assets/b.99ffee11.js directive=immutable lifetime=31536000"))
  }

  @Test("a file without rules has no expectations, and says what it has not")
  func nothing() throws {
    for server in RecipeServer.allCases {
      #expect(try Self.recipe([]).files(for: server).text == "# Nothing was judged.\n")
      #expect(
        try Self.recipe([("/x", Self.short)]).files(for: server).text == "# Nothing is to be changed.\n")
      let none = try Self.recipe([("/\(String(repeating: "x", count: 1001))", Self.spaced)]).files(
        for: server)
      #expect(none.text.hasPrefix("# No rule: ") && none.expectations.isEmpty && none.checkedURL == nil)
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
