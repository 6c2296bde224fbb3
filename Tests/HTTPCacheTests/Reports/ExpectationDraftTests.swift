import HTTPCacheCore
import Testing

@testable import httpcache

@Suite("Expectations that today's answers meet, and that protect")
struct ExpectationDraftTests {
  /// An answer to GET, received at noon of 12 January 2026.
  private static func verdict(_ path: String, _ status: Int, _ control: String) throws -> Verdict {
    let request = RequestHead(target: try TargetURI("https://a.test\(path)"))
    let head = ResponseHead(
      status: status,
      fields: FieldSection([
        FieldLine("Cache-Control", control), FieldLine("ETag", "\"1\""),
        FieldLine("Content-Type", "text/html"), FieldLine("Content-Length", "1"),
      ]))
    let noon = Instant(epoch: 1_768_219_200)
    let stored = StoredResponse(
      key: CacheKey(target: request.target), head: head, requestedAt: noon, receivedAt: noon)
    return Verdict(
      Subject(origin: .live, request: request, stored: stored), now: noon, settings: Settings())
  }

  private static func draft(_ answers: (path: String, status: Int, control: String)...) throws
    -> ExpectationDraft
  {
    var draft = ExpectationDraft()
    for answer in answers { draft.add(try verdict(answer.path, answer.status, answer.control)) }
    return draft
  }

  @Test("what is broken is written into no expectation, and is named", arguments: [404, 410, 503])
  func broken(_ status: Int) throws {
    let draft = try Self.draft(("/", 200, "no-cache"), ("/b", status, "no-cache"))
    #expect(draft.entries.map(\.pattern) == ["/"])
    #expect(draft.broken.map(\.status) == [status] && draft.broken.map(\.url) == ["https://a.test/b"])
  }

  @Test("a pattern that also meets what is broken holds for it today")
  func family() throws {
    let draft = try Self.draft(
      ("/s/a.html", 200, "max-age=60"), ("/s/c.html", 200, "max-age=60"), ("/s/b.html", 404, "no-cache"))
    #expect(draft.entries.allSatisfy { entry in !entry.checks.contains { $0.hasPrefix("status") } })
  }

  @Test(
    "to be confirmed at each use is one demand, however it is said",
    arguments: [
      ("no-cache", true), ("max-age=0, must-revalidate", true), ("no-cache, max-age=60", true),
      ("max-age=0", false), ("max-age=60, must-revalidate", false), ("no-store, no-cache", false),
    ])
  func confirmed(_ control: String, isWritten: Bool) throws {
    let checks = try Self.draft(("/", 200, control)).entries.flatMap(\.checks)
    #expect(checks.contains("revalidated-each-time") == isWritten, "\(checks)")
  }
}
