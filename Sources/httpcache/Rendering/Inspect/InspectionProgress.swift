import HTTPCacheCore

/// The progress of `inspect --live` on a terminal, where a run sends more requests than the user has named URLs.
final class InspectionProgress {
  private let terminal: Terminal
  private let milliseconds: () -> Int
  private let startedAt: Int
  private var pace = RedrawPace()
  private var asked = 0, answered = 0, probed = 0
  private var bytes: Int64 = 0

  /// Whether no sitemap may name more URLs.
  var isListed = false

  /// Makes a progress display on stderr.
  init(_ terminal: Terminal, milliseconds: @escaping () -> Int) {
    self.terminal = terminal
    self.milliseconds = milliseconds
    startedAt = milliseconds()
  }

  /// Draws what the run waits for before it can request a URL.
  func wait(for what: String) { terminal.redraw(what) }

  /// Counts a URL that is requested.
  func ask() {
    asked += 1
    draw()
  }

  /// Counts an answer, or that there is none.
  func answer(bytes count: Int64) {
    answered += 1
    bytes &+= count
    draw()
  }

  /// Counts the answer to a request of a probe or a repetition.
  func probe() {
    probed += 1
    draw()
  }

  /// Clears the line, before what is printed at the end.
  func end() { terminal.redraw("") }

  /// Redraws the line a few times a second.
  private func draw() {
    let now = milliseconds()
    if pace.isDue(now) { terminal.redraw(String(line(now).prefix(max(20, terminal.width(.error) - 1)))) }
  }

  /// How many URLs have answered, of how many so far, and what the checks have sent besides.
  func line(_ now: Int) -> String {
    let rate = Double(bytes) * 1000 / Double(max(1, now - startedAt))
    let more = isListed ? "" : " so far"
    let probes = probed == 0 ? "" : "  \(probed.counted("more request"))"
    return "\(answered) of \(asked)\(more)  \(bytes.asSize)  \(Int64(saturating: rate).asSize)/s\(probes)"
  }
}
