/// A request, and the options by which this cache answers it.
package struct FetchRequest: Sendable {
  /// Method, target and fields, the client's own fields included.
  package var head: RequestHead
  package var settings = Settings()
  /// The values that many requests have in common, in an object that their copies share.
  private var box = CommonBox(Common())
  /// How many redirects are followed; nil shows them instead.
  package var maxRedirects: Int? = 10
  /// Whether the user chose the method, so that a redirect keeps it, as in curl.
  package var keepsMethod = false
  /// Whether the request only validates a stored response: 404 and 410 remove the response, other errors of the
  /// origin leave it.
  package var isRevalidation = false
  /// Whether the request refreshes a response that was served stale, so that no caller waits for its answer.
  private(set) var isRefresh = false
  /// How often the request is repeated after a transient failure.
  package var retries = RetryPolicy()

  /// The user's own `Cookie` lines; nil unless the session has added its cookies to `head`.
  private var ownCookies: [FieldLine]?

  package init(head: RequestHead) { self.head = head }

  /// Fields that go to one origin only, by origin.
  ///
  /// A redirect to another origin drops the fields of the former origin, and adds those of the new one. A redirect
  /// back to an origin that was left does not add them again.
  package var originFields: [String: [FieldLine]] {
    get { common.originFields }
    set { common.originFields = newValue }
  }
  /// The request's content.
  package var body: TransferRequest.Body? {
    get { common.body }
    set {
      common.body = newValue
      head.hasContent = newValue != nil
    }
  }
  /// How the origin is reached.
  package var transfer: TransferOptions {
    get { common.transfer }
    set { common.transfer = newValue }
  }
  /// `USER:PASSWORD` to log in with if the server asks for it; nil if the request sends its own `Authorization`.
  ///
  /// With a login, the `Authorization` in `head` only tells the cache who asks, and is not sent.
  package var login: String? {
    get { common.login }
    set { common.login = newValue }
  }
  /// Which cookies the request gets, and where those that its responses set are kept.
  package var cookies: CookieUse {
    get { common.cookies }
    set { common.cookies = newValue }
  }
  /// Whether a chain of redirects ends where it goes in a circle; else the limit of redirects ends it.
  package var endsAtCircle: Bool {
    get { common.endsAtCircle }
    set { common.endsAtCircle = newValue }
  }
  /// Whether a redirect that leads from the name of a page to its form without `.html` or `index.html` is followed, once, where
  /// no others are.
  package var followsShortForm: Bool {
    get { common.followsShortForm }
    set { common.followsShortForm = newValue }
  }
  /// A hook that sees each response before it is stored, and may change or refuse it; nil for none.
  package var willCacheResponse: WillCacheResponse? {
    get { common.willCacheResponse }
    set { common.willCacheResponse = newValue }
  }

  private struct Common: Sendable {
    var originFields: [String: [FieldLine]] = [:]
    var body: TransferRequest.Body?
    var transfer = TransferOptions()
    var willCacheResponse: WillCacheResponse?
    var cookies = CookieUse.none
    var endsAtCircle = false
    var followsShortForm = false
    var login: String?
  }

  private final class CommonBox: Sendable {
    let common: Common

    init(_ common: Common) { self.common = common }
  }

  private var common: Common {
    get { box.common }
    set { box = CommonBox(newValue) }
  }
}

/// The cookies of a request, beside those that the user names.
package enum CookieUse: Sendable {
  case none
  /// Those of the client's session.
  case session
  /// Those that the redirects before set, and of no other request.
  case chain
}

