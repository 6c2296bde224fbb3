/// Asks without `Origin` and with two made-up ones, each under a query of its own (Fetch, CORS protocol).
struct OriginProbe: ProbeScript {
  static let codes: [Finding.Code] = []

  static let usualRequests = 2

  var talk: ProbeTalk

  mutating func run() throws(ProbeStop) {
    // A redirect or an error says nothing of the content that the finding is about.
    let status = talk.subject.stored.head.status
    guard status == 200 else { throw .skipped("the answer is \(status)") }
    let nobody = try ask("no Origin", nil, talk.own("no Origin"))
    // An origin that the user named may be allowed even if made-up ones are not.
    let own = talk.subject.request.fields.first("Origin")
    let origins = (own.map { [$0] } ?? []) + [1, 2].map { "https://\(talk.name("origin", $0)).invalid" }
    var answers: [ProbeResponse] = []
    for (index, origin) in origins.enumerated() {
      let answer = try ask(
        index == 0 ? "Origin" : "another Origin", origin, talk.own("origin", index))
      answers.append(answer)
      // If the first made-up origin is not allowed, or all are, so is the second.
      if allowed(answer) == nil || allowed(answer) == "*", index > 0 || own == nil { break }
    }
    let all = answers + [nobody]
    guard let first = answers.first, Set(all.map { allowed($0) ?? "" }).count > 1,
      let lacking = all.first(where: { talk.mayBeStored($0) && !$0.head.names(inVary: "origin") })
    else { return }
    let isEcho = allowed(first) == origins[0]
    let what =
      isEcho
      ? "an origin is allowed by its name (\(origins[0].asCode))"
      : "`Access-Control-Allow-Origin: \(allowed(first) ?? "")` comes only where the request has an Origin"
    let remedy = ServerRemedy.quoted(.varyOrigin, to: lacking.head)
    let whose = lacking.head == nobody.head ? "the answer to a request without Origin" : "the answer"
    talk.findings.add(
      .corsWithoutVaryOrigin, field: "Access-Control-Allow-Origin", value: allowed(first),
      "The answer depends on Origin: \(what). But Vary does not name Origin in \(whose), so a cache gives the answer"
        + " for one origin to another, whose browser refuses it.",
      advice:
        "Write `\(lacking.varyLine(adding: "Origin"))`, also where the request has no Origin."
        + " \(remedy).",
      line: AdvisedLine(
        VaryEdit(added: ["Origin"]), after: ", also where the request has no Origin. \(remedy)."))
  }

  private func allowed(_ answer: ProbeResponse) -> String? {
    answer.head.fields.first("Access-Control-Allow-Origin")
  }

  private func ask(
    _ label: String, _ origin: String?, _ target: TargetURI
  ) throws(ProbeStop) -> ProbeResponse {
    try talk.ask(
      label,
      talk.request(origin.map { [FieldLine("Origin", $0)] } ?? [], target: target, without: ["Origin"]),
      expecting: [200])
  }
}
