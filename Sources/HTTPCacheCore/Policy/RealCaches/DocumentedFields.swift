// Reads fields as the documentation of caches describes them; it does not cover malformed fields, which are read by
// RFC 9111.

extension CacheControl {
  /// A lifetime and the field that gives it.
  typealias Given = (field: String, seconds: Seconds, source: FreshnessLifetime.Source)

  /// The lifetime by s-maxage, else by max-age.
  var documentedLifetime: Given? {
    seconds("s-maxage").map { (fieldName, $0.value ?? 0, .sMaxAge) }
      ?? seconds("max-age").map { (fieldName, $0.value ?? 0, .maxAge) }
  }
}

extension Reason {
  /// Makes a reason for a lifetime that a field gives, of which `age` has passed.
  init(_ rule: Rule, _ given: CacheControl.Given, age: Seconds? = nil) {
    self.init(rule, field: given.field, amount: given.seconds, otherAmount: age, source: given.source)
  }
}

extension CacheFacts {
  /// The directives of the first targeted field that can be read (RFC 9213 §2.2), else of Cache-Control.
  func documentedControl(_ targets: KnownField...) -> CacheControl {
    TargetedField.first(of: targets.filter(has).map(\.name), in: exchange.head.fields)
      ?? exchange.head.cacheControl
  }

  /// The reason for the time in which a stale response is still used, if stale-while-revalidate gives one and nothing forbids
  /// it.
  func documentedGrace(_ control: CacheControl, _ rule: Rule) -> [Reason] {
    let isForbidden = ["must-revalidate", "proxy-revalidate"].contains(where: control.contains)
    guard !isForbidden, let seconds = control.seconds("stale-while-revalidate")?.value, seconds > 0 else {
      return []
    }
    return [
      Reason(
        rule, field: control.fieldName, value: "stale-while-revalidate=\(seconds)", amount: seconds)
    ]
  }

  /// The lifetime by Expires; nil if a targeted field replaces it.
  func documentedExpires(beside control: CacheControl) -> CacheControl.Given? {
    guard !control.isTargeted, has(.expires) else { return nil }
    let from = date(.date, .wrongWeekday) ?? receivedAt
    return ("Expires", date(.expires, .wrongWeekday).map { max(0, $0 - from) } ?? 0, .expires)
  }
}

extension String {
  /// Whether the last segment of the path has one of the extensions.
  func hasExtension(of extensions: Set<String>) -> Bool {
    guard let dot = utf8.lastIndex(of: 0x2E) else { return false }
    let ending = utf8[utf8.index(after: dot)...]
    return !ending.contains(0x2F) && extensions.contains(String(Substring(ending)).asciiLowercased)
  }
}

extension Rule {
  /// Declares the rule by which a cache obeys stale-while-revalidate.
  static func grace(_ code: String, _ source: Source) -> Rule {
    Self(code, .notes, source, isGrace: true) {
      "for \($0.lifetime) more, a stale one is used at once and refreshed behind it (stale-while-revalidate)"
    }
  }
}
