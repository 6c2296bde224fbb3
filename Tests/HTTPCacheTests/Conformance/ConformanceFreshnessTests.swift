import Testing

@Suite("Conformance: freshness lifetime, RFC 9111 §4.2", .timed)
struct ConformanceFreshnessTests {
  static let lifetimes: [Scenario] = [
    Scenario("fresh-nothing", "§4.2.1 nothing gives a lifetime", .both, .get(""), .get()),
    Scenario(
      "fresh-max-age", "§4.2.1 max-age is the lifetime", .both, .get("Cache-Control: max-age=3600"),
      .get().hit),
    Scenario(
      "fresh-max-age-zero", "§4.2.1 fresh only while the lifetime is greater than the age", .both,
      .get("Cache-Control: max-age=0"), .get()),
    Scenario(
      "fresh-max-age-passed", "§4.2 stale once the age has reached the lifetime", .both,
      .get("Cache-Control: max-age=100 | Age: 100"), .get()),
    Scenario(
      "fresh-max-age-31-bits", "§1.2.2 at least 31 bits of seconds", .private,
      .get("Cache-Control: max-age=2147483647"), .get().hit),
    Scenario(
      "fresh-max-age-32-bits", "§1.2.2 more than 31 bits of seconds", .private,
      .get("Cache-Control: max-age=2147483648"), .get().hit),
    Scenario(
      "fresh-max-age-overflow", "§1.2.2 an overflow is the greatest number, not a negative one", .private,
      .get("Cache-Control: max-age=99999999999999999999"), .get().hit),
    Scenario(
      "fresh-max-age-over-expires-past", "§4.2.1, §5.3 max-age comes before an Expires that has passed",
      .both,
      .get("Cache-Control: max-age=3600 | Date: {now} | Expires: {-3600}"), .get().hit),
    Scenario(
      "fresh-max-age-over-expires-future", "§4.2.1, §5.3 max-age comes before an Expires still to come",
      .both,
      .get("Cache-Control: max-age=1 | Age: 100 | Date: {now} | Expires: {+3600}"), .get()),
    Scenario(
      "fresh-max-age-over-expires-invalid", "§5.3 beside max-age an invalid Expires is ignored", .private,
      .get("Cache-Control: max-age=3600 | Expires: 0"), .get().hit),
    Scenario(
      "fresh-s-maxage-private", "§5.2.2.10 s-maxage gives a private cache no lifetime", .private,
      .get("Cache-Control: s-maxage=3600"), .get()),
    Scenario(
      "fresh-s-maxage-private-max-age", "§5.2.2.10 a private cache takes max-age beside s-maxage", .private,
      .get("Cache-Control: s-maxage=1, max-age=3600 | Age: 100"), .get().hit),
    Scenario(
      "fresh-s-maxage-longer", "§4.2.1 s-maxage comes before a shorter max-age in a shared cache", .shared,
      .get("Cache-Control: max-age=1, s-maxage=3600 | Age: 100"), .get().hit),
    Scenario(
      "fresh-s-maxage-shorter", "§4.2.1 s-maxage comes before a longer max-age in a shared cache", .shared,
      .get("Cache-Control: s-maxage=1, max-age=3600 | Age: 100"), .get()),
    Scenario(
      "fresh-s-maxage-over-expires", "§5.3 s-maxage comes before Expires in a shared cache", .shared,
      .get("Cache-Control: s-maxage=3600 | Date: {now} | Expires: {-3600}"), .get().hit),
    Scenario(
      "fresh-s-maxage-invalid", "§4.2.1 an invalid s-maxage is stale in a shared cache", .shared,
      .get("Cache-Control: s-maxage=abc, max-age=3600"), .get()),
    Scenario(
      "fresh-query", "§4.2.2 a query in the URI does not hinder reuse", .private,
      .get("Cache-Control: max-age=3600").at("/a?b=c"), .get().at("/a?b=c").hit),
    Scenario(
      "fresh-pragma-response", "§5.4 Pragma in a response means nothing", .both,
      .get("Cache-Control: max-age=3600 | Pragma: no-cache"), .get().hit),
  ]

