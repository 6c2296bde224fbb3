import Testing

@testable import HTTPCacheCore

/// A defect of a server, and the finding that proves it.
struct ScriptedDefect: CustomTestStringConvertible, Sendable {
  let probe: Probe
  let code: String
  let testDescription: String
  var url = ScriptedServer.url
  var severity = Finding.Severity.warning
  let script: ScriptedServer.Script

  init(
    _ probe: Probe, _ code: String, _ what: String, url: String = ScriptedServer.url,
    _ severity: Finding.Severity = .warning, _ script: @escaping ScriptedServer.Script
  ) {
    (self.probe, self.code, testDescription) = (probe, code, "\(code): \(what)")
    (self.url, self.severity, self.script) = (url, severity, script)
  }

  /// What its probe finds.
  func findings() throws -> [Finding] {
    try ScriptedServer(url: url, script: script).reports([probe]) {
      $0.identities = probe == .users ? ScriptedServer.users : []
    }.flatMap(\.findings)
  }
}
