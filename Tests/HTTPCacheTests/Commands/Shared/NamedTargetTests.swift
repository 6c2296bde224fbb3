import HTTPCacheCore
import Testing

@testable import httpcache

@Suite("who vouches for a URL: the user, or its own origin alone", .timed)
struct NamedTargetTests {
  private static let own = "https://a.test"
  private static let other = "https://b.test"

  static let rows: [(rule: String, origins: Set<String>, isVouched: Bool, isReturn: Bool)] = [
    ("the user named it", [], true, false),
    ("its own origin did", [own], true, false),
    ("another scheme is another origin", ["http://a.test"], false, false),
    ("another port is, too", ["https://a.test:8443"], false, false),
    ("another origin did", [other], false, false),
    ("another origin that its own led to", [own, other], false, true),
  ]

  @Test(arguments: rows)
  func vouching(_ row: (rule: String, origins: Set<String>, isVouched: Bool, isReturn: Bool)) throws {
    let named = NamedTarget(try TargetURI("\(Self.own)/x"), by: row.origins)
    #expect(named.isVouched == row.isVouched && named.isReturn == row.isReturn, "\(row.rule)")
  }

  private static func request(_ target: String, by origins: Set<String>) throws -> FetchRequest {
    let named = NamedTarget(try TargetURI(target), by: origins)
    let configured = [own: [FieldLine("X-Of-A", "1")], other: [FieldLine("X-Of-B", "1")]]
    let fields = [FieldLine("Authorization", "Basic YQ=="), FieldLine("X-Team", "blue")]
    var request = FetchRequest(
      head: RequestHead(
        target: named.target, fields: FieldSection(fields + (configured[named.target.origin] ?? []))))
    request.originFields = configured
    (request.login, request.cookies) = ("a:b", .session)
    request.dropCredentials(unlessVouched: named, [.field(FieldLine("X-Team", "blue"))])
    return request
  }

  static let requests: [(target: String, origins: Set<String>, fields: [String], later: [String])] = [
    ("https://a.test/", [own], ["Authorization", "X-Team", "X-Of-A"], [own, other]),
    ("https://b.test/", [own], ["X-Of-B"], [other]),
    ("https://a.test/", [own, other], [], []),
  ]

  @Test(
    "fields that are configured for an origin go to it, but not where another led back", arguments: requests)
  func fields(_ row: (target: String, origins: Set<String>, fields: [String], later: [String])) throws {
    let request = try Self.request(row.target, by: row.origins)
    #expect(request.head.fields.lines.map(\.name) == row.fields)
    #expect(request.originFields.keys.sorted() == row.later.sorted(), "as redirects may add them")
    let isVouched = row.fields.contains("Authorization")
    #expect((request.login != nil) == isVouched && (request.cookies == .session) == isVouched)
  }
}
