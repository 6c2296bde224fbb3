import HTTPCacheCore

/// Whether a run judges one host or several, which decides how it writes URL patterns.
struct SubjectHosts {
  private var first: String?
  private var areSeveral = false

  mutating func add(_ target: TargetURI) {
    // A URL of a scheme other than http and https keeps its host, since it has no path below one.
    let host = target.isHTTP ? target.host : ""
    if let first { areSeveral = areSeveral || host != first } else { first = host }
  }

  /// A pattern in the form for a file: without scheme and host if there is only one host, so that it also holds for
  /// a preview of the site.
  func written(_ pattern: String) -> String {
    guard !areSeveral, first?.isEmpty == false else { return pattern }
    let bytes = pattern.utf8
    let slashes = bytes.indices.filter { bytes[$0] == 0x2F }
    return slashes.count > 2 ? String(pattern[slashes[2]...]) : pattern
  }
}
