import HTTPCacheCore

/// The progress of transfers on a terminal: a bar for one, a line for each and a total for several.
final class Progress {
  private let terminal: Terminal
  private let total: Int?
  private let milliseconds: () -> Int
  private let startedAt: Int
  private var pace = RedrawPace()
  private var ended = 0
  private var bytes: Int64 = 0

  /// Makes a progress display on stderr; `total` is the number of URLs, nil if it is not known yet.
  init(_ terminal: Terminal, total: Int?, milliseconds: @escaping () -> Int) {
    self.terminal = terminal
    self.total = total
    self.milliseconds = milliseconds
    startedAt = milliseconds()
  }

  /// Notes bytes of one transfer, and redraws a few times a second.
  func advance(by count: Int, received: Int64, expected: Int64?) {
    bytes &+= Int64(count)
    let now = milliseconds()
    if pace.isDue(now) { terminal.redraw(total == 1 ? single(received, expected, now) : summary(now)) }
  }

  func end(_ url: String, bytes count: Int64, source: String) {
    ended += 1
    terminal.redraw("")
    guard total != 1 else { return }
    terminal.say("\(count.asSize.leftPadded(10))  \(source.leftPadded(11))  \(url)")
    let now = milliseconds()
    if ended == total { terminal.say(summary(now)) } else { terminal.redraw(summary(now)) }
  }

  /// Bytes, rate and time left of the only transfer.
  func single(_ received: Int64, _ expected: Int64?, _ now: Int) -> String {
    let rate = rate(now)
    let speed = "\(Int64(saturating: rate).asSize)/s"
    guard let expected, expected > 0 else { return "\(received.asSize)  \(speed)" }
    let share = min(1, Double(received) / Double(expected))
    let width = max(10, min(40, terminal.width(.error) - 60))
    let bar = String.bar(Int(share * Double(width)), of: width)
    let left = rate > 0 ? "\(Int64(saturating: Double(max(0, expected - received)) / rate)) s left" : ""
    let size = "\(received.asSize) of \(expected.asSize)"
    return "\("\(Int(share * 100))%".leftPadded(4)) [\(bar)] \(size)  \(speed)  \(left)"
  }

  private func summary(_ now: Int) -> String {
    "\(ended)\(total.map { " of \($0)" } ?? "")  \(bytes.asSize)  \(Int64(saturating: rate(now)).asSize)/s"
  }

  /// In bytes a second.
  private func rate(_ now: Int) -> Double { Double(bytes) * 1000 / Double(max(1, now - startedAt)) }
}

/// Limits how often a line is drawn: a few times a second.
struct RedrawPace {
  private var drawnAt = 0

  mutating func isDue(_ now: Int) -> Bool {
    guard now - drawnAt >= 100 else { return false }
    drawnAt = now
    return true
  }
}

/// The progress of `revalidate` on a terminal.
final class RevalidationProgress {
  private let terminal: Terminal
  private let milliseconds: () -> Int
  private var counts: [RevalidationOutcome: Int64] = [:]
  private var pace = RedrawPace()

  /// How many stored responses are asked about, where that is known.
  var total: Int64?

  init(_ terminal: Terminal, milliseconds: @escaping () -> Int) {
    self.terminal = terminal
    self.milliseconds = milliseconds
  }

  /// Counts an outcome, and redraws a few times a second.
  func advance(_ outcome: RevalidationOutcome) {
    counts[outcome, default: 0] += 1
    if pace.isDue(milliseconds()) { terminal.redraw(line) }
  }

  /// Prints the final counts, if there is more than one response.
  func end() {
    terminal.redraw("")
    if counts.values.reduce(0, +) > 1 { terminal.say(line) }
  }

  private var line: String {
    let done = counts.values.reduce(0, +)
    var line = done.grouped
    if let total, total > 0 {
      let filled = Int(min(1, Double(done) / Double(total)) * 20)
      line = "[\(String.bar(filled, of: 20))] \(done.grouped) of \(total.grouped)"
    }
    let parts = RevalidationOutcome.allCases.compactMap { outcome in
      counts[outcome].map { "\($0.grouped) \(outcome.rawValue)" }
    }
    return "\(line)  \(parts.joined(separator: ", "))"
  }
}

extension RevalidationOutcome {
  /// The style that shows whether the outcome is good.
  var style: Style {
    switch self {
    case .freshEnough, .notModified: .good
    case .replaced: .strong
    case .gone, .kept: .warn
    case .failed: .bad
    }
  }
}
