/// The conditional request that asks whether a stored response still holds (RFC 9111 §4.3.1).
package enum Validation {
  /// Adds the preconditions that a stored response's validators give; none where it has no validator.
  ///
  /// - Parameters:
  ///   - request: the request to be satisfied.
  ///   - stored: the response to be validated.
  /// - Returns: the request as it is to be sent.
  package static func conditional(_ request: RequestHead, stored: StoredResponse) -> RequestHead {
    var conditional = request
    if let tag = stored.head.entityTag {
      conditional.fields.set("If-None-Match", tag.text)
    }
    if let modified = stored.head.fields.first("Last-Modified"),
      stored.head.lastModified(receivedAt: stored.receivedAt) != nil
    {
      conditional.fields.set("If-Modified-Since", modified)
    }
    return conditional
  }

  /// Asks every cache on the way to stand aside: `Cache-Control: no-cache` and `Pragma` (§5.2.1.4, §5.4).
  ///
  /// - Parameter request: the request.
  /// - Returns: the request as it is to be sent.
  package static func endToEndReload(_ request: RequestHead) -> RequestHead {
    var reload = request
    if !CacheControl(request.fields).contains("no-cache") {
      reload.fields.lines.append(FieldLine("Cache-Control", "no-cache"))
    }
    if !request.fields.contains("Pragma") { reload.fields.lines.append(FieldLine("Pragma", "no-cache")) }
    return reload
  }
}

extension ResponseHead {
  /// The entity tag, or nil where it is missing or malformed.
  package var entityTag: EntityTag? { fields.first("ETag").flatMap { EntityTag($0) } }

  /// Whether a conditional request can be made from it.
  package var hasValidator: Bool {
    entityTag != nil || fields.first("Last-Modified").flatMap { HTTPDate($0, now: Instant(epoch: 0)) } != nil
  }
}
