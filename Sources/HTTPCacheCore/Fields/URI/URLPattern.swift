/// A pattern for URLs, with `*` for any characters or none.
///
/// A pattern that begins with `/` is compared with path and query on every host, so that it also holds for a preview of
/// the site.
package struct URLPattern: Hashable, Sendable {
  private let pattern: WildcardPattern

  package init(_ text: String) { pattern = WildcardPattern(text) }

  /// Whether the pattern covers a URL as a whole, or its whole path and query.
  package func matches(_ target: TargetURI) -> Bool {
    guard pattern.text.utf8.first == 0x2F else { return pattern.matches(target.absolute) }
    return target.isHTTP && pattern.matches(target.pathAndQuery)
  }
}
