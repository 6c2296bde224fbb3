import HTTPCacheCore

/// Asks the same rules without network and disk what a shared cache would do with a response.
func decide() throws {
  var parser = HeadParser()
  var head: ResponseHead?
  for line in ["HTTP/1.1 200 OK", "Cache-Control: private, max-age=60", ""] {
    head = try parser.take(line.utf8) ?? head
  }
  guard let head else { return }
  let request = RequestHead(target: try TargetURI("https://example.com/"))
  let decision = StorageDecision(Exchange(request: request, head: head), settings: Settings(role: .shared))
  print("a shared cache may \(decision.isStorable ? "" : "not ")store it:")
  for reason in decision.reasons { print("  \(reason.rule.rawValue): \(reason.sentence)") }
}
