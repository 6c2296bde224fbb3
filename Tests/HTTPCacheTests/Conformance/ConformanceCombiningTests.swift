import Testing

@Suite("Conformance: incomplete responses and combining, RFC 9111 §3.3, §3.4", .timed)
struct ConformanceCombiningTests {
  private static let strong = #"Cache-Control: max-age=3600 | ETag: "1""#

  private static func part(_ range: String, _ body: String, _ fields: String = strong) -> Reply {
    .fields("206 | \(fields) | Content-Range: bytes \(range)/10", body: body)
  }

  private static func whole(_ fields: String = strong) -> Reply { .fields(fields, body: "0123456789") }

  /// Two halves under these fields, then the whole: combined, or asked for again.
  private static func halves(
    _ id: String, _ rule: String, _ first: String, _ second: String, isCombined: Bool
  ) -> Scenario {
    let last = Step.get(.fields(strong, body: "abcdefghij"))
    return Scenario(
      id, rule, .private, .get(part("0-4", "01234", first)).with("Range: bytes=0-4"),
      .get(part("5-9", "56789", second)).with("Range: bytes=5-9"),
      isCombined ? last.hit.status(200).body("0123456789") : last)
  }

  static let combinations: [Scenario] = [
    halves(
      "combine-strong", "§3.4 parts under one strong tag are one whole", strong, strong, isCombined: true),
    halves(
      "combine-other-tag", "§3.4 not under another tag", strong, #"Cache-Control: max-age=3600 | ETag: "2""#,
      isCombined: false),
    halves(
      "combine-weak", "§3.4 not under a weak tag", #"Cache-Control: max-age=3600 | ETag: W/"1""#,
      #"Cache-Control: max-age=3600 | ETag: W/"1""#, isCombined: false),
    halves(
      "combine-no-validator", "§3.4 not without a validator", "Cache-Control: max-age=3600",
      "Cache-Control: max-age=3600", isCombined: false),
    Scenario(
      "combine-gap", "§3.3, §3.4 parts with a gap are no whole", .private,
      .get(part("0-3", "0123")).with("Range: bytes=0-3"), .get(part("6-9", "6789")).with("Range: bytes=6-9"),
      .get(.fields(strong, body: "abcdefghij"))),
    Scenario(
      "combine-overlap", "§3.4 parts may overlap", .private,
      .get(part("0-6", "0123456")).with("Range: bytes=0-6"),
      .get(part("4-9", "456789")).with("Range: bytes=4-9"),
      .get().hit.status(200).body("0123456789")),
    Scenario(
      "combine-updates", "§3.4 fields of the newer part update the stored ones", .private,
      .get(part("0-4", "01234", strong + " | X-A: 1")).with("Range: bytes=0-4"),
      .get(part("5-9", "56789", strong + " | X-A: 2")).with("Range: bytes=5-9"),
      .get().hit.status(200).body("0123456789").has("X-A: 2", "Content-Length: 10").lacks(
        "X-A: 1", "Content-Range")),
    Scenario(
      "combine-with-whole", "§3.4 a part of a whole that is stored leaves it whole", .private,
      .get(whole(#"Cache-Control: max-age=1 | Age: 100 | ETag: "1""#)),
      .get(
        .when(
          "If-None-Match", .fields(#"304 | Cache-Control: max-age=3600 | ETag: "1""#),
          otherwise: part("0-4", "01234"))
      ).with("Range: bytes=0-4").status(206).body("01234"),
      .get().hit.from(1).status(200).body("0123456789")),
  ]

  @Test("§3.4: combining parts", arguments: combinations)
  func combination(_ scenario: Scenario) async throws { try await play(scenario, of: Self.combinations) }

  static let incomplete: [Scenario] = [
    Scenario(
      "incomplete-not-served", "§3.3 an incomplete response answers no request for the whole", .both,
      .get(.cut(strong, body: "01234", of: 10)).failed, .get(.gone).failed),
    Scenario(
      "incomplete-not-served-stale", "§3.3 not even where any stored response would do", .private,
      .get(.cut(strong, body: "01234", of: 10)).failed,
      .get(whole()).words("--policy", "cache-only").unavailable),
    Scenario(
      "incomplete-completed", "§3.3, §3.4 the rest is asked for, and joined under the strong tag", .both,
      .get(.cut(strong, body: "01234", of: 10)).failed,
      .get(.when("Range", part("5-9", "56789"), otherwise: whole())).sends(
        "Range: bytes=5-", #"If-Range: "1""#
      ).status(200).body("0123456789").has("Content-Length: 10").lacks(
        "Content-Range"), .get().hit.from(2)),
    Scenario(
      "incomplete-changed", "§3.4, RFC 9110 §13.1.5 a full answer instead of the rest is the response",
      .private,
      .get(.cut(strong, body: "01234", of: 10)).failed,
      .get(.fields(#"Cache-Control: max-age=3600 | ETag: "2""#, body: "abcdefghij")), .get().hit.from(2)),
    Scenario(
      "incomplete-other-tag", "§3.4 a rest under another tag is not joined", .private,
      .get(.cut(strong, body: "01234", of: 10)).failed,
      .get(
        .when(
          "Range", part("5-9", "fghij", #"Cache-Control: max-age=3600 | ETag: "2""#),
          otherwise: .fields(#"Cache-Control: max-age=3600 | ETag: "2""#, body: "abcdefghij"))
      ).asks(2)),
    Scenario(
      "incomplete-other-range", "§3.4, RFC 9110 §15.3.7 a rest from another position is not joined", .private,
      .get(.cut(strong, body: "01234", of: 10)).failed,
      .get(.when("Range", part("6-9", "6789"), otherwise: whole())).asks(2)),
    Scenario(
      "incomplete-weak", "§3.4 under a weak tag the rest is not asked for", .private,
      .get(.cut(#"Cache-Control: max-age=3600 | ETag: W/"1""#, body: "01234", of: 10)).failed,
      .get(whole()).omits("Range", "If-Range")),
    Scenario(
      "incomplete-no-validator", "§3.4 nor without a validator", .private,
      .get(.cut("Cache-Control: max-age=3600", body: "01234", of: 10)).failed,
      .get(whole()).omits("Range", "If-Range")),
    Scenario(
      "incomplete-no-store", "§3, §3.3 nothing incomplete is kept where nothing may be stored", .private,
      .get(.cut(#"Cache-Control: no-store | ETag: "1""#, body: "01234", of: 10)).failed,
      .get(whole()).omits("Range", "If-Range")),
    Scenario(
      "incomplete-range-within", "§3.3 a range wholly within what came is answered, as 206", .private,
      .get(.cut(strong, body: "01234", of: 10)).failed,
      .get().with("Range: bytes=0-2").hit.from(1).status(206).body("012").has("Content-Range: bytes 0-2/10")),
    Scenario(
      "incomplete-range-beyond", "§3.3 not one that reaches beyond", .private,
      .get(.cut(strong, body: "01234", of: 10)).failed, .get(part("3-7", "34567")).with("Range: bytes=3-7")),
    Scenario(
      "incomplete-keeps-old", "§4.3.3 a cut answer does not take the place of what is whole", .private,
      .get(whole(#"Cache-Control: max-age=1 | Age: 100 | ETag: "0""#)),
      .get(.cut(#"Cache-Control: max-age=3600"#, body: "abcde", of: 10)).failed,
      .get().words("--policy", "cache-only").hit.from(1)),
  ]

  @Test("§3.3: incomplete responses", arguments: incomplete)
  func incompleteStored(_ scenario: Scenario) async throws { try await play(scenario, of: Self.incomplete) }
}
