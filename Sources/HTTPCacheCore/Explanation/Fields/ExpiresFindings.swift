extension Finding.Code {
  static let expiresInvalid = Self(
    "expires-invalid", .error, "RFC 9111 §5.3", "Expires is not a date",
    shown: .style("Expires: 3600"))
  static let expiresZoneNotGMT = Self(
    "expires-zone-not-gmt", .error, "RFC 9111 §4.2", "Expires names another zone than GMT",
    shown: .style(exampleDate, "Expires: Tue, 26 Jan 2016 17:45:57 UTC"))
  static let expiresRepeated = Self(
    "expires-repeated", .warning, "RFC 9111 §4.2.1", "Expires is sent more than once",
    shown: .style(
      exampleDate, "Expires: Tue, 26 Jan 2016 17:45:57 GMT", "Expires: Tue, 26 Jan 2016 18:45:57 GMT"))
  static let expiresBeforeDate = Self(
    "expires-before-date", .info, "RFC 9111 §5.3", "Expires is before Date",
    shown: .style(exampleDate, "Expires: Tue, 26 Jan 2016 15:45:57 GMT"))
  static let expiresWeekdayMismatch = Self(
    "expires-weekday-mismatch", .warning, "RFC 9110 §5.6.7", "Expires names the wrong weekday",
    shown: .style(exampleDate, "Expires: Mon, 26 Jan 2016 17:45:57 GMT"))
}

/// Checks Expires, and whether another field overrides it (RFC 9111 §5.3).
enum ExpiresFindings: FindingFamily {
  static let codes: [Finding.Code] = [
    .expiresInvalid, .expiresZoneNotGMT, .expiresRepeated, .expiresBeforeDate, .expiresWeekdayMismatch,
  ]

  static func find(in facts: Facts) -> [Finding] {
    var findings: [Finding] = []
    guard let value = value(facts) else { return findings }
    let isMeant = facts.isExpiresMeantAsExpired
    if !isMeant { findings.add(validity(value, facts)) }
    findings.add(repetition(facts))
    // How it is spelt changes nothing then.
    guard !isMeant else { return findings }
    findings.add(expired(value, facts))
    DateFindings.addForm("Expires", facts.expires, facts, to: &findings)
    return findings
  }

  static func remarks(in facts: Facts) -> [Reason] {
    guard let value = value(facts) else { return [] }
    if let override = override(facts) { return [override] }
    return facts.isExpiresMeantAsExpired && overridden(facts) == nil
      ? [Reason(.expiresMeansExpired, field: "Expires", value: value)] : []
  }

  /// The value, if a cache that keeps the response may read it; nil where a targeted field counts instead.
  private static func value(_ facts: Facts) -> String? {
    facts.isKept && !facts.control.isTargeted ? facts.head.first(.expires) : nil
  }

  /// Why Expires has no effect, as the end of a sentence; nil if Expires has an effect.
  private static func overridden(_ facts: Facts) -> String? {
    if facts.isNoCache { return "`no-cache` makes the origin confirm every use anyway" }
    return facts.expiresOverride.map { "\($0.text.asCode) overrides it" }
  }

  /// Whether no cache uses Expires, so that it can be left out: `s-maxage` overrides it in shared caches only.
  private static func isIdle(_ facts: Facts) -> Bool { facts.isNoCache || facts.has(.maxAge) }

  private static func validity(_ value: String, _ facts: Facts) -> Finding? {
    let date = facts.expires
    if let date, let zone = date.foreignZone {
      let mended = CivilZone.offset(zone).map { HTTPDate.imfFixdate(date.instant + (0 - $0)) }
      return Finding(
        .expiresZoneNotGMT, field: "Expires", value: value,
        "Expires names the zone \(zone.asCode), and dates must be in GMT: a cache treats it as expired"
          + (overridden(facts).map { ", but \($0)." } ?? "."),
        advice: "Leave Expires out.",
        line: mend(mended, facts))
    }
    guard date == nil else { return nil }
    let overridden = overridden(facts)
    let seconds = overridden == nil ? seconds(value, facts) : nil
    return Finding(
      .expiresInvalid, field: "Expires", value: value,
      "\(value.isEmpty ? "An empty value" : value.asCode) is not a date, so a cache treats the response as expired"
        + (overridden.map { "; \($0)." } ?? "."),
      advice: "Leave Expires out.",
      line: isIdle(facts)
        ? AdvisedLine(leavingOut: "Expires")
        : AdvisedLine(
          seconds ?? LifetimeAdvice.expired(facts), leavingOut: ["Expires"],
          after: seconds == nil
            ? ", or give `max-age` the seconds that you mean." : ", if seconds are meant."))
  }

