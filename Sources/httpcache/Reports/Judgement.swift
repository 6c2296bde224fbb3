import HTTPCacheCore

/// One response as it was judged against all that was asked of it.
struct Judgement: Sendable {
  /// A check that did not hold.
  struct FailedCheck: Equatable, Sendable {
    /// The check, and what was found in its place.
    let shortfall: Shortfall

    /// The pattern of `--expect-file` that asks for it; nil for `--expect`.
    let place: ExpectationFile.Place?

    /// The check as it was written.
    var text: String { shortfall.check }

    /// The URL pattern; nil for `--expect`.
    var pattern: String? { place?.pattern }
  }

  /// A finding that is too severe.
  struct FailedFinding: Sendable {
    let finding: Finding

    /// The pattern of `--expect-file` whose `fail-on` it reaches; nil for `--fail-on`.
    let place: ExpectationFile.Place?

    /// The URL pattern; nil for `--fail-on`.
    var pattern: String? { place?.pattern }
  }

  /// Why a finding counts for nothing.
  enum Hiding: Equatable, Sendable {
    /// It was there when the baseline was written.
    case baseline
    /// It is meant to be, for this reason.
    case accepted(reason: String)
  }

  let verdict: Verdict

  /// Whether it is one response of the summary: an entry of a `Cache.db` is judged twice, and counted once.
  let isCounted: Bool

  /// The file that the response was read from; nil where it comes from a store, a socket or standard input.
  let file: String?

  private(set) var failedChecks: [FailedCheck] = []
  private(set) var failedFindings: [FailedFinding] = []

  /// The patterns of `--expect-file` that cover its URL, by their place in the file.
  private(set) var metPatterns: [Int] = []

  init(verdict: Verdict, file: String?, isCounted: Bool) {
    self.verdict = verdict
    self.isCounted = isCounted
    self.file = file
  }

  /// Which findings count for nothing.
  struct Hidings: Sendable {
    /// Why findings of these codes are meant to be.
    fileprivate var accepted: [Finding.Code: String] = [:]

    /// The findings that the baseline had.
    fileprivate var known: [Finding] = []

    fileprivate var isEmpty: Bool { accepted.isEmpty && known.isEmpty }

    /// Why a finding counts for nothing; nil where it counts.
    func hiding(of finding: Finding) -> Hiding? {
      if isEmpty { return nil }
      if let reason = accepted[finding.code] { return .accepted(reason: reason) }
      return known.contains(finding) ? .baseline : nil
    }
  }

  /// Which of its findings count for nothing.
  private(set) var hidings = Hidings()

  /// Takes a finding for one that is meant to be; before it is held against a limit.
  mutating func accept(_ finding: AcceptedFinding) { hidings.accepted[finding.code] = finding.reason }

  /// Takes a finding for one that was there before.
  mutating func hide(_ finding: Finding) {
    hidings.known.append(finding)
    failedFindings.removeAll { $0.finding == finding }
  }

  /// Notes that a pattern covers the URL.
  mutating func meet(_ pattern: Int) { metPatterns.append(pattern) }

  /// Holds a verdict against checks; a pattern may have it judged under other settings.
  ///
  /// - Parameters:
  ///   - checks: of one pattern, or of the command line.
  ///   - place: where the pattern stands; nil for the command line.
  ///   - verdict: of the response.
  ///   - file: gives the file that a path in a check stands for.
  mutating func hold(
    against checks: [Expectation], of place: ExpectationFile.Place?, _ verdict: Verdict,
    file: (String) -> LocalFile
  ) {
    for check in checks {
      guard let shortfall = check.shortfall(verdict, file: file) else { continue }
      failedChecks.append(FailedCheck(shortfall: shortfall, place: place))
    }
  }

  /// Holds the findings of a verdict against a limit.
  mutating func hold(against limit: Finding.Severity, of place: ExpectationFile.Place?, _ verdict: Verdict) {
    for finding in verdict.findings where finding.severity >= limit && hidings.hiding(of: finding) == nil {
      failedFindings.append(FailedFinding(finding: finding, place: place))
    }
  }

  /// Whether it makes the exit code 1.
  var isFailed: Bool { !failedChecks.isEmpty || !failedFindings.isEmpty }

  /// Whether a finding of the verdict is among those that are too severe.
  func isFailed(_ finding: Finding) -> Bool { failedFindings.contains { $0.finding == finding } }

  /// The findings that count: those of the verdict, then those that only a pattern's own settings brought up.
  var findings: [Finding] {
    let all = verdict.findings + failedFindings.map(\.finding).filter { !verdict.findings.contains($0) }
    return hidings.isEmpty ? all : all.filter { hidings.hiding(of: $0) == nil }
  }

  /// The findings of the verdict that count for nothing, with why.
  var hidden: [(finding: Finding, why: Hiding)] {
    verdict.findings.compactMap { finding in hidings.hiding(of: finding).map { (finding, $0) } }
  }

  /// The URL that was judged.
  var url: String { verdict.subject.urlText }

  /// Method and URL; for a `Cache.db`, whose entries are judged by both profiles, also which one.
  var name: String {
    let request = verdict.subject.request
    let profile = verdict.subject.origin == .cacheDB ? " (\(verdict.settings.profile.rawValue))" : ""
    return "\(request.method) \(url)\(profile)"
  }
}

extension Judgement.FailedCheck {
  /// The check, and whose it is.
  var label: String { pattern.map { "\(text) (pattern \($0))" } ?? text }

  /// The check, whose it is, and what was found in its place.
  var sentence: String { "\(label) does not hold: \(shortfall.explanation)" }
}

extension Judgement.FailedFinding {
  /// The code, and whose limit it reaches.
  var label: String { pattern.map { "\(finding.code.rawValue) (pattern \($0))" } ?? finding.code.rawValue }
}

/// An entry of a recording: judged, or not.
enum JudgedEntry: Sendable {
  case judged(Judgement)
  case skipped(SkippedEntry)
}

/// A subject that could not be judged.
struct SubjectFailure {
  /// Where the response should have come from.
  let origin: Subject.Origin

  /// What it was.
  let subject: String

  /// Its URL; nil where it is no URL.
  var url: String?

  /// Why, as one line.
  let message: String
}
