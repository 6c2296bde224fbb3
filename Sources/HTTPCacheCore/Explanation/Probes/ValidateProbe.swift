extension Finding.Code {
  static let etagNotHonoured = Self(
    "etag-not-honoured", .warning, "RFC 9110 §13.1.2",
    "the same content is sent again though its tag was sent back",
    shown: .observed(
      [
        "> GET /app.css", "> If-None-Match: \"v1\"", "HTTP/1.1 200 OK", "ETag: \"v1\"",
        "Content-Length: 48213",
      ],
      consequence:
        "A cache that asks with the tag gets the whole again: each use of a stale response is a full download.",
      write: "Answer 304 to If-None-Match with the current tag, or send no ETag; nginx: `etag on;`."),
    harm: .downloads(sparedBy: .validator))
  static let lastModifiedNotHonoured = Self(
    "last-modified-not-honoured", .warning, "RFC 9110 §13.1.3",
    "the same content is sent again though its date was sent back",
    shown: .observed(
      [
        "> GET /app.css", "> If-Modified-Since: Tue, 26 Jan 2016 16:45:57 GMT", "HTTP/1.1 200 OK",
        "Last-Modified: Tue, 26 Jan 2016 16:45:57 GMT", "Content-Length: 48213",
      ],
      consequence:
        "A cache that has the date alone gets the whole again: each use of a stale response is a full download.",
      write: "Answer 304 to If-Modified-Since with the current date; nginx: `if_modified_since before;`."),
    harm: .downloads(sparedBy: .validator))
  static let encodedVariantNotRevalidated = Self(
    "encoded-variant-not-revalidated", .warning, "RFC 9110 §8.8.3.3",
    "the encoded content that browsers get is never confirmed",
    shown: .observed(
      [
        "> GET /app.css", "> Accept-Encoding: gzip, br, zstd", "> If-None-Match: \"v1-gzip\"",
        "HTTP/1.1 200 OK", "Content-Encoding: gzip", "ETag: \"v1-gzip\"",
        "Last-Modified: Tue, 26 Jan 2016 16:45:57 GMT",
      ],
      consequence:
        "Content without a coding is confirmed, and what browsers get is not: for them each use is a full download.",
      write: "Answer 304 to the tag that the coded content was sent with; Apache: `FileETag None`."),
    harm: .downloads(sparedBy: .validator))
  static let etagUnstable = Self(
    "etag-unstable", .warning, "RFC 9110 §8.8.1", "the same content has another tag each time",
    shown: .observed(
      [
        "> GET /app.css", "HTTP/1.1 200 OK", "ETag: \"a1\"", "> GET /app.css", "HTTP/1.1 200 OK",
        "ETag: \"b7\"",
      ],
      consequence:
        "No stored response is ever confirmed by its tag, and where there is no date each use is a full download.",
      write: "Make the tag of the content alone, the same on every server; Apache: `FileETag Digest`."),
    harm: .downloads(sparedBy: .validator))
  static let etagAlwaysMatches = Self(
    "etag-always-matches", .error, "RFC 9110 §13.1.2", "a tag that the server never gave is confirmed",
    shown: .observed(
      ["> GET /app.css", "> If-None-Match: \"made-up\"", "HTTP/1.1 304 Not Modified"],
      consequence: "Whatever a cache has, it is told that it still holds: a change never arrives.",
      write: "Compare If-None-Match with the tag of the current content."))
  static let etagSameForOtherContent = Self(
    "etag-same-for-other-content", .error, "RFC 9110 §8.8.1", "different content has the same strong tag",
    shown: .observed(
      [
        "> GET /app.css", "HTTP/1.1 200 OK", "ETag: \"v1\"", "Content-Length: 48213", "> GET /app.css",
        "HTTP/1.1 200 OK", "ETag: \"v1\"", "Content-Length: 48377",
      ],
      consequence:
        "A cache that has the one content is told that it still holds, and parts of the two are put together.",
      write: "Make the tag of the content, or of its version, and deploy it to all nodes."))
  static let conditionsCombinedWrongly = Self(
    "conditions-combined-wrongly", .info, "RFC 9110 §13.1.3",
    "If-Modified-Since counts although If-None-Match is sent",
    shown: .observed(
      [
        "> GET /app.css", "> If-None-Match: \"made-up\"",
        "> If-Modified-Since: Tue, 26 Jan 2016 16:45:57 GMT", "HTTP/1.1 304 Not Modified",
      ],
      consequence: "A change that leaves the date as it is, as some deployments do, never arrives.",
      write: "Leave If-Modified-Since out of account where the request has If-None-Match."))
  static let etagWeakFormNotHonoured = Self(
    "etag-weak-form-not-honoured", .info, "RFC 9110 §13.1.2",
    "the weak form of a tag is not confirmed, so nothing is confirmed behind a proxy that weakens tags",
    shown: .observed(
      [
        "> GET /app.css", "> If-None-Match: W/\"v1\"", "HTTP/1.1 200 OK", "ETag: \"v1\"",
      ],
      consequence: "Behind a proxy that codes content, and so weakens tags, the tag confirms nothing.",
      write: "Compare If-None-Match with the tag without regard to `W/`."))
  static let validatorLostInCoding = Self(
    "validator-lost-in-coding", .warning, "RFC 9110 §8.8.3",
    "the coded content that browsers get has lost the tag that the content without a coding has",
    shown: .observed(
      [
        "> GET /app.css", "> Accept-Encoding: gzip, br, zstd", "HTTP/1.1 200 OK", "Content-Encoding: gzip",
        "> GET /app.css", "HTTP/1.1 200 OK", "ETag: \"v1\"",
      ],
      consequence:
        "What browsers get has nothing to be confirmed by: once it is stale, each use is a full download.",
      write: "Keep the tag where the content is compressed, as a weak one: `ETag: W/\"v1\"`."))
}

