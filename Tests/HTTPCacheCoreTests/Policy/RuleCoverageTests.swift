import Foundation
import Testing

@testable import HTTPCacheCore

@Suite("Every rule is cited by a decision in some test", .timed)
struct RuleCoverageTests {
  /// A decision to store: the request's fields, the answer, the settings, and a rule that the decision cites.
  typealias Storing = (
    request: String, head: String, change: @Sendable (inout Settings) -> Void, cites: Rule
  )
  static let storing: [Storing] = [
    ("Authorization: x", "Cache-Control: max-age=9", { $0.role = .shared }, .authorizationInSharedCache),
    ("Authorization: x", "Cache-Control: max-age=9, public", { $0.role = .shared }, .authorizationAllowed),
    ("Authorization: x", "Cache-Control: max-age=9\nVary: Authorization", { _ in }, .varyNamesCredentials),
    ("Range: bytes=0-1", "HTTP/1.1 404\nCache-Control: max-age=9", { _ in }, .answerToRange),
    ("", "Cache-Control: max-age=9", { $0.profile = .urlcache }, .urlcacheScheme),
    ("", "Cache-Control: max-age=9", { $0.profile = .urlcache }, .urlcacheStatus),
    ("", "Cache-Control: max-age=9", { $0.profile = .urlcache }, .urlcacheSessionPolicy),
    ("", "Cache-Control: max-age=9", { $0.profile = .urlcache }, .urlcacheRequestPolicy),
    ("", "Cache-Control: max-age=9", { $0.profile = .urlcache }, .urlcacheHeadersAllow),
    ("", "Cache-Control: max-age=9", { $0.profile = .urlcache }, .urlcacheSize),
  ]

  @Test("a decision to store cites the rule", arguments: storing.indices)
  func stores(_ index: Int) throws {
    let row = Self.storing[index]
    var settings = Settings()
    row.change(&settings)
    let decision = StorageDecision(
      Exchange(request: try request(row.request), head: try head(row.head)), settings: settings)
    #expect(decision.reasons.cites(row.cites), "\(decision.reasons.map(\.rule.rawValue))")
  }

  /// A decision to reuse: the request's fields, the stored response, the settings, and a rule that the decision cites.
  typealias Reuse = (
    request: String, stored: String, status: Int, change: @Sendable (inout Settings) -> Void, cites: Rule
  )
  static let reuse: [Reuse] = [
    ("Accept: a", "Cache-Control: max-age=600\nVary: Accept", 200, { _ in }, .varyMatches),
    ("Authorization: x", "Cache-Control: max-age=600", 200, { _ in }, .credentialsMatch),
    ("", "Cache-Control: max-age=600", 200, { $0.ttl = 9 }, .ttlOverride),
    ("", "Cache-Control: max-age=600", 304, { _ in }, .partialAlone),
    (
      "", "Cache-Control: max-age=1\nAge: 9", 200, { $0.requestPolicy = .cacheElseLoad },
      .policyCacheElseLoad
    ),
  ]

  @Test("a decision to reuse cites the rule", arguments: reuse.indices)
  func reuses(_ index: Int) throws {
    let row = Self.reuse[index]
    var settings = Settings()
    row.change(&settings)
    let asked = try request(row.request)
    let decision = ReuseDecision(
      asked, candidates: [try stored(row.stored, status: row.status, for: asked)], now: noon,
      settings: settings)
    #expect(decision.reasons.cites(row.cites), "\(decision.reasons.map(\.rule.rawValue))")
  }

  @Test(
    "condition 1 of the URL Loading System, by scheme",
    arguments: [
      "ftp://a.test/x", "file:///tmp/x", "data:text/plain,x", "ws://a.test/", "wss://a.test/",
    ])
  func foreignScheme(_ url: String) throws {
    let asked = RequestHead(method: "GET", target: try TargetURI(recorded: url, allowsForeign: true))
    var settings = Settings()
    settings.profile = .urlcache
    let decision = StorageDecision(
      Exchange(request: asked, head: try head("Cache-Control: max-age=9")), settings: settings)
    #expect(decision.reasons.cites(.schemeNotCached) && !decision.isStorable)
    #expect(!decision.reasons.cites(.urlcacheScheme))
  }

  @Test(
    "RFC 9110 §9.3.2: a response to HEAD may be stored; the reason .headNotKept says what this cache does")
  func answerToHead() throws {
    for profile in StorageProfile.allCases {
      var settings = Settings()
      settings.profile = profile
      let decision = StorageDecision(
        Exchange(request: try request(method: "HEAD"), head: try head("Cache-Control: max-age=9")),
        settings: settings)
      #expect(decision.reasons.cites(.headNotKept) && decision.isStorable)
    }
  }

  @Test("what an older version stored says so: .storedByOlderVersion")
  func olderVersion() throws {
    var old = try stored("Cache-Control: max-age=600")
    old.key = CacheKey(method: "GET", normalizedURI: old.key.uri, server: CacheKey.unknownServer)
    let decision = ReuseDecision(try request(), candidates: [old], now: noon, settings: Settings())
    #expect(decision.reasons.cites(.storedByOlderVersion))
  }

