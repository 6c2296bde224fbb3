extension Finding.Code {
  static let staleWhileRevalidateCancelled = Self(
    "stale-while-revalidate-cancelled", .warning, "RFC 9111 §5.2.2.10, §4.2.4",
    "a directive beside stale-while-revalidate keeps caches from using it",
    style: "Cache-Control: max-age=600, must-revalidate, stale-while-revalidate=60")
}

/// Finds `stale-while-revalidate` beside a directive that cancels it (RFC 5861 §3, RFC 9111 §4.2.4).
enum StaleExtensionFindings: FindingFamily {
  static let codes: [Finding.Code] = [.staleWhileRevalidateCancelled]

  static func find(in facts: Facts) -> [Finding] {
    guard facts.has(.staleWhileRevalidate), facts.isKept,
      let window = facts.control.seconds("stale-while-revalidate")?.value, window > 0
    else { return [] }
    let text = "`stale-while-revalidate=\(window)`"
    func cancelled(_ explanation: String, advice: String? = nil, _ line: AdvisedLine?) -> [Finding] {
      [
        Finding(
          .staleWhileRevalidateCancelled, directivesOf: facts, explanation, advice: advice, line: line)
      ]
    }
    if facts.has(.mustRevalidate) || facts.isNoCache {
      let name = facts.isNoCache ? "no-cache" : "must-revalidate"
      return cancelled(
        "`\(name)` lets no cache use a stale response, so \(text) has no effect.",
        AdvisedLine(ControlEdit(removed: ["stale-while-revalidate"])))
    }
    // An edge that reads its own targeted field ignores Cache-Control.
    guard facts.has(.sMaxAge) || facts.has(.proxyRevalidate), !facts.directives.isPrivate,
      !facts.control.isTargeted, !facts.head.has(.cdnCacheControl)
    else { return [] }
    // An edge that is told to ask each time is meant to give nothing stale.
    guard facts.control.seconds("s-maxage")?.value != 0 else { return [] }
    let isForbidden = facts.has(.proxyRevalidate)
    let name = isForbidden ? "proxy-revalidate" : "s-maxage"
    return cancelled(
      "`\(name)` keeps shared caches from using a stale response, so \(text) has no effect at the edge; browsers use it"
        + " after `max-age`." + (isForbidden ? " Leave `\(name)` out where the edge may use it, too." : ""),
      advice: "Give each its own line: `Cache-Control` for clients, `CDN-Cache-Control` for the edge.",
      edgeLine(facts))
  }

  /// The line for the edge, which needs no `s-maxage` in a field of its own; nil if another finding's line comes first.
  ///
  /// Of two directives that contradict each other, the stricter counts (RFC 9111 §4.2.1): `proxy-revalidate` stays, and no
  /// stale use is permitted beside it.
  private static func edgeLine(_ facts: Facts) -> AdvisedLine? {
    // Once it is spelt right, a word may forbid what this line would permit.
    guard !facts.isControlMisspelt else { return nil }
    if facts.request.fields.contains("Authorization") {
      return AdvisedLine(ControlEdit(isForOneUser: true))
    }
    // Edges may not read Vary, and a redirect may be good for a while only: they are given no longer than now.
    guard facts.head.nominatedNames.isEmpty || facts.head.nominatedNames == ["accept-encoding"],
      !(300...399).contains(facts.head.status)
    else { return AdvisedLine(ControlEdit(removed: ["stale-while-revalidate"])) }
    let control = facts.control
    guard let lifetime = control.seconds("s-maxage") ?? control.seconds("max-age") else {
      return AdvisedLine(ControlEdit(removed: ["stale-while-revalidate"]))
    }
    guard let seconds = lifetime.value,
      let directives = CacheControlMend.directives(facts.head.fields, control.fieldName)
    else { return nil }
    let replaced =
      ["s-maxage", "max-age"]
      + (facts.has(.proxyRevalidate) ? ["stale-while-revalidate", "stale-if-error"] : [])
    let others = directives.filter { !replaced.contains($0.name) }.compactMap(\.forDictionary).map(\.text)
    return AdvisedLine(
      setting: TargetedField.name, (["max-age=\(seconds)"] + others).joined(separator: ", "))
  }
}
