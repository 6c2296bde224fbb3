extension Finding.Code {
  static let directivesContradict = Self(
    "directives-contradict", .warning, "RFC 9111 §4.2.1", "two directives contradict each other",
    example: "> GET /app.css\nCache-Control: public, private, max-age=600\nETag: \"1\"")
  static let directiveHasNoEffect = Self(
    "directive-has-no-effect", .info, "RFC 9111 §5.2.2, RFC 8246 §2", "a directive has no effect here",
    example: "> GET /app.css\nCache-Control: no-cache, stale-if-error=600\nETag: \"1\"")
  static let noCacheWithoutValidator = Self(
    "no-cache-without-validator", .warning, "RFC 9111 §5.2.2.4, §4.3",
    "no-cache without a validator makes every use a full download",
    example: "> GET /app.css\nCache-Control: no-cache")
  static let noCacheIsNotNoStore = Self(
    "no-cache-is-not-no-store", .info, "RFC 9111 §5.2.2.4", "no-cache allows caches to store the response",
    example: "> GET /app.css\nCache-Control: no-cache\nSet-Cookie: session=…\nETag: \"1\"")
  static let qualifiedDirectiveOftenUnqualified = Self(
    "qualified-directive-often-unqualified", .info, "RFC 9111 §5.2.2.4, §5.2.2.7",
    "no-cache or private with field names is often read as if it had none",
    example: "> GET /app.css\nCache-Control: private=\"Set-Cookie\", max-age=600\nETag: \"1\"")
  static let mustUnderstandWithoutNoStore = Self(
    "must-understand-without-no-store", .info, "RFC 9111 §5.2.2.3",
    "must-understand has no no-store beside it",
    example: "> GET /app.css\nCache-Control: must-understand, max-age=600\nETag: \"1\"")
  static let publicNotNeeded = Self(
    "public-not-needed", .info, "RFC 9111 §5.2.2.9", "public adds nothing to this response",
    example: "> GET /app.css\nCache-Control: public, max-age=600\nETag: \"1\"")
}

/// Checks directives against each other and against the rest of the response (RFC 9111 §4.2.1, §5.2.2).
enum DirectivePairFindings: FindingFamily {
  static let codes: [Finding.Code] = [
    .directivesContradict, .directiveHasNoEffect, .noCacheWithoutValidator, .noCacheIsNotNoStore,
    .qualifiedDirectiveOftenUnqualified, .mustUnderstandWithoutNoStore, .publicNotNeeded,
  ]

  static func add(_ subject: FindingSubject, to findings: inout [Finding]) {
    // A lifetime alone has nothing to conflict with.
    guard !subject.directives.names.isSubset(of: .maxAge) else { return }
    addContradictions(subject, to: &findings)
    addWithoutEffect(subject, to: &findings)
    addNoCache(subject, to: &findings)
    addOthers(subject, to: &findings)
  }

  private static func finding(
    _ code: Finding.Code, _ subject: FindingSubject, _ explanation: String, advice: String? = nil,
    line: AdvisedLine? = nil
  ) -> Finding {
    Finding(
      code, field: subject.control.fieldName, value: subject.controlValue, explanation, advice: advice,
      line: line)
  }

  /// The first directive that gives a lifetime above zero.
  private static func lifetime(_ control: CacheControl) -> Directive? {
    ["max-age", "s-maxage"].compactMap { control.first($0) }
      .first { (DeltaSeconds($0.argument).value ?? 0) > 0 }
  }

  private static func addContradictions(_ subject: FindingSubject, to findings: inout [Finding]) {
    let control = subject.control
    let isPrivate = subject.directives.isPrivate
    func add(_ explanation: String, _ edit: ControlEdit) {
      findings.append(finding(.directivesContradict, subject, explanation, line: AdvisedLine(edit)))
    }
    if subject.has(.public) && isPrivate {
      add(
        "`public` and `private` contradict each other: the stricter counts, so shared caches do not store the"
          + " response.", ControlEdit(removed: ["public"]))
    }
    if subject.has(.public), subject.isNoStore, !subject.has(.mustUnderstand) {
      add(
        "`public` and `no-store` contradict each other: `no-store` counts, so no cache stores the response.",
        ControlEdit(removed: ["public"]))
    }
    if subject.has(.immutable), control.seconds("max-age")?.value == 0, !subject.isNoStore {
      add(
        "`immutable` holds while a response is fresh, and `max-age=0` makes it stale at once: every use asks the"
          + " origin.", .spelling)
    }
    if subject.isNoStore || subject.isNoCache, let lifetime = lifetime(control) {
      let text = lifetime.text.asCode
      if subject.isNoStore, !subject.has(.mustUnderstand) {
        add(
          "`no-store` keeps every cache from storing the response, so \(text) has no effect.",
          ControlEdit(reuse: .never))
      } else if subject.isNoCache {
        add(
          "`no-cache` makes a cache ask the origin at every use, so the \(text) beside it has"
            + " no effect. Only without `no-cache` does it count.", ControlEdit(reuse: .confirmed))
      }
    }
    // `s-maxage=0` has the same effect on shared caches as `private`.
    if isPrivate, let shared = control.first("s-maxage"), DeltaSeconds(shared.argument).value != 0 {
      add(
        "\(shared.text.asCode) applies to shared caches only, and `private` keeps the response out of them.",
        ControlEdit(removed: ["s-maxage"]))
    }
  }

