/// Reads and writes the lines of a cookie file: in Netscape's format, as curl does, or as `Set-Cookie`
/// fields.
extension Cookie {
  /// The beginning of a line with an `HttpOnly` cookie.
  private static let httpOnlyMark = "#HttpOnly_"

  /// Reads a line, without its line end; nil for a comment, and for a line that is not a cookie.
  ///
  /// The `Max-Age` of a field counts from `now`.
  package init?(fileLine line: String, now: Instant) {
    guard line.originalBytes.count <= Self.maxLineBytes else { return nil }
    let fieldName: StaticString = "set-cookie:"
    if line.utf8.prefix(fieldName.utf8CodeUnitCount).beginsIgnoringCase(with: fieldName) {
      // No request would send a cookie without a domain: drop it, as curl does.
      let value = String(decoding: line.utf8.dropFirst(fieldName.utf8CodeUnitCount), as: UTF8.self)
      self.init(setCookie: value, from: nil, now: now) { _, _ in true }
      return
    }
    let isHTTPOnly = line.begins(with: Self.httpOnlyMark)
    let text = isHTTPOnly ? line.dropFirst(Self.httpOnlyMark.count) : line[...]
    let parts = text.pieces(at: "\t").map(String.init)
    guard !text.begins(with: "#"), parts.count == 6 || parts.count == 7,
      line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }), !parts[5].isEmpty,
      let expires = Seconds(parts[4])
    else { return nil }
    let host = parts[0].asciiLowercased
    let domain = host.hasPrefix(".") ? String(host.dropFirst()) : host
    guard !domain.isEmpty else { return nil }
    self.init(
      name: parts[5], value: parts.count == 7 ? parts[6] : "", domain: domain,
      includesSubdomains: parts[1].asciiLowercased == "true",
      path: parts[2].begins(with: "/") ? parts[2] : "/",
      isSecure: parts[3].asciiLowercased == "true", isHTTPOnly: isHTTPOnly,
      expiresAt: expires == 0 ? nil : Instant(epoch: expires))
    guard isWhatNamePromises else { return nil }
  }

  /// The line of a file, without its line end.
  package var fileLine: String {
    func word(_ isTrue: Bool) -> String { isTrue ? "TRUE" : "FALSE" }
    let host = (includesSubdomains ? "." : "") + domain
    let parts = [
      host, word(includesSubdomains), path, word(isSecure), String(expiresAt?.epoch ?? 0), name, value,
    ]
    return (isHTTPOnly ? Self.httpOnlyMark : "") + parts.joined(separator: "\t")
  }
}
