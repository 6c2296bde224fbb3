/// The report of the cache nearest to the client on how it answered, and the field that has the report.
package struct EdgeReport: Sendable, Hashable {
  /// What the cache did.
  package enum State: String, Sendable, CaseIterable {
    /// It answered from its store.
    case hit
    /// It answered from its store with a stale response.
    case stale
    /// It forwarded the request, and its stored response was validated.
    case revalidated
    /// It forwarded the request, and got a new response.
    case miss
    /// It did not use its store: by configuration, for such a request, or because it made the response itself.
    case bypass
    /// No field reports the action.
    case unknown
  }

  package let state: State

  /// The field that has the report; nil if none has.
  package let field: String?

  /// The value of that field, all its lines.
  package let value: String?

  /// Whether the cache reports that it has stored the response.
  let isStored: Bool

  /// The fields in which caches report, each as its product documents it; the standard one comes first.
  static let fields: [KnownField] = [
    .cacheStatus, .cfCacheStatus, .xVercelCache, .akamaiCacheStatus, .xCache, .xCacheStatus, .xProxyCache,
    .xNginxCache, .cdnCache, .xFastCGICache, .xLiteSpeedCache, .xCacheHits, .xVarnish, .serverTiming,
  ]

  /// Whether a response has one of these fields.
  static func isGiven(in head: ResponseHead) -> Bool { head.has(oneOf: anyField) }
  private static let anyField = KnownFields(fields)

  /// Reads the fields of a response; an `Age` above 0 counts as a hit if no other field has a report.
  package init(_ head: ResponseHead) {
    for field in Self.fields where Self.isGiven(in: head) {
      guard let value = head.combined(field), let state = Self.state(value, of: field) else { continue }
      (self.state, self.field, self.value) = (state, field.name, value)
      isStored = field == .cacheStatus && Self.nearest(in: value)?.parameter("stored") == .boolean(true)
      return
    }
    isStored = false
    if head.ageValue > 0 {
      (state, field, value) = (.hit, "Age", head.combined(.age))
    } else {
      (state, field, value) = (.unknown, nil, nil)
    }
  }

  /// The field that has the report as a part of a sentence, ` (X-Cache: HIT)`; empty if no field has one.
  var inBrackets: String { field.map { " (\($0): \(value ?? ""))" } ?? "" }

  /// Whether the answer came from the store of a cache without asking further on.
  package var isFromStore: Bool { state == .hit || state == .stale }

  /// Whether the cache had the response: it answered from its store, or the origin validated the stored response.
  var isFound: Bool { isFromStore || state == .revalidated }

  /// Reads one field; nil if it has no report of a cache.
  private static func state(_ value: String, of field: KnownField) -> State? {
    switch field {
    case .cacheStatus: standard(value)
    case .xVarnish: varnish(value)
    case .serverTiming: timing(value)
    // Vercel's REVALIDATED means a response that was generated anew on demand.
    case .xVercelCache where value.equalsIgnoringASCIICase("REVALIDATED"): .miss
    case .xCacheHits: hits(value)
    // The members of this field are in the order in which the request passed the caches.
    case .akamaiCacheStatus: value.parts(between: ",").first.flatMap(state(ofWords:))
    default: value.parts(between: ",").last.flatMap(state(ofWords:))
    }
  }

  /// The last member of `Cache-Status`, which the nearest cache has added (RFC 9211 §2).
  static func nearest(in value: String) -> StructuredField.Item? { StructuredField.list(value)?.last?.item }

  private static func standard(_ value: String) -> State? {
    guard let item = nearest(in: value) else { return nil }
    if item.parameter("hit") == .boolean(true) {
      guard case .integer(let left)? = item.parameter("ttl"), left < 0 else { return .hit }
      return .stale
    }
    guard case .token(let why)? = item.parameter("fwd") else { return nil }
    let isConfirmed = item.parameter("fwd-status") == .integer(304)
    return switch why {
    case "bypass", "method": .bypass
    case "stale", "request": isConfirmed ? .revalidated : .miss
    default: .miss
    }
  }

  /// Reads the numbers of requests: one if the request was forwarded, and a second one for the request that had
  /// brought a stored response.
  private static func varnish(_ value: String) -> State? {
    let numbers = value.utf8.split { $0 == 0x20 || $0 == 0x2C }
    guard !numbers.isEmpty, numbers.allSatisfy({ $0.allSatisfy(\.isDigit) }) else { return nil }
    return numbers.count > 1 ? .hit : .miss
  }

  /// Reads how often each cache has used its response, the nearest cache last.
  private static func hits(_ value: String) -> State? {
    guard let last = value.parts(between: ",").last, let count = Int(last.filter { $0 != " " }) else {
      return nil
    }
    return count > 0 ? .hit : .miss
  }

  /// Reads the metric `cdn-cache; desc=HIT`.
  private static func timing(_ value: String) -> State? {
    for metric in value.parts(between: ",") {
      let parts = metric.parts(between: ";").map { $0.filter { $0 != " " && $0 != "\"" } }
      guard parts.first?.asciiLowercased == "cdn-cache",
        let text = parts.first(where: { $0.asciiLowercased.hasPrefix("desc=") })
      else { continue }
      return state(ofWords: String(text.dropFirst(5)))
    }
    return nil
  }

  /// The words of nginx, Squid, Cloudflare, Fastly, CloudFront, Akamai, Vercel and others; the first that fits counts.
  private static let words: [(word: String, state: State)] = [
    ("refreshhit", .revalidated), ("refresh_hit", .revalidated), ("refresh_unmodified", .revalidated),
    ("revalidated", .revalidated), ("refresh_fail", .stale), ("refresh", .miss),
    // Traffic Server's hit-stale: the stored response was stale, and the request was forwarded.
    ("expired_hit", .revalidated), ("hit-stale", .miss),
    ("bypass", .bypass), ("dynamic", .bypass), ("nocache", .bypass), ("nostore", .bypass),
    ("cookie_deny", .bypass), ("miss", .miss), ("expired", .miss), ("stale", .stale), ("updating", .stale),
    ("prerender", .hit), ("hit", .hit), ("none", .bypass), ("unknown", .bypass), ("denied", .bypass),
    ("notcacheable", .bypass), ("uncacheable", .bypass), ("disabled", .bypass), ("skipped", .bypass),
    ("redirect", .bypass),
    ("generatedresponse", .bypass),
  ]

  private static func state(ofWords text: String) -> State? {
    let text = text.asciiLowercased
    // `TCP_HIT from a-host-name`: after the first word comes a name. `Pass` is the word of Varnish configurations.
    let word = text.parts(between: " ").first ?? text
    if word == "pass" || word == "hit-for-pass" || word == "hitpass" { return .bypass }
    return words.first { word.holds($0.word) }?.state
  }
}

extension String {
  /// The parts between separators, without empty ones; by bytes, as the characters of fields are.
  fileprivate func parts(between separator: Unicode.Scalar) -> [String] {
    utf8.split(separator: UInt8(ascii: separator)).map { String(Substring($0)) }
  }
}
