/// Whether a stale response may stand in for an origin that cannot be reached, and why (RFC 9111 §4.2.4).
public struct DisconnectedDecision: Sendable, Hashable {
  /// The one rule that decided.
  public let reasons: [Reason]

  /// True unless the protocol forbids stale reuse.
  public var isServable: Bool { !reasons.has(.forbids) }

  /// Asks what forbids stale reuse: `no-cache`, `must-revalidate`, and in a shared cache `proxy-revalidate` and
  /// `s-maxage`.
  ///
  /// - Parameters:
  ///   - stored: the selected response.
  ///   - settings: the cache's role.
  public init(_ stored: StoredResponse, settings: Settings) {
    if let bar = ReuseRules.staleBar(CacheControl(stored.head.fields), role: settings.role) {
      reasons = [Reason(.unreachableStaleForbidden, field: "Cache-Control", value: bar)]
    } else {
      reasons = [Reason(.servedWhileUnreachable, value: stored.userInfo[StoredResponse.cacheDateName])]
    }
  }
}
