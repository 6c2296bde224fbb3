/// The manual as a page for `man`, in the man(7) macros.
enum RoffManual {
  /// The text of `httpcache.1`.
  static var text: String {
    var lines = [
      ".TH HTTPCACHE 1 \"\" \"httpcache \(VersionText.version)\" \"User Commands\"",
      ".nh", ".ad l", ".SH NAME", "httpcache \\- \(escaped(Help.programSummary))", ".SH SYNOPSIS", ".nf",
    ]
    lines += Help.usage.dropLast().split(separator: "\n").map { ".B \(escaped(usageLine($0)))" }
    lines += [
      ".fi", ".SH DESCRIPTION",
      escaped(
        "Gets URLs through a cache on disk that follows RFC 9111, and says for every response, with the rule "
          + "and its section, why it was or was not stored, is or is not fresh, may or may not be reused."),
    ]
    for command in Manual.commands { lines += chapter(command) }
    for section in [OptionTable.transfer, OptionTable.everywhere, OptionTable.program] {
      lines.append(".SH \(escaped(section.title.uppercased()))")
      lines += section.options.flatMap(entry)
    }
    lines.append(".SH EXIT STATUS")
    lines += ExitCode.allCases.flatMap { tagged(bold("\($0.rawValue)"), $0.meaning) }
    lines.append(".SH ENVIRONMENT")
    lines += ProcessEnvironment.variables.flatMap { tagged(bold($0.name), $0.meaning) }
    lines.append(".SH EXAMPLES")
    lines += CommandName.allCases.flatMap(\.examples).flatMap { example in
      [
        ".PP", escaped(example.purpose.asSentence), ".PP", ".nf", ".RS 4", escaped(example.line), ".RE",
        ".fi",
      ]
    }
    lines += [".SH SEE ALSO", ".BR curl (1)"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func usageLine(_ line: Substring) -> String {
    String(line.drop { $0 == " " }.replacing("Usage: ", with: ""))
  }

  private static func chapter(_ command: CommandName) -> [String] {
    let (own, shared) = Manual.sections(of: command)
    var lines = [".SH \(command.rawValue.uppercased())", bold("httpcache \(command.rawValue)")]
    lines += [escaped(command.synopsis), ".PP", escaped(command.summary.asSentence)]
    for section in own {
      lines.append(".SS \(escaped(section.title))")
      lines += section.options.flatMap(entry)
    }
    let others = shared.map { $0.uppercased() }.joined(separator: " and ")
    return lines + [".PP", escaped("And the options under \(others).")]
  }

  private static func entry(_ option: OptionDeclaration) -> [String] {
    let short = option.short.map { "\(bold("-\($0)")), " } ?? ""
    let remarks = option.remarks
    let meaning = option.help + (remarks.isEmpty ? "" : " [\(remarks.joined(separator: "; "))]")
    return tagged(short + bold(option.synopsis), meaning)
  }

  private static func tagged(_ tag: String, _ meaning: String) -> [String] { [".TP", tag, escaped(meaning)] }

  private static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

  /// Text that stands for itself, a hyphen that can be copied included.
  private static func escaped(_ text: String) -> String {
    let text = text.map { character in
      switch character {
      case "\\": "\\e"
      case "-": "\\-"
      case "'": "\\(aq"
      case "`": "\\(ga"
      case "~": "\\(ti"
      case "^": "\\(ha"
      default: String(character)
      }
    }.joined()
    return text.hasPrefix(".") ? "\\&\(text)" : text
  }
}
