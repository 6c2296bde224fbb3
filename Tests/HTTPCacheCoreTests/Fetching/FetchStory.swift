import Testing

@testable import HTTPCacheCore

/// A fetch told as a table: what happens, and what the fetch wants then, a line each.
///
/// No socket, file or clock takes part: an event is a line such as `200 Cache-Control: max-age=60`, and the actions
/// that it leads to are written as in `send GET If-None-Match`.
struct FetchStory: Sendable, CustomTestStringConvertible {
  /// What the fetch is asked for, besides a plain GET.
  typealias Change = @Sendable (inout FetchRequest) throws -> Void

  let rule: String
  var method = "GET"
  var fields = ""
  /// The fields of stored responses, behind a status where that is not 200; each has a body of five bytes.
  var stored: [String] = []
  var change: Change = { _ in }
  /// Events, and the actions that follow each.
  let steps: KeyValuePairs<String, String>

  var testDescription: String { rule }

  init(
    _ rule: String, _ method: String = "GET", _ fields: String = "", stored: [String] = [],
    with change: @escaping Change = { _ in }, steps: KeyValuePairs<String, String>
  ) {
    self.rule = rule
    self.method = method
    self.fields = fields
    self.stored = stored
    self.change = change
    self.steps = steps
  }
}

/// Tells a fetch events and writes its actions down.
struct StoryTeller {
  var fetch: Fetch
  /// How often it has ended.
  private(set) var ends = 0
  /// What the last action that is answered wanted.
  private(set) var changes: [Write] = []
  private(set) var isTransferring = false
  private let request: FetchRequest
  private let candidates: [StoredCandidate]

  /// Stored responses were received a minute before the story begins.
  static let now = noon + 60

  init(_ story: FetchStory) throws {
    var request = FetchRequest(
      head: try HTTPCacheCoreTests.request(
        Self.lines(story.fields).joined(separator: "\n"), method: story.method))
    try story.change(&request)
    self.request = request
    fetch = Fetch(request)
    candidates = try story.stored.enumerated().map { index, text in
      try Self.candidate(text, number: Int64(index + 1), for: request)
    }
  }

