/// How the route to a request's server differs from the route that the URI names.
///
/// A response answers only requests with the same route: a socket, another address or a `Host` field can lead to
/// another server, and a connection without a verified certificate to any server.
package struct ServerRoute: Sendable, Hashable {
  /// The `Host` field, if it names another host than the URI; nil otherwise.
  package var host: String?

  /// The Unix socket used instead of the network.
  package var unixSocket: String?

  /// The host and port used instead of the URI's.
  package var connectTo: String?

  /// The addresses used instead of a name look-up.
  package var addresses: String?

  /// The path of the client's certificate: an https server may answer only its owner.
  package var certificate: String?

  /// Whether an https server's certificate is left unverified.
  package var isUnverified = false

  /// The digest of the file with the certificates that the user trusts; nil for those of this machine.
  package var trustedCertificates: String?

  /// The path of the directory with the certificates that the user trusts; nil for those of this machine.
  package var trustedDirectory: String?

  /// The digests that the key of an https server must have; nil for any key.
  package var pinnedKey: String?

  /// The kinds of parts in `text`.
  package enum Part: String, Sendable {
    case unverified, host
    case unixSocket = "unix-socket"
    case connectTo = "connect-to"
    case address
    case certificate
    case trustedCertificates = "trusts-certificates"
    case trustedDirectory = "trusts-directory"
    case pinnedKey = "trusts-key"
    case pinnedKeyAlone = "trusts-key-alone"

    /// Whether the part says whom the user believes, and not which server is asked.
    var isBelief: Bool {
      switch self {
      case .unverified, .trustedCertificates, .trustedDirectory, .pinnedKey, .pinnedKeyAlone: true
      case .host, .unixSocket, .connectTo, .address, .certificate: false
      }
    }
  }

  /// The route in one line, for the cache key; empty for the URI's own server.
  package var text: String {
    // Without verification, the trusted certificates do not count, and the key of the server does.
    var parts = isUnverified && pinnedKey == nil ? [Self.unverifiedMark] : []
    for (part, value) in [
      (Part.host, host), (.unixSocket, unixSocket), (.connectTo, connectTo), (.address, addresses),
      (.certificate, certificate), (.trustedCertificates, isUnverified ? nil : trustedCertificates),
      (.trustedDirectory, isUnverified ? nil : trustedDirectory),
      (isUnverified ? .pinnedKeyAlone : .pinnedKey, pinnedKey),
    ] {
      if let value { parts.append("\(part.rawValue)=\(Self.escaped(value))") }
    }
    return parts.joined(separator: Self.separator)
  }

  /// The parts of a route's `text`, each with its value; the part is nil for an unknown word.
  package static func parts(of text: String) -> [(part: Part?, value: Substring)] {
    text.split(separator: " ").map { word in
      let name = word.prefix { $0 != "=" }
      return (Part(rawValue: String(name)), word.dropFirst(name.count + 1))
    }
  }

  private static let unverifiedMark = Part.unverified.rawValue
  private static let separator = " "

  /// The beginning of the names of the parts that say whom the user trusts, which stand at the end of a text.
  private static let trustMark = "trusts-"

  /// The same route over a verified connection; nil if the route is verified already.
  static func verified(_ text: String) -> String? {
    guard text.hasPrefix(unverifiedMark) else { return nil }
    return String(text.dropFirst(unverifiedMark.utf8.count + separator.utf8.count))
  }

  /// The beginning of the texts of a verified route with any parts that say whom the user trusts.
  static func trusting(_ verified: String) -> String {
    verified.isEmpty ? trustMark : verified + separator + trustMark
  }

  /// Whether a route names certificates or keys that the user trusts.
  static func namesTrust(_ text: String) -> Bool {
    parts(of: text).contains { part, _ in part?.isBelief == true && part != .unverified }
  }

  /// Whether a response that was received by one route may answer a request with another: if both are the same, or the
  /// request is unverified and leads to the same server.
  static func reaches(_ asked: String, _ received: String) -> Bool {
    if asked == received { return true }
    guard let verified = verified(asked) else { return false }
    return received == verified || received.hasPrefix(trusting(verified))
  }

  /// The parts of a route that identify the server: without the client's certificate, and without whom the user
  /// believes.
  static func server(_ text: String) -> String {
    guard !text.isEmpty else { return text }
    return text.split(separator: " ").filter { word in
      guard let part = Part(rawValue: String(word.prefix { $0 != "=" })) else { return true }
      return !part.isBelief && part != .certificate
    }.joined(separator: separator)
  }

  /// A value in ASCII, with separators and control characters escaped, so that it can't be read as two parts, and no
  /// two values count as equal by Unicode.
  private static func escaped(_ value: String) -> String {
    var escaped: [UInt8] = []
    for byte in value.utf8 {
      if byte > 0x20, byte != 0x25, byte < 0x7F {
        escaped.append(byte)
      } else {
        escaped += byte.percentEncoded
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}

extension RequestHead {
  /// The `Host` field in lower case; nil if it is absent or names the target (RFC 9110 §7.2).
  package var otherHost: String? {
    guard let host = fields.combined("Host")?.asciiLowercased else { return nil }
    let plain =
      target.isDefaultPort
      ? [target.host, "\(target.host):\(target.port)"] : ["\(target.host):\(target.port)"]
    return plain.contains(host) ? nil : host
  }
}

extension TargetURI {
  fileprivate var isDefaultPort: Bool { port == (scheme == "https" ? 443 : 80) }
}
