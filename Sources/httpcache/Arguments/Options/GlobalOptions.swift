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
  let isShared: Bool
  let profile: ProfileName
  let isJSON: Bool
  let color: ColorChoice

  /// Whether stderr is to be quieter; of `-q` and `-v` the later counts.
  let isQuiet: Bool

  /// How often `-v` was given; 0 where `isQuiet`.
  let verbosity: Int

  /// The capacity where nothing says another: 1 GiB.
  static let defaultCapacity: Int64 = 1 << 30

  /// Reads the options.
  ///
  /// - Parameters:
  ///   - arguments: of any subcommand, with their defaults.
  ///   - environment: says where the cache is where no option does; an empty variable counts as not set.
  /// - Throws: the first thing that cannot be understood.
  init(_ arguments: ParsedArguments, environment: ProcessEnvironment) throws(UsageError) {
    cacheDirectory = try Self.cacheDirectory(arguments, environment)
    capacity = try arguments.value(.capacity, as: .size) ?? Self.defaultCapacity
    memoryCapacity = try arguments.value(.memoryCapacity, as: .sizeOrShare)
    maxEntrySize = try arguments.value(.maxEntrySize, as: .sizeOrShare) ?? .percent(5)
    let readOnly = try arguments.defaults.value(.readOnly, as: .switch)
    isReadOnly = arguments.has(.readOnly) || readOnly == true
    isShared = arguments.has(.shared)
    profile = try arguments.value(.profile, as: .choice("a profile")) ?? .rfc9111
    isJSON = arguments.has(.json)
    color = try arguments.value(.color, as: .choice("a choice of colour")) ?? .auto
    let loudness = arguments.occurrences.map(\.name).filter { $0 == .quiet || $0 == .verbose }
    isQuiet = loudness.last == .quiet
    verbosity = isQuiet ? 0 : loudness.count { $0 == .verbose }
  }

  /// The cache directory, for a subcommand that cannot do without one.
  func requiredCacheDirectory() throws(UsageError) -> String {
    guard let cacheDirectory else {
      throw UsageError("no place for the cache: $HOME is not set", hint: "name one with --cache-dir DIR")
    }
    return cacheDirectory
  }

  private static func cacheDirectory(
    _ arguments: ParsedArguments, _ environment: ProcessEnvironment
  ) throws(UsageError) -> String? {
    if let path = try arguments.value(.cacheDir, as: .path) { return path }
    // The XDG specification: a relative path there is invalid and is to be ignored.
    if let base = environment["XDG_CACHE_HOME"], base.hasPrefix("/") { return "\(base)/httpcache" }
    guard let home = environment["HOME"], !home.isEmpty else { return nil }
    #if os(macOS)
    return "\(home)/Library/Caches/httpcache"
    #else
    return "\(home)/.cache/httpcache"
    #endif
  }
}

extension ValueForm where Value == Bool {
  /// An environment variable that turns something on.
  static var `switch`: Self {
    .init("1 or 0") { text in
      switch text {
      case "1": true
      case "0": false
      default: nil
      }
    }
  }
}
