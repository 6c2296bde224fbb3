extension Finding.Code {
  static let contentOutsideKey = Self(
    "content-outside-key", .error, "RFC 9111 §4.1",
    "the content depends on something that the key of a cache on the way leaves out",
    shown: .observed(
      [
        "> GET /page", "> Accept-Language: de", "HTTP/1.1 200 OK", "Content-Language: de", "> GET /page",
        "> Accept-Language: en", "HTTP/1.1 200 OK", "Content-Language: de", "X-Cache: HIT",
      ],
      consequence: "What one request got is given to others that should get something else.",
      write: "Put it into the key of that cache, or name the field in Vary where the cache obeys it."))
  static let keySplitsNeedlessly = Self(
    "key-splits-needlessly", .info, "RFC 9111 §4",
    "a cache on the way stores the same content several times, under keys that differ needlessly",
    shown: .observed(
      [
        "> GET /page?utm_source=a", "HTTP/1.1 200 OK", "X-Cache: MISS", "> GET /page?utm_source=b",
        "HTTP/1.1 200 OK", "X-Cache: MISS", "(the same content)",
      ],
      consequence: "The cache asks the origin more often than it has to, and stores the same several times.",
      write:
        "Leave it out of the key; for a parameter, `No-Vary-Search: params=(\"utm_source\")` says so, too."))
}

/// Finds out which inputs are in the key of the nearest cache: makes it store a response under a URL of its own,
/// changes one input of the request, and checks whether the cache finds the stored response.
///
/// The answers are found by label and turn, since there are many.
struct KeyProbe: ProbeScript {
  static let codes: [Finding.Code] = [.contentOutsideKey, .keySplitsNeedlessly]

  static let mostRequests: Int? = 160

  var talk: ProbeTalk
  private let known: [Known: ProbeExchange]
  private var asked = 0
  /// How many requests for a URL the cache has to see before it answers from its store.
  private var uses = 1
  /// Whether the cache missed an answer that it should have found.
  private var isUnsteady = false

  private let unsteady = "several nodes or tiers answer in turn, so a miss proves nothing"
  private let adapted = "the cache on the way gives each client its own form of what it stores"
  private let samples = 3
  /// The value of Accept that asks for other content than a page, as far as one was found.
  private var otherAccept = RepresentationChoice.accepted[0]
  private let mostUses = 3
  /// A value that is the same in every sample, so that pages which show it are alike, and differ from pages without it.
  private let value: String

  private struct Known: Hashable {
    let label: String
    let turn: ProbeTurn
  }

  /// A URL of its own, under which one answer is stored.
  private struct Place {
    let number: Int
    let parameter: String
  }

  init(talk: ProbeTalk) {
    self.talk = talk
    value = "hckey" + talk.name("value").dropFirst(ProbeTalk.namePrefix.utf8.count)
    known = Dictionary(
      talk.exchanges.filter { $0.request.probe == .key }.map {
        (Known(label: $0.request.label, turn: $0.request.turn), $0)
      }, uniquingKeysWith: { first, _ in first })
  }

  mutating func run() throws(ProbeStop) {
    let isApart = try begin()
    for input in KeyRow.Input.allCases {
      talk.key.append(
        try isApart
          ? row(input)
          : KeyRow(
            input, isInKey: input.isParameter ? false : nil,
            reason: "the query is outside the key, so no URL of one's own exists, and nothing else was tried")
      )
    }
    if isUnsteady {
      talk.key = talk.key.map { $0.isInKey == true ? KeyRow($0.input, reason: unsteady) : $0 }
    }
    judge()
  }

  private mutating func judge() {
    for row in talk.key where row.isInContent == true && row.isInKey == false {
      talk.findings.add(
        .contentOutsideKey, field: row.input.field,
        "The content depends on \(row.input.name), and the key of the cache on the way does not have it: what one request"
          + " got is given to others that should get something else.", advice: row.advice)
    }
    let split = talk.key.filter { $0.isInContent == false && $0.isInKey == true }.map(\.input)
    let parameters = split.filter { $0.isParameter && $0 != .unknownParameter }
    if !parameters.isEmpty {
      talk.findings.add(
        .keySplitsNeedlessly,
        "The content is the same whatever \(parameters.map(\.name).asList) say, and the cache on the way stores it for each"
          + " value.", advice: "Write `\(Self.noVarySearch(parameters))`, or leave them out of the key.",
        line: talk.subject.stored.head.has(.noVarySearch)
          ? nil
          : AdvisedLine(
            setting: "No-Vary-Search", Self.noVarySearchValue(parameters),
            after: ", or leave them out of the key."))
    }
    let fields = split.filter { $0.field != nil && $0 != .acceptEncoding }
    // The cookie was made up: it shows nothing of users who are logged in.
    let session = fields.contains(.cookie) ? " \(KeyRow.madeUpCookie)" : ""
    if !fields.isEmpty {
      talk.findings.add(
        .keySplitsNeedlessly,
        "The content is the same for every value of \(fields.map(\.name).asList), and the cache on the way stores it for"
          + " each.", advice: "Leave \(fields.map(\.name).asList) out of the key and out of Vary.\(session)")
    }
    let paths = split.filter { $0.field == nil && !$0.isParameter }
    if !paths.isEmpty {
      talk.findings.add(
        .keySplitsNeedlessly,
        "The content is the same whatever \(paths.map(\.name).asList), and the cache on the way stores it for each"
          + " spelling.", advice: "Redirect the other spellings of the path to one.")
    }
  }

