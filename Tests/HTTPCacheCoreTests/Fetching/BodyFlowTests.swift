import Testing

@testable import HTTPCacheCore

/// The way of a body told as a table: what happens, and what comes next, a line each.
struct BodyFlowStory: Sendable, CustomTestStringConvertible {
  let rule: String
  let steps: KeyValuePairs<String, String>

  var testDescription: String { rule }

  init(_ rule: String, _ steps: KeyValuePairs<String, String>) { (self.rule, self.steps) = (rule, steps) }
}

@Suite("The order of a body's bytes, told without a socket", .timed)
struct BodyFlowTests {
  static let stories: [BodyFlowStory] = [
    BodyFlowStory("bytes of the origin go on at once", ["route": "", "bytes 3": "go on", "ended": "end"]),
    BodyFlowStory("bytes that are of no use are dropped", ["bytes 3": "dropped", "ended": "end"]),
    BodyFlowStory(
      "a stored answer is given at the pace of the reader",
      ["stored 0-9": "give 0-9", "paused at 4": "", "resumed": "give 4-9", "gave": "whole"]),
    BodyFlowStory(
      "a pause at the last byte of a stored answer holds nothing up",
      ["stored 0-9": "give 0-9", "pause": "", "gave": "whole"]),
    BodyFlowStory(
      "bytes wait for the stored bytes before them, and the end waits for both",
      [
        "open": "", "bytes 3": "held", "ended": "", "opened, before 0-4": "give 0-4", "gave": "take 3",
        "bytes 3": "go on, end",
      ]),
    BodyFlowStory(
      "bytes that arrive while the reader pauses within the stored bytes come behind those",
      [
        "open": "", "opened, before 0-4": "give 0-4", "paused at 2": "", "bytes 3": "held, pause",
        "bytes 2": "held, pause", "ended": "", "resumed": "give 2-4", "gave": "take 5",
        "bytes 5": "go on, end",
      ]),
    BodyFlowStory(
      "a pause within the origin's bytes holds up the stored bytes after them, but no end",
      [
        "route after 7-9": "", "bytes 3": "go on", "pause": "", "ended": "", "resumed": "give 7-9",
        "pause": "", "gave": "end",
      ]),
    BodyFlowStory(
      "stored bytes after those of a transfer that failed are not given",
      ["route after 7-9": "", "bytes 3": "go on", "failed": "end cut"]),
    BodyFlowStory(
      "a body that can't be opened holds nothing up",
      ["open": "", "bytes 3": "held", "opened, route": "take 3", "bytes 3": "go on", "ended": "end"]),
    BodyFlowStory(
      "too many bytes do not wait for an opening, whose answer comes too late",
      ["open": "", "bytes 1048577": "held, give up", "route": "take 1048577", "late": "outdated"]),
    BodyFlowStory("an opening outdates the one before", ["open": "", "open": "", "late": "outdated"]),
    BodyFlowStory("another request outdates an opening", ["open": "", "restart": "", "late": "outdated"]),
    BodyFlowStory(
      "more bytes than Content-Range names are refused, and the answer is not whole",
      ["route of 4": "", "bytes 3": "go on", "bytes 2": "refused", "failed": "end long"]),
    BodyFlowStory(
      "fewer bytes than Content-Range names are no whole answer",
      ["route of 4": "", "bytes 3": "go on", "ended": "end cut"]),
    BodyFlowStory(
      "the stored bytes after an answer that is too short are not given",
      ["route of 4 after 7-9": "", "bytes 3": "go on", "ended": "end cut"]),
    BodyFlowStory(
      "a reader that wants no more gets no stored bytes",
      ["route of 4 after 7-9": "", "bytes 3": "go on", "close": "", "ended": "end"]),
    BodyFlowStory(
      "a reader that left gets no stored bytes before others, which are still kept",
      ["open": "", "close": "", "opened, before 0-4": "", "bytes 3": "go on", "ended": "end"]),
    BodyFlowStory(
      "an answer that is given up while bytes wait is cancelled, however its transfer ends",
      ["open": "", "bytes 3": "held", "stop": "", "opened, before 0-4": "", "ended": "end cancelled"]),
    BodyFlowStory(
      "an answer whose transfer has ended is cancelled at once",
      [
        "route after 7-9": "", "bytes 3": "go on", "ended": "give 7-9", "paused at 8": "",
        "stop": "end cancelled",
      ]
    ),
    BodyFlowStory(
      "an answer that is given up while its bytes arrive ends with its transfer",
      ["route": "", "bytes 3": "go on", "stop": "", "failed": "end cut"]),
    BodyFlowStory(
      "a stored answer comes behind the origin's bytes that nobody reads",
      ["route": "", "bytes 3": "go on", "ended": "end", "stored 0-9": "give 0-9", "gave": "whole"]),
  ]

