extension Finding.Code {
  static let digestWrong = Self(
    "digest-wrong", .error, "RFC 9530 §2, §3", "the content does not have the digest that its head names",
    shown: .observed(
      [
        "> GET /app.js", "HTTP/1.1 200 OK", "Content-Digest: sha-256=:RBNv…=:",
        "(content with another digest)",
      ],
      consequence:
        "A recipient that compares them refuses the content, which was perhaps changed on its way.",
      write: "Compute the digest of the content as it is sent, or leave the field out."))
}

/// Findings about the content of a response, which a head alone does not show.
enum ContentFindings: FindingFamily {
  static let codes: [Finding.Code] = [.digestWrong]

  static let asksForChanges = false

  static func command(finding code: Finding.Code) -> String? { "inspect --live" }

  static func find(in facts: Facts) -> [Finding] {
    facts.context.wrongDigest.map { [wrong($0, facts.head)] } ?? []
  }

  /// The finding for content that does not match the digest in a field.
  static func wrong(_ field: String, _ head: ResponseHead) -> Finding {
    let codings = head.fields.contentCodings.joined(separator: ", ")
    let meant =
      field == "Content-Digest"
      ? "the bytes that are sent" + (head.isPart ? ", here those of the part" : "")
      : "the whole representation"
    let coded = codings.isEmpty ? "" : ", after the content coding (\(codings))"
    return Finding(
      .digestWrong, field: field, value: head.fields.combined(field),
      "The content does not have the SHA-256 that \(field) names: it was changed or damaged on its way, or the digest is of"
        + " something else. A recipient that compares them refuses it.",
      advice: "Compute \(field) of \(meant)\(coded), or leave the field out.")
  }
}