  /// The field that tells caches which of these parts of the query they may ignore.
  static func noVarySearch(_ inputs: [KeyRow.Input]) -> String {
    "No-Vary-Search: \(noVarySearchValue(inputs))"
  }

  private static func noVarySearchValue(_ inputs: [KeyRow.Input]) -> String {
    let names = inputs.filter { $0 != .queryOrder && $0.isParameter }.map { "\"\($0.rawValue)\"" }
    let members =
      (inputs.contains(.queryOrder) ? ["key-order"] : [])
      + (names.isEmpty ? [] : ["params=(\(names.joined(separator: " ")))"])
    return members.joined(separator: ", ")
  }

  /// Learns after how many requests the cache stores an answer, and whether a query of its own keeps answers apart.
  private mutating func begin() throws(ProbeStop) -> Bool {
    let own = place("a query of its own")
    let first = try ask("a query of its own", .cookie, own)
    guard first.edge.state != .unknown else {
      throw .skipped("no field says what a cache on the way did")
    }
    var last = first
    while !last.edge.isFound {
      guard uses <= mostUses else {
        throw .skipped(
          "asked \(uses) times for one URL, the cache on the way never answered from its store"
            + last.edge.inBrackets)
      }
      last = try ask("the same query", .cookie, own, turn: .again(uses))
      uses += 1
    }
    uses -= 1
    guard uses > 0 else { return false }
    return try !ask("another query", .cookie, place("another query")).edge.isFound
  }

  /// Finds out about one input by three samples, each under a URL of its own.
  private mutating func row(_ input: KeyRow.Input) throws(ProbeStop) -> KeyRow {
    guard isChangeable(input) else { return KeyRow(input, reason: "the path has nothing of the kind") }
    do throws(ProbeStop) { return try sampled(input) } catch {
      guard case .failed(let problem) = error else { throw error }
      return KeyRow(input, reason: problem)
    }
  }

  private mutating func sampled(_ input: KeyRow.Input) throws(ProbeStop) -> KeyRow {
    let scan = input == .accept ? RepresentationChoice.accepted.count + 1 : 0
    guard asked + scan + samples * (uses + 2) + max(2, uses) <= Probe.key.mostRequests ?? 0 else {
      return KeyRow(input, reason: "no more than \(Probe.key.mostRequests ?? 0) requests are sent")
    }
    if input == .accept { try chooseAccept() }
    var (found, contents): ([Bool], [Bool?]) = ([], [])
    var given: [ProbeResponse] = []
    var page: ProbeResponse?
    for number in 1...samples {
      let sample = place("\(input.rawValue), sample", number)
      let first = try ask("\(input.rawValue): before", input, sample)
      guard !first.edge.isFound else { return unsteadyRow(input) }
      for turn in 1...uses {
        let again = try ask("\(input.rawValue): the same", input, sample, turn: .again(turn))
        guard again.edge.isFound == (turn == uses) else { return unsteadyRow(input) }
      }
      let changed = try ask("\(input.rawValue): changed", input, sample, isChanged: true)
      found.append(changed.edge.isFound)
      given.append(changed)
      guard Set(found).count == 1 else { return KeyRow(input, reason: "three samples do not agree") }
      if !changed.edge.isFound {
        // That such a request is stored shows once for all samples.
        let isPassedOn = number == 1 ? try !isStored(input, sample) : false
        guard !isPassedOn else {
          return KeyRow(input, reason: "such a request is passed on\(changed.edge.inBrackets)")
        }
        contents.append(differs(input, changed, from: first))
      }
      // A page that changes by itself proves nothing.
      if let page, differs(input, first, from: page) != false { contents.append(nil) }
      page = page ?? first
    }
    if found[0], let page {
      let alone = try alone(input)
      contents.append(alone.flatMap { differs(input, $0, from: page) })
      // A cache may unpack, or choose a format, behind its store: what counts is what each client gets.
      if let alone, contents.allSatisfy({ $0 == true }),
        given.allSatisfy({ differs(input, $0, from: alone) == false })
      {
        return KeyRow(
          input, isInKey: false, isInContent: alone.isLike(page) == true ? false : nil, reason: adapted)
      }
    }
    let content = contents.contains(nil) || Set(contents).count != 1 ? nil : contents[0]
    return KeyRow(
      input, isInKey: !found[0], isInContent: content,
      reason: content == nil ? "the content changes on its own" : nil)
  }

