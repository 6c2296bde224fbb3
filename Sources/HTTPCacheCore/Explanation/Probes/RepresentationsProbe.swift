extension Finding.Code {
  static let negotiatedWithoutVary = Self(
    "negotiated-without-vary", .warning, "RFC 9110 §12.5.5",
    "the content depends on a request field that Vary does not name")
  static let edgeIgnoresVary = Self(
    "edge-ignores-vary", .error, "RFC 9111 §4.1",
    "a cache on the way gives one representation to a request for another")
}

/// Asks for two representations of one URL, by each field by which servers choose: under one query, where a cache may
/// mix them up, then under others.
struct RepresentationsProbe: ProbeScript {
  static let codes: [Finding.Code] = [.negotiatedWithoutVary, .edgeIgnoresVary]

  var talk: ProbeTalk

  /// A field, and two values that ask for different representations; the first is nil if browsers leave the field out.
  private struct Choice {
    let name: String
    let first: String?
    let second: String

    /// The field that asks for the first representation, or for the second, as a label.
    func label(isSecond: Bool) -> String {
      let value = isSecond ? second : first
      return value.map { "\(name): \($0.split(separator: ",")[0])" } ?? "no \(name)"
    }

    /// The request for the first representation, or for the second, in a sentence.
    func sentence(isSecond: Bool) -> String {
      isSecond || first != nil ? "a request with `\(label(isSecond: isSecond))`" : "a request without \(name)"
    }
  }

  private let choices = [
    Choice(name: "Accept", first: "text/html,*/*;q=0.1", second: "text/markdown,*/*;q=0.1"),
    Choice(name: "Accept", first: "text/html,*/*;q=0.1", second: "application/json,*/*;q=0.1"),
    Choice(name: "RSC", first: nil, second: "1"),
    Choice(name: "HX-Request", first: nil, second: "true"),
    Choice(name: "X-Requested-With", first: nil, second: "XMLHttpRequest"),
    Choice(name: "Accept-Language", first: "en", second: "de"),
  ]

  mutating func run() throws(ProbeStop) {
    guard try talk.isIsolated() else { return }
    var problems: [String] = []
    var isFailed = false
    var reported: String?
    for (index, choice) in choices.enumerated() {
      // Leave out a field that the user sets for each request.
      guard choice.name != reported, !talk.settings.fields.contains(where: { $0.isNamed(choice.name) })
      else { continue }
      do throws(ProbeStop) {
        let count = talk.findings.count
        try judge(choice, 100 + 10 * index)
        if talk.findings.count > count { reported = choice.name }
      } catch {
        switch error {
        case .needs: throw error
        case .failed(let problem):
          isFailed = true
          problems.append(problem)
        case .skipped(let problem): problems.append(problem)
        }
      }
    }
    guard !problems.isEmpty else { return }
    let reason = problems.joined(separator: "; ")
    throw isFailed ? .failed(reason) : .skipped(reason)
  }

  /// Asks for the first representation, the second and the first again under one query, and for the second under a
  /// query of its own.
  private mutating func judge(_ choice: Choice, _ number: Int) throws(ProbeStop) {
    let (one, other) = (choice.label(isSecond: false), choice.label(isSecond: true))
    let first = try talk.ask(one, request(choice.first, choice, number))
    let second = try talk.ask(other, request(choice.second, choice, number))
    let again = try talk.ask(one + " again", request(choice.first, choice, number), turn: 1)
    let own = try talk.ask(other + " alone", request(choice.second, choice, number + 1))
    // An error page, such as a firewall's or a 406, is not a representation.
    guard first.status < 400, own.status < 400, !isSame(first, own) else { return }
    let control = try talk.ask(one + " alone", request(choice.first, choice, number + 2))
    let isFirstGiven = second.hasSameAnswer(as: first)
    let isMixed = isFirstGiven || again.hasSameAnswer(as: second) && isSame(second, own)
    guard isSame(control, first), isMixed || isSame(second, own) && isSame(again, first) else {
      throw .skipped("the content changes each time (\(choice.name))")
    }
    let name = choice.name.asciiLowercased
    let lacking = [first, own].first { talk.mayBeStored($0) && !$0.head.names(inVary: name) }
    let edge = EdgeReport((isFirstGiven ? second : again).head)
    if let lacking {
      let requests = [choice.first, choice.second].map { plain($0, choice) }
      let isShared =
        isMixed || talk.mayReuse(first, to: requests[0], for: requests[1])
        || talk.mayReuse(own, to: requests[1], for: requests[0])
      talk.findings.add(
        .negotiatedWithoutVary, severity: isShared ? .error : nil, field: "Vary",
        value: lacking.head.fields.combined("Vary"),
        "\(choice.sentence(isSecond: false).replacing(text: "a request", by: "A request", most: 1)) gets \(type(first)), and"
          + " \(choice.sentence(isSecond: true)) \(type(first) == type(own) ? "another one" : type(own)), but Vary does not"
          + " name \(choice.name)"
          + (isMixed
            ? ", and a cache on the way gave the one to a request for the other\(edge.inBrackets)."
            : isShared
              ? ": a shared cache gives everyone the representation that the first one asked for."
              : ": a browser's cache gives the one to a request for the other."),
        advice:
          "Write `\(lacking.varyLine(adding: choice.name))` in every answer, or give each representation a URL of its own."
      )
    } else if isMixed {
      let isNamed = first.head.names(inVary: name)
      talk.findings.add(
        .edgeIgnoresVary, field: edge.field, value: edge.value,
        "A cache on the way gave the content for \(choice.sentence(isSecond: !isFirstGiven)) to"
          + " \(choice.sentence(isSecond: isFirstGiven))\(edge.inBrackets), although "
          + (isNamed ? "Vary names \(choice.name)" : "no cache may store the answer") + ".",
        advice:
          "Have that cache obey \(isNamed ? "Vary" : "Cache-Control") (nginx: no `proxy_ignore_headers`) or put"
          + " \(choice.name) into its key.")
    }
  }

  /// The kind of answer, in a few words.
  private func type(_ answer: ProbeResponse) -> String {
    guard answer.status < 300 else { return "a redirect (\(answer.status))" }
    return answer.head.fields.first("Content-Type").map { "an answer (\($0.asCode))" } ?? "an answer"
  }

  /// Whether two answers are the same representation, apart from made-up names.
  private func isSame(_ one: ProbeResponse, _ other: ProbeResponse) -> Bool {
    func place(_ answer: ProbeResponse) -> Substring? {
      answer.head.fields.first("Location")?.split(separator: "?", omittingEmptySubsequences: false).first
    }
    return one.status == other.status && one.isLike(other) != false && place(one) == place(other)
  }

  private func request(_ value: String?, _ choice: Choice, _ number: Int) throws(ProbeStop) -> RequestHead {
    var request = plain(value, choice)
    request.target = try talk.ownTarget(number)
    return request
  }

  private func plain(_ value: String?, _ choice: Choice) -> RequestHead {
    talk.request(value.map { [FieldLine(choice.name, $0)] } ?? [], without: [choice.name])
  }
}

extension ProbeResponse {
  /// Whether status, content and target of a redirect are the same.
  fileprivate func hasSameAnswer(as other: ProbeResponse) -> Bool {
    status == other.status && hasSameContent(as: other) == true
      && head.fields.first("Location") == other.head.fields.first("Location")
  }
}
