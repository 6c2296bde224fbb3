extension Finding.Code {
  static let lifetimeMissing = Self(
    "lifetime-missing", .warning, "RFC 9111 §4.2", "nothing gives a lifetime, and none can be guessed",
    shown: .style("Content-Type: text/css"),
    harm: .downloads(sparedBy: .firstValidator))
  static let lifetimeIsAGuess = Self(
    "lifetime-is-a-guess", .info, "RFC 9111 §4.2.2",
    "a lifetime above an hour is guessed from Last-Modified for a page, script, style, feed or data",
    shown: .example(
      "> GET /", exampleDate, "Content-Type: text/html", "Last-Modified: Tue, 26 Jan 2016 04:45:57 GMT"))
  static let staleOnArrival = Self(
    "stale-on-arrival", .warning, "RFC 9111 §4.2.3",
    "the age had reached the lifetime when the response arrived",
    shown: .style(
      exampleDate, "Cache-Control: max-age=600", "Age: 700",
      choice: "Send a longer lifetime, or have the cache on the way ask again earlier; else nothing."))
  static let lifetimeShortForVersionedURL = Self(
    "lifetime-short-for-versioned-url", .info, "RFC 8246 §2",
    "a URL with a version is fresh for less than it could be",
    shown: .example("> GET /app.3f2a9c1b.css", "Cache-Control: max-age=3600", "ETag: \"1\""))
  static let lifetimeLongForUnversionedAsset = Self(
    "lifetime-long-for-unversioned-asset", .warning, "RFC 9111 §4.2.1",
    "a script or style without a version in its URL is fresh for a year or immutable, or for more than a day where each release changes it or caches guess",
    shown: .style("Cache-Control: max-age=31536000, immutable"))
  static let lifetimeLongForUnversionedHTML = Self(
    "lifetime-long-for-unversioned-html", .warning, "RFC 9111 §4.2",
    "a page without a version in its URL is fresh for more than a day",
    shown: .example("> GET /", "Content-Type: text/html", "Cache-Control: max-age=31536000", "ETag: \"1\""))
  static let lifetimeLongForUnversionedData = Self(
    "lifetime-long-for-unversioned-data", .warning, "RFC 9111 §4.2.1",
    "a feed, manifest, index or release channel is fresh for more than a day, a live playlist for more than a minute, or other data for more than 30 days or by a guess",
    shown: .example(
      "> GET /news/feed", "Content-Type: application/rss+xml", "Cache-Control: max-age=604800", "ETag: \"1\"")
  )
  static let serviceWorkerKept = Self(
    "service-worker-kept", .warning, "Service Workers, Update",
    "a cache on the way may keep the script of a service worker for more than an hour",
    shown: .example(
      "> GET /sw.js", "Content-Type: text/javascript", "Cache-Control: public, max-age=14400", "ETag: \"1\""))
  static let versionedFileNotReused = Self(
    "versioned-file-not-reused", .warning, "RFC 8246 §2",
    "a file whose URL names a version is downloaded, or asked for, at each use",
    shown: .example("> GET /app.3f2a9c1b.css", "Cache-Control: no-store"))
  static let staticFileNotStored = Self(
    "static-file-not-stored", .info, "RFC 9111 §5.2.2.5",
    "no-store makes each use of a script, style, font or image a full download",
    shown: .example(
      "> GET /app.css", "Cache-Control: no-store",
      choice:
        "Send `Cache-Control: no-cache` with an ETag where the file is the same for everyone, else nothing."))
}

/// Checks whether the lifetime can be intended (RFC 9111 §4.2).
enum LifetimeFindings: FindingFamily {
  static let codes: [Finding.Code] = [
    .serviceWorkerKept, .lifetimeMissing, .lifetimeIsAGuess, .staleOnArrival,
    .lifetimeShortForVersionedURL, .lifetimeLongForUnversionedHTML, .lifetimeLongForUnversionedAsset,
    .lifetimeLongForUnversionedData, .versionedFileNotReused, .staticFileNotStored,
  ]

