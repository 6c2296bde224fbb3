import HTTPCacheCore

/// A page as Markdown for a comment, as GitHub and GitLab read it.
///
/// Foreign text stands in code spans, word by word: so it makes no mark-up, no link, no mention of a user and no reference to an
/// issue, and is copied as it was sent.
enum PageMarkdown {
  // MARK: Text

  /// Foreign text as a code span: the backquotes around it are more than any in it.
  static func code(_ text: String) -> String {
    let text = Escaping.withoutCredentials(text)
    guard !text.isEmpty else { return "" }
    let fence = fence(text, least: 1)
    let isPadded = text.hasPrefix("`") || text.hasSuffix("`") || text.hasPrefix(" ")
    return isPadded ? "\(fence) \(text) \(fence)" : fence + text + fence
  }

  /// More backquotes than stand in a row in a text.
  private static func fence(_ text: String, least: Int) -> String {
    var (longest, run) = (0, 0)
    for byte in text.utf8 {
      run = byte == 0x60 ? run + 1 : 0
      longest = max(longest, run)
    }
    return String(repeating: "`", count: max(least, longest + 1))
  }

  /// A sentence with foreign parts: the parts between backquotes, and every word that is not plain, as code.
  static func prose(_ text: String) -> String {
    let text = Escaping.withoutCredentials(text)
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    // With an odd number of backquotes, none of them begins a part.
    guard parts.count % 2 == 1 else { return words(text[...], isStart: true) }
    return parts.enumerated().reduce(into: "") { prose, part in
      let piece =
        part.offset % 2 == 1 ? code(String(part.element)) : words(part.element, isStart: part.offset == 0)
      // Two spans without a space between them would be one, or none.
      prose += prose.hasSuffix("`") && piece.hasPrefix("`") ? " " + piece : piece
    }
  }

  /// Words; with `isStart`, the first begins a line, where it could be the mark of a list.
  private static func words(_ text: Substring, isStart: Bool) -> String {
    text.split(omittingEmptySubsequences: false) { $0 == " " || $0 == "\u{A0}" }.enumerated().map {
      index, word in
      let isMark = isStart && index == 0 && word.first.map { !$0.isLetter } == true && !isNumber(word)
      return isPlain(word) && !isMark ? String(word) : span(word)
    }.joined(separator: " ")
  }

  /// A word as code, without the punctuation around it.
  private static func span(_ word: Substring) -> String {
    let inner = word.drop { $0 == "(" }
    guard let end = inner.lastIndex(where: { !").,;:".contains($0) }) else { return code(String(word)) }
    let core = inner[...end]
    return String(word[..<core.startIndex]) + code(String(core)) + String(word[core.endIndex...])
  }

  /// Whether a word means nothing to a reader of Markdown: it has letters, digits and the punctuation of sentences alone, and is
  /// no address, name of a picture, hash of a commit or `GH-1`.
  private static func isPlain(_ word: Substring) -> Bool {
    let isOrdinary = word.unicodeScalars.allSatisfy {
      $0.value >= 0x80 || $0.properties.isAlphabetic || ("0"..."9").contains($0)
        || ".,;:()'-/".unicodeScalars.contains($0)
    }
    guard isOrdinary else { return false }
    let isHash =
      word.utf8.count >= 7 && word.allSatisfy(\.isHexDigit) && word.contains(where: \.isNumber)
      && !isNumber(word)
    let lowercase = word.lowercased()
    // A colon before another character makes an address or `:smile:`.
    return !isHash && !word.dropLast().contains(":") && !["www.", "gh-"].contains(where: lowercase.holds)
  }

