import Testing

@testable import HTTPCacheCore

@Suite("RFC 9110 §5: field sections", .timed)
struct FieldSectionTests {
  private let section = FieldSection([
    FieldLine("Vary", "Accept"), FieldLine("X-Empty", ""), FieldLine("vary", "Cookie, DNT"),
    FieldLine(name: "X-Raw", rawValue: [0xFF, 0x41]),
  ])

  @Test("§5.1: names are compared without regard to case, order and repetition are kept")
  func lookups() {
    #expect(section.first("VARY") == "Accept")
    #expect(section.first("Var") == nil && section.first("Varyy") == nil)
    #expect(section.combined("vary") == "Accept, Cookie, DNT")
    #expect(section.members("Vary") == ["Accept", "Cookie", "DNT"])
    #expect(section.contains("x-empty") && section.first("x-empty") == "")
    #expect(section.lines(named: "vary").map(\.name) == ["Vary", "vary"])
    #expect(section.lines.map(\.name) == ["Vary", "X-Empty", "vary", "X-Raw"])
    #expect(section.lines.last?.rawValue == [0xFF, 0x41], "bytes stay as received")
  }

  @Test(
    "RFC 9110 §7.6.1: Connection lists fields for this connection, beside its own options",
    arguments: [
      (["keep-alive"], []), (["close"], []), (["keep-alive, X-A"], ["keep-alive", "X-A"]),
      (["close", "X-B"], ["close", "X-B"]),
    ] as [([String], [String])])
  func connection(_ row: (values: [String], names: [String])) {
    let section = FieldSection(row.values.map { FieldLine("Connection", $0) })
    #expect(section.namesForConnection == row.names)
  }

  @Test("what is made of a copy leaves the original as it was")
  func copies() throws {
    let head = ResponseHead(status: 200, fields: FieldSection([FieldLine("Cache-Control", "no-store")]))
    var changed = head
    changed.fields.set("Cache-Control", "max-age=1")
    changed.status = 203
    #expect(head.status == 200 && head.cacheControl.contains("no-store"))
    #expect(changed.status == 203 && changed.cacheControl.first("max-age")?.argument == "1")
    let request = RequestHead(target: try TargetURI("http://a.test/"), fields: head.fields)
    var other = request
    other.method = "HEAD"
    other.fields.remove("Cache-Control")
    #expect(request.method == "GET" && request.cacheControl.contains("no-store"))
    #expect(other.method == "HEAD" && !other.cacheControl.isPresent && other != request)
  }

  @Test func changes() {
    var changed = section
    changed.remove("VARY")
    #expect(changed.lines.map(\.name) == ["X-Empty", "X-Raw"])
    changed.set("X-EMPTY", "no")
    #expect(changed.lines.map(\.name) == ["X-Raw", "X-EMPTY"] && changed.first("x-empty") == "no")
    changed.replace(with: FieldSection([FieldLine("x-raw", "1"), FieldLine("New", "2")]))
    #expect(changed.lines.map(\.name) == ["X-EMPTY", "x-raw", "New"])
    #expect(!section.hasSameValues("Vary", as: changed) && section.hasSameValues("Vary", as: section))
    #expect(section.hasSameValues("Absent", as: changed))
  }

  static let foreign: [(bytes: [UInt8], isPairs: Bool)] = [
    ([], true), ([0, 0, 0, 0, 0, 0, 0, 0], true), ([1, 0, 0, 0, 65, 0, 0, 0, 0], true),
    ([1, 0, 0, 0, 65], false), ([0, 0, 0], false), ([9, 0, 0, 0, 65], false),
    ([255, 255, 255, 255, 1, 0, 0, 0], false),
  ]

  @Test(
    "what lies in the store is foreign: a length that does not fit makes it unreadable", arguments: foreign)
  func checked(_ row: (bytes: [UInt8], isPairs: Bool)) {
    #expect((BytePairs(checking: row.bytes) != nil) == row.isPairs)
  }

  @Test func namesInASet() {
    let names = FieldNames(["te", "set-cookie"])
    let lines = FieldSection([
      FieldLine("TE", ""), FieldLine("Set-Cookie", ""), FieldLine("Set-Cookies", ""), FieldLine("tf", ""),
    ])
    var left = lines
    left.removeLines(where: names.contains)
    #expect(left.lines.map(\.name) == ["Set-Cookies", "tf"])
  }

  @Test func userInfoIsSortedByName() {
    var info: UserInfo = ["b": "2", "a": "1"]
    info["c"] = "3"
    info["b"] = nil
    #expect(info.sorted.map(\.name) == ["a", "c"] && info["a"] == "1" && info["b"] == nil)
    #expect(info == ["c": "3", "a": "1"])
  }
}
