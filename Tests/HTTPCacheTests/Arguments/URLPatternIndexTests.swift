import HTTPCacheCore
import Testing

@testable import httpcache

@Suite("URL patterns, found without trying each")
struct URLPatternIndexTests {
  @Test("the same as each pattern by itself says")
  func same() {
    let texts = [
      "*", "http://a.test/*", "http://a.test/x", "http://a.test/x*", "http://a.test/*.js", "http://a.te*t/x",
      "",
      "http://a.test/x", "http://*/x", "http://\u{E9}.test/*",
    ]
    let index = URLPatternIndex(texts)
    for url in [
      "http://a.test/x", "http://a.test/a.js", "", "http://b.test/", "http://\u{E9}.test/x", "http://a.tes",
    ] {
      let each = texts.indices.filter { WildcardPattern(texts[$0]).matches(url) }
      #expect(index.matches(url) == each, "\(url)")
    }
  }
}
