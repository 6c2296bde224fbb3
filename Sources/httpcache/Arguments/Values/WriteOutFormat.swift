import HTTPCacheCore

/// The format of `--write-out` for each URL: text with curl's variables and three more of httpcache.
struct WriteOutFormat: Equatable, Sendable {
  /// The variables of a format; the raw value is the name between the braces.
  enum Variable: String, CaseIterable, Sendable {
    case httpCode = "http_code"
    case responseCode = "response_code"
    case url
    case urlEffective = "url_effective"
    case urlNumber = "urlnum"
    case method, scheme
    case httpVersion = "http_version"
    case contentType = "content_type"
    case redirects = "num_redirects"
    case redirectURL = "redirect_url"
    case downloaded = "size_download"
    case speed = "speed_download"
    case time = "time_total"
    case file = "filename_effective"
    case exitCode = "exitcode"
    case error = "errormsg"
    /// The text after it is printed only if the exit code is not 0.
    case onError = "onerror"
    /// Where the body came from: network, cache, revalidated or stale.
    case source = "cache_source"
    case age, ttl
  }

  /// The variables that describe a connection, which an answer from the cache does not have, as curl prints them.
  static let figures: KeyValuePairs<String, @Sendable (ConnectionFigures) -> String> = [
    "time_namelookup": { seconds(microseconds: $0.times.nameLookup) },
    "time_connect": { seconds(microseconds: $0.times.connect) },
    "time_appconnect": { seconds(microseconds: $0.times.tls) },
    "time_pretransfer": { seconds(microseconds: $0.times.pretransfer) },
    "time_starttransfer": { seconds(microseconds: $0.times.firstByte) },
    "time_redirect": { seconds(microseconds: $0.times.redirects) },
    "remote_ip": { $0.remote.address },
    "remote_port": { String($0.remote.port) },
    "local_ip": { $0.local.address },
    "local_port": { String($0.local.port) },
    "num_connects": { String($0.connects) },
    "http_connect": { $0.connectStatus.padded(3) },
    "ssl_verify_result": { String($0.verifyResult) },
    "proxy_ssl_verify_result": { String($0.proxyVerifyResult) },
    "size_request": { String($0.requestBytes) },
    "size_header": { String($0.headBytes) },
    "size_upload": { String($0.sentBytes) },
    "speed_upload": { String($0.sentBytesPerSecond) },
  ]

  /// A piece of the format.
  enum Part: Equatable, Sendable {
    case text(String)
    case variable(Variable)
    /// One of `figures`, by its name.
    case figure(String)
    /// The value of a field of the response.
    case field(String)
  }

  let parts: [Part]

  /// Whether any variable of the format describes a connection.
  var asksForConnection: Bool {
    parts.contains { if case .figure = $0 { true } else { false } }
  }

  /// Reads a format, or the file that holds it, which is named with `@`.
  static func read(_ argument: String) throws(UsageError) -> WriteOutFormat {
    guard argument.hasPrefix("@") else { return try WriteOutFormat(argument) }
    let bytes = try InputSource(path: String(argument.dropFirst())).bytes()
    return try WriteOutFormat(OriginalBytes.text(bytes))
  }

  /// Reads `%{variable}`, `%header{name}`, `%%`, `\n`, `\r` and `\t`; all else stands for itself, as in curl.
  init(_ format: String) throws(UsageError) {
    var parts: [Part] = []
    var text = ""
    var rest = format[...]
    while let character = rest.popFirst() {
      guard let part = try Self.part(character, &rest) else {
        text += Self.literal(character, &rest)
        continue
      }
      if !text.isEmpty { parts.append(.text(text)) }
      text = ""
      parts.append(part)
    }
    if !text.isEmpty { parts.append(.text(text)) }
    self.parts = parts
  }

  /// The variable or header field that begins with the character; nil if none does.
  private static func part(_ character: Character, _ rest: inout Substring) throws(UsageError) -> Part? {
    guard character == "%" else { return nil }
    let kind = rest.hasPrefix("{") ? "{" : rest.hasPrefix("header{") ? "header{" : nil
    guard let kind, let end = rest.firstIndex(of: "}") else { return nil }
    let name = String(rest[..<end].dropFirst(kind.count))
    rest = rest[rest.index(after: end)...]
    if kind != "{" { return .field(name) }
    if figures.contains(where: { $0.key == name }) { return .figure(name) }
    guard let variable = Variable(rawValue: name) else {
      let names = Variable.allCases.map(\.rawValue) + figures.map(\.key)
      throw UsageError(
        "--write-out: there is no variable \(name)",
        hint: Suggestion.hint(for: name, in: names) ?? "the variables are \(names.joined(separator: ", "))")
    }
    return .variable(variable)
  }

  /// The text for a character that begins no variable: an escape such as `\n` replaced, any other character itself.
  private static func literal(_ character: Character, _ rest: inout Substring) -> String {
    let escapes: [Character: String] = ["n": "\n", "r": "\r", "t": "\t"]
    if character == "%", rest.first == "%" { return String(rest.removeFirst()) }
    guard character == "\\", let next = rest.first, let escape = escapes[next] else {
      return String(character)
    }
    rest.removeFirst()
    return escape
  }

  /// Seconds with six decimals, as curl prints them.
  static func seconds(microseconds: Int64) -> String {
    let microseconds = max(0, microseconds)
    return "\(microseconds / 1_000_000)." + Int(microseconds % 1_000_000).padded(6)
  }
}
