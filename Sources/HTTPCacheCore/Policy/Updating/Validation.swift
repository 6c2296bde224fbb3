/// The conditional request that validates a stored response (RFC 9111 §4.3.1).
package enum Validation {
  /// The most bytes of an `If-None-Match` with the tags of stored responses: many origins refuse a line of 8 KiB.
  static let mostTagBytes = 4_096

  /// Adds preconditions made from the validators of stored responses; the request's own `If-None-Match` is kept and
  /// added to.
  ///
  /// `selected` is the response to validate, nil if no stored response matches the request. `candidates` are all
  /// responses under the key, any of which a 304 may identify: the first ones come first, as long as their tags fit
  /// into `mostTagBytes`.
  package static func conditional(
    _ request: RequestHead, selected: StoredResponse?, candidates: [StoredResponse]
  ) -> RequestHead {
    guard request.fields.contains("If-None-Match") || candidates.count != 1 else {
      return conditional(request, on: candidates[0], isSelected: selected != nil)
    }
    var conditional = request
    // A 304 must not identify a response that the caller can't decode: leave its tag out.
    let codings = ContentCodings(request.fields)
    let own = request.fields.lines(named: "If-None-Match").map(\.rawValue)
    guard own != [[0x2A]] else { return request }
    var members = own
    var known = Set(own.flatMap { EntityTag.list($0) })
    var length = own.reduce(0) { $0 + $1.count + 2 }
    var isAdded = false
    for stored in candidates
    where stored == selected || stored.head.status != 206 && codings.accept(stored.head) {
      guard let tag = stored.head.entityTag else { continue }
      if !known.contains(tag) {
        guard length + tag.bytes.count <= mostTagBytes else { continue }
        known.insert(tag)
        members.append(tag.bytes)
        length += tag.bytes.count + 2
      }
      isAdded = true
    }
    if isAdded {
      conditional.fields.remove("If-None-Match")
      conditional.fields.append(
        FieldLine(name: "If-None-Match", rawValue: Array(members.joined(separator: Array(", ".utf8)))))
    }
    // With the caller's If-None-Match, If-Modified-Since would be ignored (RFC 9110 §13.1.3).
    if own.isEmpty || isAdded, let selected, let since = selected.modifiedSince {
      conditional.fields.set("If-Modified-Since", since)
    } else if isAdded, own.isEmpty {
      conditional.fields.remove("If-Modified-Since")
    }
    return conditional
  }

  /// Adds preconditions in the usual case: one response is stored, and the request has no `If-None-Match`.
  private static func conditional(
    _ request: RequestHead, on stored: StoredResponse, isSelected: Bool
  ) -> RequestHead {
    var fields = request.fields
    let sendsTag =
      stored.head.hasTag()
      && stored.head.fields.withFirst("ETag") { $0.count <= mostTagBytes } == true
      && (isSelected || stored.head.status != 206 && ContentCodings(request.fields).accept(stored.head))
    if sendsTag {
      stored.head.fields.withFirst("ETag") { fields.append(name: "If-None-Match".utf8, value: $0) }
    }
    if isSelected, let since = stored.modifiedSince {
      fields.set("If-Modified-Since", since)
    } else if sendsTag {
      fields.remove("If-Modified-Since")
    }
    var conditional = request
    conditional.fields = fields
    return conditional
  }

  /// Whether a 304 is about stored responses, and does not only answer the caller's own condition.
  ///
  /// The caller's tag may name another version than the stored one. So a 304 without a tag is about stored responses
  /// only if this cache would have sent each condition of the request by itself (RFC 9111 §4.3.3).
  ///
  /// `sent` is the request that the 304 answers, made from the caller's request `presented`. `selected` is the response
  /// to validate, nil if no stored response matches the request, and `candidates` are the responses that `sent` asks
  /// about.
  package static func isAnswered(
    by notModified: ResponseHead, to sent: RequestHead, presented: RequestHead, selected: StoredResponse?,
    candidates: [StoredResponse]
  ) -> Bool {
    guard selected != nil || sent.fields != presented.fields else { return false }
    if let tag = notModified.entityTag {
      return candidates.contains { $0.head.compareTag(notModified) != .different }
        || !Preconditions.isListed(tag, in: presented)
    }
    guard selected != nil || !Preconditions.areEvaluated(in: presented) else { return false }
    let lines = sent.fields.lines(named: "If-None-Match")
    guard !lines.isEmpty else {
      // The caller's date counts as this cache's condition if it is the same.
      return selected?.modifiedSince.map { $0 == sent.fields.first("If-Modified-Since") } ?? false
    }
    let tags = lines.flatMap { EntityTag.list($0.rawValue) }
    return !tags.isEmpty
      && tags.allSatisfy { tag in candidates.contains { $0.head.entityTag?.matchesWeakly(tag) ?? false } }
  }

  /// Adds `Cache-Control: no-cache` and `Pragma`, so that no cache on the way answers without validating (§5.2.1.4,
  /// §5.4).
  package static func endToEndReload(_ request: RequestHead) -> RequestHead {
    var reload = request
    if !request.cacheControl.contains("no-cache") {
      reload.fields.append(FieldLine("Cache-Control", "no-cache"))
    }
    if !request.fields.contains("Pragma") { reload.fields.append(FieldLine("Pragma", "no-cache")) }
    return reload
  }
}

extension ResponseHead {
  /// The entity tag, or nil if it is missing or malformed.
  package var entityTag: EntityTag? {
    (fields.withFirst("ETag") { Array($0) }).flatMap { EntityTag($0) }
  }

  func compareTag(_ other: ResponseHead) -> EntityTag.Comparison {
    fields.withFirst("ETag") { own in
      other.fields.withFirst("ETag") { EntityTag.compare(own, $0) } ?? .different
    } ?? .different
  }

  /// Whether the head has a well-formed entity tag; with `isStrong`, a strong one.
  func hasTag(isStrong: Bool = false) -> Bool {
    has(.etag) && fields.withFirst("ETag") { EntityTag.isWeak($0).map { !$0 || !isStrong } ?? false } == true
  }

  /// Whether a conditional request can be made from the head.
  package var hasValidator: Bool {
    hasTag()
      || has(.lastModified)
        && fields.withFirst("Last-Modified") { HTTPDate($0, now: Instant(epoch: 0)) != nil } == true
  }
}

extension StoredResponse {
  /// The value for `If-Modified-Since`: `Last-Modified`, or `Date` if there is no validator (RFC 9110 §13.1.3).
  fileprivate var modifiedSince: String? {
    if head.lastModified(receivedAt: receivedAt) != nil { return head.fields.first("Last-Modified") }
    return !head.hasTag() && head.date(receivedAt: receivedAt) != nil ? head.fields.first("Date") : nil
  }
}
