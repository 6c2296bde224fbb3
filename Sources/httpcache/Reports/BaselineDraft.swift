import HTTPCacheCore

/// Collects the findings of a run for a baseline.
struct BaselineDraft {
  /// What is known of findings, but for the place.
  private struct Code: Hashable {
    let code: String
    let severity: Finding.Severity
    let method: String

    var standsByURL: Bool { Baseline.standsByURL(code, severity) }
  }

  private var members: [FamilyMember] = []
  private var counts: [[Code: Int]] = []
  private var hosts = SubjectHosts()

  /// How many files of a family have to share a finding to become one entry.
  private static let leastFilesOfFamily = 2

  /// Adds the findings of a judgement, except accepted ones; one without findings tells what no family hides.
  mutating func add(_ judgement: Judgement, accepting accepted: Set<Finding.Code> = []) {
    let request = judgement.verdict.subject.request
    hosts.add(request.target)
    members.append(FamilyMember(judgement.verdict))
    var own: [Code: Int] = [:]
    for finding in judgement.findings where !accepted.contains(where: finding.isMeant) {
      own[
        Code(code: finding.code.rawValue, severity: finding.severity, method: request.method), default: 0] +=
        1
    }
    counts.append(own)
  }

  /// The baseline; a finding that several files of a family share is one entry.
  var baseline: Baseline {
    var entries: [Baseline.Key: Int] = [:]
    func add(_ code: Code, _ pattern: String, _ selector: FamilySelector, _ count: Int) {
      let key = Baseline.Key(
        code: code.code, severity: code.severity, method: code.method, pattern: hosts.written(pattern),
        selector: selector)
      entries[key, default: 0] += count
    }
    func addAlone(_ index: Int, _ code: Code) {
      let member = members[index]
      add(code, member.nextURL, member.selector, counts[index][code] ?? 0)
    }
    let families = Families(members, leastDepth: 1) { some in
      Set(some.flatMap { counts[$0].keys }.filter { !$0.standsByURL })
    }
    for found in families.found {
      for code in Set(found.members.flatMap { counts[$0].keys }) {
        let having = found.members.filter { counts[$0][code] != nil }
        if !code.standsByURL, Set(having.map { members[$0].url }).count >= Self.leastFilesOfFamily {
          add(
            code, found.family.pattern, found.family.selector,
            having.reduce(0) { $0 + (counts[$1][code] ?? 0) })
        } else {
          for index in having { addAlone(index, code) }
        }
      }
    }
    for index in members.indices where members[index].standsAlone {
      for code in counts[index].keys { addAlone(index, code) }
    }
    func order(_ entry: Baseline.Entry) -> (String, String, String, String, String) {
      let key = entry.key
      let versioned = key.selector.isVersioned.map { $0 ? "2" : "1" } ?? ""
      return (
        key.pattern, (key.selector.kind?.rawValue ?? "") + versioned, key.method, key.code,
        key.severity?.rawValue ?? ""
      )
    }
    let all = entries.map { Baseline.Entry($0.key, count: $0.value) }
    return Baseline(entries: all.sorted { order($0) < order($1) })
  }
}
