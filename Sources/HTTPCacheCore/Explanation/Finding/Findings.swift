/// A group of checks and the codes of their findings.
protocol FindingFamily: SendableMetatype {
  /// Every code of this family.
  static var codes: [Finding.Code] { get }

  /// Whether its findings can ask for a change of the response.
  static var asksForChanges: Bool { get }

  /// Checks a response and appends the findings.
  static func add(_ subject: FindingSubject, to findings: inout [Finding])

  /// Checks a response; for a family that makes at most one finding.
  static func finding(_ subject: FindingSubject) -> Finding?
}

extension FindingFamily {
  static var asksForChanges: Bool { true }

  static func add(_ subject: FindingSubject, to findings: inout [Finding]) {
    findings.add(finding(subject))
  }

  static func finding(_ subject: FindingSubject) -> Finding? { nil }
}

/// All checks of a response.
enum Findings {
  /// The families in the order of their findings.
  ///
  /// First come risks for one user's data and responses that can't be called back, then costs of downloads, and last
  /// spelling.
  static let families: [any FindingFamily.Type] = [
    EdgeFindings.self, SetCookieFindings.self, AuthorizationFindings.self, TypeFindings.self,
    StatusFindings.self, RedirectFindings.self, LifetimeFindings.self, DirectivePairFindings.self,
    StaleExtensionFindings.self,
    DictionaryFindings.self, VaryFindings.self, ContentEncodingFindings.self, CORSFindings.self,
    TargetedFieldFindings.self, CacheControlFindings.self, DirectiveFindings.self, ExpiresFindings.self,
    DateFindings.self, LastModifiedFindings.self, ETagFindings.self, AgeFindings.self,
    CacheGroupsFindings.self, NoVarySearchFindings.self, PragmaFindings.self, WarningFindings.self,
    ClearSiteDataFindings.self, EdgeControlFindings.self, BrowserNotes.self,
  ]

  /// The findings in a response, in an order that depends on the response only, and the change that they ask for.
  static func all(_ subject: FindingSubject) -> (findings: [Finding], advice: Advice?) {
    var findings = found(in: subject)
    guard findings.contains(where: { $0.line != nil }) else { return (findings, nil) }
    let advice = Advice(subject, findings)
    for index in findings.indices { findings[index].quote(advice, for: subject) }
    return (findings, advice)
  }

  /// The findings, each with the change that it asks for.
  private static func found(in subject: FindingSubject) -> [Finding] {
    var findings: [Finding] = []
    for family in families {
      let count = findings.count
      family.add(subject, to: &findings)
      assert(family.asksForChanges || findings[count...].allSatisfy { $0.line == nil })
    }
    return findings
  }

  private static let askingFamilies = families.filter { $0.asksForChanges }

  /// The changes that the findings in a response ask for.
  static func edits(in subject: FindingSubject) -> [AdvisedLine.Edit] {
    var findings: [Finding] = []
    for family in askingFamilies { family.add(subject, to: &findings) }
    return findings.compactMap(\.line?.edit)
  }
}
