extension Finding.Code {
  static let notModifiedContradicts = Self(
    "not-modified-contradicts", .warning, "RFC 9111 §4.3.4",
    "a 304 says something else about caching than the 200")
  static let notModifiedLacksField = Self(
    "not-modified-lacks-field", .info, "RFC 9110 §15.4.5", "a 304 lacks a field that the 200 has")
}

/// Compares a 304 with the 200 that it validates (RFC 9110 §15.4.5, RFC 9111 §3.2).
enum NotModifiedCheck {
  static let codes: [Finding.Code] = [.notModifiedContradicts, .notModifiedLacksField]

  /// The seconds by which lifetimes that were computed at different times may differ.
  static let tolerance: Seconds = 2

  /// The fields that a 304 must repeat if the 200 has them.
  private static let needed = ["Cache-Control", "Content-Location", "ETag", "Expires", "Vary"]

  /// Adds findings for fields that the 304 lacks, and for a contradiction to the 200, which a second 200 must also
  /// show.
  ///
  /// `fields` are the further fields of the request for the 200.
  ///
  /// - Throws: the request for that second 200.
  static func check(
    _ confirmed: ProbeResponse, _ whole: ProbeResponse, _ fields: [FieldLine], _ talk: inout ProbeTalk
  ) throws(ProbeStop) {
    let missing = needed.filter { whole.head.fields.contains($0) && !confirmed.head.fields.contains($0) }
    if !missing.isEmpty, !talk.has(.notModifiedLacksField) {
      talk.findings.add(
        .notModifiedLacksField, field: missing.first,
        "The 304 has no \(missing.asList), and the 200 has: a cache keeps the stored "
          + (missing.count == 1 ? "value." : "values."))
    }
    guard !talk.has(.notModifiedContradicts), let (field, what) = contradiction(confirmed, whole) else {
      return
    }
    let later = try talk.afterwards(fields)
    guard isSteady(field, whole, later), contradiction(confirmed, later) != nil else {
      return
    }
    talk.findings.add(
      .notModifiedContradicts, field: field, value: confirmed.head.fields.combined(field),
      "The 304 \(what): a cache that is confirmed takes over what the 304 says, so one resource follows two rules.",
      advice: "Send the same `\(field)` with 304 as with 200.")
  }

  /// Whether a field has the same meaning in two successive responses.
  static func isSteady(_ field: String?, _ first: ProbeResponse, _ later: ProbeResponse) -> Bool {
    guard let field else { return first.status == later.status }
    if ["Cache-Control", "Expires", "CDN-Cache-Control"].contains(field) {
      return rules(later, first) == nil
    }
    return field == "ETag"
      ? first.hasSameTag(as: later) : first.head.fields.combined(field) == later.head.fields.combined(field)
  }

  /// The first field in which the 304 contradicts the 200, and how.
  private static func contradiction(
    _ confirmed: ProbeResponse, _ whole: ProbeResponse
  ) -> (field: String, what: String)? {
    let (new, old) = (confirmed.head, whole.head)
    if let tag = new.fields.first("ETag"), let other = whole.tag, !tag.isSameTag(as: other) {
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
    return rules(confirmed, whole)
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
