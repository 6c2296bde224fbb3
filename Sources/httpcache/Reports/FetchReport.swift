import HTTPCacheCore

/// What became of one URL of `fetch`, as far as reports and the exit code ask.
struct FetchReport {
  let request: RequestHead
  let settings: Settings
  let result: FetchResult

  /// The file that holds the body; nil where there is none.
  let bodyFile: String?

  /// Why the body could not be written; nil where it could.
  let outputError: OutputError?

  /// The file that was to hold the body; nil where it went to stdout.
  var wantedPath: String?

  /// The checks that do not hold, as written.
  var failedExpectations: [String]

  /// Whether a status of 400 or more is a failure.
  let failsOnErrorStatus: Bool

  /// What was served, judged now; nil where nothing was.
  func verdict(now: Instant) -> Verdict? {
    result.served.map { Verdict(subject($0), now: now, settings: settings) }
  }

  /// A served response as what a verdict judges.
  func subject(_ served: Served) -> Subject {
    Subject(
      origin: served.source == .network ? .live : .store, request: served.request, stored: served.stored,
      bodyLength: served.source == .network ? result.bytes : served.bodyLength,
      isFromServer: true)
  }

  /// What the user should know though the fetch worked, a line each.
  var warnings: [String] { result.warnings.map(\.advice) }

  /// Everything that went wrong, a line each.
  var errors: [String] {
    var errors: [String] = []
    if let error = result.error, error != .readerClosed { errors.append(error.message) }
    if let outputError { errors.append("can't write \(wantedPath ?? "the body"): \(outputError.message)") }
    if let status = errorStatus { errors.append("the origin answered \(status)") }
    errors += failedExpectations.map { "the check \($0) does not hold" }
    return errors.map { UserInformation.redacted(in: $0) }
  }

  /// The status, where `--fail` makes it a failure.
  private var errorStatus: Int? {
    guard failsOnErrorStatus, let status = result.served?.status, status >= 400 else { return nil }
    return status
  }

  /// The exit code, as if the URL were the only one.
  var exitCode: ExitCode {
    let checks: ExitCode = failedExpectations.isEmpty && errorStatus == nil ? .done : .checkFailed
    let output: ExitCode =
      switch outputError {
      case nil: .done
      case .damagedCoding: .networkFailed  // The origin sent it so.
      case .readerGone, .noFileName, .failed: .cacheFailed
      }
    return .merged([result.error.map(ExitCode.init) ?? .done, checks, output])
  }
}

extension ExitCode {
  /// The exit code that an error of a fetch ends in.
  init(_ error: FetchError) {
    switch error {
    case .transport, .tooManyRedirects, .badRedirect: self = .networkFailed
    case .notInCache: self = .notCached
    case .store: self = .cacheFailed
    case .readerClosed: self = .done
    }
  }
}
