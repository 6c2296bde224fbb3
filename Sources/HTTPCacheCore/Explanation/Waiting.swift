/// Decides how long to wait until every check holds for every subject, in several rounds in a row: takes answers and
/// times, and returns the next step.
///
/// Times are milliseconds of a clock that never goes back.
package struct Waiting: Sendable {
  /// The answer of one subject in a round.
  package struct Answer: Sendable, Equatable {
    /// The subject's URL, and the node of the edge if several are asked.
    package let name: String
    /// The checks that do not hold, as they were written; empty if all hold.
    package let failed: [String]
    /// The first of these checks and the property found, or why there is no answer; nil if all hold.
    package let sentence: String?
    /// The report of a cache on the way, and the age of the answer; nil if there is none.
    package let state: String?
    /// The seconds of `Retry-After`; nil if there are none.
    package let retryAfter: Seconds?

    package init(
      name: String, failed: [String] = [], sentence: String? = nil, state: String? = nil,
      retryAfter: Seconds? = nil
    ) {
      self.name = name
      self.failed = failed
      self.sentence = sentence
      self.state = state
      self.retryAfter = retryAfter
    }

    package var holds: Bool { failed.isEmpty }
  }

  /// The next step after a round.
  package enum Step: Sendable, Equatable {
    /// Ask every subject again at this time.
    case ask(at: Int)
    /// All checks have held in enough rounds.
    case held
    /// The time is over, or will be before a server's `Retry-After`.
    case over
  }

  /// The state of a subject in the last round.
  package struct Standing: Sendable, Equatable {
    package let answer: Answer
    /// The beginning of the round since which the same checks hold and fail.
    package let since: Int
  }

  /// The longest time, in milliseconds: practically forever, but sums of a few such times do not overflow.
  private static let longest = 1 << 50

  private let begunAt: Int
  private let deadline: Int
  private let every: Int
  private let stable: Int

  /// The number of rounds in a row in which all checks have held, up to the last round.
  package private(set) var row = 0

  /// When the first round of that row began; nil if there is none.
  package private(set) var heldSince: Int?

  package private(set) var rounds = 0

  /// The `Retry-After` of the last round that reaches beyond the time, so that no round follows; nil if none does.
  package private(set) var overlongWish: Seconds?

  /// The subjects of the last round, in its order.
  package private(set) var standings: [Standing] = []

  /// The subjects of the last round for which other checks fail than in the round before.
  package private(set) var changes: [Standing] = []

  /// Begins to wait.
  ///
  /// Rounds may begin until `within` after the start, one each `every`; all checks have to hold in `stable` rounds in a
  /// row.
  package init(within: Int, every: Int, stable: Int, now: Int) {
    begunAt = now
    deadline = now + min(within, Self.longest)
    (self.every, self.stable) = (min(every, Self.longest), max(1, stable))
  }

  /// Takes the answers of all subjects in a round, the last of which arrived now; without an answer, no check holds.
  package mutating func take(_ answers: [Answer], begun: Int, at now: Int) -> Step {
    rounds += 1
    let before = Dictionary(standings.map { ($0.answer.name, $0) }) { first, _ in first }
    changes = []
    standings = answers.map { answer in
      let known = before[answer.name].flatMap { $0.answer.failed == answer.failed ? $0 : nil }
      let standing = Standing(answer: answer, since: known?.since ?? begun)
      if known == nil { changes.append(standing) }
      return standing
    }
    let holds = !answers.isEmpty && answers.allSatisfy(\.holds)
    row = holds ? row + 1 : 0
    heldSince = holds ? heldSince ?? begun : nil
    guard row < stable else { return .held }
    // A server with `Retry-After` is not asked before that time.
    let wish = answers.lazy.filter { !$0.holds }.compactMap(\.retryAfter).max() ?? 0
    let earliest = now + Int(clamping: min(wish, 1 << 40)) * 1000
    guard now < deadline else { return .over }
    guard earliest <= deadline else {
      overlongWish = min(wish, 1 << 40)
      return .over
    }
    // The last round begins exactly when the time ends, even if the pause is longer.
    return .ask(at: min(deadline, max(earliest, begun + every)))
  }

  /// The subjects of the last round for which a check does not hold.
  package var unmet: [Standing] { standings.filter { !$0.answer.holds } }

  /// The demand for several rounds in a row if the last round met every check, but too few rounds before it did; nil
  /// otherwise.
  ///
  /// No subject lacks anything then, so that a report has to say why the run failed all the same.
  package var shortfall: Shortfall? {
    guard row > 0, row < stable else { return nil }
    return Shortfall(
      check: "--stable \(stable)",
      observation: Observation("everything held \(row) of \(stable) times in a row"))
  }

  /// Seconds from the start to a moment.
  package func seconds(to moment: Int) -> Seconds { Seconds((moment - begunAt) / 1000) }

  /// Milliseconds that are left.
  package func left(at now: Int) -> Int { max(0, deadline - now) }
}
