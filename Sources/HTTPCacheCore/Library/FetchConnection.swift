/// How origins are connected to: whom to trust, what to show, and through which proxy.
public struct FetchConnection: Sendable, Hashable {
  /// The file with the certificates that are trusted, in PEM; nil for those of libcurl.
  public var trustedCertificates: String?
  /// The file with the certificate of the client; nil for none.
  public var clientCertificate: String?
  /// The file with the key of the client's certificate; nil where it is in the same file.
  public var clientKey: String?
  /// The password of the client's certificate or key; nil for none.
  public var clientPassword: String?
  /// Whether to accept any certificate; a response received so answers only requests that accept any, too.
  public var isInsecure = false
  /// The URL of the proxy; nil for that of the environment, empty for none.
  public var proxy: String?
  /// `USER:PASSWORD` for the proxy, percent-encoded where needed; nil for those of its URL.
  public var proxyCredentials: String?
  /// Hosts that are asked without a proxy, with commas between them; nil for those of the environment.
  public var proxyExceptions: String?

  /// Makes a connection with libcurl's defaults.
  public init() {}

  /// Refuses texts with NUL, of which libcurl would read only the part before it.
  func check() throws(FetchFailure) {
    let texts = [
      ("trustedCertificates", trustedCertificates), ("clientCertificate", clientCertificate),
      ("clientKey", clientKey), ("clientPassword", clientPassword), ("proxy", proxy),
      ("proxyCredentials", proxyCredentials), ("proxyExceptions", proxyExceptions),
    ]
    for (name, text) in texts where text?.utf8.contains(0) == true {
      throw FetchFailure(.badValue, "\(name) holds NUL")
    }
  }
}

/// The settings and options that all fetches of a cache have in common.
struct FetchDefaults: Sendable {
  let settings: Settings
  let transfer: TransferOptions

  /// Checks the values that the program gives, and takes them.
  ///
  /// - Throws: where a value can't be used; nothing would be fetched then.
  init(_ settings: Settings, _ limits: FetchLimits, _ connection: FetchConnection) throws(FetchFailure) {
    try limits.check()
    try settings.check()
    try connection.check()
    self.settings = settings
    transfer = TransferOptions(connection, limits)
  }
}

extension TransferOptions {
  /// Makes options of the connection and the limits that a program gives.
  package init(_ connection: FetchConnection, _ limits: FetchLimits) {
    self.init()
    (connectTimeout, maxTime, longestSilence) = (limits.connectTimeout, limits.timeout, limits.silenceTimeout)
    isInsecure = connection.isInsecure
    (certificate, certificatePassword) = (connection.clientCertificate, connection.clientPassword)
    proxy.url = connection.proxy
    proxy.credentials = connection.proxyCredentials
    proxy.exceptions = connection.proxyExceptions
    if let file = connection.trustedCertificates { set(CurlSetting("CAINFO", .text(file))) }
    if let file = connection.clientKey { set(CurlSetting("SSLKEY", .text(file))) }
  }
}
