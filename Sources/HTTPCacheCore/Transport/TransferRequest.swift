/// How a request reaches its origin; the names and meanings are curl's.
package struct TransferOptions: Sendable, Equatable {
  /// A version of TLS, by its number.
  package enum TLSVersion: String, CaseIterable, Sendable {
    case tls1_0 = "1.0"
    case tls1_1 = "1.1"
    case tls1_2 = "1.2"
    case tls1_3 = "1.3"
  }

  /// Which addresses of a host to use.
  package enum AddressFamily: Int, Sendable { case any, ipv4, ipv6 }

  /// The longest time for connecting, in seconds; nil for libcurl's default of 300.
  package var connectTimeout: Double?
  /// The longest time for the whole transfer, in seconds; nil for no limit.
  package var maxTime: Double?
  /// Whether certificates are not verified.
  package var isInsecure = false
  /// The certificates and keys that the user trusts, as far as `settings` name some; nil for the trust of the machine.
  package var trust: Trust?
  /// The proxy that the request goes through.
  package var proxy = ProxyOptions()
  /// `HOST:PORT:ADDRESS` entries, each used instead of a name look-up.
  package var resolve: [String] = []
  /// `HOST1:PORT1:HOST2:PORT2` entries; the second host is connected to instead of the first.
  package var connectTo: [String] = []
  /// The path of a socket to connect to instead of the URL's host.
  package var unixSocket: String?
  /// The oldest and the newest version of TLS to speak; nil for libcurl's defaults.
  package var oldestTLS: TLSVersion?
  package var newestTLS: TLSVersion?
  /// The file with the certificate of the client, and its password.
  package var certificate: String?
  package var certificatePassword: String?
  package var addressFamily = AddressFamily.any
  /// The schemes by which the user of a request's `login` may log in.
  package var authentication: AuthenticationSchemes = []
  /// How long a transfer may be silent before it is given up, in seconds; nil for no limit.
  package var longestSilence: Double?
  /// The speed in bytes a second below which a transfer counts as silent; nil if only a transfer without any bytes
  /// does.
  package var leastSpeed: Int?
  /// How the request is signed with its login, in the form of libcurl's AWS_SIGV4: `aws:amz:REGION:SERVICE`; nil for
  /// no signature.
  package var signature: String?
  /// Names of fields that libcurl would send by itself and that the user does not want.
  package var unwantedFields: [String] = []
  /// Whether the connection is traced line by line, and whether the transfer is measured.
  package var isTraced = false
  package var isMeasured = false

  /// Further options, passed to libcurl as they are.
  package var settings: [CurlSetting] = []

  package init() {}

  /// Sets an option of libcurl, in place of what was set before.
  package mutating func set(_ setting: CurlSetting) {
    settings.removeAll { $0.name == setting.name }
    settings.append(setting)
  }
}

extension TransferOptions {
  /// The certificates and keys by which a user believes an https server, in a form in which they can be compared: the
  /// digest of a file stands for it, since its content decides.
  package struct Trust: Sendable, Equatable {
    /// The digest of the file with trusted certificates.
    package var certificates: String?
    /// The absolute path of the directory with trusted certificates.
    package var directory: String?
    /// The digests that the key of the server must have, as given, or the digest of a file with the key.
    package var pinnedKey: String?

    package init(certificates: String? = nil, directory: String? = nil, pinnedKey: String? = nil) {
      (self.certificates, self.directory, self.pinnedKey) = (certificates, directory, pinnedKey)
    }
  }
}

/// Which proxy a request goes through, and how; the meanings are curl's.
package struct ProxyOptions: Sendable, Equatable {
  /// The proxy's URL; nil for the environment's proxy, empty for none.
  package var url: String?
  /// `USER:PASSWORD` for the proxy, in place of those of its URL; percent-encoded where needed, as in curl.
  package var credentials: String?
  /// Hosts that are reached without a proxy, separated by commas; nil for those of the environment.
  package var exceptions: String?

  package init() {}
}

/// An option of libcurl, and its value.
package struct CurlSetting: Sendable, Equatable {
  package enum Value: Sendable, Equatable {
    case text(String)
    case number(Int)
    case offset(Int64)
  }

  /// The name without `CURLOPT_`.
  package let name: String
  package let value: Value
  /// The error message if this libcurl does not have the option; nil for libcurl's own message.
  let otherwise: String?

  package init(_ name: String, _ value: Value, otherwise: String? = nil) {
    (self.name, self.value, self.otherwise) = (name, value, otherwise)
  }
}

/// A request as libcurl sends it.
package struct TransferRequest: Sendable {
  /// A request's content.
  package enum Body: Sendable, Equatable {
    case bytes([UInt8])
    /// A file or stream that is read while it is sent.
    case upload(UploadSource)
    case form([FormPart])

    /// How many bytes it has; nil if that is not known.
    package var length: Int64? {
      switch self {
      case .bytes(let bytes): Int64(bytes.count)
      case .upload(let source): source.length
      case .form: nil
      }
    }
  }

  var method = "GET"
  /// Absolute, without user information and fragment.
  let url: String
  var fields = FieldSection()
  var body: Body?
  var options = TransferOptions()
  /// `USER:PASSWORD` to log in with when the server asks for it; nil for no login.
  var login: String?
}
