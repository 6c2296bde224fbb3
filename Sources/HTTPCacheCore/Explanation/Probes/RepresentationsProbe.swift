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

  /// Whether what looked like a choice was not one when it was asked for again.
  private var isChanging = false

  init(talk: ProbeTalk) { self.talk = talk }

  /// The user's own pairs, then those that servers are known to choose by.
  private var choices: [RepresentationChoice] { talk.settings.variants + RepresentationChoice.known }

  mutating func run() throws(ProbeStop) {
    // Where servers with two versions answer by chance, what looks like a choice at another field is chance, too.
    defer { if isChanging { talk.findings = [] } }
    guard try talk.isIsolated() else { return }
    var problems: [String] = []
    var isFailed = false
    var reported: String?
    func add(_ problem: String) { if !problems.contains(problem) { problems.append(problem) } }
    for (index, choice) in choices.enumerated()
    where
      index < talk.settings.variants.count
      || choice.name != reported && !talk.settings.fields.contains(where: { $0.isNamed(choice.name) })
    {
      do throws(ProbeStop) {
        let count = talk.findings.count
        try judge(choice, 100 + 10 * index)
        if talk.findings.count > count { reported = choice.name }
      } catch {
        switch error {
        case .needs: throw error
        case .failed(let problem):
          isFailed = true
          add(problem)
        case .skipped(let problem): add(problem)
        }
      }
    }
    guard !problems.isEmpty else { return }
    let reason = problems.joined(separator: "; ")
    throw isFailed ? .failed(reason) : .skipped(reason)
  }

  /// Asks for the first representation, the second and the first again under one query, and for the second under a
  /// query of its own.
  private mutating func judge(_ choice: RepresentationChoice, _ number: Int) throws(ProbeStop) {
    let (one, other) = (choice.label(isSecond: false), choice.label(isSecond: true))
    func request(_ value: String?, _ number: Int) throws(ProbeStop) -> RequestHead {
      try talk.request(for: value, choice, number)
    }
    let first = try talk.ask(one, request(choice.first, number))
    let second = try talk.ask(other, request(choice.second, number))
    let again = try talk.ask(one + " again", request(choice.first, number), turn: 1)
    let own = try talk.ask(other + " alone", request(choice.second, number + 1))
    // An error page, such as a firewall's or a 406, is not a representation.
    guard first.status < 400, own.status < 400, !Negotiation.isSame(first, own) else { return }
    let isFirstGiven = second.hasSameAnswer(as: first)
    let isMixed = isFirstGiven || again.hasSameAnswer(as: second) && Negotiation.isSame(second, own)
    let changing = ProbeStop.skipped("the content changes each time (\(choice.name))")
    guard isMixed || Negotiation.isSame(second, own) && Negotiation.isSame(again, first) else {
      throw changing
    }
    let negotiation = Negotiation(
      choice: choice, first: first, own: own,
      mixed: isMixed ? (isFirstGiven ? second : again, isFirstGiven) : nil)
    guard let finding = negotiation.finding(talk) else { return }
    guard try negotiation.isSteady(number + 2, talk) else {
      isChanging = true
      throw changing
    }
    talk.findings.append(finding)
  }
}
