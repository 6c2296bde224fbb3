extension Finding.Code {
  static let cacheDBBodyMissing = Self(
    "cache-db-body-missing", .warning, "URL Loading System, URLCache",
    "the file with the body of a Cache.db entry is missing",
    shown: .observed(
      ["cfurl_cache_receiver_data: isDataOnFS 1, and no such file in fsCachedData"],
      consequence: "The response has lost its body, and URLCache asks the origin again.",
      write: "Copy fsCachedData together with Cache.db, or remove the entry."))
  static let cacheDBCredentials = Self(
    "cache-db-credentials", .warning, "URL Loading System, URLCache", "a Cache.db entry holds credentials",
    shown: .observed(
      ["> GET /account", "> Authorization: Bearer …", "HTTP/1.1 200 OK", "Set-Cookie: session=…"],
      consequence: "Who reads the file, or a backup of it, has the credentials.",
      write: "Send such responses with `Cache-Control: no-store`, or store them in memory only."))
  package static let cacheDBStoredAllTheSame = Self(
    "cache-db-stored-all-the-same", .info, "URL Loading System, URLCache",
    "URLCache stored a response that its documentation excludes",
    shown: .observed(
      ["> GET /missing", "HTTP/1.1 404 Not Found"],
      consequence: "The app may use a response that its documentation says is not stored.",
      write: "Send `Cache-Control: no-store` where it must not be stored."))
  static let fieldLineFolded = Self(
    "field-line-folded", .warning, "RFC 9112 §5.2", "a field line is folded, which HTTP no longer allows",
    shown: .observed(
      ["Cache-Control: max-age=600,", "  immutable"],
      consequence: "Recipients refuse the response, or misread the field.",
      write: "Send the field in one line."))
  static let spaceBeforeColon = Self(
    "space-before-colon", .warning, "RFC 9112 §5.1",
    "white space stands between a field's name and the colon",
    shown: .observed(
      ["Cache-Control : max-age=600"],
      consequence: "A proxy removes the space or refuses the response, and others ignore the field.",
      write: "Send the name with the colon right behind it: `Cache-Control: max-age=600`."))
  static let fieldLineUnreadable = Self(
    "field-line-unreadable", .warning, "RFC 9112 §5", "a line of a head is not a field line",
    shown: .observed(
      ["X-XSS Protection: 1"],
      consequence: "The line is ignored here, and other recipients refuse the whole response.",
      write: "Send it as `Name: value`, without a space in the name, or leave it out."))
  static let headSavedEarlier = Self(
    "head-saved-earlier", .info, "RFC 9111 §4.2.3", "a saved head is judged later than its Date",
    shown: .observed(
      ["HTTP/1.1 200 OK", "Date: Tue, 26 Jan 2016 16:45:57 GMT"],
      consequence: "The time since then counts as age, so that the response may be stale by now.",
      write: "Nothing in the response: `--at date` judges it as of its own Date."))
}

