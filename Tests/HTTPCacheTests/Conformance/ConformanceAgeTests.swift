import Testing

@Suite("Conformance: age, RFC 9111 §4.2.3 and §5.1", .timed)
struct ConformanceAgeTests {
  static let values: [Scenario] = [
    .fresh("age-zero", "§4.2.3 an age of 0", "Cache-Control: max-age=3600 | Age: 0"),
    .stale(
      "age-over-lifetime", "§4.2.3 the age that other caches counted",
      "Cache-Control: max-age=3600 | Age: 7200"
    ),
    .stale("age-leading-zeros", "§5.1 leading zeros are digits", "Cache-Control: max-age=3600 | Age: 007200"),
    .stale(
      "age-31-bits", "§1.2.2 at least 31 bits of seconds", "Cache-Control: max-age=3600 | Age: 2147483647"),
    .stale(
      "age-overflow", "§1.2.2 an overflow is not a negative age",
      "Cache-Control: max-age=3600 | Age: 99999999999999999999"),
    .stale(
      "age-lifetime-overflow", "§1.2.2 neither is it where the lifetime overflows too",
      "Cache-Control: max-age=2147483648 | Age: 99999999999999999999"),
    .stale(
      "age-first-member", "§5.1 the first member of a list is used",
      "Cache-Control: max-age=3600 | Age: 7200, 0"),
    .fresh(
      "age-first-member-small", "§5.1 the first member of a list is used",
      "Cache-Control: max-age=3600 | Age: 0, 7200"),
    .stale(
      "age-first-line", "§5.1 the first line is used", "Cache-Control: max-age=3600 | Age: 7200 | Age: 0"),
    .fresh(
      "age-first-line-small", "§5.1 the first line is used",
      "Cache-Control: max-age=3600 | Age: 0 | Age: 7200"),
    .fresh("age-word", "§5.1 an invalid value is ignored", "Cache-Control: max-age=3600 | Age: abc"),
    .fresh(
      "age-negative", "§5.1 an invalid value is ignored: negative", "Cache-Control: max-age=3600 | Age: -7200"
    ),
    .fresh(
      "age-fraction", "§5.1 an invalid value is ignored: fraction",
      "Cache-Control: max-age=3600 | Age: 7200.0"),
    .fresh(
      "age-letter-behind", "§5.1 an invalid value is ignored: letter behind",
      "Cache-Control: max-age=3600 | Age: 7200a"),
    .fresh(
      "age-letter-before", "§5.1 an invalid value is ignored: letter before",
      "Cache-Control: max-age=3600 | Age: a7200"),
    .fresh(
      "age-parameter", "§5.1 an invalid value is ignored: parameter",
      "Cache-Control: max-age=3600 | Age: 7200;a=b"),
    .fresh("age-empty", "§5.1 an invalid value is ignored: empty", "Cache-Control: max-age=3600 | Age:"),
  ]

  @Test("§5.1: how Age is read", arguments: values)
  func value(_ scenario: Scenario) async throws { try await play(scenario, of: Self.values) }

  static let calculations: [Scenario] = [
    Scenario(
      "age-generated", "§4 a response that is reused without validation has Age", .both,
      .get("Cache-Control: max-age=3600").lacks("Age"), .get().hit.has("Age ~ 0").once("Age")),
    Scenario(
      "age-replaced", "§4 it replaces the Age that is present", .both,
      .get("Cache-Control: max-age=3600 | Age: 100").has("Age: 100"), .get().hit.has("Age ~ 100").once("Age")),
    Scenario(
      "age-replaces-all", "§4 and every line of it", .private,
      .get("Cache-Control: max-age=3600 | Age: 100 | Age: 200"), .get().hit.has("Age ~ 100").once("Age")),
    Scenario(
      "age-replaces-invalid", "§4, §5.1 and one that was invalid", .private,
      .get("Cache-Control: max-age=3600 | Age: abc"), .get().hit.has("Age ~ 0").once("Age")),
    Scenario(
      "age-apparent", "§4.2.3 the apparent age where there is no Age", .both,
      .get("Cache-Control: max-age=3600 | Date: {-1800}"), .get().hit.has("Age ~ 1800")),
    Scenario(
      "age-greater-of-both", "§4.2.3 the greater of apparent age and Age", .private,
      .get("Cache-Control: max-age=3600 | Date: {-1800} | Age: 100"), .get().hit.has("Age ~ 1800"),
      .get("Cache-Control: max-age=3600 | Date: {-100} | Age: 1800").at("/b"),
      .get().at("/b").hit.has("Age ~ 1800")),
    Scenario(
      "age-date-passed", "§4.2.3 a Date longer ago than the lifetime makes it stale", .private,
      .get("Cache-Control: max-age=3600 | Date: {-7200}"), .get()),
    Scenario(
      "age-date-ahead", "§4.2.3 a Date ahead of our clock makes no negative age", .private,
      .get("Cache-Control: max-age=3600 | Date: {+7200} | Age: 100"), .get().hit.has("Age ~ 100")),
    Scenario(
      "age-date-ahead-stale", "§4.2.3 nor does it lengthen the lifetime", .private,
      .get("Cache-Control: max-age=3600 | Date: {+7200} | Age: 3600"), .get()),
    Scenario(
      "age-stale-shown", "§4 a stale response shows its age too", .both,
      .get("Cache-Control: max-age=1 | Age: 100"),
      .get().with("Cache-Control: max-stale").hit.has("Age ~ 100")),
    Scenario(
      "age-after-validation", "§4.2, §4.2.3 the age counts from the last validation", .both,
      .get(#"Cache-Control: max-age=1 | Age: 100 | ETag: "1""#),
      .get(.unchanged(#"Cache-Control: max-age=3600 | ETag: "1""#)).validated,
      .get().hit.from(1).has("Age ~ 0").once("Age")),
    Scenario(
      "age-of-the-304", "§4.2.3, §4.3.4 an Age of the 304 counts", .private,
      .get(#"Cache-Control: max-age=1 | Age: 200 | ETag: "1""#),
      .get(.unchanged(#"Cache-Control: max-age=3600 | Age: 50 | ETag: "1""#)).validated,
      .get().hit.from(1).has("Age ~ 50").once("Age")),
    Scenario(
      "age-date-kept", "§4.2.3 Date is the origin's and stays", .private,
      .get("Cache-Control: max-age=3600 | Date: {-60}"), .get().hit.has("Date: {-60}").once("Date")),
  ]

  @Test("§4.2.3: how age is calculated", arguments: calculations)
  func calculation(_ scenario: Scenario) async throws { try await play(scenario, of: Self.calculations) }
}
