extension Finding.Code {
  static let notModifiedContradicts = Self(
    "not-modified-contradicts", .warning, "RFC 9111 §4.3.4",
    "a 304 says something else than the 200 that it confirms",
    shown: .observed(
      [
        "> GET /app.css", "HTTP/1.1 200 OK", "ETag: \"v1\"", "Cache-Control: max-age=600", "> GET /app.css",
        "> If-None-Match: \"v1\"", "HTTP/1.1 304 Not Modified", "Cache-Control: no-cache",
      ],
      consequence: "A cache that is confirmed takes over what the 304 says: one resource follows two rules.",
      write: "Send the same fields with 304 as with 200."))
  static let notModifiedLacksField = Self(
    "not-modified-lacks-field", .info, "RFC 9110 §15.4.5", "a 304 lacks a field that the 200 has",
    shown: .observed(
      [
        "> GET /app.css", "HTTP/1.1 200 OK", "ETag: \"v1\"", "Vary: Accept-Encoding", "> GET /app.css",
        "> If-None-Match: \"v1\"", "HTTP/1.1 304 Not Modified",
      ],
      consequence: "A cache keeps the stored value, which for a field of CORS may be that of another origin.",
      write: "Send the field with 304 as with 200; Apache: `Header always set`."))
  static let notModifiedBreaksNonce = Self(
    "not-modified-breaks-nonce", .error, "RFC 9111 §3.2",
    "a 304 has another nonce than the page that it confirms, whose scripts are then blocked",
    shown: .observed(
      [
        "> GET /", "HTTP/1.1 200 OK", "ETag: \"v1\"", "Content-Security-Policy: script-src 'nonce-R4nd0m'",
        "> GET /", "> If-None-Match: \"v1\"", "HTTP/1.1 304 Not Modified",
        "Content-Security-Policy: script-src 'nonce-0ther'",
      ],
      consequence:
        "A browser takes over the policy of the 304 and keeps the stored page: all its scripts are blocked (measured with"
        + " Chromium 156).",
      write: "Send 304 without Content-Security-Policy, or hashes in place of nonces."))
}

/// Compares a 304 with the 200 that it validates (RFC 9110 §15.4.5, RFC 9111 §3.2).
enum NotModifiedCheck {
  static let codes: [Finding.Code] = [
    .notModifiedBreaksNonce, .notModifiedContradicts, .notModifiedLacksField,
  ]

  /// The seconds by which lifetimes that were computed at different times may differ.
  static let tolerance: Seconds = 2

  /// The fields that a 304 must repeat if the 200 has them.
  private static let needed = ["Cache-Control", "Content-Location", "ETag", "Expires", "Vary"]

  /// Adds findings for another nonce, for fields that the 304 lacks, and for a contradiction to the 200, which two
  /// more of them must also show.
  ///
  /// `fields` are the further fields of the request for the 200.
  ///
  /// - Throws: the request for another 200.
  static func check(
    _ confirmed: ProbeResponse, _ whole: ProbeResponse, _ fields: [FieldLine], _ talk: inout ProbeTalk
  ) throws(ProbeStop) {
    checkNonce(confirmed, whole, &talk)
    addMissing(confirmed, whole, &talk)
    guard !talk.has(.notModifiedContradicts), let (field, what) = contradiction(confirmed, whole, talk) else {
      return
    }
    let isContradicted = try talk.holdsAfterwards(fields) { [talk] later in
      isSteady(field, whole, later) && contradiction(confirmed, later, talk) != nil
    }
    guard isContradicted else { return }
    talk.findings.add(
      .notModifiedContradicts, field: field, value: confirmed.head.fields.combined(field),
      "The 304 \(what): a cache that is confirmed takes over what the 304 says, so one resource follows two rules.",
      advice: "Send the same `\(field)` with 304 as with 200.")
  }

