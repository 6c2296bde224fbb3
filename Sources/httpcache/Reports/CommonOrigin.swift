import HTTPCacheCore

/// The origin of many URLs, if all of them have one.
struct CommonOrigin: Sendable {
  private var first: TargetURI?
  private var areSeveral = false

  /// The origin; nil if there are several, or none is known.
  var text: String? { areSeveral ? nil : first?.origin }

  mutating func add(_ target: TargetURI) {
    guard !areSeveral else { return }
    if let first { areSeveral = !first.isSameOrigin(as: target) } else { first = target }
  }

  mutating func add(_ other: Self) {
    if other.areSeveral { areSeveral = true } else if let target = other.first { add(target) }
  }

  /// Notes that nothing is known of some URLs.
  mutating func addUnknown() { areSeveral = true }
}
