extension Finding.Code {
  static let staleWhileRevalidateCancelled = Self(
    "stale-while-revalidate-cancelled", .warning, "RFC 9111 §5.2.2.10, §4.2.4",
    "a directive beside stale-while-revalidate keeps caches from using it, or has them differ on it",
    shown: .style("Cache-Control: max-age=600, must-revalidate, stale-while-revalidate=60"))
}

/// Finds `stale-while-revalidate` beside a directive that cancels it, for all caches or for some (RFC 5861 §3, RFC 9111 §4.2.4).
enum StaleExtensionFindings: FindingFamily {
  static let codes: [Finding.Code] = [.staleWhileRevalidateCancelled]

  static func find(in facts: Facts) -> [Finding] {
    guard facts.has(.staleWhileRevalidate), facts.isKept,
      let window = facts.control.seconds("stale-while-revalidate")?.value, window > 0
    else { return [] }
    let text = "`stale-while-revalidate=\(window)`"
    if facts.has(.mustRevalidate) || facts.isNoCache {
      let name = facts.isNoCache ? "no-cache" : "must-revalidate"
      return [
        Finding(
          .staleWhileRevalidateCancelled, directivesOf: facts,
          "`\(name)` lets no cache use a stale response, so \(text) has no effect.",
          line: AdvisedLine(ControlEdit(removed: ["stale-while-revalidate"])))
      ]
    }
    guard let edge = EdgeWindow(facts), !isTold(facts) else { return [] }
    return [
      Finding(
        .staleWhileRevalidateCancelled, directivesOf: facts, severity: edge.isAsMeant ? .info : nil,
        edge.explanation + (edge.isAsMeant ? "" : " Browsers use it after `max-age`."),
        advice: edge.advice, line: edge.line)
    ]
  }

  /// Whether a finding about the lifetime has the whole line already: one header is one finding.
  private static func isTold(_ facts: Facts) -> Bool {
    (LifetimeFindings.find(in: facts) + PageFilesFindings.find(in: facts)).contains { finding in
      switch finding.line?.edit.control?.reuse {
      case .lifetime(_, isImmutable: false), .confirmed: true
      case .lifetime, .never, nil: false
      }
    }
  }
}

/// What becomes of `stale-while-revalidate` at an edge, beside a directive by which caches differ on it: `s-maxage`, which
/// RFC 9111 §5.2.2.10 gives the meaning of `proxy-revalidate`.
struct EdgeWindow {
  private let facts: Facts
  private let seconds: Seconds

  /// The product that shows itself at the edge; nil if none does.
  private let product: CacheProduct?

  /// A window of more than this, in seconds, was hardly chosen: no other cache is given it.
  private static let longest: Seconds = 2_592_000

  /// Edges are given no lifetime of this, in seconds, or more.
  private static let year: Seconds = 31_536_000

  /// Nil where no edge goes by these directives, or none is meant to give anything stale.
  init?(_ facts: Facts) {
    guard facts.has(.staleWhileRevalidate), facts.isKept, !facts.isNoCache, !facts.has(.mustRevalidate),
      facts.has(.sMaxAge) || facts.has(.proxyRevalidate),
      let window = facts.control.seconds("stale-while-revalidate")?.value, window > 0,
      // An edge that reads its own targeted field ignores Cache-Control.
      !facts.directives.isPrivate, !facts.control.isTargeted, !facts.head.has(.cdnCacheControl),
      // An edge that is told to ask each time is meant to give nothing stale.
      facts.control.seconds("s-maxage")?.value != 0
    else { return nil }
    (self.facts, seconds) = (facts, window)
    product = facts.edge.product.flatMap { $0.isNamed ? $0 : nil }
  }

  private var isForbidden: Bool { facts.has(.proxyRevalidate) }

  /// The lifetime at the edge, in seconds; nil for none.
  private var lifetime: Seconds? {
    (facts.control.seconds("s-maxage") ?? facts.control.seconds("max-age"))?.value
  }

