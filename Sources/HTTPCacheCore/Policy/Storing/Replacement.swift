/// Decides which stored responses a new one replaces, and whether a newer stored response keeps the new one from
/// being stored.
///
/// A new response replaces the stored responses that would have answered its request, even if their `Vary` differs,
/// so that the next equal request gets the new response. If two exchanges overlapped, the response with the newer
/// `Date` stays, or with equal dates the one that was requested later (RFC 9111 §4).
package struct Replacement: Sendable, Hashable {
  /// A stored response that the new one may replace.
  package struct Rival: Sendable {
    let response: StoredResponse

    /// When it was requested, in microseconds since 1970.
    let askedAt: Int64

    /// Whether the rival was stored, unchanged, before the new response was requested; if not, the two exchanges
    /// overlapped.
    let wasKnown: Bool

    package init(_ response: StoredResponse, askedAt: Int64 = 0, wasKnown: Bool) {
      self.response = response
      self.askedAt = askedAt
      self.wasKnown = wasKnown
    }
  }

  /// The indices of the rivals to remove.
  package let replaced: [Int]

  /// Whether a rival is newer; then no rival is removed, and the new response is not stored.
  package let isOutdated: Bool

  /// Compares a new response with the stored responses under its key.
  ///
  /// `fields` are those of the new response's request, which was sent at `askedAt`, in microseconds since 1970.
  package init(
    _ new: StoredResponse, forRequest fields: FieldSection, askedAt: Int64 = .max, among rivals: [Rival],
    role: CacheRole
  ) {
    var replaced: [Int] = []
    for (index, rival) in rivals.enumerated()
    where rival.response.isSuperseded(byRequest: fields, role: role) {
      var isSameVersion: Bool { rival.response.isSameVersion(as: new) }
      // A part and a response of the same version both stay stored.
      if new.part != nil, isSameVersion { continue }
      if !rival.wasKnown, rival.response.part == nil || !isSameVersion,
        (rival.response.generatedAt.epoch, rival.askedAt) > (new.generatedAt.epoch, askedAt)
      {
        self.replaced = []
        isOutdated = true
        return
      }
      replaced.append(index)
    }
    self.replaced = replaced
    isOutdated = false
  }
}

extension ResponseHead {
  /// Whether a response that is not stored makes the stored responses for its request obsolete, so that they are
  /// removed.
  ///
  /// A 304, a server error, an error about the request or its sender, and a body that may be cut off do not. Of the
  /// responses to a range request, only 200 and 206 do (RFC 9110 §14.2), unless the request asked for the rest of a
  /// stored part (`isForRest`).
  func outdatesStored(_ request: RequestHead, isForRest: Bool) -> Bool {
    if [304, 400, 401, 403, 407, 408, 421, 425, 428, 429, 431].contains(status) || status >= 500 {
      return false
    }
    if mayBeCutOff(answering: request) { return false }
    return [200, 206].contains(status) || isForRest || !request.fields.contains("Range")
  }
}
