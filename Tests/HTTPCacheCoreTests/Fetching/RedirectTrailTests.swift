import Testing

@testable import HTTPCacheCore

@Suite("Redirects that lead to a URL again", .timed)
struct RedirectTrailTests {
  typealias Step = (path: String, cookie: String)
  static let rows: [(rule: String, steps: [Step], start: Int?, isSame: Bool)] = [
    ("other URLs", [("/a", ""), ("/b", ""), ("/c", "")], nil, false),
    ("the same request", [("/x", ""), ("/a", ""), ("/b", ""), ("/a", "")], 1, true),
    ("with a new cookie", [("/a", ""), ("/b", ""), ("/a", "i=1")], nil, false),
    ("with another value", [("/a", "i=1"), ("/a", "i=2")], nil, false),
    ("the same cookies in another order", [("/a", "i=1; j=2"), ("/a", "j=2; i=1")], 0, true),
    ("a third time", [("/a", ""), ("/a", "i=1"), ("/a", "i=2")], 1, false),
    ("a fragment and the case of an escape are none of it", [("/%7ea", ""), ("/~a#b", "")], 0, true),
  ]

  @Test(arguments: rows)
  func circle(_ row: (rule: String, steps: [Step], start: Int?, isSame: Bool)) throws {
    var trail = RedirectTrail()
    let circles = try row.steps.map { step in
      let fields = step.cookie.isEmpty ? [] : [FieldLine("Cookie", step.cookie)]
      return trail.add(
        RequestHead(target: try TargetURI("http://a.test" + step.path), fields: FieldSection(fields)))
    }
    #expect(circles.dropLast().allSatisfy { $0 == nil }, "\(row.rule)")
    #expect(circles.last??.start == row.start && circles.last??.isSame ?? false == row.isSame, "\(row.rule)")
  }

  @Test("the same URL without the credentials of before is another request")
  func credentials() throws {
    var trail = RedirectTrail()
    let target = try TargetURI("http://a.test/")
    #expect(
      trail.add(RequestHead(target: target, fields: FieldSection([FieldLine("Authorization", "Basic YTpi")])))
        == nil)
    #expect(trail.add(RequestHead(target: target, fields: FieldSection())) == nil)
  }
}