  @Test("§4.2.1: what gives the lifetime", arguments: lifetimes)
  func lifetime(_ scenario: Scenario) async throws { try await play(scenario, of: Self.lifetimes) }

  /// The value comes behind `Age: 100`, so that a lifetime of a second has passed.
  static let syntax: [Scenario] = [
    .fresh(
      "cc-quoted", "§5.2 both forms of an argument are accepted", #"Age: 100 | Cache-Control: max-age="3600""#
    ),
    .fresh(
      "cc-upper-case", "§5.2 names are compared case-insensitively", "Age: 100 | Cache-Control: MAX-AGE=3600"),
    .fresh(
      "cc-mixed-case", "§5.2 names are compared case-insensitively", "Age: 100 | Cache-Control: mAx-aGe=3600"),
    .fresh("cc-leading-zeros", "§1.2.2 leading zeros are digits", "Age: 100 | Cache-Control: max-age=003600"),
    .fresh(
      "cc-after-unknown", "§5.2.3 an unknown directive before it",
      "Age: 100 | Cache-Control: a=b, max-age=3600"),
    .fresh(
      "cc-before-unknown", "§5.2.3 an unknown directive behind it",
      "Age: 100 | Cache-Control: max-age=3600, a"),
    .fresh(
      "cc-empty-members", "RFC 9110 §5.6.1 empty members are ignored",
      "Age: 100 | Cache-Control: , ,max-age=3600,"),
    .fresh(
      "cc-no-space", "RFC 9110 §5.6.1 no space after the comma", "Age: 100 | Cache-Control: a,max-age=3600,b"),
    .fresh(
      "cc-quoted-comma", "§5.2 a comma in a quoted string ends nothing",
      #"Age: 100 | Cache-Control: a="b, max-age=0", max-age=3600"#),
    .fresh(
      "cc-quoted-escape", "RFC 9110 §5.6.4 an escaped quote ends no string",
      #"Age: 100 | Cache-Control: a="\", max-age=0", max-age=3600"#),
    .fresh(
      "cc-two-lines", "§5.2 two lines are one list",
      "Age: 100 | Cache-Control: a | Cache-Control: max-age=3600"),
    .fresh(
      "cc-name-in-longer-name", "§5.2 a name that ends alike is another",
      "Age: 100 | Cache-Control: x-max-age=1, max-age=3600"),
    .stale(
      "cc-no-argument", "§4.2.1 max-age without its argument is stale", "Age: 100 | Cache-Control: max-age"),
    .stale(
      "cc-empty-argument", "§4.2.1 max-age with an empty argument is stale",
      "Age: 100 | Cache-Control: max-age="),
    .stale(
      "cc-negative", "§1.2.2, §4.2.1 a negative number is stale", "Age: 100 | Cache-Control: max-age=-3600"),
    .stale("cc-fraction", "§1.2.2, §4.2.1 a fraction is stale", "Age: 100 | Cache-Control: max-age=3600.0"),
    .stale(
      "cc-letter-before", "§4.2.1 non-integer content is stale", "Age: 100 | Cache-Control: max-age=a3600"),
    .stale(
      "cc-letter-behind", "§4.2.1 non-integer content is stale", "Age: 100 | Cache-Control: max-age=3600a"),
    .stale(
      "cc-single-quotes", "§4.2.1 non-integer content is stale", "Age: 100 | Cache-Control: max-age='3600'"),
    .stale("cc-plus", "§1.2.2, §4.2.1 a sign is no digit", "Age: 100 | Cache-Control: max-age=+3600"),
    .fresh(
      "cc-first-of-two", "§4.2.1 the first of two is used",
      "Age: 100 | Cache-Control: max-age=3600, max-age=1"),
    .stale(
      "cc-first-of-two-short", "§4.2.1 the first of two is used",
      "Age: 100 | Cache-Control: max-age=1, max-age=3600"),
    .stale(
      "cc-first-of-two-lines", "§4.2.1 the first of two lines is used",
      "Age: 100 | Cache-Control: max-age=1 | Cache-Control: max-age=3600"),
    .stale(
      "cc-conflict", "§4.2.1 of directives in conflict the most restrictive is honoured",
      "Age: 100 | Cache-Control: max-age=3600, no-cache"),
    .stale(
      "cc-invalid-no-fallback", "§4.2.1 Expires does not stand in for an invalid max-age",
      "Age: 100 | Cache-Control: max-age=abc | Date: {now} | Expires: {+3600}"),
  ]

  @Test("§5.2: how directives are read", arguments: syntax)
  func cacheControl(_ scenario: Scenario) async throws { try await play(scenario, of: Self.syntax) }

  static let responses: [Scenario] = [
    Scenario(
      "no-cache", "§5.2.2.4 no-cache: not without asking, however fresh", .both,
      .get(#"Cache-Control: no-cache, max-age=3600 | ETag: "1""#),
      .get(.unchanged(#"ETag: "1""#)).validated.sends(#"If-None-Match: "1""#)),
    Scenario(
      "no-cache-alone", "§5.2.2.4 no-cache without a lifetime is stored and asked for", .private,
      .get(#"Cache-Control: No-Cache | ETag: "1""#), .get(.unchanged(#"ETag: "1""#)).validated),
    Scenario(
      "no-cache-stale-wish", "§5.2.2.4, §4.2.4 no-cache holds against max-stale", .both,
      .get(#"Cache-Control: no-cache, max-age=3600 | ETag: "1""#),
      .get(.unchanged(#"ETag: "1""#)).with("Cache-Control: max-stale").validated),
    Scenario(
      "no-cache-fields", "§5.2.2.4 no-cache of fields: the rest is used without them", .both,
      .get("Cache-Control: no-cache=\"x-a, X-B\", max-age=3600 | X-A: 1 | X-B: 2 | X-C: 3").has("X-A: 1"),
      .get().hit.lacks("X-A", "X-B").has("X-C: 3")),
    Scenario(
      "must-revalidate-fresh", "§5.2.2.2 must-revalidate says nothing of what is fresh", .both,
      .get("Cache-Control: max-age=3600, must-revalidate"), .get().hit),
    Scenario(
      "must-revalidate-stale", "§5.2.2.2 once stale, not before it is validated", .both,
      .get(#"Cache-Control: max-age=1, must-revalidate | Age: 100 | ETag: "1""#),
      .get(.unchanged(#"ETag: "1""#)).with("Cache-Control: max-stale").validated),
    Scenario(
      "must-revalidate-disconnected", "§5.2.2.2 an error, not a stale response, when disconnected", .both,
      .get("Cache-Control: max-age=1, must-revalidate | Age: 100"),
      .get(.gone).words("--stale-if-unreachable").failed.asks(1)),
    Scenario(
      "immutable-reload", "RFC 8246 §2 a fresh immutable response needs no reload", .both,
      .get(#"Cache-Control: max-age=3600, immutable | Age: 100 | ETag: "1""#),
      .get().with("Cache-Control: max-age=0").hit, .get().words("--policy", "revalidate").hit.from(1)),
    Scenario(
      "immutable-no-cache", "RFC 8246 §2 a request with no-cache asks nevertheless", .private,
      .get(#"Cache-Control: max-age=3600, immutable | ETag: "1""#),
      .get(.unchanged(#"ETag: "1""#)).with("Cache-Control: no-cache").validated),
    Scenario(
      "immutable-stale", "RFC 8246 §2 once stale, immutable means nothing", .private,
      .get(#"Cache-Control: max-age=1, immutable | Age: 100 | ETag: "1""#),
      .get(.unchanged(#"ETag: "1""#)).validated),
    Scenario(
      "immutable-no-lifetime", "RFC 8246 §2 immutable alone gives no lifetime", .private,
      .get(#"Cache-Control: immutable | ETag: "1""#), .get(.unchanged(#"ETag: "1""#)).validated),
  ]

  @Test("§5.2.2: what directives say of reuse", arguments: responses)
  func directive(_ scenario: Scenario) async throws { try await play(scenario, of: Self.responses) }
}
