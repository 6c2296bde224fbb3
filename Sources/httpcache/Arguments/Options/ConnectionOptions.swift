import HTTPCacheCore

/// How a request is sent; the options mean what they mean in curl.
struct ConnectionOptions: Equatable, Sendable {
  /// What libcurl is told; the proxy's URL in it may hold a password and is never printed.
  let transfer: TransferOptions

  let credentials: UserCredentials?

  /// How the user of `credentials` logs in; none where they go with the first request.
  var authentication: AuthenticationSchemes { transfer.authentication }

  /// The credentials of a file, for URLs without others; nil where none was read.
  private let netrc: Netrc?

  /// The token to send as `Bearer`; never printed.
  let bearer: String?

  /// The value of `Cookie`; nil for none.
  let cookies: String?

  /// The files that cookies are read from; those that do not exist have none, as in curl.
  let cookieFiles: [String]

  /// Whether cookies of a session in these files are left out.
  let dropsSessionCookies: Bool

  /// The User-Agent to send; nil for this program's own, empty for none.
  let userAgent: String?

  /// The Referer to send; nil for none.
  let referer: String?

  /// Whether no progress is shown.
  let isSilent: Bool

  /// Every option that this type reads.
  static let names: [OptionName] = OptionTable.transfer.options.map(\.name)

  init(_ arguments: ParsedArguments) throws(UsageError) {
    isSilent = arguments.has(.silent)
    var transfer = TransferOptions()
    transfer.connectTimeout = try arguments.value(.connectTimeout, as: .seconds)
    transfer.maxTime = try arguments.value(.maxTime, as: .seconds)
    try transfer.readTLS(arguments)
    transfer.interface = try arguments.value(.interface, as: .path)
    transfer.bytesPerSecond = try arguments.value(.limitRate, as: .size)
    transfer.proxy = try Self.proxy(arguments)
    try arguments.refuse(.user, with: .bearer)
    credentials = try arguments.value(.user, as: .credentials)
    transfer.authentication = try Self.authentication(arguments)
    bearer = try arguments.value(.bearer, as: .bearerToken)
    netrc = try Self.netrc(arguments)
    let cookies = try arguments.values(.cookie, as: .cookies)
    let given = cookies.filter { $0.contains("=") }
    self.cookies = given.isEmpty ? nil : given.joined(separator: "; ")
    cookieFiles = cookies.filter { !$0.contains("=") }
    dropsSessionCookies = arguments.has(.junkSessionCookies)
    if dropsSessionCookies, cookieFiles.isEmpty {
      throw UsageError("-j goes with -b FILE only")
    }
    userAgent = try arguments.value(.userAgent, as: .fieldText)
    referer = try arguments.value(.referer, as: .referer)
    transfer.resolve = try arguments.values(.resolve, as: .resolve)
    transfer.connectTo = try arguments.values(.connectTo, as: .connectTo)
    // From the root: a response is found by the socket that it came over, from whatever directory.
    transfer.unixSocket = try arguments.value(.unixSocket, as: .path).map(ProcessEnvironment.absolutePath)
    transfer.readVersions(arguments)
    self.transfer = transfer
  }

  private static func authentication(_ arguments: ParsedArguments) throws(UsageError) -> AuthenticationSchemes
  {
    let options: [(OptionName, AuthenticationSchemes)] = [
      (.basic, .basic), (.digest, .digest), (.ntlm, .ntlm), (.negotiate, .negotiate),
      (.anyAuthentication, .any),
    ]
    // Not `[]`, which the standard library would make of a generic sequence, at a tenth of the cost of a hit.
    var schemes = AuthenticationSchemes(rawValue: 0)
    for (name, scheme) in options where arguments.has(name) {
      try arguments.refuse(name, with: .bearer)
      schemes.formUnion(scheme)
    }
    // Its user is that of the system, and no other.
    if schemes.contains(.negotiate), schemes != .negotiate {
      throw UsageError("--negotiate goes with no other way to log in")
    }
    return schemes == .basic ? AuthenticationSchemes(rawValue: 0) : schemes
  }

  private static func proxy(_ arguments: ParsedArguments) throws(UsageError) -> ProxyOptions {
    var proxy = ProxyOptions()
    let url = try arguments.value(.proxy, as: .proxy)
    let socks = try arguments.value(.socks5Hostname, as: .proxy).map { "socks5h://\($0)" }
    // Of several the last counts.
    let last = arguments.occurrences.last { [.proxy, .socks5Hostname].contains($0.name) }
    proxy.url = last?.name == .socks5Hostname ? socks : url
    proxy.credentials = try arguments.value(.proxyUser, as: .credentials)?.revealed
    proxy.exceptions = try arguments.value(.noProxy, as: .fieldText)
    proxy.caFile = try arguments.value(.proxyCACertificate, as: .path)
    proxy.isInsecure = arguments.has(.proxyInsecure)
    proxy.tunnelsAll = arguments.has(.proxyTunnel)
    return proxy
  }

  /// The credentials for a URL: of `-u`, else its own, else those of the file for its host.
  func credentials(for target: TargetURI) -> UserCredentials? {
    credentials ?? target.credentials ?? netrc?.credentials(for: target.host)
  }

  /// Reads the file of credentials; the one in the home directory may be missing.
  private static func netrc(_ arguments: ParsedArguments) throws(UsageError) -> Netrc? {
    if let path = try arguments.value(.netrcFile, as: .path) {
      return Netrc(OriginalBytes.text(try InputSource.file(path).bytes()))
    }
    guard arguments.has(.netrc), let home = arguments.defaults.environment?["HOME"], !home.isEmpty,
      FileTime.modified("\(home)/.netrc") != nil
    else { return nil }
    return Netrc(OriginalBytes.text(try InputSource.file("\(home)/.netrc").bytes()))
  }

