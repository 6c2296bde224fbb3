import HTTPCacheCore

/// The messages of `--within` on stderr: one line that is redrawn on a terminal, a line for each change in a log, and
/// the end.
struct WaitingText {
  private let terminal: Terminal
  private let stable: Int
  private let isQuiet: Bool

  /// How many subjects are named at once; the others are counted.
  private static let mostNamed = 20

  /// Makes the messages; `stable` is the number of rounds in a row in which everything has to hold.
  init(_ terminal: Terminal, stable: Int, isQuiet: Bool) {
    (self.terminal, self.stable, self.isQuiet) = (terminal, stable, isQuiet)
  }

  /// Prints the state after a round that ended at `now`; the next round begins at `next`.
  func show(_ waiting: Waiting, now: Int, next: Int) {
    guard !isQuiet else { return }
    guard terminal.isTerminal(.error) else { return tell(waiting) }
    let count = waiting.standings.count
    var line = "\(span(waiting, now)): \(count - waiting.unmet.count) of \(count) hold"
    if stable > 1 { line += ", \(waiting.row) of \(stable) times in a row" }
    line += "; again in \(formatDuration(Seconds((next - now + 999) / 1000)))"
    if let first = waiting.unmet.first { line += "; \(Self.words(first))" }
    terminal.redraw(String(line.prefix(max(20, terminal.width(.error) - 1))))
  }

  /// Prints the result after the last round; `step` is nil if a signal ended the run.
  func end(_ waiting: Waiting, _ step: Waiting.Step?, now: Int) {
    if terminal.isTerminal(.error), !isQuiet {
      terminal.redraw("")
    } else if !isQuiet, step != nil {
      tell(waiting)
    }
    let rounds = waiting.rounds.counted("round")
    if step == .held {
      guard !isQuiet, let since = waiting.heldSince else { return }
      let times = stable == 1 ? "" : ", \(waiting.row) times in a row"
      return terminal.say("httpcache: everything holds since \(moment(waiting, since))\(times) (\(rounds))")
    }
    let why = step == nil ? "interrupted" : "given up"
    let count = waiting.standings.count
    let found =
      waiting.rounds == 0
      ? "the first round was not over"
      : waiting.unmet.isEmpty && waiting.row > 0
        ? "everything held \(waiting.row) of \(stable) times in a row"
        : "\(waiting.unmet.count) of \(count) \(count == 1 ? "does" : "do") not hold"
    let wish =
      waiting.overlongWish.map { "; a Retry-After of \(formatDuration($0)) reaches beyond --within" } ?? ""
    terminal.say("httpcache: \(why) after \(span(waiting, now)) and \(rounds): \(found)\(wish)")
    for standing in waiting.unmet.prefix(Self.mostNamed) {
      terminal.say("  \(Self.words(standing)), since \(moment(waiting, standing.since))")
    }
    sayRest(waiting.unmet.count)
  }

  /// Prints the changes since the round before: each subject that does not hold, or for another reason than before, and
  /// how many hold if more do.
  private func tell(_ waiting: Waiting) {
    let unmet = waiting.changes.filter { !$0.answer.holds }
    if let held = waiting.changes.first(where: \.answer.holds), !waiting.unmet.isEmpty {
      let count = waiting.standings.count
      terminal.say(
        "httpcache: \(span(waiting, held.since)): \(count - waiting.unmet.count) of \(count) hold")
    }
    for standing in unmet.prefix(Self.mostNamed) {
      terminal.say("httpcache: \(span(waiting, standing.since)): \(Self.words(standing))")
    }
    sayRest(unmet.count)
  }

  private func sayRest(_ count: Int) {
    if count > Self.mostNamed { terminal.say("  and \(count - Self.mostNamed) more") }
  }

  private func moment(_ waiting: Waiting, _ moment: Int) -> String {
    waiting.seconds(to: moment) == 0 ? "the start" : "\(span(waiting, moment)) after the start"
  }

  private func span(_ waiting: Waiting, _ moment: Int) -> String {
    formatDuration(waiting.seconds(to: moment))
  }

  /// A subject with the check that does not hold, and the state of its last answer.
  private static func words(_ standing: Waiting.Standing) -> String {
    let answer = standing.answer
    let state = answer.state.map { "; \($0)" } ?? ""
    let sentence = shortened(answer.sentence ?? "no answer")
    return Escaping.withoutCredentials(UserInformation.redacted(in: "\(answer.name): \(sentence)\(state)"))
  }

  /// How many digits of a digest are shown; the report has all.
  private static let shownDigits = 12

  /// The text with the beginning of each digest in it: two that differ do so there.
  static func shortened(_ text: String) -> String {
    var (output, digits) = ("", "")
    for character in text + "\n" {
      guard !character.isHexDigit || !character.isASCII else {
        digits.append(character)
        continue
      }
      output += digits.utf8.count < 64 ? digits : digits.prefix(shownDigits) + "…"
      output.append(character)
      digits = ""
    }
    return String(output.dropLast())
  }
}
