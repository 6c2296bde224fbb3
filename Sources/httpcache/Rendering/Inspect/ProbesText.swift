import HTTPCacheCore

/// The probes and repetitions of a response with their results, in a few lines.
enum ProbesText {
  /// The lines of a verdict: how caches treated a repeated request, then a paragraph for each probe.
  ///
  /// `isVerbose` adds a line for each request.
  static func lines(_ verdict: Verdict, width: Int, isVerbose: Bool) -> [String] {
    var lines: [String] = []
    if let repetition = verdict.context.repetition {
      lines += edge(repetition, verdict.subject.request, width)
    }
    guard !verdict.context.probes.isEmpty else { return lines }
    let count = verdict.context.probes.reduce(0) { $0 + $1.exchanges.count }
    lines.append("Asked \(count) more \(count == 1 ? "time" : "times"):")
    for report in verdict.context.probes {
      lines.append(paragraph(report, width))
      lines += key(report.key, beside: verdict.context.counterpart?.key ?? [], width)
      if isVerbose { lines += report.exchanges.map { request($0, of: report, indent: 6, width: width) } }
    }
    return lines
  }

  /// The requests that the probes of a URL would send, one on each line.
  static func rehearsal(_ target: TargetURI, _ probes: [ProbeReport], width: Int) -> [String] {
    let count = probes.reduce(0) { $0 + $1.exchanges.count }
    var lines = [Escaping.withoutCredentials("\(target.absolute): \(count) requests, none of them sent")]
    for report in probes {
      let name = report.probe.rawValue
      guard !report.exchanges.isEmpty else {
        lines.append(
          WordWrap.hanging(
            Escaping.withoutCredentials(report.reason ?? ""), label: "  \(name): ", width: width))
        continue
      }
      lines.append("  \(name)")
      lines += report.exchanges.map { request($0, of: report, indent: 4, width: width) }
    }
    return lines
  }

  /// The lines on how caches treated a repeated request.
  ///
  /// They give the meaning of each state, and the reason why no cache stored the response.
  private static func edge(_ repetition: Repetition, _ request: RequestHead, _ width: Int) -> [String] {
    let asked = repetition.answers.count + repetition.problems.count
    var words = "Asked \(asked) times; a cache on the way: "
    words += states(repetition)
    if let ratio = repetition.hitRatio {
      words += "; hit ratio \(Int((ratio * 100).rounded())) %"
    }
    if let edge = repetition.edge, let field = edge.field {
      words += " (the last: \(field): \(UserInformation.redacted(in: edge.value ?? "")))"
    }
    if let problem = repetition.problems.first {
      words += "; \(repetition.problems.count) without an answer: \(problem)"
    }
    let standing = repetition.standingWord
    let meanings = repetition.words.map { word in
      word == standing ? word.sentence : word.description
    }
    let obstacle = repetition.obstacle(request).map { ["why: \($0)"] } ?? []
    return [WordWrap.hanging(Escaping.withoutCredentials(words), label: "", indent: 2, width: width)]
      + (meanings + obstacle).map {
        WordWrap.hanging(Escaping.withoutCredentials($0), label: "  ", indent: 4, width: width)
      }
  }

  /// The states in order, with equal neighbours counted: `miss, 9 × hit`.
  private static func states(_ repetition: Repetition) -> String {
    var runs: [(state: EdgeReport.State, count: Int)] = []
    for answer in repetition.answers {
      if let last = runs.last, last.state == answer.edge.state {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((answer.edge.state, 1))
      }
    }
    return runs.map { $0.count > 1 ? "\($0.count) × \($0.state.rawValue)" : $0.state.rawValue }.joined(
      separator: ", ")
  }

  /// The table of the cache key that a probe mapped, with a line for each input of the key.
  ///
  /// Below an input stands advice, or the reason why the probe could not decide. `others` is the key of
  /// another deployment; it is empty if the run has no other deployment.
  private static func key(_ rows: [KeyRow], beside others: [KeyRow], _ width: Int) -> [String] {
    guard !rows.isEmpty else { return [] }
    func line(_ cells: [String]) -> String {
      let padded = zip(cells.dropLast(), [19, 16, 16, 16]).map { "\($0)  ".rightPadded($1) }
      return "    " + padded.joined() + (cells.last ?? "")
    }
    func word(_ truth: Bool?) -> String { truth.map { $0 ? "yes" : "no" } ?? "?" }
    let there = others.isEmpty ? [] : ["there: key", "content"]
    var lines = [line(["input", "in the key", "in the content"] + there)]
    for row in rows {
      let other = others.first { $0.input == row.input }
      let cells = other.map { [word($0.isInKey), word($0.isInContent)] } ?? []
      lines.append(line([row.input.rawValue, word(row.isInKey), word(row.isInContent)] + cells))
      guard let words = row.advice ?? row.reason else { continue }
      lines.append(
        WordWrap.hanging(Escaping.withoutCredentials(words), label: "      ", indent: 6, width: width))
    }
    return lines
  }

  private static func paragraph(_ report: ProbeReport, _ width: Int) -> String {
    let label = "  \(report.probe.rawValue) ".rightPadded(14)
    let words = Escaping.withoutCredentials(words(report))
    return WordWrap.spaced(WordWrap.hanging(words, label: label, width: width))
  }

  /// The outcome of a probe, the reason for the outcome, and the status of each response.
  static func words(_ report: ProbeReport) -> String {
    let answers = report.exchanges.map { exchange in
      switch exchange.result {
      case .success(let answer): WordWrap.unbroken("\(exchange.request.label) → \(answer.head.status)")
      case .failure: WordWrap.unbroken("\(exchange.request.label) → no answer")
      }
    }
    var words = report.outcome.rawValue
    if report.outcome == .found { words += " \(report.findings.map(\.code.rawValue).asList)" }
    if let reason = report.reason { words += "\(report.outcome == .found ? ";" : ":") \(reason)" }
    // Mapping a key takes too many requests for a line; -v shows each.
    if !answers.isEmpty, report.key.isEmpty { words += ". \(answers.joined(separator: ", "))" }
    return words
  }

  /// One request, with its fields other than Accept and User-Agent.
  static func request(
    _ exchange: ProbeExchange, of report: ProbeReport, indent: Int, width: Int
  ) -> String {
    let head = exchange.request.head
    let usual: Set = ["accept", "user-agent"]
    let fields = report.shownFields(of: exchange).filter { !usual.contains($0.name.asciiLowercased) }
      .map { WordWrap.unbroken("\($0.name): \($0.value)") }
    let address = exchange.request.address.map { " at \($0)" } ?? ""
    let text =
      "\(head.method) \(head.target.absolute)\(address)"
      + (fields.isEmpty ? "" : "  \(fields.joined(separator: "; "))")
    return WordWrap.spaced(
      WordWrap.hanging(
        Escaping.withoutCredentials(text), label: String(repeating: " ", count: indent), indent: indent + 2,
        width: width
      ))
  }
}
