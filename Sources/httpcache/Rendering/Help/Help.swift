/// The help texts: written from `OptionTable` and `CommandName`, at most 80 columns wide.
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
  /// With `isLong` it has whole sentences, defaults, examples and exit codes, else one clause for each option.
  static func text(_ command: CommandName?, isLong: Bool) -> String {
    var blocks = [
      command.map { "Usage: httpcache \($0.rawValue) \($0.synopsis)" } ?? String(usage.dropLast())
    ]
    blocks.append((command?.summary ?? programSummary).asSentence)
    if command == nil { blocks.append(subcommands) }
    for section in OptionTable.sections(for: command) {
      let options = section.options.map { line($0, isLong: isLong) }
      blocks.append("\(section.title):\n" + options.joined(separator: "\n"))
    }
    if isLong {
      blocks.append(examples(command.map { [$0] } ?? [.fetch, .inspect]))
      blocks.append(exitCodes)
    } else {
      blocks.append("More: httpcache \(command.map { "\($0.rawValue) " } ?? "")--help")
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private static var subcommands: String {
    "Subcommands:\n"
      + CommandName.allCases.map { entry("  \($0.rawValue)", $0.summary) }.joined(separator: "\n")
  }

  private static func line(_ option: Option, isLong: Bool) -> String {
    let label = "  \(option.short.map { "-\($0), " } ?? "    ")\(option.synopsis)"
    guard isLong else { return entry(label, String(option.help.prefix { $0 != ";" })) }
    return entry(label, option.meaning)
  }

  private static func examples(_ commands: [CommandName]) -> String {
    let examples = commands.flatMap(\.examples).map { "  # \($0.purpose)\n  \($0.line)" }
    return "Examples:\n" + examples.joined(separator: "\n")
  }

  private static var exitCodes: String {
    "Exit codes:\n"
      + ExitCode.allCases.map { entry("  \($0.rawValue)", $0.meaning, at: 5) }.joined(separator: "\n")
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
