import CSystem

/// A server that stores objects put below a URL: bazel-remote, nginx, Apache, any WebDAV server, or an object store.
package struct RemoteServer: Sendable, Equatable {
  /// An object of a remote cache.
  package enum Object: Sendable, Hashable {
    /// The document of a cache key, named by the digest of the key.
    case head(String)
    /// A body, named by its digest.
    case body(String)

    /// The path below the server's URL.
    var path: String {
      switch self {
      case .head(let digest): "ac/" + digest
      case .body(let digest): "cas/" + digest
      }
    }
  }

  /// The URL, without a slash at the end.
  package let url: String

  /// The fields that each request carries, such as a token; never printed.
  package var fields = FieldSection()

  /// The options of transfers to the server.
  package var options: TransferOptions

  /// The access key and its secret, joined by a colon, by which requests are signed; nil if they are not.
  ///
  /// The secret is never printed.
  package var login: String?

  /// The silence, in seconds, after which a request is given up.
  package let timeout: Double

  /// The least speed, in bytes a second, below which a server counts as silent.
  private static let leastSpeed = 32 << 10

  /// The name of this machine, which keeps responses of its local servers apart from those of other machines.
  package var machine = ""

  /// The host name of this machine.
  package static var thisMachine: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  /// The longest time for connecting, in seconds.
  package static let connectTimeout = 1.0

  /// Checks the URL of a server for `init`; nil if a text is not an http or https URL, or has user information, a
  /// query or a fragment.
  package static func url(_ text: String) -> String? {
    do {
      let target = try TargetURI(text)
      guard target.userInfo == nil, target.query == nil, !text.contains("#") else { return nil }
      let url = target.absolute
      return url.hasSuffix("/") ? String(url.dropLast()) : url
    } catch {
      return nil
    }
  }

  /// Makes a server of a URL from `url(_:)`; a request is given up after `timeout` seconds of silence.
  package init(url: String, options: TransferOptions = TransferOptions(), timeout: Double) {
    self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
    self.timeout = timeout
    self.options = options
    self.options.connectTimeout = Self.connectTimeout
    self.options.maxTime = nil
    self.options.longestSilence = timeout
    // Treat a server that sends only a few bytes now and then as silent.
    self.options.leastSpeed = Self.leastSpeed
    self.options.authentication = []
    (self.options.isTraced, self.options.isMeasured) = (false, false)
  }

  /// Signs requests as object stores require, with an access key and its secret, and a session token if there is one.
  package mutating func sign(key: String, secret: String, token: String?, region: String) {
    options.signature = "aws:amz:\(region):s3"
    login = "\(key):\(secret)"
    if let token { fields.append(FieldLine("x-amz-security-token", token)) }
  }

  /// Whether requests are signed as object stores require.
  var isSigned: Bool { options.signature != nil }

  /// The name of the document of a cache key on this server.
  func name(of key: CacheKey) -> String { RemoteDocument.name(of: key, on: machine) }

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
      // The system may buffer the whole body and send it at the least speed, unseen by libcurl: allow for that time.
      let seconds = Double(body.length ?? 0) / Double(Self.leastSpeed)
      options.longestSilence = timeout + min(seconds, timeout * 9)
      options.leastSpeed = nil
    }
    return TransferRequest(
      method: method, url: "\(url)/\(object.path)", fields: fields, body: body, options: options, login: login
    )
  }

  /// The URLs of the collections that a WebDAV server needs, the outermost first.
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

extension TransferOptions {
  /// The options for a remote cache: the proxy and the trusted certificates of these options.
  package var forRemoteCache: TransferOptions {
    var options = TransferOptions()
    options.proxy = proxy
    options.settings = settings.filter { setting in
      setting.name.hasPrefix("PROXY") || ["HTTPPROXYTUNNEL", "CAINFO", "CAPATH"].contains(setting.name)
    }
    return options
  }
}
