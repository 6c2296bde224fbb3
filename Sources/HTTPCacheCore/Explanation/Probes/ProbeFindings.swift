/// Adds the findings for which several responses to one request are needed.
enum ProbeFindings {
  /// The answers to the repeated request and to those of the probes, with their requests and the reports of the nearest
  /// cache; the last member tells whether `private` was there when that cache stored the answer.
  private static func later(_ subject: Subject) -> [(RequestHead, ResponseHead, EdgeReport, Bool)] {
    let answers = subject.repetition?.answers ?? []
    let probed = subject.probes.lazy.flatMap(\.exchanges).compactMap { exchange in
      if case .success(let answer) = exchange.result { (exchange.request.head, answer.head) } else { nil }
    }
    return answers.map { (subject.request, $0.head, $0.edge, answers.count > 1) }
      + probed.map { ($0, $1, EdgeReport($1), true) }
  }

  /// Adds the findings for a response that a cache stored against the rules, or with another one's cookie, if only a later
  /// response shows it.
  private static func stored(_ subject: Subject, to findings: inout [Finding]) {
    let later = later(subject)
    if !findings.contains(where: { [.edgeStoredTheForbidden, .edgeSharedPersonal].contains($0.code) }) {
      findings.add(
        later.lazy.compactMap { EdgeFindings.finding($0, $1, $2, believesPrivate: $3) }.first)
    }
    if !findings.contains(where: { $0.code == .setCookieFromCache }) {
      findings.add(later.lazy.compactMap { SetCookieFindings.given($0.0, $0.1, $0.2) }.first)
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
