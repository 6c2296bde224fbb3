/// The help texts: written from `ShortHelp`, `OptionTable` and `CommandName`, at most 80 columns wide.
enum Help {
  private static let width = 80

  /// The column at which the sentences of options begin.
  private static let column = 28

  /// A description of the program, without capital and full stop.
  static let programSummary = "an HTTP cache (RFC 9111) for the command line"

  /// The text on stderr for a command line without arguments.
  static var usage: String {
    let lines = CommandName.allCases.map { "httpcache \($0.rawValue) \($0.synopsis)" }
    return "Usage: " + lines.joined(separator: "\n       ") + "\n       httpcache --help | --version\n"
  }

  /// The help of a subcommand, or of the program if `command` is nil.
  ///
  /// If `isWhole` is true, it has every option with its whole sentence and defaults, else it fits a screen.
  static func text(_ command: CommandName?, isWhole: Bool) -> String {
    let blocks = isWhole ? command.map(whole) ?? wholeProgram : short(command)
    return blocks.joined(separator: "\n\n") + "\n"
  }

  // MARK: What fits a screen

  private static func short(_ command: CommandName?) -> [String] {
    var blocks = [
      command.map(usageLine) ?? "Usage: httpcache SUBCOMMAND [options] ...",
      (command?.summary ?? programSummary).asSentence,
    ]
    if command == nil { blocks.append(subcommands) }
    blocks += ShortHelp.groups(of: command).map { group in
      block(group.title, group.lines.map { entry("  \($0.label)", $0.meaning) })
    }
    blocks.append(examples(command?.examples ?? CommandName.fetch.examples + CommandName.inspect.examples))
    let name = command == .help ? nil : command
    blocks.append(
      """
      Exit codes: 0 done, 1 a check failed, 2 usage, 3 network, 4 not cached, 5 cache
      More: httpcache help \(name.map { "\($0.rawValue) " } ?? "")--all, httpcache help CODE
      """)
    return blocks
  }

  // MARK: Everything

  private static func whole(_ command: CommandName) -> [String] {
    [usageLine(command), command.summary.asSentence]
      + OptionTable.sections(for: command).map { section($0.title, $0) }
      + [examples(command.examples), exitCodes]
  }

  /// Every option of every subcommand; the sections that several share stand once, after them.
  private static var wholeProgram: [String] {
    var blocks = [String(usage.dropLast()), programSummary.asSentence, subcommands]
    for command in Manual.commands {
      let own = Manual.sections(of: command).own
      blocks += own.map { section("\(command.rawValue): \($0.title.lowercased())", $0) }
    }
    blocks += (Manual.sharedSections + [Invocation.section, Invocation.helpSection]).map {
      section($0.title, $0)
    }
    let variables = ProcessEnvironment.variables.map { entry("  $\($0.name)", $0.meaning) }
    return blocks + [
      block("Environment", variables), examples(CommandName.allCases.flatMap(\.examples)), exitCodes,
    ]
  }

  private static func section(_ title: String, _ section: OptionSection) -> String {
    block(
      title,
      section.options.map { option in
        entry("  \(option.short.map { "-\($0), " } ?? "    ")\(option.synopsis)", option.meaning)
      })
  }

  // MARK: Blocks

  private static func usageLine(_ command: CommandName) -> String {
    "Usage: httpcache \(command.rawValue) \(command.synopsis)"
  }

  private static var subcommands: String {
    block("Subcommands", CommandName.allCases.map { entry("  \($0.rawValue)", $0.summary, at: 14) })
  }

  private static func examples(_ examples: [(purpose: String, line: String)]) -> String {
    block("Examples", examples.map { "  # \($0.purpose)\n  \($0.line)" })
  }

  private static var exitCodes: String {
    block("Exit codes", ExitCode.allCases.map { entry("  \($0.rawValue)", $0.meaning, at: 5) })
  }

  private static func block(_ title: String, _ entries: [String]) -> String {
    "\(title):\n" + entries.joined(separator: "\n")
  }

  /// A label and its meaning in two columns; a long label has a line of its own.
  private static func entry(_ label: String, _ meaning: String, at indent: Int = column) -> String {
    let lines = WordWrap.lines(meaning, width: width - indent)
    let margin = String(repeating: " ", count: indent)
    let text = lines.joined(separator: "\n" + margin)
    guard label.count < indent - 1 else { return label + "\n" + margin + text }
    return label + margin.dropFirst(label.count) + text
  }
}

extension String {
  /// The text with a capital at its beginning and a full stop at its end.
  var asSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
