/// What a stored response is found by: method, normalised target URI, and what else decides which server answers
/// (RFC 9111 §2).
///
/// Variants under one key are told apart by the request fields that `Vary` nominates (§4.1) and by who asked, kept with
/// each.
public struct CacheKey: Sendable, Hashable {
  /// The method that got the response; `GET` for all that this cache keeps.
  public let method: String

  /// The normalised URI, without user information and fragment: `http://example.test/a?b`.
  public let uri: String

  /// What besides the URI decided which server answered, as `ServerRoute.text` writes it; empty where nothing did.
  public let server: String

  /// Makes the key of a request.
  ///
  /// - Parameters:
  ///   - method: the method; `GET` unless told.
  ///   - target: the target URI.
  ///   - server: what besides the URI decides which server answers; nothing unless told.
  public init(method: String = "GET", target: TargetURI, server: String = "") {
    self.method = method
    self.uri = target.normalized
    self.server = server
  }

  /// Makes a key as it was written to the store.
  ///
  /// - Parameters:
  ///   - method: the stored method.
  ///   - normalizedURI: the URI as normalised when it was stored.
  ///   - server: as it was stored.
  package init(method: String, normalizedURI: String, server: String = "") {
    self.method = method
    self.uri = normalizedURI
    self.server = server
  }

  /// What stands as the server of a response that was stored before servers were told apart: no request has it, so
  /// such a response answers none.
  package static let unknownServer = "?"

  /// The same key for responses that came over a connection whose certificate was verified; nil where the key itself is
  /// for such ones.
  package var verified: CacheKey? {
    ServerRoute.verified(server).map { CacheKey(method: method, normalizedURI: uri, server: $0) }
  }

  /// Whether a request with this key may be given what is stored under another: its own, and, where it takes an
  /// unverified server's word, also a verified one's.
  package func reaches(_ other: CacheKey) -> Bool { self == other || verified == other }
}
