import HTTPCacheCore

/// The cache that is shared with other machines, as the options and the environment describe it.
struct RemoteOptions: Equatable, Sendable {
  /// How it is reached.
  let server: RemoteServer

  /// How it is used.
  let mode: RemoteMode

  /// Reads the options; nil where none names such a cache.
  ///
  /// - Parameters:
  ///   - arguments: of `fetch` or `revalidate`.
  ///   - connection: proxy and certificates, which it is reached with, too.
  /// - Throws: the first thing that cannot be understood.
  init?(_ arguments: ParsedArguments, connection: ConnectionOptions) throws(UsageError) {
    let mode = try arguments.value(.remoteMode, as: ValueForm<RemoteMode>.choice("a mode"))
    let timeout = try arguments.value(.remoteTimeout, as: .silence)
    // An empty one takes back what the environment or the configuration says.
    let isTakenBack = arguments.last(.remote)?.value == ""
    guard !isTakenBack, let text = try arguments.value(.remote, as: .remoteURL) else {
      for option in [OptionName.remoteMode, .remoteTimeout] {
        if let given = arguments.last(option) {
          throw UsageError("\(given.spelling) goes with --remote only")
        }
      }
      return nil
    }
    self.mode = mode ?? .read
    var options = TransferOptions()
    options.proxy = connection.transfer.proxy
    options.caFile = connection.transfer.caFile
    options.caDirectory = connection.transfer.caDirectory
    let environment = arguments.defaults.environment
    var server: RemoteServer
    let isSigned = text.hasPrefix("s3://")
    if isSigned {
      server = try ObjectStore(text, environment).server(options, timeout: timeout ?? Self.standardTimeout)
    } else {
      server = RemoteServer(url: text, options: options, timeout: timeout ?? Self.standardTimeout)
    }
    // A signature takes the place of a token.
    for line in isSigned ? [] : try Self.fields(arguments) { server.fields.append(line) }
    server.machine = Clock.machine
    self.server = server
  }

  /// After how many seconds of silence the cache is given up, where no option says another number.
  static let standardTimeout = 2.0

  /// The fields of `$HTTPCACHE_REMOTE_HEADER`, one a line, else those of the configuration.
  private static func fields(_ arguments: ParsedArguments) throws(UsageError) -> [FieldLine] {
    let variable = "HTTPCACHE_REMOTE_HEADER"
    guard let text = arguments.defaults.environment?[variable], !text.isEmpty else {
      return arguments.defaults.file?.remoteFields ?? []
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
      if text.hasPrefix("s3://") { return text }
      do {
        let target = try TargetURI(text)
        guard target.userInfo == nil, target.query == nil, !text.contains("#") else { return nil }
        let url = target.absolute
        return url.hasSuffix("/") ? String(url.dropLast()) : url
      } catch {
        return nil
      }
    }
  }
}

extension ValueForm where Value == Double {
  /// A time of silence: more than none.
  static var silence: Self {
    .init("a number of seconds, more than 0", hint: "such as 2 or 0.5") { text in
      Units.decimalSeconds(text).flatMap { $0 > 0 ? $0 : nil }
    }
  }
}
