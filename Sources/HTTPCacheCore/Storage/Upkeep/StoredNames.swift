// The shell completes URLs and hosts of stored responses by these functions.

extension Store {
  /// The first `count` stored normalised URIs that begin with a prefix, in order and without repetitions.
  ///
  /// - Throws: the error of the database.
  package func uris(beginningWith prefix: String, count: Int) throws(StoreError) -> [String] {
    try uris(from: prefix, before: prefix + "\u{10FFFF}", count: count)
  }

  /// The hosts that begin with a prefix and have stored responses, in order and without repetitions.
  ///
  /// The function finds up to `count` authorities for each of `http` and `https`, and leaves out their ports.
  /// It steps from authority to authority by the index, so that a host with many responses takes no longer.
  ///
  /// - Throws: the error of the database.
  package func hosts(beginningWith prefix: String, count: Int) throws(StoreError) -> [String] {
    var hosts: Set<String> = []
    for scheme in ["http://", "https://"] {
      var start = scheme + prefix
      for _ in 0..<max(0, count) {
        let end = scheme + prefix + "\u{10FFFF}"
        guard let uri = try uris(from: start, before: end, count: 1).first else { break }
        let authority = uri.dropFirst(scheme.count).prefix { $0 != "/" }
        hosts.insert(NormalizedURI.host(uri))
        // `0` is the character after `/`: go to the next authority, which may be the same host with a port.
        start = scheme + authority + "0"
      }
    }
    return hosts.sorted()
  }

  private func uris(from start: String, before end: String, count: Int) throws(StoreError) -> [String] {
    guard database.isCurrent else { return [] }
    return try database.rows(
      "SELECT DISTINCT uri FROM entries WHERE uri >= ?1 AND uri < ?2 ORDER BY uri LIMIT ?3",
      [.text(start), .text(end), .integer(Int64(max(0, count)))]
    ) { $0.text(0) }
  }
}
