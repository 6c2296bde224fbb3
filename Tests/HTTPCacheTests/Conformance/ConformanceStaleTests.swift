import Testing

@Suite("Conformance: serving stale, RFC 9111 §4.2.4 and RFC 5861", .timed)
struct ConformanceStaleTests {
  static let disconnected: [Scenario] = [
    Scenario(
      "stale-not-unasked", "§4.2.4 no stale response unless somebody permits it", .both,
      .get(#"Cache-Control: max-age=1 | Age: 100 | ETag: "1""#), .get(.gone).failed),
    Scenario(
      "stale-not-on-error", "§4.2.4 an error of the origin permits nothing", .private,
      .get(#"Cache-Control: max-age=1 | Age: 100 | ETag: "1""#), .get("503")),
    Scenario(
      "stale-disconnected", "§4.2.4 when disconnected, where the user has permitted it", .both,
      .get("Cache-Control: max-age=1 | Age: 100"),
      .get(.gone).words("--stale-if-unreachable").kept.has("Age ~ 100")),
    Scenario(
      "stale-not-must-revalidate", "§4.2.4 not against must-revalidate", .both,
      .get("Cache-Control: max-age=1, must-revalidate | Age: 100"),
      .get(.gone).words("--stale-if-unreachable").failed),
    Scenario(
      "stale-not-no-cache", "§4.2.4 not against no-cache", .private,
      .get("Cache-Control: max-age=3600, no-cache"),
      .get(.gone).words("--stale-if-unreachable").failed),
    Scenario(
      "stale-not-proxy-revalidate", "§4.2.4, §5.2.2.8 not against proxy-revalidate in a shared cache",
      .shared,
      .get("Cache-Control: max-age=1, proxy-revalidate | Age: 100"),
      .get(.gone).words("--stale-if-unreachable").failed),
    Scenario(
      "stale-proxy-revalidate-private", "§5.2.2.8 proxy-revalidate is nothing to a private cache", .private,
      .get("Cache-Control: max-age=1, proxy-revalidate | Age: 100"),
      .get(.gone).words("--stale-if-unreachable").kept, .get().with("Cache-Control: max-stale").hit.from(1)),
    Scenario(
      "stale-not-s-maxage", "§4.2.4, §5.2.2.10 not against s-maxage in a shared cache", .shared,
      .get("Cache-Control: s-maxage=1 | Age: 100"), .get(.gone).words("--stale-if-unreachable").failed),
    Scenario(
      "stale-s-maxage-max-stale", "§5.2.2.10 s-maxage holds against max-stale in a shared cache", .shared,
      .get(#"Cache-Control: s-maxage=1 | Age: 100 | ETag: "1""#),
      .get(.unchanged(#"ETag: "1""#)).with("Cache-Control: max-stale").validated),
    Scenario(
      "stale-proxy-revalidate-max-stale", "§5.2.2.8 so does proxy-revalidate", .shared,
      .get(#"Cache-Control: max-age=1, proxy-revalidate | Age: 100 | ETag: "1""#),
      .get(.unchanged(#"ETag: "1""#)).with("Cache-Control: max-stale").validated),
  ]

  @Test("§4.2.4: when disconnected", arguments: disconnected)
  func whenDisconnected(_ scenario: Scenario) async throws { try await play(scenario, of: Self.disconnected) }

  /// Stale for 99 seconds, then the answer; kept where the directives let it stand in.
  private static func error(
    _ id: String, _ rule: String, _ roles: Scenario.Roles, _ control: String, _ answer: Reply, isKept: Bool
  ) -> Scenario {
    let asked = Step.get(answer)
    return Scenario(
      id, rule, roles, .get(#"Cache-Control: max-age=1, \#(control) | Age: 100 | ETag: "1""#),
      isKept ? asked.kept : asked)
  }

  static let errors: [Scenario] = [
    error("sie-500", "RFC 5861 §4 a 500 in the window", .both, "stale-if-error=3600", "500", isKept: true),
    error("sie-502", "RFC 5861 §4 a 502 in the window", .private, "stale-if-error=3600", "502", isKept: true),
    error("sie-503", "RFC 5861 §4 a 503 in the window", .private, "stale-if-error=3600", "503", isKept: true),
    error("sie-504", "RFC 5861 §4 a 504 in the window", .private, "stale-if-error=3600", "504", isKept: true),
    error(
      "sie-501", "RFC 5861 §4 a 501 is no such error", .private, "stale-if-error=3600", "501", isKept: false),
    error(
      "sie-404", "RFC 5861 §4 a 404 is no such error", .private, "stale-if-error=3600", "404", isKept: false),
    error(
      "sie-over", "RFC 5861 §4 not beyond the window", .private, "stale-if-error=10", "503", isKept: false),
    error(
      "sie-invalid", "RFC 5861 §4 an invalid number permits nothing", .private, "stale-if-error=a", "503",
      isKept: false),
    error(
      "sie-must-revalidate", "§5.2.2.2 must-revalidate holds against it", .both,
      "stale-if-error=3600, must-revalidate", "503", isKept: false),
    error(
      "sie-no-cache", "§5.2.2.4 no-cache holds against it", .both, "stale-if-error=3600, no-cache", "503",
      isKept: false),
    error(
      "sie-s-maxage", "§5.2.2.10 s-maxage holds against it in a shared cache", .shared,
      "stale-if-error=3600, s-maxage=1", "503", isKept: false),
    error(
      "sie-proxy-revalidate", "§5.2.2.8 proxy-revalidate holds against it in a shared cache", .shared,
      "stale-if-error=3600, proxy-revalidate", "503", isKept: false),
    error(
      "sie-proxy-revalidate-private", "§5.2.2.8 but not in a private one", .private,
      "stale-if-error=3600, proxy-revalidate", "503", isKept: true),
    error(
      "sie-unreachable", "RFC 5861 §4 an origin that can't be reached", .both, "stale-if-error=3600", .gone,
      isKept: true),
    Scenario(
      "sie-age", "RFC 5861 §4 a stale response shows that it is", .private,
      .get("Cache-Control: max-age=1, stale-if-error=3600 | Age: 100"), .get("503").kept.has("Age ~ 100")),
    Scenario(
      "sie-request", "RFC 5861 §4 the request may say it too", .private,
      .get(#"Cache-Control: max-age=1 | Age: 100 | ETag: "1""#),
      .get("503").with("Cache-Control: stale-if-error=3600").kept),
    Scenario(
      "sie-request-over", "RFC 5861 §4 and its window counts", .private,
      .get(#"Cache-Control: max-age=1 | Age: 100 | ETag: "1""#),
      .get("503").with("Cache-Control: stale-if-error=10")),
    Scenario(
      "sie-fresh", "RFC 5861 §4 the error is not stored in its place", .private,
      .get(#"Cache-Control: max-age=1, stale-if-error=3600 | Age: 100 | ETag: "1""#),
      .get("503 | Cache-Control: max-age=3600").kept, .get(.unchanged(#"ETag: "1""#)).validated.from(1)),
  ]

  @Test("RFC 5861 §4: stale-if-error", arguments: errors)
  func ifError(_ scenario: Scenario) async throws { try await play(scenario, of: Self.errors) }

  static let revalidation: [Scenario] = [
    Scenario(
      "swr-within", "RFC 5861 §3 in the window: served stale, and asked for meanwhile", .both,
      .get(#"Cache-Control: max-age=1, stale-while-revalidate=3600 | Age: 100 | ETag: "1""#),
      .get("Cache-Control: max-age=3600").kept.has("Age ~ 100"), .get().hit.from(2)),
    Scenario(
      "swr-not-modified", "RFC 5861 §3 a 304 meanwhile freshens it", .private,
      .get(#"Cache-Control: max-age=1, stale-while-revalidate=3600 | Age: 100 | ETag: "1""#),
      .get(.unchanged(#"Cache-Control: max-age=3600 | ETag: "1""#)).kept.has("Age ~ 100").sends(
        #"If-None-Match: "1""#),
      .get().hit.from(1).has("Age ~ 0")),
    Scenario(
      "swr-error", "RFC 5861 §3 an error meanwhile changes nothing", .private,
      .get(#"Cache-Control: max-age=1, stale-while-revalidate=3600 | Age: 100 | ETag: "1""#),
      .get("503").kept,
      .get("503").kept.from(1)),
    Scenario(
      "swr-over", "RFC 5861 §3 not beyond the window", .private,
      .get("Cache-Control: max-age=1, stale-while-revalidate=10 | Age: 100"), .get()),
    Scenario(
      "swr-invalid", "RFC 5861 §3 an invalid number permits nothing", .private,
      .get("Cache-Control: max-age=1, stale-while-revalidate | Age: 100"), .get()),
    Scenario(
      "swr-must-revalidate", "§5.2.2.2 must-revalidate holds against it", .both,
      .get("Cache-Control: max-age=1, stale-while-revalidate=3600, must-revalidate | Age: 100"), .get()),
    Scenario(
      "swr-no-cache", "§5.2.2.4 no-cache holds against it", .private,
      .get("Cache-Control: max-age=1, stale-while-revalidate=3600, no-cache | Age: 100"), .get()),
    Scenario(
      "swr-s-maxage", "§5.2.2.10 s-maxage holds against it in a shared cache", .shared,
      .get("Cache-Control: s-maxage=1, stale-while-revalidate=3600 | Age: 100"), .get()),
    Scenario(
      "swr-request-no-cache", "§5.2.1.4 a request with no-cache does not want it", .private,
      .get("Cache-Control: max-age=1, stale-while-revalidate=3600 | Age: 100"),
      .get().with("Cache-Control: no-cache")),
    Scenario(
      "swr-fresh", "RFC 5861 §3 what is fresh is served without asking", .private,
      .get("Cache-Control: max-age=3600, stale-while-revalidate=3600"), .get().hit),
  ]

  @Test("RFC 5861 §3: stale-while-revalidate", arguments: revalidation)
  func whileRevalidating(_ scenario: Scenario) async throws {
    try await play(scenario, of: Self.revalidation)
  }
}
