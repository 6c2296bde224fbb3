import Testing

@testable import HTTPCacheCore

@Suite("What the words of caches on the way mean", .timed)
struct CacheProductTests {
  static let rows: [(fields: String, product: String, word: String)] = [
    ("CF-Cache-Status: DYNAMIC", "Cloudflare", "DYNAMIC"),
    ("CF-Cache-Status: BYPASS", "Cloudflare", "BYPASS"),
    ("X-Cache: Miss from cloudfront", "CloudFront", "Miss"),
    ("X-Cache: RefreshHit from cloudfront\nVia: 1.1 a (CloudFront)", "CloudFront", "RefreshHit"),
    ("X-Cache: MISS, HIT\nX-Served-By: cache-fra1-FRA, cache-ams2-AMS", "Fastly", "HIT"),
    ("X-Cache: PASS\nX-Served-By: cache-fra1-FRA", "Fastly", "PASS"),
    ("X-Cache: TCP_MISS from a23-1 (AkamaiGHost)", "Akamai", "TCP_MISS"),
    ("Akamai-Cache-Status: Miss from child, Hit from parent", "Akamai", "Hit"),
    ("Akamai-Cache-Status: Miss from child, Miss from parent", "Akamai", "Miss"),
    ("X-Cache: miss\nVia: 1.1 google", "Google", "miss"),
    ("Cache-Status: \"Netlify Edge\"; fwd=miss", "Netlify", "fwd=miss"),
    ("Cache-Status: \"Netlify Durable\"; hit, \"Netlify Edge\"; hit", "Netlify", "hit"),
    ("X-Vercel-Cache: PRERENDER", "Vercel", "PRERENDER"), ("X-Cache-Status: MISS", "nginx", "MISS"),
    ("X-Varnish: 5", "Varnish", "one number"), ("X-Varnish: 5 3", "Varnish", "two numbers"),
    ("X-Cache: MISS from proxy.example\nX-Cache-Lookup: HIT from proxy.example:3128", "Squid", "MISS"),
    ("X-Cache: MISS from proxy.example", "X-Cache", "MISS"),
    ("X-Cache: TCP_HIT from cdn-7", "X-Cache", "HIT"),
    ("X-Cache: TCP_REFRESH_HIT", "X-Cache", "REVALIDATED"),
    ("Cache-Status: \"Netlify Edge\"; fwd=miss, \"front\"; fwd=miss", "Cache-Status", "fwd=miss"),
    ("Cache-Status: \"Netlify Edge\"; hit; ttl=-22", "Netlify", "hit; ttl=-1"),
    ("X-Cache-Status: Hit\nVia: 1.1 kong/3.4", "Kong", "Hit"),
    ("X-Cache-Status: Refresh\nX-Kong-Upstream-Latency: 5", "Kong", "Refresh"),
    ("Apisix-Cache-Status: EXPIRED", "APISIX", "EXPIRED"),
    ("x-hcdn-cache-status: DYNAMIC", "Hostinger", "DYNAMIC"),
    ("X-Kinsta-Cache: BYPASS", "Kinsta", "BYPASS"), ("ki-cf-cache-status: DYNAMIC", "Cloudflare", "DYNAMIC"),
    ("X-Cache: TCP_HIT\nX-Azure-Ref: 20261123T", "Azure Front Door", "TCP_HIT"),
    ("X-Cache: CONFIG_NOCACHE", "Azure Front Door", "CONFIG_NOCACHE"),
    // nginx speaks where nothing else is known, and not for a field that Server does not explain.
    ("X-Nginx-Cache-Status: EXPIRED", "nginx", "EXPIRED"),
    ("X-My-Cache: MISS\nServer: nginx/1.26", "nginx", "MISS"),
    ("X-My-Cache: MISS\nServer: Apache", "X-My-Cache", "MISS"), ("x-my-cache: MISS", "X-My-Cache", "MISS"),
    ("X-Varnish-Cache: MISS", "Varnish", "MISS"),
    ("X-Cache: HIT\nVia: 1.1 varnish (Varnish/7.1)", "Varnish", "HIT"),
    ("X-Cache: hit-fresh", "ATS", "hit-fresh"),
    ("X-Cache: MISS", "X-Cache", "MISS"), ("X-Cached: HIT", "X-Cached", "HIT"),
    ("X-Proxy-Cache: MISS", "nginx", "MISS"),
    ("X-Cache: REVALIDATE from www.example", "Apache", "REVALIDATE"),
    (
      "X-Cache: MISS from www.example\nX-Cache-Detail: \"cache miss: attempting entity save\"", "Apache",
      "MISS"
    ),
    ("X-LiteSpeed-Cache: hit", "LiteSpeed", "hit"),
    ("X-LiteSpeed-Cache: hit,private", "LiteSpeed", "hit,private"),
    ("X-LiteSpeed-Cache: miss,litemage", "LiteSpeed", "miss"),
    ("Cache-Status: a; fwd=vary-miss", "Cache-Status", "fwd=vary-miss"), ("Age: 5", "Age", "above 0"),
  ]
  @Test("each product's word is found in its own row", arguments: rows)
  func row(_ row: (fields: String, product: String, word: String)) throws {
    let head = try head("HTTP/1.1 200\n" + row.fields)
    let word = try #require(EdgeReport(head).word(of: head))
    #expect(word.product == row.product && word.text == row.word)
  }

