extension Finding.Code {
  static let dateFormatObsolete = Self(
    "date-format-obsolete", .warning, "RFC 9110 §5.6.7", "a date has an obsolete form",
    shown: .style(exampleDate, "Expires: Tue Jan 26 17:45:57 2016"))
  static let dateCase = Self(
    "date-case", .warning, "RFC 9111 §4.2", "a date has letters in the wrong case",
    shown: .style(exampleDate, "Expires: tue, 26 jan 2016 17:45:57 gmt"))
  static let dateMissing = Self(
    "date-missing", .info, "RFC 9110 §6.6.1", "there is no Date",
    shown: .style("Cache-Control: max-age=600"))
  static let dateInvalid = Self(
    "date-invalid", .error, "RFC 9110 §6.6.1", "Date is not a date in GMT",
    shown: .style("Date: 2016-01-26T16:45:57Z", "Cache-Control: max-age=600"))
  static let dateWeekdayMismatch = Self(
    "date-weekday-mismatch", .warning, "RFC 9110 §5.6.7", "Date names the wrong weekday",
    shown: .style("Date: Mon, 26 Jan 2016 16:45:57 GMT", "Cache-Control: max-age=600"))
  static let clockAhead = Self(
    "clock-ahead", .warning, "RFC 9111 §4.2.3", "Date is ahead of the clock of the recipient",
    shown: .style("Date: Tue, 26 Jan 2016 17:45:57 GMT", "Cache-Control: max-age=600"))
  static let clockBehind = Self(
    "clock-behind", .warning, "RFC 9111 §4.2.3",
    "Date is behind the clock of the recipient, and Age does not say why",
    shown: .style("Date: Tue, 26 Jan 2016 16:35:57 GMT", "Cache-Control: max-age=6000"))
  static let fieldRepeated = Self(
    "field-repeated", .warning, "RFC 9110 §5.3",
    "ETag, Last-Modified or Date stands twice with different values",
    shown: .example("> GET /app.css", "Cache-Control: max-age=600", "ETag: \"1\"", "ETag: \"2\""))
}

/// Checks Date and the clock behind it (RFC 9110 §6.6.1), and the format of all dates (§5.6.7).
enum DateFindings: FindingFamily {
  static let codes: [Finding.Code] = [
    .dateFormatObsolete, .dateCase, .dateMissing, .dateInvalid, .dateWeekdayMismatch, .clockAhead,
    .clockBehind, .fieldRepeated,
  ]

  static func find(in facts: Facts) -> [Finding] {
    var findings: [Finding] = []
    addForm("Date", facts.date, facts, to: &findings)
    addRepeated(facts, to: &findings)
    findings.add(dateField(facts))
    findings.add(clock(facts))
    return findings
  }

  /// Checks weekday, format and case of the date in one field.
  static func addForm(_ name: String, _ date: HTTPDate?, _ facts: Facts, to findings: inout [Finding]) {
    guard let date, date.wrongWeekday != nil || date.form != .imfFixdate || !date.isCaseExact,
      let value = facts.head.fields.first(name)
    else { return }
    let moment = HTTPDate.imfFixdate(date.instant)
    let others = yearOfOthers(date, value)
    var mend: String?
    var line: AdvisedLine?
    // Another finding covers a wrong zone.
    if name == "Expires", date.foreignZone == nil {
      (mend, line) = ("Leave Expires out.", ExpiresFindings.mend(others == nil ? moment : nil, facts))
    } else if name != "Expires", date.foreignZone == nil, others == nil {
      mend = "Write `\(name): \(moment)`."
    }
    func add(_ code: Finding.Code, severity: Finding.Severity? = nil, _ explanation: String) {
      findings.add(
        code, severity: severity, field: name, value: value, explanation, advice: mend, line: line)
    }
    if let wrong = date.wrongWeekday {
      add(mismatch(name), weekday(date, wrong: wrong, facts) + " " + use(name, date, facts))
    }
    if date.form != .imfFixdate {
      let form = date.form == .rfc850 ? "RFC 850, with a year of two digits" : "asctime, without a zone"
      // Browsers send this date back unchanged.
      add(
        .dateFormatObsolete, severity: name == "Last-Modified" ? .info : nil,
        "\(value.asCode) has the obsolete form of \(form). Recipients have to read it, and this cache does;"
          + " senders must not write it."
          + (others.map {
            " By RFC 9110 its year is \(CivilDate(date.instant).year); nginx, Squid, Apache and others read \($0)."
          }
            ?? ""))
    }
    if !date.isCaseExact {
      add(
        .dateCase,
        "\(value.asCode) has letters in the wrong case. This cache compares them loosely and reads the date; a"
          + " stricter recipient treats it as invalid.")
    }
  }

  /// The year of two digits as most caches read it; nil where RFC 9110 §5.6.7 reads the same.
  private static func yearOfOthers(_ date: HTTPDate, _ value: String) -> Int? {
    guard date.form == .rfc850, let read = LooseDate.instant(Array(value.utf8)[...], accepting: .anyNames),
      read != date.instant
    else { return nil }
    return CivilDate(read).year
  }

