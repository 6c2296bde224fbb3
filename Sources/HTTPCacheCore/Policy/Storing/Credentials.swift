/// The fields that carry credentials: they are not stored, shown only redacted, and not sent to another origin.
package enum Credentials {
  package static let fieldNames = [
    "authorization", FieldLine.proxyAuthorization, "cookie", "cookie2", "set-cookie", "set-cookie2",
    "www-authenticate", "proxy-authenticate", "authentication-info", "proxy-authentication-info",
  ]

  /// Whether a field carries credentials: by its definition in an RFC, or by a name such as `X-Api-Key`.
  package static func areIn(fieldNamed name: String) -> Bool {
    var name = name
    return name.withUTF8 { names.contains($0) || CredentialName.matches($0) }
  }

  private static let names = FieldNames(fieldNames)

  /// Whether a line of a response is a field that an RFC defines for credentials; it is not stored.
  static func areDefined(in line: BytePairs.Pair) -> Bool { names.contains(line) }
}

extension ResponseHead {
  /// Whether the response answers only requests with the same credentials as its own request.
  ///
  /// True unless `public`, `s-maxage` or `must-revalidate` lets a shared cache reuse the response (RFC 9111 §3.5) and
  /// it is not `private`. If false, `SharedReuse` decides under which conditions the response may answer other users.
  func isBoundToCredentials(role: CacheRole) -> Bool {
    let control = cacheControl(for: role)
    return control.contains("private") || control.authorizedReusePermission == nil
  }

  /// Whether the cache must know which user's request got the response, since it may answer other users never, only
  /// while fresh, or only after validation.
  ///
  /// A private and a shared cache may use one directory, so the rules of both roles count.
  var isPersonal: Bool {
    CacheRole.allCases.contains { role in
      isBoundToCredentials(role: role) || StaleReuse.bar(cacheControl(for: role), role: .shared) != nil
    }
  }
}

extension CacheControl {
  /// The directive that allows a shared cache to reuse the response to a request with Authorization; nil if there is
  /// none (RFC 9111 §3.5).
  var authorizedReusePermission: String? {
    ["public", "s-maxage", "must-revalidate"].first { contains($0) }
  }
}

extension FieldLine {
  /// Whether the field carries credentials.
  package var isCredential: Bool { Credentials.areIn(fieldNamed: name) }

  /// Whether only the origin that the caller named may get the field: `Host`, and credentials, but for those for the
  /// proxy, through which all origins are reached.
  package var isForOneOrigin: Bool { isCredential && !isNamed(Self.proxyAuthorization) || isNamed("Host") }

  /// The value for display, in which a credential is replaced by its length, and the user information of a URL by `…`.
  package var redactedValue: String { isCredential ? redaction : UserInformation.redacted(in: value) }

  /// The text shown instead of a credential.
  package var redaction: String { "(redacted, \(rawValue.count) bytes)" }

  /// The first byte of a digest that is stored instead of a credential; no field value can hold it.
  static let sealMark: UInt8 = 0

  /// Whether the value is such a digest.
  package var isSealed: Bool { rawValue.first == Self.sealMark }
}
