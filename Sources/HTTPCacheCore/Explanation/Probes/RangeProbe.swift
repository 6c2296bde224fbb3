extension Finding.Code {
  static let rangeWrong = Self(
    "range-wrong", .error, "RFC 9110 §15.3.7", "a part has other bytes, or another place, than it says",
    shown: .observed(
      [
        "> GET /film.mp4", "> Range: bytes=500-999", "HTTP/1.1 206 Partial Content",
        "Content-Range: bytes 0-499/48213",
      ],
      consequence: "A download that is continued, or a video that is played from its middle, is damaged.",
      write: "Send the bytes that were asked for, or 200 with the whole."))
  static let rangeNotHonoured = Self(
    "range-not-honoured", .info, "RFC 9110 §14.3", "ranges are promised, and the whole is sent",
    shown: .observed(
      [
        "> GET /film.mp4", "> Range: bytes=500-999", "HTTP/1.1 200 OK", "Accept-Ranges: bytes",
        "Content-Length: 48213",
      ],
      consequence:
        "A download can't be continued, and Safari plays no media. Cloudflare keeps an origin's 206 only with a complete"
        + " length and a Content-Length, without a coding and chunks, and with one ETag throughout, or none (its documentation,"
        + " November 2026).",
      write: "Answer 206, or leave Accept-Ranges out."))
  static let ifRangeIgnored = Self(
    "if-range-ignored", .warning, "RFC 9110 §13.1.5",
    "a part is sent although If-Range names another version",
    shown: .observed(
      [
        "> GET /film.mp4", "> Range: bytes=500-", "> If-Range: \"old\"", "HTTP/1.1 206 Partial Content",
        "ETag: \"new\"",
      ],
      consequence:
        "A download that was interrupted before a change goes on with bytes of the new version: the file is damaged.",
      write: "Answer 200 with the whole where If-Range is not the current ETag or Last-Modified."))
}

/// Asks for a part in the middle and for all from the first byte, as players do, for a part of another version, and for
/// one of coded content (RFC 9110 §14); for the last part where enough requests are left.
struct RangeProbe: ProbeScript {
  static let codes: [Finding.Code] = [.rangeWrong, .rangeNotHonoured, .ifRangeIgnored]

  static let usualRequests = 4

  var talk: ProbeTalk

  mutating func run() throws(ProbeStop) {
    let whole = try talk.wholePlain()
    guard whole.codings.isEmpty else { throw .skipped("the content is always coded") }
    guard let length = length(of: whole) else { throw .skipped("the length of the content is not known") }
    guard length > 1 else { throw .skipped("the content has \(length == 1 ? "one byte" : "no byte")") }
    var parts = parts(whole.content, length)
    // The probe of origins may need one more than usual.
    if talk.requestsLeft(needed: Probe.range.usualRequests) < 2 { parts.removeLast() }
    for (index, part) in parts.enumerated() {
      let answer = try ask(part, [], whole)
      if answer.status == 200 { return judgeWhole(answer, part, whole, length, isFirst: index == 0) }
      if try isWrong(answer, part, [], whole, length) { return }
    }
    try askOtherVersion(parts[0], whole)
    try askCoded(whole)
  }

  /// How many bytes the content has; nil if that is not known.
  private func length(of whole: ProbeResponse) -> Int64? {
    whole.content.isCut
      ? whole.head.fields.first("Content-Length").flatMap { Int64($0) } : whole.content.length
  }

