extension Finding.Code {
  static let setCookieSharedCacheable = Self(
    "set-cookie-shared-cacheable", .warning, "RFC 9111 §7.3",
    "shared caches may give one user's cookie to another",
    example: "Cache-Control: public, max-age=600", "Set-Cookie: session=…", "ETag: \"1\"")
}

/// Finds cookies that a shared cache could pass from one user to another (RFC 9111 §7.3).
enum SetCookieFindings: FindingFamily {
  static let codes: [Finding.Code] = [.setCookieSharedCacheable]

  static func finding(_ subject: FindingSubject) -> Finding? {
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
    if names.allSatisfy(CacheProduct.addsCookie(named:)) {
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

}
