import Testing

@testable import HTTPCacheCore

@Suite("Repeated requests: what caches on the way did", .timed)
struct RepetitionTests {
  private func repetition(_ heads: [String]) throws -> Repetition {
    var repetition = Repetition()
    for fields in heads { repetition.take(try head("HTTP/1.1 200\n" + fields), receivedAt: noon) }
    return repetition
  }

  static let rows: [(heads: [String], ratio: Double?, codes: [String])] = [
    (["Cache-Control: max-age=60\nX-Cache: MISS", "Cache-Control: max-age=60\nX-Cache: HIT"], 0.5, []),
    (["Cache-Control: max-age=60", "Cache-Control: max-age=60"], nil, []),
    (
      ["Cache-Control: max-age=60\nX-Cache: MISS", "Cache-Control: max-age=60\nX-Cache: MISS"], 0,
      ["edge-never-hits"]
    ),
    (["Cache-Control: no-store\nX-Cache: MISS", "Cache-Control: no-store\nX-Cache: MISS"], 0, []),
    (["Cache-Control: max-age=60\nX-Cache: MISS"], 0, []),
    (["Cache-Control: max-age=60\nAge: 100"], 1, ["age-above-lifetime"]),
    (["Cache-Control: max-age=60, stale-while-revalidate=60\nAge: 100"], 1, []),
    (["Cache-Control: max-age=60\nAge: 62"], 1, []),
    (["Cache-Control: max-age=0\nAge: 62"], 1, []),
    (["Cache-Control: max-age=60, s-maxage=900\nAge: 100"], 1, []),
  ]
  @Test("hits are counted, and what they show together is found", arguments: rows)
  func findings(_ row: (heads: [String], ratio: Double?, codes: [String])) throws {
    let repetition = try repetition(row.heads)
    #expect(repetition.hitRatio == row.ratio)
    let subject = Subject(origin: .live, request: try request(), stored: try stored(row.heads[0]))
    let facts = Facts(
      subject, SubjectContext(repetition: repetition), settings: Settings(), now: noon)
    #expect(RepeatFindings.find(in: facts).map(\.code.rawValue) == row.codes)
  }

  static let given: [(rule: String, heads: [String], isHeld: Bool?)] = [
    (
      "one value twice is of the store",
      ["X-Cache: HIT\nSet-Cookie: a=1", "X-Cache: HIT\nSet-Cookie: a=1; path=/"], true
    ),
    (
      "two values are of the edge", ["X-Cache: HIT\nSet-Cookie: a=1", "X-Cache: HIT\nSet-Cookie: a=2"], false
    ),
    ("what came from the origin is of no store", ["X-Cache: MISS\nSet-Cookie: a=1", "X-Cache: HIT"], nil),
    (
      "one hit whose head may be stored",
      ["X-Cache: MISS\nSet-Cookie: a=1", "X-Cache: HIT\nSet-Cookie: a=1"], true
    ),
    (
      "one of two cookies",
      ["X-Cache: HIT\nSet-Cookie: a=1\nSet-Cookie: b=1", "X-Cache: HIT\nSet-Cookie: a=2\nSet-Cookie: b=1"],
      true
    ),
  ]
  @Test("a store is shown to hold a cookie by what it gives twice", arguments: given)
  func givenCookies(_ row: (rule: String, heads: [String], isHeld: Bool?)) throws {
    let subject = Subject(origin: .live, request: try request(), stored: try stored(row.heads[0]))
    let facts = Facts(
      subject, SubjectContext(repetition: try repetition(row.heads)), settings: Settings(), now: noon)
    let isFound = SetCookieFindings.find(in: facts).contains { $0.code == .setCookieFromCache }
    let isTold = SetCookieFindings.remarks(in: facts).contains { $0.rule == .cookieOfDelivery }
    #expect(isFound == (row.isHeld == true) && isTold == (row.isHeld == false), "\(row.rule)")
  }

