import HTTPCacheCore

/// The counts of a baseline, from which each known finding of a run takes one.
struct BaselineLedger {
  /// An entry with findings that this run did not have.
  struct Leftover {
    let key: Baseline.Key
    /// How many of its findings this run did not have.
    let count: Int
    /// Whether the findings are gone, since a subject matched the pattern; else the run did not ask for its URLs.
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
    patterns = URLPatternIndex(baseline.entries.map { URLPattern($0.key.pattern) })
  }

  /// Hides the findings of a judgement that the baseline has.
  mutating func use(for judgement: inout Judgement) {
    let (subject, context) = (judgement.verdict.subject, judgement.verdict.context)
    let request = subject.request
    lazy var traits = FamilyTraits(subject, context)
    let met = patterns.matches(request.target).filter { index in
      let key = baseline.entries[index].key
      return key.method == request.method && (key.selector.isEmpty || key.selector.selects(traits))
    }
    for index in met { isMet[index] = true }
    let findings = judgement.findings
    guard !findings.isEmpty, !met.isEmpty else { return }
    // Take from the entry with the most specific pattern first.
    let best = met.map { index in
      let pattern = baseline.entries[index].key.pattern
      return (index, URLPattern(pattern).hasWildcards ? pattern.utf8.count : Int.max)
    }.sorted { $0.1 > $1.1 }.map(\.0)
    for finding in findings where take(finding, from: best) { judgement.hide(finding) }
  }

  /// Takes a finding from the count of an entry; false if none is left, or only entries of a lesser severity.
  private mutating func take(_ finding: Finding, from entries: [Int]) -> Bool {
    let fitting = entries.filter { index in
      let key = baseline.entries[index].key
      guard left[index] > 0 || baseline.entries[index].isOfFamily else { return false }
      // Another code may have come with another severity.
      return key.code == finding.code.rawValue
        ? key.severity.map { $0 >= finding.severity } ?? true : key.code == finding.formerCode?.rawValue
    }
    guard
      let index = fitting.first(where: { isExact(baseline.entries[$0].key, finding) }) ?? fitting.first
    else { return false }
    left[index] = max(0, left[index] - 1)
    return true
  }

  private func isExact(_ key: Baseline.Key, _ finding: Finding) -> Bool {
    key.code == finding.code.rawValue && key.severity == finding.severity
  }

  /// The entries with findings that this run did not have, in the order of the file.
  ///
  /// Unless every subject could be judged (`isWhole`), no finding is known to be gone.
  func leftovers(isWhole: Bool) -> [Leftover] {
    baseline.entries.indices.filter { left[$0] > 0 }.map {
      Leftover(key: baseline.entries[$0].key, count: left[$0], isGone: isWhole && isMet[$0])
    }
  }

  /// The baseline without the findings that are gone.
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
