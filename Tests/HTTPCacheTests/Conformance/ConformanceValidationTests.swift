import Testing

@Suite("Conformance: validation, RFC 9111 §4.3", .timed)
struct ConformanceValidationTests {
  static let requests: [Scenario] = [
    Scenario(
      "validate-etag", "§4.3.1 a stale response with a tag is asked for with If-None-Match", .both,
      .get(#"Cache-Control: max-age=0 | ETag: "1""#).omits("If-None-Match", "If-Modified-Since"),
      .get(.unchanged(#"ETag: "1""#)).validated.sends(#"If-None-Match: "1""#).omits("If-Modified-Since")),
    Scenario(
      "validate-weak-etag", "§4.3.1 a weak tag is sent as it is", .private,
      .get(#"Cache-Control: max-age=0 | ETag: W/"1""#),
      .get(.unchanged(#"ETag: W/"1""#)).validated.sends(#"If-None-Match: W/"1""#)),
    Scenario(
      "validate-last-modified", "§4.3.1 Last-Modified is sent in If-Modified-Since", .both,
      .get("Cache-Control: max-age=0 | Last-Modified: {-86400}"),
      .get(.unchanged("Last-Modified: {-86400}")).validated.sends("If-Modified-Since: {-86400}").omits(
        "If-None-Match")),
    Scenario(
      "validate-both", "§4.3.1 both validators are sent where both are there", .private,
      .get(#"Cache-Control: max-age=0 | ETag: "1" | Last-Modified: {-86400}"#),
      .get(.unchanged(#"ETag: "1" | Last-Modified: {-86400}"#)).validated.sends(
        #"If-None-Match: "1""#, "If-Modified-Since: {-86400}")),
    Scenario(
      "validate-none", "§4.3.1 without a validator there is no precondition", .private,
      .get("Cache-Control: max-age=0"), .get().omits("If-None-Match", "If-Modified-Since")),
    Scenario(
      "validate-malformed-tag", "RFC 9110 §8.8.3 what is no entity tag is not sent as one", .private,
      .get("Cache-Control: max-age=0 | ETag: 1"), .get().omits("If-None-Match")),
    Scenario(
      "validate-request-fields", "§4.3.1 the request is the one to be satisfied: its fields go along",
      .private,
      .get(#"Cache-Control: max-age=0 | ETag: "1""#),
      .get(.unchanged(#"ETag: "1""#)).with("X-A: 1").validated.sends("X-A: 1")),
  ]

  @Test("§4.3.1: sending a validation request", arguments: requests)
  func request(_ scenario: Scenario) async throws { try await play(scenario, of: Self.requests) }

  static let answers: [Scenario] = [
    Scenario(
      "validate-304", "§4.3.3 a 304: the stored response is updated and used", .both,
      .get(#"Cache-Control: max-age=0 | ETag: "1""#),
      .get(.unchanged(#"Cache-Control: max-age=3600 | ETag: "1""#)).validated, .get().hit.from(1)),
    Scenario(
      "validate-200", "§4.3.3 a full response satisfies the request and takes its place", .both,
      .get(#"Cache-Control: max-age=0 | ETag: "1""#),
      .get(#"Cache-Control: max-age=3600 | ETag: "2""#).sends(#"If-None-Match: "1""#), .get().hit.from(2)),
    Scenario(
      "validate-404", "§4.3.3 so does a full response of another status", .private,
      .get(#"Cache-Control: max-age=0 | ETag: "1""#), .get("404 | Cache-Control: max-age=3600"),
      .get().hit.from(2)),
    Scenario(
      "validate-500", "§4.3.3 a 5xx is forwarded; what is stored stays for the next time", .both,
      .get(#"Cache-Control: max-age=0 | ETag: "1""#), .get("500"),
      .get(.unchanged(#"ETag: "1""#)).validated.from(1)),
    Scenario(
      "validate-304-other-tag", "§4.3.4 a 304 with a strong tag of nothing stored updates nothing", .both,
      .get(#"Cache-Control: max-age=0 | ETag: "1" | X-A: 1"#),
      .get(.unchanged(#"Cache-Control: max-age=3600 | ETag: "2" | X-A: 2"#)).asks(2)),
    Scenario(
      "validate-304-strong-for-weak",
      "§4.3.4 a strong tag updates nothing that was stored with a weak one; the body is confirmed (RFC 9110 §8.8.3.2)",
      .private,
      .get(#"Cache-Control: max-age=0 | ETag: W/"1" | X-A: 1"#),
      .get(.unchanged(#"Cache-Control: max-age=3600 | ETag: "1" | X-A: 2"#)).validated.from(1).has("X-A: 1"),
      .get(.unchanged(#"ETag: "1""#)).validated.from(1)),
    Scenario(
      "validate-304-strong-of-several", "§4.3.4 a strong tag names the variant to update", .private,
      .get(#"Cache-Control: max-age=3600 | Vary: Foo | ETag: "a" | X-A: 1"#).with("Foo: 1"),
      .get(#"Cache-Control: max-age=0 | Vary: Foo | ETag: "b" | X-A: 2"#).with("Foo: 2"),
      .get(.unchanged(#"Cache-Control: max-age=3600 | Vary: Foo | ETag: "b" | X-A: 3"#)).with("Foo: 2")
        .validated,
      .get().with("Foo: 2").hit.from(2).has("X-A: 3"), .get().with("Foo: 1").hit.from(1).has("X-A: 1")),
    Scenario(
      "validate-304-weak", "§4.3.4 a weak tag names the stored response that it corresponds to", .private,
      .get(#"Cache-Control: max-age=0 | ETag: W/"1" | X-A: 1"#),
      .get(.unchanged(#"Cache-Control: max-age=3600 | ETag: W/"1" | X-A: 2"#)).validated.has("X-A: 2"),
      .get().hit.from(1).has("X-A: 2")),
    Scenario(
      "validate-304-last-modified", "§4.3.4 Last-Modified is a validator like others", .both,
      .get("Cache-Control: max-age=0 | Last-Modified: {-86400} | X-A: 1"),
      .get(.unchanged("Cache-Control: max-age=3600 | Last-Modified: {-86400} | X-A: 2")).validated,
      .get().hit.from(1).has("X-A: 2")),
  ]

  @Test("§4.3.3, §4.3.4: the answer to it", arguments: answers)
  func answer(_ scenario: Scenario) async throws { try await play(scenario, of: Self.answers) }
}
