import HTTPCacheCore

/// The verdict on one response, with the checks and limits that it failed.
struct Judgement: Sendable {
  struct FailedCheck: Equatable, Sendable {
    let shortfall: Shortfall

    /// The pattern of `--expect-file` that asks for it; nil for `--expect`.
    let place: ExpectationFile.Place?

    var text: String { shortfall.check }

    /// The check, and the pattern that asks for it.
    var label: String { text + (place?.suffix ?? "") }

    /// The check, the pattern that asks for it, and the value that was found.
    var sentence: String { "\(label) does not hold: \(shortfall.observation.explanation)" }
  }

  /// A check that does not hold, or a finding, with what became of it at the gate.
  struct Entry: Sendable {
    enum What: Sendable {
      case check(FailedCheck)
      case finding(Finding)
    }

    enum Standing: Sendable {
      /// It makes the exit code 1, by the pattern of `--expect-file` that asks for it; nil for an option of the command line.
      case fails(ExpectationFile.Place?)
      /// It is told, and fails nothing.
      case shown
      case hidden(Hiding)
    }

    let what: What
    let standing: Standing

    /// The name of the check or the code, and the pattern that makes it fail.
    var label: String {
      switch what {
      case .check(let check): check.label
      case .finding(let finding): finding.code.rawValue + (place?.suffix ?? "")
      }
    }

    /// What does not hold, and what was found.
    var sentence: String {
      switch what {
      case .check(let check): check.sentence
      case .finding(let finding): finding.text
      }
    }

    /// The check; nil for a finding.
    var check: FailedCheck? { if case .check(let check) = what { check } else { nil } }

    /// The finding; nil for a check.
    var finding: Finding? { if case .finding(let finding) = what { finding } else { nil } }

    /// Whether it makes the exit code 1.
    var fails: Bool { if case .fails = standing { true } else { false } }

    /// Why it is hidden; nil if it is not.
    var hiding: Hiding? { if case .hidden(let why) = standing { why } else { nil } }

    /// The pattern that makes it fail; nil if none does.
    var place: ExpectationFile.Place? { if case .fails(let place) = standing { place } else { nil } }
  }

  /// A finding that reaches a limit of severity.
  private struct FailedFinding: Sendable {
    let finding: Finding

    /// The pattern of `--expect-file` whose `fail-on` it reaches; nil for `--fail-on`.
    let place: ExpectationFile.Place?
  }

  /// Why a finding is hidden, so that it neither counts nor fails.
  enum Hiding: Equatable, Sendable {
    /// The baseline has it.
    case baseline
    /// An expectation file accepts it, for this reason.
    case accepted(reason: String)
  }

  let verdict: Verdict

  /// The address that was asked, if `--within` asks each address of a host; nil otherwise.
  var node: String?

  /// The number of its request in the replay of a visit; nil if it is played alone, or by no cache.
  var play: Int32?

  /// Whether the summary counts it: an entry of a `Cache.db` is judged twice, and counted once.
  let isCounted: Bool

  /// The file that the response was read from; nil if it comes from a store, a socket or standard input.
  let file: String?

  private var failedChecks: [FailedCheck] = []
  private var failedFindings: [FailedFinding] = []

  /// The findings that only a pattern's own settings give, such as `"shared": true`, and that reach the pattern's limit,
  /// with hidden ones.
  private var patternFindings: [Finding] = []

  /// The indices of the patterns of `--expect-file` that match its URL.
  private(set) var metPatterns: [Int] = []

  init(verdict: Verdict, file: String?, isCounted: Bool) {
    self.verdict = verdict
    play = verdict.context.play
    self.isCounted = isCounted
    self.file = file
  }

  private struct Hidings: Sendable {
    /// The reasons for which findings of these codes are accepted.
    var accepted: [Finding.Code: String] = [:]

    /// The findings that the baseline has.
    var known: [Finding] = []

    var isEmpty: Bool { accepted.isEmpty && known.isEmpty }

    /// Why a finding is hidden; nil if it is not.
    func hiding(of finding: Finding) -> Hiding? {
      if isEmpty { return nil }
      let reason = accepted[finding.code] ?? accepted.first { finding.isMeant(by: $0.key) }?.value
      if let reason { return .accepted(reason: reason) }
      return known.contains(finding) ? .baseline : nil
    }
  }

  private var hidings = Hidings()

  /// Hides findings with an accepted code; has to be called before a limit is applied.
  mutating func accept(_ finding: AcceptedFinding) { hidings.accepted[finding.code] = finding.reason }

