extension Finding.Code {
  static let lifetimeMissing = Self(
    "lifetime-missing", .warning, "RFC 9111 §4.2", "nothing gives a lifetime, and none can be guessed")
  static let lifetimeIsAGuess = Self(
    "lifetime-is-a-guess", .info, "RFC 9111 §4.2.2", "the lifetime is guessed from Last-Modified")
  static let lifetimeDiffersPrivateShared = Self(
    "lifetime-differs-private-shared", .info, "RFC 9111 §4.2.1",
    "private and shared caches get different lifetimes")
  static let staleOnArrival = Self(
    "stale-on-arrival", .warning, "RFC 9111 §4.2.3",
    "the age had reached the lifetime when the response arrived")
  static let lifetimeShortForVersionedURL = Self(
    "lifetime-short-for-versioned-url", .info, "RFC 8246 §2",
    "a URL with a version is fresh for less than it could be")
  static let lifetimeLongForUnversionedAsset = Self(
    "lifetime-long-for-unversioned-asset", .warning, "RFC 9111 §4.2.1",
    "a script or style without a version in its URL is fresh for a year, or immutable")
  static let lifetimeLongForUnversionedHTML = Self(
    "lifetime-long-for-unversioned-html", .info, "RFC 9111 §4.2",
    "a page without a version in its URL is fresh for more than a day")
}

/// Checks whether the lifetime is one that the sender can have meant (RFC 9111 §4.2).
enum LifetimeFindings: FindingFamily {
  static let codes: [Finding.Code] = [
    .lifetimeMissing, .lifetimeIsAGuess, .lifetimeDiffersPrivateShared, .staleOnArrival,
    .lifetimeShortForVersionedURL, .lifetimeLongForUnversionedHTML, .lifetimeLongForUnversionedAsset,
  ]

  static func add(_ subject: FindingSubject, to findings: inout [Finding]) {
    guard subject.isLifetimeOfInterest else { return }
    if let finding = missing(subject) { findings.append(finding) }
    if let finding = guess(subject) { findings.append(finding) }
    if let finding = difference(subject) { findings.append(finding) }
    if let finding = stale(subject) { findings.append(finding) }
    if let finding = versioned(subject) { findings.append(finding) }
    if let finding = page(subject) { findings.append(finding) }
    if let finding = asset(subject) { findings.append(finding) }
  }

  private static func missing(_ subject: FindingSubject) -> Finding? {
    // What a misspelt Cache-Control means is told where its spelling is.
    guard subject.lifetime.source == .none, [200, 203].contains(subject.head.status),
      !subject.isControlMisspelt
    else { return nil }
    let why =
      subject.head.fields.contains("Last-Modified")
      ? "Last-Modified cannot be read to guess one" : "there is no Last-Modified to guess one from"
    // One finding says both: without a lifetime, a missing validator costs a download at each use.
    let isDownload =
      subject.isWholeContent && !subject.head.hasValidator && !subject.head.fields.contains("ETag")
    return Finding(
      .lifetimeMissing,
      "Nothing gives a lifetime, and \(why): \(subject.cacheName) may store the response, but every use asks"
        + " the origin"
        + (isDownload
          ? ", and downloads it in full, as there is no ETag or Last-Modified to ask with." : "."),
      line: AdvisedLine(
        LifetimeAdvice.edit(subject), before: "Send ",
        after: isDownload ? ", and an `ETag` that changes with the content." : "."))
  }

  private static func guess(_ subject: FindingSubject) -> Finding? {
    guard subject.lifetime.source == .heuristic, let seconds = subject.lifetime.seconds,
      let modified = subject.modifiedAt
    else { return nil }
    let date = subject.generatedAt
    let generated = date ?? subject.receivedAt
    guard modified <= generated else { return nil }
    let unchanged = formatDuration(max(0, generated - modified))
    // Without an entity tag, only a date of one second's precision is left to end a long guess.
    let isBold = seconds > 86_400 && subject.head.entityTag == nil
    return Finding(
      .lifetimeIsAGuess, severity: isBold ? .warning : .info, field: "Last-Modified",
      value: subject.head.fields.first("Last-Modified"),
      "No lifetime was sent, so caches guess. This one takes \(Settings.heuristicShare) of the time since the last change: "
        + "(\(date == nil ? "time of receipt" : "Date") − Last-Modified) × \(Settings.heuristicPercentage) = \(unchanged) × \(Settings.heuristicPercentage) ="
        + " \(formatDuration(seconds)). Others guess otherwise, or not at all.",
      line: AdvisedLine(LifetimeAdvice.edit(subject), before: "Send ", after: " to decide it yourself."))
  }

  private static func difference(_ subject: FindingSubject) -> Finding? {
    let control = subject.head.cacheControl(for: .shared)
    guard !control.contains("private") else { return nil }
    let (own, shared) = (subject.lifetime(.private), subject.lifetime(.shared))
    guard own.seconds != shared.seconds else { return nil }
    return Finding(
      .lifetimeDiffersPrivateShared, field: control.fieldName,
      value: subject.head.fields.combined(control.fieldName),
      "A private cache has \(described(own)), a shared cache \(described(shared)).")
  }

