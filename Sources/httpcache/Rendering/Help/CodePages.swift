import HTTPCacheCore

/// The pages of `docs/` that have a heading for each code: what `help CODE` says in sentences, in a few lines.
///
/// A search finds the heading. Examples and the lines of servers are left to `help CODE`.
enum CodePages {
  /// The columns of a line, which every page of `docs/` keeps to.
  static let width = 130

  /// The most lines below a heading.
  static let mostLines = 3

  /// `docs/findings.md`.
  static var findings: String {
    page(
      "Every finding",
      """
      What a finding means, what follows in an example, and what to write. `httpcache help CODE` adds the example and the lines
      for nginx, Apache, Caddy and Express. Errors are dropped or misread by a recipient; warnings are valid, but do not do what
      was most likely meant; infos gain little, or are for the owner to decide. What asks nobody to do anything is a
      [reason](reasons.md). A code never changes.
      """, Finding.Code.allCases.map { CodeHelp($0) })
      + "\n## No findings any more\n\n| code | what became of it |\n| --- | --- |\n"
      + FormerCode.all.map { "| `\($0.code)` | \($0.fate) |\n" }.joined()
  }

  /// `docs/reasons.md`.
  static var reasons: String {
    page(
      "Every reason",
      """
      What a decision rests on: `-v` and the JSON of `inspect` and `fetch` name these codes, and `httpcache help CODE` explains
      one. Dots stand for what the response or the request has. A code never changes. The rules of nginx, Varnish and other
      caches, which `--as` asks, stand in [what real caches do](real-caches.md#every-rule).
      """, Rule.allCases.filter { !Rule.realCaches.contains($0) }.map { CodeHelp($0) })
  }

  private static func page(_ title: String, _ introduction: String, _ helps: [CodeHelp]) -> String {
    "# \(title)\n\n\(introduction)\n" + helps.map { "\n## \($0.code)\n\(text($0))\n" }.joined()
  }

  /// The sentences of a help, without the lines to copy, in `mostLines` lines at most.
  ///
  /// Where they are more, those before the last one are left out, from the end on: the last says what to write.
  private static func text(_ help: CodeHelp) -> String {
    var sentences = help.paragraphs.flatMap(Self.sentences).filter { !$0.hasPrefix("The dots stand for ") }
    var lines = WordWrap.lines(sentences.joined(separator: " "), width: width)
    while lines.count > mostLines, sentences.count > 2 {
      sentences.remove(at: sentences.count - 2)
      lines = WordWrap.lines(sentences.joined(separator: " "), width: width)
    }
    return lines.joined(separator: "\n")
  }

  /// The sentences of a paragraph; a full stop within code ends none.
  static func sentences(of paragraph: String) -> [String] {
    var sentences: [[Substring]] = [[]]
    var isCode = false
    for word in paragraph.split(separator: " ") {
      sentences[sentences.count - 1].append(word)
      if word.count(where: { $0 == "`" }) % 2 == 1 { isCode.toggle() }
      if !isCode, word.hasSuffix(".") { sentences.append([]) }
    }
    return sentences.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
  }
}
