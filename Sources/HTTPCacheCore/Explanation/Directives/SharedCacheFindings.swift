extension Finding.Code {
  static let setCookieSharedCacheable = Self(
    "set-cookie-shared-cacheable", .warning, "RFC 9111 §7.3",
    "shared caches may give one user's cookie to another",
    example: "Cache-Control: public, max-age=600\nSet-Cookie: session=…\nETag: \"1\"")
  static let authorizationForbidsShared = Self(
    "authorization-forbids-shared", .info, "RFC 9111 §3.5",
    "the request's Authorization forbids shared caches to store the response",
    example: "--shared\n> Authorization: Bearer …\nCache-Control: max-age=600")
  static let authorizationPublic = Self(
    "authorization-public", .warning, "RFC 9111 §3.5, §7.1",
    "shared caches may store the answer to a request with Authorization",
    example: "> Authorization: Bearer …\nCache-Control: public, max-age=600\nETag: \"1\"")
}

/// Finds answers that a shared cache could pass from one user to another (RFC 9111 §3.5, §7).
enum SharedCacheFindings: FindingFamily {
  static let codes: [Finding.Code] = [
    .setCookieSharedCacheable, .authorizationForbidsShared, .authorizationPublic,
  ]

  static func add(_ subject: FindingSubject, to findings: inout [Finding]) {
    if let finding = setCookie(subject) { findings.append(finding) }
    if let finding = authorization(subject) { findings.append(finding) }
  }

  private static func setCookie(_ subject: FindingSubject) -> Finding? {
    guard subject.head.has(.setCookie) else { return nil }
    let control = subject.head.cacheControl(for: .shared)
    let withheld = (control.fieldNames("private") + control.fieldNames("no-cache")).map(\.asciiLowercased)
    guard !withheld.contains("set-cookie"),
      !control.isUnqualified("no-cache"),
      !subject.head.nominatedNames.contains("*"),
      let lifetime = subject.lifetime(.shared).seconds, lifetime > 0,
      subject.sharedStorage.isStorable
    else { return nil }
    let names = subject.head.fields.lines(named: "Set-Cookie").map {
      $0.value.split(separator: "=").first ?? ""
    }
    if names.allSatisfy(EdgeCookie.isKnown) {
      return Finding(
        .setCookieSharedCacheable, severity: .info, field: "Set-Cookie",
        "The response sets a cookie (\(names.map { String($0).asCode }.asList)), and a shared cache may store it, fresh for"
          + " \(formatDuration(lifetime)). An edge adds such a cookie on the way out, after its own cache: another"
          + " cache behind it would give it to others.")
    }
    // Most caches store no response with Set-Cookie, unless a directive tells them to.
    let isTold =
      control.contains("public") || control.contains("s-maxage") || control.fieldName != "Cache-Control"
      || subject.edge.isFromStore
    return Finding(
      .setCookieSharedCacheable, severity: isTold ? .error : nil, field: "Set-Cookie",
      "The response sets a cookie, and a shared cache may store it, fresh for \(formatDuration(lifetime)): one user's cookie can"
        + " reach another.",
      advice: "Send no Set-Cookie with a response for all users.",
      line: AdvisedLine(
        ControlEdit(isForOneUser: true), for: .shared,
        after: ", or send no Set-Cookie with a response for all users."))
  }

  private static func authorization(_ subject: FindingSubject) -> Finding? {
    guard subject.request.fields.contains("Authorization"), subject.request.method == "GET" else {
      return nil
    }
    let control = subject.head.cacheControl(for: .shared)
    guard !control.contains("no-store"),
      !control.isUnqualified("private")
    else { return nil }
    if let lifting = ["public", "s-maxage"].compactMap({ control.first($0) }).first {
      // Where the origin confirms each use, it can check the user's credentials.
      let isConfirmed =
        control.isUnqualified("no-cache")
        || subject.lifetime(.shared).seconds == 0
          && ["must-revalidate", "proxy-revalidate", "s-maxage"].contains(where: control.contains)
      guard !isConfirmed else { return nil }
      return Finding(
        .authorizationPublic, field: control.fieldName,
        value: subject.head.fields.combined(control.fieldName),
        "The request carried Authorization, and \(lifting.text.asCode) lets shared caches store the answer and"
          + " give it to other users.",
        line: AdvisedLine(
          ControlEdit(isForOneUser: true), for: .shared,
          after: " unless the response is the same for every user."))
    }
    guard subject.settings.role == .shared, !control.contains("must-revalidate") else { return nil }
    let own = subject.lifetime(.private)
    let seconds = own.seconds ?? 0
    return Finding(
      .authorizationForbidsShared, field: "Authorization",
      "A shared cache must not store this: the request carried Authorization, and the response has none of"
        + " `public`, `s-maxage`, `must-revalidate`."
        + (seconds > 0 ? " A private cache stores it, fresh for \(formatDuration(seconds))." : "")
        + " That is right where it is for one user; where it is the same for every user, `s-maxage` lifts the bar."
    )
  }
}

/// Cookies that edges add to answers after their own cache, each as its vendor documents it.
private enum EdgeCookie {
  private static let names: Set = [
    "__cf_bm", "__cflb", "__cfruid", "_cfuvid", "cf_clearance", "__cfwaitingroom", "ak_bmsc", "bm_sv",
    "bm_sz", "bm_mi",
    "_abck",
  ]
  private static let prefixes = ["incap_ses_", "visid_incap_", "nlbi_", "reese84"]

  static func isKnown(_ name: Substring) -> Bool {
    names.contains(String(name)) || prefixes.contains(where: name.hasPrefix)
  }
}