  /// Finds a value of Accept by which the content differs from that of a page; the first one, if there is none.
  private mutating func chooseAccept() throws(ProbeStop) {
    let page = try ask("accept: a page, alone", .accept, place("accept, a page"))
    for (index, value) in RepresentationChoice.accepted.enumerated() {
      otherAccept = value
      let answer = try ask(
        "accept: \(value)", .accept, place("accept, another value", index + 1), isChanged: true)
      if answer.status < 400, differs(.accept, answer, from: page) == true { return }
    }
    otherAccept = RepresentationChoice.accepted[0]
  }

  private mutating func unsteadyRow(_ input: KeyRow.Input) -> KeyRow {
    isUnsteady = true
    return KeyRow(input, reason: unsteady)
  }

  /// Whether the answer to the changed request is stored, too, under a key of its own.
  private mutating func isStored(_ input: KeyRow.Input, _ sample: Place) throws(ProbeStop) -> Bool {
    for turn in 1...uses {
      let again = try ask(
        "\(input.rawValue): changed, again", input, sample, isChanged: true, turn: .again(turn))
      if again.edge.isFound { return true }
    }
    return false
  }

  /// The answer of the origin to the changed request; nil if the content changes by itself.
  private mutating func alone(_ input: KeyRow.Input) throws(ProbeStop) -> ProbeResponse? {
    var answers: [ProbeResponse] = []
    for number in 1...2 {
      let answer = try ask(
        "\(input.rawValue): changed, alone", input, place("\(input.rawValue), alone", number), isChanged: true
      )
      guard !answer.edge.isFound else { return nil }
      answers.append(answer)
    }
    return differs(input, answers[0], from: answers[1]) == false ? answers[0] : nil
  }

  /// Whether two answers differ in status or content, or, for the input Accept-Encoding, in coding.
  private func differs(_ input: KeyRow.Input, _ one: ProbeResponse, from other: ProbeResponse) -> Bool? {
    guard one.status == other.status else { return true }
    guard input != .acceptEncoding || one.codings == other.codings else { return true }
    return one.isLike(other).map { !$0 }
  }

  // MARK: Requests

  private mutating func ask(
    _ label: String, _ input: KeyRow.Input, _ place: Place, isChanged: Bool = false, turn: ProbeTurn = .first
  ) throws(ProbeStop) -> ProbeResponse {
    defer { asked += 1 }
    let name = place.number == 0 ? label : "\(label), \(place.number)"
    guard let known = known[Known(label: name, turn: turn)] else {
      let head = try isChanged ? changed(input, place.parameter) : base(input, place.parameter)
      throw .needs(ProbeRequest(probe: .key, label: name, head: head, turn: turn, address: nil))
    }
    return try talk.useful(known, label)
  }

  private func place(_ label: String, _ number: Int = 0) -> Place {
    Place(number: number, parameter: ProbeTalk.parameter(talk.ownName(label, number)))
  }

  private func isChangeable(_ input: KeyRow.Input) -> Bool {
    switch input {
    case .pathCase: swapped(talk.target.path) != talk.target.path
    case .trailingSlash: talk.target.path != "/"
    default: true
    }
  }

  private func base(_ input: KeyRow.Input, _ own: String) throws(ProbeStop) -> RequestHead {
    switch input {
    case .queryOrder: return try request(query: [own, "\(value)=1"])
    case .accept, .acceptLanguage:
      return try request(
        query: [own], [FieldLine(input.field ?? "", input == .accept ? "text/html" : "en")])
    default: return try request(query: [own])
    }
  }

