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
  package var field: String? { source?.name }
  private let source: KnownField?

  /// The value of that field, all its lines.
  package let value: String?

  /// Whether the cache reports that it has stored the response.
  let isStored: Bool

  /// The fields in which caches report, each as its product documents it; the standard one comes first.
  static let fields: [KnownField] = [
    .cacheStatus, .cfCacheStatus, .xVercelCache, .akamaiCacheStatus, .xCache, .xCacheStatus, .xProxyCache,
    .xNginxCache, .cdnCache, .xFastCGICache, .xLiteSpeedCache, .xCached, .xCacheHits, .xVarnish,
    .serverTiming,
  ]

  /// Whether a response has one of these fields.
  static func isGiven(in head: ResponseHead) -> Bool { head.has(oneOf: anyField) }
  private static let anyField = KnownFields(fields)

  /// Reads the fields of a response; an `Age` above 0 counts as a hit if no other field has a report.
  package init(_ head: ResponseHead) {
    for field in Self.fields where Self.isGiven(in: head) {
      guard let value = head.combined(field), let state = Self.state(value, of: field) else { continue }
      (self.state, source, self.value) = (state, field, value)
      isStored = field == .cacheStatus && Self.nearest(in: value)?.parameter("stored") == .boolean(true)
      return
    }
    isStored = false
    if head.ageValue > 0 {
      (state, source, value) = (.hit, .age, head.combined(.age))
    } else {
      (state, source, value) = (.unknown, nil, nil)
    }
  }

  /// The report in the words of the product that has written it.
  package struct Word: Sendable, Hashable {
    /// The name of the product.
    package let product: String
    /// The word, as the product writes it.
    package let text: String
    /// The action of the cache, and when it decides on it.
    package let meaning: String
    /// The next setting to look at, or command to run; nil if nothing is wrong.
    package let next: String?

    /// The word and its meaning.
    package var description: String { "\(product) \(text): \(meaning)" }

    /// The word, its meaning and the next step.
    package var sentence: String { description + (next.map { "; next: \($0)" } ?? "") }
  }

  /// The report in words; nil if there is none, or its word is not known.
  ///
  /// `head` is the head with the report, whose other fields may name the product.
  package func word(of head: ResponseHead) -> Word? {
    guard let product = product(of: head), let source, let value,
      let word = product.word(spelled: product.word(source, value))
    else { return nil }
    return Word(product: product.name, text: word.text, meaning: word.meaning, next: word.next(for: head))
  }

  /// The product that has written the report in `head`; nil if there is no report.
  func product(of head: ResponseHead) -> CacheProduct? {
    guard let source, let value else { return nil }
    return .writer(
      of: CacheProduct.Report(field: source, value: value, head: head))
  }

  /// The name of the product that has said in `head` what it did; nil if there is no such report, or only an `Age`.
  func reporter(of head: ResponseHead) -> String? {
    source == nil || source == .age ? nil : product(of: head)?.name
  }

  /// The response as the nearest cache may read it: by the fields of its product, or for a product without such fields by
  /// those that count here, by `CDN-Cache-Control`, and by `Cache-Control`.
  func readings(of head: ResponseHead) -> [ResponseHead] {
    guard head.mayBeTargeted else { return [head] }
    if let own = product(of: head)?.target {
      return [head.read(by: own == .cdnCacheControl ? [own.name] : [own.name, TargetedField.name])]
    }
    return [head, head.read(by: [TargetedField.name]), head.read(by: [])]
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
    case .serverTiming: timing(value)
    case .xCacheHits: hits(value)
    default: state(of: CacheProduct.writer(of: field), field, value)
    }
  }

  /// Reads a word as the product means it, or as most do.
  private static func state(of product: CacheProduct?, _ field: KnownField, _ value: String) -> State? {
    let text = product?.word(field, value) ?? CacheProduct.lastWord(value)
    return product?.word(spelled: text)?.state ?? state(ofWord: text)
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
      return state(ofWord: CacheProduct.firstWord(String(text.dropFirst(5))))
    }
    return nil
  }

  /// Words that no product has for itself; the first that fits counts.
  private static let words: [(word: String, state: State)] = [
    ("refreshhit", .revalidated), ("refresh_hit", .revalidated), ("refresh_unmodified", .revalidated),
    ("revalidate", .revalidated), ("refresh_fail", .stale), ("refresh", .miss),
    // Traffic Server's hit-stale: the stored response was stale, and the request was forwarded.
    ("expired_hit", .revalidated), ("hit-stale", .miss),
    ("bypass", .bypass), ("dynamic", .bypass), ("nocache", .bypass), ("nostore", .bypass),
    ("cookie_deny", .bypass), ("miss", .miss), ("expired", .miss), ("stale", .stale), ("updating", .stale),
    ("prerender", .hit), ("hit", .hit), ("none", .bypass), ("unknown", .bypass), ("denied", .bypass),
    ("notcacheable", .bypass), ("uncacheable", .bypass), ("disabled", .bypass), ("skipped", .bypass),
    ("redirect", .bypass),
    ("generatedresponse", .bypass),
  ]

  private static func state(ofWord text: String) -> State? {
    let word = text.asciiLowercased
    // `Pass` is the word of Varnish configurations.
    if word == "pass" || word == "hit-for-pass" || word == "hitpass" { return .bypass }
    return words.first { word.holds($0.word) }?.state
  }
}

extension String {
  /// The parts between separators, without empty ones; by bytes, as the characters of fields are.
  func parts(between separator: Unicode.Scalar) -> [String] {
    utf8.split(separator: UInt8(ascii: separator)).map { String(Substring($0)) }
  }
}
