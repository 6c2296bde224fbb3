extension Finding.Code {
  static let maxAgeInvalid = Self(
    "max-age-invalid", .error, "RFC 9111 §4.2.1, §1.2.2",
    "max-age or s-maxage is not a whole number of seconds",
    example: "> GET /app.css\nCache-Control: max-age=1h\nETag: \"1\"")
  static let staleDirectiveNeedsSeconds = Self(
    "stale-directive-needs-seconds", .warning, "RFC 5861 §3, §4",
    "stale-while-revalidate or stale-if-error has no number of seconds",
    example: "> GET /app.css\nCache-Control: max-age=600, stale-if-error\nETag: \"1\"")
  static let lifetimeOverflows = Self(
    "lifetime-overflows", .warning, "RFC 9111 §1.2.2", "a number of seconds is above 2^31",
    example: "> GET /app.css\nCache-Control: max-age=99999999999\nETag: \"1\"")
  static let quotedSeconds = Self(
    "quoted-seconds", .warning, "RFC 9111 §5.2.2.1", "a number of seconds is quoted",
    example: "> GET /app.css\nCache-Control: max-age=\"600\"\nETag: \"1\"")
  static let spaceAroundEquals = Self(
    "space-around-equals", .warning, "RFC 9111 §5.2",
    "white space surrounds the equals sign of a directive",
    example: "> GET /app.css\nCache-Control: max-age = 600\nETag: \"1\"")
  static let directiveRepeated = Self(
    "directive-repeated", .warning, "RFC 9111 §4.2.1", "a directive is repeated",
    example: "> GET /app.css\nCache-Control: max-age=600, max-age=60\nETag: \"1\"")
  static let directiveTakesNoArgument = Self(
    "directive-takes-no-argument", .warning, "RFC 9111 §5.2.2",
    "a directive has an argument that it does not take",
    example: "> GET /app.css\nCache-Control: max-age=600, public=yes\nETag: \"1\"")
  static let directiveUnknownNearMiss = Self(
    "directive-unknown-near-miss", .warning, "RFC 9111 §5.2.3",
    "a directive is unknown and looks like a misspelt one",
    example: "> GET /app.css\nCache-Control: maxage=600\nETag: \"1\"")
  static let directiveUnknown = Self(
    "directive-unknown", .info, "RFC 9111 §5.2.3", "a directive is unknown and ignored",
    example: "> GET /app.css\nCache-Control: max-age=600, community=\"UCI\"\nETag: \"1\"")
  static let requestDirectiveInResponse = Self(
    "request-directive-in-response", .warning, "RFC 9111 §5.2.1",
    "a response has a directive for requests",
    example: "> GET /app.css\nCache-Control: max-age=600, only-if-cached\nETag: \"1\"")
  static let legacyDirective = Self(
    "legacy-directive", .info, "RFC 9111 §5.2.3", "a directive was never standardised and is ignored",
    example: "> GET /app.css\nCache-Control: no-cache, pre-check=0, post-check=0\nETag: \"1\"")
}

/// Checks single directives (RFC 9111 §5.2.2, §5.2.3).
enum DirectiveFindings: FindingFamily {
  static let codes: [Finding.Code] = [
    .maxAgeInvalid, .staleDirectiveNeedsSeconds, .lifetimeOverflows, .quotedSeconds, .spaceAroundEquals,
    .directiveRepeated, .directiveTakesNoArgument, .directiveUnknownNearMiss, .directiveUnknown,
    .requestDirectiveInResponse, .legacyDirective,
  ]

  static func add(_ subject: FindingSubject, to findings: inout [Finding]) {
    guard !subject.directives.areOrdinary else { return }
    var seen: [String] = []
    let limit = findings.count + FindingSubject.memberLimit
    for directive in subject.control.directives where findings.count < limit {
      let isFirst = !seen.contains(directive.name)
      if isFirst {
        seen.append(directive.name)
        findings += form(directive, subject) + name(directive, subject) + repetition(directive.name, subject)
      } else if directive.hasSpaceAroundEquals {
        findings += space(directive, subject)
      }
    }
  }

  private static func finding(
    _ code: Finding.Code, _ subject: FindingSubject, _ explanation: String,
    severity: Finding.Severity? = nil, advice: String? = nil, edit: ControlEdit? = .spelling,
    after: String = "."
  ) -> Finding {
    Finding(
      code, severity: severity, field: subject.control.fieldName, value: subject.controlValue, explanation,
      advice: advice, line: edit.map { AdvisedLine($0, after: after) })
  }

  /// Checks how the argument is written.
  private static func form(_ directive: Directive, _ subject: FindingSubject) -> [Finding] {
    var findings = space(directive, subject)
    if CacheControlMend.plainDirectives.contains(directive.name), directive.argument != nil {
      findings.append(
        finding(
          .directiveTakesNoArgument, subject,
          "`\(directive.name)` takes no argument: what follows the equals sign in \(directive.text.asCode) is"
            + " ignored, and the directive still counts."))
    }
    guard CacheControlMend.secondsDirectives.contains(directive.name) else { return findings }
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
    return findings
  }

  private static func space(_ directive: Directive, _ subject: FindingSubject) -> [Finding] {
    guard directive.hasSpaceAroundEquals else { return [] }
    return [
      finding(
        .spaceAroundEquals, subject,
        "White space surrounds the equals sign of `\(directive.name)`: this cache reads"
          + " \(directive.text.asCode), but the grammar has no such space, and other caches drop the directive."
      )
    ]
  }

