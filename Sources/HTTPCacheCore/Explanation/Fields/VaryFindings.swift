extension Finding.Code {
  static let varyStar = Self(
    "vary-star", .warning, "RFC 9111 §4.1", "Vary is *",
    shown: .style("Cache-Control: max-age=600", "Vary: *"))
  static let varySplitsCache = Self(
    "vary-splits-cache", .warning, "RFC 9111 §4.1",
    "Vary makes one stored response for nearly every request",
    shown: .style("Cache-Control: max-age=600", "Vary: User-Agent"))
  static let varyMalformed = Self(
    "vary-malformed", .warning, "RFC 9110 §12.5.5", "a member of Vary is not a field name",
    shown: .style("Cache-Control: max-age=600", "Vary: Accept; Origin"))
  static let varyNamesResponseField = Self(
    "vary-names-response-field", .warning, "RFC 9110 §12.5.5", "Vary names a field that no request has",
    shown: .style("Cache-Control: max-age=600", "Vary: Accept-Encoding, Content-Type"))
  static let varyRepeatsName = Self(
    "vary-repeats-name", .info, "RFC 9110 §12.5.5", "Vary names a field twice",
    shown: .style("Cache-Control: max-age=600", "Vary: Accept-Encoding, accept-encoding"))
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

  /// Fields that a browser's requests for pages carry in many values, and those whose value differs between requests.
  ///
  /// What browsers never send with such a request, as `RSC`, `HX-Request` or `X-Inertia`, splits nothing: all of them share the
  /// variant without it, however many such names there are.
  private static let manifold: Set = [
    "cookie", "user-agent", "authorization", "referer", "accept-language", "x-request-id", "x-correlation-id",
    "x-forwarded-for",
    "x-real-ip", "traceparent",
  ]

  /// Whether a field has so many values that hardly two requests share a variant.
  static func splitsCache(_ name: String) -> Bool { manifold.contains(name.asciiLowercased) }

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
    // A user's own cache has few variants of that user's responses.
    guard names.contains(where: manifold.contains), !facts.directives.isPrivate else { return nil }
    let wide = members(facts, where: manifold.contains)
    let explanation =
      "Vary names \(wide.map(\.asCode).asList), which \(wide.count == 1 ? "differs" : "differ") from client to"
      + " client: one response is kept for every value, and few of them are used twice, above all in a shared cache."
    let isByUser = wide.allSatisfy { Credentials.areIn(fieldNamed: $0) }
    if isByUser, facts.context.isSameForUsers {
      return Finding(
        .varySplitsCache, field: "Vary", value: value,
        "\(explanation) Two users, and a request without credentials, got the same content.",
        advice: "Leave \(wide.asList) out of Vary.",
        line: AdvisedLine(VaryEdit(removed: Set(wide.map(\.asciiLowercased)))))
    }
    let rest = "Leave out the names that do not change the response"
    // The sender has said that the answer is for all; a language is not one visitor's.
    let isForAll =
      !facts.head.setsCookieOfOrigin
      && (isMeantForAll(facts) || wide.allSatisfy { $0.asciiLowercased == "accept-language" })
    guard !isForAll else {
      return Finding(
        .varySplitsCache, field: "Vary", value: value, explanation,
        advice: "\(rest), and give contents that differ by the others a URL each.")
    }
    return Finding(
      .varySplitsCache, field: "Vary", value: value, explanation, advice: "\(rest).",
      line: AdvisedLine(
        ControlEdit(isForOneUser: true),
        before: "\(rest); where one user's browser alone is to keep it, write ", isForStoring: true))
  }

  /// Whether a directive says that shared caches are to keep the response.
  private static func isMeantForAll(_ facts: Facts) -> Bool {
    facts.head.sharedReadings.contains { head in
      let control = head.cacheControl(for: .shared)
      return control.contains("public") || control.contains("s-maxage")
    }
  }
}
