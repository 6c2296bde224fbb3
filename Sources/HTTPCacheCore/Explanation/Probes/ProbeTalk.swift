/// The requests of one URL's probes and the answers so far, as seen by a running script.
struct ProbeTalk {
  /// The response that is judged.
  let subject: Subject
  let settings: ProbeSettings
  let probe: Probe

  /// The exchanges of all probes so far.
  let exchanges: [ProbeExchange]

  /// The findings of earlier probes.
  let found: [Finding]

  /// What earlier probes saw that asks nobody to do anything.
  let seen: [Reason]

  /// The findings of this probe so far.
  var findings: [Finding] = []

  /// What this probe saw so far that asks nobody to do anything.
  var remarks: [Reason] = []

  /// What this probe measured of the confirmation of a stored response; nil if it did not.
  var validation: ObservedValidation?

  /// Whether two users, and a request without credentials, got the same content.
  var isSameForUsers = false

  /// The inputs of a key that this probe has tried so far.
  var key: [KeyRow] = []

  private let labels = ProbeLabels()

  var target: TargetURI { subject.request.target }

  /// Gives the answer to a request.
  ///
  /// `turn` tells equal requests apart. `statuses` are the usable statuses, by default any. A 200 must have content
  /// if `whole` has content.
  ///
  /// - Throws: the request, if it is not answered yet, or why its answer can't be used.
  func ask(
    _ label: String, _ head: RequestHead, turn: ProbeTurn = .first, address: String? = nil,
    expecting statuses: Set<Int>? = nil, of whole: ProbeResponse? = nil
  ) throws(ProbeStop) -> ProbeResponse {
    let request = ProbeRequest(probe: probe, label: label, head: head, turn: turn, address: address)
    guard let known = exchanges.first(where: { $0.request.asksTheSame(as: request) }) else {
      throw .needs(request)
    }
    let answer = try useful(known, label)
    guard statuses?.contains(answer.status) != false else {
      throw .failed("\(label): the answer is \(answer.status)")
    }
    if answer.status == 200, answer.content.length == 0, let whole, whole.content.length > 0 {
      throw .failed("\(label): the answer is 200 without content")
    }
    return answer
  }

  /// Gives the answer to a request with a condition: a 304, or a 200 with the same content as `whole`, the answer
  /// without the condition.
  ///
  /// - Throws: the request, if it is not answered yet, or why its answer can't be used.
  func ask(
    _ label: String, _ head: RequestHead, conditionOn whole: ProbeResponse
  ) throws(ProbeStop) -> ProbeResponse {
    let answer = try ask(label, head, expecting: [200, 304], of: whole)
    guard answer.status == 304 || answer.hasSameContent(as: whole) != false else {
      throw .failed("\(label): the answer is 200 with other content")
    }
    return answer
  }

  /// The answer, unless it is an error that tells nothing about caching, such as that of an overloaded server.
  func useful(_ exchange: ProbeExchange, _ label: String) throws(ProbeStop) -> ProbeResponse {
    switch exchange.result {
    case .failure(let problem): throw .failed("\(label): \(problem.message)")
    case .success(let answer):
      // 501 answers the question about the method, and so is usable.
      guard answer.status != 429,
        answer.status < 500 || answer.status == 501 || subject.stored.head.status >= 500
      else { throw .failed("\(label): the answer is \(answer.status)") }
      return answer
    }
  }

  /// The user's request, by default for the subject's URL, with some fields replaced or dropped.
  func request(
    _ fields: [FieldLine] = [], method: String = "GET", target: TargetURI? = nil,
    without dropped: [String] = []
  ) -> RequestHead {
    var section = subject.request.fields
    let own = settings.fields + fields
    for name in Self.ownNames + dropped + own.map(\.name) { section.remove(name) }
    if !own.contains(where: { $0.isNamed("Accept-Encoding") }) {
      section.append(FieldLine("Accept-Encoding", "identity"))
    }
    for (index, line) in own.enumerated()
    where !dropped.contains(where: line.isNamed) || index >= settings.fields.count {
      // The later of two fields of one name wins.
      section.remove(line.name)
      section.append(line)
    }
    return RequestHead(method: method, target: target ?? self.target, fields: section)
  }

