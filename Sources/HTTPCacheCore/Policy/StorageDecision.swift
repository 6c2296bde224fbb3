/// One exchange with an origin, as far as storing asks: what was asked, what came, and how.
public struct Exchange: Sendable, Hashable {
  /// The request as it was sent.
  public var request: RequestHead

  /// The response's head.
  public var head: ResponseHead

  /// The body's bytes, where known: counted, or as `Content-Length` says.
  public var bodyLength: Int64?

  /// Whether the response came from the origin's side and not out of another cache of the client.
  public var isFromServer: Bool

  /// Makes an exchange.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - head: the response's head.
  ///   - bodyLength: bytes; what `Content-Length` says unless told.
  ///   - isFromServer: true unless told.
  public init(request: RequestHead, head: ResponseHead, bodyLength: Int64? = nil, isFromServer: Bool = true) {
    self.request = request
    self.head = head
    self.bodyLength = bodyLength ?? head.fields.first("Content-Length").flatMap { Int64($0) }
    self.isFromServer = isFromServer
  }
}

/// Whether a response may be kept, and why.
///
/// There is no stored verdict: it follows from the reasons, so that the two cannot disagree.
public struct StorageDecision: Sendable, Hashable {
  /// In the order in which the rules were read.
  public private(set) var reasons: [Reason]

  /// True when something allows storing and nothing forbids it (RFC 9111 §3).
  public var isStorable: Bool { reasons.has(.allows) && !reasons.has(.forbids) }

  /// Whether it would be storable if one rule did not count.
  func isStorable(butFor rule: Rule) -> Bool {
    let others = reasons.filter { $0.rule != rule }
    return others.has(.allows) && !others.has(.forbids)
  }

  /// Reads all rules of the profile; every reason is kept, not only the first.
  ///
  /// - Parameters:
  ///   - exchange: request and response.
  ///   - settings: role, profile, policies and limits.
  public init(_ exchange: borrowing Exchange, settings: Settings) {
    reasons =
      switch settings.profile {
      case .rfc9111: StorageRules.reasons(exchange, settings: settings)
      case .urlcache: URLCacheRules.reasons(exchange, settings: settings)
      }
    if settings.isCacheOff { add(Reason(.cacheOff)) }
  }

  /// Adds what only the one who stores can know: a size that was passed, a storage that was not allowed.
  ///
  /// - Parameter reason: one more reason.
  package mutating func add(_ reason: Reason) { reasons.append(reason) }
}
