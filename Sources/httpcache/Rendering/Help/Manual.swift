/// The whole manual, written from `OptionTable`, `CommandName`, `ExitCode` and `ProcessEnvironment`.
enum Manual {
  /// The subcommands that have a chapter.
  static let commands = CommandName.allCases.filter { $0 != .help }

  /// The sections that several subcommands share; each stands once, behind the subcommands.
  static let sharedSections = [OptionTable.transfer, OptionTable.everywhere]

  /// The manual in a form.
  ///
  /// - Parameter format: for which reader.
  /// - Returns: the text of the file, with a newline at its end.
  static func text(_ format: ManualFormat) -> String {
    switch format {
    case .man: RoffManual.text
    case .markdown: MarkdownManual.text
    }
  }

  /// The sections that only this subcommand has, and the titles of the shared ones.
  static func sections(of command: CommandName) -> (own: [OptionSection], shared: [String]) {
    let shared = sharedSections.map(\.title)
    let all = OptionTable.sections(for: command)
    return (all.filter { !shared.contains($0.title) }, all.map(\.title).filter(shared.contains))
  }
}
