/// A pattern for URLs, in which `*` matches any characters or none.
///
/// A pattern that begins with `/` is compared with path and query on every host, so that it also matches a preview of
/// the site.
package struct URLPattern: Hashable, Sendable {
  private let pattern: WildcardPattern

  package init(_ text: String) { pattern = WildcardPattern(text) }

  /// Whether the pattern matches a whole URL, or its whole path and query.
  package func matches(_ target: TargetURI) -> Bool {
    guard pattern.text.utf8.first == 0x2F else { return pattern.matches(target.absolute) }
    return target.isHTTP && pattern.matches(target.pathAndQuery)
  }
}
