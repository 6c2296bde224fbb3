import HTTPCacheCore

/// The judgements of a few entries of a recording, made by a worker.
struct JudgedShare: Sendable {
  /// The report's text, where it depends on nothing else.
  private(set) var text: [UInt8] = []

  /// The entries, where the text depends on what came before.
  private(set) var entries: [JudgedEntry] = []

  /// What all judgements come to.
  private(set) var summary = JudgementSummary()

  init(site: Site?, revisits: SecondVisits?) { (summary.site, summary.revisits) = (site, revisits) }

  /// The codes of what was judged.
  private(set) var codes: Set<ExitCode> = []

  /// The patterns of `--expect-file` that were met, by their place in the file.
  private(set) var metPatterns: Set<Int> = []

  /// The entries that were not judged, and why.
  private(set) var listed: [SkippedEntry] = []

  /// The lines that can't be read, and why.
  private(set) var unreadable: [(line: Int, cause: String)] = []

  /// Takes a line that can't be read.
  mutating func add(unreadable line: Int, _ cause: String) { unreadable.append((line, cause)) }

  /// Takes what one entry came to.
  ///
  /// - Parameters:
  ///   - entry: what it came to.
  ///   - rendering: makes the report's text of it; nil where that takes knowing what came before.
  ///   - isCounted: false where what came before decides what it counts for.
  mutating func add(_ entry: JudgedEntry, rendering: ((JudgedEntry) -> [UInt8])?, isCounted: Bool) {
    switch entry {
    case .judged where !isCounted: break
    case .judged(let judgement):
      summary.add(judgement)
      codes.insert(judgement.isFailed ? .checkFailed : .done)
      if !judgement.metPatterns.isEmpty { metPatterns.formUnion(judgement.metPatterns) }
    case .skipped(let skipped): listed.append(skipped)
    }
    if let rendering { text += rendering(entry) } else { entries.append(entry) }
  }
}
