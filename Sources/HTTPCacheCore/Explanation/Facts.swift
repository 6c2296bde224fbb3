/// A case under judgement: a subject under settings at a time, with what else was observed, and the facts that follow.
///
/// A fact is found out when it is first asked for, once for the decisions and for all checks.
final class Facts {
  let subject: Subject

  /// What else was observed.
  let context: SubjectContext

  /// The cache's role, profile and limits.
  let settings: Settings

  /// The time to judge as of.
  let now: Instant

  /// The exchange that decides storing; the advised change of a response has other fields than the subject.
  let exchange: Exchange

  var request: RequestHead { exchange.request }
  var head: ResponseHead { exchange.head }
  var requestedAt: Instant { subject.stored.requestedAt }

  /// When the head was received; used instead of a missing `Date`.
  var receivedAt: Instant { subject.stored.receivedAt }

  /// The received response, if this one has changed fields: both share the facts about the URL, and about fields that
  /// no advice changes.
  private let received: Facts?

  /// Whether the URL changes with its content.
  private(set) lazy var naming: URLNaming =
    // Whether a picture is one user's, its own fields say.
    if let received, kind != .image { received.naming } else {
      URLNaming(request.target, of: NamedFile(self))
    }

  /// The kind of what came.
  private(set) lazy var kind: AssetKind =
    if let received { received.kind } else { AssetKind(head, at: request.target) }

  /// The kind, in a word, of a file that changes under its URL and decides which other files are loaded; nil for another
  /// file.
  private(set) lazy var changingKind: String? =
    if let received { received.changingKind } else { LifetimeFindings.changingKind(head, stayingName) }

  /// The name of the file, if it is known to stay while releases change the content.
  private(set) lazy var stayingName: StayingName? =
    if let received { received.stayingName } else { StayingName(request.target) }

  /// The name of a field that holds a token of one user; nil if there is none.
  private(set) lazy var tokenField: String? = if let received { received.tokenField } else { head.tokenField }

  /// The report of the nearest cache on the way.
  private(set) lazy var edge: EdgeReport = if let received { received.edge } else { EdgeReport(head) }

  /// What a cache gains from the response, as far as its origin was seen to keep its word.
  var conclusion: Conclusion {
    Conclusion(
      head, storage: storage, reuse: reuse, observed: context.validation,
      isNeverFound: context.changingURL != nil)
  }

  /// The differences from the counterpart; empty if there is none.
  private(set) lazy var differences = context.counterpart.map(differences(from:)) ?? []

  /// The answers to the repeated request and to those of the probes, which came after the judged one.
  private(set) lazy var laterAnswers = context.laterAnswers(to: subject.request)

  /// Whether this cache may store the response.
  private(set) lazy var storage = storageOfReplay ?? StorageDecision(exchange, settings: settings)

  /// The decision that the replay of the log has made on this very form; nil if it made none.
  private var storageOfReplay: StorageDecision? {
    received == nil && settings.role == .private && settings.profile == .rfc9111 && settings.targets == nil
      && !settings.keepsCredentials ? context.storage : nil
  }

  /// The same as the fields alone decide it: what this program can't know of the end of a body, and this cache's limits, tell
  /// nothing about the response.
  private(set) lazy var ownStorage: StorageDecision =
    settings.profile == .rfc9111 && !exchange.mayBeCutOff && received == nil
    ? storage : storage(Settings(role: settings.role, profile: settings.profile))

  /// Whether the stored response may answer the next equal request.
  private(set) lazy var reuse = ReuseDecision(
    nextAfter: exchange.request, stored: subject.stored, now: now, settings: settings)

  /// Whether the stored response may answer the next equal request without asking the origin.
  var isReusable: Bool { storage.isStorable && reuse.outcome == .serve }

  /// Lifetime and age.
  private(set) lazy var freshness =
    reuse.freshness ?? Freshness(subject.stored, now: now, settings: settings)

  private(set) lazy var sharedStorage =
    settings.role == .shared && settings.profile == .rfc9111 ? ownStorage : storage(Settings(role: .shared))

  /// How each kind of shared cache treats the response; the first one obeys the fields that count here.
  private(set) lazy var sharedReadings: [SharedReading] = head.sharedReadings.enumerated().map {
    index, head in
    guard index > 0 else {
      return SharedReading(head, storage: sharedStorage, lifetime: lifetime(.shared))
    }
    var exchange = exchange.asFieldsTell
    exchange.head = head
    return SharedReading(
      head, storage: StorageDecision(exchange, settings: Settings(role: .shared)),
      lifetime: FreshnessLifetime(head, receivedAt: receivedAt, role: .shared))
  }

  /// Whether the cache may store the response, so that its caching fields have an effect.
  private(set) lazy var isKept = request.method == "GET" && ownStorage.isStorable

