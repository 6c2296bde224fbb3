extension Finding.Code {
  static let etagNotHonoured = Self(
    "etag-not-honoured", .warning, "RFC 9110 §13.1.2",
    "the same content is sent again though its tag was sent back")
  static let lastModifiedNotHonoured = Self(
    "last-modified-not-honoured", .warning, "RFC 9110 §13.1.3",
    "the same content is sent again though its date was sent back")
  static let encodedVariantNotRevalidated = Self(
    "encoded-variant-not-revalidated", .warning, "RFC 9110 §8.8.3.3",
    "the encoded content that browsers get is never confirmed")
  static let etagUnstable = Self(
    "etag-unstable", .warning, "RFC 9110 §8.8.1", "the same content has another tag each time")
  static let etagAlwaysMatches = Self(
    "etag-always-matches", .error, "RFC 9110 §13.1.2", "a tag that the server never gave is confirmed")
  static let etagSameForOtherContent = Self(
    "etag-same-for-other-content", .error, "RFC 9110 §8.8.1", "different content has the same strong tag")
  static let conditionsCombinedWrongly = Self(
    "conditions-combined-wrongly", .info, "RFC 9110 §13.2.2",
    "If-Modified-Since counts although If-None-Match is sent")
  static let etagWeakFormNotHonoured = Self(
    "etag-weak-form-not-honoured", .info, "RFC 9110 §13.1.2",
    "the weak form of a tag is not confirmed, so nothing is confirmed behind a proxy that weakens tags")
  static let contentChangesEachTime = Self(
    "content-changes-each-time", .info, "RFC 9110 §8.8", "two equal requests got different content")
}

/// Asks whether the server answers its own validators with 304, sent as browsers and caches do (RFC 9110 §13).
struct ValidateProbe: ProbeScript {
  static let codes: [Finding.Code] =
    [
      .etagNotHonoured, .lastModifiedNotHonoured, .encodedVariantNotRevalidated, .etagUnstable,
      .etagAlwaysMatches, .etagWeakFormNotHonoured, .etagSameForOtherContent, .conditionsCombinedWrongly,
      .contentChangesEachTime,
    ] + NotModifiedCheck.codes

  var talk: ProbeTalk

  mutating func run() throws(ProbeStop) {
    let first = try talk.wholePlain()
    guard talk.mayBeStored(first) else { throw .skipped("no cache may store the answer") }
    let again = try talk.plain(again: 1)
    guard again.status == 200 else { throw .failed("the same again: the answer is \(again.status)") }
    guard first.hasSameContent(as: again) == true else { return try change(first, again) }
    if !first.hasSameTag(as: again) { unstable(first.tag, again.tag) }
    let tag = talk.has(.etagUnstable) ? nil : first.tag
    let date = first.modified == again.modified ? first.modified : nil
    guard tag != nil || date != nil else {
      guard talk.findings.isEmpty else { return talk.validation = .refused(.tagChanges) }
      throw .skipped(
        first.modified == nil ? "the answer has no validator" : "its Last-Modified is another one each time")
    }
    try askPlain(first, tag, date)
    try askEncoded(first)
  }

  /// Adds a finding for two equal requests that got different content.
  private mutating func change(_ first: ProbeResponse, _ again: ProbeResponse) throws(ProbeStop) {
    if let tag = first.tag, tag == again.tag, !tag.hasPrefix("W/") {
      return talk.findings.add(
        .etagSameForOtherContent, field: "ETag", value: tag,
        "Two equal requests got different content under the same strong tag \(tag.asCode): a cache that asks with it"
          + " is told that what it has still holds, and ranges of the two are put together.",
        advice: "Make the tag of the content, or of its version.")
    }
    talk.validation = try changed(first, again)
    let consequence =
      talk.validation == .confirmed
      ? "but the same validators, and these are answered 304"
      : "so that no stored response is ever confirmed, and each use is a full download"
    talk.findings.add(
      .contentChangesEachTime,
      "Two equal requests got different content, \(consequence). Nothing was tried that rests on equal content."
    )
  }