  private static func isNumber(_ word: Substring) -> Bool {
    word.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ",") }
  }

  /// Foreign text for a cell of a table, so that it makes no mark-up, no link and no further cell.
  static func cell(_ text: String) -> String {
    var cell = ""
    for scalar in Escaping.withoutCredentials(text).unicodeScalars {
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

  /// A part that is opened by hand; its title is HTML.
  private static func folded(_ title: String, _ content: String) -> String {
    content.isEmpty ? "" : "<details><summary>\(title)</summary>\n\n\(content)\n</details>\n"
  }

  /// Lines of a message in a block of code.
  private static func message(_ lines: [PageLine]) -> String {
    let text = lines.map { Escaping.withoutCredentials("\($0.name): \($0.value)") }.joined(separator: "\n")
    let fence = fence(text, least: 3)
    return text.isEmpty ? "" : "\(fence)http\n\(text)\n\(fence)\n"
  }

  /// The items of a list, each with its indent.
  private static func list(_ items: [String], indent: String = "") -> String {
    items.map { "\(indent)- \($0)\n" }.joined()
  }

  // MARK: One response

  /// A response, folded: its conclusions, fields, findings, and what to send.
  static func text(_ page: SubjectPage) -> String {
    let state = [page.worst?.rawValue, page.isFailed ? "failed" : nil].compactMap(\.self)
    let name = "<code>\(XMLText.escaped(page.name.fitted(longestURL)))</code> \(page.status)"
    let title = ([name] + state).joined(separator: ", ")
    let (send, leaveOut) = page.advice
    let out = leaveOut.isEmpty ? "" : "Leave out: \(leaveOut.map(code).joined(separator: ", "))\n"
    let parts = [
      list(page.failures.map(prose) + page.outcomes.map(outcome)),
      message(page.fields(isWhole: false)),
      list(page.findings.map { "**\($0.severity.rawValue)** \(code($0.code.rawValue)): \(prose($0.text))" }),
      list(page.otherCaches.map { "**\($0.name)** \(prose($0.value))" }),
      list(page.repetition.map(prose)),
      list(page.probes.map { "**\($0.name)** \(prose($0.words))" }),
      send.isEmpty ? "" : "Send:\n\n\(message(send))", out,
    ]
    return folded(title, parts.filter { !$0.isEmpty }.joined(separator: "\n"))
  }

  private static func outcome(_ outcome: PageOutcome) -> String {
    let reference = outcome.reference.map { " (\($0))" } ?? ""
    return prose(
      outcome.judge + outcome.sentence + reference + (outcome.consequence.map { ". \($0)" } ?? ""))
  }

  // MARK: Many responses

  /// How many characters of a URL are shown.
  private static let longestURL = 200

  /// How many groups of a list, kinds of advice of a group, and URLs of an advice are shown.
  private static let (mostGroups, mostMends, mostURLs) = (15, 3, 5)

  /// In bytes: GitHub takes 65,536 characters of a comment.
  private static let longest = 60_000

  /// The page of a summary, the last line first: failed checks, what was not judged, what is wrong and how to mend it, and the
  /// rest folded; `subjects` are responses, of which `left` more are counted.
  ///
  /// What would make it longer than a comment may be is left out and counted.
  static func text(_ page: SummaryPage, notJudged: PageList, subjects: [String], left: Int) -> String {
    let (own, others) = page.groups
    let wrong = own.filter { $0.kind.severity > .info }
    var text = "### Cache headers: \(prose(page.lastLine))\n"
    var leftOut = 0
    func add(_ part: String) {
      guard !part.isEmpty else { return }
      if text.utf8.count + part.utf8.count > longest { leftOut += 1 } else { text += part }
    }
    func section(_ title: String, _ parts: [String], of count: Int) {
      guard !parts.isEmpty else { return }
      add("\n#### \(title)\n\n")
      for part in parts { add(part) }
      if count > parts.count { add("- and \(count - parts.count) more\n") }
    }
    section(SummaryPage.checksTitle, page.checks.prefix(mostGroups).map(check), of: page.checks.count)
    section(
      "Not judged", notJudged.items.prefix(mostGroups).map { "- \(prose($0))\n" }, of: notJudged.count)
    section("What is wrong", wrong.prefix(mostGroups).map(group), of: wrong.count)
    let folds = [
      ("Worth knowing", groups(own.filter { $0.kind.severity == .info })),
      ("At third parties", groups(others)), ("What becomes of the responses", outcomes(page)),
      (SummaryPage.costsTitle, costs(page)),
    ]
    let tables = [page.edges(isWhole: true), page.otherCaches].compactMap(\.self)
    let more = tables.map { ($0.title, table($0)) } + [("Later visits", visits(page))]
    for (title, content) in folds + more where !content.isEmpty { add("\n" + folded(title, content)) }
    if !subjects.isEmpty { add("\n#### Response by response\n\n") }
    for subject in subjects { add(subject) }
    let rest = left + leftOut
    return rest > 0 ? text + "\nand \(rest) more; `--format html` has them.\n" : text
  }

  private static func check(_ check: String, _ found: PageList) -> String {
    "- **\(prose(check))**\n" + list(shown(found, prose), indent: "  ")
  }

  /// The items that are shown, and how many more there are.
  private static func shown(_ list: PageList, _ form: (String) -> String) -> [String] {
    let items = list.items.prefix(mostURLs)
    return items.map { form($0.fitted(2 * longestURL)) }
      + (list.count > items.count ? ["and \(list.count - items.count) more"] : [])
  }

  private static func groups(_ groups: [FindingGroup]) -> String {
    let more = groups.count - mostGroups
    return groups.prefix(mostGroups).map(group).joined() + (more > 0 ? "- and \(more) more\n" : "")
  }

  /// A code with what it means; below it each advice with the URLs that it concerns.
  private static func group(_ group: FindingGroup) -> String {
    let code = group.kind.code
    let fails = (group.costWords.map { ", \($0)" } ?? "") + (group.hasFailed ? ", fails the gate" : "")
    let title =
      "**\(group.kind.severity.rawValue)** \(Self.code(code.rawValue)) × \(group.tally.count)\(fails): "
      + "\(prose(code.summary)) (\(prose(code.reference)))"
    guard !group.mends.isEmpty else {
      return "- \(title)\n" + list(shown(group.examples, prose), indent: "  ")
    }
    let mends = group.mends.prefix(mostMends)
    let rest = group.tally.count - mends.reduce(0) { $0 + $1.tally.count }
    let lines = mends.map { mend in
      "  - \(prose(group.words(mend)))\(mend.advice.map { " \(prose($0))" } ?? "")\n"
        + list(shown(mend.places) { Self.code($0.fitted(longestURL)) }, indent: "    ")
    }
    return "- \(title)\n" + lines.joined() + (rest > 0 ? "  - and \(rest) more of this kind\n" : "")
  }

  private static func outcomes(_ page: SummaryPage) -> String {
    guard let kinds = page.kinds(page.origin) else { return fewOutcomes(page) }
    let rows = kinds.map { kind in
      [kind.name, Int64(kind.count).grouped, kind.bytes?.asSize ?? "", prose(kind.words)]
    }
    return table(
      PageTable(title: "", columns: ["Kind", "Responses", "Size", "A returning browser"], rows: rows))
      + "\n" + list((page.outcomeSums + page.notes).map(prose))
  }

  /// What becomes of a few responses, which have no row a kind.
  private static func fewOutcomes(_ page: SummaryPage) -> String {
    let rows = page.outcomes.map { words, row in
      [words.label, Int64(row.all.count).grouped, row.all.bytes.asSize]
    }
    guard !rows.isEmpty else { return "" }
    return table(PageTable(title: "", columns: ["Outcome", "Responses", "Size"], rows: rows))
      + (page.notes.isEmpty ? "" : "\n" + list(page.notes.map(prose)))
  }

  private static func costs(_ page: SummaryPage) -> String {
    let costs = page.costs
    let items = costs.prefix(10).map { cost in
      let rule = cost.rule.isEmpty ? "" : "\(code(cost.rule)) "
      return "\(cost.bytes.asSize) \(rule)\(code(cost.url.fitted(longestURL)))"
    }
    return list(items + (costs.count > items.count ? ["and \(costs.count - items.count) more"] : []))
  }

  private static func visits(_ page: SummaryPage) -> String {
    guard let visits = page.visits else { return "" }
    let rows = visits.visits.flatMap { visit in
      visit.parties.map { party, outcome in
        ["\(formatDuration(visit.after)), \(party)"]
          + outcome.tallies.map { "\($0.tally.count), \($0.tally.bytes.asSize)" }
      }
    }
    return table(
      PageTable(title: "", columns: ["After", "From the cache", "Confirmed", "Loaded anew"], rows: rows))
      + "\n\(prose(SummaryPage.waste(visits, page.origin)))\n"
  }

  /// A table of figures, of which the first column has names.
  private static func table(_ table: PageTable) -> String {
    func row(_ cells: [String]) -> String { "| \(cells.map(cell).joined(separator: " | ")) |\n" }
    let rule = ["---"] + Array(repeating: "--:", count: max(0, table.columns.count - 1))
    return row(table.columns) + "| \(rule.joined(separator: " | ")) |\n" + table.rows.map(row).joined()
  }
}
