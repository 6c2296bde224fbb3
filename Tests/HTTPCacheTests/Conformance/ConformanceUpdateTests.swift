import Testing

@Suite("Conformance: updating stored fields, RFC 9111 §3.2, §4.3.4, §4.3.5", .timed)
struct ConformanceUpdateTests {
  /// Stored with the first fields, confirmed by a 304 with the second: what is served at once, and from then on.
  private static func row(
    _ id: String, _ rule: String, _ stored: String, _ confirmed: String, has: String, lacks: String = "Absent"
  ) -> Scenario {
    Scenario(
      id, rule, .private, .get(#"Cache-Control: max-age=0 | ETag: "1" | \#(stored)"#),
      .get(.unchanged(#"Cache-Control: max-age=3600 | ETag: "1" | \#(confirmed)"#)).validated.has(has).lacks(
        lacks),
      .get().hit.from(1).has(has).lacks(lacks))
  }

  static let fields: [Scenario] = [
    row(
      "update-replaces", "§3.2 a value that is there is replaced", "X-A: 1", "X-A: 2", has: "X-A: 2",
      lacks: "X-A: 1"),
    row(
      "update-replaces-lines", "§3.2 all lines of the name are", "X-A: 1 | X-A: 2", "X-A: 3", has: "X-A: 3",
      lacks: "X-A * 1"),
    row("update-adds", "§3.2 a field that was not there is added", "X-A: 1", "X-B: 2", has: "X-B: 2"),
    row("update-keeps", "§3.2 what the 304 does not have stays", "X-A: 1", "X-B: 2", has: "X-A: 1"),
    row(
      "update-cache-control", "§3.2 Cache-Control is replaced, not added to", "X-A: 1", "X-B: 2",
      has: "Cache-Control: max-age=3600", lacks: "Cache-Control: max-age=0"),
    row(
      "update-expires", "§3.2 Expires", "Expires: {-60}", "Expires: {+60}", has: "Expires: {+60}",
      lacks: "Expires: {-60}"),
    row("update-date", "§3.2 Date", "Date: {-100}", "Date: {-50}", has: "Date: {-50}", lacks: "Date: {-100}"),
    row(
      "update-last-modified", "§3.2 Last-Modified", "Last-Modified: {-100}", "Last-Modified: {-50}",
      has: "Last-Modified: {-50}"),
    row(
      "update-content-length", "§3.2 but not Content-Length", "X-A: 1", "Content-Length: 999",
      has: "Content-Length: 6", lacks: "Content-Length: 999"),
    row(
      "update-content-prefix", "§3.2 Content-* is no sign of an exception", "Content-Foo: 1",
      "Content-Foo: 2",
      has: "Content-Foo: 2"),
    row(
      "update-content-location", "§3.2 Content-Location", "Content-Location: /a", "Content-Location: /b",
      has: "Content-Location: /b"),
    row(
      "update-content-type",
      "§3.2 Content-Type stays with the body that is stored: a cache may leave it for integrity",
      "Content-Type: text/plain", "Content-Type: text/html", has: "Content-Type: text/plain"),
    row(
      "update-security-policy", "§3.2 Content-Security-Policy", "Content-Security-Policy: default-src 'none'",
      "Content-Security-Policy: default-src 'self'", has: "Content-Security-Policy: default-src 'self'"),
    row(
      "update-frame-options", "§3.2 X-Frame-Options", "X-Frame-Options: deny", "X-Frame-Options: sameorigin",
      has: "X-Frame-Options: sameorigin"),
    row(
      "update-no-set-cookie", "§3.1, §3.2 what is not stored is not stored by an update either", "X-A: 1",
      "Set-Cookie: a=b", has: "X-A: 1", lacks: "Set-Cookie"),
    row(
      "update-no-connection", "§3.1, §3.2 fields that Connection lists are not taken over", "X-A: 1",
      "Connection: X-B | X-B: 1", has: "X-A: 1", lacks: "X-B"),
    row(
      "update-no-proxy-fields", "§3.1, §3.2 nor a proxy's", "X-A: 1", "Proxy-Authentication-Info: a=b",
      has: "X-A: 1", lacks: "Proxy-Authentication-Info"),
  ]

  @Test("§3.2: by a 304", arguments: fields)
  func field(_ scenario: Scenario) async throws { try await play(scenario, of: Self.fields) }

  static let heads: [Scenario] = [
    Scenario(
      "head-from-get", "§4 a stored GET answers HEAD", .both, .get("Cache-Control: max-age=3600 | X-A: 1"),
      .head().hit.has("X-A: 1", "Content-Length: 6", "Age ~ 0")),
    Scenario(
      "head-not-for-get", "§4 a response to HEAD does not answer GET", .private,
      .head("Cache-Control: max-age=3600"), .get()),
    Scenario(
      "head-updates", "§4.3.5 a HEAD that matches updates the stored GET", .both,
      .get(#"Cache-Control: max-age=1 | Age: 100 | ETag: "1" | X-A: 1"#),
      .head(#"Cache-Control: max-age=3600 | ETag: "1" | X-A: 2"#),
      .get().hit.from(1).has("X-A: 2", "Cache-Control: max-age=3600")),
    Scenario(
      "head-updates-no-validator", "§4.3.5 also where neither has a validator", .private,
      .get("Cache-Control: max-age=1 | Age: 100 | X-A: 1"), .head("Cache-Control: max-age=3600 | X-A: 2"),
      .get().hit.from(1).has("X-A: 2")),
    Scenario(
      "head-other-tag", "§4.3.5 another tag makes the stored GET stale", .private,
      .get(#"Cache-Control: max-age=3600 | ETag: "1""#),
      .head(#"Cache-Control: max-age=3600 | ETag: "2""#).with("Cache-Control: no-cache"), .get()),
    Scenario(
      "head-other-last-modified", "§4.3.5 another Last-Modified does", .private,
      .get("Cache-Control: max-age=3600 | Last-Modified: {-3600}"),
      .head("Cache-Control: max-age=3600 | Last-Modified: {-60}").with("Cache-Control: no-cache"), .get()),
    Scenario(
      "head-other-length", "§4.3.5 another Content-Length does", .private,
      .get(#"Cache-Control: max-age=3600 | ETag: "1""#),
      .head(.fields(#"Cache-Control: max-age=3600 | ETag: "1""#, body: "longer than before")).with(
        "Cache-Control: no-cache"), .get()),
    Scenario(
      "head-error", "§4.3.5 only a 200 to HEAD says anything of the stored GET", .private,
      .get(#"Cache-Control: max-age=3600 | ETag: "1""#), .head("503").with("Cache-Control: no-cache"),
      .get().hit.from(1)),
    Scenario(
      "head-other-variant", "§4.3.5 only what could have been selected is touched", .private,
      .get(#"Cache-Control: max-age=3600 | Vary: Foo | ETag: "1" | X-A: 1"#).with("Foo: 1"),
      .head(#"Cache-Control: max-age=3600 | Vary: Foo | ETag: "2" | X-A: 2"#).with("Foo: 2"),
      .get().with("Foo: 1").hit.from(1).has("X-A: 1")),
    Scenario(
      "head-304", "§4.3.4 a 304 to a conditional HEAD updates too", .private,
      .get(#"Cache-Control: max-age=1 | Age: 100 | ETag: "1" | X-A: 1"#),
      .head(
        .when(
          "If-None-Match", #"304 | Cache-Control: max-age=3600 | ETag: "1" | X-A: 2"#,
          otherwise: #"Cache-Control: max-age=3600 | ETag: "1" | X-A: 2"#)
      ).has("X-A: 2"),
      .get().hit.from(1).has("X-A: 2")),
  ]

  @Test("§4.3.5: by HEAD", arguments: heads)
  func head(_ scenario: Scenario) async throws { try await play(scenario, of: Self.heads) }
}
