extension Finding.Code {
  package static let answeredWithError = Self(
    "answered-with-error", .error, "RFC 9110 §15.5", "a URL is answered with a status of 400 or more",
    shown: .example("HTTP/1.1 404 Not Found"))
  static let errorStatusLongLifetime = Self(
    "error-status-long-lifetime", .warning, "RFC 9111 §4.2", "an error is fresh for more than an hour",
    shown: .example("HTTP/1.1 404 Not Found", "Cache-Control: max-age=86400"))
  static let permanentAnswerUnbounded = Self(
    "permanent-answer-unbounded", .info, "RFC 9110 §15.4.2",
    "a permanent redirect, or a 410, has no lifetime, and caches keep it as long as they like",
    shown: .example("HTTP/1.1 301 Moved Permanently", "Location: /other"))
  static let partialWithoutContentRange = Self(
    "partial-without-content-range", .warning, "RFC 9110 §15.3.7", "a 206 does not say which part it is",
    shown: .example("HTTP/1.1 206 Partial Content", "Content-Length: 100"))
  static let postNeedsContentLocation = Self(
    "post-needs-content-location", .info, "RFC 9110 §9.3.3",
    "the answer to a POST needs Content-Location to be used again",
    shown: .example("> POST /search", "Cache-Control: max-age=600"))
  static let queryKeyedByContent = Self(
    "query-keyed-by-content", .info, "RFC 10008 §2.7",
    "the answer to a QUERY is for later queries with the same content only",
    shown: .example("> QUERY /search", "Cache-Control: max-age=600"))
  static let responseTooLarge = Self(
    "response-too-large", .info, "URL Loading System, condition 7",
    "the body is larger than the limit of the cache",
    shown: .example("--profile urlcache", "Content-Length: 104857600"))
}

/// Checks the requirements of status and method, except for lifetimes (RFC 9110 §9.3.3, §15).
enum StatusFindings: FindingFamily {
  static let codes: [Finding.Code] = [
    .answeredWithError, .errorStatusLongLifetime, .permanentAnswerUnbounded,
    .partialWithoutContentRange, .postNeedsContentLocation, .queryKeyedByContent,
    .responseTooLarge,
  ]

  static func find(in facts: Facts) -> [Finding] {
    var findings: [Finding] = []
    findings.add(error(facts))
    findings.add(longError(facts))
    findings.add(unbounded(facts))
    findings.add(partial(facts))
    findings.add(post(facts))
    findings.add(query(facts))
    if facts.settings.profile == .urlcache { addURLCache(facts, to: &findings) }
    return findings
  }

  private static func error(_ facts: Facts) -> Finding? {
    let status = facts.head.status
    guard (400..<600).contains(status), !facts.context.isStatusExpected else { return nil }
    let isLive = facts.subject.origin == .live
    let (meaning, remedy) =
      switch status {
      case 401:
        (
          "it asks for credentials",
          isLive
            ? "Give them by `-u USER:PASS` or `-H @FILE`, else mend the link or the server"
            : "Mend the link or the server"
        )
      case 404, 410: ("nothing is served under this URL", "Mend the link or the server")
      case ..<500: ("the server refuses this request", "Mend the request or the server")
      default: ("the server failed", "Mend the link or the server")
      }
    return Finding(
      .answeredWithError, severity: isLive ? nil : .info,
      "The answer is \(status): \(meaning), which no field of the response mends.",
      advice: "\(remedy); where \(status) is meant, `--expect status=\(status)` says so.")
  }

  private static func longError(_ facts: Facts) -> Finding? {
    let status = facts.head.status
    guard [401, 403, 404, 410].contains(status) || (500..<600).contains(status),
      facts.isLifetimeOfInterest,
      let seconds = facts.lifetime.seconds, seconds > 3600
    else { return nil }
    return Finding(
      .errorStatusLongLifetime, directivesOf: facts,
      "This \(status) is fresh for \(formatDuration(seconds)): \(facts.cacheName) keeps answering with the error that long,"
        + " even after it is fixed.",
      line: AdvisedLine(
        ControlEdit(reuse: status == 404 || status == 410 ? .lifetime(shortest) : .never),
        after: " for errors."))
  }