  /// The directives that count in a cache of this role, as the decisions read them: those of `CDN-Cache-Control` take the
  /// place of `Cache-Control` in a shared cache.
  let control: CacheControl

  /// The value of the field that holds these directives; nil if it is absent.
  var controlValue: String? { head.fields.combined(control.fieldName) }

  private lazy var privateLifetime = newLifetime(.private)

  /// Both lifetimes are the same unless a directive applies to shared caches only.
  private lazy var sharedLifetime =
    has(.sMaxAge) || head.has(.cdnCacheControl) || head.targets != nil
    ? newLifetime(.shared) : privateLifetime

  private func newLifetime(_ role: CacheRole) -> FreshnessLifetime {
    if received == nil, role == settings.role, settings.ttl == nil { return freshness.lifetime }
    return FreshnessLifetime(head, receivedAt: receivedAt, role: role)
  }

  /// `Date` as it is written; nil if it is absent or not a date.
  private(set) lazy var date: HTTPDate? = if let received { received.date } else { date(.date) }

  /// `Last-Modified` as it is written; nil if it is absent or not a date.
  private(set) lazy var lastModified: HTTPDate? =
    if let received { received.lastModified } else { date(.lastModified) }

  /// `Expires` as it is written; nil if it is absent or not a date.
  private(set) lazy var expires: HTTPDate? = date(.expires)

  private func date(_ field: KnownField) -> HTTPDate? {
    guard head.has(field) else { return nil }
    return head.fields.withFirst(field.name) { HTTPDate($0, now: receivedAt) } ?? nil
  }

  /// The value of `Age` in seconds; 0 if there is none.
  private(set) lazy var ageValue: Seconds = if let received { received.ageValue } else { head.ageValue }

  private(set) lazy var directives = DirectiveFacts(control)

  /// Whether the field with the directives is empty, or has a member that only looks like a directive.
  private(set) lazy var isControlMisspelt =
    control.isPresent
    && (control.directives.isEmpty && control.fieldName != TargetedField.surrogate
      || !control.malformedMembers.isEmpty
      || !directives.areOrdinary
        && control.directives.contains {
          CacheControlMend.nearest($0.name) != nil || CacheControlMend.nearestOfRequests($0.name) != nil
            || DeltaSeconds($0.name) != .invalid
        })

  /// Opens a case; of a cache's own settings, those of its size don't count where the RFC decides.
  convenience init(_ subject: Subject, _ context: SubjectContext, settings: Settings, now: Instant) {
    var settings = settings
    if settings.profile == .rfc9111 { (settings.maxEntrySize, settings.isCacheOff) = (nil, false) }
    self.init(subject, context, subject.exchange, settings: settings, now: now, received: nil)
  }

  private init(
    _ subject: Subject, _ context: SubjectContext, _ exchange: Exchange, settings: Settings, now: Instant,
    received: Facts?
  ) {
    self.subject = subject
    self.context = context
    self.exchange = exchange
    self.settings = settings
    self.now = now
    self.received = received
    control = exchange.head.cacheControl(for: settings.role)
  }

  /// The same response, judged by a shared cache that goes by a targeted field.
  func asShared(by name: String) -> Facts {
    var settings = settings
    settings.role = .shared
    return judged(head.read(by: [name]), settings)
  }

  /// The same response with other fields.
  func with(_ fields: FieldSection) -> Facts {
    var head = head
    head.fields = fields
    return judged(head, settings)
  }

  private func judged(_ head: ResponseHead, _ settings: Settings) -> Facts {
    var exchange = exchange
    exchange.head = head
    return Facts(subject, context, exchange, settings: settings, now: now, received: received ?? self)
  }
}

extension RequestHead {
  /// The fields that make a request conditional or ask for a part.
  private static let ownConditions = Preconditions.evaluated + Preconditions.forOrigin + ["Range"]
  private static let ownConditionNames = FieldNames(ownConditions.map(\.asciiLowercased))

  /// The request without conditions and range.
  var unconditional: RequestHead {
    guard fields.contains(oneOf: Self.ownConditionNames) else { return self }
    var request = self
    for name in Self.ownConditions where fields.contains(name) { request.fields.remove(name) }
    return request
  }
}

extension ReuseDecision {
  /// Whether a stored response may answer the next equal request, which has no condition, no range and no policy of its own.
  init(nextAfter request: RequestHead, stored: StoredResponse, now: Instant, settings: Settings) {
    var settings = settings
    settings.sessionPolicy = .protocol
    settings.requestPolicy = nil
    self.init(request.unconditional, candidates: [stored], now: now, settings: settings)
  }
}

extension Facts {
  /// The most members of one field that are checked, which bounds the work for a hostile field.
  static let memberLimit = 32

