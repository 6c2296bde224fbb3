extension Finding.Code {
  static let rangeWrong = Self(
    "range-wrong", .error, "RFC 9110 §15.3.7", "a part has other bytes, or another place, than it says")
  static let rangeNotHonoured = Self(
    "range-not-honoured", .info, "RFC 9110 §14.3", "ranges are promised, and the whole is sent")
}

/// Asks for a part in the middle and for the last part (RFC 9110 §14).
enum RangeProbe: ProbeScript {
  static let codes: [Finding.Code] = [.rangeWrong, .rangeNotHonoured]

  static func run(_ talk: inout ProbeTalk) throws(ProbeStop) {
    let whole = try talk.wholePlain()
    guard whole.codings.isEmpty else { throw .skipped("the content is always coded") }
    let length =
      whole.content.isCut
      ? whole.head.fields.first("Content-Length").flatMap { Int64($0) } ?? 0 : whole.content.length
    guard length > 1 else { throw .skipped("the content has \(length == 1 ? "one byte" : "no byte")") }
    for part in parts(whole.content, length) {
      let request = talk.request([FieldLine("Range", "bytes=\(part.asked)")])
      let answer = try talk.ask("bytes=\(part.asked)", request)
      guard isSameVersion(answer, whole) else { return }
      if answer.status == 200 {
        return notHonoured(whole, part, &talk)
      }
      guard let what = mistake(answer, part, length) else { continue }
      // A page that changes on its own has other bytes each time.
      let later = try talk.afterwards()
      guard later.status == 200, later.hasSameContent(as: whole) == true, isSameVersion(later, whole) else {
        return
      }
      return wrong(answer, part, what, &talk)
    }
  }

  /// A part to ask for.
  private struct Part {
    /// As `Range` says it, behind `bytes=`.
    let asked: String
    let range: ClosedRange<Int64>
    /// Its bytes; nil where they are not known.
    let fingerprint: Fingerprint?

    init(asked: String, range: ClosedRange<Int64>, fingerprint: Fingerprint?) {
      (self.asked, self.range, self.fingerprint) = (asked, range, fingerprint)
    }

    /// A part of content that is held.
    init(asked: String, range: ClosedRange<Int64>, _ content: ProbeContent) {
      self.init(
        asked: asked, range: range,
        fingerprint: Fingerprint(content.beginning[Int(range.lowerBound)...Int(range.upperBound)]))
    }
  }

  /// A part in the middle and the last one: bytes that are known, or whole blocks of long content.
  private static func parts(_ content: ProbeContent, _ length: Int64) -> [Part] {
    if length <= Int64(content.beginning.count) {
      let (first, last) = (length / 3, max(length / 3, length * 2 / 3 - 1))
      let count = max(1, length / 4)
      return [
        Part(asked: "\(first)-\(last)", range: first...last, content),
        Part(asked: "-\(count)", range: (length - count)...(length - 1), content),
      ]
    }
    let size = ProbeContent.blockLength
    let start = (length - 1) / size * size
    let middle = Int64(content.blocks.count / 2)
    return [
      Part(
        asked: "\(middle * size)-\((middle + 1) * size - 1)",
        range: (middle * size)...((middle + 1) * size - 1),
        fingerprint: content.blocks[Int(middle)]),
      Part(
        asked: "-\(length - start)", range: start...(length - 1),
        fingerprint: content.isCut ? nil : content.blocks.last),
    ]
  }

  /// Whether a part is of the version that the whole was; nothing is said where it may have changed.
  private static func isSameVersion(_ answer: ProbeAnswer, _ whole: ProbeAnswer) -> Bool {
    if let tag = answer.tag, let other = whole.tag, !tag.isSameTag(as: other) { return false }
    if let date = answer.modified, let other = whole.modified, date != other { return false }
    return answer.codings.isEmpty
  }

  private static func notHonoured(_ whole: ProbeAnswer, _ part: Part, _ talk: inout ProbeTalk) {
    let promises = whole.head.fields.members("Accept-Ranges").contains { $0.equalsIgnoringASCIICase("bytes") }
    guard promises else { return }
    talk.find(
      .rangeNotHonoured, field: "Accept-Ranges", value: "bytes",
      "`Accept-Ranges: bytes` promises parts, and `Range: bytes=\(part.asked)` was answered 200 with the whole.",
      advice: "Leave Accept-Ranges out, or answer 206.")
  }

  /// What is wrong with the answer to a range; nil where nothing is.
  private static func mistake(_ answer: ProbeAnswer, _ part: Part, _ length: Int64) -> String? {
    guard answer.status == 206 else {
      return answer.status == 416
        ? "was answered 416 (not satisfiable), although it lies within \(length) bytes" : nil
    }
    let said = answer.head.fields.first("Content-Range")
    guard let text = said, let range = ContentRange(text) else {
      return "was answered 206 with \(said.map { "`Content-Range: \($0)`" } ?? "no Content-Range")"
    }
    if let total = range.completeLength, total != length {
      return "was answered with a total of \(total) bytes, and the whole has \(length)"
    }
    guard range.range == part.range else {
      return "was answered with the bytes \(range.range.lowerBound)-\(range.range.upperBound)"
    }
    guard answer.content.length == range.length else {
      return "was answered with \(answer.content.length) bytes instead of \(range.length)"
    }
    guard let expected = part.fingerprint, answer.content.received != expected else { return nil }
    return "was answered with other bytes than the whole has there"
  }

  private static func wrong(_ answer: ProbeAnswer, _ part: Part, _ what: String, _ talk: inout ProbeTalk) {
    guard !talk.has(.contentChangesEachTime, .etagSameForOtherContent) else { return }
    talk.find(
      .rangeWrong, field: "Content-Range", value: answer.head.fields.first("Content-Range"),
      "`Range: bytes=\(part.asked)` \(what): a download that is continued, or a film that is wound on, is damaged.",
      advice: "Send the bytes that were asked for, or 200 with the whole.")
  }
}
