/// The fields that carry credentials: not stored, shown redacted, not sent to another origin.
package enum Credentials {
  package static let fieldNames = [
    "authorization", "proxy-authorization", "cookie", "cookie2", "set-cookie", "set-cookie2",
    "www-authenticate",
    "proxy-authenticate", "authentication-info", "proxy-authentication-info",
  ]

  /// Whether a field carries credentials.
  package static func include(_ name: String) -> Bool { fieldNames.contains(name.asciiLowercased) }

  /// The request fields that tell an origin who the user is.
  static let identifying: Set = ["authorization", "cookie"]
}

extension ResponseHead {
  /// Whether the response is only for requests with the credentials that it was got with.
  ///
  /// It is, unless a shared cache could reuse it for others, which `public`, `s-maxage` and `must-revalidate` say
  /// (RFC 9111 §3.5), and it is not `private`.
  ///
  /// - Parameter role: whose `Cache-Control` counts: a shared cache reads a targeted one.
  /// - Returns: false where others may be given it as well.
  func isBoundToCredentials(role: CacheRole = .private) -> Bool {
    let control = cacheControl(for: role)
    return control.contains("private") || !control.permitsReuseOfAuthorized
  }
}

extension CacheControl {
  /// The directive that lets a shared cache reuse the answer to a request with Authorization; nil where there is none
  /// (RFC 9111 §3.5).
  var authorizedReusePermission: String? {
    ["public", "s-maxage", "must-revalidate"].first { contains($0) }
  }

  fileprivate var permitsReuseOfAuthorized: Bool { authorizedReusePermission != nil }
}

extension FieldLine {
  /// The value as it may be shown: credentials are replaced by a note of their length.
  package var redactedValue: String { Credentials.include(name) ? redaction : value }

  /// What is shown in place of a value that may be a credential.
  package var redaction: String { "(redacted, \(rawValue.count) bytes)" }

  /// The first byte of a digest that is stored in place of a credential: no value that is sent can hold it.
  static let sealMark: UInt8 = 0

  /// Whether the value is such a digest.
  package var isSealed: Bool { rawValue.first == Self.sealMark }
}
