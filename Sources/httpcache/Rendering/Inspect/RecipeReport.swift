import HTTPCacheCore

/// The advice for all subjects as the configuration of a server.
final class RecipeReport: InspectReport {
  private let terminal: Terminal
  private let server: RecipeServer
  private var draft = RecipeDraft()

  init(_ terminal: Terminal, _ server: RecipeServer) { (self.terminal, self.server) = (terminal, server) }

  func add(_ judgement: Judgement) {
    if judgement.isCounted { draft.add(judgement.verdict) }
  }

  func end(_ summary: JudgementSummary, isLog: Bool) throws(OutputError) {
    try terminal.write(draft.recipe.text(for: server))
  }
}
