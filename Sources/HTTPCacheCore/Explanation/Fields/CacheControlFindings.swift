extension Finding.Code {
  static let cacheControlNotCommaSeparated = Self(
    "cache-control-not-comma-separated", .error, "RFC 9111 §5.2",
    "directives are separated by semicolons or spaces instead of commas",
    style: "Cache-Control: public; max-age=31536000")
  static let cacheControlMalformedMember = Self(
    "cache-control-malformed-member", .error, "RFC 9111 §5.2", "a member of Cache-Control is not a directive",
    style: "Cache-Control: max-age:600")
  static let cacheControlEmpty = Self(
    "cache-control-empty", .warning, "RFC 9111 §5.2", "Cache-Control is present but empty",
    style: "Cache-Control:")
  static let maxAgeInvalid = Self(
    "max-age-invalid", .error, "RFC 9111 §4.2.1, §1.2.2",
    "max-age or s-maxage is not a whole number of seconds", style: "Cache-Control: max-age=1h")
  static let staleDirectiveNeedsSeconds = Self(
    "stale-directive-needs-seconds", .warning, "RFC 5861 §3, §4",
    "stale-while-revalidate or stale-if-error has no number of seconds",
    style: "Cache-Control: max-age=600, stale-if-error")
  static let lifetimeOverflows = Self(
    "lifetime-overflows", .warning, "RFC 9111 §1.2.2", "a number of seconds is above 2^31",
    style: "Cache-Control: max-age=99999999999")
  static let quotedSeconds = Self(
    "quoted-seconds", .warning, "RFC 9111 §5.2.2.1", "a number of seconds is quoted",
    style: "Cache-Control: max-age=\"600\"")
  static let spaceAroundEquals = Self(
    "space-around-equals", .warning, "RFC 9111 §5.2", "white space surrounds the equals sign of a directive",
    style: "Cache-Control: max-age = 600")
  static let directiveRepeated = Self(
    "directive-repeated", .warning, "RFC 9111 §4.2.1", "a directive is repeated",
    style: "Cache-Control: max-age=600, max-age=60")
  static let directiveTakesNoArgument = Self(
    "directive-takes-no-argument", .warning, "RFC 9111 §5.2.2",
    "a directive has an argument that it does not take", style: "Cache-Control: max-age=600, public=yes")
  static let directiveUnknownNearMiss = Self(
    "directive-unknown-near-miss", .warning, "RFC 9111 §5.2.3",
    "a directive is unknown and looks like a misspelt one", style: "Cache-Control: maxage=600")
  static let directiveUnknown = Self(
    "directive-unknown", .info, "RFC 9111 §5.2.3", "a directive is unknown and ignored",
    style: "Cache-Control: max-age=600, community=\"UCI\"")
  static let requestDirectiveInResponse = Self(
    "request-directive-in-response", .warning, "RFC 9111 §5.2.1", "a response has a directive for requests",
    style: "Cache-Control: max-age=600, only-if-cached")
  static let legacyDirective = Self(
    "legacy-directive", .info, "RFC 9111 §5.2.3", "a directive was never standardised and is ignored",
    style: "Cache-Control: no-cache, pre-check=0, post-check=0")
  static let directivesContradict = Self(
    "directives-contradict", .warning, "RFC 9111 §4.2.1", "two directives contradict each other",
    style: "Cache-Control: public, private, max-age=600")
  static let directiveHasNoEffect = Self(
    "directive-has-no-effect", .info, "RFC 9111 §5.2.2, RFC 8246 §2", "a directive has no effect here",
    style: "Cache-Control: no-cache, stale-if-error=600")
  static let noCacheWithoutValidator = Self(
    "no-cache-without-validator", .warning, "RFC 9111 §5.2.2.4, §4.3",
    "no-cache without a validator makes every use a full download",
    example: "> GET /app.css", "Cache-Control: no-cache")
  static let noCacheIsNotNoStore = Self(
    "no-cache-is-not-no-store", .info, "RFC 9111 §5.2.2.4", "no-cache allows caches to store the response",
    style: "Cache-Control: no-cache", "Set-Cookie: session=…")
  static let qualifiedDirectiveOftenUnqualified = Self(
    "qualified-directive-often-unqualified", .info, "RFC 9111 §5.2.2.4, §5.2.2.7",
    "no-cache or private with field names is often read as if it had none",
    style: "Cache-Control: private=\"Set-Cookie\", max-age=600")
  static let mustUnderstandWithoutNoStore = Self(
    "must-understand-without-no-store", .info, "RFC 9111 §5.2.2.3",
    "must-understand has no no-store beside it", style: "Cache-Control: must-understand, max-age=600")
  static let publicNotNeeded = Self(
    "public-not-needed", .info, "RFC 9111 §5.2.2.9", "public adds nothing to this response",
    style: "Cache-Control: public, max-age=600")
  static let staleWhileRevalidateCancelled = Self(
    "stale-while-revalidate-cancelled", .warning, "RFC 9111 §5.2.2.10, §4.2.4",
    "a directive beside stale-while-revalidate keeps caches from using it",
    style: "Cache-Control: max-age=600, must-revalidate, stale-while-revalidate=60")
}

