/// The update of a stored response by a 304 (RFC 9111 §3.2, §4.3.4).
package enum Freshening {
  /// Which stored responses a 304 speaks of (§4.3.4).
  ///
  /// - Parameters:
  ///   - candidates: the responses that could have been chosen for the request; the one selected comes first.
  ///   - notModified: the head of the 304.
  /// - Returns: all that its strong tag names; of those that its weak tag or its date corresponds to, the most recent;
  ///   the selected one where it names no version at all and no other could be meant.
  package static func identified(_ candidates: [StoredResponse], by notModified: ResponseHead) -> [Int] {
    if notModified.hasTag(isStrong: true) {
      return candidates.indices.filter { candidates[$0].head.compareTag(notModified) == .strong }
    }
    if notModified.hasTag() {
      return mostRecent(candidates) { $0.head.compareTag(notModified) != .different }
    }
    if let modified = notModified.fields.first("Last-Modified") {
      return mostRecent(candidates) { $0.head.fields.first("Last-Modified") == modified }
    }
    // The question named one version only, and the answer is yes.
    return Set(candidates.map(\.head.entityTag)).count == 1 ? Array(candidates.indices.prefix(1)) : []
  }

  private static func mostRecent(
    _ candidates: [StoredResponse], _ isMeant: (StoredResponse) -> Bool
  ) -> [Int] {
    let meant = candidates.indices.filter { isMeant(candidates[$0]) }
    let newest = meant.max { candidates[$0].generatedAt < candidates[$1].generatedAt }
    return newest.map { [$0] } ?? []
  }

  /// Whether the 200 to a HEAD request speaks of the same representation as a stored response (§4.3.5).
  ///
  /// - Parameters:
  ///   - head: the answer to HEAD.
  ///   - stored: a response that could have been chosen for the request.
  /// - Returns: false where a validator or the length that the answer gives is another.
  package static func describes(_ head: ResponseHead, _ stored: StoredResponse) -> Bool {
    if let tag = head.entityTag, stored.head.entityTag != tag { return false }
    for name in ["Last-Modified", "Content-Length"] {
      guard let value = head.fields.first(name) else { continue }
      let known =
        name == "Content-Length" ? stored.completeLength.map(String.init) : stored.head.fields.first(name)
      guard known == value else { return false }
    }
    return true
  }

  /// The stored response with the 304's fields in place of its own.
  ///
  /// - Parameters:
  ///   - stored: the response to update.
  ///   - notModified: the head of the 304, already without what may not be stored (§3.1).
  ///   - request: the request that the 304 answers: where the new fields tell variants apart by others than before, its
  ///     lines are what the response is selected by from now on.
  ///   - requestedAt: when the conditional request was sent.
  ///   - receivedAt: when the 304 had arrived.
  ///   - cacheDate: the new `cache_date`, in RFC 3339.
  /// - Returns: same body, new fields and times.
  package static func freshened(
    _ stored: StoredResponse, by notModified: ResponseHead, answering request: RequestHead,
    requestedAt: Instant, receivedAt: Instant, cacheDate: String
  ) -> StoredResponse {
    var userInfo = stored.userInfo
    userInfo[StoredResponse.cacheDateName] = cacheDate
    let head = merged(stored.head, with: notModified)
    let isSelectedAlike = head.hasSameSelectingNames(as: stored.head, for: request)
    return StoredResponse(
      key: stored.key, head: head,
      selectingFields: isSelectedAlike ? stored.selectingFields : head.selectingFields(of: request),
      requestedAt: requestedAt, receivedAt: receivedAt, bodyLength: stored.bodyLength, userInfo: userInfo)
  }

  /// A stored head with the fields of a newer one in place of its own.
  static func merged(_ stored: ResponseHead, with newer: ResponseHead) -> ResponseHead {
    var merged = stored
    var replaced = newer.fields
    replaced.removeLines(where: kept.contains)
    var fields = stored.fields
    // An Age of the stored response speaks of the old exchange; the newer one's own replaces it or there is none.
    fields.remove("Age")
    fields.replace(with: replaced)
    merged.fields = fields
    return merged
  }

  /// Fields that describe the stored body as it lies there, which no 304 changes (§3.2).
  private static let kept = FieldNames([
    "content-length", "content-encoding", "content-type", "content-range", "content-md5", "content-digest",
    "transfer-encoding",
  ])
}
