/// Which proxy a request goes through, and how; the meanings are curl's.
package struct ProxyOptions: Sendable, Equatable {
  /// The proxy's URL; nil for the environment's proxy, empty for none.
  package var url: String?
  /// `USER:PASSWORD` for the proxy, in place of those of its URL; percent-encoded where needed, as in curl.
  package var credentials: String?
  /// Hosts that are reached without a proxy, separated by commas; nil for those of the environment.
  package var exceptions: String?

  package init() {}
}
