import HTTPCacheCore

/// The judgements of a few entries of a recording, made by a worker.
struct JudgedShare: Sendable {
  /// The report's text, where it depends on nothing else.
  var text: [UInt8] = []

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

  /// Takes a judgement.
  ///
  /// - Parameters:
  ///   - judgement: the judgement.
  ///   - isCounted: false where what came before decides what it counts for.
  ///   - rendering: makes the report's text of it; nil where that takes knowing what came before.
  ///   - writer: gets that text.
  mutating func add(
    _ judgement: borrowing Judgement, isCounted: Bool, rendering: EntryRendering?, to writer: inout JSONWriter
  ) {
    if isCounted {
      summary.add(judgement)
      codes.insert(judgement.isFailed ? .checkFailed : .done)
      if !judgement.metPatterns.isEmpty { metPatterns.formUnion(judgement.metPatterns) }
    }
    if let rendering { rendering.judged(judgement, &writer) } else { entries.append(.judged(copy judgement)) }
  }

  /// Takes an entry that is not judged.
  mutating func add(_ skipped: SkippedEntry, rendering: EntryRendering?, to writer: inout JSONWriter) {
    listed.append(skipped)
    if let rendering { rendering.skipped(skipped, &writer) } else { entries.append(.skipped(skipped)) }
  }
}