  /// The seconds for which an answer that something is missing may be kept, since it may come.
  private static let shortest: Seconds = 60

  private static func unbounded(_ facts: Facts) -> Finding? {
    let status = facts.head.status
    guard facts.head.isPermanent, facts.isLifetimeOfInterest, facts.lifetime.source == .none,
      !facts.isControlMisspelt, !RedirectFindings.isBounded(facts)
    else { return nil }
    let seconds: Seconds = status >= 400 ? shortest : 86_400
    return Finding(
      .permanentAnswerUnbounded,
      "This \(status) has no lifetime, so caches keep it as long as they like: \(browsers(status))."
        + " A wrong one can't be called back from those that have it.",
      line: AdvisedLine(
        ControlEdit(reuse: .lifetime(seconds), isForOneUser: facts.isPersonal),
        before: "Send ", after: " to have it asked for again after \(formatDuration(seconds))."))
  }

  /// What browsers that return do with a permanent answer without a lifetime, as it was measured.
  private static func browsers(_ status: Int) -> String {
    switch status {
    case 410: "Chromium and Firefox do not ask for it again, WebKit for a year"
    case 301: "Chromium does not ask for it again, WebKit for a year; Firefox asks each time"
    default: "Chromium does not ask for it again; Firefox and WebKit ask each time"
    }
  }

  private static func partial(_ facts: Facts) -> Finding? {
    let fields = facts.head.fields
    guard facts.head.status == 206, !fields.contains("Content-Range"),
      fields.first("Content-Type")?.asciiLowercased.hasPrefix("multipart/byteranges") != true
    else { return nil }
    return Finding(
      .partialWithoutContentRange, field: "Content-Range",
      "A 206 without Content-Range does not say which part it is, so no recipient can place or combine it.",
      advice: "Send `Content-Range: bytes 0-499/1234` with the numbers of the part.")
  }

  private static func post(_ facts: Facts) -> Finding? {
    guard facts.request.method == "POST", let seconds = lifetimeOfSuccess(facts),
      !facts.head.fields.contains("Content-Location")
    else { return nil }
    return Finding(
      .postNeedsContentLocation, field: "Content-Location",
      "The answer to a POST has a lifetime of \(formatDuration(seconds)), but a cache may use it only for a"
        + " later GET of the same URL, and only with a Content-Location that names it.",
      advice: "Send `Content-Location: \(facts.request.target.path)` if a later GET may use it.")
  }

  private static func query(_ facts: Facts) -> Finding? {
    guard facts.request.method == "QUERY", let seconds = lifetimeOfSuccess(facts) else { return nil }
    let isNamed = ["Location", "Content-Location"].contains(where: facts.head.fields.contains)
    return Finding(
      .queryKeyedByContent, directivesOf: facts,
      "The answer to a QUERY has a lifetime of \(formatDuration(seconds)), and a cache may use it only for a later QUERY of"
        + " the same URL with the same content and Content-Type: both are part of the key. A cache that has only the URL in"
        + " its key, as this one, stores none.",
      advice: isNamed
        ? nil
        : "Send `Location` with a URL that repeats the query, or `Content-Location` with one that has this result: what a GET"
          + " of it brings is stored by every cache.")
  }

  /// The lifetime that a successful answer gives by its own fields; nil for none.
  private static func lifetimeOfSuccess(_ facts: Facts) -> Seconds? {
    guard facts.hasExplicitLifetime, !facts.isNoStore, !facts.isNoCache,
      (200..<300).contains(facts.head.status), let seconds = facts.lifetime.seconds, seconds > 0
    else { return nil }
    return seconds
  }

  /// The size that URLCache has no room for, which its owner can change; of its other conditions the reasons tell.
  private static func addURLCache(_ facts: Facts, to findings: inout [Finding]) {
    for reason in facts.storage(facts.settings).reasons where reason.rule == .responseTooLarge {
      findings.add(
        .responseTooLarge, field: "Content-Length", value: facts.head.fields.first("Content-Length"),
        "The body has \((reason.otherAmount ?? 0).asSize), more than the \((reason.amount ?? 0).asSize) that one response"
          + " may have, so it is not stored.", advice: "Raise the limit for one response.")
    }
  }
}
