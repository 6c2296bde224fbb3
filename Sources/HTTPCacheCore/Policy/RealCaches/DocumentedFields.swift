/// Fields as documentation describes them; it does not say how a cache reads malformed ones, which are read by
/// RFC 9111.
struct DocumentedControl {
  /// A lifetime and the field that gives it.
  typealias Given = (field: String, seconds: Seconds, source: FreshnessLifetime.Source)

  private let control: CacheControl

  /// Whether the directives are those of a targeted field.
  let isTargeted: Bool

  init(_ control: CacheControl, isTargeted: Bool) { (self.control, self.isTargeted) = (control, isTargeted) }

  var fieldName: String { control.fieldName }

  func has(_ name: String) -> Bool { control.contains(name) }

  /// The lifetime that s-maxage gives, else max-age.
  var seconds: Given? {
    if let shared = control.seconds("s-maxage") { return (fieldName, shared.value ?? 0, .sMaxAge) }
    return control.seconds("max-age").map { (fieldName, $0.value ?? 0, .maxAge) }
  }
}

extension CacheFacts {
  /// The directives of the first targeted field that is present, else of Cache-Control.
  func documentedControl(_ targets: KnownField...) -> DocumentedControl {
    guard let target = targets.first(where: has) else {
      return DocumentedControl(exchange.head.cacheControl, isTargeted: false)
    }
    return DocumentedControl(CacheControl(exchange.head.fields, name: target.name), isTargeted: true)
  }

  /// The lifetime that Expires gives, where no targeted field replaces it.
  func documentedExpires(beside control: DocumentedControl) -> DocumentedControl.Given? {
    guard !control.isTargeted, has(.expires) else { return nil }
    let from = date(.date, .wrongWeekday) ?? receivedAt
    return ("Expires", date(.expires, .wrongWeekday).map { max(0, $0 - from) } ?? 0, .expires)
  }
}

extension String {
  /// Whether the last segment of a path has one of the extensions.
  func hasExtension(of extensions: Set<String>) -> Bool {
    let name = utf8.suffix { $0 != 0x2F }
    guard let dot = name.lastIndex(of: 0x2E) else { return false }
    return extensions.contains(String(Substring(name[name.index(after: dot)...])).asciiLowercased)
  }
}

extension BidirectionalCollection {
  /// The longest suffix whose elements all meet a condition.
  fileprivate func suffix(_ isMeant: (Element) -> Bool) -> SubSequence {
    var start = endIndex
    while start > startIndex, isMeant(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}