  private static func addMissing(
    _ confirmed: ProbeResponse, _ whole: ProbeResponse, _ talk: inout ProbeTalk
  ) {
    func lacking(_ names: [String]) -> [String] {
      names.filter { whole.head.fields.contains($0) && !confirmed.head.fields.contains($0) }
    }
    let missing = lacking(needed)
    if !missing.isEmpty, !talk.has(.notModifiedLacksField) {
      talk.findings.add(
        .notModifiedLacksField, field: missing.first,
        "The 304 has no \(missing.asList), and the 200 has: a cache keeps the stored "
          + (missing.count == 1 ? "value." : "values."))
    }
    let forOrigin = talk.request().fields.first("Origin").map { ($0, lacking(forOrigins)) }
    guard let (origin, names) = forOrigin, !names.isEmpty,
      !talk.findings.contains(where: { $0.code == .notModifiedLacksField && $0.severity == .warning })
    else { return }
    talk.findings.add(
      .notModifiedLacksField, severity: .warning, field: names.first,
      "For \(origin.asCode) the 304 has no \(names.asList), and the 200 has: where a browser or a cache stored the answer to"
        + " another origin, or to none, what was stored goes on deciding, and the page is refused its answer.",
      advice:
        "Send the fields of CORS with 304 as with 200; \(ServerRemedy.quoted(.alwaysSet, to: talk.subject.stored.head))."
    )
  }

  // MARK: Nonces

  /// Finds a 304 whose policy has another nonce than that of the stored page: the browser takes over the new policy, and the
  /// page keeps the old nonce.
  ///
  /// This rests on no equal content, since the nonce usually stands in the page, too.
  static func checkNonce(_ confirmed: ProbeResponse, _ whole: ProbeResponse, _ talk: inout ProbeTalk) {
    let (new, old) = (confirmed.head.nonces, whole.head.nonces)
    guard !talk.has(.notModifiedBreaksNonce), !new.isEmpty, !old.isEmpty, !old.isSubset(of: new),
      AssetKind(whole.head, at: talk.target) == .page
    else { return }
    let part = old.subtracting(new).contains { !$0.isOfStyles } ? "scripts" : "styles"
    talk.findings.add(
      .notModifiedBreaksNonce, field: "Content-Security-Policy",
      value: confirmed.head.fields.combined("Content-Security-Policy"),
      "The 304 has a Content-Security-Policy with another nonce than the 200: a browser takes over the fields of the 304 and"
        + " keeps the stored page, whose \(part) have the old nonce, so that all of them are blocked.",
      advice:
        "Send 304 without Content-Security-Policy, or have the page never confirmed (no ETag, no Last-Modified); hashes"
        + " in place of nonces stay right.")
  }

  /// Whether a field has the same meaning in two successive responses.
  static func isSteady(_ field: String?, _ first: ProbeResponse, _ later: ProbeResponse) -> Bool {
    guard let field else { return first.status == later.status }
    if ["Cache-Control", "Expires", "CDN-Cache-Control"].contains(field) {
      return rules(later, first) == nil
    }
    if takenOver.contains(field) { return meaning(of: field, first.head) == meaning(of: field, later.head) }
    return field == "ETag"
      ? first.hasSameTag(as: later) : first.head.fields.combined(field) == later.head.fields.combined(field)
  }

  /// The first field in which the 304 contradicts the 200, and how.
  private static func contradiction(
    _ confirmed: ProbeResponse, _ whole: ProbeResponse, _ talk: ProbeTalk
  ) -> (field: String, what: String)? {
    let (new, old) = (confirmed.head, whole.head)
    if !talk.has(.etagUnstable), let tag = new.fields.first("ETag"), let other = whole.tag,
      !tag.isSameTag(as: other)
    {
      return ("ETag", "has the tag \(tag.asCode), and the 200 \(other.asCode)")
    }
    if new.fields.contains("Vary"), Set(new.nominatedNames) != Set(old.nominatedNames) {
      return (
        "Vary",
        "has `Vary: \(new.fields.combined("Vary") ?? "")`, and the 200 "
          + (old.fields.combined("Vary").map { "`Vary: \($0)`" } ?? "no Vary")
      )
    }
    if let date = confirmed.modified, let other = whole.modified, date != other {
      return ("Last-Modified", "has the date \(date.asCode), and the 200 \(other.asCode)")
    }
    if let found = rules(confirmed, whole) { return found }
    let names = takenOver + (talk.request().fields.contains("Origin") ? forOrigins : [])
    for name in names where new.fields.contains(name) {
      guard meaning(of: name, new) != meaning(of: name, old) else { continue }
      let before = old.fields.combined(name).map { "the 200 \($0.asCode)" } ?? "the 200 has none"
      return (name, "has `\(name)` \(new.fields.combined(name)?.asCode ?? ""), and \(before)")
    }
    return nil
  }

