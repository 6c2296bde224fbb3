/// Waiting until every check holds for every subject, some times in a row: answers and times in, what to do next out.
///
/// Times are milliseconds of a clock that never goes back.
public struct Waiting: Sendable {
  /// What one subject answered in a round.
  public struct Answer: Sendable, Equatable {
    /// Its URL, and the node where several are asked.
    public let name: String
    /// What does not hold, as it was asked for; empty where everything holds.
    public let failed: [String]
    /// The first of these with what was found, or why there is no answer; nil where everything holds.
    public let sentence: String?
    /// What a cache on the way did, and how old the answer is; nil where there is none.
    public let state: String?
    /// So many seconds the server wants to be left alone; nil where it says nothing.
    public let retryAfter: Seconds?

    /// Makes an answer.
    public init(
      name: String, failed: [String] = [], sentence: String? = nil, state: String? = nil,
      retryAfter: Seconds? = nil
    ) {
      self.name = name
      self.failed = failed
      self.sentence = sentence
      self.state = state
      self.retryAfter = retryAfter
    }

    /// Whether everything holds.
    public var holds: Bool { failed.isEmpty }
  }

  /// What is to be done after a round.
  public enum Step: Sendable, Equatable {
    /// Ask every subject again then.
    case ask(at: Int)
    /// Everything has held often enough.
    case held
    /// The time is over, or would be before a server wants to be asked again.
    case over
  }

  /// A subject as it stood in the last round.
  public struct Standing: Sendable, Equatable {
    /// What it answered.
    public let answer: Answer
    /// Since when the same holds, and the same does not.
    public let since: Int
  }

  /// So many milliseconds are as good as forever, and sums of a few of them are still numbers.
  private static let longest = 1 << 50

  private let begunAt: Int
  private let deadline: Int
  private let every: Int
  private let stable: Int

  /// The rounds in which everything held, since the last one in which something did not.
  public private(set) var row = 0

  /// When the first round of that row began; nil where there is none.
  public private(set) var heldSince: Int?

  /// How many rounds there were.
  public private(set) var rounds = 0

  /// The subjects of the last round, in its order.
  public private(set) var standings: [Standing] = []

  /// Those of them that hold or do not hold otherwise than in the round before.
  public private(set) var changes: [Standing] = []

  /// Begins to wait.
  ///
  /// - Parameters:
  ///   - within: no round begins later than so many milliseconds after the start.
  ///   - every: from the beginning of one round to that of the next, in milliseconds.
  ///   - stable: in how many rounds in a row everything has to hold.
  ///   - now: the start.
  public init(within: Int, every: Int, stable: Int, now: Int) {
    begunAt = now
    deadline = now + min(within, Self.longest)
    (self.every, self.stable) = (min(every, Self.longest), max(1, stable))
  }

  /// Takes a round.
  ///
  /// - Parameters:
  ///   - answers: of every subject; without any, nothing holds.
  ///   - begun: when it began.
  ///   - now: when the last answer was there.
  /// - Returns: what is to be done next.
  public mutating func take(_ answers: [Answer], begun: Int, at now: Int) -> Step {
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
    // A server that says when to come back is asked then, and not before.
    let wish = answers.lazy.filter { !$0.holds }.compactMap(\.retryAfter).max() ?? 0
    let earliest = now + Int(clamping: min(wish, 1 << 40)) * 1000
    guard now < deadline, earliest <= deadline else { return .over }
    // The last round begins when the time ends, however long the pause: what turned until then counts.
    return .ask(at: min(deadline, max(earliest, begun + every)))
  }

  /// The subjects of the last round for which something does not hold.
  public var unmet: [Standing] { standings.filter { !$0.answer.holds } }

  /// Seconds from the start to a moment.
  public func seconds(to moment: Int) -> Seconds { Seconds((moment - begunAt) / 1000) }

  /// Milliseconds that are left.
  public func left(at now: Int) -> Int { max(0, deadline - now) }
}