  static func find(in facts: Facts) -> [Finding] {
    var findings: [Finding] = []
    findings.add(worker(facts))
    findings.add(notReused(facts))
    guard facts.isLifetimeOfInterest else { return findings }
    findings.add(missing(facts))
    let long = tooLong(facts)
    let short = versioned(facts)
    // What says that the guess is too long, or too short, says that it is one.
    if long == nil, short == nil { findings.add(guess(facts)) }
    findings.add(stale(facts))
    findings.add(short)
    findings.add(long)
    return findings
  }

  static func remarks(in facts: Facts) -> [Reason] {
    if notStoredKind(facts) != nil, let bytes = facts.tinyLength {
      return [Reason(.tinyDownload, field: facts.control.fieldName, amount: bytes)]
    }
    guard facts.isLifetimeOfInterest else { return [] }
    var remarks: [Reason] = []
    if let guess = Guess(facts), !guess.isForOwner, tooLong(facts) == nil, versioned(facts) == nil {
      remarks.append(
        Reason(
          .lifetimeIsAGuess, field: "Last-Modified", value: guess.start, amount: guess.seconds,
          otherAmount: guess.unchanged))
    }
    return remarks + (difference(facts).map { [$0] } ?? [])
  }

  private static func tooLong(_ facts: Facts) -> Finding? {
    facts.isServiceWorker ? nil : page(facts) ?? asset(facts) ?? data(facts)
  }

  private static func missing(_ facts: Facts) -> Finding? {
    // The findings about a misspelt Cache-Control cover its lifetime.
    guard facts.lifetime.source == .none, [200, 203].contains(facts.head.status),
      !facts.isControlMisspelt, unusedVersion(facts) == nil
    else { return nil }
    let why =
      facts.head.has(.lastModified)
      ? "Last-Modified cannot be read to guess one" : "there is no Last-Modified to guess one from"
    // One finding says both: without a lifetime, a missing validator costs a download at each use.
    let isDownload = facts.isWholeContent && !facts.hasValidator
    let window = facts.control.seconds("stale-while-revalidate")?.value ?? 0
    if window > 0, !facts.head.has(.pragma),
      StaleReuse.bar(facts.control, role: facts.settings.role) == nil
    {
      return Finding(
        .lifetimeMissing,
        "Nothing gives a lifetime, and \(why): by `stale-while-revalidate` \(facts.cacheName) uses the response stale for"
          + " \(formatDuration(window)), and asks the origin behind it, so that a change is seen one use late."
          + facts.edgeSentence,
        line: AdvisedLine(
          LifetimeAdvice.edit(facts), before: "Send ",
          after: ", or leave `stale-while-revalidate` out where nothing stale is to be used."))
    }
    return Finding(
      .lifetimeMissing, severity: isDownload && facts.tinyLength != nil ? .info : nil,
      "Nothing gives a lifetime, and \(why): \(facts.cacheName) may store the response, but every use asks"
        + " the origin"
        + (isDownload
          ? ", and downloads it in full, as there is no ETag or Last-Modified to ask with." : "."),
      line: isDownload
        ? tagged(LifetimeAdvice.edit(facts)) : AdvisedLine(LifetimeAdvice.edit(facts), before: "Send "))
  }

  /// The line with an entity tag, which spares the full download at each use.
  private static func tagged(_ edit: ControlEdit) -> AdvisedLine {
    edit.reuse == .never
      ? AdvisedLine(
        edit, before: "The answer is for one user: send ",
        after: ", or `private, no-cache` with an `ETag` that changes with the content.")
      : AdvisedLine(edit, before: "Send an `ETag` that changes with the content, and ")
  }

  /// A lifetime that caches guess from Last-Modified.
  private struct Guess {
    let seconds: Seconds

    /// The time since the last change, in seconds.
    let unchanged: Seconds

    /// What that time is counted to: `Date`, or the time of receipt.
    let start: String

