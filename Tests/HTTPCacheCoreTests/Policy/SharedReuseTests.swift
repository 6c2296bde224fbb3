import Testing

@testable import HTTPCacheCore

@Suite("RFC 9111 §3.5: another user's answer, only as the directive that permits it says", .timed)
struct SharedReuseTests {
  private static let alice = "Authorization: Basic YWxpY2U="
  private static let bob = "Authorization: Basic Ym9i"

  typealias Row = (
    rule: String, response: String, asker: String, presented: String, age: Seconds, settings: Settings,
    outcome: ReuseDecision.Outcome
  )
  private static let cacheOnly = Settings(requestPolicy: .cacheOnly)
  private static let elseLoad = Settings(requestPolicy: .cacheElseLoad)
  private static let barred = "no-cache, must-revalidate, max-age=0"
  static let rows: [Row] = [
    ("§5.2.2.10 s-maxage: while fresh by it", "max-age=600, s-maxage=10", alice, bob, 9, Settings(), .serve),
    ("and not longer", "max-age=600, s-maxage=10", alice, bob, 10, Settings(), .validate),
    ("s-maxage=0 never unasked", "max-age=600, s-maxage=0", alice, bob, 0, Settings(), .validate),
    ("the same user's own", "max-age=600, s-maxage=0", alice, alice, 0, Settings(), .serve),
    ("without credentials is another user", "max-age=600, s-maxage=0", alice, "", 0, Settings(), .validate),
    ("and the reverse", "max-age=600, s-maxage=0", "", alice, 0, Settings(), .validate),
    ("both without", "max-age=600, s-maxage=0", "", "", 0, Settings(), .serve),
    ("by key", "max-age=600, s-maxage=0", "X-Api-Key: a", "X-Api-Key: b", 0, Settings(), .validate),
    ("the same key", "max-age=600, s-maxage=0", "X-Api-Key: a", "X-Api-Key: a", 0, Settings(), .serve),
    ("a key in its place", "max-age=600", alice, "PRIVATE-TOKEN: a", 0, cacheOnly, .unavailable),
    ("a key more", "max-age=600", alice, alice + "\nPRIVATE-TOKEN: a", 0, cacheOnly, .unavailable),
    ("public answers every key", "public, max-age=600", "X-Api-Key: a", "X-Api-Key: b", 0, cacheOnly, .serve),
    (
      "a field that is none does not count", "max-age=600", "X-Other: a", "X-Other: b", 0, cacheOnly, .serve
    ),
    (
      "the proxy's is not for the origin", "max-age=600", "Proxy-Authorization: Basic YQ==", "", 0, cacheOnly,
      .serve
    ),
    (
      "RFC 9111 §3.5 is about Authorization: a shared cache keeps each key its own", "max-age=600",
      "X-Api-Key: a", "X-Api-Key: a", 0, Settings(role: .shared, requestPolicy: .cacheOnly), .serve
    ),
    (
      "and no other's", "max-age=600", "X-Api-Key: a", "X-Api-Key: b", 0,
      Settings(role: .shared, requestPolicy: .cacheOnly), .unavailable
    ),
    ("by cookie", "max-age=600, s-maxage=0", "Cookie: a=1", "Cookie: a=2", 0, Settings(), .validate),
    (
      "§5.2.2.2 must-revalidate: while fresh", "max-age=10, must-revalidate", alice, bob, 9, cacheOnly, .serve
    ),
    ("not once stale", "max-age=10, must-revalidate", alice, bob, 10, elseLoad, .validate),
    ("§5.2.2.4 no-cache beside it", barred, alice, bob, 0, cacheOnly, .unavailable),
    ("cache-else-load asks", barred, alice, bob, 0, elseLoad, .validate),
    ("ttl gives no leave", barred, alice, bob, 0, Settings(ttl: 600), .validate),
    ("nor max-stale", barred, alice, bob + "\nCache-Control: max-stale", 0, Settings(), .validate),
    ("to the same user they do", barred, alice, alice, 0, Settings(ttl: 600), .serve),
    ("no-cache beside public", "public, no-cache", alice, bob, 0, cacheOnly, .unavailable),
    ("§5.2.2.9 public has no condition", "public, max-age=10", alice, bob, 99, cacheOnly, .serve),
    (
      "a shared cache: not even an equal request", "max-age=10, must-revalidate", alice, alice, 10,
      Settings(role: .shared, requestPolicy: .cacheOnly), .unavailable
    ),
    (
      "what it got without credentials serves all", "max-age=600, s-maxage=10", "", alice, 10,
      Settings(role: .shared, requestPolicy: .cacheOnly), .serve
    ),
    (
      "a private cache reads no targeted field",
      "max-age=600, s-maxage=0\nCDN-Cache-Control: public, max-age=600", alice, bob, 0, Settings(), .validate
    ),
  ]

