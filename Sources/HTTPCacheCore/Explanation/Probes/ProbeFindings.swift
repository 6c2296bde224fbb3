/// What several answers together show of one response.
enum ProbeFindings {
  /// What a probe proves takes the place of what one response let suspect.
  private static let general: [(proved: Finding.Code, suspected: Finding.Code)] = [
    (.encodingNegotiatedWithoutVary, .encodedWithoutVary), (.corsWithoutVaryOrigin, .corsWithoutVaryOrigin),
  ]

  /// Adds the findings of the probes and of the repetition.
  ///
  /// - Parameters:
  ///   - subject: the response, with what was asked beside it.
  ///   - findings: those of the response alone.
  static func add(_ subject: Subject, to findings: inout [Finding]) {
    let proved = subject.probes.flatMap(\.findings)
    for pair in general where proved.contains(where: { $0.code == pair.proved }) {
      findings.removeAll { $0.code == pair.suspected }
    }
    findings += proved
    if let repetition = subject.repetition { findings += repetition.findings(subject.request) }
  }
}
