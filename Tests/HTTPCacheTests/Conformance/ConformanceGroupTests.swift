import Testing

@Suite("Conformance: groups, RFC 9875, and Clear-Site-Data", .timed)
struct ConformanceGroupTests {
  /// `/a` is stored with groups, the answer to a request for `/b` names some, and `/a` is gone or not.
  private static func row(
    _ id: String, _ rule: String, groups: String, named: String, method: String = "POST", isGone: Bool
  ) -> Scenario {
    let last = Step.get().at("/a")
    return Scenario(
      id, rule, .private, .get("Cache-Control: max-age=3600 | Cache-Groups: \(groups)").at("/a"),
      Step(method: method, reply: "Cache-Group-Invalidation: \(named)").at("/b"),
      isGone ? last : last.hit.from(1))
  }

  private static let manyGroups = (1...32).map { number in
    "\"\(number < 10 ? "0" : "")\(number)\(String(repeating: "x", count: 30))\""
  }

  static let groups: [Scenario] = [
    row("group-named", "RFC 9875 §3 the named group goes", groups: #""g""#, named: #""g""#, isGone: true),
    row("group-other", "RFC 9875 §3 other groups stay", groups: #""g""#, named: #""h""#, isGone: false),
    row(
      "group-list", "RFC 9875 §2, §3 any string in common", groups: #""f", "g""#, named: #""h", "g""#,
      isGone: true),
    row(
      "group-case", "RFC 9875 §2.1 compared with their case", groups: #""g""#, named: #""G""#, isGone: false),
    row(
      "group-part", "RFC 9875 §2.1 compared as a whole", groups: #""group""#, named: #""gro""#, isGone: false),
    row(
      "group-safe", "RFC 9875 §3 ignored on the response to a safe method", groups: #""g""#, named: #""g""#,
      method: "GET", isGone: false),
    row(
      "group-unknown-method", "RFC 9875 §3 a method of unknown safety is not safe", groups: #""g""#,
      named: #""g""#, method: "FROB", isGone: true),
    row(
      "group-parameters", "RFC 9875 §2 parameters are ignored", groups: #""g";a=b"#, named: #""g";c"#,
      isGone: true),
    row(
      "group-malformed-groups", "RFC 9651 §4.2 a list that fails to parse counts as absent",
      groups: #""g", "#, named: #""g""#, isGone: false),
    row(
      "group-malformed", "RFC 9651 §4.2 a list that fails to parse counts as absent", groups: #""g""#,
      named: #""g", &"#, isGone: false),
    row(
      "group-many", "RFC 9875 §2 32 groups of 32 characters", groups: manyGroups.joined(separator: ", "),
      named: manyGroups[31], isGone: true),
    row(
      "group-many-named", "RFC 9875 §3 32 groups of 32 characters", groups: manyGroups[31],
      named: manyGroups.joined(separator: ", "), isGone: true),
    Scenario(
      "group-all-members", "RFC 9875 §3 every response of the group goes, and no other", .both,
      .get(#"Cache-Control: max-age=3600 | Cache-Groups: "g""#).at("/1"),
      .get(#"Cache-Control: max-age=3600 | Cache-Groups: "g""#).at("/2"),
      .get("Cache-Control: max-age=3600").at("/3"),
      .send("POST", #"Cache-Group-Invalidation: "g""#).at("/b"), .get().at("/1"), .get().at("/2"),
      .get().at("/3").hit.from(3)),
    Scenario(
      "group-taken-along", "RFC 9875 §2.2.1 what is made invalid may take the others of its groups along",
      .private,
      .get(#"Cache-Control: max-age=3600 | Cache-Groups: "g""#).at("/1"),
      .get(#"Cache-Control: max-age=3600 | Cache-Groups: "g", "h""#).at("/2"), .send("DELETE", "").at("/2"),
      .get().at("/1")),
    Scenario(
      "group-other-origin", "RFC 9875 §2.1 a group is of one origin", .private,
      .get(#"Cache-Control: max-age=3600 | Cache-Groups: "g""#).at("http://localhost:{port}/a"),
      .send("POST", #"Cache-Group-Invalidation: "g""#).at("/b"),
      .get().at("http://localhost:{port}/a").hit.from(1)),
    Scenario(
      "group-passed-on", "§3.1 Cache-Groups is stored and served as other fields are", .private,
      .get(#"Cache-Control: max-age=3600 | Cache-Groups: "g""#), .get().hit.has(#"Cache-Groups: "g""#)),
  ]

  @Test("RFC 9875: groups", arguments: groups)
  func group(_ scenario: Scenario) async throws { try await play(scenario, of: Self.groups) }

  /// `/a` is stored, the response for `/b` has Clear-Site-Data, and `/a` is gone or not.
  private static func clear(_ id: String, _ rule: String, _ value: String, isGone: Bool) -> Scenario {
    let last = Step.get().at("/a")
    return Scenario(
      id, rule, .private, .get("Cache-Control: max-age=3600").at("/a"),
      .get("Clear-Site-Data: \(value)").at("/b"), isGone ? last : last.hit.from(1))
  }

  static let clearings: [Scenario] = [
    clear("clear-cache", "\"cache\" clears what the origin has in the cache", "\"cache\"", isGone: true),
    clear("clear-star", "\"*\" clears everything", "\"*\"", isGone: true),
    clear("clear-among-others", "also among other types", "\"cookies\", \"cache\"", isGone: true),
    clear("clear-cookies", "other types clear nothing here", "\"cookies\", \"storage\"", isGone: false),
    clear("clear-unquoted", "a type without its quotes is none", "cache", isGone: false),
    clear("clear-case", "types are compared with their case", "\"Cache\"", isGone: false),
    Scenario(
      "clear-other-origin", "only what is of the same origin", .private,
      .get("Cache-Control: max-age=3600").at("http://localhost:{port}/a"),
      .get("Cache-Control: max-age=3600").at("/a"), .get("Clear-Site-Data: \"cache\"").at("/b"),
      .get().at("http://localhost:{port}/a").hit.from(1), .get().at("/a")),
    Scenario(
      "clear-untrustworthy", "ignored from an origin that is not trustworthy", .private,
      .get("Cache-Control: max-age=3600").at("http://other.test:{port}/a").words(
        "--resolve", "other.test:{port}:127.0.0.1"),
      .get("Clear-Site-Data: \"cache\"").at("http://other.test:{port}/b").words(
        "--resolve", "other.test:{port}:127.0.0.1"),
      .get().at("http://other.test:{port}/a").words("--resolve", "other.test:{port}:127.0.0.1").hit.from(1)),
  ]

  @Test("Clear-Site-Data", arguments: clearings)
  func clearing(_ scenario: Scenario) async throws { try await play(scenario, of: Self.clearings) }
}
