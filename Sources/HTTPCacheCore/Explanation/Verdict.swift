/// A response to be judged, with its request and its origin.
public struct Subject: Sendable {
  /// Where the response comes from.
  public enum Origin: String, Sendable {
    /// The cache's own store.
    case store
    /// A request made now.
    case live
    /// A response head in a file.
    case headers
    /// An entry of a HAR log.
    case har
    /// An entry of a `Cache.db`.
    case cacheDB = "cache-db"
    /// A line of JSON Lines.
    case jsonl
  }

  /// Where the response comes from.
  public var origin: Origin

  /// The request; its target is shown as the URL.
  public var request: RequestHead

  /// The response and its times, in the form of a stored one, whether or not it may be stored.
  public var stored: StoredResponse

  /// The head as the origin sent it, if the stored one leaves out fields such as Set-Cookie; nil if both are the
  /// same.
  package var receivedHead: ResponseHead?

  /// The bytes of the body, as they came over the network where that is known; nil if unknown.
  public var bodyLength: Int64?

  /// The body as far as it was read, without its content coding; nil if it was not read.
  package var content: ObservedContent?

  /// The type of resource that the recording browser names, such as `script`; nil if it names none.
  public var resourceType: String?

  /// Whether the response came from the server, not from a cache.
  public var isFromServer: Bool

  /// Whether another program received and recorded the response.
  public var isRecorded: Bool { [.har, .cacheDB, .jsonl].contains(origin) }

  /// Whether the recording has a final response without any field, which no origin sends: the recorder left them out.
  public var lacksFields: Bool {
    isRecorded && !stored.head.isInterim && stored.head.fields.isEmpty && request.target.isHTTP
  }

  /// A head in a file counts as saved earlier if it is judged more than this many seconds later than by its Date and
  /// Age.
  private static let savedTolerance: Seconds = 60

  /// Whether it is a head in a file that is judged later than its Date.
  public var isSavedEarlier: Bool {
    guard origin == .headers, let date = stored.head.date(receivedAt: stored.receivedAt) else { return false }
    return stored.receivedAt - date > Self.savedTolerance.addingSaturated(stored.head.ageValue)
  }

  /// Whether the URL of the request is known.
  ///
  /// A head in a file may come without one; the request has a made-up URL then, which no report shows.
  package var hasURL = true

  /// The URL of the request, for people.
  public var urlText: String { hasURL ? request.target.absolute : "(no URL)" }

  /// The host of the URL, for people.
  package var hostText: String { hasURL ? request.target.host : urlText }

  /// Whether a check on the status holds, so that an error status is expected.
  package var isStatusExpected = false

  /// Findings about the recording, which follow those about the response.
  public var notes: [Finding]

  /// The results of the probes of the response; empty if there were none.
  package var probes: [ProbeReport] = []

  /// The responses to the same request, sent repeatedly; nil if it was sent once.
  package var repetition: Repetition?

  /// The number of the page's assets, if its assets are judged too; nil otherwise.
  package var assets: AssetCount?

  /// The page that loads the response, if it is judged as an asset; nil otherwise.
  package var page: NamingPage?

  /// What the other URLs of the run show of the names; nil if they are unknown.
  package var neighbours: URLNeighbours?

  /// The response to the same request elsewhere, with which this one is compared; nil if there is none.
  package var counterpart: Counterpart?

  /// Makes a subject.
  ///
  /// - Parameters:
  ///   - origin: where it comes from.
  ///   - request: the request.
  ///   - stored: the response and its times.
  ///   - bodyLength: bytes of the body; nil if unknown.
  ///   - isFromServer: whether the response came from the server; true by default.
  ///   - notes: findings about the recording; none by default.
  public init(
    origin: Origin, request: RequestHead, stored: StoredResponse, bodyLength: Int64? = nil,
    isFromServer: Bool = true, notes: [Finding] = []
  ) {
    self.origin = origin
    self.request = request
    self.stored = stored
    self.bodyLength = bodyLength
    self.isFromServer = isFromServer
    self.notes = notes
  }
}

extension Subject {
  private static let forcingNames = FieldNames(["cache-control", "pragma"])
  private static let forcing: Set = ["no-cache", "no-store", "max-age=0"]

