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
    "directive-repeated", .warning, "RFC 9111 §4.2.1", "a directive is repeated with another argument",
    style: "Cache-Control: max-age=600, max-age=60")
  static let directiveTakesNoArgument = Self(
    "directive-takes-no-argument", .warning, "RFC 9111 §5.2.2",
    "a directive has an argument that it does not take", style: "Cache-Control: max-age=600, public=yes")
  static let directiveUnknownNearMiss = Self(
    "directive-unknown-near-miss", .warning, "RFC 9111 §5.2.3",
    "a directive is unknown and looks like a misspelt one", style: "Cache-Control: maxage=600")
  static let directiveUnknown = Self(
    "directive-unknown", .info, "RFC 9111 §5.2.3",
    "a directive is unknown and ignored, and nothing else says how the response is cached",
    style: "Cache-Control: community=\"UCI\"")
  static let requestDirectiveInResponse = Self(
    "request-directive-in-response", .warning, "RFC 9111 §5.2.1", "a response has a directive for requests",
    style: "Cache-Control: max-age=600, only-if-cached")
  static let directivesContradict = Self(
    "directives-contradict", .warning, "RFC 9111 §4.2.1", "two directives contradict each other",
    style: "Cache-Control: public, private, max-age=600")
  static let noCacheWithoutValidator = Self(
    "no-cache-without-validator", .warning, "RFC 9111 §5.2.2.4, §4.3",
    "no-cache without a validator makes every use a full download",
    example: "> GET /app.css", "Cache-Control: no-cache")
  static let qualifiedDirectiveOftenUnqualified = Self(
    "qualified-directive-often-unqualified", .info, "RFC 9111 §5.2.2.4, §5.2.2.7",
    "no-cache or private with field names is often read as if it had none",
    style: "Cache-Control: private=\"Set-Cookie\", max-age=600")
  static let mustUnderstandWithoutNoStore = Self(
    "must-understand-without-no-store", .info, "RFC 9111 §5.2.2.3",
    "must-understand has no no-store beside it", style: "Cache-Control: must-understand, max-age=600")
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

  static func find(in facts: Facts) -> [Finding] {
    var findings: [Finding] = []
    facts.forEachControl(&findings, addForm)
    return findings
  }

  private static func addForm(_ facts: Facts, to findings: inout [Finding]) {
    let control = facts.control
    guard control.isPresent,
      control.directives.isEmpty || !control.malformedMembers.isEmpty
        || !facts.directives.areOrdinary
    else { return }
    // Surrogate-Control may hold other things than directives of caching, and counts only if it holds something.
    if control.directives.isEmpty, control.malformedMembers.isEmpty,
      control.fieldName != TargetedField.surrogate
    {
      findings.add(
        .cacheControlEmpty, directivesOf: facts,
        "\(facts.control.fieldName) is present but holds no directive. "
          + (facts.isLifetimeOfInterest ? facts.lifetimeLeftSentence : "It counts as absent."),
        advice: "Leave the field out.",
        line: AdvisedLine(
          facts.isLifetimeOfInterest ? LifetimeAdvice.edit(facts) : .spelling, in: [control.fieldName]))
    }
    for member in control.malformedMembers.prefix(Facts.memberLimit) {
      findings.append(
        CacheControlMend.separated(member).map {
          notCommaSeparated(member, lost: $0, facts)
        } ?? malformed(member, facts))
    }
    for directive in control.directives.filter(\.lacksValue).prefix(Facts.memberLimit) {
      findings.add(
        .cacheControlMalformedMember, directivesOf: facts,
        "\(directive.text.asCode) has nothing behind its equals sign: this cache reads `\(directive.name)`, and others"
          + " drop it.", line: AdvisedLine(.spelling, in: [control.fieldName]))
    }
  }

  private static func notCommaSeparated(
    _ member: String, lost: [Directive], _ facts: Facts
  ) -> Finding {
    let separator = member.contains(";") ? "a semicolon" : "a space"
    let obeyed = obeyed(in: member)
    let isWhole =
      facts.control.directives.count == obeyed.count && facts.control.malformedMembers.count == 1
    let lost = lost.filter { !obeyed.contains($0.name) }
    return Finding(
      .cacheControlNotCommaSeparated, directivesOf: facts,
      "\(facts.control.fieldName) separates directives with commas; here \(separator) makes one unreadable member of "
        + (isWhole ? "the whole field" : member.asCode)
        + (lost.isEmpty ? "." : ", so \(notCounting(lost)).") + restricting(obeyed)
        + consequence(lost, facts),
      line: AdvisedLine(.spelling, in: [facts.control.fieldName]))
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
  private static func consequence(_ lost: [Directive], _ facts: Facts) -> String {
    let names = lost.map(\.name)
    var text = ""
    let hidden = [
      names.contains("no-store") && !facts.isNoStore ? "no-store" : nil,
      names.contains("private") && !facts.has(.private) ? "private" : nil,
    ].compactMap(\.self)
    if !hidden.isEmpty {
      // nginx and Varnish look for these letters anywhere in the field, Chromium and others do not.
      text +=
        " Caches that read directive by directive do not see \(hidden.map(\.asCode).asList)"
        + (facts.control.isTargeted ? "." : "; nginx and Varnish, which look for the letters, do.")
    }
    if names.contains("max-age") || names.contains("s-maxage"), facts.isLifetimeOfInterest {
      text += " " + facts.lifetimeLeftSentence
    }
    return text
  }

  private static func malformed(_ member: String, _ facts: Facts) -> Finding {
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
      } else if facts.control.isTargeted {
        "has a value of another type than the directive takes"
      } else {
        "is neither a name nor name=value"
      }
    let obeyed = facts.control.isTargeted ? [] : obeyed(in: member)
    let lost = wrapped ?? meant
    return Finding(
      .cacheControlMalformedMember, directivesOf: facts,
      "\(member.asCode) \(cause), so it is not a directive\(obeyed.isEmpty ? " and is ignored" : "")."
        + restricting(obeyed) + (lost.map { consequence($0, facts) } ?? ""),
      line: AdvisedLine(.spelling, in: [facts.control.fieldName]))
  }
}

