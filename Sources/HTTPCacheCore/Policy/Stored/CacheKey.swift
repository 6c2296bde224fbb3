/// The key of a stored response: method, normalised target URI, and the route to the server (RFC 9111 §2).
///
/// Each variant under one key keeps the request fields that `Vary` lists (§4.1) and the credentials that it is bound to.
public struct CacheKey: Sendable, Hashable {
  /// The method of the request; `GET` for every response that this cache stores.
  public let method: String

  /// The normalised URI, without user information and fragment: `http://example.test/a?b`.
  public let uri: String

  /// The route to the server, as `ServerRoute.text` writes it; empty for the URI's own server.
  public let server: String

  /// Makes the key of a request.
  ///
  /// - Parameters:
  ///   - method: the method; `GET` by default.
  ///   - target: the target URI.
  ///   - server: the route to the server; empty by default.
  public init(method: String = "GET", target: TargetURI, server: String = "") {
    self.method = method
    self.uri = target.normalized
    self.server = server
  }

  /// Makes a key from the values in the store.
  package init(method: String, normalizedURI: String, server: String = "") {
    self.method = method
    self.uri = normalizedURI
    self.server = server
  }

  /// The server of a response that an older version stored without its route: no request has this server, so the
  /// response answers no request.
  package static let unknownServer = "?"

  /// The key of the same responses over a verified connection by the certificates of the machine; nil if this key is
  /// for verified connections.
  package var verified: CacheKey? {
    ServerRoute.verified(server).map { CacheKey(method: method, normalizedURI: uri, server: $0) }
  }

  /// The URI without its query.
  package var path: Substring { uri[..<(uri.utf8.firstIndex(of: 0x3F) ?? uri.endIndex)] }

  /// The query of the URI, without its `?`; nil if it has none.
  var query: Substring? {
    uri.utf8.firstIndex(of: 0x3F).map { uri[uri.utf8.index(after: $0)...] }
  }

  /// Whether a response under another key may answer a request with this key.
  ///
  /// The keys must be equal; but a request that accepts an unverified server is also answered by a response that came
  /// from the same server over a connection that was verified, by whatever certificates or keys.
  package func reaches(_ other: CacheKey) -> Bool {
    self == other || uri == other.uri && method == other.method && ServerRoute.reaches(server, other.server)
  }

  /// Whether the key is for a request that accepts an unverified server, so that it reaches other keys.
  var reachesOthers: Bool { ServerRoute.verified(server) != nil }
}
