/// How a request reaches its origin; the names and meanings are curl's.
package struct TransferOptions: Sendable, Equatable {
  /// Which HTTP version to speak.
  package enum HTTPVersionChoice: Sendable, Equatable {
    /// What the two sides settle on.
    case automatic
    /// HTTP/1.1.
    case http1_1
    /// HTTP/2, where the origin has it.
    case http2
  }

  /// Seconds until a connection must be there; nil for libcurl's own limit of 300.
  package var connectTimeout: Double?
  /// Seconds for the whole transfer; nil for no limit.
  package var maxTime: Double?
  /// A file of certificates to trust instead of the system's.
  package var caFile: String?
  /// Whether certificates go unchecked.
  package var isInsecure = false
  /// The proxy's URL; nil for what the environment says, empty for none.
  package var proxy: String?
  /// `HOST:PORT:ADDRESS`, each in place of a look-up.
  package var resolve: [String] = []
  /// `HOST1:PORT1:HOST2:PORT2`, each in place of where the URL leads.
  package var connectTo: [String] = []
  /// The path of a socket to connect to instead of the URL's host.
  package var unixSocket: String?
  /// Which HTTP version to speak.
  package var httpVersion = HTTPVersionChoice.automatic

  package init() {}
}

/// What is to be sent.
package struct TransferRequest: Sendable {
  /// A request's content.
  package enum Body: Sendable, Equatable {
    /// These bytes.
    case bytes([UInt8])
  }

  package let method: String
  /// Absolute, without user information and fragment.
  package let url: String
  package let fields: FieldSection
  package let body: Body?
  package let options: TransferOptions

  package init(
    method: String = "GET", url: String, fields: FieldSection = FieldSection(), body: Body? = nil,
    options: TransferOptions = TransferOptions()
  ) {
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
    self.options = options
  }
}
