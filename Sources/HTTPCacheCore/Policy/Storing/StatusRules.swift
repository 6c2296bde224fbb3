/// What the definition of a status says of storing a response that has it.
enum StatusRules {
  /// Why no cache stores a response with a status, whatever its fields say; nil if the fields decide.
  static func prohibition(_ status: Int) -> Reason? {
    switch status {
    case 407: Reason(.proxyStatus, amount: 407)
    case 428, 429, 431, 511: Reason(.statusNeverStored, amount: Int64(status))
    default: nil
    }
  }
}

extension ResponseHead {
  /// Whether the status is defined as heuristically cacheable (RFC 9110 §15.1, RFC 7725 §3).
  package var isHeuristicallyCacheable: Bool {
    switch status {
    case 200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 451, 501: true
    default: false
    }
  }

  /// Whether this cache knows the status and its requirements on caching (RFC 9111 §3).
  var isStatusUnderstood: Bool {
    switch status {
    case 200...206, 300...303, 307, 308, 400...405, 406...418, 421, 422, 425, 426, 428, 429, 431, 451,
      500...506,
      511:
      true
    default: false
    }
  }
}

extension Rule {
  /// Rules about the status alone.
  static let statuses: [Rule] = [.statusNeverStored, .proxyStatus]

  static let statusNeverStored = Self(
    "status-never-stored", .forbids, "RFC 6585 §3, §4, §5, §6"
  ) { "a response with status \($0.number) must not be stored, whatever its fields say" }
  static let proxyStatus = Self(
    "proxy-status", .forbids, "RFC 9110 §15.5.8",
    "a 407 is the demand of a proxy, and no answer of the origin that a cache could keep")
}
