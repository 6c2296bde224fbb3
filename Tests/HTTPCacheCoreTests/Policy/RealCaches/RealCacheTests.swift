import Foundation
import TestSupport
import Testing

@testable import HTTPCacheCore

@Suite("What real caches do", .timed)
struct RealCacheTests {
  @Test("the rules of each cache say what it was seen to do", arguments: CacheModel.measured)
  func agrees(_ cache: CacheModel) throws {
    for one in try RealCacheCase.all() {
      try Self.compare(cache, one, seen: one.measured[cache.name] ?? "--")
    }
  }

  /// The caches are asked here and now: a part of the cases by `make test`, all by `make oracle`.
  @Test("the cache that is installed does what its rules say", arguments: CacheModel.measured)
  func agreesNow(_ cache: CacheModel) async throws {
    let isWhole = ProcessInfo.processInfo.environment["ORACLE"] != nil
    guard let program = Self.program(of: cache) else {
      print("\(cache.title) is not installed: skipped")
      return
    }
    let tool = LayeringTests.sources.deletingLastPathComponent().appendingPathComponent(
      "Tests/Tools/real_caches.py")
    let run = try await Executable.waiting(
      forCommand: "python3", tool.path, cache.name, RealCacheCase.file.path, isWhole ? "1" : "6")
    let lines = run.text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    try #require(run.code == 0 && lines.count > 1, "\(program): \(run.errors)")
    Self.tell(version: lines[0][0], of: cache)
    let cases = try RealCacheCase.all()
    for line in lines.dropFirst() {
      try Self.compare(cache, cases[try #require(Int(line[0]))], seen: line[1])
    }
  }

  private static func compare(_ cache: CacheModel, _ one: RealCacheCase, seen: String) throws {
    guard seen != "--", seen != "??" else { return }
    let decisions = CacheModel.decisions(of: [cache], on: try one.exchange(), receivedAt: noon)
    let decision = try #require(decisions.first)
    guard let expected = RealCacheCase.expected(decision) else { return }
    let rule = decision.deciding?.rule.rawValue ?? ""
    #expect(seen == expected, "\(cache.title), \(rule), lifetime \(decision.lifetime ?? -1): \(one.text)")
  }

  /// Says so where the rules were measured with another version.
  static func tell(version: String, of cache: CacheModel) {
    guard let measured = cache.version, version != measured, !version.hasPrefix(measured + ".") else {
      return
    }
    print("\(cache.title) is \(version) here; the rules were measured with \(measured)")
  }

  /// The path of the program; nil where it is not installed.
  static func program(of cache: CacheModel) -> String? {
    let names = [
      "varnish": "varnishd", "apache": "apache2", "trafficserver": "traffic_server", "firefox": "firefox-esr",
      // Its browser lies beside its library.
      "webkit": "Xvfb",
    ]
    return ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin"].map {
      "\($0)/\(names[cache.name] ?? cache.name)"
    }.first(where: FileManager.default.isExecutableFile)
  }

  @Test(
    "a dialect of Cache-Control is told from RFC 9111, and what would change it",
    arguments: [
      (
        "nginx", "Cache-Control: max-age=600\nSet-Cookie: a=1",
        "RFC 9111 would store it. To change it: `proxy_ignore"
      ),
      ("varnish", "X: y", "RFC 9111 gives it no lifetime. To change it: `Cache-Control: max-age`"),
      ("haproxy", "Cache-Control: no-store, public, max-age=9", "RFC 9111 forbids storing it."),
      ("haproxy", "Cache-Control: max-age=600", "By RFC 9111 it is fresh for 10 minutes."),
      ("apache", "Cache-Control: max-age=600", nil), ("chromium", "Cache-Control: private, max-age=600", nil),
      ("squid", "Cache-Control: no-cache", nil),
      ("chromium", "Cache-Control: max-age=0, stale-while-revalidate=60", nil),
    ] as [(String, String, String?)])
  func differs(_ cache: String, _ fields: String, _ beginning: String?) throws {
    let fields = "Date: Mon, 12 Jan 2026 16:45:57 GMT\n" + fields
    var settings = Settings()
    settings.otherCaches = [try #require(CacheModel.named(cache))]
    let verdict = Verdict(
      Subject(origin: .live, request: try request(), stored: try stored(fields)), now: noon,
      settings: settings)
    let difference = try #require(verdict.cacheComparisons.first).difference
    if let beginning {
      #expect(difference?.hasPrefix(beginning) == true, "\(difference ?? "nil")")
    } else {
      #expect(difference == nil)
    }
  }

  @Test(
    "a request that was recorded as a reload is compared as the verdict judges it",
    arguments: ["no-store", "no-cache"])
  func forced(_ directive: String) throws {
    var settings = Settings()
    settings.otherCaches = [.nginx]
    let forced = try request("Cache-Control: \(directive)\nPragma: no-cache")
    let fields = "Date: Mon, 12 Jan 2026 16:45:57 GMT\nCache-Control: max-age=600"
    let verdict = Verdict(
      Subject(origin: .har, request: forced, stored: try stored(fields)), now: noon, settings: settings)
    #expect(verdict.isStorable == true)
    #expect(verdict.cacheComparisons.map(\.difference) == [nil])
  }

  static let windows: [(control: String, beginning: String)] = [
    ("stale-while-revalidate=60", "stored, and stale at once: "),
    ("s-maxage=9, stale-while-revalidate=60", "stored, and stale at once: "),
    ("max-age=0, stale-while-revalidate=60, must-revalidate", "stored, and every use asks the origin: "),
    ("stale-while-revalidate=60\nPragma: no-cache", "stored, and every use asks the origin: "),
    ("max-age=0, stale-while-revalidate=0", "stored, and every use asks the origin: "),
    ("max-age=0, stale-while-revalidate=x", "stored, and every use asks the origin: "),
    ("max-age=9, stale-while-revalidate=60", "stored for 9 seconds: "),
  ]
  @Test("Chromium answers within stale-while-revalidate, and asks behind it", arguments: windows)
  func window(_ row: (control: String, beginning: String)) throws {
    var settings = Settings()
    settings.otherCaches = [.chromium]
    let verdict = Verdict(
      Subject(origin: .live, request: try request(), stored: try stored("Cache-Control: \(row.control)")),
      now: noon,
      settings: settings)
    let sentence = try #require(verdict.cacheComparisons.first).sentence
    #expect(sentence.hasPrefix(row.beginning), "\(sentence)")
    #expect(
      sentence.contains("refreshed behind it") == !row.beginning.contains("asks the origin"), "\(sentence)")
  }

  static let graces: [(cache: CacheModel, control: String, span: Seconds?)] = [
    (.nginx, "max-age=9, stale-while-revalidate=60", 0), (.squid, "max-age=9, stale-while-revalidate=60", 0),
    (.apache, "max-age=9, stale-while-revalidate=60", 0),
    (.haproxy, "max-age=9, stale-while-revalidate=60", 0),
    (.trafficServer, "max-age=9, stale-while-revalidate=60", 0),
    (.varnish, "max-age=9, stale-while-revalidate=60", 60), (.varnish, "max-age=9", 10),
    (.chromium, "max-age=9, stale-while-revalidate=60", 60), (.chromium, "max-age=9", 0),
    (.firefox, "max-age=9, stale-while-revalidate=60", 60),
    (.webkit, "max-age=9, stale-while-revalidate=60", 60),
    (.cloudflare, "max-age=9, stale-while-revalidate=60", 60),
    (.cloudflare, "max-age=9, stale-while-revalidate=60, must-revalidate", 0),
    (.cloudFront, "max-age=9, stale-while-revalidate=60", 60),
    (.fastly, "max-age=9, stale-while-revalidate=60", 60),
    (.googleCDN, "max-age=9, stale-while-revalidate=60", nil), (.googleCDN, "no-cache", 0),
    (.nginx, "no-store", nil),
  ]
  @Test(
    "for how long a stale response is used once, and refreshed behind: 0 for never, nil where it is not known",
    arguments: graces.indices)
  func grace(_ index: Int) throws {
    let row = Self.graces[index]
    let request = RequestHead(target: try TargetURI("https://a.test/a.css"))
    let exchange = Exchange(request: request, head: try head("Cache-Control: \(row.control)"))
    let decision = try #require(
      CacheModel.decisions(of: [row.cache], on: exchange, receivedAt: noon).first)
    #expect(decision.staleSpan == row.span)
    let isByField = (row.span ?? 0) > 10
    #expect(
      isByField == decision.reasons.contains { $0.sentence.contains("stale-while-revalidate") }
        || row.cache == .varnish)
    if row.cache == .cloudflare {
      #expect(decision.reasons.cites(.cloudflareStaleWhileRevalidate) == isByField)
    }
  }

  /// A cache, the path of the URL, the request, the answer, and the rule that decides by the documentation.
  static let rows: [(cache: CacheModel, path: String, request: String, answer: String, rule: String)] =
    [
      (.nginx, "/", "", "HTTP/1.1 304", "nginx-status"),
      (.varnish, "/", "", "Expires: Tue, 12 Jan 27 17:45:57 GMT", "varnish-default-ttl"),
      (.varnish, "/", "", "Expires: Tuesday, 12-Jan-27 17:45:57 GMT", "varnish-expires"),
      (.squid, "/", "", "Expires: Tue, 12 Jan 27 17:45:57 GMT", "squid-expires"),
      (.cloudflare, "/", "", "Cache-Control: max-age=9", "cloudflare-dynamic"),
      (.cloudflare, "/a.css", "", "Cache-Control: no-store", "cloudflare-cache-control"),
      (
        .cloudflare, "/a.css", "", "CDN-Cache-Control: max-age=9\nCache-Control: no-store",
        "cloudflare-lifetime"
      ),
      (.cloudflare, "/a.css", "", "CDN-Cache-Control: private", "cloudflare-cache-control"),
      (.cloudflare, "/a.css", "", "Surrogate-Control: x\nCache-Control: no-store", "cloudflare-default-ttl"),
      (.cloudflare, "/a.css", "", "Set-Cookie: a=1", "cloudflare-set-cookie"),
      (.cloudflare, "/a.css", "", "Vary: *", "cloudflare-vary-star"),
      (
        .cloudflare, "/a.css", "", "Cache-Control: private=\"set-cookie\", max-age=9\nSet-Cookie: a=1",
        "cloudflare-lifetime"
      ),
      (.cloudflare, "/a.css", "Authorization: x", "Cache-Control: max-age=9", "cloudflare-authorization"),
      (.cloudflare, "/a.css", "", "HTTP/1.1 500", "cloudflare-status"),
      (.cloudflare, "/a.css", "", "Cache-Control: no-cache", "cloudflare-no-cache"),
      (.cloudflare, "/A.CSS", "", "X: y", "cloudflare-default-ttl"),
      (.cloudflare, "/a.css", "", "Cache-Control: private=\"X-A\", max-age=9", "cloudflare-lifetime"),
      (.cloudflare, "/a.css", "", "Cache-Control: no-cache=\"X-A\", max-age=9", "cloudflare-lifetime"),
      (
        .cloudflare, "/a.css", "", "Cache-Control: no-cache=\"X-A\", max-age=9\nX-A: b", "cloudflare-no-cache"
      ),
      (.cloudFront, "/", "", "HTTP/1.1 404\nCache-Control: no-store", "cloudfront-error-forbidden"),
      (.cloudFront, "/", "", "HTTP/1.1 404", "cloudfront-error"),
      (.cloudFront, "/", "", "HTTP/1.1 403", "cloudfront-error-without-lifetime"),
      (.cloudFront, "/", "", "HTTP/1.1 405\nCache-Control: public", "cloudfront-error-without-lifetime"),
      (.cloudFront, "/", "", "HTTP/1.1 412\nCache-Control: max-age=60", "cloudfront-error"),
      (.cloudFront, "/", "", "HTTP/1.1 429", "cloudfront-status-unknown"),
      (.cloudFront, "/", "", "HTTP/1.1 307\nLocation: /b", "cloudfront-redirect"),
      (.cloudFront, "/", "", "HTTP/1.1 308\nCache-Control: max-age=60\nLocation: /b", "cloudfront-lifetime"),
      (.cloudFront, "/", "", "HTTP/1.1 301\nLocation: /b", "cloudfront-default-ttl"),
      (.cloudFront, "/", "", "HTTP/1.1 500\nCache-Control: no-store", "cloudfront-error"),
      (.cloudFront, "/", "", "Cache-Control: no-store", "cloudfront-minimum-ttl"),
      (.fastly, "/", "", "Cache-Control: no-store, max-age=9", "fastly-lifetime"),
      (.fastly, "/", "", "Cache-Control: private", "fastly-private"),
      (.firefox, "/", "", "HTTP/1.1 410", "firefox-for-ever"),
      (.googleCDN, "/", "", "Content-Type: image/png", "google-cdn-static"),
      (.googleCDN, "/", "", "Cache-Control: no-store", "google-cdn-cache-control"),
      (.googleCDN, "/", "", "Cache-Control: no-store\nCDN-Cache-Control: max-age=9", "google-cdn-lifetime"),
      (
        .googleCDN, "/", "", "Cache-Control: max-age=9\nCDN-Cache-Control: no-store",
        "google-cdn-cache-control"
      ),
      // What is no dictionary counts as absent (RFC 9213 §2.1).
      (.googleCDN, "/", "", "Cache-Control: no-store\nCDN-Cache-Control: &", "google-cdn-cache-control"),
      (
        .googleCDN, "/", "", "Cache-Control: no-store\nSurrogate-Control: max-age=9",
        "google-cdn-cache-control"
      ),
      (.googleCDN, "/", "", "CDN-Cache-Control: max-age=9\nSet-Cookie: a=1", "google-cdn-set-cookie"),
      (.googleCDN, "/", "", "Cache-Control: no-cache, max-age=9", "google-cdn-no-cache"),
      (.googleCDN, "/", "", "Content-Type: text/css\nCache-Control: no-cache", "google-cdn-no-cache"),
      (.googleCDN, "/", "", "Cache-Control: max-age=9\nVary: RSC, Sec-Fetch-Dest", "google-cdn-lifetime"),
      (.googleCDN, "/", "", "Cache-Control: max-age=9\nVary: Cookie", "google-cdn-vary"),
      (.googleCDN, "/", "", "Content-Type: text/html", "google-cdn-no-lifetime"),
    ]

  @Test("the rule that decides where nothing was measured", arguments: rows.indices)
  func documented(_ index: Int) throws {
    let row = Self.rows[index]
    var asked = try request(row.request)
    asked.target = try TargetURI("https://a.test\(row.path)")
    let exchange = Exchange(request: asked, head: try head(row.answer))
    let decision = try #require(CacheModel.decisions(of: [row.cache], on: exchange, receivedAt: noon).first)
    #expect(decision.deciding?.rule.rawValue == row.rule)
    if row.rule == "cloudflare-no-cache" { #expect(decision.reasons.cites(.cloudflareStored)) }
    #expect(decision.basis == (row.cache.version == nil ? .documented : .measured))
  }

  @Test(
    "the sentence on a method names HEAD where the answer to HEAD is not refused", arguments: CacheModel.all)
  func methods(_ cache: CacheModel) throws {
    func refusal(_ method: String) throws -> String? {
      let request = RequestHead(method: method, target: try TargetURI("https://a.test/a.css"))
      let exchange = Exchange(request: request, head: try head("Cache-Control: max-age=9"))
      let decision = CacheModel.decisions(of: [cache], on: exchange, receivedAt: noon).first
      return decision?.reasons.first { $0.rule.rawValue.hasSuffix("-method") }?.sentence
    }
    let sentence = try #require(try refusal("BREW"))
    #expect(try refusal("GET") == nil && sentence.contains("GET"))
    #expect(try (refusal("HEAD") == nil) == sentence.contains("HEAD"), "\(sentence)")
  }

  @Test("what a documentation does not say is not known: .googleCdnStatusUnknown")
  func unknown() throws {
    let exchange = Exchange(request: try request(), head: try head("HTTP/1.1 502\nCache-Control: max-age=9"))
    let decision = try #require(CacheModel.decisions(of: [.googleCDN], on: exchange, receivedAt: noon).first)
    #expect(decision.isStored == nil && decision.lifetime == nil && decision.isRevalidated == nil)
    #expect(decision.reasons.cites(.googleCDNUnknown) && decision.basis == .documented)
  }
}
