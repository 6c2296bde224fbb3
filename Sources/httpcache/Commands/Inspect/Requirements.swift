import HTTPCacheCore

/// The checks that responses have to meet, and the severity of findings that they must not have.
struct Requirements: Sendable {
  let checks: [Expectation]

  /// The URL of the files in a directory that `same-as` on the command line names; nil for the root of every
  /// host.
  var base: TargetURI?

  /// The checks by URL pattern, in the order of the file.
  let patterns: [ExpectationFile.Entry]

  /// The least severity with which a finding fails a response; nil if no finding does.
  let failOn: Finding.Severity?

  /// Whether `failOn` counts only what differs from another deployment, or from another log.
  private let limitsDifferencesOnly: Bool

  /// The time of the run: an accepted finding counts again if its `until` is earlier.
  private let today: Instant

  private let index: URLPatternIndex

  init(
    checks: [Expectation], patterns: [ExpectationFile.Entry] = [], failOn: Finding.Severity?,
    limitsDifferencesOnly: Bool = false, today: Instant
  ) {
    (self.checks, self.patterns, self.failOn) = (checks, patterns, failOn)
    (self.limitsDifferencesOnly, self.today) = (limitsDifferencesOnly, today)
    index = URLPatternIndex(patterns.map(\.pattern))
  }

  /// Whether there is nothing that a response could fail.
  var isEmpty: Bool { checks.isEmpty && patterns.isEmpty && failOn == nil }

  /// Whether there are checks, and not just a limit for findings.
  var hasChecks: Bool { !checks.isEmpty || !patterns.isEmpty }

  /// Whether a check needs the content of the responses.
  var asksForContent: Bool { (checks + patterns.flatMap(\.checks)).contains(where: \.asksForContent) }

  /// The directories that the command line compares a deployment with.
  var directories: [String] { checks.compactMap(\.filePath).filter(LocalContent.isDirectory) }

  func files(for target: TargetURI) -> [LocalContent.Name] {
    func names(_ checks: [Expectation], _ place: LocalContent.Place) -> [LocalContent.Name] {
      checks.compactMap(\.filePath).map { LocalContent.Name(path: $0, place: place, target: target) }
    }
    return names(checks, .commandLine(base: base))
      + index.matches(target).map { patterns[$0] }.flatMap { names($0.checks, .file($0.place.path)) }
  }

  /// The first directory of a check that has no file for the URL; nil if there is none.
  func directoryLacking(_ target: TargetURI) -> String? {
    files(for: target).first(where: LocalContent.lacks)?.path
  }

  /// Judges a response as of `now`, and applies the checks and limits to it.
  ///
  /// `profile` replaces the profile of the settings unless it is nil; `file` is the file that the response
  /// was read from; `files` reads the files that checks name.
  func judgement(
    _ subject: Subject, _ context: SubjectContext, now: Instant, profile: StorageProfile?, file: String?,
    settings: Settings,
    files: (LocalContent.Name) -> LocalFile = LocalContent.file
  ) -> Judgement {
    let isCounted = profile == nil || profile == settings.profile
    var settings = settings
    if let profile { settings.profile = profile }
    let (target, status) = (subject.request.target, subject.stored.head.status)
    lazy var traits = FamilyTraits(subject, context)
    let met = index.matches(target).map { ($0, patterns[$0]) }.filter { _, entry in
      entry.selector.isEmpty || entry.selector.selects(traits)
    }
    var context = context
    context.isStatusExpected = (checks + met.flatMap(\.1.checks)).contains {
      $0.expects(status: status)
    }
    var judgement = Judgement(
      verdict: Verdict(subject, context, now: now, settings: settings), file: file, isCounted: isCounted)
    guard !isEmpty else { return judgement }
    let verdict = judgement.verdict
    judgement.hold(against: checks, of: nil, verdict) {
      files(LocalContent.Name(path: $0, place: .commandLine(base: base), target: target))
    }
    var isLimitReplaced = false
    for (_, entry) in met {
      for finding in entry.accepted where (finding.until ?? today) >= today { judgement.accept(finding) }
    }
    for (index, entry) in met {
      judgement.meet(index)
      // `inspect` judges an entry of a Cache.db by both profiles; a pattern with a profile counts for this
      // profile only.
      guard profile == nil || entry.profile == nil || entry.profile == profile else { continue }
      if let shortfall = entry.selector.isEmpty ? nil : entry.selector.shortfall(traits) {
        // The checks are those of another kind of content.
        judgement.fail(shortfall, of: entry.place)
        continue
      }
      let own = entry.settings(settings)
      let verdict = own == settings ? verdict : Verdict(subject, context, now: now, settings: own)
      judgement.hold(against: entry.checks, of: entry.place, verdict) {
        files(LocalContent.Name(path: $0, place: .file(entry.place.path), target: target))
      }
      guard let limit = entry.failOn else { continue }
      judgement.hold(against: limit, of: entry.place, verdict.findings)
      isLimitReplaced = true
    }
    // The limit of a pattern replaces that of the command line for its URLs.
    if let failOn, !isLimitReplaced {
      let findings =
        limitsDifferencesOnly ? verdict.findings.filter { $0.code.isDifference } : verdict.findings
      judgement.hold(against: failOn, of: nil, findings)
    }
    return judgement
  }
}

extension ExpectationFile.Entry {
  /// The settings for the checks of this entry.
  fileprivate func settings(_ settings: Settings) -> Settings {
    var own = settings
    if let role { own.role = role }
    if let profile { own.profile = profile }
    return own
  }
}