  /// The change to a lifetime, if the value is a number of seconds instead of a date: `3600`.
  private static func seconds(_ value: String, _ facts: Facts) -> ControlEdit? {
    guard let seconds = DeltaSeconds(value).value, seconds > 0, seconds <= 86_400 else { return nil }
    return ControlEdit(reuse: .lifetime(seconds), isForOneUser: facts.isPersonal)
  }

  /// Advises to write the date in its right format, or to leave the field out: without effect, or where an unreadable one
  /// is to stay expired.
  static func mend(_ moment: String?, _ facts: Facts) -> AdvisedLine {
    guard let moment, !isIdle(facts) else {
      return isIdle(facts) || facts.control.isTargeted
        ? AdvisedLine(leavingOut: "Expires")
        : AdvisedLine(LifetimeAdvice.expired(facts), leavingOut: ["Expires"])
    }
    return AdvisedLine(setting: "Expires", moment)
  }

  private static func repetition(_ facts: Facts) -> Finding? {
    guard facts.head.repeats(.expires) else { return nil }
    let lines = facts.head.fields.lines(named: "Expires")
    let first = lines[0]
    let isSame = lines.allSatisfy { $0.rawValue == first.rawValue }
    return Finding(
      .expiresRepeated, field: "Expires", value: lines.map(\.value).joined(separator: ", "),
      "Expires is sent \(lines.count.asTimes), \(isSame ? "with the same value" : "with different values"):"
        + " this cache uses the first, \(first.value.asCode)"
        + (isSame ? "." : "; others treat the response as stale."),
      advice: "Leave Expires out.",
      line: isIdle(facts)
        ? AdvisedLine(leavingOut: "Expires") : AdvisedLine(setting: "Expires", first.value))
  }

  /// A remark on Expires beside a directive that overrides it, if the two lifetimes differ by more than a tenth.
  private static func override(_ facts: Facts) -> Reason? {
    let lifetime = facts.lifetime.seconds ?? 0
    guard !facts.isNoCache, let override = facts.expiresOverride, let seconds = facts.secondsByExpires,
      facts.isExpires(otherThan: lifetime)
    else { return nil }
    return Reason(
      .expiresOverridden, field: "Expires", value: override.text, amount: lifetime, otherAmount: seconds)
  }

  private static func expired(_ value: String, _ facts: Facts) -> Finding? {
    guard overridden(facts) == nil, let expires = facts.expires?.validInstant,
      let date = facts.generatedAt, expires < date
    else { return nil }
    return Finding(
      .expiresBeforeDate, field: "Expires", value: value,
      "Expires is \(formatDuration(date - expires)) before Date, so the response was expired when it was sent.",
      line: AdvisedLine(
        LifetimeAdvice.expired(facts), leavingOut: ["Expires"],
        after: " if that is meant."))
  }
}

extension Facts {
  /// The latest time that counts as a constant of the past: programs send dates of 1970, 1981, 1990 and 1997.
  private static let lastConstant = Instant(epoch: 1_009_843_200)

  /// Whether Expires is a constant date of the past, which programs send to mean "expired".
  var isExpiresAConstant: Bool {
    guard let expires else { return false }
    return expires.instant < Self.lastConstant && expires.instant < generatedAt ?? receivedAt
  }

  /// Whether Expires is what programs send to mean "expired": `0`, `-1`, a constant date of the past, or that of Date.
  var isExpiresMeantAsExpired: Bool {
    guard let value = head.first(.expires) else { return false }
    if value == "0" || value == "-1" || isExpiresAConstant { return true }
    guard let moment = expires?.validInstant, let generatedAt else { return false }
    return moment == generatedAt
  }

  /// The lifetime that Expires would give alone, 0 where it is meant as expired; nil if there is none, or it can't be read.
  var secondsByExpires: Seconds? {
    if isExpiresMeantAsExpired { return 0 }
    return expires?.validInstant.map { max(0, $0 - (generatedAt ?? receivedAt)) }
  }

  /// Whether Expires gives another lifetime, by more than a tenth.
  func isExpires(otherThan lifetime: Seconds) -> Bool {
    guard let seconds = secondsByExpires else { return false }
    return seconds.subtractingSaturated(lifetime).magnitude > lifetime.magnitude / 10
  }
}
