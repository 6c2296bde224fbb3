/// Makes notes on the caches between the origin and this one.
package enum UpstreamCaches {
  /// Reads the reports of caches on the way: each field as one note, then contradictions to the rules for shared
  /// caches.
  ///
  /// The time of receipt replaces a missing `Date`. `isRepeated` means that later responses prove what one response
  /// only suggests. The notes of `Cache-Status` are in order, the cache nearest to the origin first (RFC 9211 §2).
  package static func notes(
    _ request: RequestHead, _ head: ResponseHead, receivedAt: Instant, edge: EdgeReport? = nil,
    isRepeated: Bool = false
  ) -> [Reason] {
    let edge = edge ?? EdgeReport(head)
    let surprises = contradiction(request, head, edge, receivedAt: receivedAt)
    return words(head, edge, byHead: request.method == "HEAD")
      + surprises.filter { !isRepeated || $0.rule != .upstreamMissUnneeded }
  }

  /// The reasons why the answer of the nearest cache is surprising; empty if it is not.
  private static func contradiction(
    _ request: RequestHead, _ head: ResponseHead, _ edge: EdgeReport, receivedAt: Instant
  ) -> [Reason] {
    guard let field = edge.field, field != "Age", request.method == "GET", head.status != 304 else {
      return []
    }
    if edge.isFromStore {
      guard edge.provesStore, let bar = bar(request, head, edge) else { return [] }
      return [Reason(.upstreamHitForbidden, field: field, value: bar.sentence)]
    }
    guard edge.state == .miss, !edge.isStored else { return [] }
    // Some words explain why the cache forwarded the request: nothing is wrong then.
    if let word = edge.word(of: head), word.next == nil { return [] }
    let lifetime = FreshnessLifetime(head, receivedAt: receivedAt, role: .shared)
    guard StorageDecision(request, head, .shared).isStorable, lifetime.source != .heuristic,
      let seconds = lifetime.seconds,
      seconds > head.ageValue, !head.cacheControl(for: .shared).isUnqualified("no-cache")
    else { return [] }
    let cause = head.has(.setCookie) ? "Set-Cookie" : nil
    return [Reason(.upstreamMissUnneeded, field: field, value: cause, amount: seconds)]
  }

  /// The first rule that forbids the nearest cache to store an answer; nil if none does, and if the cache may go by
  /// fields that permit it.
  ///
  /// `counts` tells which rules count: by default those that forbid.
  static func bar(
    _ request: RequestHead, _ head: ResponseHead, _ edge: EdgeReport,
    where counts: (Rule) -> Bool = { $0.effect == .forbids }
  ) -> Reason? {
    let bars = edge.readings(of: head).map { head in
      StorageDecision(request, head, .shared).reasons.first { counts($0.rule) }
    }
    return bars.allSatisfy { $0 != nil } ? bars.first ?? nil : nil
  }

  private static func words(_ head: ResponseHead, _ edge: EdgeReport, byHead: Bool) -> [Reason] {
    var notes: [Reason] = []
    let members = head.combined(.cacheStatus).flatMap { StructuredField.list($0) } ?? []
    for case .item(let item) in members {
      guard let sentence = sentence(item) else { continue }
      notes.append(Reason(.upstreamCacheStatus, field: "Cache-Status", value: sentence))
    }
    let age = head.ageValue
    if age > 0 {
      let isSilent = edge.hasSilentStore && !edge.line.isEmpty
      notes.append(Reason(isSilent ? .upstreamSilentStore : .upstreamAge, field: "Age", amount: age))
    }
    if let via = head.fields.combined("Via") { notes.append(Reason(.upstreamVia, field: "Via", value: via)) }
    let known =
      EdgeReport.isKnown(head) ? EdgeReport.fields.dropFirst().filter { head.has($0) }.map(\.name) : []
    let names =
      known + edge.line.filter { !known.contains($0.field) && $0.field != "Cache-Status" }.map(\.field)
    for name in names {
      guard let said = head.fields.combined(name) else { continue }
      notes.append(Reason(.upstreamXCache, field: name, value: said, amount: byHead ? 1 : nil))
    }
    return notes
  }

  /// A member of Cache-Status in words; nil if its name is neither a string nor a token.
  private static func sentence(_ item: StructuredField.Item) -> String? {
    let name: String
    switch item.value {
    case .string(let text), .token(let text): name = text
    default: return nil
    }
    var parts: [String] = []
    let isHit = item.parameter("hit") == .boolean(true)
    if isHit { parts.append("answered from its store") }
    var isForwarded = false
    if case .token(let why)? = item.parameter("fwd") {
      isForwarded = true
      var part = "forwarded the request (\(forwardWords[why] ?? why))"
      if case .integer(let status)? = item.parameter("fwd-status") { part += " and got \(status)" }
      parts.append(part + (isHit ? ", which contradicts the hit" : ""))
    }
    // Both parameters are about the answer to a forwarded request, and mean nothing beside a hit (RFC 9211 §2.5, §2.6).
    if isForwarded {
      if item.parameter("stored") == .boolean(true) { parts.append("stored the answer") }
      if item.parameter("stored") == .boolean(false) { parts.append("did not store the answer") }
      if item.parameter("collapsed") == .boolean(true) { parts.append("shared one request among several") }
      if item.parameter("collapsed") == .boolean(false) {
        parts.append("waited for the answer to another request, and had to send its own")
      }
    }
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
