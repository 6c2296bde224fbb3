extension ResponseHead {
  /// `Location` of a redirect that is followed; nil for any other response, and where the field is empty
  /// (RFC 9110 §15.4).
  package var redirectLocation: String? {
    guard [301, 302, 303, 307, 308].contains(status), let location = fields.reference("Location"),
      !location.isEmpty
    else { return nil }
    return location
  }

  /// The URL to which the redirect leads from the `target` of its request, or why that is no http or https URL; nil
  /// where the response is no redirect.
  package func redirectTarget(from target: TargetURI) -> Result<TargetURI, TargetURI.Malformed>? {
    guard let location = redirectLocation else { return nil }
    return Result { () throws(TargetURI.Malformed) in try target.resolved(TargetURI.encoded(location)) }
  }
}
