import HTTPCacheCore

/// Collects the findings of a run for a baseline.
struct BaselineDraft {
  private var counts: [Baseline.Key: Int] = [:]
  private var hosts = SubjectHosts()

  /// How many files of a directory have to share a finding to become one entry for the directory.
  private static let leastFilesOfDirectory = 4

  /// Adds the findings of a judgement, except accepted ones.
  mutating func add(_ judgement: Judgement) {
    let request = judgement.verdict.subject.request
    hosts.add(request.target)
    let findings = judgement.findings
    guard !findings.isEmpty else { return }
    let pattern = URLFamily.pattern(of: request.target)
    for finding in findings {
      let key = Baseline.Key(
        code: finding.code.rawValue, severity: finding.severity, method: request.method, pattern: pattern)
      counts[key, default: 0] += 1
    }
  }

  /// The baseline; a finding that many files of a directory share is one entry.
  var baseline: Baseline {
    var counts: [Baseline.Key: Int] = [:]
    for (key, count) in self.counts {
      var written = key
      written.pattern = hosts.written(key.pattern)
      counts[written, default: 0] += count
    }
    let groups = Dictionary(grouping: counts.keys) { key in
      var directory = key
      directory.pattern = URLFamily.directory(ofPattern: key.pattern)
      return directory
    }
    let entries = groups.flatMap { directory, keys in
      keys.count >= Self.leastFilesOfDirectory
        ? [Baseline.Entry(directory, count: keys.reduce(0) { $0 + (counts[$1] ?? 0) })]
        : keys.map { Baseline.Entry($0, count: counts[$0] ?? 0) }
    }
    func order(_ entry: Baseline.Entry) -> (String, String, String, String) {
      let key = entry.key
      return (key.pattern, key.method, key.code, key.severity?.rawValue ?? "")
    }
    return Baseline(entries: entries.sorted { order($0) < order($1) })
  }
}
