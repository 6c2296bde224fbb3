import Testing

@Suite("Conformance: invalidation, RFC 9111 §4.4", .timed)
struct ConformanceInvalidationTests {
  /// A stored response, another request for the same URI, and whether it is still there.
  private static func row(
    _ id: String, _ rule: String, _ method: String, _ answer: Reply, isGone: Bool
  ) -> Scenario {
    let last = isGone ? Step.get() : Step.get().hit.from(1)
    return Scenario(id, rule, .private, .get("Cache-Control: max-age=3600"), .send(method, answer), last)
  }

  static let methods: [Scenario] = [
    row("invalidate-post", "§4.4 POST", "POST", "", isGone: true),
    row("invalidate-put", "§4.4 PUT", "PUT", "201", isGone: true),
    row("invalidate-delete", "§4.4 DELETE", "DELETE", "204", isGone: true),
    row("invalidate-patch", "§4.4 PATCH", "PATCH", "", isGone: true),
    row("invalidate-unknown", "§4.4 a method whose safety is unknown", "FROB", "", isGone: true),
    row(
      "invalidate-unknown-case", "RFC 9110 §9.1 methods have a case: get is unknown", "get", "", isGone: true),
    row("invalidate-redirect", "§4.4 a 3xx is no error", "POST", "303 | Location: {origin}/b", isGone: true),
    row("invalidate-not-404", "§4.4 a 4xx is an error", "POST", "404", isGone: false),
    row("invalidate-not-500", "§4.4 a 5xx is an error", "POST", "500", isGone: false),
    row("invalidate-not-options", "§4.4 OPTIONS is safe", "OPTIONS", "", isGone: false),
    row("invalidate-not-query", "RFC 10008 §2.7 QUERY is safe", "QUERY", "", isGone: false),
    row("invalidate-not-propfind", "RFC 4918 §9.1 PROPFIND is safe", "PROPFIND", "207", isGone: false),
    row("invalidate-not-report", "RFC 3253 §3.6 REPORT is safe", "REPORT", "", isGone: false),
    row("invalidate-not-search", "RFC 5323 §2.2 SEARCH is safe", "SEARCH", "", isGone: false),
    Scenario(
      "query-not-stored", "RFC 10008 §2.7 one QUERY answers no other, nor a GET", .private,
      .send("QUERY", "Cache-Control: max-age=3600"), .send("QUERY"), .get()),
  ]

  @Test("which requests and answers invalidate the target URI", arguments: methods)
  func method(_ scenario: Scenario) async throws { try await play(scenario, of: Self.methods) }

  static let targets: [Scenario] = [
    Scenario(
      "invalidate-location", "§4.4 Location of the same origin goes too", .both,
      .get("Cache-Control: max-age=3600").at("/b"), .send("POST", "201 | Location: {origin}/b"),
      .get().at("/b")),
    Scenario(
      "invalidate-location-relative", "§4.4 also a relative one", .private,
      .get("Cache-Control: max-age=3600").at("/a/b"), .send("POST", "201 | Location: b").at("/a/c"),
      .get().at("/a/b")),
    Scenario(
      "invalidate-content-location", "§4.4 Content-Location of the same origin goes too", .private,
      .get("Cache-Control: max-age=3600").at("/b"), .send("PUT", "Content-Location: /b"), .get().at("/b")),
    Scenario(
      "invalidate-location-error", "§4.4 but not after an error", .private,
      .get("Cache-Control: max-age=3600").at("/b"), .send("POST", "400 | Location: {origin}/b"),
      .get().at("/b").hit.from(1)),
    Scenario(
      "invalidate-location-safe", "§4.4 nor after a safe method", .private,
      .get("Cache-Control: max-age=3600").at("/b"), .get("301 | Location: {origin}/b | Content-Location: /b"),
      .get().at("/b").hit.from(1)),
    Scenario(
      "invalidate-other-origin", "§4.4 never what is of another origin", .both,
      .get("Cache-Control: max-age=3600").at("http://other.test:{port}/b").words(
        "--resolve", "other.test:{port}:127.0.0.1"),
      .send(
        "POST", "201 | Location: http://other.test:{port}/b | Content-Location: http://other.test:{port}/b"),
      .get().at("http://other.test:{port}/b").words("--resolve", "other.test:{port}:127.0.0.1").hit.from(1)),
    Scenario(
      "invalidate-other-scheme", "§4.4 another scheme is another origin; the target still goes", .private,
      .get("Cache-Control: max-age=3600").at("/b"),
      .send("POST", "201 | Location: https://127.0.0.1:{port}/b"), .get().at("/b").hit.from(1)),
    Scenario(
      "invalidate-only-target", "§4.4 other URIs stay", .private,
      .get("Cache-Control: max-age=3600").at("/b"), .get("Cache-Control: max-age=3600").at("/?a"),
      .send("POST"), .get().at("/b").hit.from(1), .get().at("/?a").hit.from(2)),
    Scenario(
      "invalidate-all-variants", "§4.4 all variants of the target go", .both,
      .get("Cache-Control: max-age=3600 | Vary: Foo").with("Foo: 1"),
      .get("Cache-Control: max-age=3600 | Vary: Foo").with("Foo: 2"), .send("POST"), .get().with("Foo: 1"),
      .get().with("Foo: 2")),
    Scenario(
      "invalidate-not-failed", "§4.4 a request without an answer changes nothing here", .private,
      .get("Cache-Control: max-age=3600"), .send("POST", .gone).failed, .get().hit.from(1)),
    Scenario(
      "invalidate-stale-wish", "§4.4 what is invalid is not served stale either", .private,
      .get("Cache-Control: max-age=1 | Age: 100"), .send("POST"), .get().with("Cache-Control: max-stale")),
  ]

