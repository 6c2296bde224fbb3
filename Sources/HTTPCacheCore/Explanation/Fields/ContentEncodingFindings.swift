extension Finding.Code {
  static let encodedWithoutVary = Self(
    "encoded-without-vary", .warning, "RFC 9110 §12.5.5",
    "the content is encoded, and Vary does not name Accept-Encoding",
    shown: .style("Cache-Control: max-age=600", "Content-Encoding: gzip"))
  static let contentEncodingUnknown = Self(
    "content-encoding-unknown", .warning, "RFC 9110 §8.4.1", "Content-Encoding names no content coding",
    shown: .style("Cache-Control: max-age=600", "Content-Encoding: utf-8", "Vary: Accept-Encoding"))
}

/// Checks Content-Encoding, and whether Vary names the field that selects it (RFC 9110 §8.4, §12.5.5).
enum ContentEncodingFindings: FindingFamily {
  static let codes: [Finding.Code] = [.encodedWithoutVary, .contentEncodingUnknown]

  static func find(in facts: Facts) -> [Finding] {
    guard facts.isKept, facts.head.has(.contentEncoding) else { return [] }
    var findings: [Finding] = []
    findings.add(unknown(facts))
    findings.add(missing(facts))
    return findings
  }

  /// Whether a cache may give the response to clients that accept other codings; one user's browser always accepts
  /// the same codings.
  private static func isGivenToOthers(_ facts: Facts) -> Bool {
    facts.sharedReadings.contains { reading in
      guard reading.storage.isStorable else { return false }
      let isUnasked = reading.lifetime.seconds ?? 1 > 0 && !reading.control.isUnqualified("no-cache")
      return isUnasked || facts.head.hasValidator
    }
  }

  /// What a member of Content-Encoding is that the content does not have as its coding, as a clause; nil for a coding, and
  /// for a word that may be one.
  private static func meaning(_ name: String) -> String? {
    switch name {
    case "none", "identity": "says that the content has no coding, which is said by leaving it out"
    case "utf-8", "utf8", "iso-8859-1", "us-ascii", "windows-1252":
      "is a charset, which belongs into Content-Type"
    // S3 keeps the whole list of an upload as metadata of the object.
    case "aws-chunked": "is how an upload to S3 was framed, and no coding of the stored content"
    default: nil
    }
  }

  /// Finds a value of Content-Encoding that is not a coding, such as a charset.
  private static func unknown(_ facts: Facts) -> Finding? {
    let members = facts.head.fields.members("Content-Encoding")
    let strange = members.filter { !ContentCodings.known.contains($0.asciiLowercased) }
    guard let member = strange.first(where: { meaning($0.asciiLowercased) != nil }) ?? strange.first else {
      return nil
    }
    let name = member.asciiLowercased
    let kept = members.filter { meaning($0.asciiLowercased) == nil }
    let line =
      kept.isEmpty
      ? AdvisedLine(leavingOut: "Content-Encoding")
      : AdvisedLine(setting: "Content-Encoding", kept.joined(separator: ", "))
    return Finding(
      .contentEncodingUnknown, severity: name == "identity" ? .info : nil, field: "Content-Encoding",
      value: facts.head.fields.combined("Content-Encoding"),
      "\(member.asCode) \(meaning(name) ?? "is not a registered content coding"): browsers pass over it, and stricter"
        + " clients refuse the content.",
      advice: kept.isEmpty ? "Leave Content-Encoding out." : nil, line: kept == members ? nil : line)
  }

  private static func missing(_ facts: Facts) -> Finding? {
    let fields = facts.head.fields
    let codings = fields.members("Content-Encoding").map(\.asciiLowercased)
    let names = facts.head.nominatedNames
    let type = fields.first("Content-Type")?.asciiLowercased ?? ""
    guard let coding = codings.first(where: ContentCodings.known.contains),
      !names.contains("*"), !names.contains("accept-encoding"),
      !type.holds("gzip"), !type.holds("compressed"), isGivenToOthers(facts)
    else { return nil }
    return Finding(
      .encodedWithoutVary, field: "Content-Encoding", value: fields.combined("Content-Encoding"),
      "The content is encoded as \(coding.asCode), and Vary does not name Accept-Encoding: a cache gives it to"
        + " clients that cannot read it, too.", line: AdvisedLine(VaryEdit(added: ["Accept-Encoding"])))
  }
}
