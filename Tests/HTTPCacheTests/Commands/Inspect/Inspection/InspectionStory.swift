import Foundation
import Testing

@testable import HTTPCacheCore
@testable import httpcache

/// A run of `inspect --live` told as a table: what happens, and what the run wants then, a line each.
///
/// No socket, file or clock takes part. URLs stand without `http://a.test`, the site that is judged; `other` is before
/// those of the other deployment. An event may begin with its second, as in `5 s: waited`; an answer is a line such as
/// `/a: 200 text | ETag: "v1"`, where `text` is its content. Each response is judged at once, as the driver does.
struct InspectionStory: Sendable, CustomTestStringConvertible {
  let rule: String
  /// The options of the command line.
  let options: String
  /// Events, and the actions that follow each.
  let steps: KeyValuePairs<String, String>

  var testDescription: String { rule }

  init(_ rule: String, _ options: String = "", steps: KeyValuePairs<String, String>) {
    (self.rule, self.options, self.steps) = (rule, options, steps)
  }
}

/// Tells a run events and writes its actions down.
struct InspectionTeller {
  private var inspection: Inspection
  private let options: Options
  private let requirements: Requirements

  /// The requests that are not answered yet, by the words of `ask`.
  private var questions: [(words: String, question: Question)] = []
  private var probes: [(words: String, question: Question)] = []
  private var located: TargetURI?
  private var second = 0

  /// How often the run has ended.
  private(set) var ends = 0

  /// How often a response was given to be judged, and how often a judgement was reported.
  private(set) var judged = 0, reported = 0

  private static let origin = "http://a.test"
  private static let noon = Instant(epoch: 1_768_219_200)

  /// Something that is no event.
  struct Misspelt: Error { let line: String }

  init(_ story: InspectionStory) throws {
    let line = "inspect --live --no-expect-file \(story.options) \(Self.origin)/"
    options = try Options(try arguments(line), now: Self.noon)
    requirements = Requirements(
      checks: try Expectation.read(options.expectations, isFetch: false, now: Self.noon),
      failOn: options.inspect.failOn, today: Self.noon)
    inspection = Inspection(options, asksForContent: requirements.asksForContent, at: 0)
  }

  /// Whether more URLs may be named.
  var hasRoom: Bool { inspection.hasRoom }

  /// The seconds that a transfer of the round may take.
  var timeLeft: Double? { inspection.timeLeft }

  /// Tells it an event; the actions that follow, in a line.
  mutating func tell(_ line: String) throws -> String {
    var line = line
    if let space = line.firstIndex(of: " "), line[space...].hasPrefix(" s: "), let time = Int(line[..<space])
    {
      second = time
      line = String(line[space...].dropFirst(4))
    }
    var events = [try event(line)]
    var words: [String] = []
    while !events.isEmpty {
      var actions: [InspectionAction] = []
      inspection.handle(events.removeFirst(), at: second * 1000, actions: &actions)
      for action in actions {
        if let shown = self.line(action) { words.append(shown) }
        guard case .judge(let subject, let ticket) = action else { continue }
        judged += 1
        var judgement = requirements.judgement(
          subject.subject, subject.context, now: subject.now, profile: nil, file: nil, settings: Settings())
        judgement.node = subject.node
        let counts =
          options.narrowing.host == nil || options.narrowing.includes(subject.subject.request.target)
        events.append(.judged(counts ? judgement : nil, ticket: ticket))
      }
    }
    return words.joined(separator: ", ")
  }

  // MARK: Events

  private mutating func event(_ line: String) throws -> InspectionEvent {
    let words = line.split(separator: " ").map(String.init)
    switch words.first {
    case "begin": return .begin
    case "named": return .named(try words.dropFirst().flatMap(targets).map { NamedTarget($0) })
    case "no-more": return .noMoreTargets(words.count > 1 ? [.networkFailed] : [])
    case "noticed": return .noticed(.warning(words.dropFirst().joined(separator: " ")))
    case "located":
      guard let located else { throw Misspelt(line: line) }
      return .located(located, Array(words.dropFirst()))
    case "probed": return .probed(try take(words.dropFirst().joined(separator: " "), from: &probes), [], nil)
    case "waited": return .waited
    case "interrupted": return .interrupted
    default: break
    }
    guard let colon = line.range(of: ": ") else { throw Misspelt(line: line) }
    let question = try take(String(line[..<colon.lowerBound]), from: &questions)
    let text = String(line[colon.upperBound...])
    guard !question.isAgain else {
      return .contentRead(question, text == "none" ? nil : Self.content(text))
    }
    return .answered(question, try answer(text, to: question))
  }

  /// `/a`, `http://c.test/`, or `/1-40` for forty URLs.
  private func targets(_ word: String) throws -> [TargetURI] {
    let numbers = word.dropFirst().split(separator: "-").compactMap { Int($0) }
    guard numbers.count == 2 else {
      return [try TargetURI(word.hasPrefix("/") ? Self.origin + word : word)]
    }
    return try (numbers[0]...numbers[1]).map { try TargetURI("\(Self.origin)/\($0)") }
  }

  private func take(_ words: String, from list: inout [(words: String, question: Question)]) throws
    -> Question
  {
    guard let index = list.firstIndex(where: { $0.words == words }) else { throw Misspelt(line: words) }
    return list.remove(at: index).question
  }