/// Asks whether the server answers its own validators with 304, sent as browsers and caches do (RFC 9110 §13).
struct ValidateProbe: ProbeScript {
  static let codes: [Finding.Code] =
    [
      .etagNotHonoured, .lastModifiedNotHonoured, .encodedVariantNotRevalidated, .etagUnstable,
      .etagAlwaysMatches, .etagWeakFormNotHonoured, .etagSameForOtherContent, .conditionsCombinedWrongly,
      .validatorLostInCoding,
    ] + NotModifiedCheck.codes

  static let usualRequests = 9

  var talk: ProbeTalk

  mutating func run() throws(ProbeStop) {
    let first = try talk.wholePlain()
    guard talk.mayBeStored(first) else { throw .skipped("no cache may store the answer") }
    let again = try talk.plain(isAgain: true)
    guard again.status == 200 else { throw .failed("the same again: the answer is \(again.status)") }
    guard first.hasSameContent(as: again) == true else { try change(first, again) }
    let otherTag = first.hasSameTag(as: again) ? nil : again
    let tag = otherTag == nil ? first.tag : nil
    let date = first.modified == again.modified ? first.modified : nil
    guard tag != nil || date != nil else {
      if let otherTag {
        unstable(first, otherTag, isConfirmed: false)
        return talk.validation = .refused(.tagChanges)
      }
      throw .skipped(
        first.modified == nil ? "the answer has no validator" : "its Last-Modified is another one each time")
    }
    let plain = try askPlain(first, tag, date, otherTag)
    try askEncoded(first, plain)
  }

  /// The conditions that a cache sends to have an answer confirmed: all validators that it has (RFC 9111 §4.3.1).
  private func validators(of answer: ProbeResponse) -> [FieldLine] {
    [
      answer.tag.map { FieldLine("If-None-Match", $0) },
      answer.modified.map { FieldLine("If-Modified-Since", $0) },
    ].compactMap(\.self)
  }

  // MARK: Where the content changes