  private static func invalid(_ directive: Directive, _ subject: FindingSubject) -> Finding {
    let text = directive.text.asCode
    guard directive.name == "max-age" || directive.name == "s-maxage" else {
      return finding(
        .staleDirectiveNeedsSeconds, subject,
        "\(text) has no whole number of seconds, so it permits no use of a stale response.",
        edit: guess(directive, 60), after: note(directive))
    }
    let isShared = directive.name == "s-maxage"
    let expires = subject.head.fields.contains("Expires") ? ", and Expires is not used instead" : ""
    return finding(
      .maxAgeInvalid, subject,
      "\(text) is not a whole number of seconds, so \(isShared ? "a shared cache" : "a cache") treats the response"
        + " as stale\(expires)." + (isShared ? " A private cache does not read s-maxage." : ""),
      edit: guess(directive, 3600), after: note(directive))
  }

  private static func guess(_ directive: Directive, _ seconds: Seconds) -> ControlEdit {
    ControlEdit(guesses: [directive.name: seconds])
  }

  /// The end of advice with a number that had to be guessed.
  private static func note(_ directive: Directive) -> String {
    CacheControlMend.seconds(directive.argument) == nil ? ", with the seconds that you mean." : "."
  }

  /// Checks whether the directive is one of responses.
  private static func name(_ directive: Directive, _ subject: FindingSubject) -> [Finding] {
    let name = directive.name
    guard !CacheControlMend.knownDirectives.contains(name) else { return [] }
    if CacheControlMend.requestDirectives.contains(name) {
      return [
        finding(
          .requestDirectiveInResponse, subject,
          "`\(name)` is a directive of requests: in a response it has no meaning and is ignored.",
          advice: "Leave `\(name)` out.")
      ]
    }
    if CacheControlMend.legacyDirectives.contains(name) {
      return [
        finding(
          .legacyDirective, subject,
          "`\(name)` was an extension of Internet Explorer: caches ignore it.",
          advice: "Leave `\(name)` out.")
      ]
    }
    if DeltaSeconds(name) != .invalid { return number(name, subject) }
    if CacheControlMend.words.contains(name) {
      return [
        finding(
          .directiveUnknown, subject,
          "\(name.asCode) is a word of configurations and no directive: caches ignore it, and nothing is switched off by it.",
          severity: .warning, advice: "Leave \(name.asCode) out.")
      ]
    }
    guard let meant = CacheControlMend.nearest(name) else {
      return [
        finding(
          .directiveUnknown, subject,
          "\(name.asCode) is not a directive that this cache knows, so it is ignored as an extension.",
          edit: nil)
      ]
    }
    let isLifetime = meant == "max-age" || meant == "s-maxage"
    return [
      finding(
        .directiveUnknownNearMiss, subject,
        "\(name.asCode) is not a directive and is ignored; did you mean `\(meant)`?"
          + (isLifetime && subject.isLifetimeOfInterest ? " " + subject.lifetimeLeftSentence : ""))
    ]
  }

  /// A finding about a number without a directive: seconds alone, or digits that a comma cut off a lifetime.
  private static func number(_ name: String, _ subject: FindingSubject) -> [Finding] {
    let control = subject.control
    let index = control.directives.firstIndex { $0.name == name } ?? 0
    // One finding tells of all the digits that the commas of `31,536,000` cut off.
    if index > 0, CacheControlMend.isThousands(name),
      CacheControlMend.isThousands(control.directives[index - 1].name)
    {
      return []
    }
    let lifetime = control.directives[..<index].last { !CacheControlMend.isThousands($0.name) }
    if CacheControlMend.isThousands(name), let lifetime, let seconds = DeltaSeconds(lifetime.argument).value,
      CacheControlMend.secondsDirectives.contains(lifetime.name)
    {
      return [
        finding(
          .maxAgeInvalid, subject,
          "\(name.asCode) stands behind a comma, which ends the number of \(lifetime.text.asCode): caches read \(seconds) s."
        )
      ]
    }
    return [
      finding(
        .directiveUnknownNearMiss, subject,
        "\(name.asCode) is a number and no directive, and is ignored; did you mean `max-age=\(name)`?"
          + (subject.isLifetimeOfInterest ? " " + subject.lifetimeLeftSentence : ""))
    ]
  }

  private static func repetition(_ name: String, _ subject: FindingSubject) -> [Finding] {
    let all = subject.control.directives.filter { $0.name == name }
    guard all.count > 1, let first = all.first, !all.allSatisfy(\.isFieldList) else { return [] }
    let isSame = Set(all.map(\.argument)).count == 1
    let consequence =
      if isSame {
        "with the same meaning each time, which changes nothing; two places of the configuration write it, as nginx's"
          + " `expires` and `add_header` do"
      } else if CacheControlMend.secondsDirectives.contains(name) {
        "with different values (\(all.map(\.text.asCode).asList)): this cache uses the first,"
          + " \(first.text.asCode); others treat the response as stale"
      } else if name == "no-cache" || name == "private" {
        "with field names and without: the one without, which applies to the whole response, counts"
      } else {
        "with different arguments (\(all.map(\.text.asCode).asList)): the first is read"
      }
    return [
      finding(
        .directiveRepeated, subject, "\(name.asCode) is given \(all.count.asTimes), \(consequence).",
        severity: isSame ? .info : nil)
    ]
  }
}
