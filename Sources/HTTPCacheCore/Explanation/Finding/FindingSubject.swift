/// One exchange as the checks see it: request, response head and times.
public struct FindingSubject: Sendable, Hashable {
  /// The request.
  public let request: RequestHead

  /// The response's head.
  public let head: ResponseHead

  /// When the request was sent.
  public let requestedAt: Instant

  /// When the head was received; used instead of a missing `Date`.
  public let receivedAt: Instant

  /// The time to judge as of.
  public let now: Instant

  /// The cache's role, profile and limits.
  public let settings: Settings

  /// Whether it came from the server, and not from a cache that had stored it.
  public let isFromServer: Bool

  /// Whether another program recorded it: then the framing fields, and the clock of the time of receipt, are that
  /// program's.
  let isRecorded: Bool

  /// Whether it is a head in a file, which does not say when it was received.
  let isSaved: Bool

  /// Whether it is a head in a file that is judged later than its Date: the time between says nothing about the origin.
  let isSavedEarlier: Bool

  /// Whether it answers a request that was made for this judgement.
  let isAnswer: Bool

  /// Whether a check on the status holds, so that an error is no surprise.
  let isStatusExpected: Bool

  /// The version that the URL names; nil where it names none.
  let version: URLVersion?

  /// Whether the cache may store the answer, so that what it says about storing has an effect.
  ///
  /// This cache's limits do not count, since they say nothing about the response.
  let isKept: Bool

  /// The directives that count in a cache of this role, as the decisions read them: those of `CDN-Cache-Control` take the
  /// place of `Cache-Control` in a shared cache.
  var control: CacheControl { head.cacheControl(for: settings.role) }

  /// The value of the field that holds these directives; nil where it is absent.
  var controlValue: String? { head.fields.combined(control.fieldName) }

  /// The lifetimes of the response in a private and a shared cache, computed once for many checks.
  private let privateLifetime: FreshnessLifetime
  private let sharedLifetime: FreshnessLifetime

  /// `Date` as it is written; nil where it is absent or not a date.
  let date: HTTPDate?

  /// `Last-Modified` as it is written; nil where it is absent or not a date.
  let lastModified: HTTPDate?

  /// `Expires` as it is written; nil where it is absent or not a date.
  let expires: HTTPDate?

  /// Which of the rare fields are present.
  let present: PresentFields

  /// Facts about the directives.
  let directives: DirectiveFacts

  /// Makes a subject.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - head: the response's head.
  ///   - requestedAt: when the request was sent.
  ///   - receivedAt: when the head was received.
  ///   - now: the time to judge as of.
  ///   - settings: the cache's role, profile and limits.
  ///   - isFromServer: true unless told.
  public init(
    request: RequestHead, head: ResponseHead, requestedAt: Instant, receivedAt: Instant, now: Instant,
    settings: Settings, isFromServer: Bool = true
  ) {
    self.init(
      request: request, head: head, requestedAt: requestedAt, receivedAt: receivedAt, now: now,
      settings: settings, isFromServer: isFromServer, isRecorded: false, isSaved: false,
      isSavedEarlier: false, isAnswer: false, isStatusExpected: false, lifetime: nil)
  }

  /// The same response with other fields.
  func with(_ fields: FieldSection) -> Self {
    var head = head
    head.fields = fields
    return Self(
      request: request, head: head, requestedAt: requestedAt, receivedAt: receivedAt, now: now,
      settings: settings, isFromServer: isFromServer, isRecorded: isRecorded, isSaved: isSaved,
      isSavedEarlier: isSavedEarlier, isAnswer: isAnswer, isStatusExpected: isStatusExpected, lifetime: nil,
      version: version)
  }

  /// Makes a subject; `lifetime` is the lifetime in a cache of this role, nil where it is not known yet.
  init(
    request: RequestHead, head: ResponseHead, requestedAt: Instant, receivedAt: Instant, now: Instant,
    settings: Settings, isFromServer: Bool, isRecorded: Bool, isSaved: Bool, isSavedEarlier: Bool,
    isAnswer: Bool, isStatusExpected: Bool, lifetime: FreshnessLifetime?
  ) {
    self.init(
      request: request, head: head, requestedAt: requestedAt, receivedAt: receivedAt, now: now,
      settings: settings, isFromServer: isFromServer, isRecorded: isRecorded, isSaved: isSaved,
      isSavedEarlier: isSavedEarlier, isAnswer: isAnswer, isStatusExpected: isStatusExpected,
      lifetime: lifetime,
      version: URLVersion.found(in: request.target))
  }