/// Checks Cache-Control as a list of directives (RFC 9111 §5.2).
enum CacheControlFindings: FindingFamily {
  static let codes: [Finding.Code] = [
    .cacheControlNotCommaSeparated, .cacheControlMalformedMember, .cacheControlEmpty,
  ]

  static func add(_ subject: FindingSubject, to findings: inout [Finding]) {
    subject.forEachControl(&findings, addForm)
  }

  private static func addForm(_ subject: FindingSubject, to findings: inout [Finding]) {
    let control = subject.control
    guard control.isPresent,
      control.directives.isEmpty || !control.malformedMembers.isEmpty
        || !subject.directives.areOrdinary
    else { return }
    // Surrogate-Control may hold other things than directives of caching, and counts only if it holds something.
    if control.directives.isEmpty, control.malformedMembers.isEmpty,
      control.fieldName != TargetedField.surrogate
    {
      findings.add(
        .cacheControlEmpty, directivesOf: subject,
        "\(subject.control.fieldName) is present but holds no directive. "
          + (subject.isLifetimeOfInterest ? subject.lifetimeLeftSentence : "It counts as absent."),
        advice: "Leave the field out.",
        line: AdvisedLine(
          subject.isLifetimeOfInterest ? LifetimeAdvice.edit(subject) : .spelling, in: [control.fieldName]))
    }
    for member in control.malformedMembers.prefix(FindingSubject.memberLimit) {
      findings.append(
        CacheControlMend.separated(member).map {
          notCommaSeparated(member, lost: $0, subject)
        } ?? malformed(member, subject))
    }
    for directive in control.directives.filter(\.lacksValue).prefix(FindingSubject.memberLimit) {
      findings.add(
        .cacheControlMalformedMember, directivesOf: subject,
        "\(directive.text.asCode) has nothing behind its equals sign: this cache reads `\(directive.name)`, and others"
          + " drop it.", line: AdvisedLine(.spelling, in: [control.fieldName]))
    }
  }

  private static func notCommaSeparated(
    _ member: String, lost: [Directive], _ subject: FindingSubject
  ) -> Finding {
    let separator = member.contains(";") ? "a semicolon" : "a space"
    let obeyed = obeyed(in: member)
    let isWhole =
      subject.control.directives.count == obeyed.count && subject.control.malformedMembers.count == 1
    let lost = lost.filter { !obeyed.contains($0.name) }
    return Finding(
      .cacheControlNotCommaSeparated, directivesOf: subject,
      "\(subject.control.fieldName) separates directives with commas; here \(separator) makes one unreadable member of "
        + (isWhole ? "the whole field" : member.asCode)
        + (lost.isEmpty ? "." : ", so \(notCounting(lost)).") + restricting(obeyed)
        + consequence(lost, subject),
      line: AdvisedLine(.spelling, in: [subject.control.fieldName]))
  }

  /// The directives in an unreadable member that this cache obeys, since they restrict.
  private static func obeyed(in member: String) -> [String] {
    CacheControl.restrictions(in: Array(member.utf8)[...]).map(\.name)
  }

  /// What becomes of the directives that restrict nevertheless, as a sentence.
  private static func restricting(_ names: [String]) -> String {
    guard !names.isEmpty else { return "" }
    return " This cache obeys \(names.map(\.asCode).asList) all the same; other caches may not."
  }

