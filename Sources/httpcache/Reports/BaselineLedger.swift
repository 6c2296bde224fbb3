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

  /// The entries by what a URL's own pattern finds at once.
  private var exact: [Baseline.Key: Int] = [:]

  /// The entries of a code and method, the longest pattern first.
  private var byCode: [Baseline.Key: [Int]] = [:]

  /// The entries that no subject has met yet.
  private var unmet: [(index: Int, method: String, pattern: URLPattern)]

  init(_ baseline: Baseline) {
    self.baseline = baseline
    left = baseline.entries.map(\.count)
    isMet = Array(repeating: false, count: left.count)
    unmet = baseline.entries.enumerated().map { ($0, $1.method, URLPattern($1.pattern)) }
    for (index, entry) in baseline.entries.enumerated() {
      exact[entry.key] = exact[entry.key] ?? index
      byCode[Baseline.Key(code: entry.code, method: entry.method, pattern: ""), default: []].append(index)
    }
    for key in byCode.keys {
      byCode[key]?.sort { baseline.entries[$0].pattern.utf8.count > baseline.entries[$1].pattern.utf8.count }
    }
  }

  /// Hides the findings of a judgement that are among those of the baseline.
  mutating func use(for judgement: inout Judgement) {
    let request = judgement.verdict.subject.request
    let url = request.target.absolute
    unmet.removeAll { entry in
      guard entry.method == request.method, entry.pattern.matches(url) else { return false }
      isMet[entry.index] = true
      return true
    }
    let findings = judgement.findings
    guard !findings.isEmpty else { return }
    let pattern = URLFamily.pattern(of: request.target)
    for finding in findings where take(finding.code.rawValue, request.method, pattern, url) {
      judgement.hide(finding)
    }
  }

  private mutating func take(_ code: String, _ method: String, _ pattern: String, _ url: String) -> Bool {
    if let index = exact[Baseline.Key(code: code, method: method, pattern: pattern)], left[index] > 0 {
      left[index] -= 1
      return true
    }
    let others = byCode[Baseline.Key(code: code, method: method, pattern: "")] ?? []
    guard
      let index = others.first(where: {
        left[$0] > 0 && URLPattern(baseline.entries[$0].pattern).matches(url)
      })
    else { return false }
    left[index] -= 1
    return true
  }

  /// What this run did not find.
  var leftovers: [Leftover] {
    baseline.entries.indices.filter { left[$0] > 0 }.map {
      Leftover(entry: baseline.entries[$0], count: left[$0], isGone: isMet[$0])
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