  /// Asks for a part of the whole.
  private mutating func ask(_ part: Part, _ fields: [FieldLine], _ whole: ProbeResponse) throws(ProbeStop)
    -> ProbeResponse
  {
    let label = (["bytes=\(part.asked)"] + fields.map(\.value)).joined(separator: ", ")
    let request = talk.request(fields + [FieldLine("Range", "bytes=\(part.asked)")])
    let answer = try talk.ask(label, request, expecting: [200, 206, 416], of: whole)
    // A part of another version is a mistake, unless the whole has changed, which is asked later. Another validator alone is no
    // other content.
    let isSame: Bool
    if answer.status == 206 || isSameVersion(answer, whole) {
      isSame = true
    } else if answer.status == 200 {
      isSame = hasContent(answer, of: whole)
    } else {
      isSame = try talk.holdsAfterwards(fields) { hasContent($0, of: whole) }
    }
    guard isSame else { throw .failed("\(label): the content has changed meanwhile") }
    return answer
  }

  private func hasContent(_ answer: ProbeResponse, of whole: ProbeResponse) -> Bool {
    answer.content.received == whole.content.received && answer.codings == whole.codings
  }

  /// Whether an answer is not the part that was asked for; adds the finding then.
  private mutating func isWrong(
    _ answer: ProbeResponse, _ part: Part, _ fields: [FieldLine], _ whole: ProbeResponse, _ length: Int64
  ) throws(ProbeStop) -> Bool {
    let otherVersion = otherValidator(answer, whole)
    let mistake = mistake(answer, part, length, whole)
    guard let what = mistake ?? otherVersion else { return false }
    guard !talk.has(.contentChangesEachTime) else {
      throw .skipped("the content changes each time")
    }
    // A page that changes by itself has other bytes each time, and so may the compressed form of the same page. Where the bytes
    // are those of the whole, a validator that changes each time is the mistake itself.
    var hasChanged = false
    let isSteady = try talk.holdsAfterwards(fields) { later in
      hasChanged = hasChanged || !hasContent(later, of: whole)
      return !hasChanged && (mistake == nil ? hasDate(later, of: whole) : isSameVersion(later, whole))
    }
    // A Last-Modified of each answer's own time is that of a page made for it.
    if !isSteady, !hasChanged, mistake == nil { return false }
    guard isSteady else { throw .failed("bytes=\(part.asked): the content has changed meanwhile") }
    if let otherVersion {
      otherwiseNamed(answer, part, otherVersion)
    } else {
      wrong(answer, part, fields, what)
    }
    return true
  }

  /// Asks as a client that has a part of another version, and so needs the whole (RFC 9110 §13.1.5).
  private mutating func askOtherVersion(_ part: Part, _ whole: ProbeResponse) throws(ProbeStop) {
    let condition: FieldLine
    if let tag = whole.tag, !tag.hasPrefix("W/") {
      condition = FieldLine("If-Range", "\"\(talk.name("tag"))\"")
    } else if let date = whole.head.lastModified(receivedAt: whole.receivedAt) {
      condition = FieldLine("If-Range", HTTPDate.imfFixdate(date + -86_400))
    } else {
      return
    }
    let request = talk.request([condition, FieldLine("Range", "bytes=\(part.asked)")])
    let answer = try talk.ask("If-Range of another version", request, expecting: [200, 206], of: whole)
    guard answer.status == 206 else { return }
    talk.findings.add(
      .ifRangeIgnored, field: "If-Range", value: condition.value,
      "`If-Range: \(condition.value)`, which names another version than the current one, was answered 206: a download that"
        + " was interrupted before a change is continued with bytes of the new version, and the file is damaged.",
      advice: "Answer 200 with the whole where If-Range is not the current ETag or Last-Modified.")
  }

  /// Asks for a part of the content as browsers get it: a range counts the coded bytes (RFC 9110 §14.2).
  private mutating func askCoded(_ plain: ProbeResponse) throws(ProbeStop) {
    let accept = FieldLine("Accept-Encoding", "gzip")
    let whole = try talk.coded("gzip", of: plain)
    guard !whole.codings.isEmpty, let length = length(of: whole), length > 1 else { return }
    let part = parts(whole.content, length)[0]
    let answer = try ask(part, [accept], whole)
    guard answer.status == 206, !answer.codings.isEmpty else { return }
    _ = try isWrong(answer, part, [accept], whole, length)
  }

