/// The proxy that a transfer would go through, for error messages: libcurl's messages do not always name it.
struct ProxyInUse: Equatable {
  /// The variables that name a proxy for libcurl, for each scheme in the order in which it reads them.
  static func variables(for scheme: Substring) -> [String] {
    (scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]) + ["all_proxy", "ALL_PROXY"]
  }

  /// Host and port, without a user.
  let address: String
  /// Texts that may be a part of its password.
  private let secrets: [String]

  /// Finds the proxy; nil if there is none.
  init?(_ options: ProxyOptions, for url: String, environment: (String) -> String?) {
    let scheme = url.prefix { $0 != ":" }
    let named = options.url ?? Self.variables(for: scheme).lazy.compactMap(environment).first
    guard let named, !named.isEmpty else { return nil }
    let separator = "://"
    let rest = named.firstPlace(of: separator).map { named[$0.upperBound...] } ?? named[...]
    let at = rest.lastIndex(of: "@")
    let place = (at.map { rest[rest.index(after: $0)...] } ?? rest).prefix { !"/?#".contains($0) }
    address = String(place)
    let users = [at.map { String(rest[..<$0]) }, options.credentials].compactMap(\.self)
    secrets = users.flatMap(Self.secrets)
  }

  /// The parts of a password that a message could hold: all of it, its percent-decoded form, and both split at the
  /// delimiters of a URL.
  private static func secrets(of user: String) -> [String] {
    guard let colon = user.firstIndex(of: ":") else { return [] }
    let password = String(user[user.index(after: colon)...])
    let forms = [password, TargetURI.decodingEscapes(password)]
    return forms.flatMap { form in
      [form] + form.split { "/?#@:[]%\\ '\"".contains($0) }.map(String.init)
    }.filter { !$0.isEmpty }
  }

  /// Whether a message could hold a part of the password.
  func mayBeBetrayed(by message: String) -> Bool { secrets.contains { message.holds($0) } }

  /// Whether libcurl's message about a failed connection is about the connection to the proxy.
  func isMeant(by message: String) -> Bool {
    guard let colon = address.lastIndex(of: ":"), !address.hasSuffix("]") else {
      return message.holds("to \(address.filter { !"[]".contains($0) }) port")
    }
    let host = address[..<colon].filter { !"[]".contains($0) }
    return message.holds("to \(host) port \(address[address.index(after: colon)...])")
  }
}
