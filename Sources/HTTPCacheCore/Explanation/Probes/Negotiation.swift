/// A request field by which servers choose a representation, and two values that ask for different ones.
struct RepresentationChoice: Sendable, Hashable {
  let name: String
  /// Nil if browsers leave the field out.
  let first: String?
  let second: String
  /// What both requests have in their query, as the framework of this choice sends it; nil for nothing.
  var query: String?

  /// The field that asks for the first representation, or for the second, as a label.
  func label(isSecond: Bool) -> String {
    let value = isSecond ? second : first
    guard let value else { return "no \(name)" }
    let short = Self.short(value)
    return "\(name): \(Self.short(second) == first.map(Self.short) ? value : short)"
  }

  private static func short(_ value: String) -> String {
    value.parts(between: ",").first?.parts(between: ";").first ?? value
  }

  /// The request for the first representation, or for the second, in a sentence.
  func sentence(isSecond: Bool) -> String {
    isSecond || first != nil ? "a request with `\(label(isSecond: isSecond))`" : "a request without \(name)"
  }

  /// What Chromium sends for a page.
  static let browserPage =
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8"

  private static func accept(_ first: String, _ second: String) -> Self {
    Self(name: "Accept", first: first, second: second)
  }

  /// A page for people, and the same for agents.
  static let markdown = accept(browserPage, "text/markdown,*/*;q=0.1")

  private static let page = "text/html,*/*;q=0.1"

  /// The choices that servers are known to make: pages, data, pictures, package indexes, fragments, languages.
  static let known: [Self] = [
    markdown,
    accept(page, "application/json,*/*;q=0.1"),
    accept(page, "application/activity+json"),
    accept(page, "application/ld+json; profile=\"https://www.w3.org/ns/activitystreams\""),
    accept("*/*", "image/avif,*/*;q=0.1"),
    accept("*/*", "image/webp,*/*;q=0.1"),
    accept(page, "application/vnd.pypi.simple.v1+json"),
    accept("application/json", "application/vnd.npm.install-v1+json"),
    Self(name: "RSC", first: nil, second: "1", query: "_rsc=1hcpr"),
    Self(name: "HX-Request", first: nil, second: "true"),
    Self(name: "Turbo-Frame", first: nil, second: "main"),
    Self(name: "X-Inertia", first: nil, second: "true"),
    Self(name: "X-Requested-With", first: nil, second: "XMLHttpRequest"),
    Self(name: "Accept-Language", first: "en", second: "de"),
    Self(
      name: "User-Agent", first: "\(desktop) \(ProbeSettings.mark)", second: "\(phone) \(ProbeSettings.mark)"),
  ]

  /// The User-Agent of a browser of computers.
  static let desktop =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"

  /// The User-Agent of a phone's browser.
  static let phone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
    + " Version/18.0 Mobile/15E148 Safari/604.1"

  /// The values of Accept by which a server may choose, each beside a page.
  static let accepted =
    [known[1].second]
    + [
      "text/markdown", "application/activity+json", "image/avif,image/webp",
      "application/vnd.pypi.simple.v1+json",
    ]
    .map { $0 + ",*/*;q=0.1" }
}

/// Two representations of one URL, and what a cache on the way did with them.
struct Negotiation {
  /// In what two representations differ, by which they are told apart afterwards.
  enum Basis {
    /// In status, content, or the place that they lead to.
    case content
    /// In fields by which the server says what it chose; the content is the same.
    case fields

    /// Nil if they are the same.
    init?(_ one: ProbeResponse, _ other: ProbeResponse) {
      if !Negotiation.isSame(one, other) {
        self = .content
      } else if one.head.choiceInFields != other.head.choiceInFields {
        self = .fields
      } else {
        return nil
      }
    }

