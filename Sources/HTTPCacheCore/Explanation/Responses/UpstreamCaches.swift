/// Notes on what caches between the origin and this one did.
enum UpstreamCaches {
  /// Reads `Cache-Status`, `Age`, `Via` and `X-Cache`, each as one note.
  ///
  /// - Parameter head: the response's head as stored or received.
  /// - Returns: the notes; those of `Cache-Status` from the origin outwards (RFC 9211 §2).
  static func notes(_ head: ResponseHead) -> [Reason] {
    var notes: [Reason] = []
    let members = head.fields.combined("Cache-Status").flatMap { StructuredField.list($0) } ?? []
    for case .item(let item) in members {
      guard let sentence = sentence(item) else { continue }
      notes.append(Reason(.upstreamCacheStatus, field: "Cache-Status", value: sentence))
    }
    if head.ageValue > 0 { notes.append(Reason(.upstreamAge, field: "Age", amount: head.ageValue)) }
    if let via = head.fields.combined("Via") { notes.append(Reason(.upstreamVia, field: "Via", value: via)) }
    if let said = head.fields.combined("X-Cache") {
      notes.append(Reason(.upstreamXCache, field: "X-Cache", value: said))
    }
    return notes
  }

  /// A member of Cache-Status in words; nil where its name is neither a string nor a token.
  private static func sentence(_ item: StructuredField.Item) -> String? {
    let name: String
    switch item.value {
    case .string(let text), .token(let text): name = text
    default: return nil
    }
    var parts: [String] = []
    if item.parameter("hit") == .boolean(true) { parts.append("answered from its store") }
    if case .token(let why)? = item.parameter("fwd") {
      var part = "forwarded the request (\(forwardWords[why] ?? why))"
      if case .integer(let status)? = item.parameter("fwd-status") { part += " and got \(status)" }
      parts.append(part)
    }
    if item.parameter("stored") == .boolean(true) { parts.append("stored the answer") }
    if item.parameter("collapsed") == .boolean(true) { parts.append("shared one request among several") }
    if case .integer(let seconds)? = item.parameter("ttl") {
      parts.append(seconds >= 0 ? "\(seconds) s of freshness left" : "stale for \(0 - seconds) s")
    }
    if case .string(let key)? = item.parameter("key") { parts.append("key \(key)") }
    switch item.parameter("detail") {
    case .string(let detail), .token(let detail): parts.append(detail)
    default: break
    }
    return parts.isEmpty ? "\(name) took part" : "\(name) \(parts.joined(separator: ", "))"
  }

  private static let forwardWords = [
    "bypass": "it was told not to handle the request", "method": "the method requires it",
    "uri-miss": "it had nothing for the URL", "vary-miss": "it had no matching variant",
    "miss": "it had nothing to use",
    "request": "the request demanded it", "stale": "its response was stale", "partial": "it had only a part",
  ]
}
