import HTTPCacheCore

/// The versions of TLS as `--tls-max` names them.
enum TLSVersionName: String, Choice {
  case tls1_0 = "1.0"
  case tls1_1 = "1.1"
  case tls1_2 = "1.2"
  case tls1_3 = "1.3"

  fileprivate var version: TransferOptions.TLSVersion {
    switch self {
    case .tls1_0: .tls1_0
    case .tls1_1: .tls1_1
    case .tls1_2: .tls1_2
    case .tls1_3: .tls1_3
    }
  }
}

extension TransferOptions {
  /// Reads what concerns TLS: whom to trust, what to show, which versions to speak.
  mutating func readTLS(_ arguments: ParsedArguments) throws(UsageError) {
    caFile = try arguments.value(.caCertificate, as: .path)
    caDirectory = try arguments.value(.caPath, as: .path)
    isInsecure = arguments.has(.insecure)
    if caFile == nil, caDirectory == nil, !isInsecure { readTrust(arguments.defaults.environment) }
    if let text = arguments.last(.certificate)?.value {
      let (file, password) = Self.certificate(text)
      // From the root: a response is found by the file, from whatever directory.
      certificate = ProcessEnvironment.absolutePath(file)
      certificatePassword = password
    }
    certificateKey = try arguments.value(.certificateKey, as: .path)
    pinnedKey = try arguments.value(.pinnedKey, as: .path)
    let versions: [(OptionName, TLSVersion)] = [
      (.tls10, .tls1_0), (.tls11, .tls1_1), (.tls12, .tls1_2), (.tls13, .tls1_3),
    ]
    // Of several the last counts.
    for occurrence in arguments.occurrences {
      oldestTLS = versions.first { $0.0 == occurrence.name }?.1 ?? oldestTLS
    }
    let newest: TLSVersionName? = try arguments.value(.tlsMax, as: .choice("a version of TLS"))
    newestTLS = newest?.version
    if let oldestTLS, let newestTLS, oldestTLS.rawValue > newestTLS.rawValue {
      throw UsageError("--tls-max is older than the oldest version that is allowed")
    }
  }

  /// Whom to trust, from the variables that curl reads, in its order.
  private mutating func readTrust(_ environment: ProcessEnvironment?) {
    func variable(_ name: String) -> String? { environment?[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let bundle = variable("CURL_CA_BUNDLE") {
      caFile = bundle
    } else {
      caDirectory = variable("SSL_CERT_DIR")
      caFile = variable("SSL_CERT_FILE")
    }
  }

  /// Splits `FILE:PASSWORD` at its first colon; a backslash makes the next character one of the name, as in curl.
  static func certificate(_ text: String) -> (file: String, password: String?) {
    var file = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      if character == ":" { return (file, String(rest)) }
      if character == "\\", let next = rest.first, next == ":" || next == "\\" {
        file.append(rest.removeFirst())
      } else {
        file.append(character)
      }
    }
    return (file, nil)
  }
}
