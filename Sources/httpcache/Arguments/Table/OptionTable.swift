/// The options of every subcommand; each is declared in `Arguments/Options`, beside the type that it is read into.
enum OptionTable {
  /// Makes a section when it is asked for: a cache hit needs few options, and making all of them takes a tenth of its time.
  private typealias Maker = @Sendable () -> OptionSection

  private static func makers(for command: CommandName?) -> [Maker] {
    switch command {
    case .fetch:
      [
        { ContentOptions.section }, { WritingOptions.section }, { CacheUse.section },
        { RemoteOptions.section }, { ParallelOptions.ofFetch }, { ConnectionOptions.section },
        { GlobalOptions.section },
      ]
    case .inspect:
      [
        { InspectOptions.subject }, { LiveOptions.section }, { ProbeOptions.section },
        { InspectOptions.judgement }, { ConnectionOptions.section }, { GlobalOptions.section },
      ]
    case .revalidate:
      [
        { RevalidateOptions.selection }, { RevalidateOptions.request }, { RemoteOptions.section },
        { ConnectionOptions.section }, { GlobalOptions.section },
      ]
    case .trim: [{ TrimOptions.selection }, { TrimOptions.limits }, { GlobalOptions.section }]
    case .stats: [{ StatsOptions.view }, { StatsOptions.upkeep }, { GlobalOptions.section }]
    case .help: [{ Invocation.helpSection }, { GlobalOptions.section }]
    case nil: [{ Invocation.section }, { GlobalOptions.section }]
    }
  }

  /// The sections of a subcommand in the order of its help, the common one last; nil if no subcommand is named.
  static func sections(for command: CommandName?) -> [OptionSection] { makers(for: command).map { $0() } }

  static func options(for command: CommandName?) -> [Option] { sections(for: command).flatMap(\.options) }

  /// The only option of a subcommand that meets the condition; the common section, of which most are, is searched first.
  static func option(of command: CommandName?, where holds: (Option) -> Bool) -> Option? {
    for make in makers(for: command).reversed() {
      if let option = make().options.first(where: holds) { return option }
    }
    return nil
  }

  static func isDeclared(_ name: String) -> Bool {
    ([nil] + CommandName.allCases).contains { option(of: $0) { $0.name == name } != nil }
  }

  /// The options that the configuration file may set, in the order of `--show-config`.
  static var configurable: [Option] {
    let sections = [
      GlobalOptions.section, CacheUse.section, ParallelOptions.ofFetch, ConnectionOptions.section,
      RemoteOptions.section,
    ]
    return sections.flatMap(\.options).filter(\.isConfigurable)
  }

  /// The variables of the environment that set an option which only some subcommands have.
  static let ownVariables = ["HTTPCACHE_POLICY", "HTTPCACHE_REMOTE", "HTTPCACHE_PARALLEL"]

  /// The hint for an option of curl, with its dashes; nil if curl has no such option, or httpcache has it, too.
  static func hint(forCurl spelling: String) -> String? {
    // curl expands the variables of --variable in any option whose name begins with `expand-`.
    let spelling = spelling.hasPrefix("--expand-") ? "--variable" : spelling
    let declared = options(for: .fetch).compactMap(\.insteadOf) + ForeignSpellings.absentOfCurl
    return declared.first { $0.spellings.split(separator: " ").contains { $0 == spelling } }?.hint
  }
}
