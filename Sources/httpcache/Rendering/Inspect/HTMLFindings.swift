import HTTPCacheCore

/// The findings of a report by code, and within a code by the line to send, with the URLs that each concerns.
struct HTMLFindings {
  /// What one mend is for.
  private struct Mend {
    /// What is wrong, in the words of the first response.
    let explanation: String
    let advice: String?
    var urls: [String] = []
    var count = 0
  }

  private struct Group {
    var severity: Finding.Severity
    var count = 0
    var hasFailed = false
    var mends: [Mend] = []
    /// Findings whose mend is one of too many.
    var left = 0
  }

  private var groups: [Finding.Code: Group] = [:]
  private var checks: [(check: String, urls: [String], count: Int)] = []

  /// How many URLs of a mend, and how many mends of a code are listed.
  private static let (mostURLs, mostMends) = (20, 50)

  /// Takes the findings and the failed checks of a judgement.
  mutating func add(_ judgement: Judgement) {
    for finding in judgement.findings { add(finding, judgement.url, isFailed: judgement.isFailed(finding)) }
    for failed in judgement.failedChecks {
      let text = "\(failed.label) does not hold"
      let line = "\(judgement.url): \(failed.shortfall.explanation)"
      if let index = checks.firstIndex(where: { $0.check == text }) {
        checks[index].count += 1
        if checks[index].urls.count < Self.mostURLs { checks[index].urls.append(line) }
      } else if checks.count < Self.mostMends {
        checks.append((text, [line], 1))
      }
    }
  }

  private mutating func add(_ finding: Finding, _ url: String, isFailed: Bool) {
    var group = groups[finding.code] ?? Group(severity: finding.severity)
    group.severity = max(group.severity, finding.severity)
    group.count += 1
    group.hasFailed = group.hasFailed || isFailed
    if let index = group.mends.firstIndex(where: { $0.advice == finding.advice }) {
      group.mends[index].count += 1
      if group.mends[index].urls.count < Self.mostURLs { group.mends[index].urls.append(url) }
    } else if group.mends.count < Self.mostMends {
      group.mends.append(
        Mend(explanation: finding.explanation, advice: finding.advice, urls: [url], count: 1))
    } else {
      group.left += 1
    }
    groups[finding.code] = group
  }

  /// The sections: what failed, what is wrong, then what is worth knowing.
  ///
  /// - Parameter summary: names the findings where the responses themselves are not known.
  /// - Returns: the sections as HTML.
  func html(_ summary: JudgementSummary) -> String {
    var findings = self
    if groups.isEmpty { findings.add(summary) }
    return findings.sections
  }

  /// Takes the findings of a summary: each host's with an example.
  private mutating func add(_ summary: JudgementSummary) {
    for group in summary.groups {
      var mend = Mend(explanation: "", advice: nil)
      mend.count = group.hosts.count
      mend.urls = group.hosts.prefix(Self.mostURLs).map { host, found in
        "\(host): \(found.tally.count), such as \(found.example)"
      }
      groups[group.code] = Group(severity: group.severity, count: group.count, mends: [mend])
    }
  }

  private var sections: String {
    var html = ""
    if !checks.isEmpty {
      html += HTMLPage.section(
        "Checks that do not hold",
        checks.map { check in
          "<div class=\"group\"><h3 class=\"failed\">\(XMLText.escaped(check.check))</h3>\n"
            + Self.list(check.urls, of: check.count) + "</div>"
        }.joined(separator: "\n"))
    }
    let sorted = groups.sorted {
      ($1.value.severity, $1.value.count, $0.key.rawValue) < (
        $0.value.severity, $0.value.count, $1.key.rawValue
      )
    }
    let wrong = sorted.filter { $0.value.severity > .info }
    let notes = sorted.filter { $0.value.severity == .info }
    html += HTMLPage.section(
      "What is wrong",
      wrong.isEmpty
        ? "<p class=\"note\">Nothing is worse than worth knowing.</p>"
        : wrong.map { Self.card($0.key, $0.value) }.joined(separator: "\n"))
    if !notes.isEmpty {
      html += HTMLPage.section(
        "Worth knowing",
        "<details><summary>\(notes.count) \(notes.count == 1 ? "kind" : "kinds")</summary>\n"
          + notes.map { Self.card($0.key, $0.value) }.joined(separator: "\n") + "</details>")
    }
    return html
  }

  private static func card(_ code: Finding.Code, _ group: Group) -> String {
    let badge = "<span class=\"badge \(group.severity.rawValue)\">\(group.severity.rawValue)</span>"
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
