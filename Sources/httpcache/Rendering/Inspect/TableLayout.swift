/// The columns of the table report, and the lines that they make.
///
/// Without a width nothing is left out or cut, for programs such as `sort` and `awk`. A terminal gets the columns that it
/// has room for, one origin once, and URLs that are cut in their middle.
struct TableLayout {
  /// A column: its title, how wide it is, whether it holds figures, and whether a narrow terminal goes without it, the
  /// columns with the highest rank first; nil for one that always stands.
  private typealias Column = (title: String, width: Int, isFigure: Bool, rank: Int?)

  private static let columns: [Column] = [
    ("VERDICT", 11, false, nil), ("STATUS", 6, true, nil), ("SIZE", 10, true, nil),
    ("LIFETIME", 8, true, nil), ("AGE", 4, true, 1), ("VALIDATOR", 9, false, 2), ("EDGE", 6, false, 3),
    ("FINDINGS", 8, false, nil),
  ]

  /// How many columns a URL has at least, if columns can be left out for it.
  private static let leastURLWidth = 24

  /// The number of columns of the terminal; nil for no limit.
  let width: Int?

  /// The indices of the columns that stand.
  private let shown: [Int]

  /// The origin of the first URL, which stands above the table; nil if URLs stand whole.
  private(set) var origin: String?

  init(width: Int?) {
    self.width = width
    var shown = Array(Self.columns.indices)
    func room() -> Int { (width ?? .max) - shown.map { Self.columns[$0].width + 2 }.reduce(0, +) }
    for rank in [3, 2, 1] where room() < Self.leastURLWidth {
      shown.removeAll { Self.columns[$0].rank == rank }
    }
    self.shown = shown
  }

  /// Notes the URL of the first subject.
  mutating func begin(_ url: String) {
    let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard width != nil, parts.count == 4, parts[0].hasSuffix(":"), parts[1].isEmpty else { return }
    origin = "\(parts[0])//\(parts[2])"
  }

  var titles: String { line(Self.columns.map(\.title), "URL") }

  /// A line: a cell for each column, whether it stands or not, and the URL.
  func line(_ cells: [String], _ url: String) -> String {
    let start = shown.map { index in
      let (cell, column) = (cells[index], Self.columns[index])
      return column.isFigure ? cell.leftPadded(column.width) : cell.rightPadded(column.width)
    }.joined(separator: "  ")
    guard let width else { return "\(start)  \(url)" }
    let place = origin.flatMap { url.hasPrefix($0 + "/") ? String(url.dropFirst($0.count)) : nil } ?? url
    return "\(start)  \(place.fitted(max(4, width - start.count - 2)))"
  }

  /// The line of a subject that could not be judged.
  func unjudged(_ url: String) -> String {
    line(["not judged"] + Self.columns.dropFirst().map { _ in "-" }, url)
  }

  /// The lines of a remark below a subject.
  func remark(_ text: String) -> [String] {
    guard let width else { return ["  \(text)"] }
    return WordWrap.lines(text, width: max(20, width - 2)).map { "  \($0)" }
  }
}
