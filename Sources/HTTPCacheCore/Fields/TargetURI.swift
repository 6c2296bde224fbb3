/// An absolute http or https URI: the target of a request (RFC 9110 §7.1, RFC 3986).
public struct TargetURI: Sendable, Hashable {
  /// `http` or `https`, in lower case.
  public let scheme: String

  /// The user information before `@`, as written; nil where there is none.
  public let userInfo: String?

  /// The host in lower case; an IPv6 address keeps its brackets.
  public let host: String

  /// The port; the scheme's own (80, 443) where none was written.
  public let port: Int

  /// The path as written, at least `/`.
  public let path: String

  /// What follows `?`, as written; nil where there is no `?`.
  public let query: String?

  /// Why a text is no URI that a request can be sent to.
  public enum Malformed: Error, Equatable, Sendable {
    /// There is no `scheme://`.
    case noScheme
    /// The scheme, named here, is neither http nor https.
    case scheme(String)
    /// There is no host.
    case noHost
    /// The port, named here, is no number from 1 to 65535.
    case port(String)
    /// White space, a control character, or a character that no URI may hold.
    case character
  }

  /// Reads an absolute URI, as strictly as the request that will be sent needs.
  ///
  /// - Parameter text: the URI; a fragment is dropped, bytes above 127 stay as they are.
  /// - Throws: what is wrong with it.
  public init(_ text: String) throws(Malformed) {
    let bytes = Array(text.utf8)
    guard
      bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != 0x5C && $0 != 0x22 && $0 != 0x3C && $0 != 0x3E })
    else { throw .character }
    guard let colon = bytes.firstIndex(of: 0x3A), bytes[colon...].starts(with: "://".utf8) else {
      throw .noScheme
    }
    let scheme = Self.lowercased(bytes[..<colon])
    guard scheme == "http" || scheme == "https" else { throw .scheme(scheme) }
    let withoutFragment = bytes[(colon + 3)...].prefix { $0 != 0x23 }
    let authority = withoutFragment.prefix { $0 != 0x2F && $0 != 0x3F }
    var rest = withoutFragment[authority.endIndex...]

    var hostAndPort = authority
    if let at = authority.lastIndex(of: 0x40) {
      self.userInfo = String(decoding: authority[..<at], as: UTF8.self)
      hostAndPort = authority[(at + 1)...]
    } else {
      self.userInfo = nil
    }
    let (host, portText) = Self.split(hostAndPort)
    guard !host.isEmpty else { throw .noHost }
    self.scheme = scheme
    self.host = Self.lowercased(host)
    if let portText, !portText.isEmpty {
      let digits = String(decoding: portText, as: UTF8.self)
      guard portText.allSatisfy({ (0x30...0x39).contains($0) }), let port = Int(digits),
        (1...65535).contains(port)
      else { throw .port(digits) }
      self.port = port
    } else {
      self.port = scheme == "https" ? 443 : 80
    }
    let path = rest.prefix { $0 != 0x3F }
    self.path = path.isEmpty ? "/" : String(decoding: path, as: UTF8.self)
    rest = rest[path.endIndex...]
    self.query = rest.isEmpty ? nil : String(decoding: rest.dropFirst(), as: UTF8.self)
  }

  /// Splits `host:port`; the colons inside an IPv6 address's brackets do not count.
  private static func split(_ text: ArraySlice<UInt8>) -> (host: ArraySlice<UInt8>, port: ArraySlice<UInt8>?)
  {
    let end = text.first == 0x5B ? text.firstIndex(of: 0x5D) ?? text.startIndex : text.startIndex
    guard let colon = text[end...].firstIndex(of: 0x3A) else { return (text, nil) }
    return (text[..<colon], text[(colon + 1)...])
  }

  private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.map(\.asciiLowercased), as: UTF8.self)
  }

  /// The port as it is written: nothing where it is the scheme's own.
  private var portSuffix: String { port == (scheme == "https" ? 443 : 80) ? "" : ":\(port)" }

  /// Scheme, host and port: what credentials and invalidation are bound to (RFC 9110 §4.3.1).
  public var origin: String { "\(scheme)://\(host)\(portSuffix)" }

  /// The URI as it goes to the network: without user information and fragment, path and query as written.
  public var absolute: String { origin + path + (query.map { "?" + $0 } ?? "") }

  /// The URI as a cache key: also percent-encoding and dot segments normalised (RFC 3986 §6.2.2, RFC 9110 §4.2.3).
  public var normalized: String {
    origin + Self.removingDotSegments(Self.normalizingEscapes(path))
      + (query.map { "?" + Self.normalizingEscapes($0) } ?? "")
  }
}
