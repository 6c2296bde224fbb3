import HTTPCacheCore

/// A user and a password, which no description shows.
struct UserCredentials: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  private let text: String

  /// Reads `USER:PASSWORD`; nil if there is no colon.
  init?(_ text: String) {
    guard text.contains(":") else { return nil }
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
    let parts = userInfo.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let decoded = parts.map { Self.decodingEscapes(String($0)) }
    return UserCredentials("\(decoded[0]):\(decoded.count > 1 ? decoded[1] : "")")
  }
}

extension ValueForm where Value == UserCredentials {
  static var credentials: Self {
    .init("USER:PASS", hint: "an empty password is written USER:", isShown: false) { text in
      text.isFieldText ? UserCredentials(text) : nil
    }
  }
}