  /// The request without the directives that a browser adds when its cache is off or it reloads; nil if there are
  /// none.
  fileprivate var unforced: RequestHead? {
    guard isRecorded, origin != .cacheDB, request.fields.contains(oneOf: Self.forcingNames) else {
      return nil
    }
    var request = request
    let own = request.fields.members("Cache-Control").filter { !Self.forcing.contains($0.asciiLowercased) }
    request.fields.remove("Pragma")
    request.fields.remove("Cache-Control")
    if !own.isEmpty { request.fields.set("Cache-Control", own.joined(separator: ", ")) }
    return request
  }

  /// The same response and counterpart, for caches that obey these targeted fields.
  fileprivate func directed(by targets: [String]) -> Self {
    var subject = self
    subject.stored.head.targets = targets
    subject.receivedHead?.targets = targets
    subject.counterpart?.stored.head.targets = targets
    return subject
  }

  /// The exchange that decides storing.
  fileprivate var exchange: Exchange {
    var exchange = Exchange(
      request: unforced ?? request, head: stored.head, bodyLength: bodyLength, isFromServer: isFromServer,
      isRecorded: isRecorded)
    switch origin {
    case .live: exchange.mayBeCutOff = stored.head.mayBeCutOff(answering: request)
    case .store: exchange.mayBeCutOff = stored.mayBeCutOff
    case .headers, .har, .cacheDB, .jsonl: break
    }
    return exchange
  }
}

/// The judgement of one response at one time: the decisions and the findings.
public struct Verdict: Sendable {
  /// The response that was judged.
  public let subject: Subject

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

  /// Mistakes and oddities in the response, and its differences from the counterpart.
  public internal(set) var findings: [Finding]

  /// The change to the response that the findings ask for, in one piece; nil if they ask for none.
  public private(set) var advice: Advice?

  /// The decisions of the other caches that the settings name; empty if the recording lacks the fields that decide.
  public private(set) var otherDecisions: [CacheDecision] = []

  /// The report of the nearest cache on the way on the response itself.
  private let ownEdge: EdgeReport

  /// The differences from the subject's counterpart.
  package internal(set) var differences: [Difference] = []

  /// The fields that make a request conditional or ask for a part.
  private static let ownConditions = [
    "range", "if-none-match", "if-modified-since", "if-match", "if-unmodified-since", "if-range",
  ]
  private static let ownConditionNames = FieldNames(ownConditions)

  /// Judges a response, and compares it with its counterpart, if any.
  ///
  /// - Parameters:
  ///   - subject: the response.
  ///   - now: the time to judge as of.
  ///   - settings: role, profile, policies, `ttl`.
  public init(_ subject: Subject, now: Instant, settings: Settings) {
    self.init(alone: settings.targets.map(subject.directed) ?? subject, now: now, settings: settings)
    if self.subject.counterpart != nil { self = comparedWithCounterpart() }
  }

  private init(alone subject: Subject, now: Instant, settings: Settings) {
    self.settings = settings
    self.now = now
    guard !subject.lacksFields else {
      storage = nil
      reuse = nil
      freshness = Freshness(subject.stored, now: now, settings: settings)
      findings = [RecordingFindings.withoutFields(subject.stored.head.status)] + subject.notes
      ownEdge = EdgeReport(subject.stored.head)
      self.subject = subject
      return
    }
    let exchange = subject.exchange
    var settings = settings
    if settings.profile == .rfc9111 {
      // This cache's size limits tell nothing about the response.
      (settings.maxEntrySize, settings.isCacheOff) = (nil, false)
    }
    let storage = StorageDecision(exchange, settings: settings)
    let reuse = Self.reuse(subject, now: now, settings: settings)
    freshness = reuse.freshness ?? Freshness(subject.stored, now: now, settings: settings)
    let found = FindingSubject(
      request: exchange.request, head: exchange.head, requestedAt: subject.stored.requestedAt,
      receivedAt: subject.stored.receivedAt, now: now, settings: settings, isFromServer: subject.isFromServer,
      source: FindingSubject.Source(
        isRecorded: subject.isRecorded, isSaved: subject.origin == .headers,
        isSavedEarlier: subject.isSavedEarlier, isAnswer: subject.origin == .live,
        isStatusExpected: subject.isStatusExpected, bodyLength: exchange.bodyLength,
        neighbours: subject.neighbours),
      // What this program can't know of the end of a body tells nothing about the fields.
      storage: settings.profile == .rfc9111 && !exchange.mayBeCutOff ? storage : nil,
      lifetime: settings.ttl == nil ? freshness.lifetime : nil)
    let judged = Findings.all(found)
    ownEdge = found.edge
    advice = judged.advice
    var findings = judged.findings + RecordingFindings.oddities(subject) + subject.notes
    OldPageFindings.add(subject, to: &findings)
    ProbeFindings.add(subject, to: &findings)
    RecordingFindings.add(subject, storage: storage, settings: settings, to: &findings)
    // The worst first; of equals, in the order of the checks.
    self.findings = findings.worstFirst
    otherDecisions = CacheModel.decisions(
      of: settings.otherCaches, on: exchange, receivedAt: subject.stored.receivedAt)
    self.storage = storage
    self.reuse = reuse
    // The subject is stored last, to avoid a copy.
    self.subject = subject
  }

