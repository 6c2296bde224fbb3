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
      let written = Baseline.Key(
        code: key.code, severity: key.severity, method: key.method, pattern: hosts.written(key.pattern))
      counts[written, default: 0] += count
    }
    var groups: [Baseline.Key: [Baseline.Key]] = [:]
    for key in counts.keys {
      let directory = Baseline.Key(
        code: key.code, severity: key.severity, method: key.method,
        pattern: URLFamily.directory(ofPattern: key.pattern))
      groups[directory, default: []].append(key)
    }
    var entries: [Baseline.Entry] = []
    func add(_ key: Baseline.Key, _ count: Int) {
      entries.append(Baseline.Entry(key, count: count))
    }
    for (directory, keys) in groups {
      if keys.count >= Self.leastFilesOfDirectory {
        add(directory, keys.reduce(0) { $0 + (counts[$1] ?? 0) })
      } else {
        for key in keys { add(key, counts[key] ?? 0) }
      }
    }
    func order(_ entry: Baseline.Entry) -> (String, String, String, String) {
      (entry.pattern, entry.method, entry.code, entry.severity?.rawValue ?? "")
    }
    entries.sort { order($0) < order($1) }
    return Baseline(entries: entries)
  }
}
