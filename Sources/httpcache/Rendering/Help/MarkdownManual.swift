/// The manual as `docs/reference.md`.
enum MarkdownManual {
  /// The text of the file.
  static var text: String {
    var blocks = [
      "# Reference",
      "Every subcommand and option of `httpcache`, as `httpcache help SUBCOMMAND` prints them. "
        + "`make reference` writes this page.",
      fenced([String(Help.usage.dropLast())], as: "text"),
    ]
    for command in Manual.commands { blocks += chapter(command) }
    for section in Manual.sharedSections { blocks += ["## \(section.title)", table(section)] }
    blocks += ["## \(OptionTable.program.title)", table(OptionTable.program)]
    blocks += [
      "## Exit codes", rows("code", ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) }),
      "## Environment",
      rows("variable", ProcessEnvironment.variables.map { ("`\($0.name)`", $0.meaning) }),
    ]
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private static func chapter(_ command: CommandName) -> [String] {
    let (own, shared) = Manual.sections(of: command)
    let links = shared.map { "[\($0)](#\($0.lowercased()))" }.joined(separator: ", ")
    return ["## httpcache \(command.rawValue)", command.summary.asSentence]
      + [fenced(["httpcache \(command.rawValue) \(command.synopsis)"], as: "text")]
      + own.flatMap { ["### \(command.rawValue): \($0.title.lowercased())", table($0)] }
      + ["And the options of \(links).", "Examples:"]
      + [fenced(command.examples.map { "# \($0.purpose)\n\($0.line)" })]
  }

  private static func table(_ section: OptionSection) -> String {
    rows("option", section.options.map { (label($0), meaning($0)) })
  }

  private static func label(_ option: OptionDeclaration) -> String {
    (option.short.map { "`-\($0)`, " } ?? "") + "`\(option.synopsis)`"
  }

  private static func meaning(_ option: OptionDeclaration) -> String {
    let remarks = option.remarks
    return option.help + (remarks.isEmpty ? "" : " [\(remarks.joined(separator: "; "))]")
  }

  private static func rows(_ title: String, _ rows: [(String, String)]) -> String {
    (["| \(title) | meaning |", "| --- | --- |"] + rows.map { "| \(cell($0)) | \(cell($1)) |" })
      .joined(separator: "\n")
  }

  /// A bar would end the cell, in code too; what looks like a tag would be one.
  private static func cell(_ text: String) -> String {
    var cell = ""
    for character in text {
      switch character {
      case "|", "*": cell += "\\\(character)"
      default: cell.append(character)
      }
    }
    return cell
  }

  private static func fenced(_ lines: [String], as language: String = "sh") -> String {
    "```\(language)\n" + lines.joined(separator: "\n") + "\n```"
  }
}
