import HTTPCacheCore

/// A bound in bytes, or as a share of something larger.
enum SizeOrShare: Equatable, Sendable {
  case bytes(Int64)
  /// From 0 to 100.
  case percent(Int)
}

/// The options that every subcommand takes.
struct GlobalOptions: Equatable, Sendable {
  /// Where the cache lives; nil where neither an option nor the environment says.
  let cacheDirectory: String?

  /// How large the store may grow, in bytes; 0 turns the cache off.
  let capacity: Int64

  /// How large the in-memory tier may grow; nil for the default, which depends on the machine.
  let memoryCapacity: SizeOrShare?

  /// The largest response that is stored; a share is one of `capacity`.
  let maxEntrySize: SizeOrShare

  let isReadOnly: Bool
  let role: CacheRole
  let profile: StorageProfile
  let isJSON: Bool
  let color: ColorChoice

  /// Whether stderr is to be quieter; of `-q` and `-v` the later counts.
  let isQuiet: Bool

  /// How often `-v` was given; 0 where `isQuiet`.
  let verbosity: Int

  /// The capacity where nothing says another: 1 GiB.
  static let defaultCapacity: Int64 = 1 << 30

  /// Whether what passes on connections is shown, as `curl -v` does.
  var showsConnection: Bool { verbosity > 0 && !isQuiet }

  /// Reads the options.
  ///
  /// - Parameter arguments: of any subcommand, with their defaults.
  /// - Throws: the first thing that cannot be understood.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    cacheDirectory = try Self.cacheDirectory(arguments)
    capacity = try arguments.value(.capacity, as: .size) ?? Self.defaultCapacity
    memoryCapacity = try arguments.value(.memoryCapacity, as: .sizeOrShare)
    maxEntrySize = try arguments.value(.maxEntrySize, as: .sizeOrShare) ?? .percent(5)
    let readOnly = try arguments.defaults.value(.readOnly, as: .switch)
    isReadOnly = arguments.has(.readOnly) || readOnly == true
    role = arguments.has(.shared) ? .shared : .private
    profile = try arguments.value(.profile, as: .choice("a profile")) ?? .rfc9111
    isJSON = arguments.has(.json)
    color = try arguments.value(.color, as: .choice("a choice of colour")) ?? .auto
    let loudness = arguments.occurrences.map(\.name).filter { $0 == .quiet || $0 == .verbose }
    isQuiet = loudness.last == .quiet
    verbosity = isQuiet ? 0 : loudness.count { $0 == .verbose }
  }

  /// The cache directory, for what can't do without one.
  func storeDirectory() throws(StoreError) -> String {
    guard let cacheDirectory else { throw .noDirectory }
    return cacheDirectory
  }

  private static func cacheDirectory(_ arguments: ParsedArguments) throws(UsageError) -> String? {
    if let path = try arguments.value(.cacheDir, as: .path) { return path }
    let environment = arguments.defaults.environment
    // The XDG specification: a relative path there is invalid and is to be ignored.
    if let base = environment?["XDG_CACHE_HOME"], base.hasPrefix("/") { return "\(base)/httpcache" }
    guard let home = environment?["HOME"], !home.isEmpty else { return nil }
    #if os(macOS)
    return "\(home)/Library/Caches/httpcache"
    #else
    return "\(home)/.cache/httpcache"
    #endif
  }
}

/// The policies of the session and of the request, which the urlcache profile judges one by one.
struct PolicyChoice: Equatable, Sendable {
  /// What `$HTTPCACHE_POLICY` or the configuration says; `protocol` unless set.
  let session: CachePolicy

  /// What `--policy` says; that of the session unless told.
  let request: CachePolicy

  /// What holds for a subcommand that has no policy.
  static let standard = PolicyChoice(session: .protocol, request: .protocol)
}

extension PolicyChoice {
  init(_ arguments: ParsedArguments) throws(UsageError) {
    let form = ValueForm<CachePolicy>.choice("a policy")
    session = try arguments.defaults.value(.policy, as: form) ?? .protocol
    request = try arguments.value(.policy, as: form) ?? session
  }
}
