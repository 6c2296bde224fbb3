import HTTPCacheCore

/// The advice for all subjects as the configuration of a server, with what is to be included elsewhere, and with expectations
/// of the same rules.
///
/// Beside a file they are files, too; on stdout they are comments.
final class RecipeReport: InspectReport {
  private let terminal: Terminal
  private let server: RecipeServer

  /// The file of the configuration; nil for stdout.
  private let file: String?

  /// The drafts by host, and the hosts in order: only at the end the first party is known.
  private var drafts: [String: RecipeDraft] = [:]
  private var hosts: [String] = []

  /// The most hosts for which advice is collected.
  private static let mostHosts = 1_000

  init(_ terminal: Terminal, _ server: RecipeServer, file: String?) {
    (self.terminal, self.server, self.file) = (terminal, server, file)
  }

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
    let files = draft.recipe.files(for: server)
    let expectations = Self.expectations(files.expectations, files.role)
    let snippet = files.snippet.map { snippet in
      files.snippetExpectations.isEmpty
        ? snippet
        : snippet
          + Self.commented(
            "Expectations of the rules that are here alone:",
            String(decoding: Self.expectations(files.snippetExpectations, files.role), as: UTF8.self))
    }
    var text = files.text
    if let file {
      if let snippet { try Self.write(Array(snippet.utf8), to: file + ".snippet") }
      if !files.expectations.isEmpty { try Self.write(expectations, to: file + ".expect.json") }
    } else {
      if let snippet { text += Self.commented("To be included elsewhere:", snippet) }
      if !files.expectations.isEmpty {
        text += Self.commented(
          "Expectations of the same rules, for httpcache.expect.json:",
          String(decoding: expectations, as: UTF8.self))
      }
    }
    if let url = files.checkedURL {
      let name = (file ?? "httpcache") + ".expect.json"
      let shared = files.role == .shared ? " --shared" : ""
      let command =
        "httpcache inspect --live --assets\(shared) --expect-file \(Self.quoted(name)) \(Self.quoted(url))"
      text += "\n# Once it is in place, this checks it:\n# \(command)\n"
    }
    try terminal.write(text)
  }

  private static func expectations(_ some: [RecipeFiles.Expectation], _ role: CacheRole) -> [UInt8] {
    ExpectationFile.bytes(
      some.map {
        ExpectationFile.Members(
          pattern: $0.pattern, selector: $0.selector, checks: $0.checks, isShared: role == .shared)
      })
  }

  private static func write(_ bytes: [UInt8], to file: String) throws(OutputError) {
    let terminal = Terminal(file: file)
    try terminal.write(bytes)
    try terminal.finishFile()
  }

  /// A text as comments, an empty line before it.
  private static func commented(_ title: String, _ text: String) -> String {
    let lines = text.split(separator: "\n").map { "#   " + $0 }
    return (["", "# " + title] + lines).joined(separator: "\n") + "\n"
  }

  /// A word as a shell reads it, on one line: what could end the comment is percent-encoded.
  private static func quoted(_ word: String) -> String {
    let bytes = word.utf8.flatMap { $0 > 0x20 && $0 < 0x7F && $0 != 0x27 ? [$0] : $0.percentEncoded }
    let text = String(decoding: bytes, as: UTF8.self)
    let isPlain = text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        || "/._-~:%+,@=".utf8.contains($0)
    }
    return isPlain ? text : "'\(text)'"
  }
}