  private static func content(_ text: String) -> ObservedContent {
    .digest(Array(text.utf8), length: Int64(text.utf8.count))
  }

  /// `200 text loads /b.css | ETag: "v1"`, `302 | Location: /b > 200`, `unreachable` or `wrong`, which is a body whose
  /// digest is not the promised one.
  private func answer(_ text: String, to question: Question) throws -> LiveAnswer {
    var request = FetchRequest(head: RequestHead(target: question.target))
    request.goDirectly()
    request.maxRedirects = options.maxRedirects
    request.settings.isCacheOff = true
    var fetch = Fetch(request)
    var actions: [FetchAction] = []
    fetch.handle(.begin, at: Self.noon, actions: &actions)
    var content: ObservedContent?
    var assets: FoundAssets?
    for hop in text.split(separator: ">") {
      let parts = hop.split(separator: "|").map { $0.split(separator: " ").map(String.init) }
      let words = parts[0]
      guard let status = words.first.flatMap({ Int($0) }) else {
        let error = text == "wrong" ? TransportError.digestWrong("Repr-Digest") : .unreachable("no route")
        if text == "wrong" {
          fetch.handle(.head(ResponseHead(status: 200), Self.times), at: Self.noon, actions: &actions)
        }
        fetch.handle(.ended(error, ReceivedBody()), at: Self.noon, actions: &actions)
        continue
      }
      var fields = FieldSection([])
      for field in parts.dropFirst() {
        fields.append(FieldLine(String(field[0].dropLast()), field.dropFirst().joined(separator: " ")))
      }
      let head = ResponseHead(status: status, fields: fields)
      fetch.handle(.head(head, Self.times), at: Self.noon, actions: &actions)
      fetch.handle(.ended(nil, ReceivedBody()), at: Self.noon, actions: &actions)
      if inspection.readsContent, words.count > 1, words[1] != "loads" { content = Self.content(words[1]) }
      guard options.live.assets != nil else { continue }
      let loads = words.firstIndex(of: "loads").map { words[($0 + 1)...] } ?? []
      assets = FoundAssets(
        references: try loads.flatMap(targets).map { AssetReference(target: $0, role: .other) })
    }
    guard fetch.isEnded else { throw Misspelt(line: text) }
    return LiveAnswer(fetch.result, content: content, at: Self.noon, assets: assets)
  }

  private static let times = ExchangeTimes(
    requestedAt: noon, receivedAt: noon, askedAt: noon.epoch * 1_000_000,
    answeredAt: noon.epoch * 1_000_000)

  // MARK: Actions

  /// An action in words; nil for one that no story tells.
  private mutating func line(_ action: InspectionAction) -> String? {
    switch action {
    case .name: return "name"
    case .locate(let target):
      located = target
      return "locate \(target.host)"
    case .ask(let question):
      let words = words(question)
      questions.append((words, question))
      return "ask \(words)"
    case .probe(let question, _):
      probes.append((words(question), question))
      return "probe \(words(question))"
    case .readAhead(let targets): return "read ahead \(targets.count)"
    case .judge: return nil
    case .report(let judgement):
      reported += 1
      return "report \(words(judgement))"
    case .fail(let failure):
      let node = failure.node.map { " at \($0)" } ?? ""
      return "fail \(short(failure.failure.url ?? ""))\(node) \(failure.code.rawValue)"
    case .say(.message(.line(let text))), .say(.message(.warning(let text))),
      .say(.message(.error(let text, _))):
      return "say \(text.replacing(Self.origin, with: ""))"
    case .say(.progress(let waiting, _, let next)):
      let count = waiting.standings.count
      return "say \(count - waiting.unmet.count) of \(count) hold, again at \(next / 1000)"
    case .say(.outcome(let waiting, let step, _)):
      let what = step == .held ? "holds" : step == .over ? "given up" : "interrupted"
      return "say \(what) after \(waiting.rounds)"
    case .reconnect: return "reconnect"
    case .wait(let time): return "wait until \(time / 1000)"
    case .end(let codes):
      ends += 1
      return (["end"] + codes.map { "\($0.rawValue)" }).joined(separator: " ")
    }
  }

  private func short(_ url: String) -> String {
    url.hasPrefix(Self.origin + "/") ? String(url.dropFirst(Self.origin.count)) : url
  }

  private func words(_ question: Question) -> String {
    let path = short(question.target.absolute)
    let other = question.side == .there ? "other \(question.target.path)" : path
    return other + (question.address.map { " at \($0)" } ?? "") + (question.isAgain ? " again" : "")
  }

  /// `/a at 10.0.0.1 lacking etag="v2" differs in content loads 2`.
  private func words(_ judgement: Judgement) -> String {
    var words = [short(judgement.place)]
    let failed = judgement.entries.filter(\.fails).map(\.label)
    if !failed.isEmpty { words.append("lacking \(failed.joined(separator: " "))") }
    let differences = judgement.verdict.differences.map(\.part.rawValue)
    if !differences.isEmpty { words.append("differs in \(differences.joined(separator: " "))") }
    let verdict = judgement.verdict
    let codes = verdict.findings.map(\.code.rawValue) + verdict.remarks.map(\.rule.rawValue)
    for code in ["content-not-compared", "digest-wrong", "old-page-names-missing-file"]
    where codes.contains(code) {
      words.append(code)
    }
    return words.joined(separator: " ")
  }
}
