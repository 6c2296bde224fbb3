import HTTPCacheCore

/// What is shown of a probe: its outcome, the cache key that it mapped, and its requests.
struct ProbeLines {
  /// An input of the key, with its cells, and what is to be said of it; nil for nothing.
  struct KeyLine {
    let cells: [String]
    let words: String?
  }

  let report: ProbeReport

  /// The key of another deployment; empty if the run has none.
  private let otherKey: [KeyRow]

  init(_ report: ProbeReport, beside otherKey: [KeyRow] = []) {
    (self.report, self.otherKey) = (report, otherKey)
  }

  var name: String { report.probe.rawValue }

  /// The outcome, the reason for it, and the status of each response.
  var words: String {
    let answers = report.exchanges.map { exchange in
      switch exchange.result {
      case .success(let answer): "\(exchange.request.label) → \(answer.head.status)".unbroken
      case .failure: "\(exchange.request.label) → no answer".unbroken
      }
    }
    var words = report.outcome.rawValue
    if report.outcome == .found { words += " \(report.findings.map(\.code.rawValue).asList)" }
    if let reason = report.reason { words += "\(report.outcome == .found ? ";" : ":") \(reason)" }
    // Mapping a key takes too many requests for a line; -v shows each.
    if !answers.isEmpty, report.key.isEmpty { words += ". \(answers.joined(separator: ", "))" }
    return words
  }

  /// Each request, with its fields other than Accept and User-Agent.
  var requests: [String] {
    report.exchanges.map { exchange in
      let head = exchange.request.head
      let usual: Set = ["accept", "user-agent"]
      let fields = report.shownFields(of: exchange).filter { !usual.contains($0.name.asciiLowercased) }
        .map { "\($0.name): \($0.value)".unbroken }
      let address = exchange.request.address.map { " at \($0)" } ?? ""
      return "\(head.method) \(head.target.absolute)\(address)"
        + (fields.isEmpty ? "" : "  \(fields.joined(separator: "; "))")
    }
  }

  /// The names of the columns of the key.
  var keyColumns: [String] {
    ["input", "in the key", "in the content"] + (otherKey.isEmpty ? [] : ["there: key", "content"])
  }

  /// A line for each input of the cache key that it mapped, with advice, or the reason why it could not decide.
  var key: [KeyLine] {
    func word(_ truth: Bool?) -> String { truth.map { $0 ? "yes" : "no" } ?? "?" }
    return report.key.map { row in
      let other = otherKey.first { $0.input == row.input }
      let there = other.map { [word($0.isInKey), word($0.isInContent)] } ?? []
      return KeyLine(
        cells: [row.input.rawValue, word(row.isInKey), word(row.isInContent)] + there,
        words: row.advice ?? row.reason)
    }
  }
}
