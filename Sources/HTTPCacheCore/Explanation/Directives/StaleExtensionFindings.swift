extension Finding.Code {
  static let staleWhileRevalidateCancelled = Self(
    "stale-while-revalidate-cancelled", .warning, "RFC 9111 §5.2.2.10, §4.2.4",
    "a directive beside stale-while-revalidate keeps caches from using it",
    example:
      "> GET /app.css\nCache-Control: max-age=600, must-revalidate, stale-while-revalidate=60\nETag: \"1\"")
}

/// Finds `stale-while-revalidate` beside a directive that cancels it (RFC 5861 §3, RFC 9111 §4.2.4).
enum StaleExtensionFindings: FindingFamily {
  static let codes: [Finding.Code] = [.staleWhileRevalidateCancelled]

  static func add(_ subject: FindingSubject, to findings: inout [Finding]) {
    guard subject.has(.staleWhileRevalidate), subject.isKept,
      let window = subject.control.seconds("stale-while-revalidate")?.value, window > 0
    else { return }
    let text = "`stale-while-revalidate=\(window)`"
    func add(_ explanation: String, advice: String? = nil, _ line: AdvisedLine?) {
      findings.append(
        Finding(
          .staleWhileRevalidateCancelled, field: subject.control.fieldName, value: subject.controlValue,
          explanation, advice: advice, line: line))
    }
    if subject.has(.mustRevalidate) || subject.isNoCache {
      let name = subject.isNoCache ? "no-cache" : "must-revalidate"
      return add(
        "`\(name)` lets no cache use a stale response, so \(text) has no effect.",
        AdvisedLine(ControlEdit(removed: ["stale-while-revalidate"])))
    }
    // An edge that reads its own targeted field ignores Cache-Control.
    guard subject.has(.sMaxAge) || subject.has(.proxyRevalidate), !subject.directives.isPrivate,
      !subject.control.isTargeted, !subject.head.has(.cdnCacheControl)
    else { return }
    let name = subject.has(.sMaxAge) ? "s-maxage" : "proxy-revalidate"
    add(
      "`\(name)` keeps shared caches from using a stale response, so \(text) has no effect at the edge; browsers use it"
        + " after `max-age`.",
      advice: "Give each its own line: `Cache-Control` for clients, `CDN-Cache-Control` for the edge.",
      edgeLine(subject.control).map { AdvisedLine(setting: TargetedField.name, $0) })
  }

  /// The value of a targeted field for the edge alone, which needs no `s-maxage`; nil where the directives make no such
  /// field.
  private static func edgeLine(_ control: CacheControl) -> String? {
    guard let lifetime = (control.seconds("s-maxage") ?? control.seconds("max-age"))?.value else {
      return nil
    }
    let replaced = ["s-maxage", "max-age", "proxy-revalidate"]
    let others = control.directives.filter { !replaced.contains($0.name) }.map(\.text)
    let text = (["max-age=\(lifetime)"] + others).joined(separator: ", ")
    return StructuredField.dictionary(text) == nil ? nil : text
  }
}
