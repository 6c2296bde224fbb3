import HTTPCacheCore

/// The advice for all subjects as the configuration of a server.
final class RecipeReport: InspectReport {
  private let terminal: Terminal
  private let server: RecipeServer

  /// The drafts by host, and the hosts in order: only at the end the first party is known.
  private var drafts: [String: RecipeDraft] = [:]
  private var hosts: [String] = []

  /// The most hosts for which advice is collected.
  private static let mostHosts = 1_000

  init(_ terminal: Terminal, _ server: RecipeServer) { (self.terminal, self.server) = (terminal, server) }

  func add(_ judgement: Judgement) {
    guard judgement.isCounted else { return }
    let host = judgement.verdict.subject.request.target.host
    if drafts[host] == nil {
      guard hosts.count < Self.mostHosts else { return }
      hosts.append(host)
    }
    drafts[host, default: RecipeDraft()].add(judgement.verdict)
  }

  func end(_ summary: JudgementSummary, isLog: Bool) throws(OutputError) {
    let own = hosts.first { summary.site?.contains(host: $0) != false } ?? hosts.first
    var draft = own.flatMap { drafts[$0] } ?? RecipeDraft()
    for host in hosts where host != own { drafts[host].map { draft.leaveOut($0) } }
    try terminal.write(draft.recipe.text(for: server))
  }
}