  @Test("which URIs", arguments: targets)
  func target(_ scenario: Scenario) async throws { try await play(scenario, of: Self.targets) }

  static let through: [Scenario] = [
    Scenario(
      "method-write-through", "§4 an unsafe request goes to the origin, whatever is stored", .both,
      .get("Cache-Control: max-age=3600"), .send("PUT"), .send("PUT", "Cache-Control: max-age=3600"),
      .send("PUT")),
    Scenario(
      "method-post-each-time", "§4 a POST is never answered from the cache", .both,
      .send("POST", "Cache-Control: max-age=3600 | Content-Location: {origin}/"), .send("POST")),
    Scenario(
      "method-post-for-get", "RFC 9110 §9.3.3 a POST's response answers GET where it says that it may",
      .private,
      .send("POST", "Cache-Control: max-age=3600 | Content-Location: {origin}/"), .get().hit),
    Scenario(
      "method-post-for-get-relative", "RFC 9110 §9.3.3 Content-Location may be relative", .private,
      .send("POST", "Cache-Control: max-age=3600 | Content-Location: /a").at("/a"), .get().at("/a").hit),
    Scenario(
      "method-post-no-location", "RFC 9110 §9.3.3 not without Content-Location", .private,
      .send("POST", "Cache-Control: max-age=3600"), .get()),
    Scenario(
      "method-post-other-location", "RFC 9110 §9.3.3 not with the Content-Location of another URI", .private,
      .send("POST", "Cache-Control: max-age=3600 | Content-Location: /b"), .get(), .get().at("/b")),
    Scenario(
      "method-post-no-lifetime", "RFC 9110 §9.3.3 not without explicit freshness", .private,
      .send("POST", "Content-Location: / | Date: {now} | Last-Modified: {-864000}"), .get()),
    Scenario(
      "method-post-replaces", "§4.4, RFC 9110 §9.3.3 it takes the place of the GET that it makes invalid",
      .private,
      .get("Cache-Control: max-age=3600"),
      .send("POST", "Cache-Control: max-age=3600 | Content-Location: /"), .get().hit.from(2)),
    Scenario(
      "method-put-not-stored", "RFC 9110 §9.3.4 a response to PUT is not stored", .private,
      .send("PUT", "Cache-Control: max-age=3600 | Content-Location: /"), .get()),
    Scenario(
      "method-delete-not-stored", "RFC 9110 §9.3.5 nor one to DELETE", .private,
      .send("DELETE", "Cache-Control: max-age=3600 | Content-Location: /"), .get()),
    Scenario(
      "method-options-not-stored", "RFC 9110 §9.3.7 nor one to OPTIONS", .private,
      .send("OPTIONS", "Cache-Control: max-age=3600"), .send("OPTIONS"), .get()),
    Scenario(
      "method-unknown-not-stored", "§3 nor one to a method that is not understood", .private,
      .send("FROB", "Cache-Control: max-age=3600"), .send("FROB"), .get()),
    Scenario(
      "method-unknown-forwarded", "§4 a stored GET does not answer a method that is not understood", .private,
      .get("Cache-Control: max-age=3600"), .send("FROB")),
  ]

  @Test("§3, §4: methods", arguments: through)
  func written(_ scenario: Scenario) async throws { try await play(scenario, of: Self.through) }
}