  @Test("every row can be shown: a response with its word leads to it")
  func reachable() throws {
    for (product, word) in Self.all {
      let fields =
        switch product.name {
        case "Cloudflare": "CF-Cache-Status: \(word.text)"
        case "CloudFront": "X-Cache: \(word.text) from cloudfront"
        case "Fastly": "X-Cache: \(word.text)\nX-Served-By: cache-fra1-FRA"
        case "Akamai": "X-Cache: \(word.text) from a23-1 (AkamaiGHost)"
        case "Google": "X-Cache: \(word.text)\nVia: 1.1 google"
        case "Netlify": "Cache-Status: \"Netlify Edge\"; \(word.text)"
        case "Vercel": "X-Vercel-Cache: \(word.text)"
        case "nginx": "X-Cache-Status: \(word.text)"
        case "Varnish":
          switch word.text {
          case "two numbers": "X-Varnish: 5 3"
          case "one number": "X-Varnish: 5"
          default: "X-Varnish-Cache: \(word.text)"
          }
        case "Squid": "X-Cache: \(word.text) from proxy.example\nX-Cache-Lookup: HIT from proxy.example:3128"
        case "Cache-Status": "Cache-Status: a; \(word.text)"
        case "Age": "Age: 5"
        case "Apache": "X-Cache: \(word.text) from www.example\nX-Cache-Detail: \"in words\""
        case "LiteSpeed": "X-LiteSpeed-Cache: \(word.text),public"
        case "X-Cached", "CDN-Cache": "\(product.name): \(word.text)"
        // Its numbers say no more than that there was a hit.
        case "X-Cache-Hits": word.state == .hit ? "X-Cache-Hits: 2" : "X-Cache-Hits: 0"
        case "Azure Front Door": "X-Cache: \(word.text)\nX-Azure-Ref: 20261123T"
        case "Kong": "X-Cache-Status: \(word.text)\nVia: 1.1 kong/3.4"
        case "APISIX": "Apisix-Cache-Status: \(word.text)"
        case "Hostinger": "x-hcdn-cache-status: \(word.text)"
        case "Kinsta": "X-Kinsta-Cache: \(word.text)"
        default: "X-Cache: \(word.text)"
        }
      let head = try head("HTTP/1.1 200\n" + fields)
      let report = EdgeReport(head)
      // Traffic Server's `miss` has no mark of its own.
      let isShared = product.name == "ATS" && word.text == "miss"
      #expect(report.word(of: head)?.text.asciiLowercased == word.text.asciiLowercased, "\(fields)")
      #expect(report.word(of: head)?.product == (isShared ? "X-Cache" : product.name), "\(fields)")
      #expect(report.state == word.state, "\(fields)")
    }
  }

