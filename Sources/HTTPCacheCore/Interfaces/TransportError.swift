/// Why an exchange brought no whole response; each ends a fetch with exit code 3.
package enum TransportError: Error, Equatable, Sendable {
  /// libcurl could not be loaded; the loader's message.
  case libraryMissing(String)
  /// The name of the host or the proxy has no address.
  case nameUnknown(String)
  /// No connection could be made.
  case unreachable(String)
  /// TLS failed.
  case tls(String)
  /// A time-out passed.
  case timeout(String)
  /// The connection ended before the response was whole.
  case cutShort(String)
  /// The answer is not an HTTP response.
  case malformedResponse
  /// The head exceeds the bounds.
  case headTooLarge
  /// This side cancelled the transfer.
  case cancelled
  /// Any other error of libcurl, with its message.
  case other(String)

  /// The most bytes of all heads and trailers of a response; curl has the same limit.
  package static let maxHeadBytes = 300 * 1024

  /// One line, no full stop.
  package var message: String {
    switch self {
    case .libraryMissing(let said): "libcurl can't be loaded: \(said)"
    case .nameUnknown(let said), .unreachable(let said): "the origin can't be reached: \(said)"
    case .tls(let said): "TLS failed: \(said)"
    case .timeout(let said): "timed out: \(said)"
    case .cutShort(let said): "the response was cut short: \(said)"
    case .malformedResponse: "what came back is no HTTP response"
    case .headTooLarge:
      "the response's header and trailer sections are larger than \(Self.maxHeadBytes / 1024) KiB or have too many lines"
    case .cancelled: "the transfer was cancelled"
    case .other(let said): said
    }
  }

  /// Whether the origin could not be reached: no connection, TLS, time-out, cut short.
  package var isUnreachable: Bool {
    switch self {
    case .nameUnknown, .unreachable, .tls, .timeout, .cutShort: true
    case .libraryMissing, .malformedResponse, .headTooLarge, .cancelled, .other: false
    }
  }
}
