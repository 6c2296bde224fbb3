import Testing

@testable import HTTPCacheCore

@Suite("What a probe proved is in what to send", .timed)
struct ProvedAdviceTests {
  /// What to send once two users were compared.
  private func sent(
    _ origin: @escaping ScriptedServer.Script, control: String, fields: String = ""
  ) throws -> String? {
    let url = "http://site.test/account"
    let reports = try ScriptedServer(url: url, script: origin).reports([.users]) {
      $0.identities = [FieldLine("Cookie", "user=a"), FieldLine("Cookie", "user=b")]
    }
    let target = try TargetURI(url)
    let stored = StoredResponse(
      key: CacheKey(target: target),
      head: try head("HTTP/1.1 200 OK\nETag: \"1\"\nCache-Control: \(control)\n\(fields)"),
      requestedAt: noon, receivedAt: noon)
    var context = SubjectContext()
    context.probes = reports
    let verdict = Verdict(
      Subject(origin: .live, request: RequestHead(target: target), stored: stored), context, now: noon,
      settings: Settings())
    return verdict.advice?.set.first { $0.name == "Cache-Control" }?.value
  }

  @Test(
    "two users get contents of their own that a shared cache may keep: private comes before the head's own advice"
  )
  func leak() throws {
    let account = UsersProbeTests.account("Cache-Control", "max-age=600")
    #expect(try sent(account, control: "max-age=600") == "private, max-age=600")
    #expect(try sent(account, control: "public, max-age=600") == "private, max-age=600")
  }

  @Test("two users with one content need no private, whatever Vary names")
  func same() throws {
    let same: ScriptedServer.Script = { answer, _, _ in
      answer.body = Array("the same".utf8)
      answer["Cache-Control"] = "max-age=600"
      answer["Vary"] = "Cookie"
    }
    #expect(try sent(same, control: "max-age=600", fields: "Vary: Cookie")?.contains("private") != true)
  }
}
