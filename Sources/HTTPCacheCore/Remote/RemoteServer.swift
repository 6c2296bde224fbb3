/// A server that keeps what is put under a path: bazel-remote, nginx, Apache, any WebDAV, or an object store.
package struct RemoteServer: Sendable, Equatable {
  /// One thing that a remote cache keeps.
  package enum Object: Sendable, Hashable {
    /// The document of a cache key, by the digest of the key.
    case head(String)
    /// A body, by its digest.
    case body(String)

    /// The path below that of the server.
    var path: String {
      switch self {
      case .head(let digest): "ac/" + digest
      case .body(let digest): "cas/" + digest
      }
    }
  }

  /// Its URL, without a slash at the end.
  package let url: String

  /// The fields that each request carries, such as a token; never printed.
  package var fields = FieldSection()

  /// How it is connected to.
  package var options: TransferOptions

  /// The key and its secret, with a colon between them, by which requests are signed; nil where they are not.
  ///
  /// It is never printed.
  package var login: String?

  /// How long nothing may come before it is given up, in seconds.
  package let timeout: Double

  /// How many bytes a second are not taken for silence.
  private static let leastSpeed = 32 << 10

  /// The name of this machine, under which answers of its own servers lie apart.
  package var machine = ""

  /// The longest time for connecting, in seconds.
  package static let connectTimeout = 1.0

  /// Describes a server by an http or https URL without user information, query and fragment; it is given up after so many
  /// seconds of silence.
  package init(url: String, options: TransferOptions = TransferOptions(), timeout: Double) {
    self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
    self.timeout = timeout
    self.options = options
    self.options.connectTimeout = Self.connectTimeout
    self.options.maxTime = nil
    self.options.longestSilence = timeout
    // A server that sends a little now and then is not better than a silent one.
    self.options.leastSpeed = Self.leastSpeed
    self.options.authentication = []
    (self.options.isTraced, self.options.isMeasured) = (false, false)
  }

  /// Whether requests are signed, as object stores want it.
  var isSigned: Bool { options.signature != nil }

  /// The name of the document of a cache key on it.
  func name(of key: CacheKey) -> String { RemoteDocument.name(of: key, on: machine) }

  /// The request for an object.
  ///
  /// - Returns: the request.
  func request(_ method: String, _ object: Object, body: TransferRequest.Body? = nil, digest: String? = nil)
    -> TransferRequest
  {
    var fields = fields
    if body != nil {
      let type = if case .head = object { "application/json" } else { "application/octet-stream" }
      fields.set("Content-Type", type)
    }
    if isSigned { fields.set("x-amz-content-sha256", digest ?? Self.digestOfNothing) }
    var options = options
    if let body {
      // What has been handed to the system passes unseen, for as long as it takes at that speed.
      let seconds = Double(body.length ?? 0) / Double(Self.leastSpeed)
      options.longestSilence = timeout + min(seconds, timeout * 9)
      options.leastSpeed = nil
    }
    return TransferRequest(
      method: method, url: "\(url)/\(object.path)", fields: fields, body: body, options: options, login: login
    )
  }

  /// The URLs of the collections that WebDAV servers want to have, the outermost first.
  var collections: [String] {
    let origin = NormalizedURI.origin(url)
    var outer: [String] = []
    for name in url.dropFirst(origin.count).split(separator: "/") {
      outer.append("\(outer.last ?? origin + "/")\(name)/")
    }
    return outer + ["cas", "ac"].map { "\(url)/\($0)/" }
  }

  /// The request that makes a collection of WebDAV.
  func request(makingCollectionAt url: String) -> TransferRequest {
    TransferRequest(method: "MKCOL", url: url, fields: fields, options: options, login: login)
  }

  /// The SHA-256 of no bytes.
  static let digestOfNothing = SHA256.hash([]).hexadecimal
}
