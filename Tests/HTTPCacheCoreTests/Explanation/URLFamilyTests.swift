import Testing

@testable import HTTPCacheCore

@Suite("URLs that the next release changes, as patterns", .timed)
struct URLFamilyTests {
  static let rows: [(url: String, own: String, directory: String)] = [
    ("https://a.test/", "https://a.test/", "https://a.test/*"),
    ("https://a.test/assets/app.3f9ac2d1.js", "https://a.test/assets/app.*.js", "https://a.test/assets/*.js"),
    (
      "https://a.test/assets/index-BxYz12Ab.css", "https://a.test/assets/index-*.css",
      "https://a.test/assets/*.css"
    ),
    (
      "https://a.test/lib/jquery@3.7.1/jquery.js", "https://a.test/lib/jquery@*/jquery.js",
      "https://a.test/lib/jquery@*/*.js"
    ),
    ("https://a.test/v1.2.3/a.js", "https://a.test/*/a.js", "https://a.test/*/*.js"),
    ("https://a.test/posts/2026/11/title", "https://a.test/posts/*/*/title", "https://a.test/posts/*/*/*"),
    ("https://a.test/a.css?v=3", "https://a.test/a.css?*", "https://a.test/*.css?*"),
    ("https://a.test/photo-20260112.jpg", "https://a.test/photo-*.jpg", "https://a.test/*.jpg"),
    ("https://a.test/about.html", "https://a.test/about.html", "https://a.test/*.html"),
    ("https://a.test/.well-known/x", "https://a.test/.well-known/x", "https://a.test/.well-known/*"),
    ("https://a.test/jquery-3.7.1.min.js", "https://a.test/jquery-*.min.js", "https://a.test/*.js"),
    ("https://a.test/v2/app-v3.js", "https://a.test/*/app-*.js", "https://a.test/*/*.js"),
    ("https://a.test/chunk-vendors.a1b2c3.js", "https://a.test/chunk-vendors.*.js", "https://a.test/*.js"),
    ("https://a.test/404.html", "https://a.test/404.html", "https://a.test/*.html"),
    ("https://a.test/_buildManifest.js", "https://a.test/_buildManifest.js", "https://a.test/*.js"),
    ("https://a.test/404-error.html", "https://a.test/404-error.html", "https://a.test/*.html"),
    ("https://a.test/posts/a1b2c3d4", "https://a.test/posts/*", "https://a.test/posts/*"),
    ("https://a.test/index-DiwrgTda.js", "https://a.test/index-*.js", "https://a.test/*.js"),
    ("https://a.test/lib/1.2/a.js", "https://a.test/lib/*/a.js", "https://a.test/lib/*/*.js"),
    ("https://a.test/user/4711", "https://a.test/user/*", "https://a.test/user/*"),
  ]
  @Test("versions, numbers and queries become stars", arguments: rows)
  func pattern(_ row: (url: String, own: String, directory: String)) throws {
    let own = URLFamily.pattern(of: try TargetURI(row.url))
    #expect(own == row.own)
    #expect(URLFamily.directory(ofPattern: own) == row.directory)
  }

  static let versions: [(url: String, form: String?)] = [
    ("https://a.test/app.3f9ac2d1.js", "/app.hhhhhhhh.js"), ("https://a.test/app.js", nil),
    ("https://a.test/app.js?v=12", nil), ("https://a.test/index-BxYz12Ab.css", "/index-hhhhhhhh.css"),
    ("https://a.test/jquery-3.7.1.min.js", "/jquery-3.7.1hhhhhh.min.js"),
    ("https://a.test/3f9ac2d18e5b/app.js", "/hhhhhhhhhhhh/app.js"),
    ("https://a.test/app.12345678.js", "/app.hhhhhhhh.js"),
    ("https://a.test/index-DIVwZt_x.js", "/index-hhhhhh_h.js"),
    ("https://a.test/3f9ac2d18e5b/_buildManifest.js", "/hhhhhhhhhhhh/_buildManifest.js"),
    ("https://a.test/lib/3.7.1/a.js", "/lib/3.7.1hhhhhh/a.js"), ("https://a.test/3f9ac2d1.jpg", nil),
    ("https://a.test/_app/immutable/nodes/0.js", nil), ("https://a.test/app-5E6YDMT7.js", "/app-hhhhhhhh.js"),
    ("https://a.test/page", nil),
  ]
  @Test("another version has the same form, and is another", arguments: versions)
  func madeUp(_ row: (url: String, form: String?)) throws {
    let target = try TargetURI(row.url)
    let other = URLVersion.path(
      target, of: NamedFile(named: target), withVersion: Array("0123456789abcdef0123456789".utf8))
    guard let form = row.form else { return #expect(other == nil) }
    #expect(other != target.path)
    #expect(other.map { $0.utf8.count } == form.utf8.count)
    let fixed = zip(other ?? "", form).allSatisfy { $1 == "h" ? $0.isLetter || $0.isNumber : $0 == $1 }
    #expect(fixed, "\(other ?? "")")
  }
}
