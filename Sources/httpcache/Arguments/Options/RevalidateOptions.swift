import HTTPCacheCore

/// The options of `revalidate`, understood and free of contradictions.
struct RevalidateOptions: Equatable, Sendable {
  /// The URLs that were named; none where a selection is meant.
  let urls: [TargetURI]

  /// What is meant where no URL is named.
  let selection: EntrySelection

  /// Whether only what is stale is asked about.
  let onlyStale: Bool

  let isDryRun: Bool
  let asksWithHead: Bool
  let fields: [FieldArgument]

  /// Fields that are configured for origins, by origin.
  let originFields: [String: [FieldLine]]
  let parallel: ParallelOptions
  let connection: ConnectionOptions

  /// The cache that is shared with other machines; nil where there is none.
  let remote: RemoteOptions?

  /// The option by which credentials are given for all that is asked about; nil where there is none.
  var credentialOption: String? {
    if let option = connection.credentialOption { return option }
    let isGiven = fields.contains {
      if case .field(let line) = $0 { Credentials.include(line.name) } else { false }
    }
    return isGiven ? "-H" : nil
  }

  /// Reads the options.
  ///
  /// - Parameters:
  ///   - arguments: of `revalidate`.
  ///   - global: the role says what is stale.
  ///   - now: the time as of which it is.
  /// - Throws: the first thing that cannot be understood.
  init(_ arguments: ParsedArguments, global: GlobalOptions, now: Instant) throws(UsageError) {
    urls = try URLArgument.read(arguments.operands)
    onlyStale = arguments.has(.stale)
    guard !urls.isEmpty || onlyStale || arguments.has(.all) || arguments.has(.host) else {
      throw UsageError(
        "revalidate needs a URL, --all, --stale or --host", hint: "httpcache revalidate --stale")
    }
    if !urls.isEmpty {
      for option in [OptionName.all, .host] {
        if let given = arguments.last(option) {
          throw UsageError("\(given.spelling) and a URL exclude each other")
        }
      }
    }
    var selection = EntrySelection()
    selection.host = try arguments.value(.host, as: .host)
    selection.role = global.role
    if onlyStale { selection.staleAt = now }
    self.selection = selection
    isDryRun = arguments.has(.dryRun)
    asksWithHead = arguments.has(.head)
    fields = try FieldArgument.read(arguments.all(.header))
    originFields = arguments.defaults.originFields
    parallel = try ParallelOptions(arguments)
    connection = try ConnectionOptions(arguments)
    remote = try RemoteOptions(arguments, connection: connection)
    if connection.authentication == .negotiate {
      throw UsageError(
        "--negotiate goes with fetch and inspect --live only", hint: "what is got so is not stored")
    }
  }
}