  private static func described(_ lifetime: FreshnessLifetime) -> String {
    guard let seconds = lifetime.seconds else { return "no lifetime" }
    return lifetime.source == .heuristic
      ? "a guessed lifetime of \(formatDuration(seconds))"
      : "a lifetime of \(formatDuration(seconds)) (\(lifetime.source.rawValue))"
  }

  private static func stale(_ subject: FindingSubject) -> Finding? {
    guard let lifetime = subject.lifetime.seconds, lifetime > 0, subject.isFromServer, !subject.isSavedEarlier
    else {
      return nil
    }
    let age = currentAge(
      ageValue: subject.ageValue, generatedAt: subject.generatedAt, requestedAt: subject.requestedAt,
      receivedAt: subject.receivedAt, now: subject.receivedAt)
    // Within `stale-while-revalidate` it is used all the same.
    let window = subject.control.seconds("stale-while-revalidate")?.value ?? 0
    guard age >= lifetime, age - lifetime > window || window == 0 else { return nil }
    let delay = max(0, subject.receivedAt - subject.requestedAt)
    let held = subject.ageValue
    let excess = age == lifetime ? "all of" : "\(formatDuration(age - lifetime)) longer than"
    let isByAge = held > 0 && held.addingSaturated(delay) >= age
    let isByDate = !isByAge && delay < age
    let cause =
      if isByAge {
        "a cache on the way had held it for \(formatDuration(held))"
          + (delay > 0 ? " and the exchange took \(formatDuration(delay))" : "") + ","
      } else if isByDate {
        "it was sent \(formatDuration(age)) before it was received, as Date says,"
      } else {
        "the exchange took \(formatDuration(age)),"
      }
    let via = isByAge && subject.head.fields.contains("Via") ? " See Via for the cache." : ""
    let field = isByAge ? "Age" : isByDate ? "Date" : nil
    return Finding(
      .staleOnArrival, field: field, value: field.flatMap { subject.head.fields.first($0) },
      "Stale on arrival: \(cause) \(excess) the \(formatDuration(lifetime)) it is fresh. It can be stored, but"
        + " \(subject.validationSentence).\(via)")
  }

  /// The explicit lifetime, by a directive or Expires.
  private static func explicit(_ subject: FindingSubject) -> Seconds? {
    switch subject.lifetime.source {
    case .sMaxAge, .maxAge, .expires, .cdnCacheControl: subject.lifetime.seconds
    case .heuristic, .ttl, .none: nil
    }
  }

  private static func versioned(_ subject: FindingSubject) -> Finding? {
    guard subject.head.status == 200, let seconds = explicit(subject), seconds > 0,
      seconds < 2_592_000 || !subject.has(.immutable),
      let version = URLVersion.found(in: subject.request.target)
    else { return nil }
    let fact =
      seconds < 2_592_000
      ? "but the response is fresh for only \(formatDuration(seconds)): caches ask again although the content does not change"
      : "but `immutable` is missing: a reload asks the origin although the content does not change"
    return Finding(
      .lifetimeShortForVersionedURL, field: subject.control.fieldName, value: subject.controlValue,
      "The URL holds a version (\(version.text.asCode)), so that new content gets a new URL; \(fact).",
      line: subject.isNamedByContent
        ? AdvisedLine(ControlEdit(reuse: .lifetime(31_536_000, isImmutable: true))) : nil)
  }

  private static func page(_ subject: FindingSubject) -> Finding? {
    guard subject.head.status == 200, let seconds = explicit(subject), seconds > 86_400,
      let type = subject.head.fields.first("Content-Type"), type.asciiLowercased.hasPrefix("text/html"),
      URLVersion.found(in: subject.request.target) == nil
    else { return nil }
    return Finding(
      .lifetimeLongForUnversionedHTML, field: subject.control.fieldName, value: subject.controlValue,
      "This page is fresh for \(formatDuration(seconds)), and its URL has no version: stored copies stay in use until then,"
        + " even if the page changes.",
      line: shorter(subject, after: " to have it confirmed at each use."))
  }

  /// Confirms each use where there is a validator; else a short lifetime saves the download at each.
  private static func shorter(
    _ subject: FindingSubject, before: String = "Write ", after: String = "."
  ) -> AdvisedLine {
    subject.head.hasValidator
      ? AdvisedLine(ControlEdit(reuse: .confirmed), before: before, after: after)
      : AdvisedLine(ControlEdit(reuse: .lifetime(3600)), before: before)
  }

  /// A script or style that browsers keep for a year, under a URL that stays the same when its content changes.
  private static func asset(_ subject: FindingSubject) -> Finding? {
    guard subject.head.status == 200, let seconds = explicit(subject), seconds > 0,
      seconds >= 31_536_000 || subject.has(.immutable), let kind = AssetKind(subject),
      kind == .script || kind == .style, URLVersion.found(in: subject.request.target) == nil
    else { return nil }
    let promise = subject.has(.immutable) ? ", and `immutable` keeps even a reload from asking" : ""
    return Finding(
      .lifetimeLongForUnversionedAsset, field: subject.control.fieldName, value: subject.controlValue,
      "This \(kind.rawValue) is fresh for \(formatDuration(seconds))\(promise), but its URL has no version: who has a"
        + " copy does not get the next one until then.",
      advice: "Put a hash of the content into the file name.",
      line: shorter(subject, before: "Put a hash of the content into the file name, or write "))
  }
}
