extension TargetURI {
  /// Reads a URI from a browser's recording; raw spaces, quotes and backslashes are read as browsers do (WHATWG URL).
  ///
  /// `allowsForeign` accepts some schemes other than http and https.
  package init(recorded text: String, allowsForeign: Bool) throws(Malformed) {
    do throws(Malformed) {
      self = try TargetURI(parsing: text)
    } catch {
      if allowsForeign, let foreign = ForeignURI(text) {
        self = TargetURI(foreign)
        return
      }
      if let scheme = Self.otherScheme(text) { throw .scheme(scheme) }
      guard error == .character else { throw error }
      self = try TargetURI(parsing: Self.asBrowsersRead(text))
    }
  }

  /// Whether requests can be sent to the URI; false for a recorded URI of another scheme.
  package var isHTTP: Bool { scheme == "http" || scheme == "https" }

  /// The scheme of a text, in lower case; nil if the text has none, or http or https.
  private static func otherScheme(_ text: String) -> String? {
    let scheme = text.utf8.prefix { $0 != 0x3A }
    guard scheme.count < text.utf8.count, scheme.count <= 32, let first = scheme.first, first.isLetter,
      scheme.allSatisfy({ $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) })
    else { return nil }
    let name = String(decoding: scheme, as: UTF8.self).asciiLowercased
    return name == "http" || name == "https" ? nil : name
  }

  /// The text as browsers read it: without white space around it and line breaks in it, with slashes for backslashes
  /// before the query, and with percent-encoding, after the host, of characters that a URI must not hold.
  private static func asBrowsersRead(_ text: String) -> String {
    let line = text.utf8.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    var bytes = Array(line[...].trimming { $0 <= 0x20 })
    let pathEnd = bytes.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? bytes.count
    for index in 0..<pathEnd where bytes[index] == 0x5C { bytes[index] = 0x2F }
    let colon = bytes.firstIndex(of: 0x3A) ?? bytes.count
    guard bytes[colon...].starts(with: "://".utf8) else { return String(decoding: bytes, as: UTF8.self) }
    let hostEnd = bytes[(colon + 3)...].firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? bytes.count
    return String(decoding: bytes[..<hostEnd] + escaped(bytes[hostEnd...]), as: UTF8.self)
  }
}

/// A URI of another scheme than http and https, from a recording.
struct ForeignURI {
  private static let schemes = ["ftp", "ftps", "file", "data", "blob", "ws", "wss"]

  /// The URI without user information and fragment.
  let absolute: String
  let userInfo: String?

  /// The offsets in bytes at which the parts end; without a host, `hostEnd` equals `schemeEnd`.
  let schemeEnd: Int
  let hostEnd: Int
  let originEnd: Int
  let pathEnd: Int

  /// Reads a URI; nil if its scheme is not one of `schemes`.
  init?(_ text: String) {
    let bytes = text.utf8.prefix { $0 != 0x23 }
    let scheme = String(decoding: bytes.prefix { $0 != 0x3A }, as: UTF8.self).asciiLowercased
    guard scheme.utf8.count < bytes.count, Self.schemes.contains(scheme) else { return nil }
    schemeEnd = scheme.utf8.count
    var rest = bytes.dropFirst(schemeEnd + 1)
    let hasAuthority = scheme != "data" && scheme != "blob" && rest.starts(with: "//".utf8)
    var authority = rest.prefix(0)
    if hasAuthority {
      rest = rest.dropFirst(2)
      authority = rest.prefix { $0 != 0x2F && $0 != 0x3F }
      rest = rest.dropFirst(authority.count)
    }
    if let at = authority.lastIndex(of: 0x40) {
      userInfo = String(decoding: authority[..<at], as: UTF8.self)
      authority = authority[authority.index(after: at)...]
    } else {
      userInfo = nil
    }
    let host = TargetURI.escaped(authority.map(\.asciiLowercased))
    let path = TargetURI.escaped(rest)
    let start = scheme.utf8.count + (hasAuthority ? 3 : 1)
    let portStart = host.last == 0x5D ? nil : host.lastIndex(of: 0x3A)
    hostEnd = hasAuthority ? start + (portStart ?? host.count) : schemeEnd
    originEnd = start + host.count
    pathEnd = originEnd + (hasAuthority ? path.firstIndex(of: 0x3F) ?? path.count : path.count)
    absolute = "\(scheme):\(hasAuthority ? "//" : "")" + String(decoding: host + path, as: UTF8.self)
  }
}