  /// The clause `neither a nor b counts`.
  private static func notCounting(_ lost: [Directive]) -> String {
    let texts = lost.map(\.text.asCode)
    switch texts.count {
    case 1: return "\(texts[0]) does not count"
    case 2: return "neither \(texts[0]) nor \(texts[1]) counts"
    default: return "none of \(texts.asList) counts"
    }
  }

  /// The consequence of a lost lifetime or prohibition, as sentences.
  private static func consequence(_ lost: [Directive], _ subject: FindingSubject) -> String {
    let names = lost.map(\.name)
    var text = ""
    let hidden = [
      names.contains("no-store") && !subject.isNoStore ? "no-store" : nil,
      names.contains("private") && !subject.has(.private) ? "private" : nil,
    ].compactMap(\.self)
    if !hidden.isEmpty {
      // nginx and Varnish look for these letters anywhere in the field, Chromium and others do not.
      text +=
        " Caches that read directive by directive do not see \(hidden.map(\.asCode).asList)"
        + (subject.control.isTargeted ? "." : "; nginx and Varnish, which look for the letters, do.")
    }
    if names.contains("max-age") || names.contains("s-maxage"), subject.isLifetimeOfInterest {
      text += " " + subject.lifetimeLeftSentence
    }
    return text
  }

  private static func malformed(_ member: String, _ subject: FindingSubject) -> Finding {
    let isUnclosed = member.utf8.count { $0 == 0x22 } % 2 == 1
    let wrapped = CacheControlMend.unwrapped(member)
    let meant = CacheControlMend.withEqualsForColon(member)
    let cause =
      if isUnclosed {
        "has a quote that never closes, which takes in the rest of the line for this cache"
      } else if wrapped != nil {
        member.asciiLowercased.hasPrefix("cache-control:")
          ? "repeats the name of the field in its value" : "is a value in quotes as a whole"
      } else if meant != nil {
        "has a colon where an equals sign belongs"
      } else if subject.control.isTargeted {
        "has a value of another type than the directive takes"
      } else {
        "is neither a name nor name=value"
      }
    let obeyed = subject.control.isTargeted ? [] : obeyed(in: member)
    let lost = wrapped ?? meant
    return Finding(
      .cacheControlMalformedMember, directivesOf: subject,
      "\(member.asCode) \(cause), so it is not a directive\(obeyed.isEmpty ? " and is ignored" : "")."
        + restricting(obeyed) + (lost.map { consequence($0, subject) } ?? ""),
      line: AdvisedLine(.spelling, in: [subject.control.fieldName]))
  }
}

/// Checks single directives (RFC 9111 §5.2.2, §5.2.3).
enum DirectiveFindings: FindingFamily {
  static let codes: [Finding.Code] = [
    .maxAgeInvalid, .staleDirectiveNeedsSeconds, .lifetimeOverflows, .quotedSeconds, .spaceAroundEquals,
    .directiveRepeated, .directiveTakesNoArgument, .directiveUnknownNearMiss, .directiveUnknown,
    .requestDirectiveInResponse, .legacyDirective,
  ]

  static func add(_ subject: FindingSubject, to findings: inout [Finding]) {
    subject.forEachControl(&findings, addForms)
  }

  private static func addForms(_ subject: FindingSubject, to findings: inout [Finding]) {
    guard !subject.directives.areOrdinary else { return }
    var seen: [String] = []
    let limit = findings.count + FindingSubject.memberLimit
    for directive in subject.control.directives where findings.count < limit {
      if directive.hasSpaceAroundEquals { findings.append(space(directive, subject)) }
      guard !seen.contains(directive.name) else { continue }
      seen.append(directive.name)
      addForm(directive, subject, to: &findings)
      findings.add(name(directive, subject))
      findings.add(repetition(directive.name, subject))
    }
  }

  private static func finding(
    _ code: Finding.Code, _ subject: FindingSubject, _ explanation: String,
    severity: Finding.Severity? = nil, advice: String? = nil, edit: ControlEdit? = .spelling,
    after: String = "."
  ) -> Finding {
    Finding(
      code, directivesOf: subject, severity: severity, explanation, advice: advice,
      line: edit.map { AdvisedLine($0, in: [subject.control.fieldName], after: after) })
  }