    /// Whether its owner has to decide about it: it is that of what changes under its name.
    let isForOwner: Bool

    /// A shorter one, in seconds, is not worth a word.
    private static let least: Seconds = 3_600

    /// Nil if the lifetime is no guess.
    init?(_ facts: Facts) {
      guard facts.lifetime.source == .heuristic, let seconds = facts.lifetime.seconds,
        let modified = facts.modifiedAt
      else { return nil }
      let generated = facts.generatedAt ?? facts.receivedAt
      guard modified <= generated else { return nil }
      self.seconds = seconds
      unchanged = generated - modified
      start = facts.generatedAt == nil ? "time of receipt" : "Date"
      isForOwner = seconds > Self.least && facts.changesUnderItsName && !facts.isServiceWorker
    }
  }

  private static func guess(_ facts: Facts) -> Finding? {
    guard let guess = Guess(facts), guess.isForOwner else { return nil }
    return Finding(
      .lifetimeIsAGuess, field: "Last-Modified",
      value: facts.head.fields.first("Last-Modified"),
      "No lifetime was sent, so caches guess. This one takes \(Settings.heuristicShare) of the time since the last change: "
        + "(\(guess.start) − Last-Modified) × \(Settings.heuristicPercentage) = \(formatDuration(guess.unchanged)) × \(Settings.heuristicPercentage) ="
        + " \(formatDuration(guess.seconds)). Others guess otherwise, or not at all.",
      line: AdvisedLine(LifetimeAdvice.edit(facts), before: "Send ", after: " to decide it yourself."))
  }

  private static func difference(_ facts: Facts) -> Reason? {
    let control = facts.head.cacheControl(for: .shared)
    guard !control.contains("private") else { return nil }
    let (own, shared) = (facts.lifetime(.private), facts.lifetime(.shared))
    guard own.seconds != shared.seconds else { return nil }
    return Reason(
      .lifetimeDiffersPrivateShared, field: control.fieldName, value: shared.source.rawValue,
      amount: own.seconds, otherAmount: shared.seconds, source: own.source)
  }

  private static func stale(_ facts: Facts) -> Finding? {
    guard let lifetime = facts.lifetime.seconds, lifetime > 0, facts.subject.isFromServer,
      !facts.subject.isSavedEarlier, !facts.context.isOfUnknownTime
    else {
      return nil
    }
    let age = currentAge(
      facts.head, requestedAt: facts.requestedAt, receivedAt: facts.receivedAt, now: facts.receivedAt)
    // Within `stale-while-revalidate`, caches use the stale response.
    let window = facts.control.seconds("stale-while-revalidate")?.value ?? 0
    guard age >= lifetime, age - lifetime > window || window == 0 else { return nil }
    let delay = max(0, facts.receivedAt - facts.requestedAt)
    let held = facts.ageValue
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
    let via = isByAge && facts.head.fields.contains("Via") ? " See Via for the cache." : ""
    let field = isByAge ? "Age" : isByDate ? "Date" : nil
    return Finding(
      .staleOnArrival, field: field, value: field.flatMap { facts.head.fields.first($0) },
      "Stale on arrival: \(cause) \(excess) the \(formatDuration(lifetime)) it is fresh. It can be stored, but"
        + " \(facts.validationSentence).\(via)")
  }

  /// The explicit lifetime, by a directive or Expires.
  private static func explicit(_ facts: Facts) -> Seconds? {
    facts.lifetime.source.isExplicit ? facts.lifetime.seconds : nil
  }

  /// The version in the URL of a file that is nevertheless downloaded or validated at each use; nil for another file.
  static func unusedVersion(_ facts: Facts) -> String? {
    guard facts.head.status == 200, facts.request.method == "GET",
      // Of other files, such as films, `no-store` may be meant.
      isStoredNowhere(facts) && (facts.kind.isPartOfPage || facts.kind == .page)
        || facts.isKept
          && (facts.isNoCache || facts.lifetime.source == .none
            || explicit(facts) == 0 && [.maxAge, .expires].contains(facts.lifetime.source)),
      facts.isVersionedFile, !facts.isControlMisspelt
    else { return nil }
    return facts.naming.version?.text
  }

