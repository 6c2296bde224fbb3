/// The judgement of one response at one time: the decisions and the findings.
public struct Verdict: Sendable {
  /// The response that was judged.
  public let subject: Subject

  /// What else was observed.
  package let context: SubjectContext

  /// The settings by which the response was judged.
  public let settings: Settings

  /// The time for which the response was judged.
  public let now: Instant

  /// Whether this cache may store it; nil if the recording lacks the fields that decide it.
  public let storage: StorageDecision?

  /// Whether it may answer the next equal request; nil if the recording lacks the fields that decide it.
  public let reuse: ReuseDecision?

  /// Lifetime and age, as far as the recording has the fields for them.
  public let freshness: Freshness

  /// The conclusion for the time of the judgement.
  package let conclusion: Conclusion

  /// Mistakes and oddities in the response, and its differences from the counterpart.
  public let findings: [Finding]

  /// What is worth knowing of the response, and asks nobody to do anything.
  public let remarks: [Reason]

  /// The change to the response that the findings ask for, in one piece; nil if they ask for none.
  public let advice: Advice?

  /// The decisions of the other caches that the settings name; empty if the recording lacks the fields that decide.
  ///
  /// Those of browsers are about the response as what a page loads.
  public let otherDecisions: [CacheDecision]

  /// Whether the URL is named by its content, for a script, style, font or picture; nil for another kind.
  package let namesVersion: Bool?

  /// The decisions of the other caches that count for the subject: of browsers, those about the page that is opened where the
  /// subject is one.
  package var countedDecisions: [CacheDecision] { otherDecisions.map(counted) }

  private func counted(_ decision: CacheDecision) -> CacheDecision {
    kind == .page ? decision.asPage ?? decision : decision
  }

  /// The report of the nearest cache on the way on the response itself.
  private let ownEdge: EdgeReport

  /// The differences from the subject's counterpart.
  package let differences: [Difference]

  /// The exchange that decides storing.
  private let exchange: Exchange

  /// Judges a response.
  ///
  /// - Parameters:
  ///   - subject: the response.
  ///   - now: the time to judge as of.
  ///   - settings: role, profile, policies, `ttl`.
  public init(_ subject: Subject, now: Instant, settings: Settings) {
    self.init(subject, SubjectContext(), now: now, settings: settings)
  }

  /// Judges a response beside what else was observed, and compares it with its counterpart, if any.
  package init(_ subject: Subject, _ context: SubjectContext, now: Instant, settings: Settings) {
    let facts = Facts(
      settings.targets.map(subject.directed) ?? subject, context, settings: settings, now: now)
    let isJudged = !facts.subject.lacksFields
    (self.settings, self.now, self.context, self.subject) = (settings, now, context, facts.subject)
    exchange = facts.exchange
    storage = isJudged ? facts.storage : nil
    reuse = isJudged ? facts.reuse : nil
    freshness =
      isJudged ? facts.freshness : Freshness(subject.stored, now: now, settings: settings)
    conclusion = isJudged ? facts.conclusion : .unknown
    (findings, advice) = Findings.all(facts)
    remarks = Findings.remarks(facts)
    ownEdge = facts.edge
    kind = facts.kind
    namesVersion = facts.kind.isPartOfPage ? facts.naming.version != nil : nil
    differences = isJudged ? facts.differences : []
    otherDecisions =
      isJudged
      ? CacheModel.decisions(of: settings.otherCaches, on: facts.exchange, receivedAt: facts.receivedAt) : []
  }

  /// The conclusion for a shared cache beside that for a private one: where a repeated request shows what a cache on the way
  /// does, or where a field says it and the two conclusions differ; nil elsewhere.
  package var sharedConclusion: Conclusion? {
    let isRepeated = context.repetition != nil
    guard storage != nil, settings.role == .private, isRepeated || ownEdge.field != nil else { return nil }
    var settings = settings
    settings.role = .shared
    let conclusion = Facts(subject, context, settings: settings, now: now).conclusion
    return isRepeated || conclusion != self.conclusion ? conclusion : nil
  }

  /// The conclusion for a browser, where a shared cache was judged and may not store the response by a targeted field, which
  /// browsers do not read; nil elsewhere.
  package var browserConclusion: Conclusion? {
    guard settings.role == .shared, conclusion.kind == .notStored,
      conclusion.deciding.first?.field.map(TargetedField.isTargeted) == true
    else { return nil }
    var settings = settings
    settings.role = .private
    return Facts(subject.directed(by: nil), context, settings: settings, now: now).conclusion
  }