  /// Checks how the argument is written.
  private static func addForm(
    _ directive: Directive, _ subject: FindingSubject, to findings: inout [Finding]
  ) {
    if DirectiveName(rawValue: directive.name)?.argument == .nothing, directive.argument != nil {
      findings.append(
        finding(
          .directiveTakesNoArgument, subject,
          "`\(directive.name)` takes no argument: what follows the equals sign in \(directive.text.asCode) is"
            + " ignored, and the directive still counts."))
    }
    guard CacheControlMend.takesSeconds(directive.name) else { return }
    switch DeltaSeconds(directive.argument) {
    case .invalid: findings.append(invalid(directive, subject))
    case .seconds(let seconds, let isOverflow):
      if isOverflow {
        findings.append(
          finding(
            .lifetimeOverflows, subject,
            "\(directive.text.asCode) is above 2^31 and reads as \(seconds) s, over 68 years; other caches"
              + " use the greatest number they have."))
      }
      if directive.isQuoted {
        findings.append(
          finding(
            .quotedSeconds, subject,
            "\(directive.text.asCode) has its number in quotes: this cache reads \(seconds) s, but senders"
              + " must not quote it, and other caches cannot read it."))
      }
    }
  }

  private static func space(_ directive: Directive, _ subject: FindingSubject) -> Finding {
    finding(
      .spaceAroundEquals, subject,
      "White space surrounds the equals sign of `\(directive.name)`: this cache reads"
        + " \(directive.text.asCode), but the grammar has no such space, and other caches drop the directive."
    )
  }

  private static func invalid(_ directive: Directive, _ subject: FindingSubject) -> Finding {
    let text = directive.text.asCode
    guard directive.name == "max-age" || directive.name == "s-maxage" else {
      return finding(
        .staleDirectiveNeedsSeconds, subject,
        "\(text) has no whole number of seconds, so it permits no use of a stale response.",
        after: note(directive))
    }
    let isShared = directive.name == "s-maxage"
    let expires = subject.head.fields.contains("Expires") ? ", and Expires is not used instead" : ""
    return finding(
      .maxAgeInvalid, subject,
      "\(text) is not a whole number of seconds, so \(isShared ? "a shared cache" : "a cache") treats the response"
        + " as stale\(expires)." + (isShared ? " A private cache does not read s-maxage." : ""),
      after: note(directive))
  }

  /// The end of advice; where the number can't be read, only the owner of the response knows it.
  private static func note(_ directive: Directive) -> String {
    CacheControlMend.seconds(directive.argument) == nil
      ? ", or give `\(directive.name)` the seconds that you mean." : "."
  }

  /// Checks whether the directive is one of responses.
  private static func name(_ directive: Directive, _ subject: FindingSubject) -> Finding? {
    let name = directive.name
    guard DirectiveName(rawValue: name) == nil else { return nil }
    if CacheControlMend.requestDirectives.contains(name) {
      return finding(
        .requestDirectiveInResponse, subject,
        "`\(name)` is a directive of requests: in a response it has no meaning and is ignored.",
        advice: "Leave `\(name)` out.")
    }
    if CacheControlMend.legacyDirectives.contains(name) {
      return finding(
        .legacyDirective, subject,
        "`\(name)` was an extension of Internet Explorer: caches ignore it.",
        advice: "Leave `\(name)` out.")
    }
    if DeltaSeconds(name) != .invalid { return number(name, subject) }
    if CacheControlMend.words.contains(name) {
      return finding(
        .directiveUnknown, subject,
        "\(name.asCode) is a word of configurations and no directive: caches ignore it, and nothing is switched off by it.",
        severity: .warning, advice: "Leave \(name.asCode) out.")
    }
    guard let meant = CacheControlMend.nearest(name) else {
      return finding(
        .directiveUnknown, subject,
        "\(name.asCode) is not a directive that this cache knows, so it is ignored as an extension.",
        edit: nil)
    }
    let isLifetime = meant == "max-age" || meant == "s-maxage"
    return finding(
      .directiveUnknownNearMiss, subject,
      "\(name.asCode) is not a directive and is ignored; did you mean `\(meant)`?"
        + (isLifetime && subject.isLifetimeOfInterest ? " " + subject.lifetimeLeftSentence : ""))
  }

