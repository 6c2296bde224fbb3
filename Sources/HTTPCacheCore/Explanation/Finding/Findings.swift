/// A group of checks: they find what a sender has to change (findings), and note what only explains (remarks).
protocol FindingFamily: SendableMetatype {
  /// Every code of this family.
  static var codes: [Finding.Code] { get }

  /// Whether its findings can ask for a change of the response.
  static var asksForChanges: Bool { get }

  /// The command that finds a code, where one response is not enough; nil where it is.
  static func command(finding code: Finding.Code) -> String?

  /// Checks a response.
  static func find(in facts: Facts) -> [Finding]

  /// Returns remarks, which explain a response: its sender has nothing to change.
  static func remarks(in facts: Facts) -> [Reason]
}

extension FindingFamily {
  static var codes: [Finding.Code] { [] }

  static var asksForChanges: Bool { !codes.isEmpty }

  static func find(in facts: Facts) -> [Finding] { [] }

  static func remarks(in facts: Facts) -> [Reason] { [] }

  static func command(finding code: Finding.Code) -> String? { nil }
}

/// All checks of a response.
enum Findings {
  /// The families in the order of their findings, and of all codes.
  ///
  /// First come risks for one user's data and responses that can't be called back, then costs of downloads, then spelling,
  /// and last what a recording, more requests or another deployment show.
  static let families: [any FindingFamily.Type] = [
    OldPageFindings.self, FileAnsweredByPageFindings.self, RedirectCircleFindings.self, EdgeFindings.self,
    SetCookieFindings.self, AuthorizationFindings.self, TokenFindings.self,
    TypeFindings.self, NonceFindings.self, StatusFindings.self, RedirectFindings.self, PageFilesFindings.self,
    LifetimeFindings.self, KeptPageFindings.self, DirectivePairFindings.self,
    StaleExtensionFindings.self,
    DictionaryFindings.self, VaryFindings.self, ContentEncodingFindings.self, TransformFindings.self,
    CORSFindings.self,
    TargetedFieldFindings.self, RaisedLifetimeRemarks.self, CacheControlFindings.self, DirectiveFindings.self,
    ExpiresFindings.self,
    DateFindings.self, LastModifiedFindings.self, ETagFindings.self, AgeFindings.self,
    CacheGroupsFindings.self, NoVarySearchFindings.self, PragmaRemarks.self, WarningFindings.self,
    CacheStatusFindings.self,
    ClearSiteDataFindings.self, EdgeControlFindings.self, BrowserNotes.self, RecordingFindings.self,
    ContentFindings.self, LoadedBeforeFindings.self, ChangingURLFindings.self, ProbeFindings.self,
    RepeatFindings.self, ComparisonFindings.self,
  ]

  /// The findings about a response, the worst first and of equals in the order of the families, and the change that they ask
  /// for.
  static func all(_ facts: Facts) -> (findings: [Finding], advice: Advice?) {
    guard !facts.subject.lacksFields else { return (RecordingFindings.find(in: facts), nil) }
    var findings = found(by: families, in: facts)
    let edits = findings.compactMap(\.line?.edit)
    // What the only change makes is what the advice begins with.
    let only = edits.count == 1 ? edits[0].applied(to: facts) : nil
    let advice = edits.isEmpty ? nil : Advice(facts, edits, only)
    for index in findings.indices { findings[index].quote(advice, only, for: facts) }
    return (withoutSuperseded(findings, facts.context).worstFirst, advice)
  }

  /// The remarks about a response, in the order of the families.
  static func remarks(_ facts: Facts) -> [Reason] {
    guard !facts.subject.lacksFields else { return RecordingFindings.remarks(in: facts) }
    var remarks: [Reason] = []
    // Most families have none: an empty list is not worth appending.
    for family in families {
      let own = family.remarks(in: facts)
      if !own.isEmpty { remarks += own }
    }
    return remarks
  }

  /// The findings of some families, each with the change that it asks for.
  private static func found(by families: [any FindingFamily.Type], in facts: Facts) -> [Finding] {
    var findings: [Finding] = []
    for family in families {
      let found = family.find(in: facts)
      assert(family.asksForChanges || found.allSatisfy { $0.line == nil })
      if !found.isEmpty { findings += found }
    }
    return findings
  }

  /// Leaves out what others make superfluous, and of a code that a probe has proved what one response suggests of it.
  private static func withoutSuperseded(_ findings: [Finding], _ context: SubjectContext) -> [Finding] {
    let superseded = findings.flatMap(\.code.supersedes)
    let proved = context.probes.flatMap(\.findings)
    guard !superseded.isEmpty || !proved.isEmpty else { return findings }
    return findings.filter { finding in
      let proofs = proved.filter { $0.code == finding.code }
      return !superseded.contains(finding.code)
        && (proofs.isEmpty || proofs.contains { $0.explanation == finding.explanation })
    }
  }

  private static let askingFamilies = families.filter { $0.asksForChanges }

  /// The changes that the findings in a response ask for; with a code, those of this code alone.
  static func edits(in facts: Facts, of code: Finding.Code? = nil) -> [AdvisedLine.Edit] {
    found(by: askingFamilies, in: facts).filter { code == nil || $0.code == code }.compactMap(\.line?.edit)
  }

  /// The first finding of a code, and the change that this code alone asks for.
  static func first(_ code: Finding.Code, in facts: Facts) -> (finding: Finding?, advice: Advice?) {
    let own = found(by: families, in: facts).filter { $0.code == code }
    let edits = own.compactMap(\.line?.edit)
    let advice = edits.isEmpty ? nil : Advice(facts, edits, of: code)
    guard var finding = own.first else { return (nil, nil) }
    finding.quote(advice, nil, for: facts)
    return (finding, advice)
  }
}

extension Finding? {
  /// The finding as a list of one or none.
  var listed: [Finding] { map { [$0] } ?? [] }
}