  /// The field lines of a story: `A: b | C: d`.
  private static func lines(_ text: some StringProtocol) -> [String] {
    text.split(separator: "|").map { line in
      String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// A stored response: `206 Content-Range: … | ETag: …`.
  private static func candidate(
    _ text: String, number: Int64, for request: FetchRequest
  ) throws -> StoredCandidate {
    let status = text.prefix(3).allSatisfy(\.isNumber) && text.count > 3 ? Int(text.prefix(3)) : nil
    let fields = lines(status == nil ? text[...] : text.dropFirst(3))
    let own = fields.filter { line in !["For: ", "Server: ", "Tier: "].contains { line.hasPrefix($0) } }
    var asked = request.head
    asked.method = "GET"
    if let other = fields.first(where: { $0.hasPrefix("For: ") }) {
      asked.fields.set("Accept-Language", String(other.dropFirst(5)))
    }
    var response = try HTTPCacheCoreTests.stored(
      own.joined(separator: "\n"), status: status ?? 200, for: asked)
    response.key = request.key
    if fields.contains("Server: verified"), let verified = request.key.verified { response.key = verified }
    response.bodyLength = 5
    response.userInfo = [StoredResponse.cacheDateName: "2026-01-12T16:45:57Z"]
    return StoredCandidate(
      response,
      fields.contains("Tier: remote")
        ? .remote(number: number, bodyDigest: "", bodyLength: 5) : StoreFixture.disk(number))
  }

  /// Tells it an event; the actions that follow, in a line.
  mutating func tell(_ line: String) throws -> String { tell(try event(line)) }

  mutating func tell(_ event: FetchEvent) -> String {
    var actions: [FetchAction] = []
    switch event {
    case .ended: isTransferring = false
    default: break
    }
    fetch.handle(event, at: Self.now, actions: &actions)
    return actions.map { line($0) }.joined(separator: ", ")
  }

  /// Answers what it waits for, as a storage and a network do that fail, until it waits for nothing more.
  mutating func answerAll() throws {
    for _ in 0..<20 where !fetch.isEnded {
      let answers = [
        "lookup-failed", "not-opened", "not-keeping", "failed unreachable", "changed", "passed", "waited",
      ]
      for answer in answers { _ = try tell(answer) }
    }
  }

  // MARK: Events

  private func event(_ line: String) throws -> FetchEvent {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = words.count > 1 ? words[1] : ""
    switch words[0] {
    case "begin": return .begin
    case "cookies": return .cookies(rest.isEmpty ? nil : rest)
    case "awaited": return .awaited(rest == "hit" ? nil : .uriMiss)
    case "found": return try found(rest)
    case "lookup-failed": return .found(.failure(.locked(path: "/c")))
    case "opened": return .opened
    case "not-opened":
      switch rest {
      case "gone": return .notOpened(.gone(EntryID(number: 1)))
      case "now": return .notOpened(.io(path: "/c", reason: "too many open files"))
      default: return .notOpened(.damagedBody(EntryID(number: 1)))
      }
    case "passed": return .passed
    case "closed": return .interrupted(.closed)
    case "undecodable": return .interrupted(.damaged)
    case "unread": return .interrupted(.store(.io(path: "/c", reason: "input/output error")))
    case "damaged": return .interrupted(.store(.damagedBody(EntryID(number: 1))))
    case "keeping": return .keeping
    case "not-keeping": return .notKeeping(rest.isEmpty ? nil : .full(path: "/c"))
    case "keeping-failed":
      return .keepingFailed(rest == "too large" ? .tooLarge(limit: 3) : .full(path: "/c"))
    case "received": return .ended(nil, body(rest))
    case "failed": return failed(rest)
    case "changed": return .changed(changes.map { outcome(rest, of: $0) })
    case "changed-other": return .changed([])
    case "waited": return .waited
    case "cancelled": return .cancelled
    default:
      let fields = Self.lines(rest).joined(separator: "\n")
      return .head(try head("HTTP/1.1 " + words[0] + "\n" + fields), times)
    }
  }

  private var times: ExchangeTimes {
    ExchangeTimes(
      requestedAt: Self.now, receivedAt: Self.now, askedAt: Self.now.epoch * 1_000_000,
      answeredAt: Self.now.epoch * 1_000_000 + 5)
  }

  private func found(_ rest: String) throws -> FetchEvent {
    let numbers = rest.split(separator: " ").compactMap { Int64($0) }
    var found = StorageAnswer(stored: candidates.filter { numbers.contains($0.reference.number) })
    found.mayBeRemote = found.stored.contains { $0.reference.tier == .remote }
    switch rest {
    case "unusable": found.failure = .noPermission(path: "/c")
    case "planned":
      found.stored = candidates
      found.plan = ReusePlan(fetch.request.query(at: Self.now), stored: candidates)
    case "missed": found.note = Reason(.remoteMissed)
    case "aside": found.notice = "a damaged store was moved aside"
    default: break
    }
    return .found(.success(found))
  }

  /// `5`, `5 joined 2`, `5 grown`, `5 full`: the bytes that are kept; `revocable` where the reader can give back what it
  /// got.
  private func body(_ rest: String) -> ReceivedBody {
    let words = rest.split(separator: " ").map(String.init)
    var body = ReceivedBody()
    body.kept = words.first.flatMap { Int64($0) }
    if let place = words.firstIndex(of: "joined") { body.joined = Int64(words[place + 1]) ?? 0 }
    body.hasGrown = words.contains("grown")
    body.isFull = words.contains("full")
    body.isRevocable = words.contains("revocable")
    if words.contains("wrong") { body.wrongDigest = "Repr-Digest" }
    return body
  }

  private func failed(_ rest: String) -> FetchEvent {
    let words = rest.split(separator: " ", maxSplits: 1).map(String.init)
    let error: TransportError =
      switch words[0] {
      case "unreachable": .unreachable("x")
      case "timeout": .timeout("x")
      case "cut": .cutShort("x")
      case "long": .tooLong(expected: 4)
      case "wrong": .digestWrong(String(rest.split(separator: " ")[1]))
      case "cancelled": .cancelled
      default: .malformedResponse
      }
    return .ended(error, body(words.count > 1 ? words[1] : ""))
  }

  private func outcome(_ rest: String, of change: Write) -> Result<Outcome, StoreError> {
    switch rest {
    case "newer": return .failure(.newerStored)
    case "invalidated": return .failure(.invalidatedMeanwhile)
    case "full": return .failure(.full(path: "/c"))
    case "gone": return .success(.unchanged)
    case "noted": return .success(.stored(isLasting: true, note: Reason(.remoteWritten)))
    default: break
    }
    switch change.kind {
    case .store(let new): return .success(.stored(isLasting: new.place == .disk))
    case .copy: return .success(.stored(isLasting: true))
    case .grow: return .success(.unchanged)
    case .keep(_, let new): return .success(new.map { .stored(isLasting: $0.place == .disk) } ?? .unchanged)
    case .freshen: return .success(.freshened(isLasting: true))
    case .confirm(let confirmation):
      let result = confirmation.result()
      return .success(.confirmed(result, isLasting: result.storage.isStorable))
    case .remove: return .success(.removed)
    case .invalidate:
      return .success(.invalidated(Invalidated(count: 2, passedOver: rest == "alone" ? 0 : 1)))
    }
  }

  // MARK: Actions

  private mutating func line(_ action: FetchAction) -> String {
    switch action {
    case .getCookies: return "get cookies"
    case .setCookies(let head, _): return "set cookies \(head.fields.first("Set-Cookie") ?? "none")"
    case .lookUp(_, let flight): return flight == nil ? "look up" : "look up or wait"
    case .open(let first, let second): return "open \(first.number)" + (second.map { " \($0.number)" } ?? "")
    case .showHead:
      return "show \(fetch.result.served.map { "\($0.status) \($0.source.rawValue)" } ?? "nothing")"
    case .passStored(let piece): return "pass \(piece.range.lowerBound)-\(piece.range.upperBound)"
    case .send(let head):
      isTransferring = true
      let more = head.fields.lines.filter { !request.head.fields.contains($0.name) }.map(\.name)
      return (["send", head.method] + more).joined(separator: " ")
    case .keep(let keeping):
      return "keep " + keeping.place.rawValue + (keeping.isBeginning ? " beginning" : "")
        + (keeping.before == nil ? "" : " after stored") + (keeping.after == nil ? "" : " before stored")
    case .passBody(let route):
      return (route.isForReader ? "body to reader" : "body to nobody")
        + (route.length.map { " of \($0)" } ?? "")
    case .revoke: return "revoke"
    case .discardBody: return "discard"
    case .change(let changes):
      self.changes = changes
      return changes.map(line).joined(separator: " + ")
    case .wait(let retry): return "wait \(Int(retry.seconds))"
    case .stopTransfer: return "stop"
    case .note(let source, _): return "count \(source)"
    case .refresh: return "refresh"
    case .leave: return "leave"
    case .finish:
      ends += 1
      return "end" + (fetch.result.error.map { " " + word($0) } ?? "") + told(fetch.result)
    }
  }

  /// What the user is told besides: ` stored, warned (validated-by-origin)`.
  private func told(_ result: FetchResult) -> String {
    let reasons = (result.responses.last?.outcome ?? []) + result.unansweredReasons
    var words: [String] = []
    if result.isStored { words.append("stored") }
    if result.hasRemoved { words.append("removed") }
    if result.isCoalesced { words.append("shared") }
    if let remedy = result.remedy { words.append("\(remedy)") }
    if !result.warnings.isEmpty { words.append("warned" + (result.warnings.count > 1 ? " twice" : "")) }
    let codes = reasons.map(\.rule.rawValue).joined(separator: " ")
    return (words.isEmpty ? "" : ": " + words.joined(separator: ", ")) + (codes.isEmpty ? "" : " (\(codes))")
  }

  private func line(_ change: Write) -> String {
    switch change.kind {
    case .store(let new):
      let replacing = new.replacing.map { " for \($0.number)" }.joined()
      return "store \(new.response.head.status) of \(new.response.bodyLength)\(replacing)"
    case .keep(let reference, let new):
      return new.map { "keep \(reference.number) \($0.place.rawValue)" } ?? "let go of \(reference.number)"
    case .grow: return "grow"
    case .copy(let reference, _): return "copy \(reference.number)"
    case .confirm(let confirmation): return "confirm \(confirmation.found.reference.number)"
    case .freshen(let reference, _, _): return "freshen \(reference.number)"
    case .remove(let found): return "remove \(found.reference.number)"
    case .invalidate(.key(let key), _): return "invalidate \(key.uri.dropFirst("http://a.test".count))"
    case .invalidate(.groups(let names, _, _), _): return "invalidate groups \(names.joined(separator: " "))"
    case .invalidate(.remoteKey, _): return "outdate remote"
    case .invalidate(.origin, _): return "invalidate origin"
    }
  }

  private func word(_ error: FetchError) -> String {
    switch error {
    case .transport(let error): "\(error)".split(separator: "(")[0].description
    case .notInCache: "not in cache"
    case .store(let error): "\(error)".split(separator: "(")[0].description
    case .tooManyRedirects: "too many redirects"
    case .cookieNotSent: "cookie not sent"
    case .redirectCircle: "redirect circle"
    case .badRedirect: "bad redirect"
    case .readerClosed: "reader closed"
    }
  }
}