  /// Hides a finding that the baseline has; it no longer fails a limit.
  mutating func hide(_ finding: Finding) {
    hidings.known.append(finding)
    failedFindings.removeAll { $0.finding == finding }
  }

  /// Notes that a pattern matches the URL.
  mutating func meet(_ pattern: Int) { metPatterns.append(pattern) }

  /// Applies checks to a verdict, which for the checks of a pattern may be one under the pattern's own settings.
  ///
  /// `place` is the place of the pattern, nil for the command line. `file` gives the file that a path in a check names.
  mutating func hold(
    against checks: [Expectation], of place: ExpectationFile.Place?, _ verdict: Verdict,
    file: (String) -> LocalFile
  ) {
    for check in checks {
      guard let shortfall = check.shortfall(verdict, file: file) else { continue }
      failedChecks.append(FailedCheck(shortfall: shortfall, place: place))
    }
  }

  /// Adds a failed check: of a pattern at its place, or of the whole run.
  mutating func fail(_ shortfall: Shortfall, of place: ExpectationFile.Place? = nil) {
    failedChecks.append(FailedCheck(shortfall: shortfall, place: place))
  }

  /// Notes which of some findings reach a limit.
  mutating func hold(against limit: Finding.Severity, of place: ExpectationFile.Place?, _ findings: [Finding])
  {
    for finding in findings where finding.severity >= limit {
      if !allFindings.contains(finding) { patternFindings.append(finding) }
      guard hidings.hiding(of: finding) == nil else { continue }
      failedFindings.append(FailedFinding(finding: finding, place: place))
    }
  }

  /// Whether it makes the exit code 1.
  var isFailed: Bool { !failedChecks.isEmpty || !failedFindings.isEmpty }

  /// Every check that does not hold, then every finding in its order, each once with its standing: what every report lists.
  ///
  /// A finding that reaches the limits of several patterns fails by the first.
  var entries: [Entry] {
    let checks = failedChecks.map { Entry(what: .check($0), standing: .fails($0.place)) }
    return checks
      + allFindings.map { finding in
        let failed = failedFindings.isEmpty ? nil : failedFindings.first { $0.finding == finding }
        let standing: Entry.Standing =
          if let why = hidings.hiding(of: finding) {
            .hidden(why)
          } else if let failed {
            .fails(failed.place)
          } else {
            .shown
          }
        return Entry(what: .finding(finding), standing: standing)
      }
  }

  /// The findings of the verdict, and then the findings that reach a limit only under a pattern's own settings.
  private var allFindings: [Finding] {
    patternFindings.isEmpty ? verdict.findings : verdict.findings + patternFindings
  }

  /// The findings that are not hidden.
  var findings: [Finding] {
    hidings.isEmpty ? allFindings : allFindings.filter { hidings.hiding(of: $0) == nil }
  }

  var url: String { verdict.subject.urlText }

  /// The URL that was judged, with the address that was asked if that tells judgements apart.
  var place: String { Self.place(url, node) }

  static func place(_ url: String, _ node: String?) -> String { node.map { "\(url) at \($0)" } ?? url }

  /// Method and place; for a `Cache.db`, whose entries are judged by both profiles, also the profile.
  var name: String {
    let request = verdict.subject.request
    let profile = verdict.subject.origin == .cacheDB ? " (\(verdict.settings.profile.rawValue))" : ""
    return "\(request.method) \(place)\(profile)"
  }
}

extension Finding {
  /// What to do about it: the advice, else what was found.
  var remedy: String { advice ?? explanation }

  /// What was found, the advice and the reference, in one line.
  var text: String { "\(explanation)\(advice.map { " \($0)" } ?? "") (\(reference))" }
}

extension ExpectationFile.Place {
  fileprivate var suffix: String { " (pattern \(pattern))" }
}

/// An entry of a recording: judged, or not.
enum JudgedEntry: Sendable {
  case judged(Judgement)
  case skipped(SkippedEntry)
}

/// A subject that could not be judged; its texts are without the passwords of URLs.
struct SubjectFailure {
  /// Where the response should have come from.
  let origin: Subject.Origin

  /// The name of the subject in reports.
  let subject: String

  let url: String?
  let message: String

  init(origin: Subject.Origin, subject: String, url: String? = nil, message: String) {
    self.origin = origin
    self.subject = UserInformation.redacted(in: subject)
    self.url = url.map(UserInformation.redacted)
    self.message = UserInformation.redacted(in: message)
  }
}
