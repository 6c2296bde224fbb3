/// One field line of a message as it was received: name and value, bytes and case kept (RFC 9110 §5.2).
///
/// `rawValue` holds the value's bytes as received. `value` is text for reading: bytes that are not valid UTF-8 appear as
/// U+FFFD.
public struct FieldLine: Sendable, Hashable {
  /// The field name, in the case in which it was sent.
  public let name: String

  /// The value's bytes, without the white space around them.
  public let rawValue: [UInt8]

  /// Makes a field line from text.
  ///
  /// - Parameters:
  ///   - name: a token (RFC 9110 §5.1); not checked here.
  ///   - value: the field value; not checked here.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.rawValue = Array(value.utf8)
  }

  /// Makes a field line from bytes as received.
  ///
  /// - Parameters:
  ///   - name: a token (RFC 9110 §5.1); not checked here.
  ///   - rawValue: the field value's bytes; not checked here.
  public init(name: String, rawValue: [UInt8]) {
    self.name = name
    self.rawValue = rawValue
  }

  /// The value as text; bytes that are not valid UTF-8 appear as U+FFFD.
  public var value: String { String(decoding: rawValue, as: UTF8.self) }

  /// Whether this line has the given name, compared without regard to ASCII case (RFC 9110 §5.1).
  ///
  /// - Parameter other: the name to compare with, in any case.
  /// - Returns: true when both are the same name.
  public func isNamed(_ other: String) -> Bool { name.equalsIgnoringASCIICase(other) }
}

extension StringProtocol {
  /// Whether two strings are equal but for the case of ASCII letters.
  package func equalsIgnoringASCIICase(_ other: some StringProtocol) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    // Nearly always both are field names in the same case: compare the bytes first.
    let isEqual = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        for index in left.indices where left[index] != right[index] {
          guard left[index].asciiLowercased == right[index].asciiLowercased else { return false }
        }
        return true
      }
    }
    return (isEqual ?? nil) ?? zip(utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
  }

  /// The string with ASCII letters in lower case.
  package var asciiLowercased: String { String(self).asciiLowercased }
}

extension String {
  /// The string with ASCII letters in lower case; not generic, so that it is fast in every module.
  package var asciiLowercased: String {
    // Most texts are in lower case.
    var text = self
    let hasUpper = text.withUTF8 { $0.reduce(false) { $0 || $1 >= 0x41 && $1 <= 0x5A } }
    return hasUpper ? String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self) : self
  }
}

extension FieldLine {
  /// The field with a client's credentials for a proxy (RFC 9110 §11.7.2), which is never sent to an origin.
  package static let proxyAuthorization = "proxy-authorization"
}
