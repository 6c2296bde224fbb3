/// Asks without `Origin` and with two made-up ones, each under a query of its own (Fetch, CORS protocol).
enum OriginProbe: ProbeScript {
  static let codes: [Finding.Code] = []

  static func run(_ talk: inout ProbeTalk) throws(ProbeStop) {
    let nobody = try ask("no Origin", nil, 10, talk)
    guard nobody.status == 200 else { throw .skipped("the answer to a query of its own is \(nobody.status)") }
    let origins = [11, 12].map { "https://\(talk.name($0)).invalid" }
    var answers: [ProbeAnswer] = []
    for (index, origin) in origins.enumerated() {
      let answer = try ask(index == 0 ? "Origin" : "another Origin", origin, 13 + index, talk)
      guard answer.status == 200, allowed(answer) != nil else { return }
      answers.append(answer)
    }
    guard zip(answers, origins).contains(where: { allowed($0) == $1 }) || allowed(nobody) == nil,
      let lacking = (answers + [nobody]).first(where: {
        talk.mayBeStored($0) && !$0.head.names(inVary: "origin")
      })
    else { return }
    let isEcho = allowed(answers[0]) == origins[0]
    let what =
      isEcho
      ? "each made-up origin was allowed by its name (\(origins[0].asCode))"
      : "`Access-Control-Allow-Origin: \(allowed(answers[0]) ?? "")` comes only where the request has an Origin"
    talk.find(
      .corsWithoutVaryOrigin, field: "Access-Control-Allow-Origin", value: allowed(answers[0]),
      "The answer depends on Origin: \(what). Vary does not name it"
        + (allowed(lacking) == nil ? " where there is none" : "")
        + ", so a cache gives the answer for one origin to another, whose browser refuses it.",
      advice: CORSFindings.varyLine(lacking.head.fields) + " nginx: `add_header Vary Origin always;`.")
  }

  private static func allowed(_ answer: ProbeAnswer) -> String? {
    answer.head.fields.first("Access-Control-Allow-Origin")
  }

  private static func ask(
    _ label: String, _ origin: String?, _ number: Int, _ talk: ProbeTalk
  ) throws(ProbeStop) -> ProbeAnswer {
    let target = try talk.ownTarget(number)
    return try talk.ask(
      label, talk.request(origin.map { [FieldLine("Origin", $0)] } ?? [], target: target, without: ["Origin"])
    )
  }
}