    /// Whether two answers are the same representation, apart from made-up names.
    func isSame(_ one: ProbeResponse, _ other: ProbeResponse) -> Bool {
      Negotiation.isSame(one, other)
        && (self == .content || one.head.choiceInFields == other.head.choiceInFields)
    }

    /// Whether an answer is as a cache would give another one from its store.
    func isCopy(_ answer: ProbeResponse, of other: ProbeResponse) -> Bool {
      answer.hasSameAnswer(as: other)
        && (self == .content || answer.head.choiceInFields == other.head.choiceInFields)
    }
  }

  let choice: RepresentationChoice
  let basis: Basis

  /// The answer to the request for the first representation, which the cache on the way did not have.
  let first: ProbeResponse

  /// The answer to the request for the second one, apart from what the cache on the way has.
  let own: ProbeResponse

  /// The answer by which the cache on the way gave one of them to a request for the other, and whether it was the first
  /// one; nil if it did not.
  let mixed: (answer: ProbeResponse, isFirstGiven: Bool)?

  /// Whether two answers are the same representation, apart from made-up names.
  static func isSame(_ one: ProbeResponse, _ other: ProbeResponse) -> Bool {
    func place(_ answer: ProbeResponse) -> Substring? {
      answer.head.fields.first("Location")?.split(separator: "?", omittingEmptySubsequences: false).first
    }
    return one.status == other.status && one.isLike(other) != false && place(one) == place(other)
  }

  /// Whether both representations come again to those who ask for them, each under a query of its own: a page that changes
  /// by itself, or servers with two versions that answer in turn or by chance, look like a choice.
  ///
  /// `number` tells the choices of a probe apart.
  func isSteady(_ number: Int, _ talk: ProbeTalk) throws(ProbeStop) -> Bool {
    // The second one came last, so it goes first: servers that answer in turn would give the first one now.
    let second = try talk.ask(
      choice.label(isSecond: true) + " afterwards",
      talk.request(for: choice.second, choice, talk.own("second afterwards", number)))
    // Behind a cache that mixes them up the second one was seen once, and may be made for each request.
    guard mixed == nil ? basis.isSame(second, own) : !basis.isSame(second, first) else { return false }
    let again = try talk.ask(
      choice.label(isSecond: false) + " afterwards",
      talk.request(for: choice.first, choice, talk.own("first afterwards", number)))
    return basis.isSame(again, first)
  }

  /// What is wrong: Vary does not name the field, or the cache on the way does not obey it; nil if nothing is, or another
  /// probe has found it by the same pair.
  func finding(_ talk: ProbeTalk) -> Finding? {
    let name = choice.name.asciiLowercased
    let lacking = [first, own].first { talk.mayBeStored($0) && !$0.head.names(inVary: name) }
    let edge = (mixed?.answer ?? own).edge
    var finding: Finding?
    if let lacking {
      let requests = [choice.first, choice.second].map { talk.request(for: $0, choice) }
      let isShared =
        mixed != nil || talk.mayReuse(first, to: requests[0], for: requests[1])
        || talk.mayReuse(own, to: requests[1], for: requests[0])
      finding = Finding(
        .negotiatedWithoutVary, severity: isShared ? .error : nil, field: "Vary",
        value: lacking.head.fields.combined("Vary"),
        "\(choice.sentence(isSecond: false).replacing(text: "a request", by: "A request", most: 1)) gets \(type(first)), and"
          + " \(choice.sentence(isSecond: true)) \(type(first) == type(own) ? "another one" : type(own)), but Vary does not"
          + " name \(choice.name)"
          + (mixed != nil
            ? ", and a cache on the way gave the one to a request for the other\(edge.inBrackets)."
            : isShared
              ? ": a shared cache gives everyone the representation that the first one asked for."
              : ": a browser's cache gives the one to a request for the other."),
        advice:
          "Write `\(lacking.varyLine(adding: choice.name))` in every answer, or give each representation a URL of its own.",
        // A name of many values would split the cache, so that a URL of its own is the better choice there.
        line: VaryFindings.splitsCache(choice.name)
          ? nil
          : AdvisedLine(
            VaryEdit(added: [choice.name]),
            after: " in every answer, or give each representation a URL of its own."))
    } else if let mixed {
      let isNamed = first.head.names(inVary: name)
      finding = Finding(
        .edgeIgnoresVary, field: edge.field, value: edge.value,
        "A cache on the way gave the content for \(choice.sentence(isSecond: !mixed.isFirstGiven)) to"
          + " \(choice.sentence(isSecond: mixed.isFirstGiven))\(edge.inBrackets), although "
          + (isNamed ? "Vary names \(choice.name)" : "no cache may store the answer") + ".",
        advice:
          "Have that cache obey \(isNamed ? "Vary" : "Cache-Control") (nginx: no `proxy_ignore_headers`) or put"
          + " \(choice.name) into its key.")
    }
    return finding.flatMap { talk.found.contains($0) ? nil : $0 }
  }

