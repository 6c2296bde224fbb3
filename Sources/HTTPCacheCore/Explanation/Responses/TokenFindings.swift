extension Finding.Code {
  static let sharedToken = Self(
    "shared-token", .warning, "RFC 9111 §7.1",
    "a shared cache may give everyone a page with the token of one visitor's forms",
    shown: .observed(
      [
        "> GET /contact", "HTTP/1.1 200 OK", "Cache-Control: public, s-maxage=600, max-age=0",
        "<input type=\"hidden\" name=\"csrfmiddlewaretoken\" value=\"…\">",
      ],
      consequence:
        "The cache gives one visitor's token to all: the forms of the others fail, or the token protects nobody.",
      write:
        "Send `Cache-Control: private, no-cache` with pages that have such a form, or have a script fetch the token."
    ),
    harm: .incident)
  static let tokenInStoredResponse = Self(
    "token-in-stored-response", .warning, "RFC 9111 §4.3.4, §7.3",
    "a field with a token is stored with the response, and given again",
    shown: .example(
      "> GET /api/me", "Content-Type: application/json", "Cache-Control: private, max-age=600", "ETag: \"1\"",
      "X-CSRF-Token: 8f3a91c2"))
}

/// Finds tokens of one visitor that are kept where they are given again: to the next visitor, or to the same one when they
/// are no longer good.
enum TokenFindings: FindingFamily {
  static let codes: [Finding.Code] = [.sharedToken, .tokenInStoredResponse]

  static func command(finding code: Finding.Code) -> String? { "inspect --live" }

  static func find(in facts: Facts) -> [Finding] { shared(facts).listed + stored(facts).listed }

  /// For how long, in seconds, WordPress takes a nonce at least; it gives all guests the same one meanwhile.
  private static let guestLifetime: Seconds = 43_200

  private static func shared(_ facts: Facts) -> Finding? {
    guard let token = facts.context.shown.token, facts.kind == .page, facts.head.status == 200,
      facts.request.method == "GET"
    else { return nil }
    let least = token.isOfAllGuests ? guestLifetime : 0
    let readings = facts.sharedReadings.filter { $0.isGivenUnasked && $0.unaskedSpan > least }
    let isShown =
      facts.subject.isFromServer && (facts.edge.provesStore || facts.ageValue > 0)
      && (!token.isOfAllGuests || facts.ageValue > least || !readings.isEmpty)
    guard isShown || !readings.isEmpty, !isKeyed(facts, isShown: isShown) else { return nil }
    let outcome =
      token.isOfAllGuests
      ? "with a nonce of WordPress in it (\(token.name.asCode)), which is good for 12 to 24 hours: what sends it later fails"
      : "with the token of a form in it (\(token.name.asCode)), which is good for the visitor alone that it was made for:"
        + " the next visitor's form fails"
    let purge = isShown ? ", and purge what the cache has" : ""
    let script =
      token.isOfAllGuests ? ", or a lifetime of 12 hours at most" : ", or have a script fetch the token"
    return Finding(
      .sharedToken, severity: isShown ? .error : nil,
      isShown
        ? "A cache on the way gave this page from its store\(place(facts)), \(outcome)."
        : "\(capitalized(cache(readings, facts))) may give this page to everyone for"
          + " \(formatDuration(readings.map(\.unaskedSpan).max() ?? 0)), \(outcome).",
      advice: "Keep the page out of that store, and purge what it has\(script).",
      line: readings.isEmpty
        ? nil
        : AdvisedLine(
          ControlEdit(reuse: .confirmed, isForOneUser: true), in: readings.fieldNames,
          after: "\(script)\(purge).")
    )
  }

  private static func cache(_ readings: [SharedReading], _ facts: Facts) -> String {
    readings.max { $0.unaskedSpan < $1.unaskedSpan }.map(facts.cacheName) ?? "a shared cache"
  }

  private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  private static func place(_ facts: Facts) -> String {
    facts.edge.provesStore ? facts.edge.inBrackets : " (Age: \(facts.ageValue))"
  }

  /// Whether `Vary: Cookie` gives each visitor an answer of one's own, as Django sends it; not where a store was seen to answer
  /// a request without a cookie, and sets none.
  private static func isKeyed(_ facts: Facts, isShown: Bool) -> Bool {
    guard facts.head.names(inVary: "cookie") else { return false }
    return !isShown || facts.request.fields.contains("Cookie") || facts.head.has(.setCookie)
  }

  private static func stored(_ facts: Facts) -> Finding? {
    guard facts.isKept, let name = facts.tokenField else { return nil }
    let lifetime = facts.isNoCache ? 0 : facts.lifetime.seconds ?? 0
    guard lifetime > 0 || facts.head.hasValidator else { return nil }
    let again =
      lifetime > 0
      ? "for \(formatDuration(lifetime)) each use brings the old token back"
      : "a 304 brings the stored response back, and the old token with it"
    return Finding(
      .tokenInStoredResponse, field: name,
      "\(name) holds a token, and \(facts.cacheName) stores it with the response: \(again)"
        + (facts.settings.role == .shared ? ", to other users, too." : "."),
      advice: "Leave \(name) out of answers that are cached.",
      line: AdvisedLine(
        ControlEdit(reuse: .never), in: facts.controlNames,
        after: ", or leave \(name) out of answers that are cached."))
  }
}

extension ResponseHead {
  /// The name of a field that holds a token of one user: Authorization, X-CSRF-Token and their kin; nil if there is none.
  var tokenField: String? {
    fields.firstName { line in
      // All these names end in one of two letters: most lines are passed over at once.
      guard let last = line.first.last?.asciiLowercased, last == 0x6E || last == 0x74, !line.second.isEmpty,
        line.first.count <= 64
      else { return false }
      return TokenName.matches(line.lowercasedName)
        && !TokenName.words.contains(String(decoding: line.second, as: UTF8.self).asciiLowercased)
    }
  }
}

/// Names of response fields that hold a token.
private enum TokenName {
  private static let exact: Set = ["authorization", "x-authorization"]

  /// Whose the token is, or what it is for; a token of a page, of a queue or of a request is none of a user.
  private static let kinds = [
    "csrf", "xsrf", "auth", "access", "refresh", "session", "bearer", "jwt", "user", "api", "id", "identity",
    "login",
    "security", "antiforgery", "verification",
  ]

  /// What such a field holds where it has no token: SAP's answer to a request without one, and flags.
  static let words: Set = ["required", "fetch", "true", "false", "0", "1", "null", "none", "undefined", "-"]

  /// Whether a name in lower case is one of them.
  static func matches(_ name: String) -> Bool {
    if exact.contains(name) { return true }
    let words = name.nameWords
    guard let last = words.last else { return false }
    if last == "jwt" { return true }
    guard last.hasSuffix("token") else { return false }
    let rest = words.dropLast() + [String(last.dropLast(5))]
    return rest.contains { word in kinds.contains { word == $0 || $0.utf8.count > 3 && word.holds($0) } }
  }
}
