import HTTPCacheCore

/// The options of a command line, read and free of contradictions.
///
/// Each option writes its value into a property of its own, after the values of the environment and the configuration.
/// Then the `settle` functions of the subcommand set what depends on several options together.
struct Options: Sendable {
  /// The time from which offsets such as `-1h` count.
  let now: Instant

  let defaults: Defaults

  var global = GlobalOptions()
  var connection = ConnectionOptions()
  var parallel = ParallelOptions()
  var content = ContentOptions()
  var writing = WritingOptions()
  var cacheUse = CacheUse()
  var inspect = InspectOptions()
  var live = LiveOptions()
  var probes = ProbeOptions()
  var gate = GateOptions()
  var revalidate = RevalidateOptions()
  var trim = TrimOptions()
  var stats = StatsOptions()
  private(set) var urls: [TargetURI] = []

  /// The input with more URLs, one a line; `URLArgument.read` reads a line.
  var inputFile: InputSource?

  /// The sitemaps whose URLs are also requested.
  var sitemaps: [TargetURI] = []

  private(set) var method = "GET"

  /// Whether `-X` named the method, which redirects then do not change.
  var isMethodExplicit: Bool { content.namedMethod != nil }

  var fields: [FieldArgument] = []

  /// Fields that are configured for origins, by origin.
  var originFields: [String: [FieldLine]] { defaults.originFields }

  var policy = PolicyChoice()
  var servesStaleIfUnreachable = false

  /// The freshness lifetime of stored responses, in seconds from their cache date; nil if their fields decide.
  var ttl: Seconds?

  /// The checks of `--expect`, as they were written.
  var expectations: [String] = []

  /// Whether redirects are followed, and how many.
  var isFollowing: Bool
  var redirectLimit = Self.standardRedirects

  /// How many redirects are followed; nil if a redirect is a final response.
  var maxRedirects: Int? { isFollowing ? redirectLimit : nil }

  /// The default of `--max-redirects`.
  static let standardRedirects = 10

  var isCompressed = false
  var isExplained = false

  /// The file for the cookies at the end of the run; nil for none.
  var cookieJar: String?

  /// Whether later requests send the cookies of earlier responses; unless `--parallel` is given, requests then wait for
  /// each other.
  var hasSession: Bool { cookieJar != nil || !connection.cookieFiles.isEmpty }

  var namedRemote = RemoteOptions.Named()

  /// The cache that is shared with other machines; nil if there is none.
  private(set) var remote: RemoteOptions?

  /// The host whose responses count; nil for all.
  var host: String?

  var isOnlyStale = false

  var isDryRun = false

  /// Reads the options of any subcommand, with their defaults.
  init(_ arguments: ParsedArguments, now: Instant = Machine.now()) throws(UsageError) {
    self.init(unread: arguments, now: now)
    try arguments.refuseContradictions()
    try arguments.requireSubject()
    let mayHaveDefaults =
      defaults.maySetOwnOptions ? OptionTable.sections(for: arguments.command) : [GlobalOptions.section]
    try read(arguments.counting, mayHaveDefaults)
    switch arguments.command {
    case .fetch, .inspect, .revalidate:
      if arguments.command == .inspect { try InspectOptions.refuseFile(arguments) }
      // The operands of --merge-summaries are files.
      if !arguments.has("merge-summaries") { urls = try URLArgument.read(arguments.operands) }
      try connection.settle(defaults.environment)
    case .trim, .stats, .help: break
    }
    switch arguments.command {
    case .fetch: try settleFetch(arguments)
    case .inspect: try settleInspect(arguments)
    case .revalidate:
      try revalidate.check(self, arguments)
      remote = try RemoteOptions(self, arguments)
    case .trim:
      try arguments.refuseOperands()
      trim.settle(self)
    case .stats: try arguments.refuseOperands()
    case .help: break
    }
  }

  /// Reads only the options that every subcommand accepts.
  static func global(of arguments: ParsedArguments) throws(UsageError) -> GlobalOptions {
    var options = Options(unread: arguments, now: Machine.now())
    let given = arguments.counting.filter { given in
      GlobalOptions.section.options.contains { $0.name == given.name }
    }
    try options.read(given, [GlobalOptions.section])
    return options.global
  }

  /// Throws if an option's value from the environment or the configuration file is invalid.
  static func check(_ given: Given) throws(UsageError) {
    var options = Options(unread: ParsedArguments(command: .help), now: Instant(epoch: 0))
    try given.option.read(given, into: &options)
  }

  private init(unread arguments: ParsedArguments, now: Instant) {
    self.now = now
    defaults = arguments.defaults
    isFollowing = arguments.command == .fetch
  }

  /// Reads options: first the defaults, from these sections, of options that are not given, then the given ones in order.
  private mutating func read(_ occurrences: [Given], _ sections: [OptionSection]) throws(UsageError) {
    for section in sections {
      for option in section.options where option.environment != nil || option.isConfigurable {
        guard !occurrences.contains(where: { $0.name == option.name }), let given = defaults.given(option)
        else { continue }
        try option.read(given, into: &self)
      }
    }
    for given in occurrences { try given.option.read(given, into: &self) }
    if global.cacheDirectory == nil {
      global.cacheDirectory = GlobalOptions.standardDirectory(defaults.environment)
    }
  }

  private mutating func settleFetch(_ arguments: ParsedArguments) throws(UsageError) {
    method = try content.method(arguments)
    if !isFollowing { try arguments.refuse("no-location", with: "max-redirects") }
    // With --negotiate no stored response is reused, so `cache-only` could never answer.
    if connection.authentication == .negotiate, policy.request == .cacheOnly {
      throw UsageError("--negotiate: nothing answers without asking, so --policy cache-only finds nothing")
    }
    try writing.settle(self, arguments)
    remote = try RemoteOptions(self, arguments)
    parallel.isInTurn = hasSession
  }

  private mutating func settleInspect(_ arguments: ParsedArguments) throws(UsageError) {
    method = inspect.method
    try probes.settle(arguments)
    try inspect.settle(self, arguments)
    try gate.settle(now: now)
    try live.check(self)
  }

  /// The stored responses that `revalidate` asks about if no URL is named.
  var selection: EntrySelection {
    var selection = EntrySelection()
    selection.host = host
    selection.role = global.role
    if isOnlyStale { selection.staleAt = now }
    return selection
  }

  var narrowing: Narrowing { Narrowing(host: host, isFirstParty: inspect.isFirstParty) }

  /// The option that gives credentials to every request; nil if none does.
  var credentialOption: String? {
    if let option = connection.credentialOption { return option }
    let isGiven = fields.contains {
      if case .field(let line) = $0 { line.isCredential } else { false }
    }
    return isGiven ? "-H" : nil
  }
}
