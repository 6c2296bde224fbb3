/// What the caches on the way said of an answer: the line of them, and the report that counts for it as a whole.
///
/// That is the report of the outermost cache that answered from its store, else that of the outermost cache: what stands behind
/// the store that answered was said when the answer was stored.
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

  /// The caches that the fields tell of, the origin's side first.
  package let line: [CacheReport]

  /// The place in the line of the report that counts; nil if no field has one.
  private let place: Int?

  /// The age in seconds, which counts as a hit where no field has a report; 0 if there is none.
  private let age: Int64

  /// All lines of Age; nil where it does not count.
  private let ageValue: String?

  /// Whether two fields tell of an answer from a store.
  private let hasSecondHit: Bool

  /// The report that counts; nil if no field has one.
  var report: CacheReport? { place.map { line[$0] } }

  /// The name of the cache whose report counts; nil if it has none but that of its field.
  var cacheName: String? { report.flatMap { $0.isNamed ? $0.name : nil } }

  package var state: State { report?.state ?? (ageValue == nil ? .unknown : .hit) }

  /// The field that has the report that counts; nil if none has.
  package var field: String? { report?.field ?? ageValue.map { _ in "Age" } }

  /// The value of that field, all its lines.
  package var value: String? { report?.value ?? ageValue }

  /// Whether the cache reports that it has stored the response.
  var isStored: Bool { report?.isStored ?? false }

  /// The fields in which caches report, each as its product documents it; the standard one comes first.
  static let fields: [KnownField] = [
    .cacheStatus, .cfCacheStatus, .xVercelCache, .akamaiCacheStatus, .xCache, .xCacheStatus, .xProxyCache,
    .xNginxCache, .cdnCache, .xFastCGICache, .xLiteSpeedCache, .xCached, .xCacheHits, .xVarnish,
    .serverTiming,
  ]

  /// Whether a response has one of these fields.
  static func isKnown(_ head: ResponseHead) -> Bool { head.has(oneOf: anyField) }
  private static let anyField = KnownFields(fields)

  /// Whether a name in lower case is that of one of these fields.
  static func isKnown(_ name: String) -> Bool { names.contains(name) }
  private static let names = Set(fields.map(\.name.asciiLowercased))

  /// Reads the fields of a response; an `Age` above 0 counts as a hit if no other field has a report.
  package init(_ head: ResponseHead) {
    (line, hasSecondHit) = CacheReportReader.line(of: head)
    place = line.lastIndex(where: \.isFromStore) ?? line.indices.last
    age = head.ageValue
    ageValue = line.isEmpty && age > 0 ? head.combined(.age) : nil
  }

  /// The line of several caches in words, the origin's side first; nil for one.
  package var lineInWords: String? {
    guard line.count > 1 else { return nil }
    let earlier = line.count - asked.count
    let caches = line.enumerated().map {
      "\($1.name) \($1.word)" + ($0 < earlier ? " (when it was stored)" : "")
    }
    return "caches in line, the origin's side first: \(caches.joined(separator: ", "))"
  }

  /// The reports of the caches that this request has reached, the outermost last: what is behind a store that answered was said
  /// earlier.
  package var asked: ArraySlice<CacheReport> { line[(line.lastIndex(where: \.isFromStore) ?? 0)...] }

  /// Whether a store had the answer and none says so: an Age above 0 without a hit.
  var hasSilentStore: Bool {
    age > 0 && !line.contains { $0.isFromStore || $0.state == .revalidated }
  }

  /// Whether it is shown that the answer came from a store: by a field that is known by name, or by one that is known by its form
  /// alone and agrees with Age or with another field.
  var provesStore: Bool {
    guard isFromStore else { return false }
    guard let report, report.isByForm else { return true }
    return age > 0 || hasSecondHit
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

  /// The report that counts in words; nil if there is none, or its word is not known.
  ///
  /// `head` is the head with the report, and `request` the one that it answers: both may show why a store was passed over.
  package func word(of head: ResponseHead, to request: RequestHead? = nil) -> Word? {
    if let report { return Self.word(report, of: head, to: request) }
    guard ageValue != nil, let word = CacheProduct.aged.words.first else { return nil }
    return Word(product: CacheProduct.aged.name, text: word.text, meaning: word.meaning, next: nil)
  }

  /// The reports of the caches that were reached in words, the origin's side first; those whose words are not known are left out.
  package func words(of head: ResponseHead, to request: RequestHead?) -> [Word] {
    asked.compactMap { Self.word($0, of: head, to: request) }
  }

  private static func word(_ report: CacheReport, of head: ResponseHead, to request: RequestHead?) -> Word? {
    let isStandard = report.field == KnownField.cacheStatus.name
    guard
      let word = report.product.word(spelled: report.word)
        ?? (isStandard ? CacheProduct.standard.word(spelled: report.word) : nil)
    else { return nil }
    let beside = request.flatMap { word.beside($0, head) }
    let next = word.next(for: head)
    return Word(
      product: report.product.name, text: word.text,
      meaning: word.meaning + (beside.map { ", \($0)" } ?? ""),
      next: beside == nil ? next : "try without it" + (next.map { ", then \($0)" } ?? ""))
  }

  /// The product that has written the report that counts; nil if there is no report.
  var product: CacheProduct? { report?.product ?? (ageValue == nil ? nil : .aged) }

  /// The response as the nearest cache may read it: by the fields of its product, or for a product without such fields by
  /// those that count here, by `CDN-Cache-Control`, and by `Cache-Control`.
  func readings(of head: ResponseHead) -> [ResponseHead] {
    guard head.mayBeTargeted else { return [head] }
    if let own = product?.target {
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

  /// What a word means in most products; nil if it is none of a cache.
  static func state(ofWord text: String) -> State? {
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
