/// How a request reaches its origin; the names and meanings are curl's.
package struct TransferOptions: Sendable, Equatable {
  /// Which HTTP version to speak.
  package enum HTTPVersionChoice: Sendable, Equatable {
    /// The version that libcurl and the origin negotiate.
    case automatic
    /// HTTP/1.1.
    case http1_1
    /// HTTP/2 where the origin supports it, else HTTP/1.1.
    case http2
    /// HTTP/2 at once, also without TLS.
    case http2PriorKnowledge
    /// HTTP/3 where the origin supports it, else an earlier version.
    case http3
  }

  /// A version of TLS.
  package enum TLSVersion: Int, Sendable {
    case tls1_0, tls1_1, tls1_2, tls1_3
  }

  /// Which addresses of a host to use.
  package enum AddressFamily: Int, Sendable {
    case any, ipv4, ipv6
  }

  /// The longest time for connecting, in seconds; nil for libcurl's default of 300.
  package var connectTimeout: Double?
  /// The longest time for the whole transfer, in seconds; nil for no limit.
  package var maxTime: Double?
  /// A file of certificates to trust instead of the system's.
  package var caFile: String?
  /// Whether certificates are not verified.
  package var isInsecure = false
  /// Which proxy it goes through.
  package var proxy = ProxyOptions()
  /// `HOST:PORT:ADDRESS` entries, each used instead of a name look-up.
  package var resolve: [String] = []
  /// `HOST1:PORT1:HOST2:PORT2` entries; the second host is connected to instead of the first.
  package var connectTo: [String] = []
  /// The path of a socket to connect to instead of the URL's host.
  package var unixSocket: String?
  /// A directory of certificates to trust.
  package var caDirectory: String?
  /// The oldest and the newest version of TLS to speak; nil for libcurl's own.
  package var oldestTLS: TLSVersion?
  package var newestTLS: TLSVersion?
  /// The file with the certificate of the client, its password, and the file with its key.
  package var certificate: String?
  package var certificatePassword: String?
  package var certificateKey: String?
  /// The public key that the server must have: a file, or `sha256//` and digests.
  package var pinnedKey: String?
  /// Which addresses of a host to use.
  package var addressFamily = AddressFamily.any
  /// The network interface, or the address, to send from.
  package var interface: String?
  /// The most bytes a second, in each direction.
  package var bytesPerSecond: Int64?
  /// Which HTTP version to speak.
  package var httpVersion = HTTPVersionChoice.automatic
  /// How the user of a request's `login` may log in.
  package var authentication: AuthenticationSchemes = []
  /// How long nothing may pass before the transfer is given up, in seconds; nil for any time.
  package var longestSilence: Double?
  /// How many bytes a second must come at least while silence has a limit; nil for any number.
  package var leastSpeed: Int?
  /// How the request is signed with its login, as libcurl's AWS_SIGV4 has it: `aws:amz:REGION:SERVICE`; nil for no signature.
  package var signature: String?
  /// Names of fields that libcurl would send by itself and that the user does not want.
  package var unwantedFields: [String] = []
  /// Whether what passes on the connection is reported line by line, and whether it is measured.
  package var isTraced = false
  package var isMeasured = false

  package init() {}
}

/// A request as it is sent.
package struct TransferRequest: Sendable {
  /// A request's content.
  package enum Body: Sendable, Equatable {
    /// These bytes.
    case bytes([UInt8])
    /// A file or stream that is read while it is sent.
    case upload(UploadSource)
    /// The parts of a form.
    case form([FormPart])

    /// How many bytes it has; nil where that is not known.
    package var length: Int64? {
      switch self {
      case .bytes(let bytes): Int64(bytes.count)
      case .upload(let source): source.length
      case .form: nil
      }
    }
  }

  package let method: String
  /// Absolute, without user information and fragment.
  package let url: String
  package let fields: FieldSection
  package let body: Body?
  package let options: TransferOptions
  /// `USER:PASSWORD` to log in with where the server asks for it; nil for no login.
  package let login: String?

  package init(
    method: String = "GET", url: String, fields: FieldSection = FieldSection(), body: Body? = nil,
    options: TransferOptions = TransferOptions(), login: String? = nil
  ) {
    self.login = login
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
    self.options = options
  }
}
