import HTTPCacheCore

/// Why the body of a URL could not be written.
struct OutputProblem: Sendable {
  let message: String
  let code: ExitCode
  /// Whether it is told as a warning, since nothing failed.
  var isWarning = false
}

/// The result of one URL of `fetch`, for reports and the exit code.
struct FetchReport {
  let request: RequestHead
  let settings: Settings
  let result: FetchResult

  /// The file that holds the body; nil if there is none.
  var bodyFile: String?

  /// Why the body could not be written; nil if it could.
  var outputProblem: OutputProblem?

  /// The checks that do not hold, each with the value that was found.
  var failedExpectations: [Shortfall] = []

  var failsOnErrorStatus = false

  /// Whether the response is not the one that the time condition asks for, so that its body was not written: it stands
  /// for a 304.
  var isUnchanged = false

  /// Whether the request asked about a stored response, which stays unless it was removed.
  var isRevalidation = false

  /// Whether the response is in the cache afterwards.
  var isInCache: Bool { result.isInCache || isRevalidation && !result.hasRemoved }

  /// Whether the response came whole: what came of one that was cut answers no like request.
  var isWhole: Bool { result.error == nil || result.source != .network }

  /// The content of the body; nil if no check needs it.
  var content: ObservedContent?

  /// The verdict on the served response as of `now`; nil if none was served.
  func verdict(now: Instant) -> Verdict? {
    result.served.map {
      Verdict(subject($0), SubjectContext(content: content), now: now, settings: settings)
    }
  }

  /// The verdict on a stored response whose origin was not asked; nil if it was.
  func verdict(unaskedFor entry: StoredEntry, now: Instant) -> Verdict? {
    guard result.served == nil, result.error == nil else { return nil }
    return Verdict(Subject(stored: entry.response, for: request), now: now, settings: settings)
  }

  /// The decision on reuse of a served response for the next equal request.
  func nextUse(of served: Served, now: Instant) -> ReuseDecision {
    var like = settings
    like.requestPolicy = .protocol
    return ReuseDecision(served.request, candidates: [served.stored], now: now, settings: like)
  }

  /// What becomes of a served response; nil if nothing was decided about storing it.
  func outcome(of served: Served, next: ReuseDecision) -> PageOutcome? {
    served.storage.map { PageOutcome(Conclusion(served.stored.head, storage: $0, reuse: next)) }
  }

  /// The notes of caches on the way on what came from the network.
  func upstreamNotes(_ served: Served) -> [Reason] {
    guard served.source == .network else { return [] }
    let stored = served.stored
    return UpstreamCaches.notes(served.request, stored.head, receivedAt: stored.receivedAt)
  }

  /// The subject that a verdict on a served response judges.
  private func subject(_ served: Served) -> Subject {
    guard served.source == .network else {
      return Subject(stored: served.stored, for: served.request, bodyLength: served.bodyLength)
    }
    return Subject(
      origin: .live, request: served.request, stored: served.stored, receivedHead: served.base,
      bodyLength: result.bytes)
  }

  /// The warnings about a fetch that worked, a line each.
  var warnings: [String] {
    result.warnings.map(\.advice) + (outputProblem.map { $0.isWarning ? [$0.message] : [] } ?? [])
  }

  /// The errors, a line each, without passwords.
  var errors: [String] {
    var errors: [String] = []
    if let error = result.error, error != .readerClosed { errors.append(error.message) }
    if let outputProblem, !outputProblem.isWarning { errors.append(outputProblem.message) }
    if let status = errorStatus { errors.append("the origin answered \(status)") }
    errors += failedExpectations.map(\.sentence)
    return errors.map { UserInformation.redacted(in: $0) }
  }

  /// The status, if `--fail` makes it a failure.
  private var errorStatus: Int? {
    guard failsOnErrorStatus, let status = result.served?.status, status >= 400 else { return nil }
    return status
  }

  /// The exit code, as if the URL were the only one.
  var exitCode: ExitCode {
    let checks: ExitCode = failedExpectations.isEmpty && errorStatus == nil ? .done : .checkFailed
    return .merged([result.error.map(ExitCode.init) ?? .done, checks, outputProblem?.code ?? .done])
  }
}

extension ExitCode {
  /// The exit code that an error of a fetch ends in.
  init(_ error: FetchError) {
    switch error {
    case .transport, .tooManyRedirects, .cookieNotSent, .redirectCircle, .badRedirect: self = .networkFailed
    case .notInCache: self = .notCached
    case .store: self = .cacheFailed
    case .readerClosed: self = .done
    }
  }
}

// Hints: what the user can do about an error. Only the executable knows which option sets a value of the core.

extension FetchResult {
  /// What the user can do about the error; nil if nothing helps.
  var hint: String? { remedy?.hint ?? error?.hint }
}

extension FetchRemedy {
  var hint: String {
    switch self {
    case .fetchTheRest: "the bytes received are kept: fetch it again, and only the rest is asked for"
    case .raiseLimit(let limit):
      "only its first \(limit.asSize) are kept, and asked for no more: --max-entry-size has all of it kept"
    case .serveStale: "--stale-if-unreachable would serve what is stored"
    }
  }
}

extension FetchWarning {
  /// The warning, with the option that would make it needless.
  var advice: String {
    switch self {
    case .message: text
    case .bodyTooLarge: "\(text); --max-entry-size raises the limit"
    }
  }
}

extension FetchError {
  var hint: String? {
    switch self {
    case .transport(let error): error.hint
    case .notInCache: "--explain says why; --policy cache-else-load or protocol would ask the origin"
    case .store(let error): error.hint
    case .tooManyRedirects: "--max-redirects allows more"
    case .cookieNotSent: "-b '' sends the cookies that redirects set, as browsers do"
    case .badRedirect, .redirectCircle, .readerClosed: nil
    }
  }
}

extension TransportError {
  var hint: String? {
    switch self {
    case .libraryMissing: "install the package libcurl4 (macOS: curl)"
    case .untrusted(_, let isProxy):
      "\(isProxy ? "--proxy-cacert" : "--cacert") FILE names a certificate to trust"
    case .proxyRefused(_, 407, _): "-U USER:PASS gives the proxy its credentials"
    case .timeout: "--max-time and --connect-timeout set the limits, --retry tries again"
    case .tooManyFiles: "ulimit -n 1024 lets the commands of a shell have more"
    case .nameUnknown, .unreachable, .proxyUnreachable, .proxyRefused, .tls, .cutShort, .tooLong,
      .digestWrong, .malformedResponse, .transferCoding, .headTooLarge, .cancelled, .other:
      nil
    }
  }
}

extension StoreError {
  var hint: String? {
    switch self {
    case .newerSchema: "update httpcache, or use another --cache-dir"
    case .noDirectory, .foreignDatabase, .notDirectory, .notOurs: "use another --cache-dir"
    case .damaged: "the next fetch moves it aside and begins a new one"
    case .full: "free some space on its file system"
    case .unusable: "httpcache stats --repair sets the database aside and begins a new one"
    case .noPermission, .notWritable, .notMade:
      "check who owns the directory and its mode, or use another --cache-dir"
    case .damagedBody, .gone, .tooLarge, .locked, .io, .readOnly, .newerStored, .invalidatedMeanwhile,
      .setAside:
      nil
    }
  }
}
