/// How connections to origins are made: which certificates are trusted, which one the client shows, and through which
/// proxy.
public struct FetchConnection: Sendable, Hashable {
  /// The path of the trusted certificates, in PEM, which is read once, when the cache is made; nil for libcurl's default.
  ///
  /// A response answers only requests that trust the same certificates, or any.
  public var trustedCertificates: String?
  /// The path of the client's certificate; nil for none.
  public var clientCertificate: String?
  /// The path of the key of the client's certificate; nil if it is in the same file.
  public var clientKey: String?
  /// The password of the client's certificate or key; nil for none.
  public var clientPassword: String?
  /// Whether any certificate is accepted; a response received this way answers only requests that also accept any.
  public var isInsecure = false
  /// The URL of the proxy; nil for the proxy of the environment, empty for none.
  public var proxy: String?
  /// `USER:PASSWORD` for the proxy, percent-encoded where needed; nil for the credentials of its URL.
  public var proxyCredentials: String?
  /// Hosts that are reached without a proxy, separated by commas; nil for those of the environment.
  public var proxyExceptions: String?

  /// Makes a connection with libcurl's defaults.
  public init() {}

  /// Throws for a text with NUL: libcurl would read only the part before it.
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

  /// Checks and takes the values that the program gives.
  ///
  /// - Throws: if a value can't be used.
  init(_ settings: Settings, _ limits: FetchLimits, _ connection: FetchConnection) throws(FetchFailure) {
    try limits.check()
    try settings.check()
    try connection.check()
    self.settings = settings
    transfer = TransferOptions(connection, limits)
  }
}

extension TransferOptions {
  /// Makes options from the connection and the limits that a program gives.
  package init(_ connection: FetchConnection, _ limits: FetchLimits) {
    self.init()
    (connectTimeout, maxTime, longestSilence) = (limits.connectTimeout, limits.timeout, limits.silenceTimeout)
    isInsecure = connection.isInsecure
    (certificate, certificatePassword) = (connection.clientCertificate, connection.clientPassword)
    proxy.url = connection.proxy
    proxy.credentials = connection.proxyCredentials
    proxy.exceptions = connection.proxyExceptions
    if let file = connection.trustedCertificates { set(CurlSetting("CAINFO", .text(file))) }
    noteTrust()
    if let file = connection.clientKey { set(CurlSetting("SSLKEY", .text(file))) }
  }
}