/// Findings about how a response was recorded, rather than about the response.
package enum RecordingFindings: FindingFamily {
  static let codes: [Finding.Code] = [
    .cacheDBBodyMissing, .cacheDBCredentials, .cacheDBStoredAllTheSame, .fieldLineFolded, .spaceBeforeColon,
    .fieldLineUnreadable, .headSavedEarlier,
  ]

  static let asksForChanges = false

  static func find(in facts: Facts) -> [Finding] {
    let (subject, notes) = (facts.subject, facts.subject.notes + facts.context.notes)
    guard !subject.lacksFields else { return notes }
    let oddities = (subject.receivedHead ?? facts.head).oddities.compactMap(oddity)
    return oddities + notes + storedAllTheSame(facts).listed
  }

  static func remarks(in facts: Facts) -> [Reason] {
    if facts.subject.lacksFields {
      return [Reason(.fieldsNotRecorded, amount: Int64(facts.head.status))]
    }
    let hasMark = (facts.subject.receivedHead ?? facts.head).oddities.contains(.byteOrderMark)
    return hasMark ? [Reason(.byteOrderMark)] : []
  }

  /// The finding for a recorder's clock that differs from the origins' clocks, once for the whole recording.
  ///
  /// The origins are ahead of the recorder by `offset` seconds, or behind if it is negative.
  static func clock(_ offset: Seconds) -> Finding {
    Finding(
      offset > 0 ? .clockAhead : .clockBehind, severity: .info, field: "Date",
      "The recorder's clock was \(formatDuration(Seconds(clamping: offset.magnitude)))"
        + " \(offset > 0 ? "behind" : "ahead of") the clocks of the origins: the newest Dates of several hosts in this log"
        + " agree on it. Its times are corrected by that before ages are computed.")
  }

  /// The finding for an origin whose answers in a log are all equally off, once for each offset.
  ///
  /// The origin is ahead of the recorder by `offset` seconds, or behind if it is negative.
  static func originClock(_ offset: Seconds, of host: String) -> Finding {
    Finding(
      offset > 0 ? .clockAhead : .clockBehind, field: "Date",
      "Every answer of \(host) in this log has a Date that is \(formatDuration(Seconds(clamping: offset.magnitude)))"
        + " \(offset > 0 ? "ahead of" : "before") the time of receipt: two clocks differ, since no cache makes all answers"
        + " equally old. It is taken out of their ages.",
      advice: "Set the clock of the origin, or of the recorder, by NTP.")
  }

  /// The finding for a head in a file that is judged later than its Date, once for all heads of a file.
  ///
  /// The head counts as received at `receivedAt`.
  package static func savedEarlier(_ head: ResponseHead, receivedAt: Instant) -> Finding {
    let distance = head.date(receivedAt: receivedAt).map { receivedAt - $0 } ?? 0
    return Finding(
      .headSavedEarlier, field: "Date", value: head.fields.first("Date"),
      "Date is \(formatDuration(distance)) before the moment that the head is judged as of: it was saved earlier, and the"
        + " time since then counts as age.",
      advice: "Judge it as of its own Date by `--at date`.")
  }

  /// The finding for an oddity in the text of a head; nil for one that no recipient sees.
  package static func oddity(_ oddity: HeadOddity) -> Finding? {
    switch oddity {
    case .folded(let name):
      Finding(
        .fieldLineFolded, field: name,
        "The line of \(name.asCode) goes on in the next line. HTTP no longer allows such a folded line: this program joins"
          + " the two by a space, and other recipients refuse the response or misread it.",
        advice: "Send the field in one line.")
    case .spaceBeforeColon(let name):
      Finding(
        .spaceBeforeColon, field: name,
        "White space stands between \(name.asCode) and the colon. This program still reads the field; a proxy"
          + " removes the space or refuses the response, and others ignore the field.",
        advice: "Write `\(name): …` without the space.")
    case .unreadable(let line, let framing):
      Finding(
        .fieldLineUnreadable, field: framing,
        "Line \(line) of the head is not a field line (`Name: value`), and is ignored here. If it was sent like this, other"
          + " recipients refuse the whole response.",
        advice: "Write it as `Name: value`, or remove it.")
    case .byteOrderMark: nil
    }
  }

  /// The findings about the recording of a `Cache.db` entry, without values of credentials.
  ///
  /// `isBodyMissing` says that the file for the body is missing.
  static func notes(_ request: RequestHead, _ head: ResponseHead, isBodyMissing: Bool) -> [Finding] {
    var notes: [Finding] = []
    if isBodyMissing {
      notes.add(
        .cacheDBBodyMissing,
        "The entry names a file in fsCachedData that is missing: the response has lost its body, and URLCache asks"
          + " the origin again.",
        advice: "Copy fsCachedData together with Cache.db, or remove the entry.")
    }
    var names: [String] = []
    for line in request.fields.lines + head.fields.lines where line.isCredential {
      if !names.contains(line.name) { names.append(line.name) }
    }
    // The server's challenge is not secret; only sent or set credentials are.
    names.removeAll { $0.asciiLowercased.hasSuffix("-authenticate") }
    if let first = names.first {
      notes.add(
        .cacheDBCredentials, field: first,
        "Cache.db holds credentials in the clear, in \(names.map(\.asCode).asList): anyone who reads the file or a backup"
          + " of it has them.",
        advice:
          "Store such responses in memory only (`URLCache.StoragePolicy.allowedInMemoryOnly`), or send them with"
          + " `no-store`.")
    }
    return notes
  }

  /// The finding for a response that URLCache stored against its documented conditions.
  private static func storedAllTheSame(_ facts: Facts) -> Finding? {
    guard facts.subject.origin == .cacheDB, facts.settings.profile == .urlcache, !facts.storage.isStorable,
      let reason = facts.storage.reasons.first(where: { $0.rule.effect == .forbids })
    else { return nil }
    return Finding(
      .cacheDBStoredAllTheSame,
      "URLCache stored this response, although its documentation says that it does not: \(reason.sentence).",
      advice: "Do not count on it; send it with `no-store` where it must not be kept.")
  }
}
