import HTTPCacheCore

/// The task of a command line; parsing begins here.
enum Invocation: Equatable, Sendable {
  /// No arguments at all: a short usage on stderr, exit code 2.
  case usage

  /// Help for a subcommand, or for the program if nil; `isWhole` asks for every option.
  case help(CommandName?, isWhole: Bool)

  /// Help for the code of a finding or of a reason.
  case explanation(String)

  /// `--version`; with `-v` the facts of the build too.
  case version(isVerbose: Bool)

  case manual(ManualFormat)

  /// `--show-config`: the settings in effect, and where each value comes from.
  case showConfig(ParsedArguments)

  /// `--generate-completion`: the script that a shell loads.
  case completionScript(ShellName)

  /// `--complete`: completes a command line, of which these are the words up to the cursor.
  case complete([String])

  /// A subcommand to run; the values of its options are not read yet.
  case run(ParsedArguments)

  /// Hides a secret, which is the last bytes of the argument at a place.
  typealias Hider = (_ place: Int, _ count: Int) -> Void

  /// Reads the arguments, without the program's name, and has the secrets among them hidden.
  init(_ arguments: [String], hiding hide: Hider = { _, _ in }) throws(UsageError) {
    if arguments.first == "--complete", arguments.dropFirst().first == "--" {
      self = .complete(Array(arguments.dropFirst(2)))
      return
    }
    let scanned = try Scanner(arguments)
    for secret in scanned.secrets { hide(secret.place, secret.count) }
    let isWhole = scanned.occurrences.contains { $0.option === Self.everything }
    if scanned.wantsHelp {
      self = .help(scanned.command == .help ? nil : scanned.command, isWhole: isWhole)
    } else if scanned.wantsVersion {
      self = .version(isVerbose: scanned.occurrences.contains { $0.name == "verbose" })
    } else if scanned.command == .help {
      self = try Self.help(scanned.operands, isWhole: isWhole)
    } else if let command = scanned.command {
      self = .run(
        ParsedArguments(command: command, occurrences: scanned.occurrences, operands: scanned.operands))
    } else if let work = try Self.programWork(scanned) {
      self = work
    } else if arguments.isEmpty {
      self = .usage
    } else {
      throw UsageError("no subcommand", hint: "httpcache --help")
    }
  }

  /// The work of the last option that replaces a subcommand; nil if there is no such option.
  private static func programWork(_ scanned: Scanner) throws(UsageError) -> Invocation? {
    let arguments = ParsedArguments(command: .stats, occurrences: scanned.occurrences)
    for given in scanned.occurrences.reversed() {
      if case .replaces(let work) = given.option.effect { return try work(arguments, given) }
    }
    return nil
  }

  /// The options that replace a subcommand.
  static let section = OptionSection("In place of a subcommand") {
    Option(
      "show-config", "print the settings in effect, and where each value comes from",
      effect: .replaces { arguments, _ in .showConfig(arguments) })
    Option(
      "generate-completion", value: "SHELL",
      "print what a shell loads to complete subcommands, options and values",
      kind: .choice(ShellName.spellings),
      effect: .replaces { (_, given) throws(UsageError) in
        .completionScript(try given.read(.choice("a shell with completion")))
      })
    Option(
      "generate-manual", value: "FORMAT", "print the whole manual, or a page of it, for a file",
      kind: .choice(ManualFormat.spellings),
      effect: .replaces { (_, given) throws(UsageError) in
        .manual(try given.read(.choice("a form of the manual")))
      })
    Option(
      "complete", "print what completes the command line behind --; the loaded script calls this",
      effect: .replaces { (_, given) throws(UsageError) in
        throw UsageError(
          "\(given.spelling) stands first, and -- behind it", hint: "httpcache --complete -- fetch -")
      })
  }

  /// The option of `help` for every option; others have options of its name.
  private static let everything = Option("all", "print every option, as the manual does")

  /// The options of `help`, which `--help` takes, too.
  static let helpSection = OptionSection("Help") { everything }

  /// Help for a subcommand or a code, or for the program if neither is named.
  private static func help(_ operands: [String], isWhole: Bool) throws(UsageError) -> Invocation {
    guard let name = operands.first else { return .help(nil, isWhole: isWhole) }
    guard operands.count == 1 else {
      throw UsageError("help takes one subcommand or code", hint: "httpcache help fetch")
    }
    if let command = CommandName(rawValue: name) { return .help(command, isWhole: isWhole) }
    if CodeHelp.names.contains(name) { return .explanation(name) }
    let parts = CodeHelp.names.filter { name.count > 2 && $0.holds(name) }.prefix(5)
    throw UsageError(
      "unknown subcommand or code \(name)",
      hint: Suggestion.hint(for: name, in: CommandName.allCases.map(\.rawValue) + CodeHelp.names)
        ?? (parts.isEmpty
          ? "the findings and reasons of inspect name their codes"
          : "codes with it: \(parts.joined(separator: ", "))"))
  }
}
