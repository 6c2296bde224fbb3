/// The names of stored responses, for completion.
package struct StoredNames {
  private let database: Database

  package init(of store: Store) { database = store.database }

  /// The stored normalised URIs that begin with a prefix, each once and in order; at most `count`.
  ///
  /// - Throws: the error of the database.
  package func uris(beginningWith prefix: String, count: Int) throws(StoreError) -> [String] {
    try uris(from: prefix, before: prefix + "\u{10FFFF}", count: count)
  }

  /// The hosts of stored responses that begin with a prefix, without scheme and port, each once and in order; at most
  /// `count` for each scheme.
  ///
  /// Steps from host to host by the index, so that the time does not depend on how much is stored for each host.
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
        // `0` is the character after `/`: go to the next host, or to the same one with a port.
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
