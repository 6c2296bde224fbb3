@testable import HTTPCacheCore

extension FindingRows {
  private static func row(
    _ rule: String, _ text: String, _ code: Finding.Code, _ severity: Finding.Severity,
    _ question: FindingQuestion = .plain
  ) -> FindingsTests.Row {
    (rule, text.contains("Date: ") ? text : FindingRows.dateLine + text, code, severity, question)
  }

  private static func dictionary(_ rule: String, _ value: String, _ control: String = "max-age=60")
    -> FindingsTests.Row
  {
    row(rule, "Cache-Control: \(control)\nUse-As-Dictionary: \(value)", .dictionaryNotUsable, .warning)
  }

  private static let page = FindingQuestion(path: "/")

  /// What the fields of newer standards say.
  static let extensions: [FindingsTests.Row] = [
    row(
      "RFC 9111 §5.2.2.10 s-maxage",
      "Cache-Control: max-age=60, s-maxage=60, stale-while-revalidate=60",
      .staleWhileRevalidateCancelled, .warning),
    row(
      "§5.2.2.8 proxy-revalidate", "Cache-Control: max-age=60, proxy-revalidate, stale-while-revalidate=60",
      .staleWhileRevalidateCancelled, .warning, .shared),
    row(
      "§5.2.2.2 must-revalidate", "Cache-Control: max-age=60, must-revalidate, stale-while-revalidate=60",
      .staleWhileRevalidateCancelled, .warning),
    row(
      "§5.2.2.4 no-cache", "ETag: \"a\"\nCache-Control: no-cache, stale-while-revalidate=60",
      .staleWhileRevalidateCancelled, .warning),
    row(
      "RFC 9842 §6 dcb", "Cache-Control: max-age=60\nVary: Accept-Encoding\nContent-Encoding: dcb",
      .dictionaryWithoutVary, .error),
    row(
      "§6 dcz", "Cache-Control: max-age=60\nVary: Available-Dictionary\nContent-Encoding: dcz",
      .dictionaryWithoutVary, .error),
    dictionary("RFC 9842 §2.1 match is required", "id=\"x\""),
    dictionary("§2.1 match is a string", "match=/a"),
    dictionary("§2.1 the field is a dictionary", "match=\"/a"),
    dictionary("§2.1.1 no groups", "match=\"/([0-9]+)\""),
    dictionary("§2.1.1 the same origin", "match=\"https://other.test/*\""),
    dictionary("§2.1.4 an unknown type", "match=\"/a\", type=foo"),
    dictionary("§2.1.3 a long id", "match=\"/a\", id=\"\(String(repeating: "x", count: 1025))\""),
    dictionary("§2.1.2 destinations are a list", "match=\"/a\", match-dest=script"),
    dictionary("§2.1.2 a list of its own", "match=\"/a\", match-dest=\"script\""),
    dictionary("§2.1.2 of strings", "match=\"/a\", match-dest=(\"script\" style)"),
    dictionary("§2.1.2 that there are", "match=\"/a\", match-dest=(\"scripts\")"),
    dictionary("§2.1.3 an id is a string", "match=\"/a\", id=x"),
    dictionary("§2.1.3 and no list", "match=\"/a\", id=(\"x\")"),
    dictionary("§2.1.4 a type is no list", "match=\"/a\", type=(raw)"),
    dictionary("§2.2.1 no lifetime", "match=\"/a\"", "max-age=0"),
    dictionary("§2.2.1 not stored", "match=\"/a\"", "no-store"),
    dictionary("§2.2.1 to be confirmed", "match=\"/a\"", "no-cache"),
    row(
      "§8 https only", "Cache-Control: max-age=60\nUse-As-Dictionary: match=\"/a\"", .dictionaryNotUsable,
      .warning,
      FindingQuestion(url: "http://example.test/a.js")),
    row("RFC 9875 §2 a token", "Cache-Groups: scripts", .cacheGroupsInvalid, .warning),
    row("RFC 9875 §2 no comma", "Cache-Groups: \"a\" \"b\"", .cacheGroupsInvalid, .warning),
    row("RFC 9875 §2 an inner list", "Cache-Groups: (\"a\")", .cacheGroupsInvalid, .warning),
    row("RFC 9875 §3", "Cache-Group-Invalidation: a", .cacheGroupsInvalid, .warning, .post),
    row("No-Vary-Search §5: a token", "No-Vary-Search: params=(a)", .noVarySearchInvalid, .warning),
    row(
      "No-Vary-Search §5: both", "No-Vary-Search: params=(\"a\"), except=(\"b\")", .noVarySearchInvalid,
      .warning),
    row("Clear Site Data §3.1", "Clear-Site-Data: \"cache\"", .clearSiteDataSupport, .info, page),
  ]

  /// Heads of which nothing is said.
  static let silentExtensions: [(rule: String, head: String, code: Finding.Code, question: FindingQuestion)] =
    [
      (
        "private", FindingRows.dateLine + "Cache-Control: private, max-age=60, stale-while-revalidate=60",
        .staleWhileRevalidateCancelled, .plain
      ),
      (
        "a line for the edge",
        FindingRows.dateLine
          + "Cache-Control: s-maxage=60, stale-while-revalidate=60\nCDN-Cache-Control: max-age=60, stale-while-revalidate=60",
        .staleWhileRevalidateCancelled, .plain
      ),
      (
        "both names",
        FindingRows.dateLine
          + "Cache-Control: max-age=60\nVary: Accept-Encoding, Available-Dictionary\nContent-Encoding: dcb",
        .dictionaryWithoutVary, .plain
      ),
      (
        "destinations of which one exists, and others' members",
        FindingRows.dateLine
          + "Cache-Control: max-age=60\nUse-As-Dictionary: match=\"/a\", match-dest=(\"new\" \"script\"), id=\"x\", type=raw, foo=1",
        .dictionaryNotUsable, .plain
      ),
      (
        "no destination is each of them",
        FindingRows.dateLine + "Cache-Control: max-age=60\nUse-As-Dictionary: match=\"/a\", match-dest=()",
        .dictionaryNotUsable, .plain
      ),
      (
        "a dictionary",
        FindingRows.dateLine + "Cache-Control: max-age=60\nUse-As-Dictionary: match=\"/app/*/main.js\"",
        .dictionaryNotUsable, .plain
      ),
      (
        "usable a week while stale",
        FindingRows.dateLine
          + "Cache-Control: max-age=0, stale-while-revalidate=604800\nUse-As-Dictionary: match=\"/p/*\", match-dest=(\"document\")",
        .dictionaryNotUsable, .plain
      ),
      (
        "a whole URL of the same origin",
        FindingRows.dateLine
          + "Cache-Control: max-age=60\nUse-As-Dictionary: match=\"https://example.test/a/*\", type=raw",
        .dictionaryNotUsable, .plain
      ),
      (
        "parameters", FindingRows.dateLine + "Cache-Groups: \"a\", \"scripts\";x=1", .cacheGroupsInvalid,
        .plain
      ),
      ("a default", FindingRows.dateLine + "No-Vary-Search: params=()", .noVarySearchInvalid, .plain),
      ("another type", FindingRows.dateLine + "Clear-Site-Data: \"cookies\"", .clearSiteDataSupport, .plain),
    ]
}
