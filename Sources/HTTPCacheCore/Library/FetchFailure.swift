/// Why there is no response, or none that is whole: a kind for programs, and a line for people.
public struct FetchFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// What a program may want to treat in its own way.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The host or the proxy has no address, or takes no connection.
    case unreachable
    /// A time-out passed.
    case timedOut
    /// The proxy did not let the request through.
    case refused
    /// TLS failed, such as for a certificate that is not trusted.
    case untrusted
    /// The connection ended before the response was whole; the beginning is kept where the rest can be asked for.
    case cutShort
    /// The origin's answer can't be used: no HTTP, redirects without end, or not the content that its digest names.
    case badResponse
    /// Nothing stored may answer, and the policy allows no network.
    case notInCache
    /// The cache can't be read or written, and the network could not take its place.
    case cacheFailed
    /// The caller, or the task that it runs in, wants no answer any more.
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
  /// What went wrong, in one line without a full stop.
  public let message: String

  /// The message.
  public var description: String { message }

  /// Whether it was cancelled.
  public var isCancelled: Bool { kind == .cancelled }

  init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }

  package init(_ error: FetchError) { self.init(error.kind, error.message) }

  /// The caller, or the task that it runs in, wants no answer any more.
  static let cancelled = FetchFailure(.transport(.cancelled))
}

extension FetchError {
  fileprivate var kind: FetchFailure.Kind {
    switch self {
    case .transport(let error): error.kind
    case .notInCache: .notInCache
    case .store: .cacheFailed
    case .tooManyRedirects, .badRedirect: .badResponse
    case .readerClosed: .cancelled
    }
  }
}

extension TransportError {
  fileprivate var kind: FetchFailure.Kind {
    switch self {
    case .nameUnknown, .unreachable, .proxyUnreachable: .unreachable
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
