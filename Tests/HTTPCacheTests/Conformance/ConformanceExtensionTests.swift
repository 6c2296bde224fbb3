import Testing

@Suite("Conformance: No-Vary-Search, RFC 9530 digests, and RFC 10008 QUERY", .timed)
struct ConformanceExtensionTests {
  /// A response to one query that answers another, or does not.
  private static func row(
    _ id: String, _ rule: String, _ field: String, _ one: String, _ other: String, isSame: Bool
  ) -> Scenario {
    let last = Step.get().at("/\(other)").words("--match-no-vary-search")
    return Scenario(
      id, rule, .both, .get("Cache-Control: max-age=3600 | No-Vary-Search: \(field)").at("/\(one)"),
      isSame ? last.hit : last)
  }

  static let queries: [Scenario] = [
    row(
      "no-vary-search-params", "§6 a parameter of params does not count", #"params=("a")"#, "?a=1&b=2",
      "?b=2&a=3", isSame: true),
    row(
      "no-vary-search-params-other", "§6 others do", #"params=("a")"#, "?a=1&b=2", "?a=1&b=3", isSame: false),
    row(
      "no-vary-search-except", "§6 a parameter of except alone counts", #"except=("b")"#, "?a=1&b=2",
      "?c=3&b=2", isSame: true),
    row("no-vary-search-all", "§6 no query counts", "except=()", "?a=1&b=2", "", isSame: true),
    row(
      "no-vary-search-key-order", "§6 the order of names does not count", "key-order", "?a=1&b=2", "?b=2&a=1",
      isSame: true),
    row(
      "no-vary-search-one-name", "§6 that of the values of one name does", "key-order", "?a=1&a=2",
      "?a=2&a=1", isSame: false),
    row(
      "no-vary-search-encoding", "§5.3 names are percent-encoded", #"params=("%C3%A9+%E6%B0%97")"#,
      "?%C3%A9+%E6%B0%97=1", "", isSame: true),
    row(
      "no-vary-search-default", "§6 by default raw queries are compared", "params=()", "?a=1&b=2", "?b=2&a=1",
      isSame: false),
    row(
      "no-vary-search-type", "§5 a value of the wrong type voids the field", "params=(a)", "?a=1", "?a=2",
      isSame: false),
    row(
      "no-vary-search-both", "§5 params and except void the field", #"params=("a"), except=("b")"#,
      "?a=1&b=2", "?a=2&b=2", isSame: false),
    row("no-vary-search-path", "§6 paths differ", "except=()", "x?a=1", "y?a=1", isSame: false),
    Scenario(
      "no-vary-search-off", "a draft counts where it is asked for", .both,
      .get(#"Cache-Control: max-age=3600 | No-Vary-Search: params=("a")"#).at("/?a=1"),
      .get().at("/?a=2")),
    Scenario(
      "no-vary-search-vary", "§7 Vary has to match, too", .both,
      .get(#"Cache-Control: max-age=3600 | Vary: Foo | No-Vary-Search: params=("a")"#).at("/?a=1")
        .with("Foo: 1"),
      .get().at("/?a=2").with("Foo: 2").words("--match-no-vary-search")),
    Scenario(
      "no-vary-search-newest", "§7 of several the newest Date answers", .both,
      .get(#"Cache-Control: max-age=3600 | Date: {-10} | No-Vary-Search: params=("a")"#).at("/?a=1"),
      .get(#"Cache-Control: max-age=3600 | Date: {-60} | No-Vary-Search: params=("a")"#).at("/?a=2"),
      .get().at("/?a=3").words("--match-no-vary-search").hit.from(1)),
    Scenario(
      "no-vary-search-stale", "§7, RFC 9111 §4.3 a stale one is confirmed", .both,
      .get(#"Cache-Control: max-age=0 | ETag: "1" | No-Vary-Search: params=("a")"#).at("/?a=1"),
      .get(.unchanged(#"ETag: "1""#)).at("/?a=2").words("--match-no-vary-search").validated),
    Scenario(
      "no-vary-search-invalidation", "RFC 9111 §4.4 the target URI alone is invalidated", .both,
      .get(#"Cache-Control: max-age=3600 | No-Vary-Search: params=("a")"#).at("/?a=1"),
      .send("POST").at("/?a=2").words("--match-no-vary-search"), .get().at("/?a=1").hit.from(1)),
  ]

  @Test("draft-ietf-httpbis-no-vary-search: which queries are equal", arguments: queries)
  func query(_ scenario: Scenario) async throws { try await play(scenario, of: Self.queries) }

  /// The digest of "hello".
  private static let hello = "sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:"

  private static func content(
    _ id: String, _ rule: String, _ field: String, body: String, isRight: Bool
  ) -> Scenario {
    let first = Step.get(.fields("Cache-Control: max-age=3600 | \(field)", body: body))
    return Scenario(id, rule, .both, isRight ? first : first.failed, isRight ? .get().hit : .get())
  }

  static let digests: [Scenario] = [
    content(
      "digest-content", "§2 the digest of the content", "Content-Digest: \(hello)", body: "hello",
      isRight: true),
    content(
      "digest-content-wrong", "§2 content with another one is not stored", "Content-Digest: \(hello)",
      body: "hullo", isRight: false),
    content(
      "digest-representation", "§3 the digest of the representation", "Repr-Digest: \(hello)", body: "hello",
      isRight: true),
    content(
      "digest-representation-wrong", "§3 a representation with another one is not stored",
      "Repr-Digest: \(hello)", body: "hullo", isRight: false),
    content(
      "digest-other-algorithm", "§2 any digest may be ignored", "Content-Digest: md5=:AAAA:", body: "hello",
      isRight: true),
    content(
      "digest-malformed", "§2 a field that is no dictionary says nothing", "Content-Digest: sha-256=AAAA=",
      body: "hello", isRight: true),
  ]

  @Test("RFC 9530: digests", arguments: digests)
  func digest(_ scenario: Scenario) async throws { try await play(scenario, of: Self.digests) }

  static let methods: [Scenario] = [
    Scenario(
      "query-not-answered", "RFC 10008 §2.7 what a GET got answers no QUERY", .both,
      .get("Cache-Control: max-age=3600"), .send("QUERY"), .get().hit.from(1)),
    Scenario(
      "query-with-content", "RFC 10008 §2.7 nor does one QUERY's content answer another's", .both,
      .send("QUERY", "Cache-Control: max-age=3600").words("-d", "q=1"),
      .send("QUERY").words("-d", "q=1"), .send("QUERY").words("-d", "q=2")),
  ]

  @Test("RFC 10008: QUERY", arguments: methods)
  func method(_ scenario: Scenario) async throws { try await play(scenario, of: Self.methods) }
}
