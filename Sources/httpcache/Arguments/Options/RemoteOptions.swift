import HTTPCacheCore

/// The cache that is shared with other machines, as options, environment and configuration describe it.
struct RemoteOptions: Sendable {
  let server: RemoteServer
  let mode: RemoteMode

  /// The values of the options.
  struct Named: Sendable {
    fileprivate var url: String?
    fileprivate var mode = RemoteMode.read
    fileprivate var timeout = RemoteOptions.standardTimeout
  }

  /// Puts the values together; nil if no remote cache is named.
  ///
  /// The proxy, and the certificates to trust, are those of the other requests.
  init?(_ options: Options, _ arguments: ParsedArguments) throws(UsageError) {
    guard let text = options.namedRemote.url else {
      for name in ["remote-mode", "remote-timeout"] {
        if let given = arguments.last(name) {
          throw UsageError("\(given.spelling) goes with --remote only")
        }
      }
      return nil
    }
    mode = options.namedRemote.mode
    let timeout = options.namedRemote.timeout
    let transfer = options.connection.transfer.forRemoteCache
    let isSigned = text.hasPrefix("s3://")
    var server =
      isSigned
      ? try RemoteServer(bucket: text, options.defaults.environment, transfer, timeout: timeout)
      : RemoteServer(url: text, options: transfer, timeout: timeout)
    // A signed request needs no token.
    for line in isSigned ? [] : try Self.fields(options.defaults) { server.fields.append(line) }
    server.machine = RemoteServer.thisMachine
    self.server = server
  }

  /// The default of `--remote-timeout`, in seconds without a byte.
  private static let standardTimeout = 2.0

  static let section = OptionSection("Remote cache") {
    Option(
      "remote", value: "URL",
      "a cache shared by several machines, asked after the local one; any server that keeps what is PUT, or s3://BUCKET/PREFIX",
      environment: "HTTPCACHE_REMOTE", isConfigurable: true, example: "https://cache.test/x",
      effect: .reads { (options, given) throws(UsageError) in
        // On the command line, an empty URL cancels the URL of the environment or the configuration.
        let isTakenBack = given.value == "" && !given.isDefault
        options.namedRemote.url = isTakenBack ? nil : try given.read(.remoteURL)
      })
    Option(
      "remote-mode", value: "MODE",
      "whether to write to it, too; only what a shared cache may store, after the answer is given",
      default: "read", isConfigurable: true, effect: .choice("a mode") { $0.namedRemote.mode = $1 })
    Option(
      "remote-timeout", value: "S", "give the remote cache up after S seconds without a byte", default: "2",
      isConfigurable: true, example: "1.5", effect: .value(.positiveSeconds) { $0.namedRemote.timeout = $1 })
  }

  /// The fields of `$HTTPCACHE_REMOTE_HEADER`, one a line, else those of the configuration.
  private static func fields(_ defaults: Defaults) throws(UsageError) -> [FieldLine] {
    let variable = "HTTPCACHE_REMOTE_HEADER"
    guard let text = defaults.environment?[variable], !text.isEmpty else {
      return defaults.file?.remoteFields ?? []
    }
    var fields: [FieldLine] = []
    for line in text.split(whereSeparator: \.isNewline) {
      do throws(UsageError) {
        guard case .field(let field) = try FieldArgument(String(line), from: "$" + variable) else {
          throw UsageError("a field without a value")
        }
        fields.append(field)
      } catch {
        throw UsageError(
          "$\(variable): not a header field", hint: "such as 'Authorization: Bearer TOKEN'; one a line")
      }
    }
    return fields
  }
}

extension ValueForm where Value == String {
  /// The URL of a remote cache, without a slash at its end.
  static var remoteURL: Self {
    .init(
      "the URL of a remote cache",
      hint:
        "such as https://cache.example.com/httpcache, without user, query and fragment; a token goes into "
        + "$HTTPCACHE_REMOTE_HEADER",
      isShown: false
    ) { text in
      text.hasPrefix("s3://") ? text : RemoteServer.url(text)
    }
  }
}

extension ValueForm where Value == Double {
  /// A number of seconds above 0, for a time-out.
  static var positiveSeconds: Self {
    .init("a number of seconds, more than 0", hint: "such as 2 or 0.5") { text in
      Units.decimalSeconds(text).flatMap { $0 > 0 ? $0 : nil }
    }
  }
}