/// Checks single directives (RFC 9111 §5.2.2, §5.2.3).
enum DirectiveFindings: FindingFamily {
  static let codes: [Finding.Code] = [
    .maxAgeInvalid, .staleDirectiveNeedsSeconds, .lifetimeOverflows, .quotedSeconds, .spaceAroundEquals,
    .directiveRepeated, .directiveTakesNoArgument, .directiveUnknownNearMiss, .directiveUnknown,
    .requestDirectiveInResponse,
  ]

  static func find(in facts: Facts) -> [Finding] {
    var findings: [Finding] = []
    facts.forEachControl(&findings, addForms)
    return findings
  }

  static func remarks(in facts: Facts) -> [Reason] {
    let control = facts.control
    guard !facts.directives.areOrdinary else { return [] }
    var remarks: [Reason] = []
    var seen: [String] = []
    for name in control.directives.prefix(Facts.memberLimit).map(\.name) where !seen.contains(name) {
      seen.append(name)
      if CacheControlMend.legacyDirectives.contains(name) {
        remarks.append(Reason(.legacyDirective, field: control.fieldName, value: name))
      } else if facts.saysHowItIsCached, isExtension(name) {
        remarks.append(Reason(.directiveUnknown, field: control.fieldName, value: name))
      }
      let all = repeated(name, control)
      guard !all.isEmpty, Set(all.map(\.argument)).count == 1 else { continue }
      remarks.append(
        Reason(.directiveRepeated, field: control.fieldName, value: name, amount: Int64(all.count)))
    }
    return remarks
  }

  /// Whether a name is no directive and looks like none.
  private static func isExtension(_ name: String) -> Bool {
    DirectiveName(rawValue: name) == nil && !CacheControlMend.requestDirectives.contains(name)
      && !CacheControlMend.words.contains(name) && DeltaSeconds(name) == .invalid
      && CacheControlMend.nearest(name) == nil
  }

  /// The directives of a name that stands more than once, where only lists of field names may; empty for any other.
  private static func repeated(_ name: String, _ control: CacheControl) -> [Directive] {
    let all = control.directives.filter { $0.name == name }
    return all.count > 1 && !all.allSatisfy(\.isFieldList) ? all : []
  }

