extension Finding.Code {
  static let lastModifiedInvalid = Self(
    "last-modified-invalid", .error, "RFC 9110 §8.8.2", "Last-Modified is not a date in GMT",
    shown: .style(exampleDate, "Cache-Control: max-age=600", "Last-Modified: yesterday"))
  static let lastModifiedInFuture = Self(
    "last-modified-in-future", .warning, "RFC 9110 §8.8.2.1", "Last-Modified is after Date",
    shown: .style(exampleDate, "Cache-Control: max-age=600", "Last-Modified: Tue, 26 Jan 2016 17:45:57 GMT"))
  static let lastModifiedWeekdayMismatch = Self(
    "last-modified-weekday-mismatch", .warning, "RFC 9110 §5.6.7", "Last-Modified names the wrong weekday",
    shown: .style(exampleDate, "Cache-Control: max-age=600", "Last-Modified: Mon, 12 Jan 2016 17:45:57 GMT"))
  static let lastModifiedImplausible = Self(
    "last-modified-implausible", .warning, "RFC 9110 §8.8.2.1", "Last-Modified is from before the Web",
    shown: .style(exampleDate, "Cache-Control: max-age=600", "Last-Modified: Thu, 01 Jan 1970 00:00:00 GMT"))
}

/// Checks Last-Modified (RFC 9110 §8.8.2).
enum LastModifiedFindings: FindingFamily {
  static let codes: [Finding.Code] = [
    .lastModifiedInvalid, .lastModifiedInFuture, .lastModifiedWeekdayMismatch, .lastModifiedImplausible,
  ]

  static let asksForChanges = false

  static func find(in facts: Facts) -> [Finding] {
    guard facts.isKept else { return [] }
    var findings: [Finding] = []
    DateFindings.addForm("Last-Modified", facts.lastModified, facts, to: &findings)
    findings.add(moment(facts))
    return findings
  }

  /// The finding for a date that is the same for each version of the content.
  private static func implausible(_ modified: Instant, _ facts: Facts) -> Finding {
    let isGuessed = facts.lifetime.source == .heuristic
    let tag = facts.head.entityTag
    let isOfTime = tag?.isMade(of: modified) == true
    let effect =
      if isOfTime {
        ", and ETag is made of it: a changed one of the same length is confirmed as the same."
      } else if tag != nil {
        "; ETag tells them apart, but not to those who ask by the date alone."
      } else {
        ", so a changed one is confirmed as the same."
      }
    return Finding(
      .lastModifiedImplausible, severity: tag == nil || isOfTime || isGuessed ? nil : .info,
      field: "Last-Modified", value: facts.head.first(.lastModified),
      "Last-Modified is \(CivilDate(modified).year), as programs send that know no date: it is the same for each version of"
        + " the content\(effect)" + (isGuessed ? " A lifetime guessed from it is years." : ""),
      advice: isOfTime
        ? "Make the tag of the content, or give the files the date of their last change."
        : "Send the date of the last change, or none.")
  }

  private static func moment(_ facts: Facts) -> Finding? {
    guard let modified = facts.modifiedAt else {
      guard let value = facts.head.first(.lastModified) else { return nil }
      let zone = facts.lastModified?.foreignZone
      let cause = zone.map { "names the zone \($0.asCode), and dates must be in GMT" } ?? "is not a date"
      // `Tue, 26-Jan-2016 15:45:57 GMT`, the form of old cookies.
      let isDashed = zone == nil && value.utf8.count { $0 == 0x2D } == 2 && value.hasSuffix(" GMT")
      return Finding(
        .lastModifiedInvalid, severity: isDashed ? .info : nil, field: "Last-Modified", value: value,
        "\(value.asCode) \(cause), so it is not a validator, and no lifetime can be guessed from it."
          + (isDashed
            ? " Browsers send it back as it is, and a server that compares bytes confirms it." : ""),
        advice: "Write it as in `Last-Modified: \(HTTPDate.imfFixdate(facts.receivedAt))`.")
    }
    // The Web began in 1990; programs without a date send the Unix epoch (1970) or that of the PC (1980).
    if modified < Instant(epoch: 631_152_000) {
      return implausible(modified, facts)
    }
    let date = facts.generatedAt
    let ahead = modified - (date ?? facts.receivedAt)
    guard ahead > 0 else { return nil }
    return Finding(
      .lastModifiedInFuture, field: "Last-Modified", value: facts.head.fields.first("Last-Modified"),
      "Last-Modified is \(formatDuration(ahead)) after \(date == nil ? "the time of receipt" : "Date"): the response claims a"
        + " change that had not happened when it was sent, and no lifetime can be guessed from it.",
      advice: "Send no Last-Modified that is later than Date: `Last-Modified: "
        + "\(HTTPDate.imfFixdate(date ?? facts.receivedAt))`.")
  }
}

extension EntityTag {
  /// Whether a part of the tag is this time, as servers write it that make the tag of time and length: `56a7a2b5-264`.
  fileprivate func isMade(of time: Instant) -> Bool {
    let parts = opaque.split { !$0.isLetter && !$0.isDigit }.map {
      String(decoding: $0, as: UTF8.self).asciiLowercased
    }
    // In seconds, milliseconds, microseconds or nanoseconds.
    return [Seconds(1), 1000, 1_000_000, 1_000_000_000].contains { unit in
      let (number, isOverflow) = time.epoch.multipliedReportingOverflow(by: unit)
      return !isOverflow && [10, 16].contains { parts.contains(String(number, radix: $0)) }
    }
  }
}
