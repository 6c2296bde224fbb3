/// Parses the URLs in pages, style sheets and manifests as browsers do (WHATWG URL, "basic URL parser").
package enum BrowserURL {
  /// Resolves a URI reference and drops its fragment.
  ///
  /// The caller has decoded the character references of HTML and the escapes of CSS or JSON in it.
  ///
  /// - Returns: the URL that a browser requests; nil if it requests none, such as for `data:` and for
  ///   `#part`.
  static func target(_ text: String, base: TargetURI) -> TargetURI? {
    var bytes = Array(text.utf8)[...].trimming { $0 <= 0x20 }
    bytes.removeAll { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    bytes = bytes.prefix { $0 != 0x23 }
    guard !bytes.isEmpty else { return nil }
    if let end = bytes.schemeEnd {
      let named = String(decoding: bytes[..<end].map(\.asciiLowercased), as: UTF8.self)
      guard named == "http" || named == "https" else { return nil }
      bytes = bytes[(end + 1)...]
      // `https:path` is a relative path on an https page, and an absolute URL with a host on any other page.
      if named != base.scheme { return absolute(named, bytes) }
      if bytes.isEmpty { return base }
    }
    if bytes.prefix(while: isSlash).count >= 2 { return absolute(base.scheme, bytes) }
    return try? base.resolving(String(decoding: escaped(bytes), as: UTF8.self))
  }

  /// The path by which a browser asks for a file whose name stands in a link as it is: what would have another meaning there is
  /// percent-encoded, besides what a browser encodes, and nothing else.
  package static func path(ofFile name: String) -> String {
    let bytes = name.originalBytes.reduce(into: [UInt8]()) { path, byte in
      switch byte {
      case 0x23, 0x25, 0x3F, 0x5C: path += byte.percentEncoded
      default: path += escaped([byte])
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isSlash(_ byte: UInt8) -> Bool { byte == 0x2F || byte == 0x5C }

  /// Makes a URL of a host and a path; any number of `/` and `\` may precede the host.
  private static func absolute(_ scheme: String, _ bytes: ArraySlice<UInt8>) -> TargetURI? {
    let rest = bytes.drop(while: isSlash)
    let host = rest.prefix { !isSlash($0) && $0 != 0x3F }
    let text = Array("\(scheme)://".utf8) + host + escaped(rest.dropFirst(host.count))
    return try? TargetURI(String(decoding: text, as: UTF8.self))
  }

  /// Replaces `\` by `/` in the path, and percent-encodes the characters that browsers encode in path and
  /// query.
  private static func escaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var isQuery = false
    return bytes.reduce(into: []) { escaped, byte in
      switch byte {
      case 0x3F where !isQuery:
        isQuery = true
        escaped.append(byte)
      case 0x5C where !isQuery: escaped.append(0x2F)
      case 0...0x20, 0x22, 0x3C, 0x3E, 0x5C, 0x7F...: escaped += byte.percentEncoded
      case 0x5E, 0x60, 0x7B, 0x7D: escaped += isQuery ? [byte] : byte.percentEncoded
      case 0x27: escaped += isQuery ? byte.percentEncoded : [byte]
      default: escaped.append(byte)
      }
    }
  }
}
