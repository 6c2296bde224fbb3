/// The annotations that GitHub would not show, as a Markdown table for the page of the run.
struct GitHubSummary {
  /// How many annotations there are, those without a row included.
  private(set) var count = 0

  private var rows: [(level: GitHubReport.Level, text: String)] = []
  private var length = 0

  /// GitHub takes 1 MiB of a step; the table stays well below it.
  private static let longest = 512 * 1024

  /// Takes one more; beyond the length of a page it is only counted.
  mutating func add(_ annotation: GitHubReport.Annotation) {
    count += 1
    guard length < Self.longest else { return }
    let cells = [annotation.level.rawValue, annotation.title, annotation.message].map(Self.cell)
    let row = "| \(cells.joined(separator: " | ")) |\n"
    length += row.utf8.count
    rows.append((annotation.level, row))
  }

  /// The table, the errors first.
  ///
  /// - Parameter closing: the counts of the whole run, which stand above it.
  /// - Returns: Markdown that ends its last line.
  func text(closing: String) -> String {
    var text = "### Cache headers: \(Self.cell(closing))\n\n"
    text +=
      "More than GitHub shows as annotations:\n\n| level | what | where and why |\n| --- | --- | --- |\n"
    for level in GitHubReport.Level.allCases {
      for row in rows where row.level == level { text += row.text }
    }
    if count > rows.count { text += "\nand \(count - rows.count) more.\n" }
    return text + "\n"
  }

  /// Foreign text as plain text of a table: no mark-up, no link and no cell of its own.
  private static func cell(_ text: String) -> String {
    var cell = ""
    for scalar in Escaping.escaped(text).unicodeScalars {
      switch scalar {
      case "<": cell += "&lt;"
      case ">": cell += "&gt;"
      case "&": cell += "&amp;"
      case "\n", "\r": cell += " "
      case "|", "\\", "`", "*", "_", "[", "]", "#", "~", "@", "!": cell += "\\\(scalar)"
      default: cell.unicodeScalars.append(scalar)
      }
    }
    return cell
  }
}
