import HTTPCacheCore

/// Later visits as lines: a table of requests and bytes by party, then the bytes that short lifetimes waste.
enum RevisitText {
  /// The lines without a heading.
  static func lines(_ visits: SecondVisits) -> [String] {
    let width = max(10, (visits.visits.map { formatDuration($0.after).count }.max() ?? 0) + 2)
    var lines = [line("after", "", ["from the cache", "confirmed", "loaded anew"], width)]
    for visit in visits.visits {
      // Without third parties, `own` and `all` are the same.
      let parties = visits.hasOthers ? visit.parties : visit.parties.suffix(1)
      for (index, (party, outcome)) in parties.enumerated() {
        let after = index == 0 ? formatDuration(visit.after) : ""
        lines.append(line(after, "\(party)", cells(outcome), width))
      }
    }
    return lines + ["", "  " + waste(visits)]
  }

  /// The bytes that short lifetimes waste, as Lighthouse computes them, in a sentence.
  static func waste(_ visits: SecondVisits) -> String {
    let bytes = Int64(saturating: visits.wastedBytes.rounded())
    return "\(bytes.asSize) of \(visits.wastedCount.counted("file")) wasted by short lifetimes, "
      + "as Lighthouse works it out"
  }

  /// Requests and bytes, each as `12  1.2 MiB`.
  static func cells(_ outcome: SecondVisit.Outcome) -> [String] {
    outcome.tallies.map { "\($0.tally.count)" + $0.tally.bytes.asSize.leftPadded(11) }
  }

  private static func line(_ first: String, _ party: String, _ cells: [String], _ width: Int) -> String {
    "  " + first.rightPadded(width) + party.rightPadded(7) + cells.map { $0.leftPadded(18) }.joined()
  }
}
