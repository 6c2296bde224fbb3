extension Finding.Code {
  static let personalSharedCacheable = Self(
    "personal-shared-cacheable", .error, "RFC 9111 §7.3", "one user's answer may be given to another")
}

/// Asks as nobody, as one user and as another, each under a query of its own.
enum UsersProbe: ProbeScript {
  static let codes: [Finding.Code] = [.personalSharedCacheable]

  static func run(_ talk: inout ProbeTalk) throws(ProbeStop) {
    guard talk.settings.identities.count > 1 else { throw .skipped("two users are needed") }
    let nobody = try ask("without credentials", nil, 30, talk)
    let one = try ask("as the first user", 0, 31, talk)
    let other = try ask("as the second user", 1, 32, talk)
    guard one.status == 200 else { throw .failed("as the first user: the answer is \(one.status)") }
    if [nobody, one, other].contains(where: { EdgeAnswer($0.head).isFromStore }),
      one.hasSameContent(as: other) == true, one.hasSameContent(as: nobody) == true
    {
      throw .skipped("a cache on the way answered, so what the server gives each user can't be told")
    }
    let (stored, askers) = kept(one, talk)
    guard
      let index = askers.indices.first(where: { index in
        let answer = index == 0 ? other : nobody
        return (answer.status != one.status || answer.hasSameContent(as: one) != true)
          && ReuseDecision(
            askers[index], candidates: [stored], now: one.receivedAt, settings: Settings(role: .shared)
          ).outcome == .serve
      }), talk.mayStore(one, Self.request(as: 0, talk), .shared)
    else { return }
    let again = try ask("as the first user again", 0, 33, talk)
    guard again.hasSameContent(as: one) == true else {
      throw .skipped("the same user gets other content each time")
    }
    let whom = index == 0 ? "another user" : "a request without credentials"
    let name = one.head.cacheControl(for: .shared).fieldName
    let control = one.head.fields.combined(name)
    talk.find(
      .personalSharedCacheable, field: name, value: control,
      "The answer to one user differs from the answer to \(whom), and "
        + (control.map { "`\(name): \($0)`" } ?? "a lifetime that caches guess")
        + " lets a shared cache give it to everyone: one user can see what belongs to another.",
      advice: ControlEdit(isForOneUser: true).value(one.head.fields, field: name, role: .shared)
        .map { "Write `\(name): \($0)`, or `no-store`, where the answer is one user's." })
  }

  private static func ask(
    _ label: String, _ user: Int?, _ number: Int, _ talk: ProbeTalk
  ) throws(ProbeStop) -> ProbeAnswer {
    var request = Self.request(as: user, talk)
    request.target = try talk.ownTarget(number)
    return try talk.ask(label, request)
  }

  /// A request as a user, or as nobody.
  static func request(as user: Int?, _ talk: ProbeTalk, target: TargetURI? = nil) -> RequestHead {
    let names = ["Authorization", "Cookie"] + talk.settings.identities.map(\.name)
    return talk.request(user.map { [talk.settings.identities[$0]] } ?? [], target: target, without: names)
  }

  /// The one's answer as a shared cache would keep it, and the others' requests as far as they select.
  ///
  /// This program's own cache also keeps users apart that `Vary` does not; other caches do not.
  private static func kept(
    _ answer: ProbeAnswer, _ talk: ProbeTalk
  ) -> (stored: StoredResponse, askers: [RequestHead]) {
    let names = Set(answer.head.nominatedNames)
    func selecting(_ user: Int?) -> RequestHead {
      var request = request(as: user, talk)
      for line in request.fields.lines
      where Credentials.identifying.contains(line.name.asciiLowercased)
        && !names.contains(line.name.asciiLowercased)
      {
        request.fields.remove(line.name)
      }
      return request
    }
    let own = selecting(0)
    let stored = StoredResponse(
      key: CacheKey(target: own.target), head: answer.head,
      selectingFields: answer.head.selectingFields(of: own), requestedAt: answer.requestedAt,
      receivedAt: answer.receivedAt, bodyLength: answer.content.length)
    return (stored, [selecting(1), selecting(nil)])
  }
}
