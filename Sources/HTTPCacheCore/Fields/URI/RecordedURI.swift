extension TargetURI {
  /// Reads a URI from a browser's recording; raw spaces, quotes and backslashes are read as browsers do (WHATWG URL).
  ///
  /// `allowsForeign` accepts some schemes other than http and https.
  package init(recorded text: String, allowsForeign: Bool) throws(Malformed) {
    do throws(Malformed) {
      self = try TargetURI(parsing: text)
    } catch {
      if allowsForeign, let foreign = TargetURI(foreign: text) {
        self = foreign
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
    guard let end = text.schemeEnd, text.utf8[..<end].count <= 32 else { return nil }
    let name = text[..<end].asciiLowercased
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
