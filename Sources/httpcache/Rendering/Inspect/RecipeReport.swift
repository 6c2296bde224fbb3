import HTTPCacheCore

/// The advice for all subjects as the configuration of a server.
final class RecipeReport: InspectReport {
  private let terminal: Terminal
  private let server: RecipeServer

  /// Whether the closing line goes to stderr.
  private let saysClosing: Bool
  private var draft = RecipeDraft()

  init(_ terminal: Terminal, _ server: RecipeServer, _ context: ReportContext) {
    (self.terminal, self.server) = (terminal, server)
    saysClosing = !context.isQuiet && !context.saysNothing
  }

  func add(_ judgement: Judgement) {
    if judgement.isCounted { draft.add(judgement.verdict) }
  }

  func end(_ summary: JudgementSummary, isLog: Bool) throws(OutputError) {
    try terminal.write(draft.recipe.text(for: server))
    if saysClosing { terminal.sayClosing(of: summary) }
  }
}
