import Testing

@testable import HTTPCacheCore

@Suite("Waiting until every check holds: stories of rounds", .timed)
struct WaitingTests {
  /// A round: what each subject lacks, its wish to be left alone, and how many seconds its answers took.
  typealias Round = (lacks: [String: String], wishes: [String: Int64], took: Int)

  typealias Story = (name: String, within: Int, every: Int, stable: Int, rounds: [Round], steps: [String])

  private static func round(_ lacks: [String: String], wishes: [String: Int64] = [:], took: Int = 0) -> Round
  {
    (lacks, wishes, took)
  }

  private static let good = round(["a": "", "b": ""])
  private static let bad = round(["a": "", "b": "etag"])

  static let stories: [Story] = [
    ("held at once", 60, 5, 1, [good], ["held"]),
    (
      "two nodes turn at different times", 60, 5, 1, [round(["a": "v", "b": "v"]), bad, good],
      ["5", "10", "held"]
    ),
    ("three in a row", 60, 5, 3, [bad, good, good, good], ["5", "10", "15", "held"]),
    (
      "an edge that flips back once begins a new row", 60, 5, 2, [good, bad, good, good],
      ["5", "10", "15", "held"]
    ),
    ("the last round begins when the time ends", 12, 5, 1, [bad, bad, bad, bad], ["5", "10", "12", "over"]),
    ("what turned until then counts", 12, 5, 1, [bad, bad, bad, good], ["5", "10", "12", "held"]),
    ("a round that outlasts the time is the last", 10, 5, 1, [round(["a": "x"], took: 11)], ["over"]),
    ("numbers without end", .max / 1000, .max / 1000, 1, [bad, good], ["1125899906842", "held"]),
    ("held, but not often enough", 10, 5, 4, [good, good, good], ["5", "10", "over"]),
    (
      "slow answers: the next round follows at once", 60, 5, 1, [round(["a": "x"], took: 7), good],
      ["7", "held"]
    ),
    (
      "Retry-After goes before the pause", 60, 5, 1, [round(["a": "x"], wishes: ["a": 30]), good],
      ["30", "held"]
    ),
    (
      "the longest counts", 60, 5, 1, [round(["a": "x", "b": "x"], wishes: ["a": 7, "b": 30]), good],
      ["30", "held"]
    ),
    (
      "a shorter one shortens nothing", 60, 5, 1, [round(["a": "x"], wishes: ["a": 1]), good], ["5", "held"]
    ),
    (
      "that of a subject which holds does not count", 60, 5, 2, [round(["a": ""], wishes: ["a": 30]), good],
      ["5", "held"]
    ),
    ("one beyond the time ends it", 60, 5, 1, [round(["a": "x"], wishes: ["a": 61])], ["over"]),
    ("one that no number holds", 60, 5, 1, [round(["a": "x"], wishes: ["a": .max])], ["over"]),
    ("no subject holds nothing", 4, 5, 1, [round([:]), round([:])], ["4", "over"]),
  ]

  @Test("the end says what the rounds lack together")
  func shortfall() {
    var waiting = Waiting(within: 10_000, every: 5_000, stable: 4, now: 0)
    let good = [Waiting.Answer(name: "a")]
    for begun in [0, 5_000, 10_000] { _ = waiting.take(good, begun: begun, at: begun) }
    #expect(
      waiting.shortfall?.sentence == "--stable 4 does not hold: everything held 3 of 4 times in a row")
    #expect(waiting.overlongWish == nil)
    var other = Waiting(within: 10_000, every: 5_000, stable: 4, now: 0)
    let step = other.take([.init(name: "a", failed: ["x"], retryAfter: 11)], begun: 0, at: 0)
    #expect(step == .over)
    #expect(other.shortfall == nil && other.overlongWish == 11)
  }

  @Test("stories", arguments: stories)
  func story(_ story: Story) {
    var waiting = Waiting(
      within: story.within * 1000, every: story.every * 1000, stable: story.stable, now: 1_000_000)
    var now = 1_000_000
    var steps: [String] = []
    for round in story.rounds {
      let begun = now
      now += round.took * 1000
      let answers = round.lacks.sorted { $0.key < $1.key }.map { name, lack in
        Waiting.Answer(name: name, failed: lack.isEmpty ? [] : [lack], retryAfter: round.wishes[name])
      }
      switch waiting.take(answers, begun: begun, at: now) {
      case .ask(let next):
        now = next
        steps.append("\(waiting.seconds(to: next))")
      case .held: steps.append("held")
      case .over: steps.append("over")
      }
    }
    #expect(steps == story.steps, "\(story.name)")
  }

  @Test("a change is told once, with since when it stands")
  func changes() {
    var waiting = Waiting(within: 60_000, every: 5000, stable: 2, now: 0)
    func take(_ failed: [String], at now: Int) -> [Int] {
      _ = waiting.take([.init(name: "a", failed: failed)], begun: now, at: now)
      return waiting.changes.map(\.since)
    }
    #expect(take(["etag"], at: 0) == [0] && take(["etag"], at: 5000) == [])
    #expect(waiting.unmet.map(\.since) == [0])
    #expect(take(["etag", "status"], at: 10_000) == [10_000])
    #expect(take([], at: 15_000) == [15_000] && waiting.heldSince == 15_000 && waiting.unmet.isEmpty)
    #expect(take(["etag"], at: 20_000) == [20_000] && waiting.heldSince == nil && waiting.row == 0)
    #expect(waiting.rounds == 5 && waiting.left(at: 70_000) == 0)
    _ = waiting.take([.init(name: "b")], begun: 25_000, at: 25_000)
    #expect(waiting.standings.map(\.answer.name) == ["b"], "a subject that is no longer named does not count")
  }
}
