/// The annotations beyond the number that GitHub shows, as a Markdown table for the page of the run.
struct GitHubSummary {
  /// How many annotations there are, those without a row included.
  private(set) var count = 0

  private var rows: [(level: GitHubReport.Level, text: String)] = []
  private var length = 0

  /// In bytes: GitHub takes 1 MiB of a step, and the table stays well below it.
  private static let longest = 512 * 1024

  /// Adds an annotation; beyond the longest table it is only counted.
  mutating func add(_ annotation: GitHubReport.Annotation) {
    count += 1
    guard length < Self.longest else { return }
    let cells = [annotation.level.rawValue, annotation.title, annotation.message].map(PageMarkdown.cell)
    let row = "| \(cells.joined(separator: " | ")) |\n"
    length += row.utf8.count
    rows.append((annotation.level, row))
  }

  /// The table as Markdown, the errors first, below the closing line of the whole run.
  func text(closing: String) -> String {
    var text = "### Cache headers: \(PageMarkdown.cell(closing))\n\n"
    text +=
      "More than GitHub shows as annotations:\n\n| level | what | where and why |\n| --- | --- | --- |\n"
    for level in GitHubReport.Level.allCases {
      for row in rows where row.level == level { text += row.text }
    }
    if count > rows.count { text += "\nand \(count - rows.count) more.\n" }
    return text + "\n"
  }
}
