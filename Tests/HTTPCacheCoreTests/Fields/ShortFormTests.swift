import Testing

@testable import HTTPCacheCore

@Suite("The form of a page's URL without .html or index.html", .timed)
struct ShortFormTests {
  static let rows: [(page: String, form: String, isShort: Bool)] = [
    ("/pricing.html", "/pricing", true), ("/pricing.html", "/pricing/", true), ("/a/b.html", "/a/b", true),
    ("/docs/index.html", "/docs", true), ("/docs/index.html", "/docs/", true), ("/index.html", "/", true),
    ("/docs/", "/docs", true), ("/caf%C3%A9.html", "/caf\u{e9}", true), ("/a.html?b", "/a?b", true),
    ("/pricing.html", "/", false), ("/pricing.html", "/prices", false), ("/pricing", "/pricing/", false),
    ("/", "/", false), ("/.html", "/", false), ("/a.html", "/a?b", false), ("/a.html", "/a.html", false),
    ("/a.html", "https://a.test/a", false),
  ]

  @Test(arguments: rows)
  func short(_ row: (page: String, form: String, isShort: Bool)) throws {
    let page = try TargetURI("http://a.test" + row.page)
    let form = try page.resolving(row.form)
    #expect(form.isShortForm(of: page) == row.isShort, "\(row)")
  }
}