  /// Judges two equal requests that got different content, and ends: nothing is tried that rests on equal content.
  private mutating func change(_ first: ProbeResponse, _ again: ProbeResponse) throws(ProbeStop) -> Never {
    let conditions = validators(of: first)
    let isOneTag = first.tag != nil && first.tag == again.tag && first.tag?.hasPrefix("W/") == false
    if isOneTag { sameForOther(first.tag ?? "") }
    var answer: ProbeResponse?
    if !conditions.isEmpty {
      answer = try talk.ask("its validators", talk.request(conditions), expecting: [200, 304], of: first)
    }
    let isConfirmed = answer?.status == 304
    talk.validation = isConfirmed ? .confirmed : .refused(.contentChanges)
    talk.remarks.append(
      Reason(
        .contentChangesEachTime, value: isConfirmed ? "304" : "200",
        amount: max(first.content.length, again.content.length)))
    if let answer, isConfirmed { NotModifiedCheck.checkNonce(answer, first, &talk) }
    try askMadeUp(first, first.modified == again.modified ? first.modified : nil, hasTwoContents: true)
    throw .skipped(
      "two equal requests got different content"
        + (first.content.difference(from: again.content).map { "; \($0)" } ?? ""))
  }

  private mutating func sameForOther(_ tag: String) {
    talk.findings.add(
      .etagSameForOtherContent, field: "ETag", value: tag,
      "Two equal requests got different content under the same strong tag \(tag.asCode): a cache that asks with it"
        + " is told that what it has still holds, and ranges of the two are put together.",
      advice: "Make the tag of the content, or of its version.")
  }

  // MARK: Without a coding

  /// Whether the validators of the content without a coding are answered 304.
  private struct Plain {
    /// Whether all of them together are, as caches send them.
    var isConfirmed = false
    var isConfirmedByTag = false
    /// Whether the two were answered 200 together, although the tag alone is answered 304.
    var areCombinedWrongly = false
  }

  /// Asks with each validator alone, then as caches do; `otherTag` is the answer to the same again if it has another tag.
  private mutating func askPlain(
    _ first: ProbeResponse, _ tag: String?, _ date: String?, _ otherTag: ProbeResponse?
  ) throws(ProbeStop) -> Plain {
    let byTag = tag.map { FieldLine("If-None-Match", $0) }
    let byDate = date.map { FieldLine("If-Modified-Since", $0) }
    let tagged = try answer("If-None-Match", byTag, first)
    let dated = try answer("If-Modified-Since", byDate, first)
    let both = try talk.ask("both", talk.request(validators(of: first)), conditionOn: first)
    var plain = Plain(isConfirmed: both.status == 304, isConfirmedByTag: tagged?.status == 304)
    if let other = otherTag ?? tagged, !other.hasSameTag(as: first), isRepeated(other, first) {
      unstable(first, other, isConfirmed: plain.isConfirmed)
    } else if let byTag, let tagged, isRepeated(tagged, first) {
      notHonoured(byTag, byDate != nil, plain)
    }
    if let byDate, let dated, isRepeated(dated, first), dated.modified == date {
      notHonoured(byDate, byTag != nil, plain)
    }
    if plain.isConfirmed {
      talk.validation = .confirmed
    } else if isRepeated(both, first) {
      talk.validation = .refused(talk.has(.etagUnstable) ? .tagChanges : .sentAgain)
    }
    if plain.isConfirmedByTag, byDate != nil, isRepeated(both, first), both.hasSameTag(as: first) {
      plain.areCombinedWrongly = true
      combined(
        .info,
        "both were sent back as they came, and the content was sent again: caches send both, so each use of a stale"
          + " response is a full download. If-None-Match alone has to decide")
    }
    try askMadeUp(first, date)
    if plain.isConfirmedByTag, let tag, !tag.hasPrefix("W/"), !talk.has(.etagAlwaysMatches) {
      try askWeak(tag, first)
    }
    if let confirmed = [tagged, dated, both].lazy.compactMap(\.self).first(where: { $0.status == 304 }) {
      try NotModifiedCheck.check(confirmed, first, [], &talk)
    }
    return plain
  }

  private func answer(
    _ label: String, _ condition: FieldLine?, _ first: ProbeResponse
  ) throws(ProbeStop) -> ProbeResponse? {
    guard let condition else { return nil }
    return try talk.ask(label, talk.request([condition]), conditionOn: first)
  }

  /// Whether an answer sends the same content once more.
  private func isRepeated(_ answer: ProbeResponse, _ first: ProbeResponse) -> Bool {
    answer.status == 200 && answer.hasSameContent(as: first) == true
  }

