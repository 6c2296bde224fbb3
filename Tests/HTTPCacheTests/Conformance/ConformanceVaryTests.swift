import Testing

@Suite("Conformance: Vary, RFC 9111 §4.1", .timed)
struct ConformanceVaryTests {
  /// Stored for the first request fields, asked for with the second.
  private static func row(
    _ id: String, _ rule: String, vary: String, _ first: String, _ second: String, isMatch: Bool
  ) -> Scenario {
    let asked = Step.get().with(second)
    return Scenario(
      id, rule, .private, .get("Cache-Control: max-age=3600 | Vary: \(vary)").with(first),
      isMatch ? asked.hit : asked)
  }

  static let selections: [Scenario] = [
    row("vary-same", "the same value", vary: "Foo", "Foo: 1", "Foo: 1", isMatch: true),
    row("vary-other", "another value", vary: "Foo", "Foo: 1", "Foo: 2", isMatch: false),
    row("vary-absent-in-both", "absent in both requests", vary: "Foo", "", "", isMatch: true),
    row("vary-absent-in-first", "absent in the first only", vary: "Foo", "", "Foo: 1", isMatch: false),
    row("vary-absent-in-second", "absent in the second only", vary: "Foo", "Foo: 1", "", isMatch: false),
    row(
      "vary-not-nominated", "a field that is not nominated", vary: "Foo", "Bar: 1", "Bar: 2", isMatch: true),
    row("vary-name-case", "names in any case", vary: "fOO", "Foo: 1", "foO: 1", isMatch: true),
    row("vary-name-case-other", "names in any case", vary: "fOO", "Foo: 1", "foO: 2", isMatch: false),
    row(
      "vary-all-names", "all that are nominated", vary: "Foo, Bar", "Foo: 1 | Bar: 1", "Foo: 1 | Bar: 1",
      isMatch: true),
    row(
      "vary-any-name-differs", "any that is nominated", vary: "Foo, Bar", "Foo: 1 | Bar: 1",
      "Foo: 1 | Bar: 2", isMatch: false),
    row(
      "vary-second-line", "names on a second line of Vary", vary: "Foo | Vary: Bar", "Foo: 1 | Bar: 1",
      "Foo: 1 | Bar: 2", isMatch: false),
    row(
      "vary-empty-members", "empty members of Vary", vary: ", Foo,, ", "Foo: 1", "Foo: 2", isMatch: false),
    row("vary-empty", "an empty Vary nominates nothing", vary: "", "Foo: 1", "Foo: 2", isMatch: true),
    row("vary-star", "* never matches", vary: "*", "Foo: 1", "Foo: 1", isMatch: false),
    row("vary-star-behind", "* behind a name", vary: "Foo, *", "Foo: 1", "Foo: 1", isMatch: false),
    row("vary-star-before", "* before a name", vary: "*, Foo", "Foo: 1", "Foo: 1", isMatch: false),
    row(
      "vary-star-line", "* on a line of its own", vary: "Foo | Vary: *", "Foo: 1", "Foo: 1", isMatch: false),
    row("vary-order", "the order of an unknown list", vary: "Foo", "Foo: 1, 2", "Foo: 2, 1", isMatch: false),
    row("vary-value-case", "the case of an unknown value", vary: "Foo", "Foo: a", "Foo: A", isMatch: false),
    row("vary-part", "a part of a list", vary: "Foo", "Foo: 1, 2", "Foo: 1", isMatch: false),
    row("vary-empty-value", "empty is not absent", vary: "Foo", "Foo: 1", "Foo: ,", isMatch: false),
    row(
      "vary-space-in-string", "white space in a quoted string counts", vary: "Foo", #"Foo: "a,  b""#,
      #"Foo: "a, b""#, isMatch: false),
  ]

  @Test("the nominated fields of both requests have to match", arguments: selections)
  func selection(_ scenario: Scenario) async throws { try await play(scenario, of: Self.selections) }

  /// What §4.1 lets a cache do, and does not ask for.
  static let normalizations: [Scenario] = [
    row(
      "vary-white-space", "white space between members", vary: "Foo", "Foo: 1,2", "Foo: 1 ,  2", isMatch: true
    ),
    row(
      "vary-several-lines", "several lines of one field", vary: "Foo", "Foo: 1 | Foo: 2", "Foo: 1, 2",
      isMatch: true),
    row(
      "vary-language-case", "language tags have no case", vary: "Accept-Language",
      "Accept-Language: en-gb, de",
      "Accept-Language: EN-GB, DE", isMatch: true),
    row(
      "vary-coding-case", "content codings have no case", vary: "Accept-Encoding", "Accept-Encoding: gzip",
      "Accept-Encoding: GZIP", isMatch: true),
    row(
      "vary-coding-order", "Accept-Encoding has no order", vary: "Accept-Encoding",
      "Accept-Encoding: gzip, br", "Accept-Encoding: br, gzip", isMatch: true),
    row(
      "vary-language-order", "languages of one weight have an order", vary: "Accept-Language",
      "Accept-Language: en, de", "Accept-Language: de, en", isMatch: false),
    row(
      "vary-language-sorted", "languages of different weights have none", vary: "Accept-Language",
      "Accept-Language: en;q=0.5, de", "Accept-Language: de;q=1.0,en;q=0.50", isMatch: true),
    row(
      "vary-language-weight", "another weight is another meaning", vary: "Accept-Language",
      "Accept-Language: en, de;q=0.5", "Accept-Language: en, de;q=0.9", isMatch: false),
    row(
      "vary-coding-other", "another set is another meaning", vary: "Accept-Encoding",
      "Accept-Encoding: gzip, br", "Accept-Encoding: gzip", isMatch: false),
  ]

  @Test("values that are known to mean the same", arguments: normalizations)
  func normalization(_ scenario: Scenario) async throws { try await play(scenario, of: Self.normalizations) }

  static let variants: [Scenario] = [
    Scenario(
      "vary-side-by-side", "§4.1 variants lie side by side", .both,
      .get("Cache-Control: max-age=3600 | Vary: Foo").with("Foo: 1"),
      .get("Cache-Control: max-age=3600 | Vary: Foo").with("Foo: 2"), .get().with("Foo: 1").hit.from(1),
      .get().with("Foo: 2").hit.from(2)),
    Scenario(
      "vary-most-recent", "§4, §4.1 of several that match, the most recent by Date", .private,
      .get("Cache-Control: max-age=3600 | Date: {-100} | Vary: Foo").with("Foo: 1 | Bar: 1"),
      .get("Cache-Control: max-age=3600 | Date: {-50} | Vary: Bar").with("Foo: 2 | Bar: 1"),
      .get().with("Foo: 1 | Bar: 1").hit.from(2)),
    Scenario(
      "vary-most-recent-by-date", "§4 most recent is said by Date, not by when it came", .both,
      .get("Cache-Control: max-age=3600 | Date: {-50} | Vary: Foo").with("Foo: 1 | Bar: 1"),
      .get("Cache-Control: max-age=3600 | Date: {-100} | Vary: Bar").with("Foo: 2 | Bar: 1"),
      .get().with("Foo: 1 | Bar: 1").hit.from(1)),
    Scenario(
      "vary-omitted", "§4.1 where one response omits Vary, the most recent Vary selects", .private,
      .get("Cache-Control: max-age=3600 | Date: {-100} | Vary: Foo").with("Foo: 1"),
      .get("Cache-Control: max-age=3600 | Date: {-50}").with("Foo: 2"), .get().with("Foo: 1").hit.from(1)),
    Scenario(
      "vary-all-tags", "§4.3.1 what matches no variant is asked for with the tags of all", .both,
      .get(#"Cache-Control: max-age=3600 | Vary: Foo | ETag: "a""#).with("Foo: 1"),
      .get(#"Cache-Control: max-age=3600 | Vary: Foo | ETag: "b""#).with("Foo: 2"),
      .get(.unchanged(#"Cache-Control: max-age=3600 | Vary: Foo | ETag: "a""#)).with("Foo: 3").validated
        .from(1).sends(#"If-None-Match * "a""#, #"If-None-Match * "b""#)),
    Scenario(
      "vary-all-tags-new", "§4.3.3 a full answer to that is the response of the new variant", .private,
      .get(#"Cache-Control: max-age=3600 | Vary: Foo | ETag: "a""#).with("Foo: 1"),
      .get(#"Cache-Control: max-age=3600 | Vary: Foo | ETag: "c""#).with("Foo: 3"),
      .get().with("Foo: 3").hit.from(2), .get().with("Foo: 1").hit.from(1)),
    Scenario(
      "vary-validated", "§4.3.1 a stale variant is validated with the request's own fields", .private,
      .get(#"Cache-Control: max-age=0 | Vary: Foo | ETag: "a""#).with("Foo: 1"),
      .get(.unchanged(#"Cache-Control: max-age=3600 | Vary: Foo | ETag: "a""#)).with("Foo: 1").validated
        .sends("Foo: 1"), .get().with("Foo: 1").hit.from(1), .get().with("Foo: 2")),
    Scenario(
      "vary-star-validated", "§4.1 what Vary: * keeps from being selected may still be validated", .private,
      .get(#"Cache-Control: max-age=3600 | Vary: * | ETag: "a""#),
      .get(.unchanged(#"Cache-Control: max-age=3600 | Vary: * | ETag: "a""#)).validated),
  ]

  @Test("several variants of one resource", arguments: variants)
  func variant(_ scenario: Scenario) async throws { try await play(scenario, of: Self.variants) }
}
