import HTTPCacheCore

/// Hides the findings of a run that are in its baseline, and writes the files of new findings and
/// expectations.
struct Gate {
  private let options: GateOptions
  private let terminal: Terminal
  private let isQuiet: Bool
  private let isVerbose: Bool

  /// The entries of the file that is written again, which tell what is accepted.
  private let written: [ExpectationFile.Entry]
  private let writtenPatterns: URLPatternIndex
  private var ledger: BaselineLedger?
  private var draft = BaselineDraft()
  private var expectations = ExpectationDraft()

  /// The most baseline entries without a finding that each list prints.
  private static let mostNamed = 20

  /// Prepares the baseline and the files for a run; nil if the options name no file.
  init?(_ options: GateOptions, _ terminal: Terminal, isQuiet: Bool, isVerbose: Bool) {
    guard !options.isEmpty else { return nil }
    (self.options, self.terminal, self.isQuiet, self.isVerbose) = (options, terminal, isQuiet, isVerbose)
    written = options.writtenExpectations?.file.entries.filter { !$0.accepted.isEmpty } ?? []
    writtenPatterns = URLPatternIndex(written.map(\.pattern))
    ledger = options.baseline.map { BaselineLedger($0) }
  }

  /// Records a judgement for the files, and hides the findings that are in the baseline.
  mutating func see(_ judgement: inout Judgement) {
    if options.baselineToWrite != nil {
      draft.add(judgement, accepting: accepted(judgement.verdict))
      // A finding that goes into the new baseline does not fail this run.
      for finding in judgement.findings { judgement.hide(finding) }
    }
    ledger?.use(for: &judgement)
    if options.expectationsToWrite != nil { expectations.add(judgement.verdict) }
  }

  /// The codes that the file that is written again accepts of a response: they stay out of the baseline.
  private func accepted(_ verdict: Verdict) -> Set<Finding.Code> {
    guard !written.isEmpty else { return [] }
    let traits = FamilyTraits(verdict.subject, verdict.context)
    let met = writtenPatterns.matches(verdict.subject.request.target).map { written[$0] }
    return Set(
      met.filter { $0.selector.selects(traits) }.flatMap(\.accepted).filter {
        $0.until.map { $0 >= verdict.now } ?? true
      }.map(\.code))
  }

  /// Writes the files, and prints the entries of the baseline that match no finding of this run.
  ///
  /// If `isWhole` is false, the run could not judge every subject, and so this function writes no file.
  ///
  /// - Returns: false if writing a file failed.
  func end(isWhole: Bool) -> Bool {
    var isWritten = true
    guard isWhole || options.baselineToWrite == nil && options.expectationsToWrite == nil else {
      terminal.warning("not every subject could be judged, so nothing is written")
      return true
    }
    if let path = options.baselineToWrite {
      let baseline = draft.baseline
      isWritten = write(baseline.file, to: path)
      let count = baseline.entries.reduce(0) { $0 + $1.count }
      let patterns = Set(baseline.entries.map(\.key.pattern)).count
      if isWritten { say("\(path): \(count.counted("finding")) at \(patterns.counted("URL pattern"))") }
    }
    if let path = options.expectationsToWrite {
      isWritten = write(expectations.entries, to: path) && isWritten
      nameBroken(path)
    }
    guard let ledger else { return isWritten }
    let leftovers = ledger.leftovers(isWhole: isWhole)
    name(leftovers)
    if options.prunes, !isWhole {
      terminal.warning("not every subject could be judged, so nothing is removed from the baseline")
    } else if options.prunes, let path = options.baselineSource?.path,
      leftovers.contains(where: \.isGone) || options.baseline?.formerCodes.isEmpty == false
    {
      isWritten = write(ledger.pruned.file, to: path) && isWritten
    }
    return isWritten
  }

  private func write(_ entries: [ExpectationFile.Members], to path: String) -> Bool {
    guard !entries.isEmpty else {
      // The file of an earlier run may ask for what today's answers no longer meet.
      let rest = FileKind(of: path) == .file ? "; the file of an earlier run stays as it was" : ""
      terminal.warning("\(path) is not written: nothing holds for all answers of a pattern\(rest)")
      return true
    }
    let count = Set(entries.map(\.pattern)).count.counted("pattern")
    guard let old = options.writtenExpectations else {
      guard write(ExpectationFile.bytes(entries), to: path) else { return false }
      say("\(path): expectations for \(count)")
      return true
    }
    let update = ExpectationUpdate(old, entries, formerPatterns: expectations.formerPatterns)
    guard write(update.bytes, to: path) else { return false }
    let fates = ExpectationUpdate.Fate.allCases
    let counts = fates.map { "\(update.patterns[$0]?.count ?? 0) \($0.rawValue)" }
    say("\(path): expectations for \(count): \(counts.joined(separator: ", "))")
    for fate in isVerbose ? fates : [] {
      for pattern in update.patterns[fate] ?? [] { say("  \(fate.rawValue) \(pattern)") }
    }
    return true
  }

  private func say(_ text: String) {
    if !isQuiet { terminal.say("httpcache: \(text)") }
  }

  /// Names the URLs that are answered with an error, and so are in no expectation.
  private func nameBroken(_ path: String) {
    let broken = expectations.broken
    guard !broken.isEmpty else { return }
    terminal.warning(
      "\(path): \(broken.count.counted("URL")) answered with an error \(broken.count == 1 ? "is" : "are") in no expectation"
    )
    for one in broken.prefix(Self.mostNamed) {
      terminal.say("  \(one.status) \(one.method) \(Escaping.withoutPasswords(one.url))")
    }
    if broken.count > Self.mostNamed { terminal.say("  and \(broken.count - Self.mostNamed) more") }
  }

  private func name(_ leftovers: [BaselineLedger.Leftover]) {
    guard !leftovers.isEmpty else { return }
    for (isGone, what) in [(true, "gone"), (false, "not asked for")] {
      let some = leftovers.filter { $0.isGone == isGone }
      guard !some.isEmpty else { continue }
      let count = some.reduce(0) { $0 + $1.count }
      let hint = isGone && !options.prunes ? "; --prune-baseline takes them out" : ""
      terminal.say("httpcache: baseline: \(count.counted("finding")) \(what)\(hint)")
      for leftover in some.prefix(Self.mostNamed) {
        let key = leftover.key
        let times = leftover.count > 1 ? " (\(leftover.count))" : ""
        terminal.say("  \(key.code) \(key.method) \(key.pattern)\(times)")
      }
      if some.count > Self.mostNamed { terminal.say("  and \(some.count - Self.mostNamed) more patterns") }
    }
  }

  private func write(_ bytes: [UInt8], to path: String) -> Bool {
    terminal.writes(to: path) { () throws(OutputError) in try OutputFile.write(bytes, to: path) }
  }
}
