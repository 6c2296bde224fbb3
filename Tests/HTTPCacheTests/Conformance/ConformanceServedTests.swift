import Testing

@Suite("Conformance: what is stored and served of a response, RFC 9111 §3.1, §4, RFC 9211", .timed)
struct ConformanceServedTests {
  /// Fields of a fresh response: what the stored one is served with, and without.
  private static func row(
    _ id: String, _ rule: String, _ fields: String, has: String = "Cache-Control: max-age=3600",
    lacks: String = "Absent"
  ) -> Scenario {
    Scenario(
      id, rule, .private, .get("Cache-Control: max-age=3600 | \(fields)"), .get().hit.has(has).lacks(lacks))
  }

  static let fields: [Scenario] = [
    row("served-unknown", "§3.1 unrecognised fields too", "X-Never-Seen: 1", has: "X-Never-Seen: 1"),
    row("served-lines", "§3.1 all lines of a name", "X-A: 1 | X-A: 2", has: "X-A * 1, 2"),
    row("served-etag", "§3.1 ETag", #"ETag: "1""#, has: #"ETag: "1""#),
    row("served-last-modified", "§3.1 Last-Modified", "Last-Modified: {-60}", has: "Last-Modified: {-60}"),
    row("served-expires", "§3.1 Expires", "Expires: {+60}", has: "Expires: {+60}"),
    row("served-vary", "§3.1 Vary", "Vary: Foo", has: "Vary: Foo"),
    row(
      "served-content-type", "§3.1 Content-Type", "Content-Type: text/plain", has: "Content-Type: text/plain"),
    row(
      "served-content-encoding", "§3.1 Content-Encoding", "Content-Encoding: x-none",
      has: "Content-Encoding: x-none"),
    row("served-content-length", "§3.1 Content-Length", "X-A: 1", has: "Content-Length: 6"),
    row(
      "served-no-transform", "§5.2.2.6 no-transform: the content and its coding stay as they came",
      "Cache-Control: no-transform | Content-Encoding: x-none", has: "Content-Encoding: x-none"),
    row("served-link", "§3.1 Link", "Link: </a.css>; rel=preload", has: "Link: </a.css>; rel=preload"),
    row("served-empty", "§3.1 an empty value", "X-A:", has: "X-A:"),
    row("served-no-connection", "§3.1 not Connection", "Connection: X-A", lacks: "Connection"),
    row("served-no-listed", "§3.1 not what Connection lists", "Connection: X-A, x-b | X-A: 1", lacks: "X-A"),
    row(
      "served-no-listed-case", "§3.1 in any case, on any line", "Connection: a | Connection: x-b | X-B: 1",
      lacks: "X-B"),
    row(
      "served-no-keep-alive", "RFC 9110 §7.6.1 not Keep-Alive", "Keep-Alive: timeout=5", lacks: "Keep-Alive"),
    row(
      "served-no-proxy-connection", "RFC 9110 §7.6.1 not Proxy-Connection", "Proxy-Connection: keep-alive",
      lacks: "Proxy-Connection"),
    row("served-no-te", "RFC 9110 §7.6.1 not TE", "TE: trailers", lacks: "TE"),
    row("served-no-upgrade", "RFC 9110 §7.6.1 not Upgrade", "Upgrade: a/1", lacks: "Upgrade"),
    row(
      "served-no-proxy-authenticate", "§3.1 not Proxy-Authenticate", "Proxy-Authenticate: Basic realm=\"a\"",
      lacks: "Proxy-Authenticate"),
    row(
      "served-no-proxy-authentication-info", "§3.1 not Proxy-Authentication-Info",
      "Proxy-Authentication-Info: a=b", lacks: "Proxy-Authentication-Info"),
    row(
      "served-no-proxy-authorization", "§3.1 not Proxy-Authorization", "Proxy-Authorization: Basic eDp5",
      lacks: "Proxy-Authorization"),
  ]

  @Test("§3.1: fields", arguments: fields)
  func field(_ scenario: Scenario) async throws { try await play(scenario, of: Self.fields) }

  static let trailers: [Scenario] = [
    Scenario(
      "trailer-not-combined", "§3.1 trailer fields are not combined with header fields", .both,
      .get(.chunked("Cache-Control: max-age=3600 | X-A: 1", trailers: "X-B: 2")),
      .get().hit.has("X-A: 1").lacks("X-B")),
    Scenario(
      "trailer-no-lifetime", "§3.1 nor do they say anything of freshness", .private,
      .get(.chunked("X-A: 1", trailers: "Cache-Control: max-age=3600")), .get()),
    Scenario(
      "trailer-no-store", "§3.1 nor of storing", .private,
      .get(.chunked("Cache-Control: max-age=3600", trailers: "Cache-Control: no-store")), .get().hit),
  ]

  @Test("§3.1: trailers", arguments: trailers)
  func trailer(_ scenario: Scenario) async throws { try await play(scenario, of: Self.trailers) }

  static let statuses: [Scenario] = [
    Scenario(
      "cache-status-hit", "RFC 9211 §2.1 hit, and no fwd beside it", .both,
      .get("Cache-Control: max-age=3600"),
      .get().hit.has("Cache-Status * httpcache; hit").lacks("Cache-Status * fwd=").once("Cache-Status")),
    Scenario(
      "cache-status-uri-miss", "RFC 9211 §2.2 fwd=uri-miss, and no hit beside it", .private,
      .get("Cache-Control: max-age=3600").has(
        "Cache-Status * httpcache; fwd=uri-miss", "Cache-Status * ; stored"
      ).lacks("Cache-Status * hit")),
    Scenario(
      "cache-status-not-stored", "RFC 9211 §2.5 stored only where it is", .private,
      .get("Cache-Control: no-store").has("Cache-Status * fwd=uri-miss").lacks("Cache-Status * stored")),
    Scenario(
      "cache-status-vary-miss", "RFC 9211 §2.2 fwd=vary-miss", .private,
      .get("Cache-Control: max-age=3600 | Vary: Foo").with("Foo: 1"),
      .get().with("Foo: 2").has("Cache-Status * fwd=vary-miss")),
    Scenario(
      "cache-status-stale", "RFC 9211 §2.2, §2.3 fwd=stale and the status that came back", .private,
      .get(#"Cache-Control: max-age=1 | Age: 100 | ETag: "1""#),
      .get(.unchanged(#"ETag: "1""#)).validated.has("Cache-Status * fwd=stale; fwd-status=304")),
    Scenario(
      "cache-status-stale-if-error", "RFC 9211 §2.1 no hit where a stale response stands in for an error",
      .both,
      .get(#"Cache-Control: max-age=1, stale-if-error=3600 | Age: 100 | ETag: "1""#),
      .get("503").kept.has("Cache-Status * fwd=stale; fwd-status=503").lacks("Cache-Status * hit")),
    Scenario(
      "cache-status-unreachable", "RFC 9211 §2.1 nor for an origin that can't be reached", .private,
      .get("Cache-Control: max-age=1 | Age: 100"),
      .get(.gone).words("--stale-if-unreachable").kept.has("Cache-Status * fwd=stale; ttl=-").lacks(
        "Cache-Status * hit")),
    Scenario(
      "cache-status-request", "RFC 9211 §2.2 fwd=request", .private,
      .get(#"Cache-Control: max-age=3600 | ETag: "1""#),
      .get(.unchanged(#"ETag: "1""#)).with("Cache-Control: no-cache").validated.has(
        "Cache-Status * fwd=request")),
    Scenario(
      "cache-status-method", "RFC 9211 §2.2 fwd=method", .private, .get("Cache-Control: max-age=3600"),
      .send("POST").has("Cache-Status * fwd=method")),
    Scenario(
      "cache-status-bypass", "RFC 9211 §2.2 fwd=bypass", .private,
      .get().words("--capacity", "0").has("Cache-Status * fwd=bypass")),
    Scenario(
      "cache-status-partial", "RFC 9211 §2.2 fwd=partial", .private,
      .get(
        .fields(
          #"206 | Cache-Control: max-age=3600 | ETag: "1" | Content-Range: bytes 0-4/10"#, body: "01234")
      ).with(
        "Range: bytes=0-4"),
      .get(
        .fields(
          #"206 | Cache-Control: max-age=3600 | ETag: "1" | Content-Range: bytes 5-9/10"#, body: "56789")
      ).with(
        "Range: bytes=5-9"
      ).has("Cache-Status * fwd=partial")),
    Scenario(
      "cache-status-ttl", "RFC 9211 §2.4 ttl, negative once stale", .private,
      .get("Cache-Control: max-age=1 | Age: 100"),
      .get().with("Cache-Control: max-stale").hit.has("Cache-Status * ; hit", "Cache-Status * ttl=-")),
    Scenario(
      "cache-status-appended", "RFC 9211 §2 behind the members of caches nearer to the origin", .both,
      .get("Cache-Control: max-age=3600 | Cache-Status: Edge; hit").has(
        "Cache-Status * Edge; hit, httpcache; fwd=uri-miss"),
      .get().hit.has("Cache-Status * Edge; hit, httpcache; hit")),
  ]

  @Test("RFC 9211: Cache-Status", arguments: statuses)
  func cacheStatus(_ scenario: Scenario) async throws { try await play(scenario, of: Self.statuses) }

  static let interims: [Scenario] = [
    Scenario(
      "interim-shown", "RFC 9110 §15.2 interim responses are passed through", .private,
      .get(.after(["103 | Link: </a.css>"], "Cache-Control: max-age=3600")).interims(103).lacks("Link")),
    Scenario(
      "interim-not-stored", "§3 only a final response is stored", .both,
      .get(.after(["103 | Link: </a.css>"], "Cache-Control: max-age=3600")).interims(103),
      .get().hit.lacks("Link")),
    Scenario(
      "interim-several", "RFC 9110 §15.2 several, and 102 and 100 among them", .private,
      .get(.after(["102", "103 | X-A: 1", "103 | X-A: 2"], "Cache-Control: max-age=3600")).interims(
        102, 103, 103),
      .get().hit),
    Scenario(
      "interim-directives", "§3 what they say of caching is not said of the final response", .private,
      .get(.after(["103 | Cache-Control: no-store"], "Cache-Control: max-age=3600")).interims(103),
      .get().hit,
      .get(.after(["103 | Cache-Control: max-age=3600"], "")).at("/b").interims(103), .get().at("/b")),
    Scenario(
      "interim-validation", "§4.3.3 before a 304 too", .private,
      .get(#"Cache-Control: max-age=0 | ETag: "1""#),
      .get(.after(["103 | X-A: 1"], .unchanged(#"ETag: "1""#))).validated.interims(103).lacks("X-A")),
  ]

  @Test("RFC 9110 §15.2: interim responses", arguments: interims)
  func interim(_ scenario: Scenario) async throws { try await play(scenario, of: Self.interims) }

  static let codes: [Scenario] = [
    Scenario(
      "status-explicit", "§3 nearly every final status with explicit freshness is stored and reused",
      .private,
      steps: [
        200, 203, 204, 299, 300, 301, 302, 303, 307, 308, 400, 403, 404, 405, 410, 414, 451, 499, 500, 501,
        502,
        503, 504, 599,
      ].flatMap { status -> [Step] in
        [.get("\(status) | Cache-Control: max-age=3600").at("/\(status)"), .get().at("/\(status)").hit]
      }),
    Scenario(
      "status-never", "RFC 6585 §3 to §6, RFC 9110 §15.5.8 what a status keeps from being stored", .private,
      steps: [407, 428, 429, 431, 511].flatMap { status -> [Step] in
        [
          .get("\(status) | Cache-Control: public, max-age=3600").at("/\(status)"), .get().at("/\(status)"),
        ]
      }),
    Scenario(
      "status-none", "§3, §4.2 without freshness information none is reused unasked", .private,
      steps: [200, 203, 204, 301, 302, 404, 410, 500, 503].flatMap { status -> [Step] in
        [.get("\(status)").at("/\(status)"), .get().at("/\(status)")]
      }),
    Scenario(
      "status-redirect", "§2 a redirect is stored with its Location", .private,
      .get("301 | Cache-Control: max-age=3600 | Location: /b"), .get().hit.has("Location: /b")),
    Scenario(
      "status-redirect-validated", "§4.3.4 a stored redirect is validated as others are", .private,
      .get(#"302 | Cache-Control: max-age=0 | ETag: "1" | Location: /b"#),
      .get(.unchanged(#"Cache-Control: max-age=3600 | ETag: "1""#)).validated.has("Location: /b"),
      .get().hit.from(1)),
  ]

  @Test("§3: status codes", arguments: codes)
  func code(_ scenario: Scenario) async throws { try await play(scenario, of: Self.codes) }
}