  /// Whether `no-store` keeps the response out of every cache; in a targeted field it binds those that read this field.
  private static func isStoredNowhere(_ facts: Facts) -> Bool {
    facts.isNoStore && !facts.has(.mustUnderstand) && !facts.control.isTargeted
  }

  /// What its owner has to decide about a versioned file that one user gets.
  private static let forEveryone =
    "Serve it without cookies and credentials: it may then be kept for a year."

  /// A finding for a versioned file, or a script, style, font or image, that no cache may reuse without validation.
  private static func notReused(_ facts: Facts) -> Finding? {
    let control = facts.control
    if let version = unusedVersion(facts) {
      let isDownload = facts.isNoStore || !facts.head.hasValidator
      let cause =
        facts.isNoStore
        ? "`no-store` keeps it out of every cache"
        : facts.isNoCache
          ? "`no-cache` has it asked for at each use"
          : explicit(facts) == 0 ? "its lifetime is 0" : "nothing gives it a lifetime"
      return Finding(
        .versionedFileNotReused,
        severity: isDownload && facts.isNamedByContent && facts.tinyLength == nil ? nil : .info,
        field: control.isPresent ? control.fieldName : nil, value: facts.controlValue,
        "The URL holds a version (\(version.asCode)), so that new content gets a new URL, but \(cause): each use"
          + (isDownload ? " downloads it in full." : " asks the origin, which answers 304."),
        advice: facts.isNamedByContent ? nil : forEveryone,
        line: facts.isNamedByContent
          ? AdvisedLine(ControlEdit(reuse: .lifetime(31_536_000, isImmutable: true), isNamedByContent: true))
          : nil)
    }
    guard let kind = notStoredKind(facts), facts.tinyLength == nil else { return nil }
    return Finding(
      .staticFileNotStored, directivesOf: facts,
      "`no-store` makes each use of this \(kind.rawValue) a full download. Where it is the same for everyone, `no-cache`"
        + " with an ETag keeps it as current, and costs a 304.")
  }

  /// The kind of a script, style, font or image that `no-store` keeps out of every cache; nil for another file, and one with a
  /// version in its URL.
  private static func notStoredKind(_ facts: Facts) -> AssetKind? {
    guard isStoredNowhere(facts), facts.head.status == 200,
      facts.request.method == "GET", facts.kind.isPartOfPage, facts.naming.version == nil
    else { return nil }
    return facts.kind
  }

  private static func versioned(_ facts: Facts) -> Finding? {
    let guess = facts.lifetime.source == .heuristic ? facts.lifetime.seconds : nil
    guard facts.head.status == 200, let seconds = guess ?? explicit(facts), seconds > 0 || guess != nil,
      guess != nil || seconds < Facts.longLifetime || !facts.has(.immutable),
      facts.isVersionedFile, let version = facts.naming.version
    else { return nil }
    let fact =
      if guess != nil {
        "but no lifetime was sent, and caches guess one, here \(formatDuration(seconds)): they ask again although the content"
          + " does not change"
      } else if seconds < Facts.longLifetime {
        "but the response is fresh for only \(formatDuration(seconds)): caches ask again although the content does not change"
      } else {
        "but `immutable` is missing, which says that a reload need not ask: Chromium and Firefox ask then for no file that is"
          + " fresh, and WebKit for each"
      }
    return Finding(
      .lifetimeShortForVersionedURL, field: guess == nil ? facts.control.fieldName : "Last-Modified",
      value: guess == nil ? facts.controlValue : facts.head.fields.first("Last-Modified"),
      "The URL holds a version (\(version.text.asCode)), so that new content gets a new URL; \(fact).",
      advice: facts.isNamedByContent ? nil : forEveryone,
      line: facts.isNamedByContent
        ? AdvisedLine(ControlEdit(reuse: .lifetime(31_536_000, isImmutable: true))) : nil)
  }

