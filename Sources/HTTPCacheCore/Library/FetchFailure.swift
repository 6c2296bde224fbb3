/// Why there is no response, or no whole one: a kind for programs, and a line for people.
public struct FetchFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of failures that a program may want to tell apart.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The name of the host or the proxy has no address, or no connection could be made.
    case unreachable
    /// A time-out passed.
    case timedOut
    /// The proxy did not let the request through.
    case refused
    /// TLS failed, for example because a certificate is not trusted.
    case untrusted
    /// The connection ended before the response was whole; the beginning is stored if the rest can be requested
    /// later.
    case cutShort
    /// The origin's response can't be used: it is not HTTP, redirects too often, or does not match its digest.
    case badResponse
    /// No stored response may answer, and the policy allows no network.
    case notInCache
    /// The cache can't be read or written, and the network could not take its place.
    case cacheFailed
    /// The caller cancelled the fetch, or the task that runs it.
    case cancelled
    /// The program gave a URL, a field, a limit or a setting that can't be used; nothing was sent.
    case badValue
    /// The body is longer than the program asked for.
    case tooLarge
    /// The system lacks libcurl or gives no thread, or libcurl fails in another way.
    case other
  }

  /// The kind of the failure.
  public let kind: Kind
  /// The cause, in one line without a full stop.
  public let message: String

  /// The message.
  public var description: String { message }

  /// Whether the fetch was cancelled.
  public var isCancelled: Bool { kind == .cancelled }

  init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }

  package init(_ error: FetchError) { self.init(error.kind, error.message) }

  /// The caller cancelled the fetch, or the task that runs it.
  static let cancelled = FetchFailure(.transport(.cancelled))
}

extension FetchError {
  fileprivate var kind: FetchFailure.Kind {
    switch self {
    case .transport(let error): error.kind
    case .notInCache: .notInCache
    case .store: .cacheFailed
    case .tooManyRedirects, .cookieNotSent, .redirectCircle, .badRedirect: .badResponse
    case .readerClosed: .cancelled
    }
  }
}

extension TransportError {
  fileprivate var kind: FetchFailure.Kind {
    switch self {
    case .nameUnknown, .unreachable, .proxyUnreachable, .tooManyFiles: .unreachable
    case .timeout: .timedOut
    case .proxyRefused: .refused
    case .tls, .untrusted: .untrusted
    case .cutShort: .cutShort
    case .tooLong, .digestWrong, .malformedResponse, .transferCoding, .headTooLarge: .badResponse
    case .cancelled: .cancelled
    case .libraryMissing, .other: .other
    }
  }
}
