extension ResponseHead {
  /// `Location` of a redirect that can be followed; nil for any other response, and if the field is empty (RFC 9110
  /// §15.4).
  package var redirectLocation: String? {
    guard [301, 302, 303, 307, 308].contains(status), let location = fields.reference("Location"),
      !location.isEmpty
    else { return nil }
    return location
  }

  /// `Location` of a status of redirects that is not followed, such as 300, 305 and what is not defined (RFC 9110
  /// §15.4); nil for any other response.
  var unfollowedLocation: String? {
    guard (300...399).contains(status), status != 304, redirectLocation == nil else { return nil }
    return fields.reference("Location").flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The URL to which the redirect leads from the `target` of its request, or why that is not an http or https URL;
  /// nil if the response is not a redirect.
  package func redirectTarget(from target: TargetURI) -> Result<TargetURI, TargetURI.Malformed>? {
    guard let location = redirectLocation else { return nil }
    return Result { () throws(TargetURI.Malformed) in try target.resolved(TargetURI.encoded(location)) }
  }
}
