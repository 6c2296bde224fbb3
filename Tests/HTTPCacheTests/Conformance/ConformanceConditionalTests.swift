import Testing

/// The caller's own preconditions, answered from the cache where it may evaluate them.
@Suite("Conformance: received validation requests, RFC 9111 §4.3.2", .timed)
struct ConformanceConditionalTests {
  /// A fresh response with these fields, asked for with a condition: 304 or the whole.
  private static func row(
    _ id: String, _ rule: String, _ fields: String, _ condition: String, isChanged: Bool
  ) -> Scenario {
    let asked = Step.get().with(condition).hit
    return Scenario(
      id, rule, .private, .get("Cache-Control: max-age=3600 | \(fields)"),
      isChanged ? asked : asked.status(304))
  }

  static let conditions: [Scenario] = [
    row(
      "inm-match", "the tag is that of the selected response", #"ETag: "1""#, #"If-None-Match: "1""#,
      isChanged: false),
    row("inm-other", "the tag is another", #"ETag: "1""#, #"If-None-Match: "2""#, isChanged: true),
    row("inm-list", "the tag is in a list", #"ETag: "1""#, #"If-None-Match: "2", "1""#, isChanged: false),
    row(
      "inm-lines", "the tag is on a second line", #"ETag: "1""#, #"If-None-Match: "2" | If-None-Match: "1""#,
      isChanged: false),
    row(
      "inm-comma-in-tag", "a comma in a tag ends nothing", #"ETag: "1,2""#, #"If-None-Match: "1,2""#,
      isChanged: false),
    row("inm-star", "* matches what is stored", #"ETag: "1""#, "If-None-Match: *", isChanged: false),
    row("inm-weak-asked", "compared weakly", #"ETag: "1""#, #"If-None-Match: W/"1""#, isChanged: false),
    row("inm-weak-stored", "compared weakly", #"ETag: W/"1""#, #"If-None-Match: "1""#, isChanged: false),
    row("inm-no-tag", "nothing stored to compare", "X-A: 1", #"If-None-Match: "1""#, isChanged: true),
    row(
      "inm-over-ims", "If-None-Match comes before If-Modified-Since", #"ETag: "1" | Last-Modified: {-3600}"#,
      #"If-None-Match: "2" | If-Modified-Since: {-3600}"#, isChanged: true),
    row(
      "inm-over-ims-match", "If-None-Match comes before If-Modified-Since",
      #"ETag: "1" | Last-Modified: {-3600}"#, #"If-None-Match: "1" | If-Modified-Since: {-7200}"#,
      isChanged: false),
    row(
      "ims-equal", "not modified since its Last-Modified", "Last-Modified: {-3600}",
      "If-Modified-Since: {-3600}", isChanged: false),
    row(
      "ims-later", "not modified since a later time", "Last-Modified: {-3600}", "If-Modified-Since: {-60}",
      isChanged: false),
    row(
      "ims-earlier", "modified since an earlier time", "Last-Modified: {-3600}",
      "If-Modified-Since: {-7200}", isChanged: true),
    row(
      "ims-invalid", "RFC 9110 §13.1.3 an invalid date is ignored", "Last-Modified: {-3600}",
      "If-Modified-Since: yesterday", isChanged: true),
    row(
      "ims-by-date", "Date stands for a missing Last-Modified", "Date: {-100}", "If-Modified-Since: {-50}",
      isChanged: false),
    row(
      "ims-by-date-earlier", "Date stands for a missing Last-Modified", "Date: {-100}",
      "If-Modified-Since: {-200}", isChanged: true),
    row(
      "ims-by-receipt", "the time of receipt, where Date is missing too", "X-A: 1",
      "If-Modified-Since: {+60}", isChanged: false),
    row(
      "ims-by-receipt-earlier", "the time of receipt, where Date is missing too", "X-A: 1",
      "If-Modified-Since: {-60}", isChanged: true),
  ]

  @Test("evaluated against the selected response", arguments: conditions)
  func condition(_ scenario: Scenario) async throws { try await play(scenario, of: Self.conditions) }

  static let handling: [Scenario] = [
    Scenario(
      "conditional-304-fields", "RFC 9110 §15.4.5 a 304 has the fields of the 200 that guide caches",
      .private,
      .get(#"Cache-Control: max-age=3600 | ETag: "1" | Date: {-60} | Vary: Foo | Content-Location: /a"#),
      .get().with(#"If-None-Match: "1""#).hit.status(304).body("").has(
        "Cache-Control: max-age=3600", #"ETag: "1""#, "Date: {-60}", "Vary: Foo", "Content-Location: /a",
        "Age ~ 60")),
    Scenario(
      "conditional-head", "§4.3.2 HEAD is answered like GET", .private,
      .get(#"Cache-Control: max-age=3600 | ETag: "1""#),
      .head().with(#"If-None-Match: "1""#).hit.status(304)),
    Scenario(
      "conditional-if-match", "§4.3.2 If-Match is for the origin to evaluate", .both,
      .get(#"Cache-Control: max-age=3600 | ETag: "1""#),
      .get("412").with(#"If-Match: "2""#).sends(#"If-Match: "2""#)),
    Scenario(
      "conditional-if-unmodified-since", "§4.3.2 so is If-Unmodified-Since", .private,
      .get("Cache-Control: max-age=3600 | Last-Modified: {-3600}"),
      .get("412").with("If-Unmodified-Since: {-7200}").sends("If-Unmodified-Since: {-7200}")),
    Scenario(
      "conditional-nothing-stored", "§4.3.2 with nothing stored the condition is the origin's", .both,
      .get(.unchanged(#"ETag: "1""#)).with(#"If-None-Match: "1""#).status(304).sends(#"If-None-Match: "1""#)),
    Scenario(
      "conditional-not-understood", "§4.3.2 nor for a method that the cache can't satisfy", .private,
      .get(#"Cache-Control: max-age=3600 | ETag: "1""#),
      .send("PUT", "412").with("If-None-Match: *").sends("If-None-Match: *")),
    Scenario(
      "conditional-union-stored", "§4.3.2 a 304 with a tag that the caller does not have: the stored 200",
      .both,
      .get(#"Cache-Control: max-age=0 | ETag: "1""#),
      .get(.unchanged(#"ETag: "1""#)).with(#"If-None-Match: "mine""#).validated.sends(
        #"If-None-Match * "mine""#, #"If-None-Match * "1""#)),
    Scenario(
      "conditional-union-caller", "§4.3.2 a 304 with the caller's own tag is the caller's", .private,
      .get(#"Cache-Control: max-age=0 | ETag: "1""#),
      .get(.unchanged(#"ETag: "mine""#)).with(#"If-None-Match: "mine""#).status(304).body("")),
    Scenario(
      "conditional-same-tag", "§4.3.2, §4.3.4 a 304 with a tag of both: freshened, and 304 for the caller",
      .private,
      .get(#"Cache-Control: max-age=0 | ETag: "1""#),
      .get(.unchanged(#"Cache-Control: max-age=3600 | ETag: "1""#)).with(#"If-None-Match: "1""#).status(304)
        .body(""), .get().hit.from(1)),
    Scenario(
      "conditional-stale-changed", "§4.3.3 a full answer to it is stored and shown", .private,
      .get(#"Cache-Control: max-age=0 | ETag: "1""#),
      .get(#"Cache-Control: max-age=3600 | ETag: "2""#).with(#"If-None-Match: "1""#), .get().hit.from(2)),
    Scenario(
      "conditional-stored-redirect", "§4.3.2 only a stored 200 or 206 is compared", .private,
      .get(#"301 | Cache-Control: max-age=3600 | ETag: "1""#), .get().with(#"If-None-Match: "1""#).hit),
  ]

  @Test("what is answered and what goes on", arguments: handling)
  func handled(_ scenario: Scenario) async throws { try await play(scenario, of: Self.handling) }
}