  /// The kind of answer, in a few words.
  private func type(_ answer: ProbeResponse) -> String {
    if basis == .fields {
      let shown = answer.head.choiceInFields
      return shown.isEmpty ? "an answer without such a field" : "an answer with \(shown.map(\.asCode).asList)"
    }
    guard answer.status < 300 else { return "a redirect (\(answer.status))" }
    return answer.head.fields.first("Content-Type").map { "an answer (\($0.asCode))" } ?? "an answer"
  }
}

extension ProbeTalk {
  /// The request with one value of a choice; nil stands for the field left out.
  func request(for value: String?, _ choice: RepresentationChoice) -> RequestHead {
    request(value.map { [FieldLine(choice.name, $0)] } ?? [], without: [choice.name])
  }

  /// The same under a query of its own, which the choice adds to.
  func request(
    for value: String?, _ choice: RepresentationChoice, _ own: TargetURI
  ) throws(ProbeStop) -> RequestHead {
    var request = request(for: value, choice)
    request.target =
      try choice.query.map { query throws(ProbeStop) in try read(own.absolute + "&" + query) } ?? own
    return request
  }
}

extension ProbeResponse {
  /// Whether status, content and target of a redirect are the same.
  func hasSameAnswer(as other: ProbeResponse) -> Bool {
    status == other.status && hasSameContent(as: other) == true
      && head.fields.first("Location") == other.head.fields.first("Location")
  }

  /// Whether it is a redirect that leads to another spelling of a URL: another query, scheme, case or slash at the end.
  func redirectsToForm(of target: TargetURI) -> Bool {
    guard (300..<400).contains(status), let location = head.fields.first("Location"),
      let place = try? target.resolved(location)
    else { return false }
    func form(_ target: TargetURI) -> Substring {
      let path = target.path.asciiLowercased
      return path.hasSuffix("/") ? path.dropLast() : path[...]
    }
    return place.host.equalsIgnoringASCIICase(target.host) && form(place) == form(target)
  }
}

extension ResponseHead {
  /// What fields say of a choice besides the content: the language, and the cookies that are set, with values that are those of
  /// a choice, such as `de`, and not of a session.
  fileprivate var choiceInFields: [String] {
    let cookies = fields.lines(named: "Set-Cookie").compactMap { line -> String? in
      let pair = line.value.prefix { $0 != ";" }
      let name = String(pair.prefix { $0 != "=" })
      guard !name.isEmpty, !CacheProduct.addsCookie(named: name) else { return nil }
      let value = pair.dropFirst(name.count + 1)
      let isChoice =
        value.utf8.count <= 8 && value.utf8.allSatisfy { $0.isLetter || $0 == 0x2D || $0 == 0x5F }
      return "Set-Cookie: \(name)=\(isChoice ? String(value) : "…")"
    }
    return fields.members("Content-Language").map { "Content-Language: \($0)" } + cookies.sorted()
  }
}
