/// A media type without its parameters (RFC 9110 §8.3.1).
enum MediaType {
  /// The type of a value of Content-Type, in lower case; what follows a comma is another value.
  static func essence(of value: String) -> String {
    Substring(value.utf8.prefix { ![0x3B, 0x2C, 0x20, 0x09].contains($0) }).asciiLowercased
  }
}

extension ResponseHead {
  /// The media type of the content without its parameters, in lower case; empty if the head names none.
  package var mediaType: String { MediaType.essence(of: first(.contentType) ?? "") }
}
