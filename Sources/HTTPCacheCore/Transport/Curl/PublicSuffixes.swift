import CCurl

/// Decides for which domains a host may set cookies.
///
/// A host may not set cookies for a public suffix such as `co.uk`, since unrelated sites have names below it.
package enum PublicSuffixes {
  /// Whether a host may set cookies for a domain that it belongs to.
  ///
  /// A host may always set cookies for itself. If this machine has no list of public suffixes, any other
  /// domain needs a dot.
  package static func mayOwn(host: String, domain: String) -> Bool {
    let answer = csuffixes_accept(host, domain)
    return answer < 0 ? host == domain || domain.contains(".") : answer > 0
  }
}

extension Site {
  /// The site of a host in lower case by the list of public suffixes; if this machine has none, by the form of the name.
  package init(listed host: String) {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    // A host may have cookies for the domain that its owner registered, and for no shorter one.
    let names = labels.indices.dropLast().reversed().lazy.map { labels[$0...].joined(separator: ".") }
    self = names.first { csuffixes_accept(host, $0) > 0 }.map { Site(name: $0) } ?? Site(host: host)
  }
}