  /// The fields that a 304 replaces in a stored response, and that decide what a page made of it does (RFC 9111 §3.2).
  private static let takenOver = [
    "Content-Security-Policy", "Content-Type", "Link", "Cross-Origin-Opener-Policy",
    "Cross-Origin-Embedder-Policy", "Cross-Origin-Resource-Policy", "Permissions-Policy", "Referrer-Policy",
  ]

  /// The fields by which a browser lets a page of another origin read the answer.
  private static let forOrigins = [
    "Access-Control-Allow-Origin", "Access-Control-Allow-Credentials", "Access-Control-Expose-Headers",
  ]

  /// What a field says, in a form in which equal meanings are equal; a nonce is judged apart.
  private static func meaning(of name: String, _ head: ResponseHead) -> Set<String> {
    switch name {
    case "Content-Security-Policy":
      return Set(head.fields.members(name).map { ContentSecurityPolicy.withoutNonces($0) })
    case "Content-Type":
      let value = (head.fields.first(name) ?? "").asciiLowercased
      return [String(decoding: value.utf8.filter { $0 != 0x20 && $0 != 0x22 }, as: UTF8.self)]
    // What a page preloads changes what it does; other links do not.
    case "Link":
      return Set(
        head.fields.members(name).filter { $0.asciiLowercased.holds("preload") }.map(withoutSpace))
    default: return Set(head.fields.members(name).map { withoutSpace($0.asciiLowercased) })
    }
  }

  /// A member of a list without the space that may stand around its parameters.
  private static func withoutSpace(_ member: String) -> String {
    String(decoding: member.utf8.filter { $0 != 0x20 && $0 != 0x09 }, as: UTF8.self)
  }

  /// The first difference between two responses in how long, and by which caches, they may be stored: the field, and
  /// the difference in words.
  ///
  /// A field that `other` lacks does not count as a difference.
  static func rules(_ other: ProbeResponse, _ whole: ProbeResponse) -> (field: String, what: String)? {
    let (new, old) = (other.head, whole.head)
    for role in [CacheRole.private, .shared] {
      let (control, before) = (new.cacheControl(for: role), old.cacheControl(for: role))
      guard new.fields.contains(control.fieldName) else { continue }
      for name in ["no-store", "no-cache", "private", "must-revalidate"]
      where control.contains(name) != before.contains(name) {
        return (
          control.fieldName,
          control.contains(name) ? "has `\(name)`, and the 200 does not" : "lacks the `\(name)` of the 200"
        )
      }
    }
    guard new.fields.contains("Cache-Control") || new.fields.contains("Expires") else { return nil }
    for role in [CacheRole.private, .shared] {
      let (own, others) = (other.lifetime(role), whole.lifetime(role))
      guard own.source != .heuristic, others.source != .heuristic,
        own.source == others.source || new.fields.contains("Cache-Control")
          || !old.fields.contains("Cache-Control"),
        let seconds = own.seconds, let otherSeconds = others.seconds,
        max(seconds, otherSeconds) - min(seconds, otherSeconds) > tolerance
      else { continue }
      return (
        new.fields.contains("Cache-Control") ? "Cache-Control" : "Expires",
        "gives a lifetime of \(formatDuration(seconds)), and the 200 \(formatDuration(otherSeconds))"
      )
    }
    return nil
  }
}