  private static func addWithoutEffect(_ subject: FindingSubject, to findings: inout [Finding]) {
    guard subject.isKept else { return }
    func add(_ explanation: String) { findings.append(finding(.directiveHasNoEffect, subject, explanation)) }
    if subject.has(.immutable), !subject.hasExplicitLifetime {
      add("`immutable` holds while a response is fresh, and nothing here says for how long.")
    }
    if subject.has(.mustRevalidate), !subject.hasExplicitLifetime, !subject.isNoCache {
      add(
        "`must-revalidate` applies once the response is stale and gives no lifetime itself. "
          + subject.lifetimeLeftSentence)
    }
    if subject.settings.role == .private, !subject.directives.isPrivate,
      let shared = subject.control.first("s-maxage")
    {
      add("\(shared.text.asCode) is for shared caches; this private cache does not read it.")
    }
    guard subject.has(.mustRevalidate) || subject.isNoCache else { return }
    let bar = subject.has(.mustRevalidate) ? "must-revalidate" : "no-cache"
    for (name, text) in [
      (DirectiveNames.staleWhileRevalidate, "stale-while-revalidate"), (.staleIfError, "stale-if-error"),
    ] where subject.has(name) {
      add("`\(text)` permits what the `\(bar)` beside it forbids: using a stale response.")
    }
  }

  private static func addNoCache(_ subject: FindingSubject, to findings: inout [Finding]) {
    guard subject.isNoCache, subject.isKept else { return }
    if subject.isWholeContent, !subject.head.hasValidator, !subject.head.has(.etag),
      LifetimeFindings.unusedVersion(subject) == nil
    {
      findings.append(
        finding(
          .noCacheWithoutValidator, subject,
          "`no-cache` makes a cache ask the origin at every use, and without ETag or Last-Modified it can only ask"
            + " for all of it: every use is a full download.",
          advice: "Add an `ETag`.",
          line: AdvisedLine(
            ControlEdit(reuse: .never), before: "Add an `ETag`, or write ", after: ", which says so plainly.")
        ))
    }
    // It matters that a cache may store the answer only where the answer may be for one user.
    guard subject.isPersonal || subject.request.fields.contains("Cookie") else { return }
    findings.append(
      finding(
        .noCacheIsNotNoStore, subject,
        "`no-cache` lets \(subject.cacheName) store the response; the origin must confirm it at each"
          + " use. Only `no-store` keeps it out of every cache."))
  }

  private static func addOthers(_ subject: FindingSubject, to findings: inout [Finding]) {
    guard subject.isKept else { return }
    if subject.has(.noCache) || subject.has(.private) {
      for directive in subject.control.directives.filter(\.isFieldList).prefix(FindingSubject.memberLimit) {
        findings.append(
          finding(
            .qualifiedDirectiveOftenUnqualified, subject,
            "\(directive.text.asCode) applies to the named fields only; many caches read it as `\(directive.name)`"
              + " for the whole response."))
      }
    }
    if subject.has(.mustUnderstand), !subject.isNoStore {
      findings.append(
        finding(
          .mustUnderstandWithoutNoStore, subject,
          "`must-understand` is ignored by caches that do not know it; only a `no-store` beside it keeps those"
            + " from storing the response.",
          line: AdvisedLine(ControlEdit(hasGuard: true))))
    }
    if subject.has(.public), !subject.has(.private), !subject.isNoStore,
      subject.head.isHeuristicallyCacheable || subject.hasExplicitLifetime,
      !subject.request.fields.contains("Authorization")
    {
      findings.append(
        finding(
          .publicNotNeeded, subject,
          "`public` changes nothing here: a \(subject.head.status) "
            + (subject.hasExplicitLifetime ? "with a lifetime" : "status")
            + " may be stored by every cache without it. It matters where the request carries Authorization.")
      )
    }
  }
}
