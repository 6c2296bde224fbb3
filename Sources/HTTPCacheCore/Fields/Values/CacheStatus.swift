/// This cache's member of `Cache-Status`: how it handled a request (RFC 9211).
public struct CacheStatus: Sendable, Hashable {
  /// Why a request was forwarded (RFC 9211 §2.2).
  public enum Forward: String, Sendable {
    /// The cache was told not to handle the request.
    case bypass
    /// The semantics of the method require forwarding.
    case method
    /// No response is stored for the URI.
    case uriMiss = "uri-miss"
    /// Responses are stored for the URI, but none matches the request.
    case varyMiss = "vary-miss"
    /// The directives or the policy of the request demanded it.
    case request
    /// The stored response was stale.
    case stale
    /// A part is stored, and the request needs more of it.
    case partial
    /// The stored response was damaged, or not reusable for another cause.
    case miss
  }

  /// Why the request was forwarded; nil for a hit.
  public var forward: Forward?

  /// The status of the response to the forwarded request.
  public var forwardStatus: Int?

  /// The remaining freshness in seconds; negative when stale.
  public var ttl: Seconds?

  /// Whether the response was stored.
  public var isStored = false

  /// Whether the request was collapsed with another one, whose transfer brought the response.
  public var isCollapsed = false

  /// A detail that the other parameters do not cover, as a token.
  public var detail: String?

  /// Makes the status of a hit or of a forwarded request.
  ///
  /// - Parameters:
  ///   - forward: why the request was forwarded; nil for a hit.
  ///   - forwardStatus: the status of the response to the forwarded request.
  ///   - ttl: the remaining freshness in seconds.
  public init(forward: Forward? = nil, forwardStatus: Int? = nil, ttl: Seconds? = nil) {
    self.forward = forward
    self.forwardStatus = forwardStatus
    self.ttl = ttl
  }

  /// The list member: `httpcache; hit; ttl=120`.
  public var text: String {
    var text = "httpcache"
    if let forward {
      text += "; fwd=\(forward.rawValue)"
      if let forwardStatus { text += "; fwd-status=\(forwardStatus)" }
    } else {
      text += "; hit"
    }
    if let ttl { text += "; ttl=\(ttl)" }
    if isStored { text += "; stored" }
    if isCollapsed { text += "; collapsed" }
    if let detail { text += "; detail=\(detail)" }
    return text
  }
}