  /// A finding about a number without a directive: seconds alone, or digits that a comma cut off a lifetime.
  private static func number(_ name: String, _ subject: FindingSubject) -> Finding? {
    let control = subject.control
    let index = control.directives.firstIndex { $0.name == name } ?? 0
    // One finding covers all the digits that the commas of `31,536,000` cut off.
    if index > 0, CacheControlMend.isThousands(name.utf8),
      CacheControlMend.isThousands(control.directives[index - 1].name.utf8)
    {
      return nil
    }
    let lifetime = control.directives[..<index].last { !CacheControlMend.isThousands($0.name.utf8) }
    if CacheControlMend.isThousands(name.utf8), let lifetime,
      let seconds = DeltaSeconds(lifetime.argument).value,
      CacheControlMend.takesSeconds(lifetime.name)
    {
      return finding(
        .maxAgeInvalid, subject,
        "\(name.asCode) stands behind a comma, which ends the number of \(lifetime.text.asCode): caches read \(seconds) s."
      )
    }
    return finding(
      .directiveUnknownNearMiss, subject,
      "\(name.asCode) is a number and no directive, and is ignored; did you mean `max-age=\(name)`?"
        + (subject.isLifetimeOfInterest ? " " + subject.lifetimeLeftSentence : ""))
  }

  private static func repetition(_ name: String, _ subject: FindingSubject) -> Finding? {
    let all = subject.control.directives.filter { $0.name == name }
    guard all.count > 1, let first = all.first, !all.allSatisfy(\.isFieldList) else { return nil }
    let isSame = Set(all.map(\.argument)).count == 1
    let consequence =
      if isSame {
        "with the same meaning each time, which changes nothing; two places of the configuration write it, as nginx's"
          + " `expires` and `add_header` do"
      } else if CacheControlMend.takesSeconds(name) {
        "with different values (\(all.map(\.text.asCode).asList)): this cache uses the first,"
          + " \(first.text.asCode); others treat the response as stale"
      } else if name == "no-cache" || name == "private" {
        "with field names and without: the one without, which applies to the whole response, counts"
      } else {
        "with different arguments (\(all.map(\.text.asCode).asList)): the first is read"
      }
    return finding(
      .directiveRepeated, subject, "\(name.asCode) is given \(all.count.asTimes), \(consequence).",
      severity: isSame ? .info : nil)
  }
}

/// Checks directives against each other and against the rest of the response (RFC 9111 §4.2.1, §5.2.2).
enum DirectivePairFindings: FindingFamily {
  static let codes: [Finding.Code] = [
    .directivesContradict, .directiveHasNoEffect, .noCacheWithoutValidator, .noCacheIsNotNoStore,
    .qualifiedDirectiveOftenUnqualified, .mustUnderstandWithoutNoStore, .publicNotNeeded,
  ]

  static func add(_ subject: FindingSubject, to findings: inout [Finding]) {
    // A lifetime alone has nothing to conflict with.
    guard subject.directives.names.contains(where: { $0 != .maxAge }) else { return }
    addContradictions(subject, to: &findings)
    addWithoutEffect(subject, to: &findings)
    addNoCache(subject, to: &findings)
    addOthers(subject, to: &findings)
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
      findings.add(.directivesContradict, directivesOf: subject, explanation, line: AdvisedLine(edit))
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
    func add(_ explanation: String) {
      findings.add(.directiveHasNoEffect, directivesOf: subject, explanation)
    }
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
    for name in [DirectiveName.staleWhileRevalidate, .staleIfError] where subject.has(name) {
      add("`\(name.rawValue)` permits what the `\(bar)` beside it forbids: using a stale response.")
    }
  }

  private static func addNoCache(_ subject: FindingSubject, to findings: inout [Finding]) {
    guard subject.isNoCache, subject.isKept else { return }
    if subject.isWholeContent, !subject.head.hasValidator, !subject.head.has(.etag),
      LifetimeFindings.unusedVersion(subject) == nil
    {
      // `no-store` would say so plainly, but on a page it takes the browser's way back, too.
      let isPage = subject.kind == .page
      findings.append(
        Finding(
          .noCacheWithoutValidator, directivesOf: subject, severity: isPage || subject.isTiny ? .info : nil,
          "`no-cache` makes a cache ask the origin at every use, and without ETag or Last-Modified it can only ask"
            + " for all of it: every use is a full download.",
          advice: "Add an `ETag` that changes with the content: a 304 then saves the download.",
          line: isPage
            ? nil
            : AdvisedLine(
              ControlEdit(reuse: .never),
              before: "Add an `ETag` that changes with the content; where there can be none, ",
              after: " says so plainly.")))
    }
    // That a cache may store the response matters only if the response may be for one user.
    guard subject.isPersonal || subject.request.fields.contains("Cookie") else { return }
    findings.add(
      .noCacheIsNotNoStore, directivesOf: subject,
      "`no-cache` lets \(subject.cacheName) store the response; the origin must confirm it at each"
        + " use. Only `no-store` keeps it out of every cache.")
  }