  /// A lifetime that the response says, or that caches guess.
  private struct Lifetime {
    let seconds: Seconds
    let isGuess: Bool
    /// Whether even a reload does not ask.
    let isImmutable: Bool
    let field: String

    /// Nil if there is none, or the response is stale from the beginning.
    init?(_ facts: Facts) {
      guard let seconds = facts.lifetime.seconds, seconds > 0 else { return nil }
      self.seconds = seconds
      isGuess = facts.lifetime.source == .heuristic
      guard isGuess || LifetimeFindings.explicit(facts) != nil else { return nil }
      isImmutable = !isGuess && facts.has(.immutable)
      field = isGuess ? "Last-Modified" : facts.control.fieldName
    }

    func value(_ facts: Facts) -> String? {
      isGuess ? facts.head.fields.first(field) : facts.controlValue
    }

    /// The beginning of a sentence about a file.
    func fact(of noun: String) -> String {
      isGuess
        ? "No lifetime was sent, and caches guess one: they keep this \(noun) for \(formatDuration(seconds))"
          + " (\(Settings.heuristicShare) of the time since the last change)"
        : "This \(noun) is fresh for \(formatDuration(seconds))"
    }
  }

  /// A finding for a page that is kept for more than a day.
  private static func page(_ facts: Facts) -> Finding? {
    guard facts.head.status == 200, facts.kind == .page, let lifetime = Lifetime(facts),
      lifetime.seconds > day || lifetime.isImmutable, facts.naming == .notByContent
    else { return nil }
    let isLong = lifetime.seconds >= 604_800 || lifetime.isImmutable
    return Finding(
      .lifetimeLongForUnversionedHTML, severity: isLong ? .warning : .info, field: lifetime.field,
      value: lifetime.value(facts),
      "\(lifetime.fact(of: "page")), and its URL has no version: stored copies stay in use until then, even if it changes,"
        + " and can't be called back.\(facts.edgeSentence)",
      line: shorter(facts, after: confirming(facts)))
  }

  private static let day: Seconds = 86_400

  /// A finding for data that is asked for again to see what is new, and is kept for more than a day; of other data, whose owner
  /// may know how long it stays, for more than 30 days, or by a guess of more than a day.
  private static func data(_ facts: Facts) -> Finding? {
    guard facts.head.status == 200, let lifetime = Lifetime(facts) else { return nil }
    let changing = ChangingData(facts)
    guard changing != nil || facts.kind == .data && !ChangingData.staysTheSame(at: facts.request.target),
      changing?.isIndex == true || facts.naming == .notByContent
    else { return nil }
    let most = changing?.most ?? (lifetime.isGuess ? day : Facts.longLifetime)
    guard lifetime.seconds > most || lifetime.isImmutable else { return nil }
    return Finding(
      .lifetimeLongForUnversionedData, field: lifetime.field, value: lifetime.value(facts),
      "\(lifetime.fact(of: changing?.noun ?? "data")), and what changes keeps its URL: who has a copy does not learn what is new"
        + " until then.\(facts.edgeSentence)",
      line: shorter(facts, after: confirming(facts)), formerly: formerly(facts, lifetime))
  }

  /// The code of pages, by which versions before found what decides which other files are loaded, kept for more than a day.
  private static func formerly(_ facts: Facts, _ lifetime: Lifetime?) -> Finding.Code? {
    guard let lifetime, lifetime.seconds > day || lifetime.isImmutable, facts.naming == .notByContent else {
      return nil
    }
    let isManifest =
      facts.head.mediaType == "application/manifest+json"
    return isManifest || facts.stayingName?.wasToldAsPage == true
      ? .lifetimeLongForUnversionedHTML : nil
  }

