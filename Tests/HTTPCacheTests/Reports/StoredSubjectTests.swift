import HTTPCacheCore
import Testing

@testable import httpcache

@Suite("A stored response is judged with the request that got it", .timed)
struct StoredSubjectTests {
  typealias Row = (rule: String, asked: String, got: String, judged: String, role: CacheRole)
  static let rows: [Row] = [
    ("RFC 9111 §3.5: Authorization of the one that asks now", "Authorization: Basic eA==", "", "", .shared),
    ("§5.2.1.5: its no-store", "Cache-Control: no-store", "", "", .private),
    (
      "what stands beside it stays", "Cache-Control: no-store, max-stale", "", "Cache-Control: max-stale",
      .private
    ),
    ("§4.1: what Vary names is that of the first", "A: 2", "A: 1", "A: 1", .private),
  ]

  @Test(arguments: rows)
  func judged(_ row: Row) throws {
    let target = try TargetURI("http://a.test/")
    let head = ResponseHead(
      status: 200,
      fields: FieldSection([FieldLine("Cache-Control", "max-age=60"), FieldLine("Vary", "A")]))
    let now = Instant(epoch: 1_768_236_357)
    let stored = StoredResponse(
      key: CacheKey(target: target), head: head, selectingFields: Self.fields(row.got), requestedAt: now,
      receivedAt: now)
    let subject = Subject(stored: stored, for: RequestHead(target: target, fields: Self.fields(row.asked)))
    #expect(subject.request.fields == Self.fields(row.judged), "\(row.rule)")
    let verdict = Verdict(subject, now: now, settings: Settings(role: row.role))
    #expect(verdict.isStorable == true && verdict.isReusable == true, "\(row.rule)")
  }

  private static func fields(_ line: String) -> FieldSection {
    let parts = line.split(separator: ": ").map(String.init)
    return FieldSection(parts.count == 2 ? [FieldLine(parts[0], parts[1])] : [])
  }
}
