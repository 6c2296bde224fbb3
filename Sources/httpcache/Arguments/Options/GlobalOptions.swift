import HTTPCacheCore

/// A bound in bytes, or as a share of something larger.
enum SizeOrShare: Equatable, Sendable {
  case bytes(Int64)
  /// From 0 to 100.
  case percent(Int)
}

/// The options that every subcommand takes.
struct GlobalOptions: Sendable {
  /// The directory of the cache; nil if no option names one and the environment has no home directory.
  var cacheDirectory: String?

  /// How large the store may grow, in bytes; 0 turns the cache off.
  var capacity: Int64 = 1 << 30

  /// How large the in-memory tier may grow; nil for the default, which depends on the machine.
  var memoryCapacity: SizeOrShare?

  /// The largest response that is stored; a share is one of `capacity`.
  var maxEntrySize = SizeOrShare.percent(5)

  var isReadOnly = false
  var role = CacheRole.private
  var profile = StorageProfile.rfc9111
  var isJSON = false
  var color = ColorChoice.auto

  /// Whether stderr is to be quieter; of `-q` and `-v` the later counts.
  var isQuiet = false

  /// How often `-v` was given; 0 if `isQuiet`.
  var verbosity: Int { isQuiet ? 0 : verboseCount }

  fileprivate var verboseCount = 0

  /// Whether connections and heads are shown, as by `curl -v`.
  var showsConnection: Bool { verbosity > 0 }

  /// The cache directory, for callers that need one.
  func storeDirectory() throws(StoreError) -> String {
    guard let cacheDirectory else { throw .noDirectory }
    return cacheDirectory
  }

  /// The cache directory unless an option names one; nil if the environment has no home directory.
  static func standardDirectory(_ environment: ProcessEnvironment?) -> String? {
    #if os(macOS)
    let name = "Library/Caches"
    #else
    let name = ".cache"
    #endif
    return environment?.directory("XDG_CACHE_HOME", orBelowHome: name)
  }

  /// The options that every subcommand accepts, before and after its name.
  static let section = OptionSection("Everywhere") {
    Option(
      "cache-dir", value: "DIR", "where the cache lives; created when missing",
      default: "$XDG_CACHE_HOME/httpcache, else the user's cache directory", environment: "HTTPCACHE_DIR",
      isConfigurable: true, effect: .directory { $0.global.cacheDirectory = $1 })
    Option(
      "capacity", value: "SIZE",
      "how large the store may grow; over it, the least recently used responses go first, and 0 turns the cache off",
      default: "1G", environment: "HTTPCACHE_CAPACITY", isConfigurable: true, example: "2G",
      effect: .value(.size) { $0.global.capacity = $1 })
    Option(
      "memory-capacity", value: "SIZE|N%", "how large the in-memory tier of one process may grow",
      default: "20% of physical memory, 10% where that is 512 MB or less", isConfigurable: true,
      example: "10%", effect: .value(.sizeOrShare) { $0.global.memoryCapacity = $1 })
    Option(
      "read-only", "read the cache and never write to it; neither responses nor times of use",
      environment: "HTTPCACHE_READ_ONLY",
      effect: .reads { (options, given) throws(UsageError) in
        options.global.isReadOnly = given.value == nil ? true : try given.read(.switch)
      })
    Option(
      "max-entry-size", value: "SIZE|N%", "the largest response that is stored",
      default: "5% of the capacity", isConfigurable: true, example: "5M",
      effect: .value(.sizeOrShare) { $0.global.maxEntrySize = $1 })
    Option(
      "shared", "behave, and judge, as a shared cache", default: "as a private one",
      effect: .sets { $0.global.role = .shared })
    Option(
      "profile", value: "PROFILE",
      "whose rules decide storing; RFC 9111's, or the seven conditions of Foundation's URL Loading System",
      default: "rfc9111", isConfigurable: true, effect: .choice("a profile") { $0.global.profile = $1 })
    Option(
      "json", "print JSON Lines on stdout; one object for each response",
      effect: .sets { $0.global.isJSON = true })
    Option(
      "color", value: "WHEN", "whether to use colours; auto honours NO_COLOR and whether it is a terminal",
      default: "auto", environment: "HTTPCACHE_COLOR", isConfigurable: true,
      insteadOf: ("--styled-output --no-styled-output", "--color says whether to use colours"),
      effect: .choice("a choice of colour") { $0.global.color = $1 })
    Option("quiet", short: "q", "print less on stderr", effect: .sets { $0.global.isQuiet = true })
    Option(
      "verbose", short: "v", "print more; fetch shows the connection and the heads, as curl does",
      isRepeatable: true,
      insteadOf: (
        "--trace --trace-ascii --trace-time --trace-ids --trace-config",
        "-v shows the connection and the heads, --explain what is decided"
      ),
      effect: .sets { options in
        options.global.isQuiet = false
        options.global.verboseCount += 1
      })
    Option(
      "no-config", "do not read the configuration file",
      insteadOf: ("--disable", "--no-config goes without the configuration file"))
    Option(
      "help", short: "h",
      "print help that fits a screen; httpcache help SUBCOMMAND --all prints every option",
      insteadOf: ("--libcurl -M --manual --metalink", "httpcache help fetch describes the options"),
      effect: .help)
    Option(
      "version", "print the version; with -v the facts of the build and its libraries too",
      insteadOf: ("-V", "--version prints the version"), effect: .version)
  }
}
