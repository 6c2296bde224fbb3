@testable import HTTPCacheCore

/// An answer of a server that exists in words only.
struct ScriptedAnswer {
  var status = 200
  var fields: [(String, String)] = []
  var body: [UInt8] = []

  subscript(name: String) -> String? {
    get { fields.first { $0.0.equalsIgnoringASCIICase(name) }?.1 }
    set {
      fields.removeAll { $0.0.equalsIgnoringASCIICase(name) }
      if let newValue { fields.append((name, newValue)) }
    }
  }

  /// Becomes the whole, in place of a 304 or a part.
  mutating func sendWhole() {
    (status, body) = (200, ScriptedServer.content)
    self["Content-Range"] = nil
  }
}

/// A server that exists in words only: it does everything as the RFCs say, and a script makes it go wrong.
struct ScriptedServer: Sendable {
  /// Changes an answer: of which request, and the how many-th it is, counted from 0.
  typealias Script = @Sendable (_ answer: inout ScriptedAnswer, _ request: RequestHead, _ number: Int) -> Void

  static let url = "http://site.test/assets/app.3f9ac2d1.js"
  static let content = Array("The content of a file, long enough for two parts.".utf8)
  static let date = "Mon, 12 Jan 2026 12:00:00 GMT"
  static let now = "Mon, 12 Jan 2026 16:45:57 GMT"

  /// Two users, as fields of their requests.
  static let users = [FieldLine("Cookie", "user=a"), FieldLine("Cookie", "user=b")]

  var url = Self.url
  /// The most bytes of a body that are read.
  var most = Int.max
  var script: Script = { _, _, _ in }

  /// Asks what the probes want, and gives their reports.
  func reports(_ probes: [Probe], _ change: (inout ProbeSettings) -> Void = { _ in }) throws -> [ProbeReport]
  {
    let head = RequestHead(target: try TargetURI(url), fields: FieldSection([FieldLine("Accept", "*/*")]))
    let first = answer(head, 0)
    let subject = Subject(
      origin: .live, request: head,
      stored: StoredResponse(
        key: CacheKey(target: head.target), head: first.head, requestedAt: noon, receivedAt: noon))
    var settings = ProbeSettings()
    settings.probes = probes
    settings.seed = 7
    change(&settings)
    var run = ProbeRun(subject, settings)
    var number = 1
    while let request = run.next() {
      run.take(.success(answer(request.head, number)))
      number += 1
    }
    return run.reports
  }

  /// The codes of all findings of probes.
  func codes(_ probes: [Probe], _ change: (inout ProbeSettings) -> Void = { _ in }) throws -> [String] {
    try reports(probes, change).flatMap(\.findings).map(\.code.rawValue)
  }

  private func answer(_ request: RequestHead, _ number: Int) -> ProbeResponse {
    var answer = Self.sound(request, to: url)
    script(&answer, request, number)
    return ProbeResponse(
      head: ResponseHead(
        status: answer.status, fields: FieldSection(answer.fields.map { FieldLine($0.0, $0.1) })),
      content: content(answer, request), requestedAt: noon, receivedAt: noon)
  }

  /// The body as it was read; the coding of these servers is a mark before the bytes.
  private func content(_ answer: ScriptedAnswer, _ request: RequestHead) -> ProbeContent {
    var content = ProbeContent()
    guard request.method != "HEAD", answer.status != 304 else { return content }
    // A part of coded content is a part of the marked bytes already.
    let mark = answer.status == 206 ? [] : Self.mark(answer)
    Array((mark + answer.body).prefix(most)).withUnsafeBytes { content.take($0) }
    Array(answer.body.prefix(most)).withUnsafeBytes { content.takeDecoded($0) }
    content.isCut = mark.count + answer.body.count > most
    return content
  }

  private static func mark(_ answer: ScriptedAnswer) -> [UInt8] {
    Array((answer["Content-Encoding"] ?? "").utf8)
  }

  /// What a server without fault answers.
  static func sound(_ request: RequestHead, to url: String) -> ScriptedAnswer {
    guard request.target.absolute.hasPrefix(url) || request.target.absolute == url else {
      return ScriptedAnswer(status: 404)
    }
    let isCoded = request.fields.first("Accept-Encoding")?.contains("gzip") ?? false
    let tag = isCoded ? "\"1-gzip\"" : "\"1\""
    var answer = ScriptedAnswer(
      fields: [
        ("Date", now), ("Cache-Control", "max-age=3600"), ("ETag", tag), ("Last-Modified", date),
        ("Vary", "Accept-Encoding"), ("Content-Type", "text/javascript"),
      ], body: content)
    if isCoded { answer["Content-Encoding"] = "gzip" }
    if let sent = request.fields.first("If-None-Match") {
      if sent.isSameTag(as: tag) { answer.status = 304 }
    } else if request.fields.first("If-Modified-Since") == date {
      answer.status = 304
    }
    let whole = mark(answer) + content
    if answer.status == 200, let text = request.fields.first("Range"),
      request.fields.first("If-Range").map({ $0 == tag || $0 == date }) ?? true,
      let range = RangeRequest(text)?.specifiers.first?.resolved(length: Int64(whole.count))
    {
      answer.status = 206
      answer.body = Array(whole[Int(range.lowerBound)...Int(range.upperBound)])
      answer["Content-Range"] = ContentRange(range, of: Int64(whole.count)).text
    }
    return answer
  }
}

extension ScriptedServer {
  /// The script of a server that codes nothing.
  @Sendable static func uncoded(_ answer: inout ScriptedAnswer, _ request: RequestHead, _ number: Int) {
    var request = request
    request.fields.set("Accept-Encoding", "identity")
    answer = sound(request, to: request.target.origin)
  }

  /// The script of two servers that answer in turn, each with a version of its own.
  @Sendable static func inTurn(_ answer: inout ScriptedAnswer, _ request: RequestHead, _ number: Int) {
    guard answer.status != 404 else { return }
    uncoded(&answer, request, number)
    let tag = "\"v\(number % 2)\""
    (answer["ETag"], answer["Last-Modified"]) = (tag, nil)
    answer.body = answer.body.map { $0 ^ UInt8(number % 2) }
    if request.fields.first("If-None-Match")?.isSameTag(as: tag) == true { answer.status = 304 }
  }
}

extension RequestHead {
  func has(_ name: String) -> Bool { fields.contains(name) }
}