  /// Finds single-valued fields that came with several values.
  private static func addRepeated(_ facts: Facts, to findings: inout [Finding]) {
    for field in [KnownField.etag, .lastModified, .date] where facts.head.repeats(field) {
      let name = field.name
      let lines = facts.head.fields.lines(named: name)
      guard let first = lines.first, lines.contains(where: { $0.rawValue != first.rawValue })
      else { continue }
      findings.add(
        .fieldRepeated, field: name, value: lines.map(\.value).joined(separator: ", "),
        "\(name) stands \(lines.count) times with different values: this cache uses the first, \(first.value.asCode);"
          + " others use another, or none.", advice: "Send it once; two programs on the way write it.")
    }
  }

  private static func mismatch(_ name: String) -> Finding.Code {
    switch name {
    case "Expires": .expiresWeekdayMismatch
    case "Date": .dateWeekdayMismatch
    default: .lastModifiedWeekdayMismatch
    }
  }

  /// The sentence `26 January 2016 was a Tuesday, not a Monday` with this date.
  private static func weekday(_ date: HTTPDate, wrong: Int, _ facts: Facts) -> String {
    let civil = CivilDate(date.instant)
    let verb = date.instant <= facts.now ? "was" : "is"
    return
      "\(civil.day) \(months[civil.month - 1]) \(civil.year) \(verb) a \(HTTPDate.longDays[civil.weekday]),"
      + " not a \(HTTPDate.longDays[wrong])."
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]

  /// How caches use a date whose weekday is wrong, as a sentence.
  private static func use(_ name: String, _ date: HTTPDate, _ facts: Facts) -> String {
    guard date.foreignZone == nil else { return "The weekday changes nothing; the zone does." }
    switch name {
    case "Expires":
      if let override = facts.expiresOverride {
        return "The timestamp itself is readable, but \(override.text.asCode) overrides Expires."
      }
      let generated = facts.generatedAt
      let seconds = max(0, date.instant - (generated ?? facts.receivedAt))
      return "The timestamp itself is readable, and is used: fresh for \(formatDuration(seconds)) (Expires − "
        + (generated == nil ? "time of receipt" : "Date")
        + "). A stricter cache may treat the field as expired."
    case "Date": return "The timestamp itself is readable, and is used."
    default: return "The timestamp itself is readable, and is used to ask whether the response has changed."
    }
  }

  private static func dateField(_ facts: Facts) -> Finding? {
    guard facts.generatedAt == nil else { return nil }
    guard let value = facts.head.first(.date) else { return missing(facts) }
    let zone = facts.date?.foreignZone
    let cause = zone.map { "names the zone \($0.asCode), and dates must be in GMT" } ?? "is not a date"
    return Finding(
      .dateInvalid, field: "Date", value: value,
      "\(value.asCode) \(cause), so the time of receipt is used instead.",
      advice: "Write it as in `Date: \(HTTPDate.imfFixdate(facts.receivedAt))`.")
  }

  private static func missing(_ facts: Facts) -> Finding? {
    guard facts.isKept, facts.head.status < 500 else { return nil }
    let isNeeded = facts.lifetime.source == .expires && facts.expires != nil
    return Finding(
      .dateMissing, severity: isNeeded ? .warning : .info, field: "Date",
      "There is no Date, so the time of receipt is used instead"
        + (isNeeded ? ": the lifetime is Expires − time of receipt, by the clock of the recipient." : "."),
      advice: "Send `Date: \(HTTPDate.imfFixdate(facts.receivedAt))`.",
      line: isNeeded && !facts.isControlMisspelt
        ? AdvisedLine(
          ControlEdit(reuse: .lifetime(max(0, facts.lifetime.seconds ?? 0))), leavingOut: ["Expires"],
          before: "Send a Date, or write ", after: " in the place of Expires.") : nil)
  }

  /// How far the clocks may differ, in seconds.
  static let clockTolerance: Seconds = 5

  /// Compares Date with the time of receipt; a difference of more than a day comes from an old answer, not from a wrong
  /// clock.
  private static func clock(_ facts: Facts) -> Finding? {
    // The Date of a response from a cache tells nothing about clocks.
    guard let date = facts.generatedAt, facts.subject.isFromServer, !facts.context.isOfUnknownTime else {
      return nil
    }
    var value: String? { facts.head.fields.first("Date") }
    let ahead = date - facts.receivedAt
    if ahead > clockTolerance {
      return Finding(
        .clockAhead, field: "Date", value: value,
        "Date is \(formatDuration(ahead)) ahead of the time of receipt: one of the two clocks is wrong. By Date the"
          + " response is 0 seconds old when it arrives; only Age can say more.", advice: advice(facts))
    }
    let delay = max(0, facts.receivedAt - facts.requestedAt)
    let behind = (0 - ahead) - facts.ageValue.addingSaturated(delay)
    guard behind > clockTolerance, 0 - ahead <= 86_400, facts.subject.origin != .headers else { return nil }
    return Finding(
      .clockBehind, field: "Date", value: value,
      "Date is \(formatDuration(0 - ahead)) before the time of receipt, and Age accounts for"
        + " \(formatDuration(facts.ageValue)) of it: a clock is wrong, or a cache on the way omitted Age. The whole"
        + " difference counts as age.", advice: advice(facts))
  }

  /// The advice to set a clock; none for the clock of the host that recorded the exchange.
  private static func advice(_ facts: Facts) -> String {
    "Set the clock of the origin\(facts.subject.isRecorded ? "" : " or of this host") by NTP."
  }
}
