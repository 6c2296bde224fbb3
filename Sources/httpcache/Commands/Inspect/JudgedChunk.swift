import HTTPCacheCore

/// The judgements of a few entries of a recording, made by a worker.
struct JudgedChunk: Sendable {
  /// The report's text, if it does not depend on earlier entries.
  var text: [UInt8] = []

  /// The entries, if the report's text depends on earlier ones.
  private(set) var entries: [JudgedEntry] = []

  private(set) var summary: JudgementSummary

  /// Begins with a summary that has nothing counted yet.
  init(_ empty: JudgementSummary) { summary = empty }

  /// The indices of the patterns of `--expect-file` that an entry matched.
  private(set) var metPatterns: Set<Int> = []

  /// The skipped entries, each with its cause.
  private(set) var listed: [SkippedEntry] = []

  var unreadable: [(line: Int, cause: String)] = []

  /// Adds a judgement.
  ///
  /// `isCounted` is false if earlier entries decide whether its findings count, as with a baseline. `rendering`
  /// writes the report's text to `writer`; nil if the text depends on earlier entries.
  mutating func add(
    _ judgement: borrowing Judgement, isCounted: Bool, rendering: EntryRendering?, to writer: inout JSONWriter
  ) {
    let found = isCounted || rendering != nil ? judgement.entries : []
    if isCounted {
      summary.add(judgement, found)
      if !judgement.metPatterns.isEmpty { metPatterns.formUnion(judgement.metPatterns) }
    }
    if let rendering {
      rendering.judged(judgement, found, &writer)
    } else {
      entries.append(.judged(copy judgement))
    }
  }

  mutating func add(_ skipped: SkippedEntry, rendering: EntryRendering?, to writer: inout JSONWriter) {
    listed.append(skipped)
    if let rendering { rendering.skipped(skipped, &writer) } else { entries.append(.skipped(skipped)) }
  }
}