  @Test("what happens, and what comes next", arguments: stories)
  func story(_ story: BodyFlowStory) throws {
    var teller = BodyFlowTeller()
    for (event, steps) in story.steps {
      let told = try teller.tell(event)
      #expect(told == steps, "\(story.rule): \(event)")
    }
  }
}

/// Tells a flow what happens, as a driver does, and writes down what comes next.
private struct BodyFlowTeller {
  private var flow = BodyFlow()
  private var opening = 0
  private var given: StoredPiece?
  private var words: [String] = []

  mutating func tell(_ event: String) throws -> String {
    words = []
    for event in event.split(separator: ",") { try happen(event.split(separator: " ").map(String.init)) }
    while let step = flow.next() { if !write(step) { break } }
    return words.joined(separator: ", ")
  }

  private mutating func happen(_ event: [String]) throws {
    switch event[0] {
    case "open": opening = flow.beginOpening()
    case "opened": flow.endOpening()
    case "late": words.append(flow.isOpening(1) ? "awaited" : "outdated")
    case "restart": flow.restart()
    case "stored": flow.pass(try piece(event[1]))
    case "route", "before": flow.pass(try route(event))
    case "bytes": take(try #require(Int(event[1])))
    case "pause": flow.pause()
    case "paused":
      flow.pause()
      let end = try #require(given).range.upperBound
      _ = flow.gave(rest: try #require(Int64(event[2]))...end)
    case "gave": if flow.gave(rest: nil) { words.append("whole") }
    case "resumed": flow.resume()
    case "ended": flow.transferEnded(.success(()))
    case "failed": flow.transferEnded(.failure(.cutShort("")))
    case "close": flow.close()
    case "stop": flow.stop()
    default: Issue.record("\(event)")
    }
  }

  private mutating func take(_ count: Int) {
    let action = BodyPiece.with([UInt8](repeating: 0, count: count)) { flow.take($0) }
    switch action {
    case nil: words.append("go on")
    case .abort: words.append("refused")
    case .pause: words.append("held, pause")
    case .goOn: words.append(flow.isForReader || opening == 0 ? "dropped" : "held")
    }
  }

  private func piece(_ range: String) throws -> StoredPiece {
    let bounds = range.split(separator: "-").compactMap { Int64($0) }
    return StoredPiece(reference: StoreFixture.disk(1), range: bounds[0]...bounds[1])
  }

  /// A route from words such as `route of 4 before 0-4 after 7-9`.
  private func route(_ words: [String]) throws -> BodyRoute {
    func value(_ name: String) -> String? { words.firstIndex(of: name).map { words[$0 + 1] } }
    return BodyRoute(
      isForReader: true, length: value("of").flatMap { Int64($0) },
      before: try value("before").map(piece), after: try value("after").map(piece))
  }

  /// Writes a step; false where the driver has to do it before the next.
  private mutating func write(_ step: BodyFlow.Step) -> Bool {
    switch step {
    case .give(let piece):
      given = piece
      words.append("give \(piece.range.lowerBound)-\(piece.range.upperBound)")
      return false
    case .take(let bytes):
      words.append("take \(bytes.count)")
      return false
    case .giveUpOpening:
      words.append("give up")
      return false
    case .end(let error):
      words.append("end" + (error.map(word) ?? ""))
      return true
    }
  }

  private func word(_ error: TransportError) -> String {
    switch error {
    case .cutShort: " cut"
    case .tooLong: " long"
    case .cancelled: " cancelled"
    default: " \(error)"
    }
  }
}
