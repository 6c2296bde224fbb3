/// The update of a stored response by a 304 (RFC 9111 §3.2, §4.3.4).
package enum Freshening {
  /// Whether the 304 speaks of the stored response: its validators are the stored one's (§4.3.4).
  ///
  /// - Parameters:
  ///   - stored: the response that the conditional request was made from.
  ///   - notModified: the head of the 304.
  /// - Returns: false where a strong tag of the 304 is not the stored one's, or a weak one does not correspond.
  package static func identifies(_ stored: StoredResponse, by notModified: ResponseHead) -> Bool {
    guard let answered = notModified.entityTag else { return true }
    guard let known = stored.head.entityTag else { return false }
    return answered.isWeak ? answered.matchesWeakly(known) : answered.matchesWeakly(known) && !known.isWeak
  }

  /// The stored response with the 304's fields in place of its own.
  ///
  /// - Parameters:
  ///   - stored: the response to update.
  ///   - notModified: the head of the 304, already without what may not be stored (§3.1).
  ///   - requestedAt: when the conditional request was sent.
  ///   - receivedAt: when the 304 had arrived.
  ///   - cacheDate: the new `cache_date`, in RFC 3339.
  /// - Returns: same body, new fields and times.
  package static func freshened(
    _ stored: StoredResponse, by notModified: ResponseHead, requestedAt: Instant, receivedAt: Instant,
    cacheDate: String
  ) -> StoredResponse {
    var updated = stored
    let replaced = notModified.fields.lines.filter { !isKept($0.name) }
    let names = Set(replaced.map(\.name.asciiLowercased))
    // An Age of the stored response speaks of the old exchange; the 304's own replaces it or there is none.
    updated.head.fields.lines.removeAll { names.contains($0.name.asciiLowercased) || $0.isNamed("Age") }
    updated.head.fields.lines += replaced
    updated.requestedAt = requestedAt
    updated.receivedAt = receivedAt
    updated.userInfo[StoredResponse.cacheDateName] = cacheDate
    return updated
  }

  /// Fields that describe the stored body as it lies there, which no 304 changes (§3.2).
  private static func isKept(_ name: String) -> Bool {
    ["content-length", "content-encoding", "content-type", "content-range", "transfer-encoding"]
      .contains(name.asciiLowercased)
  }
}