  private init(
    request: RequestHead, head: ResponseHead, requestedAt: Instant, receivedAt: Instant, now: Instant,
    settings: Settings, isFromServer: Bool, isRecorded: Bool, isSaved: Bool, isSavedEarlier: Bool,
    isAnswer: Bool, isStatusExpected: Bool, lifetime: FreshnessLifetime?, version: URLVersion?
  ) {
    self.request = request
    self.head = head
    self.requestedAt = requestedAt
    self.receivedAt = receivedAt
    self.now = now
    self.settings = settings
    self.isFromServer = isFromServer
    self.isRecorded = isRecorded
    self.isSaved = isSaved
    self.isSavedEarlier = isSavedEarlier
    self.isAnswer = isAnswer
    self.isStatusExpected = isStatusExpected
    self.version = version
    isKept =
      request.method == "GET"
      && StorageDecision(
        Exchange(request: request, head: head, isRecorded: isRecorded),
        settings: Settings(role: settings.role, profile: settings.profile)
      ).isStorable
    func date(_ name: String) -> HTTPDate? {
      head.fields.withFirst(name) { HTTPDate($0, now: receivedAt) } ?? nil
    }
    self.date = date("Date")
    lastModified = date("Last-Modified")
    present = PresentFields(head.fields)
    expires = present.contains(.expires) ? date("Expires") : nil
    directives = DirectiveFacts(head.cacheControl(for: settings.role))
    func lifetimeFor(_ role: CacheRole) -> FreshnessLifetime {
      if let lifetime, role == settings.role { return lifetime }
      return FreshnessLifetime(head, receivedAt: receivedAt, role: role)
    }
    privateLifetime = lifetimeFor(.private)
    // Both lifetimes are the same unless a directive applies to shared caches only.
    sharedLifetime =
      directives.names.contains(.sMaxAge) || present.contains(.targetedField)
      ? lifetimeFor(.shared) : privateLifetime
  }
}

extension FindingSubject {
  /// How many members of one field are checked, which bounds the work for a hostile field.
  static let memberLimit = 32

  /// The role as a noun in a sentence.
  var cacheName: String { settings.role == .shared ? "a shared cache" : "a private cache" }

  /// The lifetime that the response gives this cache, without the `ttl` override.
  var lifetime: FreshnessLifetime { lifetime(settings.role) }

  func lifetime(_ role: CacheRole) -> FreshnessLifetime {
    role == .shared ? sharedLifetime : privateLifetime
  }

  /// The moment in `Date`; nil where there is none in GMT.
  var generatedAt: Instant? { date?.validInstant }

  /// The moment in `Last-Modified`; nil where there is none in GMT.
  var modifiedAt: Instant? { lastModified?.validInstant }

  /// The value of `Age` in seconds; 0 where there is none.
  var ageValue: Seconds { present.contains(.age) ? head.ageValue : 0 }

  /// Whether a max-age, s-maxage or Expires counts, for any cache.
  var hasExplicitLifetime: Bool {
    has(.maxAge) || has(.sMaxAge) || present.contains(.expires) && !control.isTargeted
  }

  /// Whether the answer is for one user: it sets a cookie, or the request had Authorization.
  var isPersonal: Bool { present.contains(.setCookie) || request.fields.contains("Authorization") }

  /// Whether the request carried credentials, by which the server may know the user.
  var hasCredentials: Bool { request.fields.contains("Authorization") || request.fields.contains("Cookie") }

  /// Whether the answer is the same for all users, and its URL changes with its content.
  var isNamedByContent: Bool {
    head.status == 200 && request.method == "GET" && !present.contains(.setCookie) && !hasCredentials
      && version != nil
  }

  /// Whether a directive is present, with or without an argument.
  func has(_ name: DirectiveNames) -> Bool { directives.names.contains(name) }

  /// Whether the field with the directives is empty, or has a member that only looks like a directive.
  var isControlMisspelt: Bool {
    guard control.isPresent else { return false }
    return control.directives.isEmpty || !control.malformedMembers.isEmpty
      || control.directives.contains {
        CacheControlMend.nearest($0.name) != nil || DeltaSeconds($0.name) != .invalid
      }
  }

  var isNoStore: Bool { has(.noStore) }

  var isNoCache: Bool { directives.isNoCache }

