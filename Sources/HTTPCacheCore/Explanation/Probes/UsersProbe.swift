extension Finding.Code {
  static let personalSharedCacheable = Self(
    "personal-shared-cacheable", .error, "RFC 9111 §7.3", "one user's answer may be given to another",
    shown: .observed(
      [
        "> GET /account", "> Cookie: session=A", "HTTP/1.1 200 OK", "Cache-Control: max-age=600",
        "> GET /account", "> Cookie: session=B", "HTTP/1.1 200 OK", "(other content)",
      ],
      consequence: "A shared cache may give one user's answer to another.",
      write: "Send `Cache-Control: private, max-age=600`, or `no-store`, where the answer is one user's."))
  static let edgeSharedPersonal = Self(
    "edge-shared-personal", .error, "RFC 9111 §7.3", "a cache on the way gave one user's answer to another",
    shown: .observed(
      [
        "> GET /account", "> Cookie: session=A", "HTTP/1.1 200 OK", "> GET /account", "> Cookie: session=B",
        "HTTP/1.1 200 OK", "X-Cache: HIT", "(the content of session A)",
      ],
      consequence: "One user sees what belongs to another.",
      write:
        "Send `Cache-Control: private`, and purge what the cache has; have it pass on requests with credentials."
    ),
    harm: .incident,
    supersedes: [.edgeStoredTheForbidden])
}

/// Asks without credentials, as one user and as another: each under a query of its own, which shows the server's
/// answers, then all under one query, which shows whether a cache on the way mixes them up.
struct UsersProbe: ProbeScript {
  static let codes: [Finding.Code] = [.personalSharedCacheable, .edgeSharedPersonal]

  static let mostRequests: Int? = 12

  var talk: ProbeTalk

  /// A user who asks, or a client without credentials.
  private struct Asker {
    /// The number of the user; nil for a client without credentials.
    let user: Int?
    /// The answer to the asker under a query of its own.
    let own: ProbeResponse

    /// The asker in a sentence.
    var name: String { user == nil ? "a request without credentials" : "another user" }
    var label: String { user == nil ? "without credentials" : "as the second user" }

    /// Whether the asker's own answer differs from this one.
    func differs(from answer: ProbeResponse) -> Bool {
      own.status != answer.status || own.isLike(answer) == false
    }
  }

  mutating func run() throws(ProbeStop) {
    guard talk.settings.identities.count > 1 else { throw .skipped("two users are needed") }
    guard let nobody = try talk.isolated(without: talk.identifyingNames) else { return }
    guard let one = try ask("as the first user", 0),
      let other = try ask("as the second user", 1)
    else { return }
    guard one.status == 200 else { throw .failed("as the first user: the answer is \(one.status)") }
    let askers = [Asker(user: 1, own: other), Asker(user: nil, own: nobody)].filter { $0.differs(from: one) }
    guard !askers.isEmpty else {
      talk.isSameForUsers = one.status == 200
      throw .skipped(
        "both users get what a request without credentials gets, from the server or from a cache")
    }
    guard let again = try ask("as the first user again", 0) else { return }
    guard again.isLike(one) == true else { throw .skipped("the same user gets other content each time") }
    judgeSent(one, askers)
    try judgeEdge(one, askers)
  }

  // MARK: Answers of the server

  private mutating func judgeSent(_ one: ProbeResponse, _ askers: [Asker]) {
    let own = talk.request(as: 0)
    let found = askers.compactMap { asker in
      talk.sharedReading(of: one, to: own, for: talk.request(as: asker.user)).map { (asker, $0) }
    }
    guard let (asker, head) = found.first else { return }
    let name = head.cacheControl(for: .shared).fieldName
    let control = one.head.fields.combined(name)
    talk.findings.add(
      .personalSharedCacheable, field: name, value: control,
      "The answer to one user differs from the answer to \(asker.name), and "
        + (control.map { "`\(name): \($0)`" } ?? "a lifetime that caches guess")
        + " lets a shared cache give it to everyone: one user can see what belongs to another.",
      advice: line(head).map { "Write `\($0)`\(Self.choice)" }, line: edit(head))
  }

