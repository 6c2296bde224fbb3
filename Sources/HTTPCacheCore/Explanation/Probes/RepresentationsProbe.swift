extension Finding.Code {
  static let negotiatedWithoutVary = Self(
    "negotiated-without-vary", .warning, "RFC 9110 §12.5.5",
    "the content depends on a request field that Vary does not name",
    shown: .observed(
      [
        "> GET /page", "> Accept: text/markdown", "HTTP/1.1 200 OK", "Content-Type: text/markdown",
        "Cache-Control: max-age=600", "> GET /page", "> Accept: text/html", "HTTP/1.1 200 OK",
        "Content-Type: text/html",
      ],
      consequence:
        "A cache gives everyone the representation that the first one asked for. A browser's own cache shows the data that a"
        + " script asked for to who follows a link (measured with Chromium 156).",
      write: "Send `Vary: Accept`, or the name of the field on which the content depends."))
  static let edgeIgnoresVary = Self(
    "edge-ignores-vary", .error, "RFC 9111 §4.1",
    "a cache on the way gives one representation to a request for another",
    shown: .observed(
      [
        "> GET /page", "> Accept: text/markdown", "HTTP/1.1 200 OK", "Vary: Accept",
        "Content-Type: text/markdown", "> GET /page", "> Accept: text/html", "HTTP/1.1 200 OK",
        "Content-Type: text/markdown", "X-Cache: HIT",
      ],
      consequence: "Visitors get a representation that they can't use.",
      write: "Have that cache obey Vary (nginx: no `proxy_ignore_headers`), or put the field into its key."))
}

/// Asks for two representations of one URL, by each field by which servers choose: each under a query of its own, then, where
/// they differ, for both under one query, where a cache may mix them up.
struct RepresentationsProbe: ProbeScript {
  static let codes: [Finding.Code] = [.negotiatedWithoutVary, .edgeIgnoresVary]

  static let mostRequests: Int? = 60

  var talk: ProbeTalk

  /// Whether what looked like a choice was not one when it was asked for again.
  private var isChanging = false

  /// The fields whose representations were kept apart at one pair of values.
  private var obeyed: Set<String> = []

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
      || choice.name != reported && !talk.settings.isGiven(choice.name)
    {
      do throws(ProbeStop) {
        let count = talk.findings.count
        try judge(choice, index)
        if talk.findings.count > count { reported = choice.name }
      } catch {
        switch error {
        case .needs: throw error
        case .failed(let problem):
          isFailed = true
          add(problem)
        case .skipped(let problem):
          // What changes by itself at one pair of a field does so at each.
          reported = choice.name
          add(problem)
        }
      }
    }
    guard !problems.isEmpty else { return }
    let reason = problems.joined(separator: "; ")
    throw isFailed ? .failed(reason) : .skipped(reason)
  }

  /// Asks for both representations, each under a query of its own; where they differ, for the second under the query of the
  /// first, and for the first again.
  private mutating func judge(_ choice: RepresentationChoice, _ number: Int) throws(ProbeStop) {
    let (one, other) = (choice.label(isSecond: false), choice.label(isSecond: true))
    let talk = talk
    let shared = try talk.own("both", number)
    let first = try talk.ask(one, talk.request(for: choice.first, choice, shared))
    let own = try talk.ask(
      other, talk.request(for: choice.second, choice, talk.own("the second alone", number)))
    // An error page, such as a firewall's, a 406, or the 409 by which Inertia has its client load the page anew, is no
    // representation; nor is the redirect to another spelling of the URL.
    guard first.status < 400, own.status < 400, !first.redirectsToForm(of: talk.target),
      !own.redirectsToForm(of: talk.target), let basis = Negotiation.Basis(first, own)
    else { return }
    // What is obeyed at one pair of a field need not be tried at each.
    let isKnown = obeyed.contains(choice.name)
    let second =
      isKnown
      ? own
      : try talk.ask(
        other + " under the query of the first", talk.request(for: choice.second, choice, shared))
    let again =
      isKnown
      ? first
      : try talk.ask(one + " again", talk.request(for: choice.first, choice, shared), turn: .again())
    let isFirstGiven = basis.isCopy(second, of: first)
    let isMixed = isFirstGiven || basis.isCopy(again, of: second) && basis.isSame(second, own)
    let changing = ProbeStop.skipped("the content changes each time (\(choice.name))")
    guard isMixed || basis.isSame(second, own) && basis.isSame(again, first) else {
      throw changing
    }
    let negotiation = Negotiation(
      choice: choice, basis: basis, first: first, own: own,
      mixed: isMixed ? (isFirstGiven ? second : again, isFirstGiven) : nil)
    guard let finding = negotiation.finding(talk) else {
      if !isMixed { obeyed.insert(choice.name) }
      return
    }
    guard try negotiation.isSteady(number, talk) else {
      isChanging = true
      throw changing
    }
    self.talk.findings.append(finding)
  }
}
