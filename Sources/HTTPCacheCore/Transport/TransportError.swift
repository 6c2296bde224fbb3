/// Why an exchange brought no whole response; each case ends a fetch with exit code 3.
package enum TransportError: Error, Equatable, Sendable {
  /// libcurl could not be loaded; the loader's message.
  case libraryMissing(String)
  /// The name of the host or the proxy has no address.
  case nameUnknown(String)
  /// No connection could be made.
  case unreachable(String)
  /// The proxy, by host and port, could not be reached.
  case proxyUnreachable(String, String)
  /// The proxy, by host and port, did not let the request through; `status` is that of its answer to CONNECT, if it
  /// gave one.
  case proxyRefused(String, status: Int?, String)
  /// The certificate of the origin, or of the proxy, comes from an issuer that is not trusted.
  case untrusted(String, isProxy: Bool)
  /// TLS failed in another way.
  case tls(String)
  /// A time-out passed.
  case timeout(String)
  /// The connection ended before the response was whole.
  case cutShort(String)
  /// More bytes came than the head names.
  case tooLong(expected: Int64)
  /// The content does not match the digest in the named field (RFC 9530).
  case digestWrong(String)
  /// The answer is not an HTTP response.
  case malformedResponse
  /// The response has a transfer coding that the request did not ask for.
  case transferCoding(String)
  /// The head exceeds the bounds.
  case headTooLarge(HeadBound = .bytes)
  /// This process has as many files and sockets open as it may, and needed one more for a connection.
  case tooManyFiles(limit: Int)
  /// This side cancelled the transfer.
  case cancelled
  /// Any other error of libcurl, with its message.
  case other(String)

  /// One line, no full stop.
  package var message: String {
    switch self {
    case .libraryMissing(let said): "libcurl can't be loaded: \(said)"
    case .nameUnknown(let said), .unreachable(let said): "the origin can't be reached: \(said)"
    case .proxyUnreachable(let proxy, let said): "the proxy \(proxy) can't be reached: \(said)"
    case .proxyRefused(let proxy, let status?, _): "the proxy \(proxy) answered CONNECT with status \(status)"
    case .proxyRefused(let proxy, nil, let said):
      "the proxy \(proxy) did not let the request through: \(said)"
    case .tls(let said), .untrusted(let said, _): "TLS failed: \(said)"
    case .timeout(let said): "timed out: \(said)"
    case .cutShort(let said): "the response was cut short: \(said)"
    case .tooLong(let expected): "the response has more than the \(expected) bytes that Content-Range names"
    case .digestWrong(let field):
      "the content does not have the digest of \(field): it was changed or damaged on its way"
    case .malformedResponse: "the answer is not an HTTP response"
    case .transferCoding(let coding):
      "the response has the transfer coding '\(coding)', which was not asked for"
    case .headTooLarge(let bound): "the response's header and trailer sections \(bound.excess)"
    case .tooManyFiles(let limit):
      "no connection can be opened: this process may have \(limit) files and sockets open, and has them"
    case .cancelled: "the transfer was cancelled"
    case .other(let said): said
    }
  }

  /// Whether the origin could not be reached: no connection, no way through the proxy, TLS, time-out, cut short.
  package var isUnreachable: Bool {
    switch self {
    case .nameUnknown, .unreachable, .proxyUnreachable, .proxyRefused, .tls, .untrusted, .timeout, .cutShort,
      .tooManyFiles:
      true
    case .libraryMissing, .tooLong, .digestWrong, .malformedResponse, .transferCoding, .headTooLarge,
      .cancelled, .other:
      false
    }
  }
}

/// A bound of the heads and trailers of one response.
package enum HeadBound: Sendable, Hashable {
  /// Of all their bytes.
  case bytes
  /// Of the bytes of one line.
  case lineBytes
  /// Of their lines.
  case lines
  /// Of the interim responses before the final one.
  case interim

  /// The most that the bound allows; curl has the same limit of bytes.
  package var limit: Int {
    switch self {
    case .bytes: 300 * 1024
    case .lineBytes: 100 * 1024
    case .lines: 2000
    case .interim: 100
    }
  }

  /// What goes beyond the bound, as the end of a sentence.
  fileprivate var excess: String {
    switch self {
    case .bytes: "are larger than \(limit / 1024) KiB"
    case .lineBytes: "have a line of more than \(limit / 1024) KiB"
    case .lines: "have more than \(limit) lines"
    case .interim: "follow more than \(limit) interim responses"
    }
  }
}
