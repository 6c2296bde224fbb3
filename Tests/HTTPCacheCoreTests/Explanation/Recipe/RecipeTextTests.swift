import Testing

@testable import HTTPCacheCore

@Suite("Recipes in the syntax of each server", .timed)
struct RecipeTextTests {
  private static let short = "Cache-Control: max-age=60"
  private static let spaced = "Cache-Control: max-age = 60"

  static let texts: [(server: RecipeServer, lines: [String])] = [
    (
      .nginx,
      [
        #"map $sent_http_set_cookie $httpcache_cookie { "" ""; default cookie; }"#,
        #"map "$host|$request_method|$httpcache_login|$httpcache_visitor|$httpcache_cookie|$status|$sent_http_content_type|$request_uri|$sent_http_cache_control|$sent_http_expires|$sent_http_pragma|$sent_http_vary" $httpcache_rule {"#,
        "  # 1 judged: /s/app.3f9ac2d1.js",
        #"  "~^a\.test\|(GET|HEAD)\|\|(visitor)?\|\|((200|203|206)\|(?i:text/javascript)\x20*(;[^|]*)?|304\|((?i:text/javascript)\x20*(;[^|]*)?)?)\|/s/[^/?\x7c\s]+\.(?=[0-9a-f]{0,7}[0-9])[0-9a-f]{8}\.js\|no-store\|\|no-cache\|[^|]*$" 2;"#,
        "  default off;", "  2 31536000;", #"  2 "immutable";"#, "expires $httpcache_expires;",
        "add_header Cache-Control $httpcache_directives;",
        #"  "~*^1 (?!.*Accept-Encoding)" "Accept-Encoding";"#, "add_header Vary $httpcache_vary;",
        #"# Not said, since `expires` can't send it: Cache-Control: private="Set-Cookie", max-age=60 for /q.css."#,
        "# Not said, since nothing is hidden: /s/app.3f9ac2d1.js goes without Pragma.",
      ]
    ),
    (
      .apache,
      [
        #"<If "tolower(req_novary('Host')) =~ m#^a\.test(:[0-9]+)?$# && %{THE_REQUEST} =~ m#^(GET|HEAD) /s/app\.3f9ac2d1\.js # && -z req_novary('Authorization')">"#,
        #"  Header set X-Httpcache 3 "expr='%{REQUEST_STATUS}|%{CONTENT_TYPE}' =~ m#^((200|203|206)\|(?i:text/javascript)\x20*(;[^|]*)?|304\|((?i:text/javascript)\x20*(;[^|]*)?)?)$# && -z %{resp:Set-Cookie} && %{resp:Cache-Control} =~ m#^no-store$# && -z %{note:httpcache-Cache-Control} && -z %{resp:Expires} && %{resp:Pragma} =~ m#^no-cache$# && -z %{note:httpcache-Pragma}""#,
        #"  Header edit Cache-Control "^(private=\x22Set-Cookie\x22,\x20max-age\x20=\x2060)$" "private=\"Set-Cookie\", max-age=60" "expr=%{note:httpcache} == '1'""#,
        #"  Header always unset Pragma "expr=%{note:httpcache-always} == '3'""#,
        #"  Header merge Vary "Accept-Encoding" "expr=(%{note:httpcache-always} == '2' || %{note:httpcache} == '2')""#,
        "# 1 URL is named with the version of this release: write the file anew for each release.",
      ]
    ),
    (
      .caddy,
      [
        "# Its rules name this release's files only: write the file anew for each release.",
        "\tnot header Authorization *",
        "\tvars_regexp {http.request.orig_uri} `^/s/app\\.3f9ac2d1\\.js$`", "header @httpcache_1 {",
        "\tCache-Control `^no-store$` \"max-age=31536000, immutable\"", "\tdefer",
        "# In the snippet alone: what becomes of Pragma.",
        "# In the snippet alone, since here it could share a cookie or the answer to a login: /c/c.css and 1 more. Without a reverse_proxy, write the line by hand where no answer sets a cookie.",
      ]
    ),
    (
      .varnish,
      [
        #"  if (req.http.host ~ "(?i)^a\.test(:[0-9]+)?$" && (req.method == "GET" || req.method == "HEAD") && !req.http.Authorization && !resp.http.Set-Cookie && req.url ~ "^/q\.css$" && (((resp.status == 200 || resp.status == 203 || resp.status == 206) && (resp.http.Content-Type ~ "^(?i:text/css)\x20*(;[^|]*)?$") || resp.status == 304 && (!resp.http.Content-Type || resp.http.Content-Type ~ "^(?i:text/css)\x20*(;[^|]*)?$"))) && ((resp.http.Cache-Control ~ "^private=\x22Set-Cookie\x22,\x20max-age\x20=\x2060$" && !resp.http.Expires && !resp.http.Pragma))) {"#,
        #"    set resp.http.Cache-Control = {"private="Set-Cookie", max-age=60"};"#,
        "    unset resp.http.Pragma;",
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
    let text = try RecipeTests.recipe([
      ("/q.css", "Content-Type: text/css\n" + #"Cache-Control: private="Set-Cookie", max-age = 60"#),
      ("/q.css?a", "Content-Type: text/css\n" + Self.short),
      ("/s/app.3f9ac2d1.js", "Content-Type: text/javascript\nCache-Control: no-store\nPragma: no-cache"),
      ("/c/c.css", "Content-Type: text/css\nContent-Encoding: gzip\n" + Self.short),
    ]).files(for: row.server).text
    let lines = text.split(separator: "\n").map(String.init)
    for line in row.lines { #expect(lines.contains(line), "\(line)\n\(text)") }
  }

  @Test("_headers names the judged files and no others: its wild card would cover those of one user, too")
  func headersFile() throws {
    let text = try RecipeTests.recipe([
      ("/app.3f9ac2d1.css", "Cache-Control: no-cache"), ("/app.b.3f9ac2d2.css", "Cache-Control: no-cache"),
      ("/_app/immutable/chunks/entry.js", Self.short),
    ]).files(for: .headersFile).text
    let paths = text.split(separator: "\n").filter { $0.hasPrefix("/") }.sorted()
    #expect(
      paths == ["/_app/immutable/chunks/entry.js", "/app.3f9ac2d1.css", "/app.b.3f9ac2d2.css"], "\(text)")
  }

  @Test("no character of a URL or value ends or begins anything in the syntax of a server")
  func hostile() throws {
    for mark in "{}$;'`|*()[]^!" {
      let text = "x\(mark)pwned"
      for server in RecipeServer.allCases {
        let recipe = try RecipeTests.recipe([
          ("/\(text).css", Self.spaced), ("/q.css?\(text)", Self.spaced), ("/q.css", Self.short),
          ("/v.css", "Cache-Control: max-age = 60, a=\"\(text)\""),
          ("http://\(text).test/y.css", Self.spaced),
        ])
        let files = recipe.files(for: server)
        for line in (files.text + (files.snippet ?? "")).split(separator: "\n") {
          let isComment = line.drop { $0 == " " || $0 == "\t" }.hasPrefix("#")
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

  @Test(
    "nginx hides nothing and opens no location: what no rule covers keeps its fields, and a rule that narrows is not said"
  )
  func nginx() throws {
    let answers = [
      ("/x.css", Self.spaced), ("/y.css", "Cache-Control: private, max-age = 60"),
      ("/z.css", "HTTP/1.1 404 No\nCache-Control: max-age=86400"),
    ]
    let text = try RecipeTests.recipe(answers).files(for: .nginx).text
    for word in ["hide_header", "location {", "always", "upstream", "gzip_vary"] {
      #expect(!text.split(separator: "\n").contains { !$0.hasPrefix("#") && $0.contains(word) }, "\(text)")
    }
    #expect(text.contains("\n  1 60;") && !text.contains("\"private"), "\(text)")
    #expect(!text.contains("/z\\.css\\|") && text.contains("max-age=60 for /z.css."), "\(text)")
    let narrow = try RecipeTests.recipe([answers[1]]).files(for: .nginx)
    #expect(!narrow.text.contains("expires $") && narrow.text.hasPrefix("# No rule: "))
    #expect(narrow.expectations.isEmpty)
  }

  @Test("nginx: no word is longer than its buffer; several values have a line each where they are many")
  func longWords() throws {
    let long = String(repeating: "a b", count: 70)
    let answers = (0..<7).map {
      ("/x/a\($0).css", "Content-Type: text/css\nCache-Control: max-age = 60\nPragma: a=\($0)\(long)")
    }
    let text = try RecipeTests.recipe(answers).files(for: .nginx).text
    #expect(text.contains("expires $httpcache_expires;"))
    #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count < 4_000 }, "\(text)")
  }

  @Test("Caddy and _headers are told nothing about errors, which they can't tell apart, and say so")
  func errors() throws {
    let error = "HTTP/1.1 404 No\nCache-Control: max-age = 61"
    let recipe = try RecipeTests.recipe([
      ("/x.3f9ac2d1.css", Self.short), ("/x.css", error), ("/y.css", error),
    ])
    for server in [RecipeServer.caddy, .headersFile] {
      let files = recipe.files(for: server)
      let text = files.text + (files.snippet ?? "")
      #expect(text.contains("31536000") && !text.contains("max-age=61") && !text.contains("/y"), "\(text)")
      #expect(text.contains("# Not said: what "), "\(text)")
    }
  }

  @Test(
    "Caddy's file names judged URLs, for versioned ones and where a rule only tightens; its snippet says every rule"
  )
  func caddy() throws {
    let files = try RecipeTests.recipe([
      ("/x.css", Self.spaced), ("/a/b.3f9ac2d1.css", "Cache-Control: maxage=60"),
      ("/p", "Content-Type: text/html\nCache-Control: max-age=864000"),
      ("/q", "Content-Type: text/html\nCache-Control: max-age=864000"),
    ]).files(for: .caddy)
    for line in [
      "\tvars_regexp {http.request.orig_uri} `^/a/b\\.3f9ac2d1\\.css$`",
      "\tCache-Control `^maxage=60$` \"max-age=31536000, immutable\"",
      "\tvars_regexp {http.request.orig_uri} `^(/p|/q)$`", "\tCache-Control `^max-age=864000$` \"no-cache\"",
    ] {
      #expect(files.text.contains(line + "\n"), "\(line)\n\(files.text)")
    }
    #expect(!files.text.contains("x\\.css"))
    let snippet = try #require(files.snippet)
    #expect(
      snippet.contains("/x\\.css") && snippet.contains("/[^/.?\\x7c\\s]+") && !snippet.contains("(?="),
      "\(snippet)")
    #expect(files.snippetExpectations.map(\.pattern) == ["/x.css"])
    #expect(files.expectations.map(\.pattern).sorted() == ["/a/b.3f9ac2d1.css", "/p", "/q"])
  }

  @Test("Apache names judged URLs, and says nothing where a judged answer had several lines of a field")
  func apache() throws {
    let text = try RecipeTests.recipe([
      ("/a/b.3f9ac2d1.css", "Cache-Control: no-cache"), ("/a/c.99ffee11.css", "Cache-Control: no-cache"),
      ("/n.css", "Expires: 3600"), ("/two.css", "Cache-Control: maxage=60\nCache-Control: private"),
    ]).files(for: .apache).text
    #expect(text.contains("m#^(GET|HEAD) (/a/b\\.3f9ac2d1\\.css|/a/c\\.99ffee11\\.css) #"), "\(text)")
    #expect(text.contains(#"set Cache-Control "max-age=3600" "expr=(%{note:httpcache-always}"#), "\(text)")
    #expect(
      text.contains("# Not said, since Apache sees the first line of a field alone: /two.css had several.\n"))
  }
}
