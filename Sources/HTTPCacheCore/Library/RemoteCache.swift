/// A cache on a server that several machines share, behind the local one.
///
/// It is asked where nothing local may answer, and before the origin; what it has is kept locally. It gets only what a
/// shared cache may store, and nothing of a request with credentials. Its failures never fail a fetch: they stand among
/// the reasons of the response. After three it is left alone for a minute.
///
/// ```swift
/// var remote = HTTPCache.Remote("https://cache.example.com/team")
/// remote.mode = .readWrite
/// remote.fields = [("Authorization", "Bearer 2YotnFZFEjr1zCsicMWpAA")]
/// let cache = try HTTPCache(directory: "cache", remote: remote)
/// ```
public struct RemoteCache: Sendable {
  /// The access key of an object store, which signs requests as Amazon's S3 wants it.
  public struct AccessKey: Sendable, Hashable {
    /// The name of the key.
    public var id: String
    /// Its secret, which is never sent.
    public var secret: String
    /// The token of a session; nil for none.
    public var sessionToken: String?
    /// The region, such as `eu-west-1`.
    public var region: String

    /// Names a key.
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

  /// The http or https URL under which the server keeps what is `PUT`, without user information, query and fragment.
  public var url: String
  /// Whether it is only read, or written, too; read unless told.
  public var mode = RemoteMode.read
  /// The names and values of fields that each request to it carries, such as a token; never stored, nor sent elsewhere.
  public var fields: [(String, String)] = []
  /// The key of an object store, whose URL names bucket and prefix; nil for other servers.
  public var accessKey: AccessKey?
  /// Seconds of silence after which a request is given up; 2 unless told.
  public var timeout = 2.0

  /// How long it is left alone after too many failures, in milliseconds.
  static let rest = 60_000

  /// Names a server.
  ///
  /// - Parameter url: an http or https URL; `HTTPCache` refuses any other.
  public init(_ url: String) { self.url = url }

  /// The server, whose proxy and authorities are those of other requests.
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
