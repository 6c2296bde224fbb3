extension Finding.Code {
  static let etagMalformed = Self(
    "etag-malformed", .warning, "RFC 9110 §8.8.3", "ETag is not an entity tag",
    shown: .example("> GET /app.css", "Cache-Control: max-age=600", "ETag: 'abc'"),
    harm: .downloads(sparedBy: .firstValidator))
  static let validatorMissing = Self(
    "validator-missing", .info, "RFC 9110 §8.8", "there is neither ETag nor Last-Modified",
    shown: .example("> GET /app.css", "Cache-Control: max-age=600"),
    harm: .downloads(sparedBy: .validator))
}

/// Checks ETag, and whether the response has any validator (RFC 9110 §8.8).
enum ETagFindings: FindingFamily {
  static let codes: [Finding.Code] = [.etagMalformed, .validatorMissing]

  static func find(in facts: Facts) -> [Finding] {
    guard facts.isKept, !facts.head.hasTag(isStrong: true) else { return [] }
    guard let value = facts.head.first(.etag) else { return missing(facts).listed }
    return EntityTag(value) == nil ? [malformed(value, facts)] : []
  }

  static func remarks(in facts: Facts) -> [Reason] {
    guard facts.isKept, !facts.head.hasTag(isStrong: true) else { return [] }
    guard let value = facts.head.first(.etag) else {
      guard isMissing(facts) else { return [] }
      if isDownloadedEachTime(facts) {
        return facts.tinyPlainLength.map { [Reason(.tinyDownload, amount: $0)] } ?? []
      }
      return isHardlyMissed(facts) ? [Reason(.validatorMissing, amount: facts.lifetime.seconds)] : []
    }
    // A weak tag matters only for ranges, which servers take from content without a coding.
    let fields = facts.head.fields
    guard EntityTag(value) != nil, fields.contains("Accept-Ranges"), !facts.head.has(.contentEncoding),
      fields.combined("Accept-Ranges")?.asciiLowercased.holds("bytes") == true
    else { return [] }
    return [Reason(.etagWeak, field: "ETag", value: value)]
  }

  private static func malformed(_ value: String, _ facts: Facts) -> Finding {
    let cause =
      if value.isEmpty {
        "is empty"
      } else if ListSyntax.members(of: value).count > 1 {
        "is a list, and a response has one tag"
      } else if value.hasPrefix("w/") {
        "begins with `w/`, and the mark of a weak tag is `W/`"
      } else if value.hasPrefix("'") {
        "has single quotes, and a tag has double ones"
      } else if !value.utf8.contains(0x22) {
        "has no quotes around the tag"
      } else {
        "is not a tag in double quotes"
      }
    let left =
      facts.modifiedAt == nil
      ? "without another validator, a stale response means a full download"
      : "only Last-Modified is left for validation"
    // Browsers send back any tag, also a malformed one.
    let isBare =
      !value.isEmpty && !value.utf8.contains { $0 == 0x20 || $0 == 0x22 || $0 == 0x27 || $0 == 0x2C }
    return Finding(
      .etagMalformed, severity: isBare ? .info : nil, field: "ETag", value: value,
      "ETag \(cause), so this cache cannot send it back in If-None-Match: \(left)."
        + (isBare ? " Browsers send it back as it is." : ""),
      advice: mended(value).map { "Write `ETag: \($0.text)`." })
  }

  /// The tag that the sender meant; nil if that is unclear.
  private static func mended(_ value: String) -> EntityTag? {
    let first = ListSyntax.firstMember(of: value) ?? ""
    let isWeak = first.hasPrefix("w/") || first.hasPrefix("W/")
    var text = isWeak ? first.dropFirst(2) : first[...]
    for quote in ["'", "\""] {
      if text.hasPrefix(quote) { text = text.dropFirst() }
      if text.hasSuffix(quote) { text = text.dropLast() }
    }
    return text.isEmpty ? nil : EntityTag((isWeak ? "W/" : "") + "\"\(text)\"")
  }

  /// Whether the lifetime is 0 in every cache, and not by a mistake.
  private static func isExpiredOnPurpose(_ facts: Facts) -> Bool {
    let isUnreadable = facts.control.directives.contains {
      CacheControlMend.takesSeconds($0.name) && DeltaSeconds($0.argument) == .invalid
    }
    guard !isUnreadable, CacheRole.allCases.allSatisfy({ facts.lifetime($0).seconds == 0 }) else {
      return false
    }
    return facts.has(.maxAge) || facts.expires?.validInstant != nil
      || ["0", "-1"].contains(facts.head.first(.expires))
  }

  /// Whether the response has no validator; if it also lacks a lifetime, `lifetime-missing` covers both.
  private static func isMissing(_ facts: Facts) -> Bool {
    facts.isWholeContent && !facts.isNoCache && facts.lifetime.source != .none
      && !facts.head.has(.lastModified) && !facts.hasValidator
  }

  /// Whether a response without a validator has a lifetime of 0, so that each use is a full download, as it is with `no-cache`.
  private static func isDownloadedEachTime(_ facts: Facts) -> Bool {
    isExpiredOnPurpose(facts) && !facts.isVersionedFile && !facts.has(.staleWhileRevalidate)
  }

  /// Whether a response without a validator is downloaded anew so rarely, or is so small, that a validator would save nothing.
  private static func isHardlyMissed(_ facts: Facts) -> Bool {
    facts.tinyLength != nil || facts.lifetime.seconds ?? 0 >= Facts.longLifetime
  }

  private static func missing(_ facts: Facts) -> Finding? {
    guard isMissing(facts) else { return nil }
    if isDownloadedEachTime(facts) {
      guard facts.tinyPlainLength == nil else { return nil }
      return Finding(
        .validatorMissing, severity: facts.kind == .page || facts.tinyLength != nil ? .info : .warning,
        "There is neither ETag nor Last-Modified, and the lifetime is 0: every use is a full download.",
        advice: LifetimeAdvice.tag(facts))
    }
    guard !isHardlyMissed(facts) else { return nil }
    return Finding(
      .validatorMissing,
      "There is neither ETag nor Last-Modified: once the response is stale, the next use is a full download.",
      advice: "Send an `ETag` that changes with the content.")
  }
}
