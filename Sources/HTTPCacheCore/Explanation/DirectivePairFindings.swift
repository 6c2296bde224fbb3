/// What directives mean beside each other and beside the rest of the response (RFC 9111 §4.2.1, §5.2.2).
enum DirectivePairFindings {
  static func all(_ subject: FindingSubject) -> [Finding] {
    contradictions(subject) + withoutEffect(subject) + noCache(subject) + others(subject)
  }

  private static func finding(
    _ code: Finding.Code, _ subject: FindingSubject, _ explanation: String, advice: String? = nil
  ) -> Finding {
    Finding(
      code, field: "Cache-Control", value: subject.head.fields.combined("Cache-Control"), explanation,
      advice: advice)
  }

  /// The first directive that gives a lifetime above zero.
  private static func lifetime(_ control: CacheControl) -> Directive? {
    ["max-age", "s-maxage"].compactMap { control.first($0) }
      .first { (DeltaSeconds($0.argument).value ?? 0) > 0 }
  }

  private static func contradictions(_ subject: FindingSubject) -> [Finding] {
    let control = subject.control
    let isPrivate = control.isUnqualified("private")
    var findings: [Finding] = []
    func add(_ explanation: String, _ advice: String) {
      findings.append(finding(.directivesContradict, subject, explanation, advice: advice))
    }
    if control.contains("public") && isPrivate {
      add(
        "`public` and `private` contradict each other: the stricter counts, so shared caches do not store the"
          + " response.", "Leave `public` out, or `private` where the response is the same for every user.")
    }
    if let lifetime = lifetime(control) {
      let text = lifetime.text.asCode
      if subject.isNoStore, !control.contains("must-understand") {
        add(
          "`no-store` keeps every cache from storing the response, so \(text) says nothing.",
          "Write `Cache-Control: no-store`, or leave `no-store` out where the response may be stored.")
      } else if subject.isNoCache {
        add(
          "`no-cache` makes a cache ask the origin at every use, so the \(text) beside it never lets it answer"
            + " alone.", "Write `Cache-Control: no-cache`, or leave `no-cache` out to let \(text) count.")
      }
    }
    if isPrivate, let shared = control.first("s-maxage") {
      add(
        "\(shared.text.asCode) speaks to shared caches only, and `private` keeps the response out of them.",
        "Leave out `s-maxage`, or `private` where shared caches may store the response.")
    }
    return findings
  }

  private static func withoutEffect(_ subject: FindingSubject) -> [Finding] {
    let control = subject.control
    guard !subject.isNoStore else { return [] }
    var explanations: [String] = []
    if control.contains("immutable"), !subject.hasExplicitLifetime {
      explanations.append("`immutable` holds while a response is fresh, and nothing here says for how long.")
    }
    if control.contains("must-revalidate"), !subject.hasExplicitLifetime, !subject.isNoCache {
      explanations.append(
        "`must-revalidate` speaks of the response once it is stale and gives no lifetime itself. "
          + subject.lifetimeLeftSentence)
    }
    if let shared = control.first("s-maxage"), subject.settings.role == .private,
      !control.isUnqualified("private")
    {
      explanations.append("\(shared.text.asCode) is for shared caches; this private cache does not read it.")
    }
    if control.contains("must-revalidate") || subject.isNoCache {
      let bar = control.contains("must-revalidate") ? "must-revalidate" : "no-cache"
      for name in ["stale-while-revalidate", "stale-if-error"] where control.contains(name) {
        explanations.append("`\(name)` permits what the `\(bar)` beside it forbids: using a stale response.")
      }
    }
    return explanations.map { finding(.directiveHasNoEffect, subject, $0) }
  }

  private static func noCache(_ subject: FindingSubject) -> [Finding] {
    guard subject.isNoCache, !subject.isNoStore else { return [] }
    var findings: [Finding] = []
    if subject.isWholeContent, !subject.head.hasValidator {
      findings.append(
        finding(
          .noCacheWithoutValidator, subject,
          "`no-cache` makes a cache ask the origin at every use, and without ETag or Last-Modified it can only ask"
            + " for all of it: every use is a full download.",
          advice: "Add an `ETag`, or write `Cache-Control: no-store`, which says it plainly."))
    }
    if subject.storage(subject.settings).isStorable {
      findings.append(
        finding(
          .noCacheIsNotNoStore, subject,
          "`no-cache` lets \(subject.cacheName) store the response; it has to be confirmed by the origin at each"
            + " use.", advice: "Write `Cache-Control: no-store` where it must not be kept at all."))
    }
    return findings
  }

  private static func others(_ subject: FindingSubject) -> [Finding] {
    let control = subject.control
    var findings: [Finding] = []
    for directive in control.directives.filter(\.isFieldList).prefix(FindingSubject.memberLimit) {
      findings.append(
        finding(
          .qualifiedDirectiveOftenUnqualified, subject,
          "\(directive.text.asCode) speaks of the named fields only; many caches read it as `\(directive.name)`,"
            + " of the whole response."))
    }
    if control.contains("must-understand"), !subject.isNoStore {
      findings.append(
        finding(
          .mustUnderstandWithoutNoStore, subject,
          "`must-understand` is ignored by caches that do not know it; only a `no-store` beside it keeps those"
            + " from storing the response.",
          advice: subject.mendedControl.map { "Write `\($0), no-store`." }))
    }
    let isNeeded = !subject.head.isHeuristicallyCacheable && !subject.hasExplicitLifetime
    if control.contains("public"), !control.contains("private"), !subject.isNoStore, !isNeeded,
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
    return findings
  }
}
