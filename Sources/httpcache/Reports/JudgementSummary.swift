import HTTPCacheCore

/// What many judgements come to: kept figures, so that memory does not grow with their number.
struct JudgementSummary {
  private(set) var count = 0
  private(set) var reusable = 0
  private(set) var confirmable = 0
  private(set) var notStorable = 0
  private(set) var failed = 0

  /// Entries that a cache of the recording program had answered.
  private(set) var fromCache = 0

  private var findingCounts: [Finding.Code: (count: Int, worst: Finding.Severity)] = [:]

  /// Counts one more.
  mutating func add(_ judgement: Judgement) {
    let verdict = judgement.verdict
    count += 1
    if !verdict.isStorable {
      notStorable += 1
    } else if verdict.isReusable {
      reusable += 1
    } else {
      confirmable += 1
    }
    if judgement.isFailed { failed += 1 }
    if !verdict.subject.isFromServer { fromCache += 1 }
    for finding in verdict.findings {
      let known = findingCounts[finding.code] ?? (0, .info)
      findingCounts[finding.code] = (known.count + 1, max(known.worst, finding.severity))
    }
  }

  /// Counts as many more as another one did.
  mutating func add(_ other: JudgementSummary) {
    count += other.count
    reusable += other.reusable
    confirmable += other.confirmable
    notStorable += other.notStorable
    failed += other.failed
    fromCache += other.fromCache
    findingCounts.merge(other.findingCounts) { ($0.count + $1.count, max($0.worst, $1.worst)) }
  }

  /// The findings, the worst first, of these the most frequent first.
  var findings: [(code: Finding.Code, severity: Finding.Severity, count: Int)] {
    findingCounts.map { (code: $0.key, severity: $0.value.worst, count: $0.value.count) }.sorted {
      left, right in
      if left.severity != right.severity { return left.severity > right.severity }
      if left.count != right.count { return left.count > right.count }
      return left.code.rawValue < right.code.rawValue
    }
  }
}
