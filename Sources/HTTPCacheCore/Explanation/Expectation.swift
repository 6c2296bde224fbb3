/// A check of a verdict: a name, or `NAME OP VALUE`.
public struct Expectation: Sendable, Hashable {
  /// The check as it was written.
  public let text: String

  private let check: Check

  private enum Check: Sendable, Hashable {
    case property(Property)
    case number(Quantity, Comparison, Int64)
    case directive(String, argument: String?, isExpected: Bool)
    case vary(String, isExpected: Bool)
    case source(BodySource, isExpected: Bool)
    case stored(Bool)
  }

  private enum Property: String, CaseIterable {
    case storable, fresh, stale, reusable, validator, etag, heuristic, explicit
    case notStorable = "not-storable"
    case strongETag = "strong-etag"
    case lastModified = "last-modified"
  }

  private enum Quantity: String, CaseIterable { case status, lifetime, age, ttl }

  private enum Comparison: String, CaseIterable {
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case notEqual = "!="
    case equal = "="
    case less = "<"
    case greater = ">"

    func holds(_ left: Int64, _ right: Int64) -> Bool {
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

  /// Facts of a fetch that checks can ask for.
  public struct FetchFacts: Sendable {
    /// Where the body came from; nil where there is no answer.
    public let source: BodySource?
    /// Whether the fetch left a stored response.
    public let isStored: Bool

    /// Makes the facts of one fetch.
    ///
    /// - Parameters:
    ///   - source: where the body came from; nil where there is no answer.
    ///   - isStored: whether a stored response was left.
    public init(source: BodySource?, isStored: Bool) {
      self.source = source
      self.isStored = isStored
    }
  }

  /// Reads a check; nil where the text is malformed.
  ///
  /// - Parameters:
  ///   - text: the check.
  ///   - isFetch: whether `source`, `stored` and `not-stored` are known.
  ///   - duration: reads `90s`, `12h`; returns nil for anything else.
  public init?(_ text: String, isFetch: Bool, duration: (String) -> Seconds?) {
    self.text = text
    if let property = Property(rawValue: text) {
      check = .property(property)
      return
    }
    if isFetch, text == "stored" || text == "not-stored" {
      check = .stored(text == "stored")
      return
    }
    let name = String(text.prefix { !"=!<>".contains($0) })
    let rest = text.dropFirst(name.count)
    guard let comparison = Comparison.allCases.first(where: { rest.hasPrefix($0.rawValue) }) else {
      return nil
    }
    let value = String(rest.dropFirst(comparison.rawValue.count)).trimmingSpaces
    let trimmedName = name.trimmingSpaces
    if let quantity = Quantity(rawValue: trimmedName) {
      guard let number = quantity == .status ? Int64(value) : duration(value) else { return nil }
      check = .number(quantity, comparison, number)
      return
    }
    guard comparison == .equal || comparison == .notEqual, !value.isEmpty else { return nil }
    let isExpected = comparison == .equal
    switch trimmedName {
    case "directive":
      let parts = value.split(separator: "=", maxSplits: 1).map(String.init)
      guard let directive = parts.first else { return nil }
      check = .directive(
        directive.asciiLowercased, argument: parts.count > 1 ? parts[1] : nil, isExpected: isExpected)
    case "vary": check = .vary(value.asciiLowercased, isExpected: isExpected)
    case "source" where isFetch:
      guard let source = BodySource(rawValue: value) else { return nil }
      check = .source(source, isExpected: isExpected)
    default: return nil
    }
  }

  /// Whether the check holds.
  ///
  /// - Parameters:
  ///   - verdict: the judgement of the response.
  ///   - fetch: what the fetch did; nil for `inspect`.
  /// - Returns: true when it holds; a number that does not exist meets no comparison but `!=`.
  public func holds(_ verdict: Verdict, fetch: FetchFacts? = nil) -> Bool {
    let head = verdict.subject.stored.head
    switch check {
    case .property(let property): return Self.holds(property, verdict)
    case .number(let quantity, let comparison, let expected):
      let found: Int64? =
        switch quantity {
        case .status: Int64(head.status)
        case .lifetime: verdict.freshness.lifetime.seconds
        case .age: verdict.freshness.age
        case .ttl: verdict.freshness.ttl
        }
      return found.map { comparison.holds($0, expected) } ?? (comparison == .notEqual)
    case .directive(let name, let argument, let isExpected):
      let found = head.cacheControl.directives.contains {
        $0.name == name && (argument == nil || $0.argument == argument)
      }
      return found == isExpected
    case .vary(let name, let isExpected): return head.nominatedNames.contains(name) == isExpected
    case .source(let source, let isExpected): return (fetch?.source == source) == isExpected
    case .stored(let isExpected): return fetch?.isStored == isExpected
    }
  }

  private static func holds(_ property: Property, _ verdict: Verdict) -> Bool {
    let head = verdict.subject.stored.head
    switch property {
    // What is not known meets neither of two opposites.
    case .storable: return verdict.isStorable == true
    case .notStorable: return verdict.isStorable == false
    case .fresh: return verdict.freshnessState == .fresh
    case .stale: return verdict.freshnessState == .stale
    case .reusable: return verdict.isReusable == true
    case .validator: return head.hasValidator
    case .etag: return head.entityTag != nil
    case .strongETag: return head.entityTag.map { !$0.isWeak } ?? false
    case .lastModified: return head.lastModified(receivedAt: verdict.subject.stored.receivedAt) != nil
    case .heuristic: return verdict.freshness.lifetime.source == .heuristic
    case .explicit: return ![.heuristic, .ttl, .none].contains(verdict.freshness.lifetime.source)
    }
  }
}

extension String {
  /// Without spaces around it.
  fileprivate var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
