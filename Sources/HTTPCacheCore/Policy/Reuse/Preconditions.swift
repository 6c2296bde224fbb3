/// The preconditions of a request, as far as a cache evaluates them (RFC 9111 §4.3.2, RFC 9110 §13).
enum Preconditions {
  /// The conditions that a cache evaluates.
  static let evaluated = ["If-None-Match", "If-Modified-Since", "If-Range"]

  /// The conditions that only the origin evaluates.
  static let forOrigin = ["If-Match", "If-Unmodified-Since"]

  /// Whether a request has a condition that a cache evaluates.
  static func areEvaluated(in request: RequestHead) -> Bool {
    evaluated.contains { request.fields.contains($0) }
  }

  /// The precondition field that shows that the caller has the stored version, so that a 304 answers; nil if there is
  /// none.
  ///
  /// With `If-None-Match`, `If-Modified-Since` is ignored (RFC 9110 §13.1.3).
  static func unchanged(_ request: RequestHead, _ stored: StoredResponse) -> String? {
    guard (200..<300).contains(stored.head.status) else { return nil }
    if request.fields.contains("If-None-Match") {
      return isListed(stored.head.entityTag, in: request) ? "If-None-Match" : nil
    }
    // A field with more than one line or an invalid date is ignored (RFC 9110 §13.1.3).
    let lines = request.fields.lines(named: "If-Modified-Since")
    guard lines.count == 1, let since = HTTPDate(lines[0].value, now: stored.receivedAt)?.validInstant else {
      return nil
    }
    let modified = stored.head.lastModified(receivedAt: stored.receivedAt) ?? stored.generatedAt
    return modified <= since ? "If-Modified-Since" : nil
  }

  /// Whether the caller's `If-None-Match` lists a tag, by weak comparison, or is `*`, which matches any
  /// (RFC 9110 §13.1.2).
  static func isListed(_ tag: EntityTag?, in request: RequestHead) -> Bool {
    for line in request.fields.lines(named: "If-None-Match") {
      if line.rawValue == [0x2A] { return true }
      if let tag, EntityTag.list(line.rawValue).contains(where: { $0.matchesWeakly(tag) }) { return true }
    }
    return false
  }

  /// Whether `Range` applies: `If-Range` is absent, or matches exactly the stored version (RFC 9110 §13.1.5).
  static func permitRange(_ request: RequestHead, _ stored: StoredResponse) -> Bool {
    let lines = request.fields.lines(named: "If-Range")
    guard let line = lines.first else { return true }
    guard lines.count == 1 else { return false }
    if let tag = EntityTag(line.rawValue) { return stored.head.entityTag?.matchesStrongly(tag) ?? false }
    // A date is a strong validator if the representation can't have changed twice within that second (RFC 9110
    // §8.8.2.2).
    guard let wanted = HTTPDate(line.value, now: stored.receivedAt)?.validInstant,
      let modified = stored.head.lastModified(receivedAt: stored.receivedAt),
      let date = stored.head.date(receivedAt: stored.receivedAt)
    else { return false }
    return wanted == modified && date - modified >= 1
  }
}