  /// Whether content that changes each time is confirmed all the same, by validators that stay.
  private func changed(
    _ first: ProbeResponse, _ again: ProbeResponse
  ) throws(ProbeStop) -> ObservedValidation {
    let validators = validators(of: first)
    guard !validators.isEmpty, validators == self.validators(of: again) else {
      return .refused(.contentChanges)
    }
    let answer = try talk.ask(
      "its validators", talk.request(validators), expecting: [200, 304], of: first)
    return answer.status == 304 ? .confirmed : .refused(.contentChanges)
  }

  /// The conditions that a cache sends to have an answer confirmed (RFC 9111 §4.3.1).
  private func validators(of answer: ProbeResponse) -> [FieldLine] {
    [
      answer.tag.map { FieldLine("If-None-Match", $0) },
      answer.modified.map { FieldLine("If-Modified-Since", $0) },
    ].compactMap(\.self)
  }

  private mutating func unstable(_ tag: String?, _ other: String?) {
    let shown = [tag, other].map { $0?.asCode ?? "none" }.asList
    talk.findings.add(
      .etagUnstable, field: "ETag", value: tag,
      "Two equal requests got the same content with different tags (\(shown)): no stored response is ever confirmed,"
        + " and each use is a full download.",
      advice: "Make the tag of the content alone, the same on every server; Apache: `FileETag Digest`.")
  }

  // MARK: Without a coding

  private mutating func askPlain(_ first: ProbeResponse, _ tag: String?, _ date: String?) throws(ProbeStop) {
    let byTag = tag.map { FieldLine("If-None-Match", $0) }
    let byDate = date.map { FieldLine("If-Modified-Since", $0) }
    let madeUp = FieldLine("If-None-Match", "\"\(talk.name(0))\"")
    var confirmed: ProbeResponse?
    var isConfirmedByTag = false
    if let byTag {
      let answer = try talk.ask("If-None-Match", talk.request([byTag]), conditionOn: first)
      if answer.status == 304 { (confirmed, isConfirmedByTag) = (answer, true) }
      if isRepeated(answer, first) {
        if answer.hasSameTag(as: first) {
          notHonoured(byTag, answer)
        } else {
          unstable(tag, answer.tag)
        }
      }
    }
    if let byDate {
      let answer = try talk.ask("If-Modified-Since", talk.request([byDate]), conditionOn: first)
      if answer.status == 304 { confirmed = confirmed ?? answer }
      if isRepeated(answer, first), answer.modified == date { notHonoured(byDate, answer) }
    }
    if let confirmed { try NotModifiedCheck.check(confirmed, first, [], &talk) }
    let stranger = try talk.ask("If-None-Match made up", talk.request([madeUp]), conditionOn: first)
    if stranger.status == 304 { return alwaysMatches(madeUp) }
    if isConfirmedByTag, let tag, !tag.hasPrefix("W/") { try askWeak(tag, first) }
    let both = try talk.ask("both", talk.request(validators(of: first)), conditionOn: first)
    observe(both, first)
    guard byTag != nil, let byDate, !talk.has(.etagNotHonoured, .etagUnstable) else { return }
    if isRepeated(both, first), both.hasSameTag(as: first) {
      return combined("both were sent back as they came, and the content was sent again")
    }
    let mixed = try talk.ask("made up, with the date", talk.request([madeUp, byDate]), conditionOn: first)
    if mixed.status == 304 {
      combined("a tag that is not the current one was sent with the right date, and the answer is 304")
    }
  }

  /// Notes what the answer to all validators together says of a stored response.
  private mutating func observe(_ answer: ProbeResponse, _ first: ProbeResponse) {
    if answer.status == 304 {
      talk.validation = .confirmed
    } else if isRepeated(answer, first) {
      talk.validation = .refused(talk.has(.etagUnstable) ? .tagChanges : .sentAgain)
    }
  }

  /// Whether an answer sends the same content once more.
  private func isRepeated(_ answer: ProbeResponse, _ first: ProbeResponse) -> Bool {
    answer.status == 200 && answer.hasSameContent(as: first) == true
  }

