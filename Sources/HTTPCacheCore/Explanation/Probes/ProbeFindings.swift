/// Adds the findings for which several responses to one request are needed.
enum ProbeFindings {
  /// Adds the finding for a response that a cache stored against the rules, if only a later response shows it.
  private static func stored(_ subject: Subject, to findings: inout [Finding]) {
    guard !findings.contains(where: { [.edgeStoredTheForbidden, .edgeSharedPersonal].contains($0.code) })
    else {
      return
    }
    let answers = subject.repetition?.answers ?? []
    for answer in answers {
      let finding = EdgeFindings.finding(
        subject.request, answer.head, answer.edge, believesPrivate: answers.count > 1)
      if let finding { return findings.append(finding) }
    }
    for exchange in subject.probes.lazy.flatMap(\.exchanges) {
      guard case .success(let answer) = exchange.result,
        let finding = EdgeFindings.finding(
          exchange.request.head, answer.head, EdgeReport(answer.head), believesPrivate: true)
      else { continue }
      return findings.append(finding)
    }
  }

  /// A finding that a probe proves replaces one that a single response only suggests.
  private static let general: [(proved: Finding.Code, suspected: Finding.Code)] = [
    (.encodingNegotiatedWithoutVary, .encodedWithoutVary), (.corsWithoutVaryOrigin, .corsWithoutVaryOrigin),
    (.edgeSharedPersonal, .edgeStoredTheForbidden),
  ]

  /// Adds the findings of the probes and of the repetition to those of the response alone.
  static func add(_ subject: Subject, to findings: inout [Finding]) {
    guard !subject.probes.isEmpty || subject.repetition != nil else { return }
    let proved = subject.probes.flatMap(\.findings)
    for pair in general where proved.contains(where: { $0.code == pair.proved }) {
      findings.removeAll { $0.code == pair.suspected }
    }
    findings += proved
    stored(subject, to: &findings)
    if let repetition = subject.repetition { findings += RepeatFindings.all(repetition, subject.request) }
  }
}
