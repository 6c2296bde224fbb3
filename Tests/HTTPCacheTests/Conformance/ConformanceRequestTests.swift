import Testing

@Suite("Conformance: request directives, RFC 9111 §5.2.1 and §5.4", .timed)
struct ConformanceRequestTests {
  /// A stored response of age 100, asked for with Cache-Control: served, or asked for with its tag.
  private static func row(
    _ id: String, _ rule: String, _ stored: String, _ wish: String, isServed: Bool
  ) -> Scenario {
    let asked = Step.get(.unchanged(#"Cache-Control: max-age=3600 | ETag: "1""#)).with(
      "Cache-Control: \(wish)")
    return Scenario(
      id, rule, .private, .get(#"Cache-Control: \#(stored) | Age: 100 | ETag: "1""#),
      isServed ? asked.hit : asked.validated)
  }

  static let directives: [Scenario] = [
    row(
      "request-max-age-over", "§5.2.1.1 older than the client wants", "max-age=3600", "max-age=50",
      isServed: false),
    row("request-max-age-within", "§5.2.1.1 young enough", "max-age=3600", "max-age=1800", isServed: true),
    row("request-max-age-zero", "§5.2.1.1 max-age=0", "max-age=3600", "max-age=0", isServed: false),
    row(
      "request-max-age-stale", "§5.2.1.1 no stale response without max-stale", "max-age=1", "max-age=1800",
      isServed: false),
    row(
      "request-max-age-max-stale", "§5.2.1.1, §5.2.1.2 a stale response with max-stale", "max-age=1",
      "max-age=1800, max-stale", isServed: true),
    row("request-max-age-case", "§5.2 directives have no case", "max-age=3600", "MAX-AGE=0", isServed: false),
    row("request-max-stale", "§5.2.1.2 stale by any time", "max-age=1", "max-stale", isServed: true),
    row(
      "request-max-stale-within", "§5.2.1.2 stale by no more than that", "max-age=1", "max-stale=1000",
      isServed: true),
    row("request-max-stale-over", "§5.2.1.2 stale by more", "max-age=1", "max-stale=50", isServed: false),
    row(
      "request-max-stale-must-revalidate", "§5.2.2.2 not against must-revalidate",
      "max-age=1, must-revalidate",
      "max-stale", isServed: false),
    row(
      "request-min-fresh-within", "§5.2.1.3 fresh for long enough", "max-age=3600", "min-fresh=1000",
      isServed: true),
    row(
      "request-min-fresh-over", "§5.2.1.3 not fresh for long enough", "max-age=1000", "min-fresh=950",
      isServed: false),
    row("request-no-cache", "§5.2.1.4 not without validation", "max-age=3600", "no-cache", isServed: false),
    row("request-unknown", "§5.2.3 an unknown directive", "max-age=3600", "unknown=1", isServed: true),
    row(
      "request-response-directive", "§5.2 directives of responses mean nothing in a request", "max-age=3600",
      "must-revalidate, s-maxage=0, private", isServed: true),
    row(
      "request-no-transform", "§5.2.1.6 no-transform is no matter of reuse", "max-age=3600", "no-transform",
      isServed: true),
    row(
      "request-immutable", "RFC 8246 §2 immutable in a request has no effect", "max-age=1", "immutable",
      isServed: false),
  ]

  @Test("§5.2.1: what the client wants", arguments: directives)
  func directive(_ scenario: Scenario) async throws { try await play(scenario, of: Self.directives) }

  static let others: [Scenario] = [
    Scenario(
      "request-options", "§5.2.1 the options say the same as the fields", .private,
      .get(#"Cache-Control: max-age=20000 | Age: 10000 | ETag: "1""#), .get().words("--max-age", "15000").hit,
      .get().words("--min-fresh", "10").hit.from(1),
      .get(.unchanged(#"ETag: "1" | Cache-Control: max-age=1 | Age: 100"#)).words("--max-age", "10").validated
        .from(1).sends("Cache-Control: max-age=10"), .get().words("--max-stale").hit.from(1)),
    Scenario(
      "request-pragma", "§5.4 Pragma: no-cache where there is no Cache-Control", .both,
      .get(#"Cache-Control: max-age=3600 | ETag: "1""#),
      .get(.unchanged(#"ETag: "1""#)).with("Pragma: no-cache").validated),
    Scenario(
      "request-pragma-beside", "§5.4 beside Cache-Control it is ignored", .private,
      .get("Cache-Control: max-age=3600"), .get().with("Pragma: no-cache | Cache-Control: max-age=1800").hit),
    Scenario(
      "request-pragma-other", "§5.4 other words in Pragma mean nothing", .private,
      .get("Cache-Control: max-age=3600"), .get().with("Pragma: other").hit),
    Scenario(
      "only-if-cached-fresh", "§5.2.1.7 only-if-cached: what is stored", .both,
      .get("Cache-Control: max-age=3600"), .get().words("--only-if-cached").hit,
      .get().with("Cache-Control: only-if-cached").hit.from(1)),
    Scenario(
      "only-if-cached-nothing", "§5.2.1.7 or nothing: exit code 4 stands for the 504", .both,
      .get().words("--only-if-cached").unavailable),
    Scenario(
      "only-if-cached-stale", "§5.2.1.7 nothing stale", .private, .get("Cache-Control: max-age=1 | Age: 100"),
      .get().with("Cache-Control: only-if-cached").unavailable),
    Scenario(
      "only-if-cached-max-stale", "§5.2.1.7 consistent with the other wishes of the request", .private,
      .get("Cache-Control: max-age=1 | Age: 100"), .get().with("Cache-Control: only-if-cached, max-stale").hit
    ),
    Scenario(
      "only-if-cached-vary", "§5.2.1.7 nothing of another variant", .private,
      .get("Cache-Control: max-age=3600 | Vary: Foo").with("Foo: 1"),
      .get().with("Foo: 2").words("--only-if-cached").unavailable),
    Scenario(
      "request-passed-on", "§5.2 directives are passed on, whether known or not", .private,
      .get().with("Cache-Control: unknown=1, max-age=5").sends("Cache-Control: unknown=1, max-age=5")),
    Scenario(
      "response-passed-on", "§5.2 those of responses too", .private,
      .get("Cache-Control: max-age=3600, unknown=\"a, b\"").has(
        "Cache-Control: max-age=3600, unknown=\"a, b\""),
      .get().hit.has("Cache-Control: max-age=3600, unknown=\"a, b\"")),
    Scenario(
      "immutable-argument", "RFC 8246 §2 an argument of immutable is ignored", .private,
      .get("Cache-Control: max-age=3600, immutable=1 | Age: 100"), .get().with("Cache-Control: max-age=0").hit
    ),
    Scenario(
      "immutable-unauthenticated", "RFC 8246 §3 ignored where nothing vouches for the origin", .private,
      .get("Cache-Control: max-age=3600, immutable | Age: 100").at("http://other.test:{port}/").words(
        "--resolve", "other.test:{port}:127.0.0.1"),
      .get().with("Cache-Control: max-age=0").at("http://other.test:{port}/").words(
        "--resolve", "other.test:{port}:127.0.0.1")),
    Scenario(
      "immutable-close-delimited", "RFC 8246 §3 ignored where nothing vouches for the length", .private,
      .get(.closing("Cache-Control: max-age=3600, immutable | Age: 100")),
      .get().with("Cache-Control: max-age=0")),
    Scenario(
      "reload-policy", "§5.2.1.4 a reload reads nothing from the cache, and stores", .private,
      .get("Cache-Control: max-age=3600"), .get("Cache-Control: max-age=3600").words("--policy", "reload"),
      .get().hit.from(2)),
    Scenario(
      "reload-all-policy", "§5.2.1.4, §5.4 an end-to-end reload asks every cache to stand aside", .private,
      .get("Cache-Control: max-age=3600"),
      .get().words("--policy", "reload-all").sends("Cache-Control: no-cache", "Pragma: no-cache")),
  ]

  @Test("§5.2.1, §5.4: other ways to say it", arguments: others)
  func other(_ scenario: Scenario) async throws { try await play(scenario, of: Self.others) }
}
