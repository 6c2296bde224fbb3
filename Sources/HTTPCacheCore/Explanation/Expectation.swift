/// A check of a verdict: a name, or `NAME OP VALUE`.
package struct Expectation: Sendable, Hashable {
  /// The check as it was written.
  package let text: String

  private let check: Check

  /// Whether the property of the check is to be there; false for `not-stored` and for `!=` of a property without order.
  private let isExpected: Bool

  private enum Check: Sendable, Hashable {
    case property(Property)
    case number(Quantity, Comparison, Int64)
    case directive(String, argument: String?)
    case vary(String)
    case source(BodySource)
    case stored
    case edge(EdgeReport.State)
    case hitRatio(Comparison, Double)
    case storedBy(CacheModel)
    case lifetimeIn(CacheModel, Comparison, Seconds)
    case staleIn(CacheModel, Comparison, Seconds)
    case entityTag(String)
    case modified(Comparison, Instant)
    case type(String)
    case field(String, WildcardPattern)
    case digest([UInt8])
    case file(String)
  }

  /// Whether the check is on the status, and holds for this one.
  package func expects(status: Int) -> Bool {
    guard case .number(.status, let comparison, let expected) = check else { return false }
    return comparison.holds(Int64(status), expected)
  }

  /// The other cache that the check is about; nil if it is about this one.
  package var otherCache: CacheModel? {
    switch check {
    case .storedBy(let cache), .lifetimeIn(let cache, _, _), .staleIn(let cache, _, _): cache
    default: nil
    }
  }

  /// Whether the check needs the content of the response.
  package var asksForContent: Bool {
    switch check {
    case .digest, .file: true
    default: false
    }
  }

  /// The file or directory that the content is compared with, as it was written; nil for none.
  package var filePath: String? {
    if case .file(let path) = check { path } else { nil }
  }

  private enum Property: String, CaseIterable {
    case storable, fresh, stale, reusable, validator, etag, heuristic, explicit
    case notStorable = "not-storable"
    case strongETag = "strong-etag"
    case lastModified = "last-modified"
    case revalidatedEachTime = "revalidated-each-time"
  }

  private enum Quantity: String, CaseIterable { case status, lifetime, age, ttl }

  private enum Comparison: String, CaseIterable {
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case notEqual = "!="
    case equal = "="
    case less = "<"
    case greater = ">"

    func holds<Number: Comparable>(_ left: Number, _ right: Number) -> Bool {
      switch self {
      case .lessOrEqual: left <= right
      case .greaterOrEqual: left >= right
      case .notEqual: left != right
      case .equal: left == right
      case .less: left < right
      case .greater: left > right
      }
    }
  }

  /// The facts about a fetch that checks can test.
  package struct FetchFacts: Sendable {
    /// Where the body came from; nil if there is no answer.
    package let source: BodySource?
    /// Whether the response is in the cache afterwards.
    package let isStored: Bool

    package init(source: BodySource?, isStored: Bool) {
      self.source = source
      self.isStored = isStored
    }
  }

  /// Reads a check; nil if the text is malformed.
  ///
  /// `isFetch` allows checks on a fetch, such as `source`, `stored` and `not-stored`. `time` reads a date, and `duration`
  /// `90s` or `12h`; both return nil for anything else.
  package init?(
    _ text: String, isFetch: Bool, time: (String) -> Instant? = { _ in nil }, duration: (String) -> Seconds?
  ) {
    let found =
      Self.ofOtherCache(text, duration: duration) ?? Self.named(text, isFetch: isFetch)
      ?? Self.comparing(text, isFetch: isFetch, time: time, duration: duration)
    guard let found else { return nil }
    (self.text, check, isExpected) = (text, found.check, found.isExpected)
  }

  private typealias Reading = (check: Check, isExpected: Bool)

  /// A check of another cache's decision: `nginx:stored`, `varnish:lifetime>=1h`, `firefox:stale=0s`.
  private static func ofOtherCache(_ text: String, duration: (String) -> Seconds?) -> Reading? {
    let name = String(text.prefix { $0 != ":" })
    guard name.utf8.count < text.utf8.count, let cache = CacheModel.named(name) else { return nil }
    let rest = String(text.dropFirst(name.count + 1))
    if rest == "stored" || rest == "not-stored" { return (.storedBy(cache), rest == "stored") }
    guard let (name, comparison, value) = parts(rest), let seconds = duration(value) else { return nil }
    switch name {
    case Quantity.lifetime.rawValue: return (.lifetimeIn(cache, comparison, seconds), true)
    case Property.stale.rawValue: return (.staleIn(cache, comparison, seconds), true)
    default: return nil
    }
  }

  /// A check that is a name alone.
  private static func named(_ text: String, isFetch: Bool) -> Reading? {
    if let property = Property(rawValue: text) { return (.property(property), true) }
    return isFetch && (text == "stored" || text == "not-stored") ? (.stored, text == "stored") : nil
  }

  /// A check that is `NAME OP VALUE`.
  private static func comparing(
    _ text: String, isFetch: Bool, time: (String) -> Instant?, duration: (String) -> Seconds?
  ) -> Reading? {
    guard let (trimmedName, comparison, value) = parts(text) else { return nil }
    if let quantity = Quantity(rawValue: trimmedName) {
      guard let number = quantity == .status ? Int64(value) : duration(value) else { return nil }
      return (.number(quantity, comparison, number), true)
    }
    if trimmedName == "hit-ratio" {
      guard let ratio = Double(value), (0...1).contains(ratio) else { return nil }
      return (.hitRatio(comparison, ratio), true)
    }
    if trimmedName == Property.lastModified.rawValue {
      return time(value).map { (.modified(comparison, $0), true) }
    }
    guard comparison == .equal || comparison == .notEqual, !value.isEmpty else { return nil }
    return equating(trimmedName, to: value, isFetch: isFetch).map { ($0, comparison == .equal) }
  }

  /// The parts of `NAME OP VALUE`; nil if there is no operator.
  private static func parts(_ text: String) -> (name: String, comparison: Comparison, value: String)? {
    let name = text.prefix { !"=!<>".contains($0) }
    let rest = text.dropFirst(name.count)
    guard let comparison = Comparison.allCases.first(where: { rest.hasPrefix($0.rawValue) }) else {
      return nil
    }
    return (name.trimmingSpaces, comparison, rest.dropFirst(comparison.rawValue.count).trimmingSpaces)
  }

  /// A check of a property that has no order, and so is only equal or not.
  private static func equating(_ name: String, to value: String, isFetch: Bool) -> Check? {
    switch name {
    case "directive":
      let parts = value.split(separator: "=", maxSplits: 1).map(String.init)
      guard let directive = parts.first else { return nil }
      return .directive(directive.asciiLowercased, argument: parts.count > 1 ? parts[1] : nil)
    case "etag": return .entityTag(value)
    case "type":
      // A wildcard or a parameter would never be met, since a type is compared whole and without parameters.
      let parts = value.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, parts.allSatisfy({ $0.isToken && !$0.utf8.contains(0x2A) }) else { return nil }
      return .type(value.asciiLowercased)
    case "same-as": return .file(value)
    case "sha256":
      let digits = value.utf8.compactMap(\.hexValue)
      guard value.utf8.count == 64, digits.count == 64 else { return nil }
      return .digest(stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
    case "vary": return .vary(value.asciiLowercased)
    case "source" where isFetch: return BodySource(rawValue: value).map { .source($0) }
    case "edge": return EdgeReport.State(rawValue: value).map { .edge($0) }
    default:
      let field = String(name.dropFirst("field:".count))
      guard name.hasPrefix("field:"), field.isToken else { return nil }
      return .field(field, WildcardPattern(value))
    }
  }

  /// Checks a response; nil if the check holds, else the value found.
  ///
  /// A missing number meets only `!=`; a missing lifetime also meets upper bounds. `fetch` is nil for `inspect`, and
  /// `file` returns the local file for a path as it was written.
  package func shortfall(
    _ verdict: Verdict, fetch: FetchFacts? = nil,
    file: (String) -> LocalFile = { LocalFile(name: $0, content: .none) }
  ) -> Shortfall? {
    found(verdict, fetch, file).map { Shortfall(check: text, observation: $0) }
  }

  /// The observation if the check does not hold; nil if it holds.
  private func found(
    _ verdict: Verdict, _ fetch: FetchFacts?, _ file: (String) -> LocalFile
  ) -> Observation? {
    let head = verdict.subject.stored.head
    func unless(_ isFound: Bool, _ observation: @autoclosure () -> Observation) -> Observation? {
      isFound == isExpected ? nil : observation()
    }
    switch check {
    case .property(let property): return Self.found(property, verdict)
    case .number(let quantity, let comparison, let expected):
      return Self.found(quantity, comparison, expected, verdict)
    case .directive(let name, let argument):
      let isFound = head.cacheControl.directives.contains {
        $0.name == name && (argument == nil || $0.argument.map { $0.isSame(as: argument ?? "") } == true)
      }
      return unless(isFound, .directive(name, argument: isFound ? argument : nil, head))
    case .vary(let name):
      return unless(
        head.nominatedNames.contains(name), .field("Vary", head, isExpected ? "no \(name)" : name))
    case .source(let source):
      return unless(
        fetch?.source == source, Observation(fetch?.source.map { "source=\($0.rawValue)" } ?? "no answer"))
    case .edge(let state): return unless(verdict.edge.state == state, .edge(verdict.edge))
    case .hitRatio(let comparison, let expected): return Self.foundRatio(comparison, expected, verdict)
    case .storedBy(let cache):
      let decision = verdict.decision(of: cache)
      return decision?.isStored == isExpected ? nil : .ofOtherCache(decision, verdict)
    case .lifetimeIn(let cache, let comparison, let expected):
      let decision = verdict.decision(of: cache)
      let holds = decision?.lifetime.map { comparison.holds($0, expected) } ?? false
      return holds ? nil : .ofOtherCache(decision, verdict)
    case .staleIn(let cache, let comparison, let expected):
      let decision = verdict.decision(of: cache)
      let holds = decision?.staleSpan.map { comparison.holds($0, expected) } ?? false
      return holds ? nil : .ofOtherCache(decision, verdict)
    case .entityTag(let tag):
      return unless(
        head.fields.withFirst("ETag") { $0.elementsEqual(tag.originalBytes) } == true,
        .field("ETag", head, isExpected ? "another entity tag" : "that entity tag"))
    case .modified(let comparison, let expected): return Self.foundDate(comparison, expected, verdict)
    case .type(let type):
      let found = head.fields.first("Content-Type").map { MediaType.essence(of: $0) }
      return unless(found == type, .field("Content-Type", head, found ?? ""))
    case .field(let name, let pattern):
      return unless(
        Self.values(name, head).contains { pattern.matches($0) },
        .value(of: name, head, isExpected ? "another value" : "that value"))
    case .digest(let digest):
      guard case .digest(let found, _)? = verdict.context.content else { return .content(verdict) }
      return unless(found == digest, .content(verdict))
    case .file(let path): return .content(besides: file(path), isExpected: isExpected, verdict)
    case .stored:
      return fetch?.isStored == isExpected
        ? nil
        : isExpected
          ? .decided("not stored", by: verdict.storage?.reasons ?? [], verdict) : Observation("stored")
    }
  }

  private static func found(
    _ quantity: Quantity, _ comparison: Comparison, _ expected: Int64, _ verdict: Verdict
  ) -> Observation? {
    let number: Int64? =
      switch quantity {
      case .status: Int64(verdict.subject.stored.head.status)
      case .lifetime: verdict.freshness.lifetime.seconds
      case .age: verdict.freshness.age
      case .ttl: verdict.freshness.ttl
      }
    // A response without a lifetime is never fresh, and so meets every upper bound.
    let isNever = quantity == .lifetime && number == nil && verdict.storage != nil
    let holds =
      number.map { comparison.holds($0, expected) }
      ?? (comparison == .notEqual || isNever && [.less, .lessOrEqual].contains(comparison))
    guard !holds else { return nil }
    return switch quantity {
    case .status: Observation("\(verdict.subject.stored.head.status)")
    case .lifetime: .lifetime(number, verdict)
    case .age: .age(verdict)
    case .ttl: .timeLeft(number, verdict)
    }
  }

  private static func foundDate(
    _ comparison: Comparison, _ expected: Instant, _ verdict: Verdict
  ) -> Observation? {
    let head = verdict.subject.stored.head
    guard let date = head.lastModified(receivedAt: verdict.subject.stored.receivedAt) else {
      return comparison == .notEqual ? nil : .field("Last-Modified", head, "no date")
    }
    guard !comparison.holds(date, expected) else { return nil }
    return .field(
      "Last-Modified", head, date < expected ? "earlier" : date > expected ? "later" : "at that time")
  }

  /// The value of each line of a field, and, if there are several lines, of all of them combined (RFC 9110 §5.2).
  private static func values(_ name: String, _ head: ResponseHead) -> [String] {
    let lines = head.fields.values(name).map { String(decoding: $0, as: UTF8.self) }
    return lines.count > 1 ? lines + [head.fields.combined(name) ?? ""] : lines
  }

  private static func foundRatio(
    _ comparison: Comparison, _ expected: Double, _ verdict: Verdict
  ) -> Observation? {
    guard let ratio = verdict.context.repetition?.hitRatio else {
      return Observation(
        verdict.context.repetition == nil
          ? "no ratio, since it was asked for once" : "no ratio, since no answer says what a cache did")
    }
    return comparison.holds(ratio, expected) ? nil : Observation("\((ratio * 1000).rounded() / 1000)")
  }

  private static let unknown = "not known, since no field was recorded"

  private static func found(_ property: Property, _ verdict: Verdict) -> Observation? {
    let head = verdict.subject.stored.head
    let (storing, freshness) = (verdict.storage?.reasons ?? [], verdict.freshness)
    let storable = verdict.isStorable.map { $0 ? "storable" : "not storable" } ?? Self.unknown
    let tag = head.entityTag
    let modified = head.lastModified(receivedAt: verdict.subject.stored.receivedAt)
    switch property {
    // A property that is not known meets neither of two opposite checks.
    case .storable: return verdict.isStorable == true ? nil : .decided(storable, by: storing, verdict)
    case .notStorable:
      guard verdict.isStorable == false else { return .decided(storable, by: storing, verdict) }
      return verdict.otherSharing.map { .field($0.fieldName, head, "storable by other shared caches") }
    case .fresh: return verdict.freshnessState == .fresh ? nil : .state(verdict)
    case .stale: return verdict.freshnessState == .stale ? nil : .state(verdict)
    case .reusable:
      return verdict.isReusable == true
        ? nil
        : .decided(
          verdict.isReusable == nil ? Self.unknown : "not reusable",
          by: verdict.isStorable == true ? verdict.reuse?.reasons ?? [] : storing, verdict)
    case .validator: return head.hasValidator ? nil : .validator(head)
    case .etag: return tag != nil ? nil : .field("ETag", head, "no entity tag")
    case .strongETag:
      return tag.map { !$0.isWeak } ?? false
        ? nil : .field("ETag", head, tag == nil ? "no entity tag" : "a weak entity tag")
    case .lastModified: return modified != nil ? nil : .field("Last-Modified", head, "no date")
    case .heuristic:
      return freshness.lifetime.source == .heuristic ? nil : .lifetime(freshness.lifetime.seconds, verdict)
    case .explicit:
      return [.heuristic, .ttl, .none].contains(freshness.lifetime.source)
        ? .lifetime(freshness.lifetime.seconds, verdict) : nil
    case .revalidatedEachTime:
      // Where no cache stores the response, each use asks the origin.
      guard let isStorable = verdict.isStorable else { return .decided(storable, by: storing, verdict) }
      if !isStorable || verdict.isRevalidatedEachTime { return nil }
      return (freshness.lifetime.seconds ?? 0) > 0
        ? .lifetime(freshness.lifetime.seconds, verdict)
        : .field("Cache-Control", head, "used stale where no origin confirms it")
    }
  }
}

extension Verdict {
  /// Whether the response may be stored, and the origin has to confirm it at each use: by `no-cache`, or as it is never fresh
  /// and a directive forbids to use it stale (RFC 9111 §5.2.2.2, §5.2.2.4).
  package var isRevalidatedEachTime: Bool {
    let control = subject.stored.head.cacheControl(for: settings.role)
    guard isStorable == true, settings.ttl == nil, let bar = StaleReuse.bar(control, role: settings.role)
    else {
      return false
    }
    return bar == "no-cache" || (freshness.lifetime.seconds ?? 0) == 0
  }
}

extension Substring {
  /// The text without spaces around it.
  fileprivate var trimmingSpaces: String { String(trimming { $0 == " " }) }
}
