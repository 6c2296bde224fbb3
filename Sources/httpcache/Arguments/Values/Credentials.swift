import HTTPCacheCore

/// A user and a password, which no description shows.
struct Credentials: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  private let text: String

  /// Reads `USER:PASSWORD`; nil where there is no colon.
  init?(_ text: String) {
    guard text.contains(":") else { return nil }
    self.text = text
  }

  /// Whether a field of the command line carries credentials.
  static func carries(_ line: FieldLine) -> Bool { HTTPCacheCore.Credentials.include(line.name) }

  /// The credentials as `USER:PASSWORD`, to be sent and never to be printed.
  var revealed: String { text }

  var description: String { "(credentials)" }
  var debugDescription: String { description }
  var customMirror: Mirror { Mirror(self, children: []) }
}