  private static func addForms(_ facts: Facts, to findings: inout [Finding]) {
    guard !facts.directives.areOrdinary else { return }
    var seen: [String] = []
    let limit = findings.count + Facts.memberLimit
    for directive in facts.control.directives where findings.count < limit {
      if directive.hasSpaceAroundEquals { findings.append(space(directive, facts)) }
      guard !seen.contains(directive.name) else { continue }
      seen.append(directive.name)
      addForm(directive, facts, to: &findings)
      findings.add(name(directive, facts))
      findings.add(repetition(directive.name, facts))
    }
  }

  private static func finding(
    _ code: Finding.Code, _ facts: Facts, _ explanation: String,
    severity: Finding.Severity? = nil, advice: String? = nil, edit: ControlEdit? = .spelling,
    after: String = "."
  ) -> Finding {
    Finding(
      code, directivesOf: facts, severity: severity, explanation, advice: advice,
      line: edit.map { AdvisedLine($0, in: [facts.control.fieldName], after: after) })
  }

  /// Checks how the argument is written.
  private static func addForm(
    _ directive: Directive, _ facts: Facts, to findings: inout [Finding]
  ) {
    if DirectiveName(rawValue: directive.name)?.argument == .nothing, directive.argument != nil {
      findings.append(
        finding(
          .directiveTakesNoArgument, facts,
          "`\(directive.name)` takes no argument: what follows the equals sign in \(directive.text.asCode) is"
            + " ignored, and the directive still counts."))
    }
    guard CacheControlMend.takesSeconds(directive.name) else { return }
    switch DeltaSeconds(directive.argument) {
    case .invalid: findings.append(invalid(directive, facts))
    case .seconds(let seconds, let isOverflow):
      if isOverflow {
        findings.append(
          finding(
            .lifetimeOverflows, facts,
            "\(directive.text.asCode) is above 2^31 and reads as \(seconds) s, over 68 years; other caches"
              + " use the greatest number they have."))
      }
      if directive.isQuoted {
        findings.append(
          finding(
            .quotedSeconds, facts,
            "\(directive.text.asCode) has its number in quotes: this cache reads \(seconds) s, but senders"
              + " must not quote it, and other caches cannot read it."))
      }
    }
  }

  private static func space(_ directive: Directive, _ facts: Facts) -> Finding {
    finding(
      .spaceAroundEquals, facts,
      "White space surrounds the equals sign of `\(directive.name)`: this cache reads"
        + " \(directive.text.asCode), but the grammar has no such space, and other caches drop the directive."
    )
  }

  private static func invalid(_ directive: Directive, _ facts: Facts) -> Finding {
    let text = directive.text.asCode
    guard directive.name == "max-age" || directive.name == "s-maxage" else {
      return finding(
        .staleDirectiveNeedsSeconds, facts,
        "\(text) has no whole number of seconds, so it permits no use of a stale response.",
        after: note(directive))
    }
    let isShared = directive.name == "s-maxage"
    let expires = facts.head.fields.contains("Expires") ? ", and Expires is not used instead" : ""
    // A number that is rounded is not the owner's own any more.
    let rounded =
      facts.expiresOverride?.name == directive.name ? CacheControlMend.rounded(directive.argument) : nil
    let isOver = rounded.map { $0 > 0 && $0 <= facts.ageValue } ?? false
    return finding(
      .maxAgeInvalid, facts,
      "\(text) is not a whole number of seconds, so \(isShared ? "a shared cache" : "a cache") treats the response"
        + " as stale\(expires)." + (isShared ? " A private cache does not read s-maxage." : ""),
      edit: isOver ? ControlEdit(reuse: .lifetime(0)) : .spelling,
      after: isOver
        ? ": with `\(directive.name)=\(rounded ?? 0)` it would be stale on arrival, since caches on the way had it for"
          + " \(formatDuration(facts.ageValue)) (Age)."
        : note(directive))
  }

  /// The end of advice; where the number can't be read, only the owner of the response knows it.
  private static func note(_ directive: Directive) -> String {
    CacheControlMend.seconds(directive.argument) == nil
      ? ", or give `\(directive.name)` the seconds that you mean." : "."
  }

