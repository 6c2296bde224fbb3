/// A cache on a server that several machines share, behind the local one.
///
/// The remote cache is asked if no local response may answer, before the origin; its responses are stored locally,
/// too. It gets only responses that a shared cache may store, and none to a request with credentials. Its failures
/// never fail a fetch, but are listed in the reasons of the response. After three failures it is not asked for a
/// minute.
///
/// ```swift
/// var remote = HTTPCache.Remote("https://cache.example.com/team")
/// remote.mode = .readWrite
/// remote.fields = [("Authorization", "Bearer 2YotnFZFEjr1zCsicMWpAA")]
/// let cache = try HTTPCache(directory: "cache", remote: remote)
/// ```
public struct RemoteCache: Sendable {
  /// The access key of an object store, by which requests are signed as for Amazon S3.
  public struct AccessKey: Sendable, Hashable {
    /// The name of the key.
    public var id: String
    /// Its secret, which is never sent.
    public var secret: String
    /// The token of a session; nil for none.
    public var sessionToken: String?
    /// The region, such as `eu-west-1`.
    public var region: String

    /// Makes a key.
    ///
    /// - Parameters:
    ///   - id: the name of the key.
    ///   - secret: its secret.
    ///   - sessionToken: the token of a session; nil for none.
    ///   - region: the region of the bucket.
    public init(id: String, secret: String, sessionToken: String? = nil, region: String) {
      (self.id, self.secret, self.sessionToken, self.region) = (id, secret, sessionToken, region)
    }
  }

  /// The http or https URL below which the server stores what it gets by `PUT`; without user information, query or
  /// fragment.
  public var url: String
  /// Whether the server is only read, or written too; only read by default.
  public var mode = RemoteMode.read
  /// The names and values of fields for each request to the server, such as a token; never stored or sent elsewhere.
  public var fields: [(String, String)] = []
  /// The key of an object store, whose URL names bucket and prefix; nil for other servers.
  public var accessKey: AccessKey?
  /// Seconds of silence after which a request is given up; 2 by default.
  public var timeout = 2.0

  /// How long the server is not asked after too many failures, in milliseconds.
  static let rest = 60_000

  /// Makes a remote cache with a server's URL.
  ///
  /// - Parameter url: an http or https URL; `HTTPCache.init` throws for any other.
  public init(_ url: String) { self.url = url }

  /// The server, reached through the same proxy and with the same trusted certificates as origins.
  func server(_ options: TransferOptions) throws(FetchFailure) -> RemoteServer {
    guard let url = RemoteServer.url(url) else {
      throw FetchFailure(
        .badValue, "the URL of a remote cache has http or https, and no user, query or fragment")
    }
    guard timeout > 0, timeout.isFinite else {
      throw FetchFailure(
        .badValue, "the timeout of the remote cache is \(timeout): it must be more than 0 seconds")
    }
    var server = RemoteServer(url: url, options: options.forRemoteCache, timeout: timeout)
    server.fields = FieldSection(fields.map { FieldLine($0.0, $0.1) })
    if let key = accessKey {
      server.sign(key: key.id, secret: key.secret, token: key.sessionToken, region: key.region)
    }
    try server.fields.check()
    server.machine = RemoteServer.thisMachine
    return server
  }
}
