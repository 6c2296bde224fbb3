import HTTPCacheCore

/// The URLs of the command line and of `--input-file`.
enum URLArgument {
  /// Reads a URL; a URL without a scheme gets `http://`, as in curl.
  ///
  /// A byte that is not UTF-8 is percent-encoded, since a URL is ASCII. A URL of the same origin as `last` is read
  /// faster. `allowsForeign` allows schemes other than http and https, for URLs to which no request is sent.
  static func read(
    _ text: String, after last: TargetURI? = nil, allowsForeign: Bool = false
  ) throws(UsageError) -> TargetURI {
    if let last, let target = TargetURI(text, like: last) { return target }
    let text = text.encodingOriginalBytes
    if let scheme = schemeWithoutHost(text) {
      throw UsageError("a URL needs two slashes behind \(scheme):", hint: "\(scheme)://HOST/PATH")
    }
    do {
      return allowsForeign
        ? try TargetURI(recorded: text, allowsForeign: true) : try target(text).withCanonicalHost
    } catch {
      let shown = withoutUserInfo(text)
      throw UsageError("'\(shown)' is not a URL: \(error.reason(in: shown))", hint: hint(error))
    }
  }

  private static func target(_ text: String) throws(TargetURI.Malformed) -> TargetURI {
    let text = hasScheme(text) ? text : "http://\(text)"
    do {
      return try TargetURI(parsing: text)
    } catch {
      // People write spaces and quotes, so encode those; a control character is a mistake.
      guard error == .character, text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { throw error }
      return try TargetURI(parsing: TargetURI.encoded(text))
    }
  }

  /// The scheme of `http:/host` or `https:host/…`, which would otherwise be read as the name of a host.
  private static func schemeWithoutHost(_ text: String) -> String? {
    ["http", "https"].first { scheme in
      let start = text.utf8.prefix(scheme.utf8.count + 1).map(\.asciiLowercased)
      guard start == Array("\(scheme):".utf8) else { return false }
      let rest = text.utf8.dropFirst(start.count)
      // `http:8080` is a host with a port.
      return !rest.starts(with: "//".utf8) && rest.first.map { !(0x30...0x39).contains($0) } ?? true
    }
  }

  static func read(_ texts: [String]) throws(UsageError) -> [TargetURI] {
    var targets: [TargetURI] = []
    for text in texts { targets.append(try read(text)) }
    return targets
  }

  /// The text with `…` in place of the user information before `@`, which may hold a password.
  static func withoutUserInfo(_ text: String) -> String {
    if hasScheme(text) { return UserInformation.redacted(in: text) }
    let scheme = "http://"
    return String(UserInformation.redacted(in: scheme + text).dropFirst(scheme.count))
  }

  /// Whether the text begins with `scheme://` (RFC 3986 §3.1).
  private static func hasScheme(_ text: String) -> Bool {
    text.schemeEnd.map { text.utf8[$0...].starts(with: "://".utf8) } ?? false
  }

  private static func hint(_ error: TargetURI.Malformed) -> String? {
    switch error {
    case .noScheme, .scheme: nil
    case .noHost: "https://HOST/PATH"
    case .port: "ports are 1 to 65535"
    case .character: "write such a character percent-encoded: a space is %20"
    }
  }
}
