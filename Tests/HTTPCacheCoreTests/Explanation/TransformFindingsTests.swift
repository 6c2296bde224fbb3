import Testing

@testable import HTTPCacheCore

@Suite("Text that nobody on the way may compress", .timed)
struct TransformFindingsTests {
  private struct Case {
    var control = "max-age=600, no-transform"
    var type = "text/html; charset=utf-8"
    var coding: String?
    var accepts: String? = "gzip, br, zstd"
    var length: Int64? = 421_888
    var gzip: Int64?
    var status = 200
  }

  private static func findings(_ row: Case) throws -> [Finding] {
    var fields = "Cache-Control: \(row.control)\nContent-Type: \(row.type)"
    if let coding = row.coding { fields += "\nContent-Encoding: \(coding)" }
    var request = RequestHead(target: try TargetURI("https://www.shop.test/list"))
    if let accepts = row.accepts { request.fields.set("Accept-Encoding", accepts) }
    let stored = StoredResponse(
      key: CacheKey(target: request.target), head: try head("HTTP/1.1 \(row.status) OK\n\(fields)"),
      requestedAt: noon, receivedAt: noon)
    var context = SubjectContext()
    context.gzipLength = row.gzip
    let subject = Subject(origin: .live, request: request, stored: stored, bodyLength: row.length)
    return Verdict(subject, context, now: noon, settings: Settings()).findings
      .filter { $0.code == .noTransformUncoded }
  }

  private static let found: [(rule: String, row: Case, says: String)] = [
    ("by the bytes that came", Case(), "came without a coding: 412.0 KiB."),
    ("and what gzip makes of them", Case(gzip: 92_160), "412.0 KiB instead of about 90.0 KiB."),
    ("JSON", Case(type: "application/problem+json"), "412.0 KiB"),
    ("a picture that is text", Case(type: "image/svg+xml"), "412.0 KiB"),
    ("what no cache may store", Case(control: "no-store, no-transform"), "412.0 KiB"),
  ]
  @Test("is told with its bytes")
  func isTold() throws {
    for (rule, row, says) in Self.found {
      let findings = try Self.findings(row)
      #expect(findings.map(\.severity) == [.info], "\(rule)")
      #expect(findings.first?.explanation.contains(says) == true, "\(rule): \(findings)")
    }
  }

  private static let silent: [(rule: String, row: Case)] = [
    ("without no-transform", Case(control: "max-age=600")),
    ("coded content", Case(coding: "gzip")),
    ("a picture", Case(type: "image/png")),
    ("a stream of events", Case(type: "text/event-stream")),
    ("what fits into one packet", Case(length: 1_400)),
    ("an unknown length", Case(length: nil)),
    ("a client that accepts no coding", Case(accepts: nil)),
    ("a client that refuses them", Case(accepts: "identity, gzip;q=0")),
    ("what gzip hardly shortens", Case(gzip: 400_000)),
    ("an error", Case(status: 500)),
  ]
  @Test("is not told where a coding would bring nothing, or nothing is known of it")
  func isNotTold() throws {
    for (rule, row) in Self.silent { #expect(try Self.findings(row).isEmpty, "\(rule)") }
  }
}
