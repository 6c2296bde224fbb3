import HTTPCacheCore

/// The whole manual, written from `OptionTable`, `CommandName`, `ExitCode` and `ProcessEnvironment`.
enum Manual {
  /// The subcommands that have a chapter.
  static let commands = CommandName.allCases.filter { $0 != .help }

  /// The sections that several subcommands share; each is printed once, after the subcommands.
  static let sharedSections = [ConnectionOptions.section, GlobalOptions.section]

  /// The manual in a format, or a page of it, with a newline at its end.
  static func text(_ format: ManualFormat) -> String {
    switch format {
    case .man: RoffManual.text
    case .markdown: MarkdownManual.text
    case .findings: CodePages.findings
    case .reasons: CodePages.reasons
    case .recipes: RecipesPage.text
    case .realCaches: RealCachesPage.text
    }
  }

  /// The sections that only this subcommand has, and the titles of the shared ones.
  static func sections(of command: CommandName) -> (own: [OptionSection], shared: [String]) {
    let shared = sharedSections.map(\.title)
    let all = OptionTable.sections(for: command)
    return (all.filter { !shared.contains($0.title) }, all.map(\.title).filter(shared.contains))
  }
}

/// The manual as `docs/reference.md`.
enum MarkdownManual {
  static var text: String {
    var blocks = [
      "# Reference",
      "Every subcommand and option of `httpcache`, as `httpcache help SUBCOMMAND --all` prints them. "
        + "`make reference` writes this page.",
      "```text\n\(Help.usage)```",
    ]
    for command in Manual.commands { blocks += chapter(command) }
    for section in Manual.sharedSections + [Invocation.section] {
      blocks += ["## \(section.title)", table(section)]
    }
    blocks += [
      "## Exit codes", rows("code", ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }),
      "## Environment",
      rows("variable", ProcessEnvironment.variables.map { ("`\($0.name)`", $0.meaning) }),
    ]
    return blocks.joined(separator: "\n\n") + "\n"
  }

  /// The options of a subcommand; its examples are left to its help and to the pages of `docs/`.
  private static func chapter(_ command: CommandName) -> [String] {
    let (own, shared) = Manual.sections(of: command)
    let links = shared.map { "[\($0)](#\($0.lowercased()))" }.joined(separator: ", ")
    return [
      "## httpcache \(command.rawValue)",
      "\(command.summary.asSentence)\nIt also takes the options of \(links).",
    ]
      + own.flatMap { ["### \(command.rawValue): \($0.title.lowercased())", table($0)] }
  }

  private static func table(_ section: OptionSection) -> String {
    rows("option", section.options.map { (label($0), $0.meaning) })
  }

  private static func label(_ option: Option) -> String {
    (option.short.map { "`-\($0)`, " } ?? "") + "`\(option.synopsis)`"
  }

  private static func rows(_ title: String, _ rows: [(String, String)]) -> String {
    (["| \(title) | meaning |", "| --- | --- |"] + rows.map { "| \(cell($0)) | \(cell($1)) |" })
      .joined(separator: "\n")
  }

  /// Escapes bars, which would end the cell even in code, and stars, which would begin emphasis.
  private static func cell(_ text: String) -> String {
    text.map { "|*".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

}

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
    for section in Manual.sharedSections + [Invocation.section] {
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
    String(line.drop { $0 == " " }).replacing(text: "Usage: ", by: "")
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

  private static func entry(_ option: Option) -> [String] {
    let short = option.short.map { "\(bold("-\($0)")), " } ?? ""
    return tagged(short + bold(option.synopsis), option.meaning)
  }

  private static func tagged(_ tag: String, _ meaning: String) -> [String] { [".TP", tag, escaped(meaning)] }

  private static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

  /// Escapes the special characters of roff, also the hyphen, so that it can be copied from the page as one.
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
