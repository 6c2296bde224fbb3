extension Finding.Code {
  static let varyStar = Self(
    "vary-star", .warning, "RFC 9111 §4.1", "Vary is *", style: "Cache-Control: max-age=600", "Vary: *")
  static let varySplitsCache = Self(
    "vary-splits-cache", .warning, "RFC 9111 §4.1", "Vary makes one stored response for nearly every request",
    style: "Cache-Control: max-age=600", "Vary: User-Agent")
  static let varyMalformed = Self(
    "vary-malformed", .warning, "RFC 9110 §12.5.5", "a member of Vary is not a field name",
    style: "Cache-Control: max-age=600", "Vary: Accept; Origin")
  static let varyNamesResponseField = Self(
    "vary-names-response-field", .warning, "RFC 9110 §12.5.5", "Vary names a field that no request has",
    style: "Cache-Control: max-age=600", "Vary: Accept-Encoding, Content-Type")
  static let varyRepeatsName = Self(
    "vary-repeats-name", .info, "RFC 9110 §12.5.5", "Vary names a field twice",
    style: "Cache-Control: max-age=600", "Vary: Accept-Encoding, accept-encoding")
}

/// Checks Vary, and its effect on a cache (RFC 9111 §4.1, RFC 9110 §12.5.5).
enum VaryFindings: FindingFamily {
  static let codes: [Finding.Code] = [
    .varyStar, .varySplitsCache, .varyMalformed, .varyNamesResponseField, .varyRepeatsName,
  ]

  static func find(in facts: Facts) -> [Finding] {
    guard facts.isKept, facts.head.has(.vary) else { return [] }
    var findings: [Finding] = []
    if !facts.head.nominatedNames.allSatisfy(isToken) { findings += malformed(facts) }
    findings.add(responseField(facts))
    findings.add(breadth(facts))
    findings.add(repeated(facts))
    return findings
  }

  private static func repeated(_ facts: Facts) -> Finding? {
    var names: Set<String> = []
    let repeated = facts.head.nominatedNames.firstIndex { !names.insert($0).inserted }
    guard let repeated else { return nil }
    let name = facts.head.fields.members("Vary")[repeated]
    return Finding(
      .varyRepeatsName, field: "Vary", value: facts.head.fields.combined("Vary"),
      "Vary names \(name.asCode) twice, which means the same as once: two writers add it.",
      line: AdvisedLine(VaryEdit()))
  }

  private static func isToken(_ member: String) -> Bool { member.utf8.allSatisfy(\.isTokenCharacter) }

  /// The names as they are written.
  private static func members(_ facts: Facts, where isMeant: (String) -> Bool) -> [String] {
    facts.head.fields.members("Vary").filter { isMeant($0.asciiLowercased) }
  }

  private static func malformed(_ facts: Facts) -> [Finding] {
    members(facts) { !isToken($0) }.prefix(Facts.memberLimit).map { member in
      Finding(
        .varyMalformed, field: "Vary", value: facts.head.fields.combined("Vary"),
        "\(member.asCode) is not a field name. No request has such a field, so it distinguishes no requests.",
        line: AdvisedLine(VaryEdit()))
    }
  }

  private static let responseFields: Set = [
    "age", "allow", "content-disposition", "content-encoding", "content-language", "content-length",
    "content-range", "content-type", "etag", "expires", "last-modified", "location", "retry-after", "server",
    "set-cookie", "vary", "www-authenticate", "x-cache",
  ]

  private static func responseField(_ facts: Facts) -> Finding? {
    guard facts.head.nominatedNames.contains(where: responseFields.contains) else { return nil }
    let named = members(facts, where: responseFields.contains)
    return Finding(
      .varyNamesResponseField, field: "Vary", value: facts.head.fields.combined("Vary"),
      "Vary names \(named.map(\.asCode).asList), and only responses have such a field: it distinguishes no requests.",
      advice: "Leave it out.", line: AdvisedLine(VaryEdit(removed: Set(named.map(\.asciiLowercased)))))
  }

  /// Fields whose value differs between users or requests.
  private static let manifold: Set = [
    "cookie", "user-agent", "authorization", "referer", "x-request-id", "x-correlation-id", "x-forwarded-for",
    "x-real-ip", "traceparent",
  ]

  /// Whether a field has so many values that hardly two requests share a variant.
  static func splitsCache(_ name: String) -> Bool { manifold.contains(name.asciiLowercased) }

  /// Fields of CORS preflights, which HTTP caches do not store.
  private static let preflight: Set = ["access-control-request-method", "access-control-request-headers"]

  private static func breadth(_ facts: Facts) -> Finding? {
    var value: String? { facts.head.fields.combined("Vary") }
    let names = facts.head.nominatedNames
    if names.contains("*") {
      return Finding(
        .varyStar, field: "Vary", value: value,
        "`Vary: *` matches no later request: \(facts.cacheName) may store the response, but never uses it"
          + " without asking the origin.",
        advice: "Name the request fields that matter, as in `Vary: Accept-Encoding`.",
        // `Vary: *` keeps all kinds of caches from using it unasked: each has to be told so by the field that it reads.
        line: AdvisedLine(
          ControlEdit(reuse: LifetimeAdvice.confirmed(facts)), in: facts.controlNames,
          leavingOut: ["Vary"],
          before:
            "Name the request fields that matter, as in `Vary: Accept-Encoding`, or leave Vary out and write "
        )
      )
    }
    let isWide = names.contains(where: manifold.contains)
    // A user's own cache has few variants of that user's responses.
    guard isWide || names.count > 3, !facts.directives.isPrivate else { return nil }
    let count = Set(names).subtracting(preflight).subtracting(responseFields).count
    guard isWide || count > 3 else { return nil }
    let wide = members(facts, where: manifold.contains)
    let fact =
      wide.isEmpty
      ? "Vary names \(count) request fields: one response is kept for every combination of their values"
      : "Vary names \(wide.map(\.asCode).asList), which \(wide.count == 1 ? "differs" : "differ") from client to"
        + " client: one response is kept for every value"
    let explanation = "\(fact), and few of them are used twice, above all in a shared cache."
    let isByUser = !wide.isEmpty && wide.allSatisfy { Credentials.areIn(fieldNamed: $0) }
    if isByUser, facts.context.isSameForUsers {
      return Finding(
        .varySplitsCache, field: "Vary", value: value,
        "\(explanation) Two users, and a request without credentials, got the same content.",
        advice: "Leave \(wide.asList) out of Vary.",
        line: AdvisedLine(VaryEdit(removed: Set(wide.map(\.asciiLowercased)))))
    }
    return Finding(
      .varySplitsCache, field: "Vary", value: value, explanation,
      advice: wide.isEmpty
        ? "Name only the request fields that change the response."
        : "Leave out the names that do not change the response.",
      line: AdvisedLine(
        ControlEdit(isForOneUser: true),
        before:
          "Leave out the names that do not change the response; where one user's browser alone is to keep it,"
          + " write ", isForStoring: true))
  }
}
