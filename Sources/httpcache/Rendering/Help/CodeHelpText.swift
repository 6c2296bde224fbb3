import HTTPCacheCore

/// The help of a code as text, at most 80 columns wide except for lines that are to be copied.
enum CodeHelpText {
  /// The help of a code; a code of a finding that a reason shares gets both, and the second is named as the reason's.
  static func text(_ code: String) -> String {
    CodeHelp.named(code).enumerated().map { index, help in
      let title = index == 0 ? help.code : "\(help.code), as a reason of `-v` and of JSON's `reasons`"
      return ([title] + help.parts.map(block)).joined(separator: "\n\n") + "\n"
    }.joined(separator: "\n")
  }

  private static func block(_ part: CodeHelp.Part) -> String {
    switch part {
    case .paragraph(let text): WordWrap.lines(text, width: 80).joined(separator: "\n")
    case .lines(let lines): lines.map { "  \($0)" }.joined(separator: "\n")
    }
  }
}
