import HTTPCacheCore

/// The findings of a report by code, and within a code by advice, with the URLs that each concerns.
struct HTMLFindings {
  /// The findings of a kind that have the same advice.
  private struct Mend {
    /// The explanation of the first finding.
    let explanation: String
    let advice: String?
    var urls: [String] = []
    var count = 0
  }

  private struct Group {
    var count = 0
    var hasFailed = false
    var mends: [Mend] = []
    /// How many findings have an advice beyond the first `mostMends`.
    var left = 0

    mutating func add(_ other: Group) {
      count += other.count
      hasFailed = hasFailed || other.hasFailed
      left += other.left
      for mend in other.mends {
        if let index = mends.firstIndex(where: { $0.advice == mend.advice }) {
          mends[index].count += mend.count
          mends[index].urls += mend.urls.prefix(max(0, HTMLFindings.mostURLs - mends[index].urls.count))
        } else if mends.count < HTMLFindings.mostMends {
          mends.append(mend)
        } else {
          left += mend.count
        }
      }
    }
  }

  private typealias Kind = JudgementSummary.FindingKind

  /// The findings by site, since the first party is known only at the end.
  private var sites: [Site: [Kind: Group]] = [:]
  private var checks: [(check: String, urls: [String], count: Int)] = []

  /// How many URLs of a mend, and how many mends of a code, are listed at most.
  private static let (mostURLs, mostMends) = (20, 50)

  mutating func add(_ judgement: Judgement) {
    let entries = judgement.entries.filter { $0.hiding == nil }
    guard !entries.isEmpty else { return }
    let site = Site(listed: judgement.verdict.subject.request.target.host)
    for entry in entries {
      guard case .check(let failed) = entry.what else {
        if let finding = entry.finding { add(finding, judgement.place, isFailed: entry.fails, of: site) }
        continue
      }
      let text = "\(failed.label) does not hold"
      let line = "\(judgement.place): \(failed.shortfall.observation.explanation)"
      if let index = checks.firstIndex(where: { $0.check == text }) {
        checks[index].count += 1
        if checks[index].urls.count < Self.mostURLs { checks[index].urls.append(line) }
      } else if checks.count < Self.mostMends {
        checks.append((text, [line], 1))
      }
    }
  }

  private mutating func add(_ finding: Finding, _ url: String, isFailed: Bool, of site: Site) {
    let mend = Mend(explanation: finding.explanation, advice: finding.advice, urls: [url], count: 1)
    let group = Group(count: 1, hasFailed: isFailed, mends: [mend])
    sites[site, default: [:]][Kind(code: finding.code, severity: finding.severity), default: Group()].add(
      group)
  }

  /// The sections as HTML: failed checks, then errors and warnings, then information.
  ///
  /// `summary` names the first party, and supplies the findings if no judgement was added, as for merged summaries.
  func html(_ summary: JudgementSummary) -> String {
    var html = ""
    if !checks.isEmpty {
      html += HTMLPage.section(
        "Checks that do not hold",
        checks.map { check in
          "<div class=\"group\"><h3 class=\"failed\">\(XMLText.escaped(check.check))</h3>\n"
            + Self.list(check.urls, of: check.count) + "</div>"
        }.joined(separator: "\n"))
    }
    let (own, others) = sites.isEmpty ? Self.groups(summary) : groups(summary.site)
    html += Self.wrong(own, "What is wrong", none: "Nothing is worse than worth knowing.")
    html += Self.notes(own, "Worth knowing")
    html += Self.wrong(others, "What is wrong at third parties", none: nil)
    return html + Self.notes(others, "Worth knowing at third parties")
  }

  /// The findings of the first party, or of all sites if none is known, and the findings of all other sites together.
  private func groups(_ firstParty: Site?) -> (own: [Kind: Group], others: [Kind: Group]) {
    var (own, others): ([Kind: Group], [Kind: Group]) = ([:], [:])
    for (site, groups) in sites.sorted(by: { $0.key.name < $1.key.name }) {
      for (kind, group) in groups {
        if site == firstParty ?? site {
          own[kind, default: Group()].add(group)
        } else {
          others[kind, default: Group()].add(group)
        }
      }
    }
    return (own, others)
  }

  /// The findings of a summary, which has an example for each host in place of the responses.
  private static func groups(_ summary: JudgementSummary) -> (own: [Kind: Group], others: [Kind: Group]) {
    func groups(_ found: [JudgementSummary.Group]) -> [Kind: Group] {
      var groups: [Kind: Group] = [:]
      for group in found {
        var mend = Mend(explanation: "", advice: nil)
        mend.count = group.hosts.count
        mend.urls = group.hosts.prefix(mostURLs).map { host, found in
          "\(host): \(found.tally.count), such as \(found.example)"
        }
        groups[group.kind] = Group(count: group.count, mends: [mend])
      }
      return groups
    }
    let (own, others) = summary.groups
    return (groups(own), groups(others))
  }

  private static func sorted(_ groups: [Kind: Group]) -> [(key: Kind, value: Group)] {
    groups.sorted { $0.key < $1.key }
  }

  private static func wrong(_ groups: [Kind: Group], _ title: String, none: String?) -> String {
    let wrong = sorted(groups).filter { $0.key.severity > .info }
    guard !wrong.isEmpty else {
      return none.map { HTMLPage.section(title, "<p class=\"note\">\($0)</p>") } ?? ""
    }
    return HTMLPage.section(title, wrong.map { card($0.key, $0.value) }.joined(separator: "\n"))
  }

  private static func notes(_ groups: [Kind: Group], _ title: String) -> String {
    let notes = sorted(groups).filter { $0.key.severity == .info }
    guard !notes.isEmpty else { return "" }
    return HTMLPage.section(
      title,
      "<details><summary>\(notes.count.counted("kind"))</summary>\n"
        + notes.map { card($0.key, $0.value) }.joined(separator: "\n") + "</details>")
  }

  private static func card(_ kind: Kind, _ group: Group) -> String {
    let (code, severity) = (kind.code, kind.severity.rawValue)
    let badge = "<span class=\"badge \(severity)\">\(severity)</span>"
    let failed = group.hasFailed ? " <span class=\"failed\">fails the gate</span>" : ""
    let mends = group.mends.sorted { $0.count > $1.count }.map { mend in
      (mend.explanation.isEmpty ? "" : "<p>\(HTMLPage.prose(mend.explanation))</p>\n")
        + (mend.advice.map { "<p class=\"mend\">\(HTMLPage.prose($0))</p>\n" } ?? "")
        + list(mend.urls, of: mend.count)
    }
    let left = group.left > 0 ? "<p class=\"note\">and \(group.left) more of this kind</p>" : ""
    return """
      <div class="group">
      <h3>\(badge) \(code.rawValue) × \(group.count)\(failed)</h3>
      <p class="note">\(XMLText.escaped(code.summary)) (\(XMLText.escaped(code.reference)))</p>
      \(mends.joined(separator: "\n"))\(left)
      </div>
      """
  }

  private static func list(_ lines: [String], of count: Int) -> String {
    var items = lines.map { "<li>\(XMLText.escaped($0))</li>" }
    if count > lines.count { items.append("<li>and \(count - lines.count) more</li>") }
    return "<ul>\(items.joined(separator: "\n"))</ul>"
  }
}
