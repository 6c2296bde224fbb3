/// Removes credentials from the trace of a transfer.
///
/// Fields and URLs may hold credentials, and messages of libcurl may repeat both.
struct TraceRedaction {
  /// The text that replaces a message of libcurl if the message may hold a credential at an unknown place.
  static let omission = "(a line that holds a credential is not shown)"

  /// The lower-case names of the fields that the configuration sets for this origin; each value may be a
  /// credential.
  private let configured: [String]
  private let secrets: [String]
  private let proxy: ProxyInUse?

  /// Collects the credentials of a request, which must not be shown.
  init(_ request: TransferRequest, configured: [FieldLine]) {
    self.configured = configured.map(\.name.asciiLowercased)
    proxy = EasyOptions.proxy(of: request)
    let names = self.configured
    let values = request.fields.lines.filter { Self.isSecret($0.name, names) }.map(\.value)
    // libcurl may repeat a credential without its scheme, such as Basic.
    let tokens = values.compactMap { $0.split(separator: " ").last.map(String.init) }
    let password = request.login.flatMap { $0.split(separator: ":", maxSplits: 1).last.map(String.init) }
    secrets = (values + tokens + [request.options.certificatePassword, password].compactMap(\.self)).filter {
      !$0.isEmpty
    }
  }

  private static func isSecret(_ name: String, _ configured: [String]) -> Bool {
    Credentials.areIn(fieldNamed: name) || configured.contains(name.asciiLowercased)
  }

  /// Returns the line without credentials.
  func shown(_ line: TraceLine) -> TraceLine {
    switch line.kind {
    case .sent, .received: TraceLine(kind: line.kind, text: head(line.text))
    case .information: TraceLine(kind: line.kind, text: information(line.text))
    }
  }

  /// Returns a line of a head; the length of a value replaces the value if it may be a credential.
  private func head(_ text: String) -> String {
    // A folded line continues the field line before it (RFC 9112 §5.2), whose name is not known here: the
    // text may be a credential.
    if text.first == " " || text.first == "\t" { return " \(redaction(of: text[...]))" }
    guard let colon = text.utf8.firstIndex(of: 0x3A) else { return UserInformation.redacted(in: text) }
    let name = text[..<colon]
    // A name that is written with a space or another odd character may be read without it (RFC 9112 §5.1).
    let token = String(decoding: name.utf8.filter(\.isTokenCharacter), as: UTF8.self)
    guard Self.isSecret(token, configured) else { return UserInformation.redacted(in: text) }
    return "\(name): \(redaction(of: text[text.utf8.index(after: colon)...]))"
  }

  /// Returns a message of libcurl without credentials; libcurl shows the fields of HTTP/2 as `[name: value]`.
  private func information(_ text: String) -> String {
    var start = text.startIndex
    while let bracket = text[start...].firstIndex(of: "[") {
      let inside = text[text.index(after: bracket)...]
      start = inside.startIndex
      // A pseudo-header field such as `:path` begins with a colon (RFC 9113 §8.3).
      guard let colon = inside.dropFirst().firstIndex(of: ":") else { break }
      if Self.isSecret(String(inside[..<colon]), configured) {
        let value = inside[inside.index(after: colon)...]
        let rest = value.hasSuffix("]") ? value.dropLast() : value
        return "\(text[...bracket])\(inside[..<colon]): \(redaction(of: rest))]"
      }
    }
    let mayBetray = proxy?.mayBeBetrayed(by: text) == true || secrets.contains { text.holds($0) }
    return mayBetray ? Self.omission : UserInformation.redacted(in: text)
  }

  private func redaction(of value: Substring) -> String {
    FieldLine("", String(value.drop { $0 == " " })).redaction
  }
}
