import HTTPCacheCore

/// What a few entries of a recording came to, as a thread of its own found out.
struct JudgedShare: Sendable {
  /// The text of the report, where it needs to know nothing else for it.
  private(set) var text: [UInt8] = []

  /// The judgements, where it does.
  private(set) var judgements: [Judgement] = []

  /// What all judgements come to.
  private(set) var summary = JudgementSummary()

  /// The codes of what was judged.
  private(set) var codes: Set<ExitCode> = []

  /// The patterns of `--expect-file` that were met, by their place in the file.
  private(set) var metPatterns: Set<Int> = []

  /// How many entries were not judged, and why.
  private(set) var skipped: [HARSkip: Int] = [:]

  /// Takes what one response came to.
  ///
  /// - Parameters:
  ///   - judgement: what it came to.
  ///   - rendering: makes the report's text of it; nil where that takes knowing what came before.
  mutating func add(_ judgement: Judgement, rendering: ((Judgement) -> [UInt8])?) {
    summary.add(judgement)
    codes.insert(judgement.isFailed ? .checkFailed : .done)
    if !judgement.metPatterns.isEmpty { metPatterns.formUnion(judgement.metPatterns) }
    if let rendering { text += rendering(judgement) } else { judgements.append(judgement) }
  }

  /// Counts an entry that is not judged.
  mutating func skip(_ skip: HARSkip) { skipped[skip, default: 0] += 1 }
}
