extension ResponseHead {
  /// `Location` of a redirect that is followed; nil for any other response (RFC 9110 §15.4).
  package var redirectLocation: String? {
    [301, 302, 303, 307, 308].contains(status) ? fields.first("Location") : nil
  }

  /// Where the redirect leads.
  ///
  /// - Parameter target: of the request that it answers.
  /// - Returns: nil where it is no redirect, and where it leads to no http or https URL.
  package func redirectTarget(from target: TargetURI) -> TargetURI? {
    guard let location = redirectLocation else { return nil }
    do throws(TargetURI.Malformed) { return try target.resolving(location) } catch { return nil }
  }
}
