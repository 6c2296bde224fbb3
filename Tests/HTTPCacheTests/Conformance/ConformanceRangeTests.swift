import Testing

@Suite("Conformance: ranges and partial content, RFC 9111 §3.3, §3.4 and RFC 9110 §14", .timed)
struct ConformanceRangeTests {
  /// A stored representation of ten bytes; its fields stand before the body's digits.
  private static func ten(_ fields: String = #"Cache-Control: max-age=3600 | ETag: "1""#) -> Step {
    .get(.fields(fields, body: "0123456789"))
  }

  /// Part of the same, as the origin answers a range request.
  private static func part(
    _ range: String, _ body: String, _ fields: String = #"Cache-Control: max-age=3600 | ETag: "1""#
  ) -> Reply { .fields("206 | \(fields) | Content-Range: bytes \(range)/10", body: body) }

  /// A range of the ten bytes, asked for while they are stored and fresh.
  private static func row(_ id: String, _ rule: String, _ range: String, _ content: String, _ body: String)
    -> Scenario
  {
    Scenario(
      id, rule, .private, ten(),
      .get().with("Range: \(range)").hit.status(206).body(body).has(
        "Content-Range: \(content)", "Content-Length: \(body.utf8.count)"))
  }

  static let whole: [Scenario] = [
    row("range-first", "RFC 9110 §14.1.2 the first bytes", "bytes=0-4", "bytes 0-4/10", "01234"),
    row("range-middle", "RFC 9110 §14.1.2 bytes in the middle", "bytes=3-3", "bytes 3-3/10", "3"),
    row("range-open", "RFC 9110 §14.1.2 to the end", "bytes=5-", "bytes 5-9/10", "56789"),
    row("range-suffix", "RFC 9110 §14.1.2 the last bytes", "bytes=-3", "bytes 7-9/10", "789"),
    row(
      "range-beyond", "RFC 9110 §14.1.2 a last position beyond the end", "bytes=5-99", "bytes 5-9/10", "56789"
    ),
    row(
      "range-suffix-beyond", "RFC 9110 §14.1.2 more last bytes than there are", "bytes=-99", "bytes 0-9/10",
      "0123456789"),
    row("range-unit-case", "RFC 9110 §14.1 units have no case", "Bytes=0-4", "bytes 0-4/10", "01234"),
    Scenario(
      "range-option", "RFC 9110 §14.2 -r asks for a range as curl does", .both, ten(),
      .get().words("-r", "0-4").hit.status(206).body("01234").has("Content-Range: bytes 0-4/10", "Age ~ 0"),
      .get().words("--range", "-2").hit.from(1).status(206).body("89")),
    Scenario(
      "range-option-sent", "RFC 9110 §14.2 with nothing stored the range goes to the origin", .private,
      .get(part("0-4", "01234")).words("-r", "0-4").sends("Range: bytes=0-4").body("01234")),
    Scenario(
      "range-unsatisfiable", "RFC 9110 §15.5.17 a range behind the end is a 416 with the length", .private,
      ten(),
      .get().with("Range: bytes=10-").hit.status(416).body("").has("Content-Range: bytes */10")),
    Scenario(
      "range-unsatisfiable-suffix", "RFC 9110 §14.1.2 no last bytes are unsatisfiable", .private, ten(),
      .get().with("Range: bytes=-0").hit.status(416).body("")),
    Scenario(
      "range-unknown-unit", "RFC 9110 §14.2 an unknown unit is ignored", .private, ten(),
      .get().with("Range: lines=0-4").hit),
    Scenario(
      "range-malformed", "RFC 9110 §14.1.1, §14.2 a range that ends before it begins may be ignored",
      .private,
      ten(),
      .get().with("Range: bytes=5-2").hit),
    Scenario(
      "range-several", "RFC 9110 §14.2 several ranges may be answered with the whole", .private, ten(),
      .get().with("Range: bytes=0-1,8-9").hit),
    Scenario(
      "range-head", "RFC 9110 §14.2 Range means nothing for HEAD", .private, ten(),
      .head().with("Range: bytes=0-4").hit.status(200)),
    Scenario(
      "range-not-200", "RFC 9110 §14.2 nor where the answer would not be a 200", .private,
      .get("404 | Cache-Control: max-age=3600"), .get().with("Range: bytes=0-1").hit),
    Scenario(
      "range-validated", "§4.3.3, RFC 9110 §14.2 a stale whole answers a range once validated", .private,
      ten(#"Cache-Control: max-age=0 | ETag: "1""#),
      .get(.unchanged(#"Cache-Control: max-age=3600 | ETag: "1""#)).with("Range: bytes=0-4").validated
        .status(206).body("01234")),
  ]

  @Test("ranges of a whole stored response", arguments: whole)
  func wholeStored(_ scenario: Scenario) async throws { try await play(scenario, of: Self.whole) }

  static let conditions: [Scenario] = [
    Scenario(
      "if-range-same", "§4.3.2, RFC 9110 §13.1.5 If-Range with the stored strong tag: the range", .both,
      ten(),
      .get().with(#"Range: bytes=0-4 | If-Range: "1""#).hit.status(206).body("01234")),
    Scenario(
      "if-range-other", "§4.3.2, RFC 9110 §13.1.5 If-Range with another tag: the whole", .private, ten(),
      .get().with(#"Range: bytes=0-4 | If-Range: "2""#).hit),
    Scenario(
      "if-range-weak", "RFC 9110 §13.1.5 a weak tag never matches", .private,
      ten(#"Cache-Control: max-age=3600 | ETag: W/"1""#),
      .get().with(#"Range: bytes=0-4 | If-Range: W/"1""#).hit),
    Scenario(
      "if-range-date", "RFC 9110 §13.1.5, §8.8.2.2 a date that is a strong validator", .private,
      ten("Cache-Control: max-age=3600 | Date: {now} | Last-Modified: {-3600}"),
      .get().with("Range: bytes=0-4 | If-Range: {-3600}").hit.status(206).body("01234")),
    Scenario(
      "if-range-date-later", "RFC 9110 §13.1.5 a date has to match exactly", .private,
      ten("Cache-Control: max-age=3600 | Date: {now} | Last-Modified: {-3600}"),
      .get().with("Range: bytes=0-4 | If-Range: {-60}").hit),
    Scenario(
      "if-range-alone", "RFC 9110 §13.1.5 without Range it is ignored", .private, ten(),
      .get().with(#"If-Range: "2""#).hit),
    Scenario(
      "if-range-unsatisfiable", "RFC 9110 §13.1.5 another tag goes before a range behind the end", .private,
      ten(),
      .get().with(#"Range: bytes=10- | If-Range: "2""#).hit),
    Scenario(
      "range-not-modified", "RFC 9110 §13.2.2 If-None-Match comes before Range", .private, ten(),
      .get().with(#"Range: bytes=0-4 | If-None-Match: "1""#).hit.status(304)),
    Scenario(
      "range-modified", "RFC 9110 §13.2.2 where it does not match, the range is answered", .private, ten(),
      .get().with(#"Range: bytes=0-4 | If-None-Match: "2""#).hit.status(206).body("01234")),
  ]

  @Test("§4.3.2: ranges and preconditions", arguments: conditions)
  func conditional(_ scenario: Scenario) async throws { try await play(scenario, of: Self.conditions) }

  static let parts: [Scenario] = [
    Scenario(
      "partial-same-range", "§3.3 a stored part answers its own range, as 206", .both,
      .get(part("0-4", "01234")).with("Range: bytes=0-4"),
      .get().with("Range: bytes=0-4").hit.has("Content-Range: bytes 0-4/10")),
    Scenario(
      "partial-within", "§3.3 a stored part answers a range wholly within it", .both,
      .get(part("0-4", "01234")).with("Range: bytes=0-4"),
      .get().with("Range: bytes=1-3").hit.body("123").has("Content-Range: bytes 1-3/10", "Content-Length: 3")),
    Scenario(
      "partial-beyond", "§3.3 not one that reaches beyond it", .private,
      .get(part("0-4", "01234")).with("Range: bytes=0-4"),
      .get(.fields(#"Cache-Control: max-age=3600 | ETag: "1""#, body: "0123456789")).with("Range: bytes=3-7")),
    Scenario(
      "partial-suffix", "§3.3 nor one counted from an end that is not there", .private,
      .get(part("0-4", "01234")).with("Range: bytes=0-4"),
      .get(part("7-9", "789")).with("Range: bytes=-3")),
    Scenario(
      "partial-not-whole", "§3.3 nor a request for the whole", .private,
      .get(part("0-4", "01234")).with("Range: bytes=0-4"),
      .get(.fields(#"Cache-Control: max-age=3600 | ETag: "1""#, body: "0123456789"))),
    Scenario(
      "partial-unknown-unit", "§3.3 a part in a unit that is not understood is not stored", .private,
      .get(
        .fields(#"206 | Cache-Control: max-age=3600 | ETag: "1" | Content-Range: lines 0-1/9"#, body: "ab")
      ).with(
        "Range: lines=0-1"),
      .get(
        .fields(#"206 | Cache-Control: max-age=3600 | ETag: "1" | Content-Range: lines 0-1/9"#, body: "ab")
      ).with(
        "Range: lines=0-1")),
    Scenario(
      "partial-whole-instead", "RFC 9110 §14.2 the whole instead of a range is stored as such", .private,
      .get(.fields("Cache-Control: max-age=3600", body: "0123456789")).with("Range: bytes=0-4"), .get().hit),
    Scenario(
      "partial-tag-not-joined", "§4.3.2 its tag does not go along with a caller's own for the whole",
      .private,
      .get(part("0-4", "01234")).with("Range: bytes=0-4"),
      .get(.fields(#"ETag: "1""#, body: "0123456789")).with(#"If-None-Match: "mine""#).sends(
        #"If-None-Match: "mine""#)),
    Scenario(
      "partial-no-store", "§3, §5.2.2.5 no-store holds for parts", .both,
      .get(part("0-4", "01234", #"Cache-Control: no-store | ETag: "1""#)).with("Range: bytes=0-4"),
      .get(part("0-4", "01234")).with("Range: bytes=0-4")),
    Scenario(
      "partial-416", "RFC 9110 §15.5.17 a 416 says nothing of the whole", .private,
      .get("416 | Content-Range: bytes */10").with("Range: bytes=99-"), .get()),
    Scenario(
      "partial-stale", "§4 a stale part is not used without asking", .private,
      .get(part("0-4", "01234", #"Cache-Control: max-age=1 | Age: 100 | ETag: "1""#)).with(
        "Range: bytes=0-4"),
      .get(part("0-4", "56789", #"Cache-Control: max-age=3600 | ETag: "2""#)).with("Range: bytes=0-4")),
  ]

  @Test("§3.3: stored parts", arguments: parts)
  func part(_ scenario: Scenario) async throws { try await play(scenario, of: Self.parts) }
}