  static let cookies:
    [(rule: String, cookie: String?, first: String, without: String, asks: Bool, says: String?)] = [
      (
        "a hit without them", "PHPSESSID=1; theme=dark", "X-Cache: MISS", "X-Cache: HIT", true,
        "hits without cookies; yours carry PHPSESSID, theme"
      ),
      (
        "it looks into its store without them", "a=b", "X-Cache: PASS", "X-Cache: MISS", true,
        "miss without cookies; yours carry a"
      ),
      (
        "no change", "a=b", "X-Cache: MISS", "X-Cache: MISS", true,
        "without its cookies it is the same (miss)"
      ),
      ("a hit with them", "a=b", "X-Cache: HIT", "X-Cache: HIT", false, nil),
      ("no cookies", nil, "X-Cache: MISS", "X-Cache: HIT", false, nil),
      ("no word of a cache", "a=b", "Via: 1.1 a", "Via: 1.1 a", false, nil),
    ]
  @Test("what cookies change is asked once, where they can be what is in the way", arguments: cookies)
  func withoutCookies(
    _ row: (rule: String, cookie: String?, first: String, without: String, asks: Bool, says: String?)
  ) throws {
    var request = try request()
    if let cookie = row.cookie { request.fields.set("Cookie", cookie) }
    var repetition = try repetition([row.first, row.first])
    #expect(repetition.mayDependOnCookies(request) == row.asks, "\(row.rule)")
    #expect(repetition.cookieEffect(request) == nil, "nothing was asked without them")
    guard row.asks else { return }
    // That there is no lifetime explains nothing where the same is answered from a store without the cookies.
    let isKept = row.without == "X-Cache: HIT"
    #expect(repetition.obstacle(request) == "it has no lifetime", "\(row.rule)")
    repetition.takeWithoutCookies(try head("HTTP/1.1 200\n" + row.without), receivedAt: noon)
    #expect((repetition.obstacle(request) == nil) == isKept, "\(row.rule)")
    #expect(repetition.cookieEffect(request) == row.says, "\(row.rule)")
  }

  @Test("each of several caches is told with what it did, and a network that never answers is named")
  func inLine() throws {
    let fields = "Cache-Control: max-age=60\nCF-Cache-Status: DYNAMIC\nX-Varnish-Cache: "
    let repetition = try repetition([fields + "MISS", fields + "HIT", fields + "HIT"])
    #expect(repetition.hitRatio == 2.0 / 3.0)
    #expect(repetition.caches.map(\.name) == ["Varnish", "Cloudflare"])
    #expect(repetition.caches.map(\.states) == [[.miss, .hit, .hit], [.bypass, .bypass, .bypass]])
    let subject = Subject(origin: .live, request: try request(), stored: try stored(fields + "MISS"))
    let facts = Facts(subject, SubjectContext(repetition: repetition), settings: Settings(), now: noon)
    let finding = try #require(RepeatFindings.find(in: facts).first)
    #expect(finding.code == .edgeNeverHits && finding.field == "CF-Cache-Status")
    #expect(
      finding.explanation.contains("Cloudflare never answered")
        && finding.explanation.contains("Varnish behind it did"))
    #expect(finding.advice?.contains("the configuration of Cloudflare") == true)
  }

  @Test("what stands behind a store that answered was not asked, and two stores of one network are one")
  func reached() throws {
    let fields = "Cache-Control: max-age=60\nX-Varnish-Cache: MISS\nCF-Cache-Status: "
    let repetition = try repetition([fields + "MISS", fields + "HIT"])
    #expect(repetition.caches.map(\.states) == [[.miss], [.miss, .hit]])
    let durable =
      "Cache-Control: max-age=60\nCache-Status: \"Netlify Durable\"; hit, \"Netlify Edge\"; fwd=miss"
    let subject = Subject(origin: .live, request: try request(), stored: try stored(durable))
    let facts = Facts(
      subject, SubjectContext(repetition: try self.repetition([durable, durable])), settings: Settings(),
      now: noon)
    #expect(RepeatFindings.find(in: facts).isEmpty)
  }
}