  private static func addOthers(_ subject: FindingSubject, to findings: inout [Finding]) {
    guard subject.isKept else { return }
    if subject.has(.noCache) || subject.has(.private) {
      for directive in subject.control.directives.filter(\.isFieldList).prefix(FindingSubject.memberLimit) {
        findings.add(
          .qualifiedDirectiveOftenUnqualified, directivesOf: subject,
          "\(directive.text.asCode) applies to the named fields only; many caches read it as `\(directive.name)`"
            + " for the whole response.")
      }
    }
    if subject.has(.mustUnderstand), !subject.isNoStore {
      findings.add(
        .mustUnderstandWithoutNoStore, directivesOf: subject,
        "`must-understand` is ignored by caches that do not know it; only a `no-store` beside it keeps those"
          + " from storing the response.",
        line: AdvisedLine(ControlEdit(hasGuard: true)))
    }
    if subject.has(.public), !subject.has(.private), !subject.isNoStore,
      subject.head.isHeuristicallyCacheable || subject.hasExplicitLifetime,
      !subject.request.fields.contains("Authorization")
    {
      findings.add(
        .publicNotNeeded, directivesOf: subject,
        "`public` changes nothing here: a \(subject.head.status) "
          + (subject.hasExplicitLifetime ? "with a lifetime" : "status")
          + " may be stored by every cache without it. It matters where the request carries Authorization.")
    }
  }
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
      findings.add(
        .staleWhileRevalidateCancelled, directivesOf: subject, explanation, advice: advice, line: line)
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
    // An edge that is told to ask each time is meant to give nothing stale.
    guard subject.control.seconds("s-maxage")?.value != 0 else { return }
    let isForbidden = subject.has(.proxyRevalidate)
    let name = isForbidden ? "proxy-revalidate" : "s-maxage"
    add(
      "`\(name)` keeps shared caches from using a stale response, so \(text) has no effect at the edge; browsers use it"
        + " after `max-age`." + (isForbidden ? " Leave `\(name)` out where the edge may use it, too." : ""),
      advice: "Give each its own line: `Cache-Control` for clients, `CDN-Cache-Control` for the edge.",
      edgeLine(subject))
  }

  /// The line for the edge, which needs no `s-maxage` in a field of its own; nil if another finding's line comes first.
  ///
  /// Of two directives that contradict each other, the stricter counts (RFC 9111 §4.2.1): `proxy-revalidate` stays, and no
  /// stale use is permitted beside it.
  private static func edgeLine(_ subject: FindingSubject) -> AdvisedLine? {
    // Once it is spelt right, a word may forbid what this line would permit.
    guard !subject.isControlMisspelt else { return nil }
    if subject.request.fields.contains("Authorization") {
      return AdvisedLine(ControlEdit(isForOneUser: true))
    }
    // Edges may not read Vary, and a redirect may be good for a while only: they are given no longer than now.
    guard subject.head.nominatedNames.isEmpty || subject.head.nominatedNames == ["accept-encoding"],
      !(300...399).contains(subject.head.status)
    else { return AdvisedLine(ControlEdit(removed: ["stale-while-revalidate"])) }
    let control = subject.control
    guard let lifetime = control.seconds("s-maxage") ?? control.seconds("max-age") else {
      return AdvisedLine(ControlEdit(removed: ["stale-while-revalidate"]))
    }
    guard let seconds = lifetime.value,
      let directives = CacheControlMend.directives(subject.head.fields, control.fieldName)
    else { return nil }
    let replaced =
      ["s-maxage", "max-age"]
      + (subject.has(.proxyRevalidate) ? ["stale-while-revalidate", "stale-if-error"] : [])
    let others = directives.filter { !replaced.contains($0.name) }.compactMap(\.forDictionary).map(\.text)
    return AdvisedLine(
      setting: TargetedField.name, (["max-age=\(seconds)"] + others).joined(separator: ", "))
  }
}
