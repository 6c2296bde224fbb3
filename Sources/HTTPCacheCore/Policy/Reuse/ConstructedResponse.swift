/// The response that the caller gets from a usable stored one: the whole, a part, a 304 or a 416.
public enum ConstructedResponse: Sendable, Hashable {
  /// The response as stored.
  case whole
  /// A 304: the request's condition shows that the caller has this version (RFC 9111 §4.3.2).
  case notModified
  /// A 206 with these bytes of the representation, counted from 0 (RFC 9110 §15.3.7).
  case part(ClosedRange<Int64>)
  /// A 416: the range has no byte of the representation (RFC 9110 §15.5.17).
  case rangeNotSatisfiable
  /// The request needs bytes that are not stored.
  case incomplete

  /// Compares the conditions and the range of a request with a stored response.
  init(_ request: borrowing RequestHead, stored: borrowing StoredResponse) {
    if Preconditions.unchanged(request, stored) != nil {
      self = .notModified
    } else {
      self = Self.range(request, stored) ?? (stored.head.status == 206 ? .incomplete : .whole)
    }
  }

  /// The range that `Range` asks for; nil if it is absent or must be ignored.
  private static func range(_ request: RequestHead, _ stored: StoredResponse) -> ConstructedResponse? {
    // Range is defined for GET only (RFC 9110 §14.2). Several ranges may be answered with the whole response.
    guard request.method == "GET", stored.head.status == 200 || stored.head.status == 206,
      let value = request.fields.first("Range"), let wanted = RangeRequest(value),
      Preconditions.permitRange(request, stored)
    else { return nil }
    guard wanted.specifiers.count == 1, !needsWhole(request, stored) else { return nil }
    guard let length = stored.completeLength else {
      // Without the complete length, a part can answer only a range with both ends.
      guard case .from(let first, let last?) = wanted.specifiers[0] else { return .incomplete }
      return held(first...last, by: stored)
    }
    guard let range = wanted.specifiers[0].resolved(length: length) else { return .rangeNotSatisfiable }
    return held(range, by: stored)
  }

  /// Whether a part of the stored content would be of no use to the caller, who decodes it.
  private static func needsWhole(_ request: RequestHead, _ stored: StoredResponse) -> Bool {
    request.isDecoded && !stored.head.fields.contentCodings.isEmpty
  }

  private static func held(_ range: ClosedRange<Int64>, by stored: StoredResponse) -> ConstructedResponse {
    guard let own = stored.storedRange, own.lowerBound <= range.lowerBound, range.upperBound <= own.upperBound
    else { return .incomplete }
    return .part(range)
  }
}

extension ConstructedResponse {
  /// Why the caller gets a 206, 304 or 416, or all of a coded response instead of a part; nil for any other whole one.
  package func reason(_ request: RequestHead, stored: StoredResponse) -> Reason? {
    switch self {
    case .incomplete: nil
    case .whole:
      request.fields.contains("Range") && Self.needsWhole(request, stored)
        ? Reason(.codedContentIsWhole, field: "Range", value: request.fields.first("Range")) : nil
    case .notModified: Reason(.callerHasIt, field: Preconditions.unchanged(request, stored))
    case .part(let range):
      Reason(
        .rangeServed, field: "Range", value: "bytes \(range.lowerBound)-\(range.upperBound)",
        amount: stored.completeLength)
    case .rangeNotSatisfiable:
      Reason(
        .rangeNotSatisfiable, field: "Range", value: request.fields.first("Range"),
        amount: stored.completeLength)
    }
  }

  /// The head for the caller: the stored one, or that of a 206, 304 or 416 made from it.
  package func head(of stored: StoredResponse) -> ResponseHead {
    var head = stored.head
    switch self {
    case .whole, .incomplete: break
    case .notModified:
      head.status = 304
      head.reason = "Not Modified"
      // A 304 has only the fields that the caller's cache needs (RFC 9110 §15.4.5).
      let hasTag = head.entityTag != nil
      head.fields.lines.removeAll { line in
        let name = line.name.asciiLowercased
        return name.hasPrefix("content-") && name != "content-location" || name == "last-modified" && hasTag
          || name == "accept-ranges"
      }
    case .part(let range):
      // A stored part that is served as it came keeps its fields.
      if range != head.part?.range { head.becomePart(ContentRange(range, of: stored.completeLength)) }
    case .rangeNotSatisfiable:
      head.status = 416
      head.reason = "Range Not Satisfiable"
      head.fields.lines.removeAll { $0.name.asciiLowercased.hasPrefix("content-") }
      head.fields.set("Content-Range", "bytes */\(stored.completeLength ?? 0)")
      head.fields.set("Content-Length", "0")
    }
    return head
  }

  /// The bytes of the stored body that the caller gets, counted from 0; nil for none.
  package func bodyRange(of stored: StoredResponse) -> ClosedRange<Int64>? {
    switch self {
    case .whole: return stored.bodyLength > 0 ? 0...(stored.bodyLength - 1) : nil
    case .part(let range):
      let start = stored.part?.range.lowerBound ?? 0
      return (range.lowerBound - start)...(range.upperBound - start)
    case .notModified, .rangeNotSatisfiable, .incomplete: return nil
    }
  }
}

/// Where a body came from.
public enum BodySource: String, Sendable {
  /// The origin.
  case network
  /// The store: the response was fresh by its fields or by the user's `ttl`.
  case cache
  /// The store, after the origin validated the response.
  case revalidated
  /// The store: the response was stale.
  case stale
}
