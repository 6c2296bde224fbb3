import HTTPCacheCore

/// One response as it was judged against all that was asked of it.
struct Judgement: Sendable {
  /// A check that did not hold.
  struct FailedCheck: Equatable, Sendable {
    /// As it was written.
    let text: String

    /// The URL pattern of `--expect-file` that asks for it; nil for `--expect`.
    let pattern: String?
  }

  /// A finding that is too severe.
  struct FailedFinding: Sendable {
    let finding: Finding

    /// The URL pattern of `--expect-file` whose `fail-on` it reaches; nil for `--fail-on`.
    let pattern: String?
  }

  let verdict: Verdict

  /// The file that the response was read from; nil where it comes from a store, a socket or standard input.
  let file: String?

  private(set) var failedChecks: [FailedCheck] = []
  private(set) var failedFindings: [FailedFinding] = []

  /// The patterns of `--expect-file` that cover its URL, by their place in the file.
  private(set) var metPatterns: [Int] = []

  init(verdict: Verdict, file: String?) {
    self.verdict = verdict
    self.file = file
  }

  /// Notes that a pattern covers the URL.
  mutating func meet(_ pattern: Int) { metPatterns.append(pattern) }

  /// Holds a verdict against checks; a pattern may have it judged under other settings.
  mutating func hold(against checks: [Expectation], of pattern: URLPattern?, _ verdict: Verdict) {
    for check in checks where !check.holds(verdict) {
      failedChecks.append(FailedCheck(text: check.text, pattern: pattern?.text))
    }
  }

  /// Holds the findings of a verdict against a limit.
  mutating func hold(against limit: Finding.Severity, of pattern: URLPattern?, _ verdict: Verdict) {
    for finding in verdict.findings where finding.severity >= limit {
      failedFindings.append(FailedFinding(finding: finding, pattern: pattern?.text))
    }
  }

  /// Whether it makes the exit code 1.
  var isFailed: Bool { !failedChecks.isEmpty || !failedFindings.isEmpty }

  /// Whether a finding of the verdict is among those that are too severe.
  func isFailed(_ finding: Finding) -> Bool { failedFindings.contains { $0.finding == finding } }

  /// The findings of the verdict, then those that only a pattern's own settings brought up.
  var findings: [Finding] {
    verdict.findings + failedFindings.map(\.finding).filter { !verdict.findings.contains($0) }
  }

  /// Method and URL; for a `Cache.db`, whose entries are judged by both profiles, also which one.
  var name: String {
    let request = verdict.subject.request
    let profile = verdict.subject.origin == .cacheDB ? " (\(verdict.settings.profile.rawValue))" : ""
    return "\(request.method) \(request.target.absolute)\(profile)"
  }
}

extension Judgement.FailedCheck {
  /// The check, and whose it is.
  var label: String { pattern.map { "\(text) (pattern \($0))" } ?? text }
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

  /// Why, as one line.
  let message: String
}

/// The totals of many judgements.
///
/// Memory does not grow with their number.
struct JudgementSummary {
  private(set) var count = 0
  private(set) var reusable = 0
  private(set) var confirmable = 0
  private(set) var notStorable = 0
  private(set) var failed = 0

  /// Entries that were recorded without the fields that decide.
  private(set) var unknown = 0

  /// By how many seconds the origins were ahead of the recorder's clock, for each log where they differed.
  private(set) var recorderClocks: [(file: String?, offset: Seconds)] = []

  /// Entries that a cache of the recording program had answered.
  private(set) var fromCache = 0

  private var findingCounts: [Finding.Code: (count: Int, worst: Finding.Severity)] = [:]

  /// Counts one more.
  mutating func add(_ judgement: Judgement) {
    let verdict = judgement.verdict
    count += 1
    switch (verdict.isStorable, verdict.isReusable) {
    case (nil, _): unknown += 1
    case (false?, _): notStorable += 1
    case (true?, true?): reusable += 1
    case (true?, _): confirmable += 1
    }
    if judgement.isFailed { failed += 1 }
    if !verdict.subject.isFromServer { fromCache += 1 }
    for finding in verdict.findings {
      let known = findingCounts[finding.code] ?? (0, .info)
      findingCounts[finding.code] = (known.count + 1, max(known.worst, finding.severity))
    }
  }

  /// Counts as many more as another one did.
  mutating func add(_ other: JudgementSummary) {
    count += other.count
    reusable += other.reusable
    confirmable += other.confirmable
    notStorable += other.notStorable
    failed += other.failed
    fromCache += other.fromCache
    unknown += other.unknown
    findingCounts.merge(other.findingCounts) { ($0.count + $1.count, max($0.worst, $1.worst)) }
  }

  /// Notes the recorder's clock of a log, once.
  mutating func setClock(_ offset: Seconds, of file: String?) {
    if recorderClocks.last?.file != file || recorderClocks.isEmpty { recorderClocks.append((file, offset)) }
  }

  /// The findings, the worst first, of these the most frequent first.
  var findings: [(code: Finding.Code, severity: Finding.Severity, count: Int)] {
    findingCounts.map { (code: $0.key, severity: $0.value.worst, count: $0.value.count) }.sorted {
      left, right in
      if left.severity != right.severity { return left.severity > right.severity }
      if left.count != right.count { return left.count > right.count }
      return left.code.rawValue < right.code.rawValue
    }
  }
}