  /// The words of the caches on the way that were reached, the origin's side first, behind the line of them where there are
  /// several.
  ///
  /// Each has its meaning, and the next step unless the head itself says why that cache does not answer. There are none if no
  /// field has a word that is known, and for a repeated request, whose words tell more.
  package var edgeWords: [String] {
    let head = subject.stored.head
    guard context.repetition == nil else { return [] }
    let isBarred = UpstreamCaches.bar(subject.request, head, ownEdge) != nil
    let words = ownEdge.words(of: head, to: subject.request).map { isBarred ? $0.description : $0.sentence }
    return (ownEdge.lineInWords.map { [$0] } ?? []) + words
  }

  /// The kind of what came.
  package let kind: AssetKind

  /// Whether the response has what the origin can be asked by, whether it still holds.
  package var isConfirmable: Bool { subject.stored.head.hasValidator }

  /// Visits what each cache on the way that was reached said that it did, with the name of its product.
  ///
  /// It did so with this response, or with each answer to a repeated request; an Age alone says nothing of what it did with
  /// others, and does not count.
  package func forEachEdgeReport(_ visit: (_ product: String, _ state: EdgeReport.State) -> Void) {
    func visitReports(_ edge: EdgeReport) {
      for report in edge.asked { visit(report.product.name, report.state) }
    }
    if let repetition = context.repetition {
      for answer in repetition.answers { visitReports(answer.edge) }
    } else if subject.isFromServer {
      visitReports(ownEdge)
    }
  }

  /// The program that the caching fields look like they are from; nil if they look like none's.
  package var sender: Sender? { storage == nil ? nil : Sender(of: subject.stored.head) }

  /// The bytes of the body that a later visit is expected to load again though a longer lifetime would spare them; nil if
  /// unknown.
  package var wastedBytes: Double? { WastedBytes.expected(subject) }

  /// The decision of one other cache about the response; nil if the recording lacks the fields that decide.
  func decision(of cache: CacheModel) -> CacheDecision? {
    guard storage != nil else { return nil }
    let decision =
      otherDecisions.first { $0.cache == cache }
      ?? CacheModel.decisions(of: [cache], on: receivedExchange, receivedAt: subject.stored.receivedAt).first
    return decision.map(counted)
  }

  /// The decision of each of the other caches, compared with RFC 9111.
  package var cacheComparisons: [CacheComparison] {
    guard !otherDecisions.isEmpty else { return [] }
    let exchange = receivedExchange
    let references = Dictionary(
      uniqueKeysWithValues: CacheRole.allCases.map { role in
        (role, CacheComparison.Reference(exchange, subject.stored, role))
      })
    return otherDecisions.map { decision in
      CacheComparison(
        counted(decision), references[decision.cache.role], ofFile: kind == .page ? decision : nil)
    }
  }

  /// The exchange as another cache sees it: with the fields that this one does not store, and without its doubt about the
  /// end of the body.
  var receivedExchange: Exchange {
    var exchange = exchange
    if let received = subject.receivedHead { exchange.head = received }
    exchange.mayBeCutOff = false
    return exchange
  }

  /// Whether this cache may store the response; nil if that cannot be known.
  public var isStorable: Bool? { storage?.isStorable }

  /// The directives by which another kind of shared cache may store the response, if the judged cache is a shared one that
  /// may not; nil if no kind may.
  package var otherSharing: CacheControl? {
    guard settings.role == .shared, isStorable == false else { return nil }
    let exchange = receivedExchange
    return exchange.head.sharedReadings.dropFirst().first { head in
      var other = exchange
      other.head = head
      return StorageDecision(other, settings: settings).isStorable
    }?.cacheControl(for: .shared)
  }

  /// Whether the stored response may answer the next equal request without asking the origin; nil if that cannot be
  /// known.
  public var isReusable: Bool? {
    guard let isStorable, let reuse else { return nil }
    return isStorable && reuse.outcome == .serve
  }

  /// Whether it is fresh or stale; nil if that cannot be known.
  public var freshnessState: Freshness.State? { storage == nil ? nil : freshness.state }

  /// The reasons for storing, then those for reuse, then the notes on caches on the way, then the remarks.
  public var reasons: [Reason] { reasonLists.flatMap(\.self) }

  /// The same reasons in four lists: for storing, for reuse, the notes, and the remarks.
  package var reasonLists: [[Reason]] { [storage?.reasons ?? [], reuse?.reasons ?? [], upstream, remarks] }

  /// The notes that caches on the way added to the answer, and where these contradict the rules.
  public var upstream: [Reason] {
    UpstreamCaches.notes(
      subject.request, subject.stored.head, receivedAt: subject.stored.receivedAt, edge: ownEdge,
      isRepeated: (context.repetition?.answers.count ?? 0) > 1)
  }

  /// The report of the nearest cache on the way; for a repeated request, that on the last answer.
  package var edge: EdgeReport { context.repetition?.edge ?? ownEdge }
}
