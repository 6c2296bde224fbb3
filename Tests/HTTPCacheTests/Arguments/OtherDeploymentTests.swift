import HTTPCacheCore
import Testing

@testable import httpcache

@Suite("Contract: --against, another scheme, host and port", .timed)
struct OtherDeploymentTests {
  static let rows: [(rule: String, base: String, url: String, target: String)] = [
    ("a host", "http://b.test", "http://a.test/x?y=z", "http://b.test/x?y=z"),
    ("a scheme and a port", "https://b.test:8443/", "http://a.test:81/x", "https://b.test:8443/x"),
    ("the start page", "http://b.test", "https://a.test/", "http://b.test/"),
    ("an address", "http://[::1]:81", "http://a.test/x", "http://[::1]:81/x"),
  ]

  @Test(arguments: rows)
  func target(_ row: (rule: String, base: String, url: String, target: String)) throws {
    let other = try OtherDeployment(row.base).target(like: try URLArgument.read(row.url))
    #expect(other.absolute == row.target, "\(row.rule)")
  }

  @Test("the user of the base goes with it, and that of the URL does not")
  func user() throws {
    let target = try OtherDeployment("http://me:s3cret@b.test").target(
      like: try URLArgument.read("http://you@a.test/"))
    #expect(target.userInfo == "me:s3cret" && target.host == "b.test")
  }

  @Test(
    "a path or a query is refused: each URL brings its own",
    arguments: ["http://b.test/x", "http://b.test/?x"])
  func refused(base: String) {
    let error = #expect(throws: UsageError.self) { try OtherDeployment(base) }
    #expect(error?.hint == "http://b.test")
  }
}
