extension Finding.Code {
  static let cacheControlNotCommaSeparated = Self(
    "cache-control-not-comma-separated", .error, "RFC 9111 §5.2",
    "directives are separated by semicolons or spaces instead of commas",
    example: "> GET /app.css\nCache-Control: public; max-age=31536000\nETag: \"1\"")
  static let cacheControlMalformedMember = Self(
    "cache-control-malformed-member", .error, "RFC 9111 §5.2", "a member of Cache-Control is not a directive",
    example: "> GET /app.css\nCache-Control: max-age:600\nETag: \"1\"")
  static let cacheControlEmpty = Self(
    "cache-control-empty", .warning, "RFC 9111 §5.2", "Cache-Control is present but empty",
    example: "> GET /app.css\nCache-Control:\nETag: \"1\"")
}

/// Checks Cache-Control as a list of directives (RFC 9111 §5.2).
enum CacheControlFindings: FindingFamily {
  static let codes: [Finding.Code] = [
    .cacheControlNotCommaSeparated, .cacheControlMalformedMember, .cacheControlEmpty,
  ]

  static func add(_ subject: FindingSubject, to findings: inout [Finding]) {
    let control = subject.control
    guard control.isPresent, control.directives.isEmpty || !control.malformedMembers.isEmpty else { return }
    let value = subject.controlValue
    if control.malformedMembers.isEmpty {
      findings.append(
        Finding(
          .cacheControlEmpty, field: subject.control.fieldName, value: value,
          "\(subject.control.fieldName) is present but holds no directive. "
            + (subject.isLifetimeOfInterest ? subject.lifetimeLeftSentence : "It counts as absent."),
          advice: "Leave the field out.",
          line: AdvisedLine(subject.isLifetimeOfInterest ? LifetimeAdvice.edit(subject) : .spelling))
      )
    }
    for member in control.malformedMembers.prefix(FindingSubject.memberLimit) {
      findings.append(
        CacheControlMend.separated(member).map {
          notCommaSeparated(member, lost: $0, value: value, subject)
        } ?? malformed(member, value: value, subject))
    }
  }

  private static func notCommaSeparated(
    _ member: String, lost: [Directive], value: String?, _ subject: FindingSubject
  ) -> Finding {
    let separator = member.contains(";") ? "a semicolon" : "a space"
    let isWhole = subject.control.directives.isEmpty && subject.control.malformedMembers.count == 1
    return Finding(
      .cacheControlNotCommaSeparated, field: subject.control.fieldName, value: value,
      "\(subject.control.fieldName) separates directives with commas; here \(separator) makes one unreadable member of "
        + (isWhole ? "the whole field" : member.asCode) + ", so \(notCounting(lost))."
        + consequence(lost, subject),
      line: AdvisedLine(.spelling))
  }

  /// `neither a nor b counts`.
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
    if names.contains("no-store"), !subject.isNoStore {
      text += " Caches do not see `no-store`."
    }
    if names.contains("private"), !subject.has(.private) {
      text += " Shared caches do not see `private`."
    }
    if names.contains("max-age") || names.contains("s-maxage"), subject.isLifetimeOfInterest {
      text += " " + subject.lifetimeLeftSentence
    }
    return text
  }

  private static func malformed(_ member: String, value: String?, _ subject: FindingSubject) -> Finding {
    let meant = CacheControlMend.withEqualsForColon(member)
    let isUnclosed = member.utf8.count { $0 == 0x22 } % 2 == 1
    let isWrapped = CacheControlMend.unwrapped(member) != nil
    let cause =
      if isWrapped {
        member.asciiLowercased.hasPrefix("cache-control:")
          ? "repeats the name of the field in its value" : "is a value in quotes as a whole"
      } else if meant != nil {
        "has a colon where an equals sign belongs"
      } else if subject.control.isTargeted {
        "has a value of another type than the directive takes"
      } else if isUnclosed {
        "has a quote that never closes, which swallows the rest of the field line"
      } else {
        "is neither a name nor name=value"
      }
    let lost = meant.map { consequence([$0], subject) } ?? ""
    return Finding(
      .cacheControlMalformedMember, field: subject.control.fieldName, value: value,
      "\(member.asCode) \(cause), so it is not a directive and is ignored.\(lost)",
      line: AdvisedLine(.spelling))
  }
}
