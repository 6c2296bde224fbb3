extension Finding.Code {
  static let cacheControlNotCommaSeparated = Self(
    "cache-control-not-comma-separated", .error, "RFC 9111 §5.2",
    "directives are separated by semicolons or spaces instead of commas",
    shown: .style("Cache-Control: public; max-age=31536000"))
  static let cacheControlMalformedMember = Self(
    "cache-control-malformed-member", .error, "RFC 9111 §5.2",
    "a member of Cache-Control is not a directive",
    shown: .style("Cache-Control: max-age:600"))
  static let cacheControlEmpty = Self(
    "cache-control-empty", .warning, "RFC 9111 §5.2", "Cache-Control is present but empty",
    shown: .style("Cache-Control:"))
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
    if facts.control.isTargeted, member.contains(";") { return parametrized(member, lost, facts) }
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

  /// A finding for what stands behind the semicolon of a member of a targeted field: a parameter, which nothing reads.
  private static func parametrized(_ member: String, _ read: [Directive], _ facts: Facts) -> Finding {
    let first = member.prefix { $0 != ";" && $0 != "=" }
    let lost = read.filter { $0.name != first }
    let texts = lost.map(\.text.asCode)
    return Finding(
      .cacheControlNotCommaSeparated, directivesOf: facts,
      "\(facts.control.fieldName) separates directives with commas; here \(texts.asList)"
        + " \(texts.count == 1 ? "stands" : "stand") behind a semicolon, as a parameter of `\(first)`, and"
        + " \(texts.count == 1 ? "is no directive" : "are no directives")." + consequence(lost, facts),
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
