import HTTPCacheCore

/// How a request is sent; the options mean what they mean in curl.
struct TransferOptions: Equatable, Sendable {
  /// In seconds; nil for curl's own limit, 0 for none.
  let connectTimeout: Double?

  /// In seconds, for a whole transfer; nil and 0 mean no limit.
  let maxTime: Double?

  let caFile: String?
  let isInsecure: Bool

  /// The proxy's URL, as written: it may hold a password and is never printed.
  let proxy: String?

  let credentials: Credentials?

  /// The User-Agent to send; nil for this program's own, empty for none.
  let userAgent: String?

  /// `HOST:PORT:ADDRESS`, each as written.
  let resolve: [String]

  /// `HOST1:PORT1:HOST2:PORT2`, each as written.
  let connectTo: [String]

  let unixSocket: String?

  /// The version to use, of several the last; nil where the two sides settle it.
  let httpVersion: HTTPVersionName?

  /// Every option that this type reads.
  static let names: [OptionName] = OptionTable.transfer.options.map(\.name)

  init(_ arguments: ParsedArguments) throws(UsageError) {
    connectTimeout = try arguments.value(.connectTimeout, as: .seconds)
    maxTime = try arguments.value(.maxTime, as: .seconds)
    caFile = try arguments.value(.caCertificate, as: .path)
    isInsecure = arguments.has(.insecure)
    proxy = try arguments.value(.proxy, as: .proxy)
    credentials = try arguments.value(.user, as: .credentials)
    userAgent = try arguments.value(.userAgent, as: .fieldText)
    resolve = try arguments.values(.resolve, as: .resolve)
    connectTo = try arguments.values(.connectTo, as: .connectTo)
    unixSocket = try arguments.value(.unixSocket, as: .path)
    let version = arguments.occurrences.last { $0.name == .http11 || $0.name == .http2 }
    httpVersion = version.flatMap { HTTPVersionName(rawValue: $0.name.rawValue) }
  }
}

extension ValueForm where Value == Credentials {
  fileprivate static var credentials: Self {
    .init("USER:PASS", hint: "an empty password is written USER:", isShown: false) { text in
      text.utf8.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 } ? nil : Credentials(text)
    }
  }
}

extension ValueForm where Value == String {
  /// A proxy's URL; an empty one means no proxy, whatever the environment says, as in curl.
  fileprivate static var proxy: Self {
    .init("a proxy's URL", hint: "such as http://proxy.example:3128", isShown: false) { text in
      text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } ? text : nil
    }
  }

  /// `HOST1:PORT1:HOST2:PORT2`; any of the four may be empty.
  fileprivate static var connectTo: Self {
    .init("HOST1:PORT1:HOST2:PORT2", hint: "such as example.com:443:127.0.0.1:8443") { text in
      let parts = HTTPCacheCore.TransferOptions.parts(text, count: 4)
      guard parts.count == 4, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
      let isPort = [parts[1], parts[3]].allSatisfy { port in
        port.isEmpty || Units.wholeNumber(port[...]).map { (1...65_535).contains($0) } == true
      }
      return isPort ? text : nil
    }
  }

  /// `HOST:PORT:ADDRESS[,ADDRESS]`; addresses may hold colons.
  fileprivate static var resolve: Self {
    .init("HOST:PORT:ADDRESS", hint: "such as example.com:443:127.0.0.1") { text in
      let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, !parts[0].isEmpty, !parts[2].isEmpty,
        let port = Units.wholeNumber(parts[1]), (1...65_535).contains(port),
        text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
      else { return nil }
      return text
    }
  }
}
