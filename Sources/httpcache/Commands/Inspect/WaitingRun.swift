import HTTPCacheCore

/// The answers of one round of `--within`, held back until it is known whether it is the last.
final class Round {
  /// A copy of the run's gate, since this round uses up its baseline; nil if all findings count.
  private var gate: Gate?

  private(set) var answers: [Waiting.Answer] = []

  /// Closures that report the answers and messages, called only if the round is the last.
  private var reports: [() -> Void] = []

  /// The address of the server that gave the answers that are added next; nil if libcurl looked it up.
  var node: String?

  init(_ gate: Gate?) { self.gate = gate }

  /// Adds a message that is printed beside the report.
  func add(_ report: @escaping () -> Void) { reports.append(report) }

  func add(_ judgement: Judgement, _ report: @escaping () -> Void) {
    var judgement = judgement
    gate?.see(&judgement)
    let (edge, stored) = (judgement.verdict.edge.state, judgement.verdict.subject.stored)
    let age = "age \(formatDuration(judgement.verdict.freshness.age))"
    let failures = judgement.entries.filter(\.fails)
    let finding = failures.first.flatMap { entry in
      entry.finding.map { "\(entry.label): \($0.explanation)" }
    }
    answers.append(
      Waiting.Answer(
        name: judgement.place,
        failed: failures.map(\.label),
        sentence: failures.first?.check?.sentence ?? finding,
        state: edge == .unknown ? age : "edge \(edge.rawValue), \(age)",
        retryAfter: [429, 503].contains(stored.head.status)
          ? stored.head.retryAfter(at: stored.receivedAt) : nil))
    reports.append(report)
  }

  /// Adds a subject that gave no answer.
  func add(_ failure: SubjectFailure, _ report: @escaping () -> Void) {
    let name = name(failure.url ?? failure.subject)
    // The line names the URL already, so leave it out of the message.
    let isNamed = failure.url.map { failure.message.hasPrefix("\($0): ") } ?? false
    let sentence =
      isNamed ? String(failure.message.dropFirst((failure.url?.count ?? 0) + 2)) : failure.message
    answers.append(Waiting.Answer(name: name, failed: ["no answer"], sentence: sentence))
    reports.append(report)
  }

  private func name(_ url: String) -> String { node.map { "\(url) at \($0)" } ?? url }

  func report() { for report in reports { report() } }
}

/// `inspect --live --within`: requests every subject again until all checks hold, and reports the last round.
struct WaitingRun {
  private let command: InspectCommand
  private let targets: [TargetURI]
  private let client: Client
  private let text: WaitingText
  private var waiting: Waiting

  /// Prepares to request `targets`, and then the URLs that sitemaps list, for `within` seconds at most.
  init(_ command: InspectCommand, _ targets: [TargetURI], _ client: Client, within: Double) {
    (self.command, self.targets, self.client) = (command, targets, client)
    let probes = command.options.probes
    waiting = Waiting(
      within: Self.milliseconds(within), every: Self.milliseconds(probes.pause), stable: probes.stable,
      now: HostClock.milliseconds())
    text = WaitingText(command.terminal, stable: probes.stable, isQuiet: command.global.isQuiet)
  }

  private static func milliseconds(_ seconds: Double) -> Int { Int(min(seconds, 1e12) * 1000) }

  /// Requests everything, round by round, until all checks hold or the time is over.
  mutating func run() throws(TransportError) {
    while true {
      let begun = HostClock.milliseconds()
      let round = Round(command.judge.gate)
      command.judge.round = round
      defer { command.judge.round = nil }
      // Open new connections, as visitors do: an old one leads to the same machine of an edge in every round.
      client.loop.disconnect()
      // A transfer that hangs must not outlive the time that is left.
      let left = Double(max(1000, waiting.left(at: begun))) / 1000
      let run = LiveRun(command, targets, client, timeLeft: left)
      try run.run()
      command.judge.round = nil
      guard !Interruption.isRequested else { break }
      var answers = round.answers
      if !run.codes.isEmpty {
        answers.append(.init(name: "--sitemap", failed: ["sitemap"], sentence: "a sitemap can't be read"))
      }
      let now = HostClock.milliseconds()
      let step = waiting.take(answers, begun: begun, at: now)
      guard case .ask(let next) = step else {
        text.end(waiting, step, now: now)
        command.judge.shortfall = step == .over ? waiting.shortfall : nil
        round.report()
        command.judge.note(run.codes + (step != .held && waiting.unmet.isEmpty ? [.checkFailed] : []))
        return
      }
      text.show(waiting, now: now, next: next)
      client.loop.after(seconds: Double(next - now) / 1000) {}
      try client.run()
      guard !Interruption.isRequested else { break }
    }
    text.end(waiting, nil, now: HostClock.milliseconds())
  }
}
