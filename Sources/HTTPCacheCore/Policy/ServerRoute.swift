/// What decides, besides the URI, which server answers a request.
///
/// A response is found only by requests of the same route: a name server that is passed over, a socket or a `Host` field
/// leads to another server, and a connection whose certificate was not verified to one that nothing vouches for.
package struct ServerRoute: Sendable, Hashable {
  /// The `Host` field, where it names another host than the URI.
  package var host: String?

  /// The socket that takes the place of the network.
  package var unixSocket: String?

  /// The host and port that take the place of the URI's.
  package var connectTo: String?

  /// The addresses that take the place of a look-up.
  package var addresses: String?

  /// Whether the server's certificate is not verified, over https.
  package var isUnverified = false

  package init() {}

  /// What one part of the text says.
  package enum Part: String, Sendable {
    case unverified, host
    case unixSocket = "unix-socket"
    case connectTo = "connect-to"
    case address
  }

  /// The route in one line, as it is a part of a key: empty for the URI's own server.
  package var text: String {
    var parts = isUnverified ? [Self.unverifiedMark] : []
    for (part, value) in [
      (Part.host, host), (.unixSocket, unixSocket), (.connectTo, connectTo), (.address, addresses),
    ] {
      if let value { parts.append("\(part.rawValue)=\(Self.escaped(value))") }
    }
    return parts.joined(separator: Self.separator)
  }

  /// The parts of such a text, each with its value; a part is nil where no route writes it.
  package static func parts(of text: String) -> [(part: Part?, value: Substring)] {
    text.split(separator: separator).map { word in
      let name = word.prefix { $0 != "=" }
      return (Part(rawValue: String(name)), word.dropFirst(name.count + 1))
    }
  }

  private static let unverifiedMark = Part.unverified.rawValue
  private static let separator = " "

  /// The same route over a verified connection; nil where the text is that of one.
  static func verified(_ text: String) -> String? {
    guard text.hasPrefix(unverifiedMark) else { return nil }
    return String(text.dropFirst(unverifiedMark.count + separator.count))
  }

  /// A value that can't be taken for two: what parts are separated by is escaped, and so are control characters.
  private static func escaped(_ value: String) -> String {
    var escaped: [UInt8] = []
    for byte in value.utf8 {
      if byte > 0x20, byte != 0x25, byte != 0x7F {
        escaped.append(byte)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        escaped += Array("%\(digits.utf8.count < 2 ? "0" : "")\(digits)".utf8)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}

extension RequestHead {
  /// The value of the `Host` field in lower case where it names another server than the target; nil where there is no
  /// such field or it says what the target says (RFC 9110 §7.2).
  package var otherHost: String? {
    guard let host = fields.combined("Host")?.asciiLowercased else { return nil }
    let plain =
      target.isDefaultPort
      ? [target.host, "\(target.host):\(target.port)"] : ["\(target.host):\(target.port)"]
    return plain.contains(host) ? nil : host
  }
}

extension TargetURI {
  /// Whether the port is the scheme's own.
  fileprivate var isDefaultPort: Bool { port == (scheme == "https" ? 443 : 80) }
}