  /// A part to ask for.
  private struct Part {
    /// The range in the syntax of `Range`, without `bytes=`.
    let asked: String
    let range: ClosedRange<Int64>
  }

  /// A part in the middle, all, and the last part: of short content, some of its bytes; of long content, whole blocks.
  private func parts(_ content: ProbeContent, _ length: Int64) -> [Part] {
    let all = Part(asked: "0-", range: 0...(length - 1))
    if length <= Int64(content.beginning.count) {
      let (first, last) = (length / 3, max(length / 3, length * 2 / 3 - 1))
      let count = max(1, length / 4)
      return [
        Part(asked: "\(first)-\(last)", range: first...last), all,
        Part(asked: "-\(count)", range: (length - count)...(length - 1)),
      ]
    }
    let size = ProbeContent.blockLength
    let start = (length - 1) / size * size
    let middle = Int64(content.blocks.count / 2)
    return [
      Part(
        asked: "\(middle * size)-\((middle + 1) * size - 1)",
        range: (middle * size)...((middle + 1) * size - 1)),
      all, Part(asked: "-\(length - start)", range: start...(length - 1)),
    ]
  }

  /// Whether a part may be of the same version as the whole, by their validators.
  private func isSameVersion(_ answer: ProbeResponse, _ whole: ProbeResponse) -> Bool {
    if !talk.has(.etagUnstable), let tag = answer.tag, let other = whole.tag, !tag.isSameTag(as: other) {
      return false
    }
    return hasDate(answer, of: whole)
  }

  private func hasDate(_ answer: ProbeResponse, of whole: ProbeResponse) -> Bool {
    guard let date = answer.modified, let other = whole.modified else { return true }
    return date == other
  }

  /// The validator of a part that differs from that of the whole, in words; nil if none does (RFC 9110 §15.3.7).
  private func otherValidator(_ answer: ProbeResponse, _ whole: ProbeResponse) -> String? {
    guard answer.status == 206, !isSameVersion(answer, whole) else { return nil }
    let field = answer.tag.map { !$0.isSameTag(as: whole.tag ?? $0) } == true ? "ETag" : "Last-Modified"
    let values = [answer, whole].map { $0.head.fields.first(field)?.asCode ?? "none" }
    return "\(field) is \(values[0]), and \(values[1]) with the whole"
  }

  private mutating func otherwiseNamed(_ answer: ProbeResponse, _ part: Part, _ what: String) {
    talk.findings.add(
      .rangeWrong, severity: .warning, field: "Content-Range",
      value: answer.head.fields.first("Content-Range"),
      "`Range: bytes=\(part.asked)` was answered 206, where \(what): no client may join the part with what it has, so that a"
        + " download that was interrupted begins anew.",
      advice: "Send the validators of the whole with each part.")
  }

  /// Judges a 200 for a part.
  private mutating func judgeWhole(
    _ answer: ProbeResponse, _ part: Part, _ whole: ProbeResponse, _ length: Int64, isFirst: Bool
  ) {
    if let range = answer.head.fields.first("Content-Range") {
      return wrong(answer, part, [], "was answered 200 with `Content-Range: \(range)`: a 200 is the whole")
    }
    guard !isFirst else { return notHonoured(answer, whole, part) }
    let type = whole.head.first(.contentType)?.asciiLowercased ?? ""
    let isPlayed = type.hasPrefix("video/") || type.hasPrefix("audio/")
    talk.findings.add(
      .rangeNotHonoured, severity: isPlayed ? .warning : nil, field: "Accept-Ranges",
      value: whole.head.fields.first("Accept-Ranges"),
      "`Range: bytes=\(part.asked)` was answered 200, and another part 206"
        + (isPlayed
          ? ": Safari plays nothing that is not answered 206." : ": a client that asks so can't continue.")
        + cloudflareClause(answer, whole),
      advice: "Answer 206 with `Content-Range: bytes 0-\(length - 1)/\(length)`, too.")
  }

