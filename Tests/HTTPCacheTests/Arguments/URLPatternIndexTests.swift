import HTTPCacheCore
import Testing

@testable import httpcache

@Suite("URL patterns, found without trying each", .timed)
struct URLPatternIndexTests {
  @Test("the same as each pattern by itself says")
  func same() throws {
    let texts = [
      "*", "http://a.test/*", "http://a.test/x", "http://a.test/x*", "http://a.test/*.js", "http://a.te*t/x",
      "", "http://a.test/x", "http://*/x", "http://\u{E9}.test/*", "/", "/*", "/x", "/x?*", "*/x", "/*.js",
      "/:name", "/:dir/x", "http://a.test/:name", "/x?:y=:z", "/x?y=:z", "/x\\:y", "/x:y",
    ]
    let index = URLPatternIndex(texts.map(URLPattern.init))
    for url in [
      "http://a.test/x", "http://a.test/a.js", "http://a.test", "http://b.test/", "http://\u{E9}.test/x",
      "https://a.test/x?y=/x", "https://a.test/x?y=1", "http://a.test/x:y",
    ] {
      let target = try TargetURI(url)
      let each = texts.indices.filter { URLPattern(texts[$0]).matches(target) }
      #expect(index.matches(target) == each, "\(url)")
    }
  }
}
