import HTTPCacheCore

/// Whether a run judges one host or several, which decides how it writes URL patterns.
struct SubjectHosts {
  private var first: String?
  private var areSeveral = false

  mutating func add(_ target: TargetURI) {
    // A URL that is neither http nor https counts as having no host, so that patterns keep it whole.
    let host = target.isHTTP ? target.host : ""
    if let first { areSeveral = areSeveral || host != first } else { first = host }
  }

  /// A pattern as written to a file: without scheme and host if there is only one host, so that it also matches a
  /// preview of the site.
  func written(_ pattern: String) -> String {
    guard !areSeveral, first?.isEmpty == false else { return pattern }
    let bytes = pattern.utf8
    let slashes = bytes.indices.filter { bytes[$0] == 0x2F }
    return slashes.count > 2 ? String(pattern[slashes[2]...]) : pattern
  }
}