  private func changed(_ input: KeyRow.Input, _ own: String) throws(ProbeStop) -> RequestHead {
    let path = talk.target.path
    switch input {
    case .queryOrder: return try request(query: ["\(value)=1", own])
    case .unknownParameter: return try request(query: [own, "\(value)=1"])
    case .utmSource, .gclid, .fbclid: return try request(query: [own, "\(input.rawValue)=\(value)"])
    case .pathCase: return try request(path: swapped(path), query: [own])
    case .trailingSlash:
      return try request(path: path.hasSuffix("/") ? String(path.dropLast()) : path + "/", query: [own])
    default: return try request(query: [own], [FieldLine(input.field ?? "", changedValue(input))])
    }
  }

  private func changedValue(_ input: KeyRow.Input) -> String {
    switch input {
    case .accept: return otherAccept
    case .acceptEncoding: return "gzip"
    case .acceptLanguage: return "de"
    case .origin: return "https://\(value).invalid"
    case .cookie:
      let cookies = talk.request().fields.combined("Cookie").map { [$0] } ?? []
      return (cookies + ["\(value)=1"]).joined(separator: "; ")
    default:
      return RepresentationChoice.phone
    }
  }

  private func request(
    path: String? = nil, query: [String], _ fields: [FieldLine] = []
  ) throws(ProbeStop) -> RequestHead {
    let target = talk.target
    let query = ((target.query.map { [$0] } ?? []) + query).joined(separator: "&")
    return talk.request(fields, target: try talk.read(target.origin + (path ?? target.path) + "?" + query))
  }

  /// The path with its letters in the other case, but for those of percent-encodings.
  private func swapped(_ path: String) -> String {
    var left = 0
    return String(
      decoding: path.utf8.map { byte -> UInt8 in
        if byte == 0x25 { left = 3 }
        left = max(0, left - 1)
        return left > 0 || !byte.isLetter || byte == 0x25 ? byte : byte ^ 0x20
      }, as: UTF8.self)
  }
}

/// One input of a request, whether a cache has it in its key, and whether the content depends on it.
package struct KeyRow: Sendable, Hashable {
  /// An input of a request that may be in a key.
  package enum Input: String, Sendable, CaseIterable {
    case queryOrder = "query-order"
    case unknownParameter = "unknown-parameter"
    case utmSource = "utm_source"
    case gclid, fbclid
    case pathCase = "path-case"
    case trailingSlash = "trailing-slash"
    case accept
    case acceptEncoding = "accept-encoding"
    case acceptLanguage = "accept-language"
    case origin, cookie
    case userAgent = "user-agent"

    /// Whether it is a part of the query.
    package var isParameter: Bool {
      [.queryOrder, .unknownParameter, .utmSource, .gclid, .fbclid].contains(self)
    }

    /// The request field that it is; nil for a part of the URL.
    var field: String? {
      switch self {
      case .accept: "Accept"
      case .acceptEncoding: "Accept-Encoding"
      case .acceptLanguage: "Accept-Language"
      case .origin: "Origin"
      case .cookie: "Cookie"
      case .userAgent: "User-Agent"
      default: nil
      }
    }

    /// Its name in a sentence.
    var name: String {
      switch self {
      case .queryOrder: "the order of the query"
      case .unknownParameter: "a parameter that the site does not use"
      case .pathCase: "the case of the path"
      case .trailingSlash: "the slash at the end of the path"
      default: field ?? rawValue
      }
    }
  }

  package let input: Input
  /// Whether it is in the key; nil if that is not known.
  package let isInKey: Bool?
  /// Whether the content depends on it; nil if that is not known.
  package let isInContent: Bool?
  /// Why `isInKey` or `isInContent` is not known; nil if both are.
  package let reason: String?

  init(_ input: Input, isInKey: Bool? = nil, isInContent: Bool? = nil, reason: String? = nil) {
    (self.input, self.isInKey, self.isInContent, self.reason) = (input, isInKey, isInContent, reason)
  }

  fileprivate static let madeUpCookie =
    "The cookie was made up, and shows no session: keep those by which users are told apart; --probe=users compares two users."

  /// The advice if key and content contradict each other; nil if they do not.
  package var advice: String? {
    switch (isInKey, isInContent) {
    case (false, true):
      if let field = input.field {
        return "Put \(field) into the key of that cache, or send `Vary: \(field)` where it obeys Vary."
      }
      return "Put \(input.name) into the key of that cache, or redirect to the one URL that has the content."
    case (true, false) where input.isParameter && input != .unknownParameter:
      return "Write `\(KeyProbe.noVarySearch([input]))`, or leave it out of the key."
    case (true, false) where input.field != nil && input != .acceptEncoding:
      return
        "Leave \(input.name) out of the key and out of Vary.\(input == .cookie ? " \(Self.madeUpCookie)" : "")"
    default: return nil
    }
  }
}