  private mutating func unstable(_ first: ProbeResponse, _ other: ProbeResponse, isConfirmed: Bool) {
    let shown = [first.tag, other.tag].map { $0?.asCode ?? "none" }.asList
    talk.findings.add(
      .etagUnstable, severity: isConfirmed ? .info : nil, field: "ETag", value: first.tag,
      "Two equal requests got the same content with different tags (\(shown)): "
        + (isConfirmed
          ? "the tag confirms nothing, and a stored response is confirmed by its date alone."
          : "no stored response is ever confirmed, and each use is a full download."),
      advice:
        "Make the tag of the content alone, the same on every server;"
        + " \(ServerRemedy.quoted(.tagOfContent, to: talk.subject.stored.head)).")
  }

  /// Adds a finding for a validator that was answered 200 alone; what it costs depends on whether there are others, and on
  /// the answer to all of them together, as caches send them.
  private mutating func notHonoured(_ line: FieldLine, _ hasOther: Bool, _ plain: Plain) {
    let isTag = line.name == "If-None-Match"
    let (field, other) = isTag ? ("ETag", "If-Modified-Since") : ("Last-Modified", "If-None-Match")
    let consequence =
      !plain.isConfirmed
      ? "a stored response is never confirmed by it, and each use of a stale one is a full download"
      : "with \(other) beside it, as caches send it, the answer is 304, so only who sends it alone downloads again"
    talk.findings.add(
      isTag ? .etagNotHonoured : .lastModifiedNotHonoured, severity: plain.isConfirmed ? .info : nil,
      field: field, value: line.value,
      "`\(line.name): \(line.value)` was answered 200 with the same content and the same \(field): \(consequence).",
      advice: "Answer 304 to \(line.name) with the current value"
        + (hasOther ? ", or send no \(field)" : "")
        + "; \(ServerRemedy.quoted(isTag ? .etag : .anyLaterDate, to: talk.subject.stored.head)).")
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
        + " codes content weakens the tag, and behind it the tag confirms nothing.",
      advice: "Compare If-None-Match with the tag without regard to `W/`.")
  }

  /// Asks with a tag that the server never gave, with the right date where there is one, which counts for nothing beside
  /// If-None-Match (RFC 9110 §13.1.3).
  ///
  /// Where that is answered 304, the tag alone shows whether the tag or the date is the cause.
  private mutating func askMadeUp(
    _ first: ProbeResponse, _ date: String?, hasTwoContents: Bool = false
  ) throws(ProbeStop) {
    guard first.tag != nil || date != nil else { return }
    let madeUp = FieldLine("If-None-Match", "\"\(talk.name("tag"))\"")
    func ask(_ label: String, _ fields: [FieldLine]) throws(ProbeStop) -> ProbeResponse {
      hasTwoContents
        ? try talk.ask(label, talk.request(fields), expecting: [200, 304], of: first)
        : try talk.ask(label, talk.request(fields), conditionOn: first)
    }
    if let date {
      let mixed = try ask("made up, with the date", [madeUp, FieldLine("If-Modified-Since", date)])
      guard mixed.status == 304 else { return }
    }
    guard try ask("If-None-Match made up", [madeUp]).status != 304 else { return alwaysMatches(madeUp) }
    // Where the server gives no tag, no cache has another one to send.
    guard let date, first.tag != nil else { return }
    combined(
      hasTwoContents ? .error : .warning,
      "a tag that is not the current one was sent with the right date, and the answer is 304: If-None-Match alone has to"
        + " decide. "
        + (hasTwoContents
          ? "Two contents have come with the date \(date.asCode), so a cache that has the one is told that it still holds"
            + " while there is the other"
          : "A change that leaves the date as it is, within one second or by a deployment that sets the times of files,"
            + " never arrives"))
  }

  private mutating func alwaysMatches(_ line: FieldLine) {
    talk.findings.add(
      .etagAlwaysMatches, field: "ETag",
      "`\(line.name): \(line.value)`, a tag that this server never gave, was answered 304: whatever a cache has, it is"
        + " told that it still holds, so that a change never arrives.",
      advice: "Compare If-None-Match with the tag of the current content.")
  }

  private mutating func combined(_ severity: Finding.Severity, _ what: String) {
    talk.findings.add(
      .conditionsCombinedWrongly, severity: severity, field: "If-Modified-Since",
      "With If-None-Match and If-Modified-Since in one request \(what).",
      advice: "Leave If-Modified-Since out of account where the request has If-None-Match.")
  }

  // MARK: As browsers ask

  private mutating func askEncoded(_ first: ProbeResponse, _ plain: Plain) throws(ProbeStop) {
    let accept = FieldLine("Accept-Encoding", ProbeTalk.browserCodings)
    let coded = try talk.ask(ProbeTalk.browserCodings, talk.request([accept]), expecting: [200], of: first)
    guard !coded.codings.isEmpty else { return }
    let conditions = validators(of: coded)
    let isJudged = !talk.subject.stored.head.codings.isEmpty
    if conditions.isEmpty {
      // What is confirmed without a coding says nothing of the judged response, which has nothing to ask with.
      if isJudged { talk.validation = nil }
      return lost(coded, first, plain, isConfirmed: false)
    }
    let answer = try talk.ask(
      "the same, with its validators", talk.request([accept] + conditions), conditionOn: coded)
    let isSentAgain = isRepeated(answer, coded)
    if isJudged, answer.status == 304 || isSentAgain {
      talk.validation = answer.status == 304 ? .confirmed : .refused(.sentAgain)
    }
    lost(coded, first, plain, isConfirmed: answer.status == 304)
    if answer.status == 304 { return try NotModifiedCheck.check(answer, coded, [accept], &talk) }
    guard isSentAgain, answer.hasSameTag(as: coded), answer.modified == coded.modified,
      plain.isConfirmed || !isOfOneCause(coded, first, plain)
    else { return }
    let sent = conditions.map { "`\($0.name): \($0.value)`" }.asList
    talk.findings.add(
      .encodedVariantNotRevalidated, field: coded.tag == nil ? "Last-Modified" : "ETag",
      value: conditions.first?.value,
      "Browsers get this coded (\(coded.codings.joined(separator: ", "))). Sent back with the same request, \(sent) was"
        + " answered 200 with the same content: browsers download it in full each time"
        + (plain.isConfirmed ? ", although the content without a coding is confirmed." : "."),
      // `--gzip` is the suffix of Jetty.
      advice: coded.modified != nil
        && coded.tag.map { $0.hasSuffix("-gzip\"") && !$0.hasSuffix("--gzip\"") } == true
        ? "\(ServerRemedy.quoted(.noTag, to: coded.head)) leaves Last-Modified, which is confirmed for every coding."
        : "Answer 304 to the tag that the coded content was sent with.")
  }

  /// Whether the coded content is not confirmed for the reason for which the content without a coding is not: its tag is
  /// the same one, perhaps with the coding behind it, or the date is all that it has.
  private func isOfOneCause(_ coded: ProbeResponse, _ first: ProbeResponse, _ plain: Plain) -> Bool {
    guard let tag = coded.tag.flatMap({ EntityTag($0) }) else { return talk.has(.lastModifiedNotHonoured) }
    guard let own = first.tag.flatMap({ EntityTag($0) }), tag.opaque.starts(with: own.opaque) else {
      return false
    }
    return plain.areCombinedWrongly || talk.has(.etagNotHonoured)
  }

  /// Finds a tag that only the content without a coding has, and that the server would confirm.
  private mutating func lost(
    _ coded: ProbeResponse, _ first: ProbeResponse, _ plain: Plain, isConfirmed: Bool
  ) {
    guard plain.isConfirmedByTag, let tag = first.tag, !coded.head.has(.etag),
      coded.hasSameContent(as: first) != false
    else { return }
    let weak = tag.hasPrefix("W/") ? tag : "W/" + tag
    talk.findings.add(
      .validatorLostInCoding, severity: isConfirmed ? .info : nil, field: "ETag", value: tag,
      "Browsers get this coded (\(coded.codings.joined(separator: ", "))), and the coded answer has no ETag, where the one"
        + " without a coding has `\(tag)`, which is confirmed: what codes it takes the tag away. "
        + (isConfirmed
          ? "Its date alone is left, which knows no change within one second."
          : "Each use of a stale coded answer is a full download. `\(weak)` would be confirmed."),
      advice: "Have what codes the content weaken the tag, to `ETag: \(weak)`, and not remove it.")
  }
}