  /// A request as one of the users, or without credentials.
  func request(as user: Int?, target: TargetURI? = nil) -> RequestHead {
    request(user.map { [settings.identities[$0]] } ?? [], target: target, without: identifyingNames)
  }

  /// The names of fields that identify a user.
  var identifyingNames: [String] { ["Authorization", "Cookie"] + settings.identities.map(\.name) }

  /// The codings that browsers accept.
  static let browserCodings = "gzip, br, zstd"

  /// The fields that each probe sets for itself.
  private static let ownNames = Preconditions.evaluated + ["Range", "If-Range", "Accept-Encoding"]

  /// The answer without any content coding, which the probes share.
  func plain(isAgain: Bool = false) throws(ProbeStop) -> ProbeResponse {
    let request = request()
    var turn = isAgain ? ProbeTurn.again() : .first
    let shared = exchanges.first { $0.request.head == request && $0.request.turn == turn }
    let label = isAgain ? "the same again" : "GET"
    // If the request failed for another probe, send it again.
    if let shared, shared.request.probe != probe {
      do throws(ProbeStop) { return try useful(shared, label) } catch { turn = .anew(isAgain: isAgain) }
    }
    return try ask(label, request, turn: turn)
  }

  /// The newest answer to the plain request, which asks for no content coding; `first` if that request was not sent again.
  ///
  /// Requests that a probe sends because an answer looks wrong do not count.
  func lastPlain(_ first: ProbeResponse) -> ProbeResponse {
    let request = request()
    let known = exchanges.last {
      $0.request.head == request && !$0.request.turn.isDoubt && $0.request.address == nil
    }
    guard case .success(let answer) = known?.result, answer.status == first.status else { return first }
    return answer
  }

  /// The answer in a coding; the one to `browserCodings`, if an earlier probe got it and it came in this coding.
  func coded(_ coding: String, of whole: ProbeResponse) throws(ProbeStop) -> ProbeResponse {
    let all = request([FieldLine("Accept-Encoding", Self.browserCodings)])
    if let known = exchanges.first(where: { $0.request.head == all && $0.request.turn == .first }),
      case .success(let answer) = known.result, answer.status == 200, answer.codings == [coding],
      answer.hasSameContent(as: whole) != false
    {
      return answer
    }
    return try ask(coding, request([FieldLine("Accept-Encoding", coding)]), expecting: [200], of: whole)
  }

  /// How many of the requests that the probes share are left, apart from those that this one and the probes behind it need
  /// for a server without fault.
  ///
  /// It is the same whatever this probe has asked meanwhile.
  func requestsLeft(needed: Int) -> Int {
    let asked = exchanges.count { $0.request.probe != probe && $0.request.probe.mostRequests == nil }
    let place = settings.probes.firstIndex(of: probe) ?? 0
    let file = NamedFile(named: target)
    let isVersioned = URLVersion.path(target, of: file, withVersion: Array("0123456789ab".utf8)) != nil
    let later = settings.probes.dropFirst(place + 1).filter { $0 != .missing || isVersioned }
      .map(\.usualRequests).reduce(0, +)
    return ProbeSettings.mostRequests - 1 - asked - needed - later
  }

  /// The answer to one more request, after everything else that this probe has asked.
  func afterwards(_ fields: [FieldLine] = [], again: Bool = false) throws(ProbeStop) -> ProbeResponse {
    // What an earlier probe asked at its end was asked before everything that this one did.
    try ask(
      again ? "GET once more" : "GET afterwards", request(fields), turn: .doubt(probe, isAgain: again),
      expecting: [200])
  }

