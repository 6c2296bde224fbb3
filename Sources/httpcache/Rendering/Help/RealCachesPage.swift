import HTTPCacheCore

/// The page `docs/real-caches.md`: what each cache does with common responses, and every rule by which it decides.
enum RealCachesPage {
  /// The time of receipt of every response: 12 January 2026, the time of its `Date`.
  private static let arrival = Instant(epoch: 1_768_236_357)

  /// What people ask of caches, and the response that answers it.
  private static let questions: [(question: String, status: Int, fields: [(String, String)])] = [
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

  /// What people ask of browsers besides.
  private static let questionsToBrowsers: [(question: String, status: Int, fields: [(String, String)])] = [
    ("`max-age=600`", 200, [("Cache-Control", "max-age=600")]),
    (
      "`max-age=0, stale-while-revalidate=604800`", 200,
      [("Cache-Control", "max-age=0, stale-while-revalidate=604800")]
    ),
    ("only `Last-Modified`, 1,000 days ago", 200, [("Last-Modified", "Tue, 18 Apr 2023 16:45:57 GMT")]),
    (
      "`must-revalidate` and `Last-Modified`, 10 days ago", 200,
      [("Cache-Control", "must-revalidate"), ("Last-Modified", "Fri, 02 Jan 2026 16:45:57 GMT")]
    ),
    ("`max-age=0, max-age=600`", 200, [("Cache-Control", "max-age=0, max-age=600")]),
    ("`max-age=\"600\"`", 200, [("Cache-Control", "max-age=\"600\"")]),
    ("a 302 without more", 302, [("Location", "/x")]),
    ("a 410 without more", 410, []),
  ]

  /// What each cache does with one response, a cell each; browsers with what a page loads, or with `asPage` with the page.
  private static func cells(
    _ status: Int, _ fields: [(String, String)], _ caches: [CacheModel], asPage: Bool
  ) -> [String] {
    let lines = [
      ("Date", "Mon, 12 Jan 2026 16:45:57 GMT"), ("Content-Length", "9"),
      ("Content-Type", asPage ? "text/html" : "text/css"),
    ]
    guard let target = try? TargetURI("https://example.test/\(asPage ? "" : "app.css")") else { return [] }
    let exchange = Exchange(
      request: RequestHead(target: target),
      head: ResponseHead(
        status: status, fields: FieldSection((lines + fields).map { FieldLine($0.0, $0.1) })))
    return CacheModel.decisions(of: caches, on: exchange, receivedAt: arrival).map { decision in
      let decision = asPage ? decision.asPage ?? decision : decision
      var outcome = CacheComparison(decision).outcome
        .replacing(text: "stored, and every use asks the origin", by: "asks each time")
        .replacing(text: "stored, and stale at once", by: "stale once")
        .replacing(text: "stored for ever", by: "for ever").replacing(text: "stored for ", by: "")
      if decision.cache.isBrowser, let span = decision.staleSpan, span > 0 {
        outcome += ", for \(formatDuration(span))"
      }
      return decision.deciding.map { "\(outcome)<br>`\($0.rule.rawValue)`" } ?? outcome
    }
  }

  private static func table(_ caches: [CacheModel], asPage: Bool = false) -> String {
    let head = caches.map(\.titleWithVersion)
    return "| | \(head.joined(separator: " | ")) |\n|\(String(repeating: " --- |", count: head.count + 1))\n"
      + (questions + (caches.contains(where: \.isBrowser) ? questionsToBrowsers : [])).map { row in
        let cells = cells(row.status, row.fields, caches, asPage: asPage)
        return "| \(row.question) | \(cells.joined(separator: " | ")) |\n"
      }.joined()
  }

  /// The pages of documentation by which the caches that were not measured are judged, and when each was read.
  private static let pages: [(cache: String, page: String, read: String, what: String)] = [
    (
      "Cloudflare",
      "developers.cloudflare.com/cache/concepts/cache-control, `cdn-cache-control`, `revalidation`; reference/range-requests",
      "November 2026",
      "stale-while-revalidate is asynchronous since 26 February 2026; an origin's 206 is kept only with a complete"
        + " length in Content-Range and a Content-Length, without a coding and chunks, and with one ETag throughout, or none"
    ),
    (
      "Cloudflare Workers", "developers.cloudflare.com/workers/cache/debugging", "28 September 2026",
      "a cache of its own before the zone's, which stores `no-cache` and confirms it at each use"
    ),
    (
      "CloudFront", "docs.aws.amazon.com/AmazonCloudFront, Expiration and HTTPStatusCodes", "November 2026",
      "307 and 308 are kept only with Cache-Control"
    ),
    (
      "Fastly", "fastly.com/documentation, cache-freshness", "November 2026", "Surrogate-Control goes first"
    ),
    (
      "Google Cloud CDN", "docs.cloud.google.com/cdn/docs/caching, and its release notes", "17 August 2026",
      "`CDN-Cache-Control` goes before Cache-Control and Expires; `no-cache` is stored and confirmed at each use; Vary may name"
        + " `Accept`, `Accept-Encoding`, `Origin`, `Sec-Fetch-…`, `RSC`, `Next-Router-…` and some more"
    ),
    (
      "Netlify", "docs.netlify.com, caching, and its knowledge base", "23 September 2026",
      "static files stay until the next deploy whatever `max-age` says; `--as netlify` is not offered, since no head tells"
        + " a file from the answer of a function"
    ),
    (
      "Vercel", "vercel.com/docs/caching/cache-status", "15 September 2026",
      "STALE may be a failed regeneration, which leaves the old answer in place"
    ),
  ]

  private static let pageTable: String =
    "| product | page | as of | what it says |\n| --- | --- | --- | --- |\n"
    + pages.map { "| \($0.cache) | \($0.page) | \($0.read) | \($0.what) |\n" }.joined()

  /// What browsers do with several requests in a row, as `Tests/RealCaches/sequences.txt` has it: for Chromium, Firefox and WebKit.
  private static let sequences: [(what: String, seen: [String])] = [
    ("asked for with `Authorization`, then without", ["used", "used", "used"]),
    ("without, then with", ["used", "asks", "used"]),
    ("a POST to the URL in between, answered 200", ["asks", "asks", "asks"]),
    ("answered 404", ["used", "asks", "asks"]),
    ("a 304 with another `max-age`", Array(repeating: "the new one counts", count: 3)),
    ("a 304 without fields", Array(repeating: "the old ones count", count: 3)),
    ("a 304 with `no-store`", ["forgets it", "forgets it", "asks with its tag"]),
    ("one URL under two values of a field in Vary", Array(repeating: "keeps the last one", count: 3)),
    ("a reload: the page itself", ["asks", "asks", "asks"]),
    ("a reload: a script in it that is fresh", ["used", "used", "asks, also with `immutable`"]),
    ("going back to a page with `no-cache`", ["used", "used", "used"]),
    ("going back to a page with `no-store`", ["asks", "asks", "asks"]),
    ("`Clear-Site-Data: \"cache\"` in between", ["asks", "asks", "used"]),
    ("two URLs that once answered 301 to each other", ["gives up", "asks", "asks"]),
    ("an error with a lifetime: a 404", ["used", "asks", "used"]),
    ("a 503", ["used", "asks", "asks"]),
  ]

  private static let sequenceTable: String =
    "| | \(CacheModel.all.filter(\.isBrowser).map(\.titleWithVersion).joined(separator: " | ")) |\n"
    + "| --- | --- | --- | --- |\n"
    + sequences.map { "| \($0.what) | \($0.seen.joined(separator: " | ")) |\n" }.joined()

  /// Every rule of other caches, with what changes it.
  private static let rules: String =
    "| code | effect | what | what changes it | where it stands | known by |\n| --- | --- | --- | --- | --- | --- |\n"
    + Rule.realCaches.map { rule in
      let cells = [
        "`\(rule.rawValue)`", rule.effect.rawValue, rule.generalSentence, rule.remedy ?? "", rule.reference,
        rule.basis.rawValue,
      ]
      return "| \(cells.map { $0.replacing(text: "|", by: "\\|") }.joined(separator: " | ")) |\n"
    }.joined()

  /// The page as Markdown.
  static var text: String {
    """
    # What real caches do

    RFC 9111 says what a cache may do; each cache does something else within it, and some go beyond. `inspect --as` says for
    a response what nginx, Varnish, Squid, Apache, HAProxy, Traffic Server, Chromium, Firefox and WebKit do with it by their
    default settings, and what Cloudflare, CloudFront, Fastly and Google Cloud CDN document. Made from the rules that the
    program uses.

    ```sh
    curl -si https://example.com/ | httpcache inspect --headers - --as nginx,varnish
    httpcache inspect --live https://example.com/ --as all --expect nginx:stored --expect 'varnish:lifetime>=1h'
    ```

    A cell says for how long a response is used without asking the origin, and the rule that decides. The response is a 200
    to GET for a style sheet, but for what the first column says.

    ## Measured

    \(table(CacheModel.all.filter { $0.version != nil && !$0.isBrowser }))
    ## Browsers: the page that is opened

    By a link, for a visitor who returns: the browser has been started anew since. WebKit is WebKitGTK; Safari was not measured.
    `stale once` means that the copy of the last visit is shown, and a new one fetched behind it.

    \(table(CacheModel.all.filter(\.isBrowser), asPage: true))
    ## Browsers: what a page loads

    Scripts, styles and pictures.

    \(table(CacheModel.all.filter(\.isBrowser)))
    ## Browsers: several requests in a row

    What the running browser does at the last request with what it has. `used` means that nothing is asked. Going back was
    measured without the pages that browsers keep whole (bfcache), which asks for nothing either.

    \(sequenceTable)
    ## By their documentation

    \(table(CacheModel.all.filter { $0.version == nil }))
    \(pageTable)
    ## How it was measured

    `make oracle` starts each of the six servers that is installed in front of an origin, with the least configuration that turns
    caching on: `proxy_cache`, the built-in VCL, Squid as a reverse proxy with the refresh patterns of its package,
    `CacheEnable disk /`, `cache-use` and `cache-store`, and `map /`. It asks for each case of
    `Tests/RealCaches/cases.txt`, at once again, and after 4.4 seconds, and fails where a cache does anything but what the
    rules say; `make test` does so with a part of the cases. Another version than the one above is told, and not failed.

    The three browsers load each head of `Tests/RealCaches/browsers.txt` as a script (WebKit an error as a picture: it stops such a
    script at the head, and may have stored it or not), and open it as a page, by a link: twice in one run, and once more after
    they were started anew on the same profile, which is what counts here. The file says what was
    seen of each, and `sequences.txt` what they do with several requests in a row. What the origin receives decides, and
    which answer the page shows. A reason names what the browser that is still running does otherwise.

    A case that was not measured and that no documentation describes is `null` in JSON and `unknown` in text; a check on it
    does not hold. Grace, `stale-while-revalidate` and `stale-if-error` do not count as lifetime. A cache that is configured
    otherwise does otherwise: the last column but two names the settings that matter.

    ## Every rule

    `…` stands for what the response or the request has.

    \(rules)
    """
  }
}
