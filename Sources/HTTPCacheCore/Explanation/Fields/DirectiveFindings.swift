extension Finding.Code {
  static let maxAgeInvalid = Self(
    "max-age-invalid", .error, "RFC 9111 §4.2.1, §1.2.2",
    "max-age or s-maxage is not a whole number of seconds",
    shown: .style("Cache-Control: max-age=1h"))
  static let staleDirectiveNeedsSeconds = Self(
    "stale-directive-needs-seconds", .warning, "RFC 5861 §3, §4",
    "stale-while-revalidate or stale-if-error has no number of seconds",
    shown: .style("Cache-Control: max-age=600, stale-if-error"))
  static let lifetimeOverflows = Self(
    "lifetime-overflows", .warning, "RFC 9111 §1.2.2", "a number of seconds is above 2^31",
    shown: .style("Cache-Control: max-age=99999999999"))
  static let quotedSeconds = Self(
    "quoted-seconds", .warning, "RFC 9111 §5.2.2.1", "a number of seconds is quoted",
    shown: .style("Cache-Control: max-age=\"600\""))
  static let spaceAroundEquals = Self(
    "space-around-equals", .warning, "RFC 9111 §5.2",
    "white space surrounds the equals sign of a directive",
    shown: .style("Cache-Control: max-age = 600"))
  static let directiveRepeated = Self(
    "directive-repeated", .warning, "RFC 9111 §4.2.1", "a directive is repeated with another argument",
    shown: .style("Cache-Control: max-age=600, max-age=60"))
  static let directiveTakesNoArgument = Self(
    "directive-takes-no-argument", .warning, "RFC 9111 §5.2.2",
    "a directive has an argument that it does not take",
    shown: .style("Cache-Control: max-age=600, public=yes"))
  static let directiveUnknownNearMiss = Self(
    "directive-unknown-near-miss", .warning, "RFC 9111 §5.2.3",
    "a directive is unknown and looks like a misspelt one",
    shown: .style("Cache-Control: maxage=600"))
  static let directiveUnknown = Self(
    "directive-unknown", .info, "RFC 9111 §5.2.3",
    "a directive is unknown and ignored, and nothing else says how the response is cached",
    shown: .style("Cache-Control: community=\"UCI\""))
  static let requestDirectiveInResponse = Self(
    "request-directive-in-response", .warning, "RFC 9111 §5.2.1", "a response has a directive for requests",
    shown: .style("Cache-Control: max-age=600, only-if-cached"))
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
      && CacheControlMend.nearest(name) == nil && CacheControlMend.nearestOfRequests(name) == nil
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
    return finding(
      .maxAgeInvalid, facts,
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
      if let meant = CacheControlMend.nearestOfRequests(name) {
        return finding(
          .directiveUnknownNearMiss, facts,
          "\(name.asCode) is not a directive and is ignored; `\(meant)`, which it looks like, is one of requests and has no"
            + " meaning in a response.", advice: "Leave \(name.asCode) out.")
      }
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
