/// All that is asked of one fetch.
package struct FetchRequest: Sendable {
  /// Method, target and fields, the client's own fields included.
  package var head: RequestHead
  /// What decisions may depend on.
  package var settings = Settings()
  /// What many requests have in common, held once for all of them.
  private var shared = Shared(Means())
  /// Whether a stale response may stand in for an origin that can't be reached.
  package var servesStaleIfUnreachable = false
  /// How many redirects are followed; nil where they are shown instead.
  package var maxRedirects: Int? = 10
  /// Whether the method was chosen by the user and so outlives a redirect, as in curl.
  package var keepsMethod = false
  /// Whether it only asks after what is stored: an error of the origin leaves that as it was, 404 and 410 remove it.
  package var isRevalidation = false
  /// How often a transient failure is tried again.
  package var retries = 0

  package init(head: RequestHead) { self.head = head }

  /// Fields that go to one origin only, by origin: a redirect to another loses them, one to theirs gets them, but not one
  /// that comes back.
  package var originFields: [String: [FieldLine]] {
    get { means.originFields }
    set { means.originFields = newValue }
  }
  /// The request's content.
  package var body: TransferRequest.Body? {
    get { means.body }
    set {
      means.body = newValue
      head.hasContent = newValue != nil
    }
  }
  /// How to reach the origin.
  package var transfer: TransferOptions {
    get { means.transfer }
    set { means.transfer = newValue }
  }
  /// Sees each response before it is stored; nil where the rules decide alone.
  package var willCacheResponse: WillCacheResponse? {
    get { means.willCacheResponse }
    set { means.willCacheResponse = newValue }
  }

  private struct Means: Sendable {
    var originFields: [String: [FieldLine]] = [:]
    var body: TransferRequest.Body?
    var transfer = TransferOptions()
    var willCacheResponse: WillCacheResponse?
  }

  private final class Shared: Sendable {
    let means: Means

    init(_ means: Means) { self.means = means }
  }

  private var means: Means {
    get { shared.means }
    set { shared = Shared(newValue) }
  }
}

/// Why a fetch brought nothing.
package enum FetchError: Error, Equatable, Sendable {
  /// The network or the origin failed.
  case transport(TransportError)
  /// Nothing usable is stored, and the network was not allowed.
  case notInCache
  /// The cache was asked for and can't be used.
  case store(StoreError)
  /// More redirects than allowed.
  case tooManyRedirects(Int)
  /// A redirect to something that is no http or https URL.
  case badRedirect(String)
  /// The reader of the body wants no more.
  case readerClosed

  /// One line, no full stop; foreign text in it is not yet escaped.
  package var message: String {
    switch self {
    case .transport(let error): error.message
    case .notInCache: "nothing in the cache may answer this, and the network was not allowed"
    case .store(let error): error.message
    case .tooManyRedirects(let limit): "more than \(limit) redirects"
    case .badRedirect(let location): "the redirect goes to \(location), which is no http or https URL"
    case .readerClosed: "the output was closed"
    }
  }
}

extension FetchRequest {
  /// How many bytes of a body may be kept.
  var maxEntrySize: Int64 { settings.maxEntrySize ?? .max }

  /// What is asked of the storage.
  package func query(at time: Instant) -> StorageQuery {
    StorageQuery(key: key, request: head, settings: settings, time: time)
  }

  /// The request that confirms or replaces a response that was served stale (RFC 5861 §3).
  var refresh: FetchRequest {
    var refresh = self
    refresh.settings.requestPolicy = .revalidate
    refresh.maxRedirects = nil
    refresh.servesStaleIfUnreachable = false
    for name in Preconditions.evaluated + ["Range"] { refresh.head.fields.remove(name) }
    return refresh
  }
}