  @Test("whatever the policy of the request", arguments: rows)
  func reuse(_ row: Row) throws {
    let response = try stored("Cache-Control: \(row.response)", for: try request(row.asker))
    let decision = ReuseDecision(
      try request(row.presented), candidates: [response], now: noon + row.age, settings: row.settings)
    #expect(decision.outcome == row.outcome, "\(row.rule): \(decision.reasons.map(\.rule.rawValue))")
  }

  @Test("nor does a stale one stand in for an origin that can't be reached")
  func standIn() throws {
    let response = try stored("Cache-Control: max-age=10, s-maxage=10", for: try request(Self.alice))
    var settings = Settings()
    settings.servesStaleIfUnreachable = true
    for (presented, isServable) in [(Self.alice, true), (Self.bob, false), ("", false)] {
      let decision = FailureDecision(
        response, for: try request(presented), failure: .unreachable, now: noon + 11, settings: settings)
      #expect(decision.isServable == isServable, "\(presented)")
      #expect(decision.reasons.cites(.sharedOnceConfirmed) != isServable)
    }
  }

  typealias Remote = (rule: String, control: String, request: String, policy: CachePolicy, isServed: Bool)
  static let remote: [Remote] = [
    ("fresh by s-maxage", "max-age=600, s-maxage=12", "", .protocol, true),
    ("beyond it", "max-age=600, s-maxage=10", "", .protocol, false),
    ("whatever the policy", "max-age=600, s-maxage=10", "", .cacheElseLoad, false),
    ("stale under proxy-revalidate", "max-age=10, proxy-revalidate", "max-stale", .protocol, false),
    ("stale under nothing", "max-age=10", "max-stale", .protocol, true),
    ("proxy-revalidate while fresh", "max-age=12, proxy-revalidate", "", .protocol, true),
  ]

  @Test("what a remote cache has is a shared cache's, for a private reader too", arguments: remote)
  func remoteCache(_ row: Remote) throws {
    let asked = try request(row.request.isEmpty ? "" : "Cache-Control: \(row.request)")
    let response = try stored("Cache-Control: \(row.control)")
    let query = StorageQuery(
      key: response.key, request: asked, settings: Settings(requestPolicy: row.policy), time: noon + 11)
    let found = StoredCandidate(response, .remote(number: 1, bodyDigest: "", bodyLength: 0))
    #expect((ReusePlan(query, stored: [found]).decision.outcome == .serve) == row.isServed, "\(row.rule)")
    let own = StoredCandidate(response, StoreFixture.disk(1))
    #expect(ReusePlan(query, stored: [own]).decision.outcome == .serve, "a private cache's own")
    var settings = query.settings
    settings.servesStaleIfUnreachable = true
    let failure = FailureDecision(
      response, isRemote: true, for: asked, failure: .unreachable, now: noon + 11, settings: settings)
    #expect(failure.isServable == row.isServed, "\(row.rule): as a stand-in")
  }

  typealias Role = (
    rule: String, status: Int, fields: String, role: CacheRole, profile: StorageProfile, bar: Rule?
  )
  private static let onlyShared = "Cache-Control: no-store\nCDN-Cache-Control: max-age=600"
  private static let onlyPrivate = "Cache-Control: max-age=600\nCDN-Cache-Control: no-store"
  static let roles: [Role] = [
    ("what a private cache may not store", 200, onlyShared, .private, .rfc9111, .noStore),
    ("a shared one may", 200, onlyShared, .shared, .rfc9111, nil),
    ("what a shared cache may not store", 200, onlyPrivate, .shared, .rfc9111, .noStore),
    ("a private one may", 200, onlyPrivate, .private, .rfc9111, nil),
    (
      "s-maxage gives no leave to a private cache", 302, "Cache-Control: s-maxage=600", .private, .rfc9111,
      .nothingAllowsStoring
    ),
    ("it does to a shared one", 302, "Cache-Control: s-maxage=600", .shared, .rfc9111, nil),
    ("the profile urlcache needs none", 202, "Cache-Control: s-maxage=600", .private, .urlcache, nil),
    (
      "Expires gives none beside a targeted field", 302,
      "Expires: Mon, 12 Jan 2026 17:45:57 GMT\nCDN-Cache-Control: must-revalidate", .shared, .rfc9111,
      .nothingAllowsStoring
    ),
  ]

  @Test(
    "§3: what a cache may not store it does not serve, even if one of the other kind stored it",
    arguments: roles)
  func role(_ row: Role) throws {
    let response = try stored(row.fields, status: row.status)
    let query = StorageQuery(
      key: response.key, request: try request(),
      settings: Settings(role: row.role, profile: row.profile, requestPolicy: .cacheOnly), time: noon)
    let plan = ReusePlan(query, stored: [StoredCandidate(response, StoreFixture.disk(1))])
    #expect(plan.decision.outcome == (row.bar == nil ? .serve : .unavailable), "\(row.rule)")
    if let bar = row.bar { #expect(plan.decision.reasons.cites(bar), "\(row.rule)") }
  }
}
