import HTTPCacheCore

/// A request for a page, for an asset that it loads, or for the same in the other deployment.
struct Question: Hashable, Sendable {
  enum Side: Hashable, Sendable {
    /// The deployment that is judged.
    case here
    /// The other deployment, which `--against` names.
    case there
  }

  /// The number of the page in its round.
  let page: Int
  /// The number of the asset in its page, which is number 0 itself.
  let part: Int
  let side: Side
  /// Whether it is asked for the second time, to see whether the content stays the same.
  let isAgain: Bool
  let named: NamedTarget
  /// The use that the page makes of it; nil for the page itself.
  let role: AssetReference.Role?
  /// The address of the server that is asked; nil if libcurl looks it up.
  let address: String?

  var target: TargetURI { named.target }
}