  /// Each word of each product, and of the fields that name none.
  private static let all = (CacheProduct.all + CacheProduct.unnamed).flatMap { product in
    product.words.filter { product.name != "X-Cache-Hits" || ["HIT", "MISS"].contains($0.text) }
      .map { (product: product, word: $0) }
  }

  @Test("a word that no product has, and a response without such a field, have no row")
  func unknown() throws {
    for fields in ["X-Cache: perhaps", "Cache-Control: max-age=60", "Cache-Status: a"] {
      let head = try head("HTTP/1.1 200\n" + fields)
      #expect(EdgeReport(head).word(of: head) == nil)
    }
  }

  @Test("every product has a row for an answer from its store, and one for another that names the next step")
  func complete() {
    for product in CacheProduct.all + CacheProduct.unnamed where product.words.count > 1 {
      #expect(product.words.contains { $0.next == nil } && product.words.contains { $0.next != nil })
      #expect(
        Set(product.words.map(\.text.asciiLowercased)).count == product.words.count, "\(product.name)")
      #expect(
        product.words.allSatisfy { !$0.meaning.isEmpty && !$0.meaning.hasSuffix(".") }, "\(product.name)")
    }
    #expect(Set(CacheProduct.all.map(\.name)).count == CacheProduct.all.count)
  }

  static let causes: [(fields: String, says: String)] = [
    (
      "Cache-Control: max-age=60\nX-Cache-Status: MISS",
      "if it stays so, look at `proxy_buffering off`, or `proxy_cache_min_uses`"
    ),
    (
      "Set-Cookie: a=b\nX-Cache-Status: MISS",
      "if it stays so, look at Set-Cookie, or no lifetime without `proxy_cache_valid`"
    ),
    // What nginx does not store by itself is not explained by a setting.
    ("Cache-Control: max-age=0\nX-Cache-Status: MISS", "if it stays so, look at a lifetime of 0"),
    ("Cache-Control: s-maxage=0, max-age=9\nX-Cache-Status: MISS", "if it stays so, look at a lifetime of 0"),
    (
      "Expires: Thu, 01 Jan 1970 00:00:00 GMT\nDate: Tue, 26 Jan 2016 16:45:57 GMT\nX-Cache-Status: MISS",
      "if it stays so, look at a lifetime of 0"
    ),
    ("Expires: 0\nX-Cache-Status: MISS", "if it stays so, look at a lifetime of 0"),
    ("Cache-Control: max-age=60\nVary: *\nX-Cache-Status: MISS", "if it stays so, look at `Vary: *`"),
    (
      "Cache-Control: max-age=60\nExpires: 0\nX-Cache-Status: MISS",
      "if it stays so, look at `proxy_buffering off`, or `proxy_cache_min_uses`"
    ),
    (
      "X-Cache-Status: MISS",
      "if it stays so, look at no lifetime without `proxy_cache_valid`, `proxy_buffering off`, or"
        + " `proxy_cache_min_uses`"
    ),
    ("Cache-Control: max-age=60\nCF-Cache-Status: BYPASS", "remove the rule that bypasses the cache"),
    (
      "Cache-Control: private\nVary: Origin\nCF-Cache-Status: BYPASS",
      "remove `private`, or a Vary that its rule bypasses"
    ),
    ("Cache-Control: no-store\nX-Cache: uncacheable", "remove `no-store`"),
    // Where the head rules out all of them, it is not the whole truth.
    (
      "Cache-Control: max-age=60\nX-Cache: uncacheable",
      "remove Set-Cookie, `private`, `no-store`, or other fields of Vary"
    ),
  ]
  @Test("causes that the head at hand rules out are not listed", arguments: causes)
  func possible(_ row: (fields: String, says: String)) throws {
    let head = try head("HTTP/1.1 200\n" + row.fields)
    #expect(EdgeReport(head).word(of: head)?.next == row.says)
  }

  static let kept: [(fields: String, says: String?)] = [
    ("Cache-Control: private\nX-Cache-Status: MISS", "private"),
    ("Cache-Control: max-age=60\nSet-Cookie: a=b\nX-Cache-Status: MISS", "Set-Cookie"),
    ("Content-Type: text/html\nX-Cache-Status: MISS", "nginx stores nothing without one"),
    ("Content-Type: text/html\nCF-Cache-Status: DYNAMIC", "listed file extensions"),
    ("Content-Type: text/html\nX-Cache: Miss from cloudfront", nil),
    ("Cache-Control: max-age=60\nSet-Cookie: a=b\nX-Cache: MISS from a\nX-Cache-Lookup: MISS from a", nil),
    ("Cache-Control: max-age=60\nX-Cache-Status: MISS", nil),
  ]
  @Test(
    "why a cache may not keep the answer is said by the rule, Set-Cookie, or the product's default",
    arguments: kept)
  func obstacle(_ row: (fields: String, says: String?)) throws {
    var repetition = Repetition()
    for _ in 0..<3 { repetition.take(try head("HTTP/1.1 200\n" + row.fields), receivedAt: noon) }
    let obstacle = repetition.obstacle(try request())
    #expect(row.says.map { obstacle?.contains($0) == true } ?? (obstacle == nil), "\(obstacle ?? "none")")
    let asked = try request()
    let words = repetition.words(to: asked)
    #expect(words.count == 1 && repetition.standingWords(to: asked) == words)
    // Once a cache has kept it, nothing is in its way.
    repetition.take(try head("HTTP/1.1 200\nX-Cache: HIT\nCF-Cache-Status: HIT"), receivedAt: noon)
    repetition.take(try head("HTTP/1.1 200\n" + row.fields), receivedAt: noon)
    #expect(repetition.obstacle(try request()) == nil)
  }

  @Test("one head has the meaning of its word, and the next step; without such a field there is none")
  func oneHead() throws {
    for (fields, words) in [
      ("CF-Cache-Status: DYNAMIC", "Cloudflare DYNAMIC: "),
      ("X-Cache: Miss from cloudfront", "CloudFront Miss"),
      ("CF-Cache-Status: HIT", "Cloudflare HIT: it answered"),
      ("X-Vercel-Cache: PRERENDER", "Vercel PRERENDER: a page that was made"),
      ("X-Varnish: 5 3", "Varnish two numbers: it answered from its store, and the second"),
      (
        "X-LiteSpeed-Cache: hit,private",
        "LiteSpeed hit,private: it answered from what it stores for this one"
      ),
      ("X-Cache: SOMETHING", nil), ("Age: 5", nil), ("", nil),
    ] {
      let subject = Subject(
        origin: .headers, request: try request(), stored: try stored("Cache-Control: max-age=60\n" + fields))
      let said = Verdict(subject, now: noon, settings: Settings()).edgeWords
      #expect(words.map { said.count == 1 && said[0].hasPrefix($0) } ?? said.isEmpty, "\(fields)")
      let repeated = Verdict(
        subject, SubjectContext(repetition: Repetition()), now: noon, settings: Settings())
      #expect(repeated.edgeWords.isEmpty)
    }
    let own = Subject(
      origin: .headers, request: try request(), stored: try stored("Cache-Control: private\nX-Cache: MISS"))
    let word = try #require(Verdict(own, now: noon, settings: Settings()).edgeWords.first)
    #expect(!word.contains("next:"), "the head itself says why it is not stored")
  }

  @Test("several caches are told in line, each that was reached with its word")
  func inLine() throws {
    func words(_ fields: String) throws -> [String] {
      let subject = Subject(
        origin: .live, request: try request(), stored: try stored("Cache-Control: max-age=60\n" + fields))
      return Verdict(subject, now: noon, settings: Settings()).edgeWords
    }
    let both = try words("CF-Cache-Status: DYNAMIC\nX-Varnish-Cache: HIT")
    #expect(both.first == "caches in line, the origin's side first: Varnish HIT, Cloudflare DYNAMIC")
    #expect(
      both.count == 3 && both[1].hasPrefix("Varnish HIT: ") && both[2].hasPrefix("Cloudflare DYNAMIC: "))
    let outer = try words("CF-Cache-Status: HIT\nX-Varnish-Cache: MISS")
    #expect(
      outer.first
        == "caches in line, the origin's side first: Varnish MISS (when it was stored), Cloudflare HIT")
    #expect(outer.count == 2 && outer[1].hasPrefix("Cloudflare HIT: "))
  }

  static let passed: [(fields: String, request: String, says: String?)] = [
    ("X-Cache-Status: BYPASS", "", nil),
    ("X-Cache-Status: BYPASS\nCache-Control: no-cache", "", "beside `no-cache` of the answer"),
    ("X-Cache-Status: BYPASS", "Authorization: Basic a", "beside Authorization of the request"),
    ("X-Cache-Status: BYPASS", "Cache-Control: no-cache", "beside `no-cache` of the request"),
    (
      "CF-Cache-Status: BYPASS\nCache-Control: no-cache", "Authorization: Basic a",
      "beside Authorization of the request and `no-cache` of the answer"
    ),
    // Decided from the URL, and nothing stored: neither is why.
    ("CF-Cache-Status: DYNAMIC", "Authorization: Basic a", nil),
    ("X-Cache-Status: MISS", "Authorization: Basic a", nil),
  ]
  @Test("a store that was passed over is told with what in the exchange can be why", arguments: passed)
  func passes(_ row: (fields: String, request: String, says: String?)) throws {
    var request = try request()
    let parts = row.request.split(separator: ":").map { $0.trimmingPrefix(" ") }
    if parts.count == 2 { request.fields.set(String(parts[0]), String(parts[1])) }
    let head = try head("HTTP/1.1 200\n" + row.fields)
    let word = try #require(EdgeReport(head).word(of: head, to: request))
    #expect(row.says.map(word.meaning.contains) ?? !word.meaning.contains("beside"), "\(word.sentence)")
    #expect((word.next?.hasPrefix("try without it") == true) == (row.says != nil))
  }

  @Test("a request that was repeated is not told to wait for the next answer; one by HEAD is told as such")
  func notes() throws {
    let request = try request()
    let text = "Cache-Control: max-age=60\nX-Cache: MISS"
    let subject = Subject(origin: .live, request: request, stored: try stored(text, for: request))
    func codes(_ subject: Subject, _ context: SubjectContext = SubjectContext()) -> [String] {
      Verdict(subject, context, now: noon, settings: Settings()).upstream.map(\.rule.rawValue)
    }
    #expect(codes(subject).contains("upstream-miss-unneeded"))
    let anew = try stored("Cache-Control: max-age=60\nX-Vercel-Cache: REVALIDATED", for: request)
    #expect(!codes(Subject(origin: .live, request: request, stored: anew)).contains("upstream-miss-unneeded"))
    var repetition = Repetition()
    for _ in 0..<3 { repetition.take(subject.stored.head, receivedAt: noon) }
    let context = SubjectContext(repetition: repetition)
    #expect(!codes(subject, context).contains("upstream-miss-unneeded"))
    let head = RequestHead(method: "HEAD", target: request.target)
    let asked = Subject(origin: .live, request: head, stored: subject.stored)
    let words = Verdict(asked, context, now: noon, settings: Settings()).upstream.map(\.sentence)
    #expect(words.contains { $0.contains("visitors send GET") })
  }
}
