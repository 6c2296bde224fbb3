/// Which stored responses a new one takes the place of, and whether it may be kept at all beside them.
///
/// What a request got takes the place of what it would have been given, whether or not the two have the same `Vary`:
/// the next equal request is given the new one. Only where two exchanges overlapped does the later answer not always
/// win: then the newer `Date` does, and of equal ones the later request (RFC 9111 §4).
package struct Replacement: Sendable, Hashable {
  /// A stored response that the new one may have to do with.
  package struct Rival: Sendable {
    /// The response.
    let response: StoredResponse

    /// When it was asked for, in microseconds since 1970.
    let askedAt: Int64

    /// Whether it was there, as it is now, when the new one was asked for; else their exchanges overlapped.
    let wasKnown: Bool

    package init(_ response: StoredResponse, askedAt: Int64 = 0, wasKnown: Bool) {
      self.response = response
      self.askedAt = askedAt
      self.wasKnown = wasKnown
    }
  }

  /// Which of the rivals go.
  package let replaced: [Int]

  /// Whether a rival is newer: then none goes, and the new one is not kept.
  package let isOutdated: Bool

  /// Compares a new response with what is stored under its key.
  ///
  /// - Parameters:
  ///   - new: the response that came.
  ///   - fields: of the request that it answers.
  ///   - askedAt: when that was sent, in microseconds since 1970.
  ///   - rivals: what is stored under its key.
  ///   - role: the cache's.
  package init(
    _ new: StoredResponse, forRequest fields: FieldSection, askedAt: Int64 = .max, among rivals: [Rival],
    role: CacheRole
  ) {
    var replaced: [Int] = []
    for (index, rival) in rivals.enumerated()
    where rival.response.isSuperseded(byRequest: fields, role: role)
      && !Self.areSideBySide(new, rival.response)
    {
      if !rival.wasKnown, !Self.isPart(rival.response, of: new),
        Self.isNewer(rival, than: new, askedAt: askedAt)
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

  /// Parts of one version stay beside each other, and beside the whole.
  private static func areSideBySide(_ new: StoredResponse, _ old: StoredResponse) -> Bool {
    guard let part = new.part else { return false }
    return old.isSameVersion(as: new.head.strongTag, completeLength: part.completeLength)
  }

  /// Whether an old response is a part of the version that the new one has.
  private static func isPart(_ old: StoredResponse, of new: StoredResponse) -> Bool {
    old.part != nil && old.isSameVersion(as: new.head.strongTag, completeLength: new.completeLength)
  }

  private static func isNewer(_ old: Rival, than new: StoredResponse, askedAt: Int64) -> Bool {
    (old.response.generatedAt.epoch, old.askedAt) > (new.generatedAt.epoch, askedAt)
  }
}

extension ResponseHead {
  /// Whether an answer that is not kept outdates what is stored: no 304 does, no error of the server, and no answer to
  /// a range that tells nothing of the whole (RFC 9110 §14.2).
  ///
  /// - Parameters:
  ///   - request: the request as it was sent.
  ///   - isForRest: whether it asked for the rest of a stored part, which the answer then refuses.
  /// - Returns: whether what is stored for the request goes.
  func outdatesStored(_ request: RequestHead, isForRest: Bool) -> Bool {
    if request.fields.contains("Range"), ![200, 206].contains(status) { return isForRest }
    return status != 304 && status < 500
  }
}