  /// A finding for the script of a service worker that a cache on the way keeps: browsers ask past their own cache, and that
  /// cache answers.
  private static func worker(_ facts: Facts) -> Finding? {
    guard facts.isServiceWorker, facts.head.status == 200, facts.request.method == "GET",
      !facts.isControlMisspelt
    else { return nil }
    let hour: Seconds = 3_600
    let kept = facts.sharedReadings.filter { reading in
      reading.storage.isStorable && !reading.control.isUnqualified("no-cache")
        && (reading.lifetime.seconds ?? 0) > hour
    }
    let held = facts.edge.state == .hit && facts.ageValue > hour ? facts.ageValue : nil
    guard let span = held ?? kept.first?.lifetime.seconds else { return nil }
    return Finding(
      .serviceWorkerKept, field: held == nil ? facts.control.fieldName : "Age",
      value: held == nil ? facts.controlValue : facts.head.fields.first("Age"),
      "Browsers ask for the script of a service worker past their own cache, but a cache on the way answers:"
        + (held == nil
          ? " it may keep this one for \(formatDuration(span))."
          : " it has had this one for \(formatDuration(span)).")
        + " Until then visitors get no new version of the site.",
      line: AdvisedLine(
        ControlEdit(reuse: .confirmed), in: kept.fieldNames, before: "Write ",
        after: ", and purge what the cache has."),
      formerly: facts.isLifetimeOfInterest ? formerly(facts, Lifetime(facts)) : nil)
  }

  /// The kind, in a word, of a file that changes under its URL and decides which other files are loaded; nil for
  /// another file.
  static func changingKind(_ head: ResponseHead, _ name: @autoclosure () -> StayingName?) -> String? {
    let type = head.first(.contentType)?.asciiLowercased ?? ""
    if type.hasPrefix("text/html") { return "page" }
    if type.hasPrefix("application/manifest+json") { return "manifest" }
    let name = name()
    return name?.isScript == true ? nil : name?.noun
  }

  /// What the line of `shorter` does: shared caches keep a lifetime that is theirs alone.
  private static func confirming(_ facts: Facts) -> String {
    facts.hasSharedLifetime
      ? " to have browsers confirm it at each use." : " to have it confirmed at each use."
  }

  /// Advises validation at each use if there is a validator, otherwise a short lifetime, which saves the download at
  /// each use.
  private static func shorter(
    _ facts: Facts, before: String = "Write ", after: String = "."
  ) -> AdvisedLine {
    facts.head.hasValidator
      ? AdvisedLine(ControlEdit(reuse: LifetimeAdvice.confirmed(facts)), before: before, after: after)
      : AdvisedLine(
        ControlEdit(reuse: .lifetime(min(3600, facts.lifetime.seconds ?? 3600))), before: before)
  }

  /// A finding for a script or style that browsers keep for a year, under a URL that stays the same when its content
  /// changes; for one that each release changes, a day is enough.
  private static func asset(_ facts: Facts) -> Finding? {
    guard facts.head.status == 200, let lifetime = Lifetime(facts),
      facts.kind == .script || facts.kind == .style, facts.changingKind == nil, facts.naming == .notByContent
    else { return nil }
    let name = facts.stayingName
    guard
      !lifetime.isGuess && lifetime.seconds >= 31_536_000 || lifetime.isImmutable
        || (name != nil || lifetime.isGuess) && lifetime.seconds > day
    else { return nil }
    let promise = lifetime.isImmutable ? ", and `immutable` says that even a reload need not ask" : ""
    return Finding(
      .lifetimeLongForUnversionedAsset, field: lifetime.field, value: lifetime.value(facts),
      "\(lifetime.fact(of: name?.noun ?? facts.kind.rawValue))\(promise), but its URL has no version: who has a copy does not get"
        + " the next one until then.",
      advice: name == nil ? "Put a hash of the content into the file name." : nil,
      line: name == nil
        ? shorter(facts, before: "Put a hash of the content into the file name, or write ")
        : shorter(facts, after: confirming(facts)))
  }
}