  static let notes: [(fields: String, cites: [Rule])] = [
    ("Cache-Status: edge; hit", [.upstreamCacheStatus]), ("Age: 9", [.upstreamAge]),
    ("Via: 1.1 edge", [.upstreamVia]), ("X-Cache: HIT", [.upstreamXCache]),
    ("CF-Cache-Status: MISS", [.upstreamXCache]),
    ("Cache-Control: max-age=9\nCache-Status: a; fwd=miss; stored", [.upstreamCacheStatus]),
    ("Cache-Control: max-age=9\nX-Cache: MISS, HIT", [.upstreamXCache]),
    ("Cache-Control: max-age=9\nX-Cache: HIT, MISS", [.upstreamXCache]),
    ("Cache-Control: max-age=9\nX-Cache: MISS, MISS", [.upstreamXCache, .upstreamMissUnneeded]),
    ("Cache-Control: max-age=9\nX-My-Cache: MISS", [.upstreamXCache, .upstreamMissUnneeded]),
    ("Cache-Control: max-age=9\nAge: 9\nX-Cache: MISS", [.upstreamSilentStore, .upstreamXCache]),
    ("Cache-Control: no-cache, max-age=9\nX-Cache: MISS", [.upstreamXCache]),
    ("Cache-Control: private\nX-Cache: TCP_MEM_HIT from a", [.upstreamXCache, .upstreamHitForbidden]),
    (
      "Cache-Control: no-store\nCache-Status: a; fwd=miss, b; hit",
      [.upstreamCacheStatus, .upstreamCacheStatus, .upstreamHitForbidden]
    ),
  ]
  @Test("what caches on the way say, and what of it contradicts RFC 9111 §3", arguments: notes)
  func upstream(_ row: (fields: String, cites: [Rule])) throws {
    let notes = UpstreamCaches.notes(try request(), try head(row.fields), receivedAt: noon)
    #expect(notes.map(\.rule) == row.cites)
  }

  static let statuses: [(member: String, said: String)] = [
    ("C; hit; ttl=-412", "C answered from its store, stale for 412 s"),
    (
      "C; fwd=stale; fwd-status=304; ttl=60",
      "C forwarded the request (its response was stale) and got 304, 60 s of freshness left"
    ),
    (
      "C; fwd=uri-miss; collapsed=?0",
      "C forwarded the request (it had nothing for the URL), waited for the answer to another request, and had to send its own"
    ),
    (
      "\"CDN Co\"; fwd=miss; stored; collapsed; key=\"/a\"; detail=\"x y\"",
      "CDN Co forwarded the request (it had nothing to use), stored the answer, shared one request among several, key /a, x y"
    ),
    (
      "C; fwd=request; stored=?0",
      "C forwarded the request (the request demanded it), did not store the answer"
    ),
    (
      "C; hit; fwd=miss",
      "C answered from its store, forwarded the request (it had nothing to use), which contradicts the hit"
    ),
    ("C; stored", "C took part"), ("C; hit; detail=token", "C answered from its store, token"),
  ]

  @Test("RFC 9211 §2: every parameter of Cache-Status in words", arguments: statuses)
  func cacheStatus(_ row: (member: String, said: String)) throws {
    let notes = UpstreamCaches.notes(
      try request(), try head("Cache-Control: no-store\nCache-Status: " + row.member), receivedAt: noon)
    #expect(notes.first { $0.rule == .upstreamCacheStatus }?.value == row.said)
  }

  @Test("in a story of a fetch, or by name in a table of decisions")
  func everyRule() throws {
    var cited: Set<Rule> = []
    for story in FetchStories.all {
      var teller = try StoryTeller(story)
      for (event, _) in story.steps { _ = try teller.tell(event) }
      let result = teller.fetch.result
      for served in result.responses {
        cited.formUnion((served.reuse.reasons + (served.storage?.reasons ?? []) + served.outcome).map(\.rule))
      }
      cited.formUnion(((result.unanswered?.reasons ?? []) + result.unansweredReasons).map(\.rule))
    }
    for one in try RealCacheCase.all() {
      let decisions = CacheModel.decisions(of: CacheModel.all, on: try one.exchange(), receivedAt: noon)
      for decision in decisions {
        cited.formUnion((decision.reasons + (decision.asPage?.reasons ?? [])).map(\.rule))
      }
    }
    let tests = LayeringTests.sources.deletingLastPathComponent().appendingPathComponent("Tests")
    let names = try FileManager.default.subpathsOfDirectory(atPath: tests.path).filter {
      $0.hasSuffix(".swift")
    }
    let text = try names.map {
      try String(contentsOf: tests.appendingPathComponent($0), encoding: .utf8)
    }.joined()
    let missing = Rule.allCases.filter { rule in
      guard !cited.contains(rule) else { return false }
      let words = rule.rawValue.split(separator: "-")
      let name = words[0] + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
      return !text.contains("\"\(rule.rawValue)\"") && !text.contains(".\(name)")
    }
    #expect(missing.map(\.rawValue) == [])
  }
}
