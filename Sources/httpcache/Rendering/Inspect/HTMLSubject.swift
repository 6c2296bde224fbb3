import HTTPCacheCore

/// One response on the page: its conclusion and, once opened, its fields, lifetime, reasons and findings.
struct HTMLSubject {
  private let judgement: Judgement

  init(_ judgement: Judgement) { self.judgement = judgement }

  private var verdict: Verdict { judgement.verdict }

  var html: String {
    let worst = judgement.findings.map(\.severity).max()
    let badge = worst.map { " <span class=\"badge \($0.rawValue)\">\($0.rawValue)</span>" } ?? ""
    let failed = judgement.isFailed ? " <span class=\"failed\">failed</span>" : ""
    let shared = verdict.sharedConclusion.map { Self.outcome($0, by: "Shared cache: ") + "<br>\n" } ?? ""
    return """
      <details class="subject">
      <summary>\(XMLText.escaped(judgement.name)) <b>\(verdict.subject.stored.head.status)</b>\(badge)\(failed)<br>
      \(shared)\(Self.outcome(verdict.conclusion))</summary>
      \(timeline)\(failures)<div class="fields">\(fields)</div>
      \(list("Findings", findings))\(list("As real caches do", otherCaches))\(list("Reasons", reasons))\(list("Asked beside it", probes))
      </details>
      """
  }

  private static func outcome(_ conclusion: Conclusion, by judge: String = "") -> String {
    let consequence = conclusion.consequence.map { ". \($0)" } ?? ""
    return "<span class=\"outcome\">\(HTMLPage.prose(judge + conclusion.sentence + consequence))</span>"
  }

  private func list(_ title: String, _ items: [String]) -> String {
    items.isEmpty
      ? "" : "<h4>\(title)</h4>\n<ul>\(items.map { "<li>\($0)</li>" }.joined(separator: "\n"))</ul>\n"
  }

  /// How much of the lifetime is left, as a bar.
  private var timeline: String {
    guard let left = LifetimeLeft(verdict) else { return "" }
    let words = "\(left.isFresh ? "fresh" : "stale"), \(left.words)"
    let bar = StatsText.percent(left.isFresh ? max(left.share, 0.01) : 1)
    return "<div class=\"life\(left.isFresh ? "" : " stale")\" role=\"img\" aria-label=\"\(words)\">"
      + "<i style=\"width:\(bar)\"></i></div>\n<p class=\"note\">\(words)</p>\n"
  }

  private var failures: String {
    let lines = judgement.entries.filter { $0.fails && $0.finding == nil }.map(\.sentence)
    return lines.map { "<p class=\"failed\">\(XMLText.escaped($0))</p>\n" }.joined()
  }

  private var fields: String {
    verdict.subject.stored.head.fields.lines.map { line in
      "\(XMLText.escaped(line.name)): \(XMLText.escaped(line.redactedValue))"
    }.joined(separator: "\n")
  }

  private var findings: [String] {
    let entries = judgement.entries
    return entries.filter { $0.hiding == nil }.compactMap(\.finding).map { finding in
      "<span class=\"badge \(finding.severity.rawValue)\">\(finding.severity.rawValue)</span> \(finding.code.rawValue):"
        + " \(HTMLPage.prose(finding.text))"
    }
      + entries.compactMap { entry in
        guard let finding = entry.finding, let why = entry.hiding else { return nil }
        let words: String =
          switch why {
          case .baseline: "in the baseline"
          case .accepted(let reason): "accepted: \(reason)"
          }
        return "<span class=\"note\">\(finding.code.rawValue), \(XMLText.escaped(words))</span>"
      }
  }

  private var reasons: [String] {
    verdict.reasons.map {
      "\(HTMLPage.prose($0.sentence)) <span class=\"note\">(\($0.rule.reference))</span>"
    }
  }

  private var otherCaches: [String] {
    verdict.cacheComparisons.map { comparison in
      let difference = comparison.difference.map { " \($0)" } ?? ""
      return
        "<b>\(comparison.decision.cache.name)</b> \(HTMLPage.prose("\(comparison.sentence).\(difference)"))"
        + " <span class=\"note\">(\(comparison.ground))</span>"
    }
  }

  private var probes: [String] {
    verdict.context.probes.map { "<b>\($0.probe.rawValue)</b> \(XMLText.escaped(ProbesText.words($0)))" }
  }
}
