extension Finding.Code {
  static let authorizationForbidsShared = Self(
    "authorization-forbids-shared", .info, "RFC 9111 §3.5",
    "the request's Authorization forbids shared caches to store the response",
    shown: .example(
      "--shared", "> Authorization: Bearer …", "Cache-Control: max-age=600",
      choice: "Send `Cache-Control: s-maxage=600` where the answer is the same for every user, else nothing.")
  )
  static let authorizationPublic = Self(
    "authorization-public", .warning, "RFC 9111 §3.5, §7.1",
    "shared caches may store the answer to a request with Authorization",
    shown: .example("> Authorization: Bearer …", "Cache-Control: public, max-age=600", "ETag: \"1\""))
  static let authorizationWithoutVary = Self(
    "authorization-without-vary", .warning, "RFC 9111 §4.1",
    "a browser keeps one user's answer for more than a day, and gives it to the next user",
    shown: .example("> Authorization: Bearer …", "Cache-Control: private, max-age=604800", "ETag: \"1\""))
}

/// Finds responses to requests with Authorization that a cache could give to other users, or that a shared cache may not
/// store (RFC 9111 §3.5, §4.1).
enum AuthorizationFindings: FindingFamily {
  static let codes: [Finding.Code] = [
    .authorizationForbidsShared, .authorizationPublic, .authorizationWithoutVary,
  ]

  static func find(in facts: Facts) -> [Finding] {
    guard facts.request.fields.contains("Authorization"), facts.request.method == "GET" else { return [] }
    var findings: [Finding] = []
    findings.add(shareable(facts) ?? barred(facts))
    findings.add(unvaried(facts))
    return findings
  }

  /// The directive that lets shared caches give the answer to other users without asking the origin, which could check
  /// their credentials; nil if none does.
  private static func permission(_ reading: SharedReading) -> Directive? {
    let control = reading.control
    guard !control.contains("no-store"), !control.isUnqualified("private"),
      !control.isUnqualified("no-cache"),
      let name = control.authorizedReusePermission
    else { return nil }
    let seconds = reading.lifetime.seconds
    let isConfirmed =
      seconds == 0 && ["must-revalidate", "proxy-revalidate", "s-maxage"].contains(where: control.contains)
      || name == "must-revalidate" && seconds == nil
    return isConfirmed ? nil : control.first(name)
  }

  private static func shareable(_ facts: Facts) -> Finding? {
    let readings = facts.sharedReadings.filter { permission($0) != nil }
    guard !facts.context.isSameForUsers, let reading = readings.first, let permission = permission(reading)
    else { return nil }
    let name = reading.control.fieldName
    let caches = facts.sharedReadings.count > 1 ? "shared caches that go by \(name)" : "shared caches"
    return Finding(
      .authorizationPublic, field: name, value: facts.head.fields.combined(name),
      "The request carried Authorization, and \(permission.text.asCode) lets \(caches) store the answer and"
        + " give it to other users.",
      line: AdvisedLine(
        ControlEdit(isForOneUser: true), in: readings.fieldNames,
        after: " unless the response is the same for every user."))
  }

  private static func barred(_ facts: Facts) -> Finding? {
    let control = facts.head.cacheControl(for: .shared)
    guard facts.settings.role == .shared, !control.contains("no-store"), !control.isUnqualified("private"),
      control.authorizedReusePermission == nil
    else { return nil }
    let own = facts.lifetime(.private)
    let seconds = own.seconds ?? 0
    return Finding(
      .authorizationForbidsShared, field: "Authorization",
      "A shared cache must not store this: the request carried Authorization, and the response has none of"
        + " `public`, `s-maxage`, `must-revalidate`."
        + (seconds > 0 ? " A private cache stores it, fresh for \(formatDuration(seconds))." : "")
        + " That is right where it is for one user; where it is the same for every user, `s-maxage` lifts the bar."
    )
  }

  /// The longest time for which one user's answer may stay where the next user of the same browser finds it.
  private static let longest: Seconds = 86_400

  /// Finds an answer that stays in a browser although another user may be logged in by then.
  private static func unvaried(_ facts: Facts) -> Finding? {
    guard facts.directives.isPrivate, facts.isLifetimeOfInterest, !facts.isVersionedFile,
      let seconds = facts.lifetime(.private).seconds, seconds > longest,
      !facts.head.names(inVary: "authorization")
    else { return nil }
    return Finding(
      .authorizationWithoutVary, directivesOf: facts,
      "The answer to this request with Authorization stays in the user's browser for \(formatDuration(seconds)), and Vary"
        + " does not name Authorization: the next user of the same browser gets it, too.",
      line: AdvisedLine(VaryEdit(added: ["Authorization"]), after: ", or a shorter lifetime."))
  }
}