  /// Whether the answers to two more requests are as they should be, after everything else that this probe has asked.
  ///
  /// There are two of them since servers that answer in turn, each with a version of its own, would show the same one at
  /// every second request.
  func holdsAfterwards(
    _ fields: [FieldLine] = [], _ isRight: (ProbeResponse) -> Bool
  ) throws(ProbeStop) -> Bool {
    guard isRight(try afterwards(fields)) else { return false }
    return isRight(try afterwards(fields, again: true))
  }

  /// The answer without any content coding, which must be a 200.
  func wholePlain() throws(ProbeStop) -> ProbeResponse {
    let answer = try plain()
    guard answer.status == 200 else {
      let reason = "the answer is \(answer.status)"
      throw answer.status == subject.stored.head.status ? .skipped(reason) : .failed("GET: \(reason)")
    }
    return answer
  }

  /// Whether a private cache, or any kind of shared cache, may store an answer.
  func mayStore(_ answer: ProbeResponse, _ request: RequestHead, _ role: CacheRole) -> Bool {
    role == .shared
      ? storingReading(of: answer, request) != nil : StorageDecision(request, answer.head, role).isStorable
  }

  /// The answer as the first kind of shared cache reads it that may store it; nil if none may.
  func storingReading(of answer: ProbeResponse, _ request: RequestHead) -> ResponseHead? {
    answer.head.sharedReadings.first { StorageDecision(request, $0, .shared).isStorable }
  }

  /// Whether any cache may store an answer to GET.
  func mayBeStored(_ answer: ProbeResponse) -> Bool { mayStore(answer, request(), .private) }

  /// Whether any kind of shared cache that keeps the answer to one request may give it to another.
  func mayReuse(_ answer: ProbeResponse, to own: RequestHead, for other: RequestHead) -> Bool {
    sharedReading(of: answer, to: own, for: other) != nil
  }

  /// The answer as a kind of shared cache reads it that keeps it for one request and may give it to another; nil if none
  /// may.
  func sharedReading(
    of answer: ProbeResponse, to own: RequestHead, for other: RequestHead
  ) -> ResponseHead? {
    answer.head.sharedReadings.first { mayReuse(answer, read: $0, to: own, for: other) }
  }

  /// This ignores that this program's own cache also keeps users apart without `Vary`, since other caches do not.
  private func mayReuse(
    _ answer: ProbeResponse, read head: ResponseHead, to own: RequestHead, for other: RequestHead
  ) -> Bool {
    guard StorageDecision(own, head, .shared).isStorable else { return false }
    let names = Set(head.nominatedNames)
    func selecting(_ request: RequestHead) -> RequestHead {
      var request = request
      request.fields.removeLines { $0.identifiesUser && !names.contains($0.lowercasedName) }
      return request
    }
    let own = selecting(own)
    let stored = StoredResponse(
      key: CacheKey(target: own.target), head: head,
      selectingFields: head.selectingFields(of: own), requestedAt: answer.requestedAt,
      receivedAt: answer.receivedAt, bodyLength: answer.content.length)
    return ReuseDecision(
      selecting(other), candidates: [stored], now: answer.receivedAt, settings: Settings(role: .shared)
    ).outcome == .serve
  }

  /// Whether a new query keeps stored answers apart; a page that responds to it with an error fails the probe.
  mutating func isIsolated() throws(ProbeStop) -> Bool {
    let status = subject.stored.head.status
    guard status < 400 else { throw .skipped("the answer is \(status)") }
    guard let first = try isolated() else { return false }
    guard first.status < 400 else { throw .failed("a query of its own: the answer is \(first.status)") }
    return true
  }

  /// Asks under a query of its own, and checks whether that query keeps stored answers apart.
  ///
  /// The same query may be answered from a store. Another query may not be, nor may its answer show the name in the
  /// first query.
  ///
  /// - Returns: the first answer; nil, with a finding, if the query does not keep answers apart.
  /// - Throws: the request, if it is not answered yet, or why its answer can't be used.
  mutating func isolated(without dropped: [String] = []) throws(ProbeStop) -> ProbeResponse? {
    // All probes share these names, and with them the answers.
    let (name, otherName) = (made("a query of its own"), made("another query"))
    let own = request(target: try target(under: name), without: dropped)
    let first = try ask("a query of its own", own)
    _ = try ask("the same query", own, turn: .again())
    let other = try ask("another query", request(target: try target(under: otherName), without: dropped))
    return try isOwn(other, not: name) ? first : nil
  }

