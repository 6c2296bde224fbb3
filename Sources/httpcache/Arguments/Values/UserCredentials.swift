import HTTPCacheCore

/// A user and a password, which no description shows.
struct UserCredentials: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  private let text: String

  /// Reads `USER:PASSWORD`; nil if there is no colon.
  init?(_ text: String) {
    guard text.utf8.contains(0x3A) else { return nil }
    self.text = text
  }

  /// The credentials as `USER:PASSWORD`, to be sent and never to be printed.
  var revealed: String { text }

  var description: String { "(credentials)" }
  var debugDescription: String { description }
  var customMirror: Mirror { Mirror(self, children: []) }
}

extension TargetURI {
  /// The user and password in the URL, decoded; a request's URL is sent without them.
  var credentials: UserCredentials? {
    guard let userInfo else { return nil }
    // Split before decoding: a percent-encoded colon belongs to the name or the password (RFC 3986 §2.4).
    let (name, password) = userInfo.cut(at: ":")
    return UserCredentials(
      "\(Self.decodingEscapes(String(name))):\(Self.decodingEscapes(String(password ?? "")))")
  }
}

extension ValueForm where Value == UserCredentials {
  static var credentials: Self {
    .init("USER:PASS", hint: "an empty password is written USER:", isShown: false) { text in
      text.isFieldText ? UserCredentials(text) : nil
    }
  }
}
