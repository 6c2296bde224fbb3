/// Parts of a URI as it stands in a cache key: `http://host:port/path`.
enum NormalizedURI {
  /// Scheme and authority: `http://example.com:8080`.
  static func origin(_ uri: String) -> String {
    guard let scheme = uri.firstRange(of: "://") else { return uri }
    return String(uri[..<(uri[scheme.upperBound...].firstIndex(of: "/") ?? uri.endIndex)])
  }

  /// The host of an authority `host:port`; an IPv6 address keeps its brackets.
  static func host(ofAuthority authority: some StringProtocol) -> String {
    let end = authority.first == "[" ? authority.firstIndex(of: "]") : nil
    let rest = authority[(end ?? authority.startIndex)...]
    return String(authority[..<(rest.firstIndex(of: ":") ?? authority.endIndex)])
  }

  /// `example.com` of `http://example.com:8080/x`.
  static func host(_ uri: String) -> String {
    host(ofAuthority: origin(uri).split(separator: "/").last ?? "")
  }
}