  /// Whether an answer under a new query belongs to this query: it does not come from a store, nor show `earlier`, the
  /// name in a query before it.
  ///
  /// - Returns: false, with a finding, if it does not.
  /// - Throws: why the probe ends, if an earlier probe has found the reason.
  mutating func isOwn(_ answer: ProbeResponse, not earlier: String? = nil) throws(ProbeStop) -> Bool {
    let edge = answer.edge
    let showsEarlier = earlier.map { shows($0, answer) } ?? false
    guard edge.isFromStore || showsEarlier else { return true }
    guard !has(.probeNotIsolated) else { throw .skipped("a query of its own does not keep answers apart") }
    findings.add(
      .probeNotIsolated, field: edge.field, value: edge.value,
      "A URL with a query that nobody has used before was answered "
        + (showsEarlier ? "with what another query had got" : "from the store of a cache")
        + ": what is tried here could reach others, so nothing more was tried.")
    return false
  }

  // MARK: Made-up values

  /// The beginning of every made-up name; digits follow.
  static let namePrefix = "hcprobe"
  /// How many hexadecimal digits follow.
  static let nameDigits = 12

  /// A made-up name of random letters and digits, which no other label gives: neither of this probe nor of another one.
  ///
  /// A script takes each label, with its number, once in a run.
  func name(_ label: String, _ number: Int = 0) -> String { made("\(probe.rawValue), \(label), \(number)") }

  /// A made-up name to stand in a query, as `name` gives it; the same label gives another one there.
  func ownName(_ label: String, _ number: Int = 0) -> String { name("in a query, \(label)", number) }

  private func made(_ label: String) -> String {
    assert(labels.take(label), "two names are made up under one label: \(label)")
    // The finaliser of SplitMix64 spreads the hash of the label over all values.
    var bits = settings.seed &+ Fingerprint(label.utf8).number &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    let digits = String(bits, radix: 16)
    return Self.namePrefix
      + (String(repeating: "0", count: 16 - digits.count) + digits).prefix(Self.nameDigits)
  }

  /// The parameter that keeps a request apart from those of others.
  static func parameter(_ name: String) -> String { "hc-probe=" + name }

  /// The subject's URL with a query of its own, so that no cache gives the answer to another client.
  func own(_ label: String, _ number: Int = 0) throws(ProbeStop) -> TargetURI {
    try target(under: ownName(label, number))
  }

  private func target(under name: String) throws(ProbeStop) -> TargetURI {
    try read(target.absolute + (target.query == nil ? "?" : "&") + Self.parameter(name))
  }

  /// Reads a made-up URL, which must be of the same origin.
  func read(_ text: String) throws(ProbeStop) -> TargetURI {
    do {
      let made = try TargetURI(text)
      guard made.isSameOrigin(as: target) else {
        throw ProbeStop.skipped("no other URL of this origin can be made")
      }
      return made
    } catch {
      throw .skipped("no other URL can be made of this one")
    }
  }

  /// Whether an answer shows a made-up name, in its content or in a field.
  func shows(_ name: String, _ answer: ProbeResponse) -> Bool {
    answer.content.names.contains(name)
      || answer.head.fields.lines.contains { $0.value.asciiLowercased.holds(name) }
  }

  /// Whether this or an earlier probe has found one of these.
  func has(_ codes: Finding.Code...) -> Bool { (found + findings).contains { codes.contains($0.code) } }

  /// Whether this or an earlier probe has seen this.
  func has(_ rule: Rule) -> Bool { (seen + remarks).cites(rule) }
}