  /// Why Cloudflare keeps no part of the origin's, where its edge has answered: a sentence behind a space; empty elsewhere.
  ///
  /// Its conditions are those of developers.cloudflare.com/cache/reference/range-requests, November 2026.
  private func cloudflareClause(_ answer: ProbeResponse, _ whole: ProbeResponse) -> String {
    guard answer.edge.line.contains(where: { $0.product.name == CacheProduct.cloudflare.name })
    else { return "" }
    let fields = answer.head.fields
    var unmet: [String] = []
    if fields.contains("Content-Encoding") { unmet.append("the content has a coding") }
    if !fields.contains("Content-Length") { unmet.append("Content-Length is missing") }
    if fields.contains("Transfer-Encoding") { unmet.append("the content comes in chunks") }
    if answer.tag != whole.tag { unmet.append("the ETag is not the same throughout") }
    return
      " Cloudflare keeps an origin's 206 only with a complete length and a Content-Length, without a coding and chunks, and with"
      + " one ETag throughout, or none"
      + (unmet.isEmpty ? "." : "; here \(unmet.joined(separator: ", and ")).")
  }

  private mutating func notHonoured(_ answer: ProbeResponse, _ whole: ProbeResponse, _ part: Part) {
    let promises = whole.head.fields.members("Accept-Ranges").contains { $0.equalsIgnoringASCIICase("bytes") }
    guard promises else { return }
    talk.findings.add(
      .rangeNotHonoured, field: "Accept-Ranges", value: "bytes",
      "`Accept-Ranges: bytes` promises parts, and `Range: bytes=\(part.asked)` was answered 200 with the whole."
        + cloudflareClause(answer, whole),
      advice: "Leave Accept-Ranges out, or answer 206.")
  }

  /// The mistake in the answer to a range, in words; nil if there is none.
  private func mistake(
    _ answer: ProbeResponse, _ part: Part, _ length: Int64, _ whole: ProbeResponse
  ) -> String? {
    guard answer.status == 206 else {
      return answer.status == 416
        ? "was answered 416 (not satisfiable), although it lies within \(length) bytes" : nil
    }
    guard answer.codings == whole.codings else {
      return "was answered in \(answer.codings.joined(separator: ", ").asCode), which was not asked for"
    }
    let said = answer.head.fields.first("Content-Range")
    guard let text = said, let range = ContentRange(text) else {
      return "was answered 206 with \(said.map { "`Content-Range: \($0)`" } ?? "no Content-Range")"
    }
    if let total = range.completeLength, total != length {
      return "was answered with a total of \(total) bytes, and the whole has \(length)"
    }
    // A server may send some of the bytes that were asked for, and says which (RFC 9110 §15.3.7).
    guard part.range.contains(range.range.lowerBound), part.range.contains(range.range.upperBound) else {
      return "was answered with the bytes \(range.range.lowerBound)-\(range.range.upperBound)"
    }
    guard answer.content.isCut || answer.content.length == range.length else {
      return "was answered with \(answer.content.length) bytes instead of \(range.length)"
    }
    return whole.content.contradicts(answer.content, at: range.range.lowerBound)
      ? "was answered with other bytes than the whole has there" : nil
  }

  private mutating func wrong(_ answer: ProbeResponse, _ part: Part, _ fields: [FieldLine], _ what: String) {
    talk.findings.add(
      .rangeWrong, field: "Content-Range", value: answer.head.fields.first("Content-Range"),
      "`Range: bytes=\(part.asked)`" + fields.map { " with `\($0.name): \($0.value)`" }.joined()
        + " \(what): a continued download, or a video played from the middle, is damaged.",
      advice: fields.isEmpty
        ? "Send the bytes that were asked for, or 200 with the whole."
        : "Take the part from the coded content, or answer 200 with the whole.")
  }
}
