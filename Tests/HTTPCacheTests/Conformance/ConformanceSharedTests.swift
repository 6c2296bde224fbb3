import Testing

@Suite("Conformance: shared caches, RFC 9111 §3.5, §5.2.2 and RFC 9213", .timed)
struct ConformanceSharedTests {
  /// Answers to a request with credentials, and whether a shared cache uses them again.
  private static func authorized(_ id: String, _ rule: String, _ control: String, isReused: Bool) -> Scenario
  {
    let second = Step.get().with("Authorization: Basic eDp5")
    return Scenario(
      id, rule, .shared, .get("Cache-Control: \(control)").with("Authorization: Basic eDp5"),
      isReused ? second.hit : second)
  }

  static let authorizations: [Scenario] = [
    authorized(
      "authorization", "§3, §3.5 not without a directive that allows it", "max-age=3600", isReused: false),
    authorized("authorization-public", "§3.5 public allows it", "public, max-age=3600", isReused: true),
    authorized("authorization-s-maxage", "§3.5 s-maxage allows it", "s-maxage=3600", isReused: true),
    authorized(
      "authorization-must-revalidate", "§3.5 must-revalidate allows it", "must-revalidate, max-age=3600",
      isReused: true),
    authorized(
      "authorization-private", "§3, §5.2.2.7 private forbids it", "private, public, max-age=3600",
      isReused: false),
    authorized(
      "authorization-no-store", "§5.2.2.5 no-store forbids it", "public, no-store, max-age=3600",
      isReused: false),
    Scenario(
      "authorization-must-revalidate-stale", "§3.5, §5.2.2.2 and the cache conforms to the directive",
      .shared,
      .get(#"Cache-Control: must-revalidate, max-age=1 | Age: 100 | ETag: "1""#).with(
        "Authorization: Basic eDp5"),
      .get(.unchanged(#"ETag: "1""#)).with("Cache-Control: max-stale").validated),
    Scenario(
      "authorization-any-user", "§3.5 what may be used again may be used for any request", .shared,
      .get("Cache-Control: public, max-age=3600").with("Authorization: Basic eDp5"), .get().hit),
    Scenario(
      "authorization-not-for-others", "§3.5 what may not is used for no request", .shared,
      .get("Cache-Control: max-age=3600").with("Authorization: Basic eDp5"), .get()),
    Scenario(
      "authorization-second", "§3.5 a response to a request without credentials may answer one with", .shared,
      .get("Cache-Control: max-age=3600"), .get().with("Authorization: Basic eDp5").hit),
    Scenario(
      "authorization-user-option", "§3.5 also where -u gives the credentials", .shared,
      .get("Cache-Control: max-age=3600").words("-u", "x:y"), .get().words("-u", "x:y")),
    Scenario(
      "authorization-private-cache", "§3 a private cache may store it", .private,
      .get("Cache-Control: max-age=3600").with("Authorization: Basic eDp5"),
      .get().with("Authorization: Basic eDp5").hit),
  ]

  @Test("§3.5: responses to authenticated requests", arguments: authorizations)
  func authorization(_ scenario: Scenario) async throws { try await play(scenario, of: Self.authorizations) }

  static let directives: [Scenario] = [
    Scenario(
      "private-in-shared", "§5.2.2.7 a shared cache does not store what is private", .shared,
      .get("Cache-Control: private, max-age=3600"), .get()),
    Scenario(
      "private-case", "§5.2 in any case", .shared, .get("Cache-Control: PRIVATE, s-maxage=3600"), .get()),
    Scenario(
      "private-in-private", "§5.2.2.7 a private cache does", .private,
      .get("Cache-Control: private, max-age=3600"), .get().hit),
    Scenario(
      "private-fields", "§5.2.2.7 private of fields: a shared cache stores the rest", .shared,
      .get("Cache-Control: private=\"x-a, X-B\", max-age=3600 | X-A: 1 | X-B: 2 | X-C: 3").has("X-A: 1"),
      .get().hit.lacks("X-A", "X-B").has("X-C: 3")),
    Scenario(
      "private-fields-in-private", "§5.2.2.7 a private cache stores them too", .private,
      .get("Cache-Control: private=\"X-A\", max-age=3600 | X-A: 1"), .get().hit.has("X-A: 1")),
    Scenario(
      "private-fields-token", "§5.2.2.7 also where the name is not quoted", .shared,
      .get("Cache-Control: private=X-A, max-age=3600 | X-A: 1 | X-C: 3"),
      .get().hit.lacks("X-A").has("X-C: 3")),
    Scenario(
      "private-both-forms", "§4.2.1 of both forms the more restrictive counts", .shared,
      .get("Cache-Control: private=\"X-A\", private, max-age=3600 | X-A: 1"), .get()),
    Scenario(
      "proxy-revalidate-fresh", "§5.2.2.8 proxy-revalidate says nothing of what is fresh", .shared,
      .get("Cache-Control: max-age=3600, proxy-revalidate"), .get().hit),
    Scenario(
      "proxy-revalidate-alone", "§5.2.2.8 nor does it allow storing", .shared,
      .get(#"302 | Cache-Control: proxy-revalidate | ETag: "1""#), .get().omits("If-None-Match")),
    Scenario(
      "s-maxage-stale", "§5.2.2.10 a stale response with s-maxage is validated", .shared,
      .get(#"Cache-Control: s-maxage=1, max-age=3600 | Age: 100 | ETag: "1""#),
      .get(.unchanged(#"Cache-Control: s-maxage=3600 | ETag: "1""#)).validated, .get().hit.from(1)),
  ]

  @Test("§5.2.2: private, proxy-revalidate, s-maxage", arguments: directives)
  func directive(_ scenario: Scenario) async throws { try await play(scenario, of: Self.directives) }

  /// Fields of a response of age 100, and whether a shared cache takes it for fresh.
  private static func targeted(_ id: String, _ rule: String, _ fields: String, isFresh: Bool) -> Scenario {
    Scenario(id, rule, .shared, .get("Age: 100 | \(fields)"), isFresh ? .get().hit : .get())
  }

  static let targetedFields: [Scenario] = [
    targeted(
      "cdn-over-no-store", "RFC 9213 §2.2 a valid one is used, Cache-Control is ignored",
      "CDN-Cache-Control: max-age=3600 | Cache-Control: no-store", isFresh: true),
    targeted(
      "cdn-no-store", "RFC 9213 §2.2 also where it is the stricter",
      "CDN-Cache-Control: no-store | Cache-Control: max-age=3600", isFresh: false),
    targeted(
      "cdn-shorter", "RFC 9213 §2.2 its max-age counts, not that of Cache-Control",
      "CDN-Cache-Control: max-age=1 | Cache-Control: max-age=3600, s-maxage=3600", isFresh: false),
    targeted(
      "cdn-over-expires", "RFC 9213 §2.2 Expires is ignored",
      "CDN-Cache-Control: max-age=3600 | Date: {now} | Expires: {-60}", isFresh: true),
    targeted(
      "cdn-over-expires-future", "RFC 9213 §2.2 Expires is ignored, also one still to come",
      "CDN-Cache-Control: must-revalidate | Date: {now} | Expires: {+3600}", isFresh: false),
    targeted(
      "cdn-replaces", "RFC 9213 §2.2 nothing of Cache-Control is mixed in",
      "CDN-Cache-Control: public | Cache-Control: max-age=3600", isFresh: false),
    targeted(
      "cdn-private", "RFC 9213 §2.2 private is understood",
      "CDN-Cache-Control: private, max-age=3600 | Cache-Control: max-age=3600", isFresh: false),
    targeted(
      "cdn-no-cache", "RFC 9213 §2.2 no-cache is understood",
      "CDN-Cache-Control: no-cache, max-age=3600 | Cache-Control: max-age=3600", isFresh: false),
    targeted(
      "cdn-s-maxage", "RFC 9213 §2.2 s-maxage comes before max-age as elsewhere",
      "CDN-Cache-Control: max-age=1, s-maxage=3600", isFresh: true),
    targeted(
      "cdn-parameters", "RFC 9213 §2.1 parameters are ignored", "CDN-Cache-Control: max-age=3600;a=b;c",
      isFresh: true),
    targeted(
      "cdn-unknown", "RFC 9213 §2.2 unrecognised directives are ignored",
      "CDN-Cache-Control: unknown=?1, max-age=3600", isFresh: true),
    targeted(
      "cdn-two-lines", "RFC 9651 §4.2 two lines are one dictionary",
      "CDN-Cache-Control: a | CDN-Cache-Control: max-age=3600 | Cache-Control: no-store", isFresh: true),
    targeted(
      "cdn-string-seconds", "RFC 9213 §2.1 a String is no number of seconds",
      "CDN-Cache-Control: max-age=\"3600\"", isFresh: false),
    targeted(
      "cdn-invalid", "RFC 9213 §2.1 one that fails to parse is ignored",
      "CDN-Cache-Control: max-age=3600, &&& | Cache-Control: no-store", isFresh: false),
    targeted(
      "cdn-invalid-fallback", "RFC 9213 §2.1 then Cache-Control counts",
      "CDN-Cache-Control: no-store, &&& | Cache-Control: max-age=3600", isFresh: true),
    targeted(
      "cdn-upper-case", "RFC 9651 §3.1.2 keys are in lower case, others fail to parse",
      "CDN-Cache-Control: No-Store | Cache-Control: max-age=3600", isFresh: true),
    targeted(
      "cdn-empty", "RFC 9213 §2.1 an empty one is ignored",
      "CDN-Cache-Control: | Cache-Control: max-age=3600", isFresh: true),
    Scenario(
      "cdn-not-private", "RFC 9213 §2.2 a private cache is not its target", .private,
      .get("CDN-Cache-Control: no-store | Cache-Control: max-age=3600"), .get().hit,
      .get("CDN-Cache-Control: max-age=3600").at("/b"), .get().at("/b")),
    Scenario(
      "cdn-passed-on", "RFC 9213 §2.2 it is passed on", .both,
      .get("CDN-Cache-Control: max-age=3600 | Cache-Control: max-age=3600").has(
        "CDN-Cache-Control: max-age=3600"),
      .get().hit.has("CDN-Cache-Control: max-age=3600", "Cache-Control: max-age=3600")),
    Scenario(
      "cdn-authorization", "RFC 9213 §2.2, §3.5 public in it allows a shared cache to store", .shared,
      .get("CDN-Cache-Control: public, max-age=3600").with("Authorization: Basic eDp5"), .get().hit),
    Scenario(
      "cdn-must-revalidate", "RFC 9213 §2.2 must-revalidate is understood", .shared,
      .get(#"CDN-Cache-Control: max-age=1, must-revalidate | Age: 100 | ETag: "1""#),
      .get(.unchanged(#"ETag: "1""#)).with("Cache-Control: max-stale").validated),
  ]

  @Test("RFC 9213: CDN-Cache-Control", arguments: targetedFields)
  func targetedField(_ scenario: Scenario) async throws { try await play(scenario, of: Self.targetedFields) }
}
