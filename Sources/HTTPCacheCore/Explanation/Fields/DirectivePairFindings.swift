extension Finding.Code {
  static let directivesContradict = Self(
    "directives-contradict", .warning, "RFC 9111 §4.2.1", "two directives contradict each other",
    shown: .style("Cache-Control: public, private, max-age=600"))
  static let noCacheWithoutValidator = Self(
    "no-cache-without-validator", .warning, "RFC 9111 §5.2.2.4, §4.3",
    "no-cache without a validator makes every use a full download",
    shown: .example("> GET /app.css", "Cache-Control: no-cache"),
    harm: .downloads(sparedBy: .validator))
  static let qualifiedDirectiveOftenUnqualified = Self(
    "qualified-directive-often-unqualified", .info, "RFC 9111 §5.2.2.4, §5.2.2.7",
    "no-cache or private with field names is often read as if it had none",
    shown: .style("Cache-Control: private=\"Set-Cookie\", max-age=600"))
  static let mustUnderstandWithoutNoStore = Self(
    "must-understand-without-no-store", .info, "RFC 9111 §5.2.2.3",
    "must-understand has no no-store beside it",
    shown: .style("Cache-Control: must-understand, max-age=600"))
}

/// Checks directives against each other and against the rest of the response (RFC 9111 §4.2.1, §5.2.2).
enum DirectivePairFindings: FindingFamily {
  static let codes: [Finding.Code] = [
    .directivesContradict, .noCacheWithoutValidator, .qualifiedDirectiveOftenUnqualified,
    .mustUnderstandWithoutNoStore,
  ]

  static func find(in facts: Facts) -> [Finding] {
    // A lifetime alone has nothing to conflict with.
    guard facts.directives.names.contains(where: { $0 != .maxAge }) else { return [] }
    var findings: [Finding] = []
    addContradictions(facts, to: &findings)
    findings.add(noCache(facts))
    addOthers(facts, to: &findings)
    return findings
  }

  static func remarks(in facts: Facts) -> [Reason] {
    guard facts.isKept, facts.directives.names.contains(where: { $0 != .maxAge }) else { return [] }
    let field = facts.control.fieldName
    var remarks = withoutEffect(facts).map { Reason(.directiveHasNoEffect, field: field, value: $0) }
    if isDownloadedEachTime(facts), let bytes = facts.tinyPlainLength {
      remarks.append(Reason(.tinyDownload, field: field, amount: bytes))
    }
    // That a cache may store the response matters only if the response may be for one user.
    if facts.isNoCache, facts.isPersonal || facts.request.fields.contains("Cookie") {
      remarks.append(Reason(.noCacheIsNotNoStore, field: field))
    }
    if facts.has(.public), !facts.has(.private), !facts.isNoStore,
      facts.head.isHeuristicallyCacheable || facts.hasExplicitLifetime,
      !facts.request.fields.contains("Authorization")
    {
      remarks.append(Reason(.publicNotNeeded, field: field, amount: Int64(facts.head.status)))
    }
    return remarks
  }

  /// The first directive that gives a lifetime above zero.
  private static func lifetime(_ control: CacheControl) -> Directive? {
    ["max-age", "s-maxage"].compactMap { control.first($0) }
      .first { (DeltaSeconds($0.argument).value ?? 0) > 0 }
  }

