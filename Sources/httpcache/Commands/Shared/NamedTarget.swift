import HTTPCacheCore

/// A URL of a run, and who named it.
///
/// The text of a sitemap or a page must not decide which other origin gets the user's credentials, nor what another
/// origin asks for in the user's name: only a URL that the user named, or its own origin alone, is vouched for.
struct NamedTarget: Hashable, Sendable {
  let target: TargetURI

  /// The origins that led to the URL from one of the user: of each sitemap and page, and of the redirects to it; none
  /// for a URL that the user named.
  let origins: Set<String>

  init(_ target: TargetURI, by origins: Set<String> = []) { (self.target, self.origins) = (target, origins) }

  /// Whether requests for the URL carry the user's credentials.
  var isVouched: Bool { origins.allSatisfy { $0 == target.origin } }

  /// Whether another origin led back to an origin that had led to it: then not even the fields that are configured for
  /// the URL's origin are sent, as after a redirect back.
  var isReturn: Bool { !isVouched && origins.contains(target.origin) }

  /// The origins that lead to what the responses name, which came for this URL.
  func origins(with responses: [Served]) -> Set<String> {
    origins.union([target.origin]).union(responses.map(\.request.target.origin))
  }
}