  /// Whether a cache may reuse it without asking, so that its lifetime matters.
  var isLifetimeOfInterest: Bool {
    isKept && !isNoCache
  }

  /// Whether the answer has content whose transfer a validator would save.
  var isWholeContent: Bool { isKept && (head.status == 200 || head.status == 203) }

  /// The directive that overrides Expires in this cache.
  var expiresOverride: Directive? {
    (settings.role == .shared ? control.first("s-maxage") : nil) ?? control.first("max-age")
  }

  func storage(_ settings: Settings) -> StorageDecision {
    StorageDecision(Exchange(request: request, head: head, isRecorded: isRecorded), settings: settings)
  }

  /// How the next use works once the response is stale, as a clause.
  var validationSentence: String {
    if let tag = head.entityTag { return "the next use asks the origin (If-None-Match: \(tag.text))" }
    if modifiedAt != nil {
      return "the next use asks the origin (If-Modified-Since)"
    }
    return "the next use is a full download, as there is no validator"
  }

  /// The lifetime that counts where an unreadable one is left out, as a sentence.
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

/// Which of the rare fields a response has, found in one pass over its lines.
struct PresentFields: OptionSet, Sendable, Hashable {
  let rawValue: UInt16

  static let age = Self(rawValue: 1 << 0)
  static let vary = Self(rawValue: 1 << 1)
  static let pragma = Self(rawValue: 1 << 2)
  static let expires = Self(rawValue: 1 << 3)
  static let warning = Self(rawValue: 1 << 4)
  static let setCookie = Self(rawValue: 1 << 5)
  static let contentEncoding = Self(rawValue: 1 << 6)
  static let targetedField = Self(rawValue: 1 << 7)
  /// A field in which a cache on the way says what it did.
  static let edge = Self(rawValue: 1 << 8)
  static let allowedOrigin = Self(rawValue: 1 << 9)
  /// A rare field: `Clear-Site-Data`, `Surrogate-Control`, `X-Accel-Expires`, `Cache-Groups`, `Cache-Group-Invalidation`,
  /// `No-Vary-Search` or `Use-As-Dictionary`.
  static let others = Self(rawValue: 1 << 10)
}

extension PresentFields {
  init(_ fields: FieldSection) {
    self = fields.pairs.withCursor { cursor in
      var present: Self = []
      while let line = cursor.next() { present.formUnion(Self(line)) }
      return present
    }
  }

  /// `edge` where a cache on the way writes the field; otherwise empty.
  private static func edge(_ line: BytePairs.Pair) -> Self {
    EdgeAnswer.names.contains(line) ? .edge : []
  }

  /// The field of one line; empty for a field without a case here.
  private init(_ line: BytePairs.Pair) {
    // The length rules out most names.
    self =
      switch line.first.count {
      case 3: line.isNamed("Age") ? .age : []
      case 4: line.isNamed("Vary") ? .vary : []
      case 6: line.isNamed("Pragma") ? .pragma : []
      case 7:
        line.isNamed("Expires")
          ? .expires : line.isNamed("Warning") ? .warning : line.isNamed("X-Cache") ? .edge : []
      case 9: line.isNamed("X-Varnish") || line.isNamed("CDN-Cache") ? .edge : []
      case 12:
        line.isNamed("Cache-Status") || line.isNamed("X-Cache-Hits")
          ? .edge : line.isNamed("Cache-Groups") ? .others : []
      case 13: line.first[0] | 0x20 == 0x78 || line.isNamed("Server-Timing") ? Self.edge(line) : []
      case 14:
        line.first[0] | 0x20 == 0x78 ? Self.edge(line) : line.isNamed("No-Vary-Search") ? .others : []
      case 15: line.isNamed("Clear-Site-Data") || line.isNamed("X-Accel-Expires") ? .others : Self.edge(line)
      case 19: Self.edge(line)
      case 24: line.isNamed("Cache-Group-Invalidation") ? .others : []
      case 27: line.isNamed("Access-Control-Allow-Origin") ? .allowedOrigin : []
      case 10: line.isNamed("Set-Cookie") ? .setCookie : []
      case 16: line.isNamed("Content-Encoding") ? .contentEncoding : []
      case 17:
        line.isNamed("Surrogate-Control") || line.isNamed("Use-As-Dictionary")
          ? .others
          : line.isNamed(TargetedField.name) ? .targetedField : line.isNamed("X-LiteSpeed-Cache") ? .edge : []
      default: []
      }
  }
}