  private static func addContradictions(_ facts: Facts, to findings: inout [Finding]) {
    let control = facts.control
    let isPrivate = facts.directives.isPrivate
    func add(_ explanation: String, _ edit: ControlEdit) {
      findings.add(.directivesContradict, directivesOf: facts, explanation, line: AdvisedLine(edit))
    }
    if facts.has(.public) && isPrivate {
      add(
        "`public` and `private` contradict each other: the stricter counts, so shared caches do not store the"
          + " response.", ControlEdit(removed: ["public"]))
    }
    if facts.has(.public), facts.isNoStore, !facts.has(.mustUnderstand) {
      add(
        "`public` and `no-store` contradict each other: `no-store` counts, so no cache"
          + (control.isTargeted ? " that reads \(control.fieldName)" : "") + " stores the response.",
        ControlEdit(removed: ["public"]))
    }
    if facts.has(.immutable), control.seconds("max-age")?.value == 0, !facts.isNoStore {
      add(
        "`immutable` holds while a response is fresh, and `max-age=0` makes it stale at once: every use asks the"
          + " origin.", .spelling)
    }
    if facts.isNoStore || facts.isNoCache, let lifetime = lifetime(control) {
      let text = lifetime.text.asCode
      if facts.isNoStore, !facts.has(.mustUnderstand) {
        let caches = control.isTargeted ? "each cache that reads \(control.fieldName)" : "every cache"
        add(
          "`no-store` keeps \(caches) from storing the response, so \(text) has no effect.",
          ControlEdit(reuse: .never))
      } else if facts.isNoCache {
        add(
          "`no-cache` makes a cache ask the origin at every use, so the \(text) beside it has"
            + " no effect. Only without `no-cache` does it count.", ControlEdit(reuse: .confirmed))
      }
    }
    // `s-maxage=0` has the same effect on shared caches as `private`.
    if isPrivate, let shared = control.first("s-maxage"), DeltaSeconds(shared.argument).value != 0,
      !isOwnLifetime(shared, facts)
    {
      add(
        "\(shared.text.asCode) applies to shared caches only, and `private` keeps the response out of them.",
        ControlEdit(removed: ["s-maxage"]))
    }
  }

  /// Whether an `s-maxage` says what private caches are told, too: beside `private` nothing is lost with it.
  private static func isOwnLifetime(_ shared: Directive, _ facts: Facts) -> Bool {
    guard let seconds = DeltaSeconds(shared.argument).value else { return false }
    if let own = facts.control.seconds("max-age") { return own.value == seconds }
    let own = facts.lifetime(.private)
    return !facts.control.isTargeted && own.source.isExplicit && own.seconds == seconds
  }

  /// The directives that change nothing beside the others of a response that is kept, as they are written.
  private static func withoutEffect(_ facts: Facts) -> [String] {
    var idle: [String] = []
    if facts.has(.immutable), !facts.hasExplicitLifetime { idle.append("immutable") }
    if facts.has(.mustRevalidate), !facts.hasExplicitLifetime, !facts.isNoCache {
      idle.append("must-revalidate")
    }
    if facts.settings.role == .private, let shared = facts.control.first("s-maxage"),
      !facts.directives.isPrivate || isOwnLifetime(shared, facts)
    {
      idle.append(shared.text)
    }
    guard facts.has(.mustRevalidate) || facts.isNoCache else { return idle }
    return idle
      + [DirectiveName.staleWhileRevalidate, .staleIfError].filter(facts.has).map(\.rawValue)
  }

  /// Whether `no-cache` makes each use a full download.
  private static func isDownloadedEachTime(_ facts: Facts) -> Bool {
    facts.isNoCache && facts.isWholeContent && !facts.hasValidator
      && LifetimeFindings.unusedVersion(facts) == nil
  }

  private static func noCache(_ facts: Facts) -> Finding? {
    guard isDownloadedEachTime(facts), facts.tinyPlainLength == nil else { return nil }
    return Finding(
      .noCacheWithoutValidator, directivesOf: facts,
      severity: facts.kind == .page || facts.tinyLength != nil ? .info : nil,
      "`no-cache` makes a cache ask the origin at every use, and without ETag or Last-Modified it can only ask"
        + " for all of it: every use is a full download.",
      advice: LifetimeAdvice.tag(facts))
  }

  private static func addOthers(_ facts: Facts, to findings: inout [Finding]) {
    guard facts.isKept else { return }
    if facts.has(.noCache) || facts.has(.private) {
      for directive in facts.control.directives.filter(\.isFieldList).prefix(Facts.memberLimit) {
        findings.add(
          .qualifiedDirectiveOftenUnqualified, directivesOf: facts,
          "\(directive.text.asCode) applies to the named fields only; many caches read it as `\(directive.name)`"
            + " for the whole response.",
          advice: "Write `\(directive.name)` alone where all of it is meant; else send the fields elsewhere.")
      }
    }
    if facts.has(.mustUnderstand), !facts.isNoStore {
      findings.add(
        .mustUnderstandWithoutNoStore, directivesOf: facts,
        "`must-understand` is ignored by caches that do not know it; only a `no-store` beside it keeps those"
          + " from storing the response.",
        line: AdvisedLine(ControlEdit(hasGuard: true)))
    }
  }
}
