import HTTPCacheCore

/// Collects the findings of a run for a baseline.
struct BaselineDraft {
  private var counts: [Baseline.Key: Int] = [:]
  private var hosts = SubjectHosts()

  /// The directory patterns of entries: of the pages or files of one kind; nil where names tell no kind.
  private var directories: [Baseline.Key: String?] = [:]

  /// How many files of a directory have to share a finding to become one entry for the directory: a family is two.
  private static let leastFilesOfDirectory = 2

  /// Adds the findings of a judgement, except accepted ones.
  mutating func add(_ judgement: Judgement) {
    let request = judgement.verdict.subject.request
    hosts.add(request.target)
    let findings = judgement.findings
    guard !findings.isEmpty else { return }
    let family = URLFamily.pattern(of: request.target)
    let directory = Self.directory(family, judgement.verdict)
    for finding in findings {
      let standsByURL = Baseline.standsByURL(finding.code.rawValue, finding.severity)
      // What names its version gets another name with the next release.
      let isVersioned = URLNaming(judgement.verdict).version != nil
      let key = Baseline.Key(
        code: finding.code.rawValue, severity: finding.severity, method: request.method,
        pattern: standsByURL && !isVersioned ? request.target.absolute : family)
      counts[key, default: 0] += 1
      directories[key] = standsByURL ? .some(nil) : directory
    }
  }

  /// The pattern of the directory for the kind of a subject; nil where names tell no kind, as those of data do.
  private static func directory(_ family: String, _ verdict: Verdict) -> String? {
    let target = verdict.subject.request.target
    if verdict.kind == .page {
      return URLFamily.siblings(ofPattern: family)
    }
    let name = target.path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    return name.contains(".") ? URLFamily.directory(ofPattern: family) : nil
  }

  /// The baseline; a finding that many files of a directory share is one entry.
  var baseline: Baseline {
    var counts: [Baseline.Key: Int] = [:]
    var directories: [Baseline.Key: String] = [:]
    for (key, count) in self.counts {
      var written = key
      written.pattern = hosts.written(key.pattern)
      counts[written, default: 0] += count
      directories[written] = self.directories[key]?.map(hosts.written)
    }
    let groups = Dictionary(grouping: counts.keys) { key in
      var directory = key
      directory.pattern = directories[key] ?? key.pattern
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
