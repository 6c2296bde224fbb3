/// The schemes by which a user may log in when the server asks for it (RFC 9110 §11); the numbers are libcurl's.
///
/// An empty set sends the credentials with the first request, as an `Authorization` field.
package struct AuthenticationSchemes: OptionSet, Sendable, Hashable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let basic = Self(rawValue: 1)
  package static let digest = Self(rawValue: 2)
  package static let negotiate = Self(rawValue: 4)
  package static let ntlm = Self(rawValue: 8)
  /// Every scheme that takes the given user and password; Negotiate takes them from the system.
  package static let any: Self = [.basic, .digest, .ntlm]
}
