import HTTPCacheCore

/// What a code means, as text of at most 80 columns but for lines that are to be copied.
enum CodeHelpText {
  /// The helps of a code, with a newline at the end.
  static func text(_ code: String) -> String {
    CodeHelp.named(code).map { help in
      ([help.code] + help.parts.map(block)).joined(separator: "\n\n") + "\n"
    }.joined(separator: "\n")
  }

  private static func block(_ part: CodeHelp.Part) -> String {
    switch part {
    case .paragraph(let text): WordWrap.lines(text, width: 80).joined(separator: "\n")
    case .lines(let lines): lines.map { "  \($0)" }.joined(separator: "\n")
    }
  }
}
