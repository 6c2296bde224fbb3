import HTTPCacheCore

/// What a run has to report, in its order; a round of `--within` holds it back until it is known to be the last.
struct InspectionReports: Sendable {
  /// Indirect for the reason of `InspectionAction`.
  indirect enum Report: Sendable {
    /// A response that is being judged.
    case awaited
    /// A response that does not count.
    case none
    case judgement(Judgement)
    case failure(LiveFailure)
    case message(Message)
  }

  private var reports: [Report] = []

  /// How many responses are being judged.
  private var awaited = 0

  /// How many reports were taken, and so which ticket the first one has.
  private var taken = 0

  /// Adds a report; returns its ticket.
  @discardableResult
  mutating func add(_ report: Report) -> Int {
    if case .awaited = report { awaited += 1 }
    reports.append(report)
    return taken + reports.count - 1
  }

  /// Sets the judgement with this ticket.
  mutating func set(_ judgement: Judgement?, ticket: Int) {
    let index = ticket - taken
    guard reports.indices.contains(index), case .awaited = reports[index] else { return }
    awaited -= 1
    reports[index] = judgement.map(Report.judgement) ?? .none
  }

  /// Whether every response is judged.
  var isComplete: Bool { awaited == 0 }

  /// Takes the reports before the first response that is still being judged.
  mutating func takeReady() -> [Report] {
    let count = reports.prefix { if case .awaited = $0 { false } else { true } }.count
    defer {
      reports.removeFirst(count)
      taken += count
    }
    return Array(reports[..<count])
  }

  /// Forgets the reports of a round that is not the last.
  mutating func removeAll() {
    taken += reports.count
    (reports, awaited) = ([], 0)
  }

  /// The answers of the round, with the checks that they do not meet.
  var answers: [Waiting.Answer] {
    reports.compactMap { report in
      switch report {
      case .judgement(let judgement): Waiting.Answer(judgement)
      case .failure(let failure): Waiting.Answer(failure)
      case .message, .none, .awaited: nil
      }
    }
  }
}

extension Waiting.Answer {
  fileprivate init(_ judgement: Judgement) {
    let (edge, stored) = (judgement.verdict.edge.state, judgement.verdict.subject.stored)
    let age = "age \(formatDuration(judgement.verdict.freshness.age))"
    let failures = judgement.entries.filter(\.fails)
    let finding = failures.first.flatMap { entry in
      entry.finding.map { "\(entry.label): \($0.explanation)" }
    }
    self.init(
      name: judgement.place, failed: failures.map(\.label),
      sentence: failures.first?.check?.sentence ?? finding,
      state: edge == .unknown ? age : "edge \(edge.rawValue), \(age)",
      retryAfter: [429, 503].contains(stored.head.status)
        ? stored.head.retryAfter(at: stored.receivedAt) : nil)
  }

  /// A subject that gave no answer.
  fileprivate init(_ failure: LiveFailure) {
    let (url, message) = (failure.failure.url ?? failure.failure.subject, failure.failure.message)
    // The line names the URL already, so leave it out of the message.
    let start = "\(url): "
    self.init(
      name: failure.node.map { "\(url) at \($0)" } ?? url, failed: ["no answer"],
      sentence: message.hasPrefix(start) ? String(message.dropFirst(start.count)) : message)
  }

  /// The sitemaps of a round, of which one can't be read.
  static let unreadSitemap = Self(
    name: "--sitemap", failed: ["sitemap"], sentence: "a sitemap can't be read")
}
