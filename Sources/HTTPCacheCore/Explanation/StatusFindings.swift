/// What status and method ask for besides a lifetime (RFC 9110 §9.3.3, §15).
enum StatusFindings {
  static func all(_ subject: FindingSubject) -> [Finding] {
    heuristic(subject) + longError(subject) + partial(subject) + post(subject) + urlcache(subject)
  }

  private static func heuristic(_ subject: FindingSubject) -> [Finding] {
    let (status, settings) = (subject.head.status, subject.settings)
    guard (200..<600).contains(status), status != 304, subject.isLifetimeOfInterest,
      StorageRules.permissions(
        Exchange(request: subject.request, head: subject.head), settings: Settings(role: settings.role)
      ).cites(.nothingAllowsStoring)
    else { return [] }
    return [
      Finding(
        .statusNotHeuristic,
        "A \(status) is not stored on its own account: \(subject.cacheName) stores it only with an explicit lifetime"
          + " or `public`, and this one has neither.",
        advice: "Send `Cache-Control: max-age=3600` if it should be stored.")
    ]
  }

  private static func longError(_ subject: FindingSubject) -> [Finding] {
    let status = subject.head.status
    guard status == 404 || (500..<600).contains(status), subject.isLifetimeOfInterest,
      let seconds = subject.lifetime.seconds, seconds > 3600
    else { return [] }
    return [
      Finding(
        .errorStatusLongLifetime, field: "Cache-Control",
        value: subject.head.fields.combined("Cache-Control"),
        "This \(status) is fresh for \(seconds) s: \(subject.cacheName) keeps answering with the error that long,"
          + " also after it is mended.", advice: "Write `Cache-Control: max-age=60` or `no-store` for errors."
      )
    ]
  }

  private static func partial(_ subject: FindingSubject) -> [Finding] {
    let fields = subject.head.fields
    let isMultipart =
      fields.first("Content-Type")?.asciiLowercased.hasPrefix("multipart/byteranges") ?? false
    guard subject.head.status == 206, !fields.contains("Content-Range"), !isMultipart else { return [] }
    return [
      Finding(
        .partialWithoutContentRange, field: "Content-Range",
        "A 206 without Content-Range does not say which part it is, so that no recipient can place or combine it.",
        advice: "Send `Content-Range: bytes 0-499/1234` with the numbers of the part.")
    ]
  }

  private static func post(_ subject: FindingSubject) -> [Finding] {
    let fields = subject.head.fields
    guard subject.request.method == "POST", subject.hasExplicitLifetime, !subject.isNoStore,
      !subject.isNoCache,
      (200..<300).contains(subject.head.status), (subject.lifetime.seconds ?? 0) > 0,
      !fields.contains("Content-Location")
    else { return [] }
    return [
      Finding(
        .postNeedsContentLocation, field: "Content-Location",
        "The answer to a POST has a lifetime of \(subject.lifetime.seconds ?? 0) s, but a cache may use it only for a"
          + " later GET of the same URL, and only with a Content-Location that names it.",
        advice: "Send `Content-Location: \(subject.request.target.path)` if it is meant so.")
    ]
  }

  /// Which of the conditions of the URL Loading System fail, with the number.
  private static func urlcache(_ subject: FindingSubject) -> [Finding] {
    guard subject.settings.profile == .urlcache else { return [] }
    return subject.storage(subject.settings).reasons.compactMap { reason in
      switch reason.rule {
      case .statusNot2xx:
        Finding(
          .statusNot2xx, "The status is \(subject.head.status), and URLCache stores 200 to 299 only.")
      case .responseTooLarge:
        Finding(
          .responseTooLarge, field: "Content-Length", value: subject.head.fields.first("Content-Length"),
          "The body has \(reason.otherAmount ?? 0) bytes, more than the \(reason.amount ?? 0) bytes that one response"
            + " may have, so it is not stored.", advice: "Raise the limit with `--max-entry-size`.")
      default: nil
      }
    }
  }
}