  /// The line of a field that restricts the answer to one user.
  private func line(_ head: ResponseHead) -> String? {
    let name = head.cacheControl(for: .shared).fieldName
    return ControlEdit(isForOneUser: true).value(head.fields, field: name, role: .shared)
      .map { "\(name): \($0)" }
  }

  private static let choice = ", or `no-store`, where the answer is one user's."

  /// The same for the change that the whole response needs.
  private func edit(_ head: ResponseHead) -> AdvisedLine? {
    AdvisedLine(
      ControlEdit(isForOneUser: true), in: [head.cacheControl(for: .shared).fieldName], after: Self.choice)
  }

  // MARK: Answers of the edge

  /// Asks as all of them under one query: a later asker must not get an earlier one's answer.
  private mutating func judgeEdge(_ one: ProbeResponse, _ askers: [Asker]) throws(ProbeStop) {
    let shared = try talk.own("one URL")
    let first = try askShared("as the first user under one URL", 0, shared)
    guard try talk.isOwn(first) else { return }
    // Some caches store an answer on the second request, and if several nodes answer in turn, another one stores it
    // now.
    let second = try askShared("as the first user under it again", 0, shared, isAgain: true)
    guard first.isLike(one) == true, second.isLike(one) == true else {
      throw .skipped("the same user gets other content each time")
    }
    var owned = [first, second]
    // The second user comes back at the end, for the sake of nodes that answer in turn.
    let turns = askers.map { ($0, false) } + askers.filter { $0.user != nil }.map { ($0, true) }
    for (asker, isAgain) in turns {
      let answer = try askShared(
        asker.label + (isAgain ? " under it again" : " under it"), asker.user, shared, isAgain: isAgain)
      let isShared = owned.contains { $0.status == answer.status && $0.hasSameContent(as: answer) == true }
      if isShared, asker.differs(from: answer) { return try judgeShared(answer, asker, one) }
      if asker.user != nil { owned.append(answer) }
    }
  }

  /// Finds that an asker got another's answer, unless the asker's own answer has changed meanwhile.
  private mutating func judgeShared(_ answer: ProbeResponse, _ asker: Asker, _ one: ProbeResponse)
    throws(ProbeStop)
  {
    let now = try talk.ask(
      asker.label + " elsewhere", talk.request(as: asker.user, target: try talk.own("elsewhere")))
    // A cache that reports an answer from its store under a new query ignores queries.
    guard now.status != answer.status || now.isLike(answer) == false || now.edge.isFromStore
    else { throw .skipped("the answer \(asker.label) has changed, or a cache on the way ignores the query") }
    let edge = answer.edge
    let storing = talk.storingReading(of: one, talk.request(as: 0))
    let name = (storing ?? one.head).cacheControl(for: .shared).fieldName
    let control = one.head.fields.combined(name).map { " says `\(name): \($0)`" } ?? " forbids it"
    talk.findings.add(
      .edgeSharedPersonal, field: edge.field, value: edge.value,
      "Under one URL \(asker.name) got the answer that a user had got before"
        + "\(edge.inBrackets): a cache on the way gives one user's page to others"
        + (storing != nil ? "." : ", although the answer\(control)."),
      advice: storing != nil
        ? storing.flatMap(line).map { "Write `\($0)`\(Self.choice)" }
        : "Have that cache obey \(name) and Set-Cookie, and pass on requests with credentials; nginx: no"
          + " `proxy_ignore_headers`, and `\(ServerRemedy.passCredentials.line)`.",
      line: storing.flatMap(edit))
  }

  // MARK: Requests

  private func askShared(
    _ label: String, _ user: Int?, _ target: TargetURI, isAgain: Bool = false
  ) throws(ProbeStop) -> ProbeResponse {
    try talk.ask(label, talk.request(as: user, target: target), turn: isAgain ? .again() : .first)
  }

  /// Asks under a new query; nil if the answer shows that the query keeps nothing apart.
  private mutating func ask(_ label: String, _ user: Int) throws(ProbeStop) -> ProbeResponse? {
    let answer = try talk.ask(label, talk.request(as: user, target: try talk.own(label)))
    return try talk.isOwn(answer) ? answer : nil
  }
}
