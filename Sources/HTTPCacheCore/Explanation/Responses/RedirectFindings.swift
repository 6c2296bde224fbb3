extension Finding.Code {
  static let redirectLongLifetime = Self(
    "redirect-long-lifetime", .warning, "RFC 9110 §15.4",
    "a temporary redirect is fresh for more than a day, or a permanent one for more than 30 days",
    shown: .example("HTTP/1.1 302 Found", "Location: /other", "Cache-Control: max-age=31536000"))
  static let redirectSetsCookie = Self(
    "redirect-sets-cookie", .warning, "RFC 9111 §7.3",
    "a redirect that sets a cookie is used again, which does not set it again",
    shown: .example(
      "HTTP/1.1 302 Found", "Location: /welcome", "Cache-Control: private, max-age=600",
      "Set-Cookie: session=…"))
  static let redirectOutlivesSignature = Self(
    "redirect-outlives-signature", .warning, "–",
    "a redirect is used after the signature in the URL it leads to has ended",
    shown: .example(
      "HTTP/1.1 302 Found", exampleDate,
      "Location: https://b.example/k?X-Amz-Date=20160126T164557Z&X-Amz-Expires=300&X-Amz-Signature=…",
      "Cache-Control: private, max-age=86400"))
}

/// Checks redirects that a cache uses again (RFC 9110 §15.4).
enum RedirectFindings: FindingFamily {
  static let codes: [Finding.Code] = [.redirectSetsCookie, .redirectOutlivesSignature, .redirectLongLifetime]

  static func find(in facts: Facts) -> [Finding] { finding(facts).listed }

  private static func finding(_ facts: Facts) -> Finding? {
    guard isReused(facts) else { return nil }
    return settingCookie(facts) ?? outlivingSignature(facts) ?? long(facts)
  }

  /// Whether the response is a redirect that a cache may use again without asking.
  private static func isReused(_ facts: Facts) -> Bool {
    let status = facts.head.status
    guard [301, 302, 303, 307, 308].contains(status), facts.isLifetimeOfInterest else { return false }
    return span(facts) > 0
  }

  /// For how many seconds a cache may use the response without asking; a permanent one without a lifetime, as long as the
  /// cache likes.
  private static func span(_ facts: Facts) -> Seconds {
    let (head, lifetime) = (facts.head, facts.lifetime)
    if head.isPermanent, lifetime.source == .none, !head.nominatedNames.contains("*") { return .max }
    return head.unaskedSpan(lifetime, under: facts.control, role: facts.settings.role)
  }

  /// Whether another finding than that of a long lifetime limits how long the redirect may be used.
  static func isBounded(_ facts: Facts) -> Bool {
    isReused(facts) && (facts.head.setsCookieOfOrigin || outlivingSignature(facts) != nil)
  }

  private static func settingCookie(_ facts: Facts) -> Finding? {
    guard facts.head.setsCookieOfOrigin else { return nil }
    return Finding(
      .redirectSetsCookie, field: "Set-Cookie",
      "This \(facts.head.status) sets a cookie, and \(facts.cacheName) may use it again\(time(span(facts))): who is"
        + " redirected from there does not get the cookie anew, where it has ended, was changed or was deleted meanwhile.",
      line: AdvisedLine(ControlEdit(reuse: .never)))
  }

  private static func outlivingSignature(_ facts: Facts) -> Finding? {
    guard facts.head.has(.location),
      case .success(let target)? = facts.head.redirectTarget(from: facts.request.target),
      let end = URLSignature.end(of: target)
    else { return nil }
    let left = max(0, end - (facts.generatedAt ?? facts.receivedAt))
    let span = span(facts)
    guard span > left else { return nil }
    return Finding(
      .redirectOutlivesSignature, directivesOf: facts,
      "This \(facts.head.status) may be used again\(time(span)), and the signature in the URL of Location ends"
        + (left > 0 ? " after \(formatDuration(left))" : " before")
        + ": from then on, it leads to an answer that refuses the URL.",
      line: left > 0
        ? AdvisedLine(
          ControlEdit(
            // Only a use of the stale redirect outlives the signature where the lifetime does not.
            reuse: facts.lifetime.seconds ?? (span == .max ? .max : 0) > left ? .lifetime(left) : nil,
            removed: ["stale-while-revalidate"]),
          after: ", or less: as long as the signature is good.")
        : AdvisedLine(ControlEdit(reuse: .never)))
  }

  private static func time(_ span: Seconds) -> String {
    span == .max ? " as long as it likes" : " for \(formatDuration(span))"
  }

  private static func long(_ facts: Facts) -> Finding? {
    let status = facts.head.status
    let isPermanent = status == 301 || status == 308
    guard facts.lifetime.source != .heuristic, let seconds = facts.lifetime.seconds,
      seconds > (isPermanent ? 2_592_000 : 86_400)
    else { return nil }
    return Finding(
      .redirectLongLifetime, directivesOf: facts, severity: isPermanent ? .info : nil,
      "This \(status) is fresh for \(formatDuration(seconds)): "
        + (isPermanent
          ? "a wrong target can't be called back from those that have it."
          : "a redirect that is meant for now leads to the same place that long."),
      line: isPermanent ? nil : AdvisedLine(ControlEdit(reuse: .lifetime(3600))))
  }
}