  /// Whether the edge that shows itself uses stale responses: this answer is one, or its documentation says so.
  private var isUsed: Bool { facts.edge.state == .stale || product?.usesStaleBesideSMaxAge == true }

  /// Whether the edge that shows itself obeys the directive, and the window is no longer than someone may have chosen.
  var isAsMeant: Bool { isUsed && !isForbidden && seconds <= Self.longest }

  /// The sentence that names the edges that use a stale response, and says for how long.
  var explanation: String {
    let name = isForbidden ? "proxy-revalidate" : "s-maxage"
    let rule = isForbidden ? "RFC 9111 §5.2.2.8" : "RFC 9111 §5.2.2.10"
    let (text, span) = ("`stale-while-revalidate=\(seconds)`", formatDuration(seconds))
    let users = "Varnish, nginx with `proxy_cache_background_update on`, Fastly and Vercel"
    if isUsed {
      return
        "\(product?.name ?? "The cache on the way") uses a stale response by \(text), so that visitors may get what is"
        + " \(span) older than its lifetime; \(rule) forbids it beside `\(name)`, and other edges, such as Cloudflare, don't."
    }
    if product?.usesStaleBesideSMaxAge == false {
      return
        "\(product?.name ?? "") uses nothing stale beside `\(name)`, as \(rule) has it, so \(text) has no effect there;"
        + " \(users) use it for \(span)."
    }
    return
      "Edges differ on \(text) beside `\(name)`: \(rule) forbids the stale use, and Cloudflare obeys; \(users) give"
      + " what is stale for \(span) more."
  }

  var advice: String {
    isAsMeant
      ? "Write a shorter window where visitors are not to get what is that old."
      : "Choose one of the two: `stale-while-revalidate`, or `\(isForbidden ? "proxy-revalidate" : "s-maxage")`."
  }

  /// The change that has all edges treat it alike; nil if another finding's line comes first, or the edge that shows itself
  /// reads no other field.
  var line: AdvisedLine? {
    // Once it is spelt right, a word may forbid what this line would permit.
    guard !facts.isControlMisspelt else { return nil }
    if facts.request.fields.contains("Authorization") { return AdvisedLine(ControlEdit(isForOneUser: true)) }
    if let field { return AdvisedLine(setting: field.name, field.value) }
    return product != nil && product?.target == nil && mayBePassedOn
      ? nil : AdvisedLine(ControlEdit(removed: ["stale-while-revalidate"]))
  }

  /// Whether an edge may be given this window, for as long as now: edges may not read Vary, a redirect may be good for a while
  /// only, and an error is to be kept no longer.
  private var mayBePassedOn: Bool {
    guard let lifetime, seconds <= Self.longest, lifetime < Self.year else { return false }
    return facts.head.status < 300
      && (facts.head.nominatedNames.isEmpty || facts.head.nominatedNames == ["accept-encoding"])
  }

  /// The field of the edge's own, which needs no `s-maxage`, and repeats the lifetime since it takes the place of the other; nil
  /// if no edge is to be given the window, or the one that shows itself does not read the field.
  ///
  /// Of two directives that contradict each other, the stricter counts (RFC 9111 §4.2.1): `proxy-revalidate` stays, and no
  /// stale use is permitted beside it.
  var field: FieldLine? {
    guard mayBePassedOn, product == nil || product?.target != nil, !facts.isControlMisspelt,
      !facts.request.fields.contains("Authorization"),
      let lifetime, let directives = CacheControlMend.directives(facts.head.fields, facts.control.fieldName)
    else { return nil }
    let replaced =
      ["s-maxage", "max-age"] + (isForbidden ? ["stale-while-revalidate", "stale-if-error"] : [])
    let others = directives.filter { !replaced.contains($0.name) }.compactMap(\.forDictionary).map(\.text)
    return FieldLine(TargetedField.name, (["max-age=\(lifetime)"] + others).joined(separator: ", "))
  }
}
