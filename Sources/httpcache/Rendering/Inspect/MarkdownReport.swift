import HTTPCacheCore

/// A comment under a merge request: the last line, what failed, what is wrong and how to mend it, and the rest folded.
final class MarkdownReport: InspectReport {
  private let terminal: Terminal
  private var subjects: [String] = []
  private var left = 0
  private var notJudged: [String] = []
  private var notJudgedCount = 0

  /// The most responses that are shown one by one: those that failed, or have an error or a warning; and the most that were
  /// not judged.
  private static let (mostSubjects, mostNotJudged) = (20, 20)

  init(_ terminal: Terminal) { self.terminal = terminal }

  func add(_ judgement: Judgement) throws(OutputError) {
    let page = SubjectPage(judgement)
    guard page.isBad else { return }
    if subjects.count < Self.mostSubjects { subjects.append(PageMarkdown.text(page)) } else { left += 1 }
  }

  func fail(_ failure: SubjectFailure) throws(OutputError) { note(failure.message) }

  func miss(_ place: ExpectationFile.Place, isFailure: Bool) throws(OutputError) { note(place.missMessage) }

  private func note(_ message: String) {
    notJudgedCount += 1
    if notJudged.count < Self.mostNotJudged { notJudged.append(message) }
  }

  func end(_ summary: JudgementSummary, isLog: Bool) throws(OutputError) {
    let text = PageMarkdown.text(
      SummaryPage(summary), notJudged: PageList(items: notJudged, count: notJudgedCount), subjects: subjects,
      left: left)
    try terminal.write(text)
    try terminal.flush()
  }
}
