/// The update of a stored response by a 304 (RFC 9111 §3.2, §4.3.4).
package enum Freshening {
  /// The indices of the stored responses that a 304 identifies (§4.3.4); the first candidate is the selected one.
  ///
  /// A 304 identifies all responses with the same strong tag; else the most recent one with the same weak tag or
  /// date; else, if the 304 has no validator and the request asked about one version only, the selected one.
  package static func identified(_ candidates: [StoredResponse], by notModified: ResponseHead) -> [Int] {
    guard !candidates.contains(where: { $0.head.hasOtherDigest(than: notModified) }) else {
      let same = candidates.indices.filter { !candidates[$0].head.hasOtherDigest(than: notModified) }
      return identified(same.map { candidates[$0] }, by: notModified).map { same[$0] }
    }
    if notModified.hasTag(isStrong: true) {
      return candidates.indices.filter { candidates[$0].head.compareTag(notModified) == .strong }
    }
    if notModified.hasTag() {
      return mostRecent(candidates) { $0.head.compareTag(notModified) != .different }
    }
    if notModified.fields.contains("Last-Modified") {
      return mostRecent(candidates) {
        $0.head.fields.hasSameValues("Last-Modified", as: notModified.fields)
      }
    }
    // The request asked about one version only, which the 304 identifies.
    return Set(candidates.map(\.head.entityTag)).count == 1 ? Array(candidates.indices.prefix(1)) : []
  }

  /// The first response that a 304 with a strong tag confirms without identifying it: one with the weak form of the tag
  /// (RFC 9110 §8.8.3.2); nil if there is none.
  ///
  /// The origin has compared the tags weakly, as `If-None-Match` asks it to: the body is still good, but only a response
  /// with the strong tag may be updated (RFC 9111 §4.3.4).
  package static func confirmedWeakly(_ candidates: [StoredResponse], by notModified: ResponseHead) -> Int? {
    guard notModified.hasTag(isStrong: true) else { return nil }
    return candidates.firstIndex {
      $0.head.compareTag(notModified) == .weak && !$0.head.hasOtherDigest(than: notModified)
    }
  }

  private static func mostRecent(
    _ candidates: [StoredResponse], _ isMeant: (StoredResponse) -> Bool
  ) -> [Int] {
    let meant = candidates.indices.filter { isMeant(candidates[$0]) }
    let newest = meant.max { candidates[$0].generatedAt < candidates[$1].generatedAt }
    return newest.map { [$0] } ?? []
  }

  /// Whether the answer to a HEAD request describes the same representation as a stored response: neither the status,
  /// the place that a redirect leads to, a validator nor the length differs (§4.3.5).
  package static func describes(_ head: ResponseHead, _ stored: StoredResponse) -> Bool {
    guard head.status == (stored.head.status == 206 ? 200 : stored.head.status), leadsAlike(head, stored)
    else { return false }
    if let tag = head.entityTag, stored.head.entityTag != tag { return false }
    if head.fields.contains("Last-Modified"),
      !head.fields.hasSameValues("Last-Modified", as: stored.head.fields)
    {
      return false
    }
    if let length = head.fields.first("Content-Length"), stored.completeLength.map(String.init) != length {
      return false
    }
    return !stored.head.hasOtherDigest(than: head)
  }

  /// Whether a redirect leads to the same place as the stored one; true for all else.
  private static func leadsAlike(_ head: ResponseHead, _ stored: StoredResponse) -> Bool {
    guard head.redirectLocation != nil, !head.fields.hasSameValues("Location", as: stored.head.fields) else {
      return true
    }
    // What is stored lacks the user information of the URL (RFC 3986 §3.2.1).
    guard let base = try? TargetURI(parsing: stored.key.uri),
      case .success(let own)? = stored.head.redirectTarget(from: base),
      case .success(let other)? = head.redirectTarget(from: base)
    else { return false }
    return own.absolute == other.absolute && own.fragment == other.fragment
  }

  /// The stored response with the fields of a 304 and new times; the body stays.
  ///
  /// `notModified` must be without the fields that are not stored (§3.1). If the new `Vary` lists other fields than
  /// before, the lines of `request` select the response from now on. `cacheDate` is in RFC 3339. Without a valid `Date`,
  /// the 304 was made when it was received (RFC 9110 §6.6.1).
  package static func freshened(
    _ stored: StoredResponse, by notModified: ResponseHead, answering request: RequestHead,
    requestedAt: Instant, receivedAt: Instant, cacheDate: String
  ) -> StoredResponse {
    var userInfo = stored.userInfo
    userInfo[StoredResponse.cacheDateName] = cacheDate
    let head = merged(stored.head, with: notModified.dated(receivedAt: receivedAt))
    let isSelectedAlike = head.hasSameSelectingNames(as: stored.head, for: request)
    return StoredResponse(
      key: stored.key, head: head,
      selectingFields: isSelectedAlike ? stored.selectingFields : head.selectingFields(of: request),
      requestedAt: requestedAt, receivedAt: receivedAt, bodyLength: stored.bodyLength, userInfo: userInfo)
  }

  /// A stored head, updated with the fields of a newer one.
  static func merged(_ stored: ResponseHead, with newer: ResponseHead) -> ResponseHead {
    var merged = stored
    var replaced = newer.fields
    replaced.removeLines(where: kept.contains)
    var fields = stored.fields
    // The stored Age belongs to the old exchange; only the newer head's Age counts.
    fields.remove("Age")
    fields.replace(with: replaced)
    merged.fields = fields
    return merged
  }

  /// Fields that describe the stored body, which a 304 does not change (§3.2).
  private static let kept = FieldNames([
    "content-length", "content-encoding", "content-type", "content-range", "content-md5", "content-digest",
    "transfer-encoding",
  ])
}

extension ResponseHead {
  /// The head with the time of receipt as its `Date`, if it has no valid one (RFC 9110 §6.6.1).
  func dated(receivedAt: Instant) -> ResponseHead {
    guard date(receivedAt: receivedAt) == nil else { return self }
    var dated = self
    dated.fields.set("Date", HTTPDate.imfFixdate(receivedAt))
    return dated
  }
}