  /// The option by which credentials are given for every request; nil where there is none.
  var credentialOption: String? {
    credentials != nil
      ? "-u" : bearer != nil ? "--oauth2-bearer" : cookies != nil || !cookieFiles.isEmpty ? "-b" : nil
  }
}

extension TransferOptions {
  /// Reads the versions of HTTP and of IP; of several options the last counts.
  fileprivate mutating func readVersions(_ arguments: ParsedArguments) {
    for occurrence in arguments.occurrences {
      switch occurrence.name {
      case .http11: httpVersion = .http1_1
      case .http2: httpVersion = .http2
      case .http2PriorKnowledge: httpVersion = .http2PriorKnowledge
      case .http3: httpVersion = .http3
      case .ipv4: addressFamily = .ipv4
      case .ipv6: addressFamily = .ipv6
      default: break
      }
    }
  }
}

/// How many requests are sent at once, and how often each is tried again.
struct ParallelOptions: Equatable, Sendable {
  var transfers = 8
  var connectionsPerHost = 6
  var retries = RetryPolicy()

  /// What holds where no option says another.
  static let standard = ParallelOptions()

  private init() {}

  /// Reads the options.
  ///
  /// - Parameters:
  ///   - arguments: of any subcommand that sends requests.
  ///   - isInTurn: whether each request waits for the one before unless told.
  /// - Throws: the first thing that cannot be understood.
  init(_ arguments: ParsedArguments, isInTurn: Bool = false) throws(UsageError) {
    transfers = try arguments.value(.parallel, as: .connections) ?? (isInTurn ? 1 : transfers)
    connectionsPerHost = try arguments.value(.maxPerHost, as: .connections) ?? connectionsPerHost
    retries.limit = try arguments.value(.retry, as: .retries) ?? retries.limit
    retries.delay = try arguments.value(.retryDelay, as: .seconds)
    retries.maxTime = try arguments.value(.retryMaxTime, as: .seconds)
    retries.includesRefused = arguments.has(.retryConnectionRefused)
    retries.includesAllErrors = arguments.has(.retryAllErrors)
  }
}

extension ValueForm where Value == Int {
  static var connections: Self { .count(1...1_000) }
  static var retries: Self { .count(0...1_000) }
}

/// A user and a password, which no description shows.
struct UserCredentials: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  private let text: String

  /// Reads `USER:PASSWORD`; nil where there is no colon.
  init?(_ text: String) {
    guard text.contains(":") else { return nil }
    self.text = text
  }

  /// The credentials as `USER:PASSWORD`, to be sent and never to be printed.
  var revealed: String { text }

  var description: String { "(credentials)" }
  var debugDescription: String { description }
  var customMirror: Mirror { Mirror(self, children: []) }
}

extension TargetURI {
  /// The user and password that the URL brings; never sent as part of it.
  var credentials: UserCredentials? {
    guard let userInfo else { return nil }
    // A colon that is written as an escape belongs to the name or to the password (RFC 3986 §2.4).
    let parts = userInfo.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let decoded = parts.map { Self.decodingEscapes(String($0)) }
    return UserCredentials("\(decoded[0]):\(decoded.count > 1 ? decoded[1] : "")")
  }
}

extension ValueForm where Value == UserCredentials {
  fileprivate static var credentials: Self {
    .init("USER:PASS", hint: "an empty password is written USER:", isShown: false) { text in
      text.utf8.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 } ? nil : UserCredentials(text)
    }
  }
}

extension ValueForm where Value == String {
  /// Cookies as they are sent, or, without `=`, the name of a file, as in curl.
  fileprivate static var cookies: Self {
    .init("NAME=VALUE", hint: "write -b 'NAME=VALUE; NAME=VALUE', or -b FILE", isShown: false) { text in
      text.utf8.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 } ? nil : text
    }
  }

  /// A bearer token (RFC 6750 §2.1).
  fileprivate static var bearerToken: Self {
    .init("a token", hint: "it has letters, digits and -._~+/=", isShown: false) { text in
      !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? text : nil
    }
  }

  /// A proxy's URL; an empty one means no proxy, whatever the environment says, as in curl.
  fileprivate static var proxy: Self {
    .init("a proxy's URL", hint: "such as http://proxy.example:3128", isShown: false) { text in
      text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } ? text : nil
    }
  }

  /// A Referer; curl's `;auto`, which sends the URL of a redirect to the next, is not there.
  fileprivate static var referer: Self {
    .init("a Referer", hint: "write the URL that is to be sent", isShown: false) { text in
      text.hasSuffix(";auto") || text.utf8.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 } ? nil : text
    }
  }

  /// `HOST1:PORT1:HOST2:PORT2`; any of the four may be empty.
  fileprivate static var connectTo: Self {
    .init("HOST1:PORT1:HOST2:PORT2", hint: "such as example.com:443:127.0.0.1:8443") { text in
      let parts = TransferOptions.parts(text, count: 4)
      guard parts.count == 4, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
      let isPort = [parts[1], parts[3]].allSatisfy { port in
        port.isEmpty || Units.wholeNumber(port[...]).map { (1...65_535).contains($0) } == true
      }
      return isPort ? text : nil
    }
  }

  /// `HOST:PORT:ADDRESS[,ADDRESS]`; addresses may hold colons.
  fileprivate static var resolve: Self {
    .init("HOST:PORT:ADDRESS", hint: "such as example.com:443:127.0.0.1") { text in
      let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, !parts[0].isEmpty, !parts[2].isEmpty,
        let port = Units.wholeNumber(parts[1]), (1...65_535).contains(port),
        text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
      else { return nil }
      return text
    }
  }
}
