import Testing

@Suite("Conformance: storing, RFC 9111 §3", .timed)
struct ConformanceStoringTests {
  static let responses: [Scenario] = [
    Scenario(
      "store-max-age", "§3 a max-age directive allows storing, whatever the status", .both,
      .get("302 | Cache-Control: max-age=3600"), .get().hit),
    Scenario(
      "store-expires", "§3 an Expires field allows storing, whatever the status", .both,
      .get("302 | Date: {now} | Expires: {+3600}"), .get().hit),
    Scenario(
      "store-public", "§3, §5.2.2.9 public allows storing, and a guess at freshness, whatever the status",
      .both,
      .get("302 | Cache-Control: public | Date: {now} | Last-Modified: {-864000}"), .get().hit),
    Scenario(
      "store-private", "§3 a private directive allows a private cache to store, whatever the status",
      .private,
      .get(#"302 | Cache-Control: private | ETag: "1""#), .get(.unchanged(#"ETag: "1""#)).validated),
    Scenario(
      "store-s-maxage", "§3 s-maxage allows a shared cache to store, whatever the status", .shared,
      .get("302 | Cache-Control: s-maxage=3600"), .get().hit),
    Scenario(
      "store-s-maxage-not-private", "§3 s-maxage does not allow a private cache to store", .private,
      .get(#"302 | Cache-Control: s-maxage=3600 | ETag: "1""#), .get().omits("If-None-Match")),
    Scenario(
      "store-nothing-allows", "§3 neither directive, field nor status allows storing", .both,
      .get(#"302 | ETag: "1""#), .get().omits("If-None-Match")),
    Scenario(
      "store-unrecognised-status", "§3 a final status that is not recognised is no obstacle", .private,
      .get("599 | Cache-Control: max-age=3600"), .get().hit),
    Scenario(
      "store-close-delimited", "§3.3, RFC 9112 §8 a body that ends with its connection is whole", .private,
      .get(.closing("Cache-Control: max-age=3600")), .get().hit),
    Scenario(
      "store-chunked", "§3 a chunked response is stored", .both,
      .get(.chunked("Cache-Control: max-age=3600", trailers: "")), .get().hit.lacks("Transfer-Encoding")),
    Scenario(
      "store-set-cookie", "§7.3 Set-Cookie does not inhibit caching; this cache does not keep it", .both,
      .get("Cache-Control: max-age=3600 | Set-Cookie: a=b").has("Set-Cookie: a=b"),
      .get().hit.lacks("Set-Cookie")),
    Scenario(
      "store-set-cookie-kept", "§3.1 all received fields, once credentials may be kept", .private,
      .get("Cache-Control: max-age=3600 | Set-Cookie: a=b").words("--keep-credentials"),
      .get().hit.has("Set-Cookie: a=b")),
    Scenario(
      "store-unknown-directive", "§5.2.3 unrecognised directives are ignored", .both,
      .get("Cache-Control: unknown, max-age=3600, other=\"no-store\""), .get().hit),
  ]

  @Test("§3: what may be stored", arguments: responses)
  func response(_ scenario: Scenario) async throws { try await play(scenario, of: Self.responses) }

  static let refusals: [Scenario] = [
    Scenario(
      "no-store", "§5.2.2.5 a response with no-store is not stored", .both,
      .get(#"Cache-Control: no-store | ETag: "1""#), .get().omits("If-None-Match")),
    Scenario(
      "no-store-with-lifetime", "§5.2.2.5 no-store rules out what max-age would allow", .both,
      .get("Cache-Control: max-age=3600, no-store"), .get()),
    Scenario(
      "no-store-case", "§5.2 directives are compared case-insensitively", .private,
      .get("Cache-Control: max-age=3600, No-StOrE"), .get()),
    Scenario(
      "no-store-second-line", "§5.2 directives on several lines are one list", .private,
      .get("Cache-Control: max-age=3600 | Cache-Control: no-store"), .get()),
    Scenario(
      "no-store-quoted-elsewhere", "§5.2 what stands in a quoted string is no directive", .private,
      .get("Cache-Control: a=\"b, no-store\", max-age=3600"), .get().hit),
    Scenario(
      "no-store-replaces", "§5.2.2.5 the answer to a validation with no-store is not stored", .both,
      .get(#"Cache-Control: max-age=0 | ETag: "1""#), .get("Cache-Control: no-store, max-age=3600"), .get()),
    Scenario(
      "no-store-in-304", "§5.2.2.5 a response that a 304 forbids to store answers no other request", .both,
      .get(#"Cache-Control: max-age=0 | ETag: "1""#),
      .get(.unchanged(#"Cache-Control: no-store, max-age=3600 | ETag: "1""#)).validated, .get()),
    Scenario(
      "request-no-store", "§5.2.1.5 no part of the response to a request with no-store is stored", .both,
      .get("Cache-Control: max-age=3600").with("Cache-Control: no-store"), .get()),
    Scenario(
      "request-no-store-hit", "§5.2.1.5 no-store of a request does not apply to what is already stored",
      .both,
      .get("Cache-Control: max-age=3600"), .get().with("Cache-Control: no-store").hit, .get().hit.from(1)),
    Scenario(
      "must-understand-known", "§5.2.2.3 beside must-understand, no-store is ignored for a known status",
      .both,
      .get("Cache-Control: must-understand, no-store, max-age=3600"), .get().hit),
    Scenario(
      "must-understand-unknown",
      "§3, §5.2.2.3 must-understand: a status that is not understood is not stored",
      .both, .get("599 | Cache-Control: must-understand, max-age=3600"), .get()),
    Scenario(
      "must-understand-unknown-no-store", "§5.2.2.3 no-store holds where the status is not understood",
      .private,
      .get("599 | Cache-Control: must-understand, no-store, max-age=3600"), .get()),
    Scenario(
      "store-304-unasked", "§3 a 304 to the user's own condition is not stored as an answer to others",
      .private,
      .get(#"304 | Cache-Control: max-age=3600 | ETag: "1""#).with(#"If-None-Match: "1""#), .get()),
    Scenario(
      "vary-cookie-not-kept", "§4.1 a variant chosen by a credential of which only a digest is kept",
      .private,
      .get("Cache-Control: max-age=3600 | Vary: Cookie").with("Cookie: a=1"),
      .get().with("Cookie: a=1").hit, .get().with("Cookie: a=2")),
    Scenario(
      "vary-cookie-kept", "§4.1 a variant chosen by a credential, once credentials may be kept", .private,
      .get("Cache-Control: max-age=3600 | Vary: Cookie").with("Cookie: a=1").words("--keep-credentials"),
      .get().with("Cookie: a=1").words("--keep-credentials").hit,
      .get().with("Cookie: a=2").words("--keep-credentials")),
  ]

  @Test("§3: what must not be stored", arguments: refusals)
  func refusal(_ scenario: Scenario) async throws { try await play(scenario, of: Self.refusals) }

  static let keys: [Scenario] = [
    Scenario(
      "key-path", "§4 the presented target URI has to match: another path", .private,
      .get("Cache-Control: max-age=3600").at("/a"), .get().at("/b"), .get().at("/A")),
    Scenario(
      "key-query", "§4 the presented target URI has to match: another query", .private,
      .get("Cache-Control: max-age=3600").at("/a?x=1"), .get().at("/a?x=2"), .get().at("/a"),
      .get().at("/a?x=1").hit.from(1)),
    Scenario(
      "key-host", "§4 the presented target URI has to match: another host", .both,
      .get("Cache-Control: max-age=3600"),
      .get().at("http://other.test:{port}/").words("--resolve", "other.test:{port}:127.0.0.1")),
    Scenario(
      "key-fragment", "§2, RFC 9110 §7.1 a fragment is no part of the target URI", .private,
      .get("Cache-Control: max-age=3600").at("/a#x"), .get().at("/a#y").hit),
    Scenario(
      "key-equivalent", "§2, RFC 9110 §4.2.3 equivalent URIs are one", .private,
      .get("Cache-Control: max-age=3600").at("http://localhost:{port}/%7ea"),
      .get().at("http://LOCALHOST:{port}/~a").hit),
  ]

  @Test("§2, §4: the cache key", arguments: keys)
  func key(_ scenario: Scenario) async throws { try await play(scenario, of: Self.keys) }
}