  /// The role as a noun in a sentence.
  var cacheName: String { settings.role == .shared ? "a shared cache" : "a private cache" }

  /// The lifetime that the response gives this cache, without the `ttl` override.
  var lifetime: FreshnessLifetime { lifetime(settings.role) }

  func lifetime(_ role: CacheRole) -> FreshnessLifetime {
    role == .shared ? sharedLifetime : privateLifetime
  }

  /// The fields by which some cache goes: the one that counts here, each targeted field, readable or not, and
  /// `Cache-Control`.
  var controlNames: [String] {
    let targeted =
      TargetedField.standard.filter(head.has).map(\.name) + (head.targets ?? []).filter(head.fields.contains)
    return (targeted + ["Cache-Control"]).reduce(into: [control.fieldName]) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  /// The time in `Date`; nil if it is missing, invalid or not in GMT.
  var generatedAt: Instant? { date?.validInstant }

  /// The time in `Last-Modified`; nil if it is missing, invalid or not in GMT.
  var modifiedAt: Instant? { lastModified?.validInstant }

  /// Whether a max-age, s-maxage or Expires counts, for any cache.
  var hasExplicitLifetime: Bool {
    has(.maxAge) || has(.sMaxAge) || head.has(.expires) && !control.isTargeted
  }

  /// Whether the answer is for one user: it sets a cookie, or the request had Authorization.
  var isPersonal: Bool { head.has(.setCookie) || request.fields.contains("Authorization") }

  /// Whether the answer is the same for all users, and its URL changes with its content.
  var isNamedByContent: Bool {
    head.status == 200 && request.method == "GET" && !head.has(.setCookie) && !request.identifiesUser
      && isVersionedFile && tokenField == nil && !context.isOneUsers
  }

  /// Whether the answer is a file that is named by its content, and none that decides which others are loaded.
  var isVersionedFile: Bool {
    kind != .page && changingKind == nil && naming.version != nil && !context.shown.isLivePlaylist
  }

  /// Whether a directive is present, with or without an argument.
  func has(_ name: DirectiveName) -> Bool { directives.names.contains(name) }

  var isNoStore: Bool { has(.noStore) }

  var isNoCache: Bool { directives.isNoCache }

  /// Whether a cache may reuse the response without validation, so that its lifetime matters.
  var isLifetimeOfInterest: Bool { isKept && !isNoCache }

  /// Whether there is something to ask the origin with, or would be if the coding of the content did not take it away.
  var hasValidator: Bool { head.hasValidator || head.has(.etag) || context.isTagLostInCoding }

  /// The most bytes of a body whose full download costs no more than asking.
  private static let smallest: Int64 = 300

  /// The bytes of a body that is so small that its full download is no loss; nil for another, and if unknown.
  var tinyLength: Int64? { exchange.bodyLength.flatMap { $0 <= Self.smallest ? $0 : nil } }

  /// The same of content without a coding: coded content may be small by chance, and be large the next time.
  var tinyPlainLength: Int64? { head.has(.contentEncoding) ? nil : tinyLength }

  /// The least lifetime, in seconds, after which hardly a cache still has a response to ask about: 30 days.
  static let longLifetime: Seconds = 2_592_000

  /// Whether a lifetime or a prohibition is said, so that nothing is left to what caches guess.
  var saysHowItIsCached: Bool { hasExplicitLifetime || isNoStore || isNoCache }

  /// Whether the answer has content whose transfer a validator would save.
  var isWholeContent: Bool { isKept && (head.status == 200 || head.status == 203) }

  /// The directive that overrides Expires in this cache.
  var expiresOverride: Directive? {
    (settings.role == .shared ? control.first("s-maxage") : nil) ?? control.first("max-age")
  }

  func storage(_ settings: Settings) -> StorageDecision {
    StorageDecision(exchange.asFieldsTell, settings: settings)
  }

  /// How the next use works once the response is stale, as a clause.
  var validationSentence: String {
    if let tag = head.entityTag { return "the next use asks the origin (If-None-Match: \(tag.text))" }
    if modifiedAt != nil { return "the next use asks the origin (If-Modified-Since)" }
    return "the next use is a full download, as there is no validator"
  }

  /// The lifetime that counts if an unreadable one is left out, as a sentence.
  var lifetimeLeftSentence: String {
    let seconds = formatDuration(lifetime.seconds ?? 0)
    switch lifetime.source {
    case .none: return "Nothing else gives a lifetime: every use asks the origin."
    case .heuristic: return "A lifetime of \(seconds) is guessed from Last-Modified."
    case .expires: return "Expires gives \(seconds)."
    case .sMaxAge, .maxAge, .targeted, .ttl: return "\(lifetime.source.rawValue) gives \(seconds)."
    }
  }
}