  /// Whether it may answer the next equal request, which has no condition, no range and no policy of its own.
  private static func reuse(_ subject: borrowing Subject, now: Instant, settings: Settings) -> ReuseDecision {
    var likeSettings = settings
    likeSettings.sessionPolicy = .protocol
    likeSettings.requestPolicy = nil
    let candidates = [subject.stored]
    let request = subject.unforced ?? subject.request
    return request.fields.contains(oneOf: ownConditionNames)
      ? ReuseDecision(unconditional(request), candidates: candidates, now: now, settings: likeSettings)
      : ReuseDecision(request, candidates: candidates, now: now, settings: likeSettings)
  }

  /// The conclusion for a request of the response at a later time.
  package func conclusion(at time: Instant) -> Conclusion {
    guard let storage else { return .unknown }
    guard subject.stored.head.status == 304 else {
      return Conclusion(
        subject.stored.head, storage: storage, reuse: Self.reuse(subject, now: time, settings: settings))
    }
    // The response that a 304 validated is in the cache with these fields, and can be validated again.
    var confirmed = subject
    confirmed.stored.head.status = 200
    let exchange = Exchange(
      request: Self.unconditional(subject.request), head: confirmed.stored.head,
      isRecorded: subject.isRecorded)
    return Conclusion(
      confirmed.stored.head, storage: StorageDecision(exchange, settings: Settings(role: settings.role)),
      reuse: Self.reuse(confirmed, now: time, settings: settings), isConfirmable: true)
  }

  /// The decision of one other cache about the response; nil if the recording lacks the fields that decide.
  func decision(of cache: CacheModel) -> CacheDecision? {
    guard storage != nil else { return nil }
    return otherDecisions.first { $0.cache == cache }
      ?? CacheModel.decisions(of: [cache], on: receivedExchange, receivedAt: subject.stored.receivedAt).first
  }

  /// The decision of each of the other caches, compared with RFC 9111.
  package var cacheComparisons: [CacheComparison] {
    guard !otherDecisions.isEmpty else { return [] }
    let exchange = receivedExchange
    let references = Dictionary(
      uniqueKeysWithValues: CacheRole.allCases.map { role in
        (role, CacheComparison.Reference(exchange, subject.stored, role))
      })
    return otherDecisions.map { CacheComparison($0, references[$0.cache.role]) }
  }

  /// The exchange as another cache sees it: with the fields that this one does not store, and without its doubt about the
  /// end of the body.
  private var receivedExchange: Exchange {
    var exchange = subject.exchange
    if let received = subject.receivedHead { exchange.head = received }
    exchange.mayBeCutOff = false
    return exchange
  }

  /// The request without conditions and range.
  private static func unconditional(_ request: RequestHead) -> RequestHead {
    var request = request
    for name in ownConditions where request.fields.contains(name) { request.fields.remove(name) }
    return request
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

  /// The reasons for storing, then those for reuse, then the notes on caches on the way.
  public var reasons: [Reason] { reasonLists.flatMap(\.self) }

  /// The same reasons in three lists: for storing, for reuse, and the notes.
  package var reasonLists: [[Reason]] { [storage?.reasons ?? [], reuse?.reasons ?? [], upstream] }

  /// The notes that caches on the way added to the answer, and where these contradict the rules.
  public var upstream: [Reason] {
    UpstreamCaches.notes(
      subject.request, subject.stored.head, receivedAt: subject.stored.receivedAt, edge: ownEdge,
      isRepeated: (subject.repetition?.answers.count ?? 0) > 1)
  }

  /// The report of the nearest cache on the way; for a repeated request, that on the last answer.
  package var edge: EdgeReport { subject.repetition?.edge ?? ownEdge }

  /// The conclusion for the time of the judgement.
  package var conclusion: Conclusion {
    guard let storage, let reuse else { return .unknown }
    return Conclusion(subject.stored.head, storage: storage, reuse: reuse)
  }
}