/// Why a fetch got no response, or no whole one.
package enum FetchError: Error, Equatable, Sendable {
  /// The network or the origin failed.
  case transport(TransportError)
  /// No stored response may be used, and the network was not allowed.
  case notInCache
  /// Only the cache may answer, and the store can't be used.
  case store(StoreError)
  /// The origin sent more redirects than the limit.
  case tooManyRedirects(Int)
  /// The same, where the redirects go in a circle, and one of them sets a cookie that is not sent.
  case cookieNotSent(limit: Int)
  /// The redirects go in a circle.
  case redirectCircle(RedirectCircle)
  /// A redirect led to a target that is not an http or https URL.
  case badRedirect(String)
  /// The reader of the body wants no more.
  case readerClosed

  /// The field with a digest that the content does not match, although all of the content arrived; nil for other
  /// errors.
  package var wrongDigest: String? {
    if case .transport(.digestWrong(let field)) = self { field } else { nil }
  }

  /// One line, no full stop; foreign text in it is not yet escaped.
  package var message: String {
    switch self {
    case .transport(let error): error.message
    case .notInCache: "nothing in the cache may answer this, and the network was not allowed"
    case .store(let error): error.message
    case .tooManyRedirects(let limit): "more than \(limit) redirects"
    case .cookieNotSent(let limit):
      "more than \(limit) redirects: they go in a circle, and a cookie that one of them sets is not sent"
    case .redirectCircle(let circle): circle.message
    case .badRedirect(let location): "the redirect goes to \(location), which is not an http or https URL"
    case .readerClosed: "the output was closed"
    }
  }
}

extension FetchRequest {
  /// Makes the request bypass the cache: no stored response answers it, and its response changes no stored one.
  package mutating func goDirectly() {
    (settings.isCacheOff, settings.sessionPolicy, settings.requestPolicy) = (true, .protocol, nil)
  }

  /// Whether the request bypasses the cache.
  var isDirect: Bool { settings.isCacheOff }

  /// How many bytes of a body may be kept.
  var maxEntrySize: Int64 { settings.maxEntrySize ?? .max }

  /// The query that this request puts to the storage.
  package func query(at time: Instant) -> StorageQuery {
    StorageQuery(key: key, request: head, settings: settings, time: time)
  }

  /// Notes in the head whether the request has credentials that its fields do not show: a login, or fields configured
  /// for the origin, any of which may be a credential.
  mutating func noteCredentials() {
    head.hasOtherCredentials = login != nil || originFields[head.target.origin]?.isEmpty == false
  }

  /// Adds the session's cookies before the user's own, as curl does; of the user's own, those that a response has `replaced` are
  /// not sent.
  mutating func addCookies(_ session: String?, replacing replaced: Set<String>) {
    let own = head.fields.lines(named: "Cookie")
    guard session != nil || !replaced.isEmpty && !own.isEmpty else { return }
    ownCookies = own
    var values = own.map(\.rawValue)
    if !replaced.isEmpty {
      let pairs = own.flatMap { $0.rawValue.split(separator: 0x3B) }.map { $0.trimming { $0 == 0x20 } }
      values = pairs.filter { !replaced.contains(OriginalBytes.text($0.prefix { $0 != 0x3D })) }.map(
        Array.init)
    }
    if let session { values.insert(session.originalBytes, at: 0) }
    head.fields.remove("Cookie")
    guard !values.isEmpty else { return }
    head.fields.append(FieldLine(name: "Cookie", rawValue: Array(values.joined(separator: "; ".utf8))))
  }

  /// Removes the session's cookies; the next request gets others.
  mutating func removeCookies() {
    guard let own = ownCookies else { return }
    ownCookies = nil
    head.fields.remove("Cookie")
    head.fields.lines += own
  }

  /// The most seconds of a refresh, unless the request has its own limit.
  private static let longestRefresh = 5.0

  /// The request that validates or replaces a response served stale (RFC 5861 §3).
  var refresh: FetchRequest {
    var refresh = self
    refresh.removeCookies()
    refresh.settings.requestPolicy = .revalidate
    refresh.maxRedirects = nil
    refresh.settings.servesStaleIfUnreachable = false
    (refresh.isRevalidation, refresh.isRefresh) = (true, true)
    // The process waits for the refresh, although no caller does.
    refresh.retries = RetryPolicy()
    if (transfer.maxTime ?? 0) <= 0 { refresh.transfer.maxTime = Self.longestRefresh }
    for name in Preconditions.evaluated + ["Range"] { refresh.head.fields.remove(name) }
    return refresh
  }
}
