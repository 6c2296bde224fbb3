/// The fields that carry credentials: not stored, shown redacted, not sent to another origin.
package enum Credentials {
  package static let fieldNames = [
    "authorization", "proxy-authorization", "cookie", "cookie2", "set-cookie", "set-cookie2",
    "www-authenticate",
    "proxy-authenticate", "authentication-info", "proxy-authentication-info",
  ]

  /// Whether a field carries credentials.
  package static func include(_ name: String) -> Bool { fieldNames.contains(name.asciiLowercased) }
}

extension FieldLine {
  /// The value as it may be shown: credentials are replaced by a note of their length.
  package var redactedValue: String { Credentials.include(name) ? redaction : value }

  /// What is shown in place of a value that may be a credential.
  package var redaction: String { "(redacted, \(rawValue.count) bytes)" }

  /// What a digest begins with that lies in the store in a credential's place: no value that is sent can hold it.
  static let sealMark: UInt8 = 0

  /// Whether the value is such a digest.
  package var isSealed: Bool { rawValue.first == Self.sealMark }
}