  private mutating func notHonoured(_ line: FieldLine, _ answer: ProbeResponse) {
    let isTag = line.name == "If-None-Match"
    let field = isTag ? "ETag" : "Last-Modified"
    talk.findings.add(
      isTag ? .etagNotHonoured : .lastModifiedNotHonoured, field: field, value: line.value,
      "`\(line.name): \(line.value)` was answered 200 with the same content and the same \(field): a stored response is"
        + " never confirmed by it, and each use of a stale one is a full download.",
      advice: "Answer 304 to \(line.name) with the current value, or send no \(field)"
        + (isTag ? "; nginx: `etag on;`." : "; nginx: `if_modified_since before;`."))
  }

  /// Asks with the weak form of the tag, as proxies send it if they code or rewrite content (RFC 9110 §8.8.3.2:
  /// If-None-Match compares weakly).
  private mutating func askWeak(_ tag: String, _ first: ProbeResponse) throws(ProbeStop) {
    let line = FieldLine("If-None-Match", "W/" + tag)
    let answer = try talk.ask("If-None-Match, weak form", talk.request([line]), conditionOn: first)
    guard isRepeated(answer, first), answer.hasSameTag(as: first) else { return }
    talk.findings.add(
      .etagWeakFormNotHonoured, field: "ETag", value: tag,
      "`If-None-Match: \(line.value)` was answered 200 with the same content, and `\(tag)` is confirmed: a proxy that"
        + " codes content weakens the tag, and behind it each use of a stale response is a full download.",
      advice: "Compare If-None-Match with the tag without regard to `W/`.")
  }

  private mutating func alwaysMatches(_ line: FieldLine) {
    talk.findings.add(
      .etagAlwaysMatches, field: "ETag",
      "`\(line.name): \(line.value)`, a tag that this server never gave, was answered 304: whatever a cache has, it is"
        + " told that it still holds, so that a change never arrives.",
      advice: "Compare If-None-Match with the tag of the current content.")
  }

  private mutating func combined(_ what: String) {
    talk.findings.add(
      .conditionsCombinedWrongly, field: "If-Modified-Since",
      "With If-None-Match and If-Modified-Since in one request \(what); If-None-Match alone has to decide.")
  }

  // MARK: As browsers ask

  /// The codings that browsers accept.
  private let browserCodings = "gzip, br, zstd"

  private mutating func askEncoded(_ first: ProbeResponse) throws(ProbeStop) {
    let accept = FieldLine("Accept-Encoding", browserCodings)
    let coded = try talk.ask(browserCodings, talk.request([accept]), expecting: [200], of: first)
    guard !coded.codings.isEmpty else { return }
    let conditions = validators(of: coded)
    guard !conditions.isEmpty else { return }
    let answer = try talk.ask(
      "the same, with its validators", talk.request([accept] + conditions), conditionOn: coded)
    if answer.status == 304 { return try NotModifiedCheck.check(answer, coded, [accept], &talk) }
    guard isRepeated(answer, coded), answer.hasSameTag(as: coded), answer.modified == coded.modified,
      !talk.has(.etagNotHonoured, .lastModifiedNotHonoured, .conditionsCombinedWrongly)
    else { return }
    let sent = conditions.map { "`\($0.name): \($0.value)`" }.asList
    talk.findings.add(
      .encodedVariantNotRevalidated, field: coded.tag == nil ? "Last-Modified" : "ETag",
      value: conditions.first?.value,
      "Browsers get this coded (\(coded.codings.joined(separator: ", "))). Sent back with the same request, \(sent) was"
        + " answered 200 with the same content: browsers download it in full each time, although the content without a"
        + " coding is confirmed.",
      // `--gzip` is the suffix of Jetty.
      advice: coded.tag.map { $0.hasSuffix("-gzip\"") && !$0.hasSuffix("--gzip\"") } == true
        ? "Apache: `FileETag None` leaves Last-Modified, which is confirmed for every coding."
        : "Answer 304 to the tag that the coded content was sent with.")
  }
}
