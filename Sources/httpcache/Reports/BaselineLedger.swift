import HTTPCacheCore

/// A baseline while a run uses it up.
struct BaselineLedger {
  /// An entry of which less was found than it has.
  struct Leftover {
    let entry: Baseline.Entry
    /// How many were not found.
    let count: Int
    /// Whether a subject met its pattern, so that they are gone, and not just not asked for.
    let isGone: Bool
  }

  private let baseline: Baseline
  private var left: [Int]
  private var isMet: [Bool]
  private let patterns: URLPatternIndex

  init(_ baseline: Baseline) {
    self.baseline = baseline
    left = baseline.entries.map(\.count)
    isMet = Array(repeating: false, count: left.count)
    patterns = URLPatternIndex(baseline.entries.map(\.pattern))
  }

  /// Hides the findings of a judgement that are among those of the baseline.
  mutating func use(for judgement: inout Judgement) {
    let request = judgement.verdict.subject.request
    let met = patterns.matches(request.target).filter {
      baseline.entries[$0].method == request.method
    }
    for index in met { isMet[index] = true }
    let findings = judgement.findings
    guard !findings.isEmpty, !met.isEmpty else { return }
    let own = [URLFamily.pattern(of: request.target), URLFamily.pathPattern(of: request.target)]
    // The entry that fits best is used up first.
    let best = met.map { index in
      let pattern = baseline.entries[index].pattern
      return (index, own.contains(pattern) ? Int.max : pattern.utf8.count)
    }.sorted { $0.1 > $1.1 }.map(\.0)
    for finding in findings where take(finding, from: best) { judgement.hide(finding) }
  }

  /// Uses up one of an entry; what has become worse than it was is not hidden.
  private mutating func take(_ finding: Finding, from entries: [Int]) -> Bool {
    let fitting = entries.filter { index in
      let entry = baseline.entries[index]
      return left[index] > 0 && entry.code == finding.code.rawValue
        && entry.severity.map { $0 >= finding.severity } ?? true
    }
    guard
      let index = fitting.first(where: { baseline.entries[$0].severity == finding.severity }) ?? fitting.first
    else { return false }
    left[index] -= 1
    return true
  }

  /// What this run did not find.
  ///
  /// - Parameter isWhole: whether every subject could be judged; else nothing is known to be gone.
  /// - Returns: in the order of the file.
  func leftovers(isWhole: Bool) -> [Leftover] {
    baseline.entries.indices.filter { left[$0] > 0 }.map {
      Leftover(entry: baseline.entries[$0], count: left[$0], isGone: isWhole && isMet[$0])
    }
  }

  /// The baseline without what is gone.
  var pruned: Baseline {
    var entries: [Baseline.Entry] = []
    for (index, entry) in baseline.entries.enumerated() {
      var entry = entry
      if isMet[index] { entry.count -= left[index] }
      if entry.count > 0 { entries.append(entry) }
    }
    return Baseline(entries: entries)
  }
}
