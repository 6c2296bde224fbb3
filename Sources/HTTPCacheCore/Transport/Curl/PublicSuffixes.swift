import CCurl

/// Decides which domains a host may set cookies for: never a public suffix, below which anyone may register a name.
package enum PublicSuffixes {
  /// Whether a host may set cookies for a domain that it belongs to.
  ///
  /// Without a list of public suffixes on this machine, a domain needs a dot inside.
  package static func mayOwn(host: String, domain: String) -> Bool {
    let answer = csuffixes_accept(host, domain)
    return answer < 0 ? host == domain || domain.contains(".") : answer > 0
  }
}
