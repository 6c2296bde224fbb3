/// What a stored response is found by: method and normalised target URI (RFC 9111 §2).
///
/// Variants under one key are told apart by the fields that `Vary` nominates (§4.1), kept with each.
public struct CacheKey: Sendable, Hashable {
  /// The method that got the response; `GET` for all that this cache keeps.
  public let method: String

  /// The normalised URI, without user information and fragment: `http://example.test/a?b`.
  public let uri: String

  /// Makes the key of a request.
  ///
  /// - Parameters:
  ///   - method: the method; `GET` unless told.
  ///   - target: the target URI.
  public init(method: String = "GET", target: TargetURI) {
    self.method = method
    self.uri = target.normalized
  }

  /// Makes a key as it was written to the store.
  ///
  /// - Parameters:
  ///   - method: the stored method.
  ///   - normalizedURI: the URI as normalised when it was stored.
  package init(method: String, normalizedURI: String) {
    self.method = method
    self.uri = normalizedURI
  }
}
