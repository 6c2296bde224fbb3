import HTTPCacheCore

/// The hosts of what a run judges, which decide how it writes patterns down.
struct SubjectHosts {
  private var first: String?
  private var areSeveral = false

  mutating func add(_ target: TargetURI) {
    // A URL of another scheme has no path below a host.
    let host = target.isHTTP ? target.host : ""
    if let first { areSeveral = areSeveral || host != first } else { first = host }
  }

  /// A pattern of a whole URL as it is written: without the host where there is only one, so that it also holds for a
  /// preview of the site.
  func written(_ pattern: String) -> String {
    guard !areSeveral, first?.isEmpty == false else { return pattern }
    let bytes = pattern.utf8
    let slashes = bytes.indices.filter { bytes[$0] == 0x2F }
    return slashes.count > 2 ? String(pattern[slashes[2]...]) : pattern
  }
}