  /// Checks whether the directive is one of responses.
  private static func name(_ directive: Directive, _ facts: Facts) -> Finding? {
    let name = directive.name
    guard DirectiveName(rawValue: name) == nil else { return nil }
    if CacheControlMend.requestDirectives.contains(name) {
      return finding(
        .requestDirectiveInResponse, facts,
        "`\(name)` is a directive of requests: in a response it has no meaning and is ignored.",
        advice: "Leave `\(name)` out.")
    }
    if CacheControlMend.legacyDirectives.contains(name) { return nil }
    if DeltaSeconds(name) != .invalid { return number(name, facts) }
    if CacheControlMend.words.contains(name) {
      return finding(
        .directiveUnknown, facts,
        "\(name.asCode) is a word of configurations and no directive: caches ignore it, and nothing is switched off by it.",
        severity: .warning, advice: "Leave \(name.asCode) out.")
    }
    guard let meant = CacheControlMend.nearest(name) else {
      guard !facts.saysHowItIsCached else { return nil }
      return finding(
        .directiveUnknown, facts,
        "\(name.asCode) is not a directive that this cache knows, so it is ignored as an extension, and nothing else says how"
          + " the response is to be cached.",
        advice: "Say it by a directive that every cache knows: `max-age`, `no-cache` or `no-store`.",
        edit: nil)
    }
    let isLifetime = meant == "max-age" || meant == "s-maxage"
    return finding(
      .directiveUnknownNearMiss, facts,
      "\(name.asCode) is not a directive and is ignored; did you mean `\(meant)`?"
        + (isLifetime && facts.isLifetimeOfInterest ? " " + facts.lifetimeLeftSentence : ""))
  }

  /// A finding about a number without a directive: seconds alone, or digits that a comma cut off a lifetime.
  private static func number(_ name: String, _ facts: Facts) -> Finding? {
    let control = facts.control
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
        .maxAgeInvalid, facts,
        "\(name.asCode) stands behind a comma, which ends the number of \(lifetime.text.asCode): caches read \(seconds) s."
      )
    }
    return finding(
      .directiveUnknownNearMiss, facts,
      "\(name.asCode) is a number and no directive, and is ignored; did you mean `max-age=\(name)`?"
        + (facts.isLifetimeOfInterest ? " " + facts.lifetimeLeftSentence : ""))
  }

  private static func repetition(_ name: String, _ facts: Facts) -> Finding? {
    let all = repeated(name, facts.control)
    guard let first = all.first, Set(all.map(\.argument)).count > 1 else { return nil }
    let consequence =
      if CacheControlMend.takesSeconds(name) {
        "with different values (\(all.map(\.text.asCode).asList)): this cache uses the first,"
          + " \(first.text.asCode); others treat the response as stale"
      } else if name == "no-cache" || name == "private" {
        "with field names and without: the one without, which applies to the whole response, counts"
      } else {
        "with different arguments (\(all.map(\.text.asCode).asList)): the first is read"
      }
    return finding(
      .directiveRepeated, facts, "\(name.asCode) is given \(all.count.asTimes), \(consequence).")
  }
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
        "`public` and `no-store` contradict each other: `no-store` counts, so no cache stores the response.",
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
        add(
          "`no-store` keeps every cache from storing the response, so \(text) has no effect.",
          ControlEdit(reuse: .never))
      } else if facts.isNoCache {
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

  /// The directives that change nothing beside the others of a response that is kept, as they are written.
  private static func withoutEffect(_ facts: Facts) -> [String] {
    var idle: [String] = []
    if facts.has(.immutable), !facts.hasExplicitLifetime { idle.append("immutable") }
    if facts.has(.mustRevalidate), !facts.hasExplicitLifetime, !facts.isNoCache {
      idle.append("must-revalidate")
    }
    if facts.settings.role == .private, !facts.directives.isPrivate,
      let shared = facts.control.first("s-maxage")
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
    // `no-store` would say so plainly, but on a page it takes the browser's way back, too.
    let isPage = facts.kind == .page
    return Finding(
      .noCacheWithoutValidator, directivesOf: facts,
      severity: isPage || facts.tinyLength != nil ? .info : nil,
      "`no-cache` makes a cache ask the origin at every use, and without ETag or Last-Modified it can only ask"
        + " for all of it: every use is a full download.",
      advice: "Add an `ETag` that changes with the content: a 304 then saves the download.",
      line: isPage
        ? nil
        : AdvisedLine(
          ControlEdit(reuse: .never),
          before: "Add an `ETag` that changes with the content; where there can be none, ",
          after: " says so plainly."))
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
