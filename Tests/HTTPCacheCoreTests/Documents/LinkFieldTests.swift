import Testing

@testable import HTTPCacheCore

@Suite("Link fields: what a page has loaded with its head", .timed)
struct LinkFieldTests {
  static let rows: [(value: String, found: [String])] = [
    ("</a.css>; rel=preload; as=style", ["http://a.test/a.css"]),
    (
      "<b.js>; rel=\"modulepreload\", <//c.test/d.woff2>; rel=\"preload prefetch\"",
      ["http://a.test/dir/b.js", "http://c.test/d.woff2"]
    ),
    // HTML 4.6.7.18: without a destination nothing is preloaded.
    (
      "</a>; rel=preload, </b>; rel=preload; as=document, </c>; rel=preload; as=\"Font\"", ["http://a.test/c"]
    ),
    // RFC 8288 §3: a comma within <> or quotes ends nothing.
    ("</a,b.css>; title=\"x, <y>\"; REL=Stylesheet, </c>; rel=next", ["http://a.test/a,b.css"]),
    ("<https://x.test/>; rel=preconnect, </p>; rel=canonical", []), ("nonsense", []), ("<a", []), ("", []),
  ]
  @Test("links that are loaded are found, others are not", arguments: rows)
  func found(_ row: (value: String, found: [String])) throws {
    let fields = FieldSection([FieldLine("Link", row.value)])
    let references = LinkField.references(fields, base: try TargetURI("http://a.test/dir/page"))
    #expect(references.map(\.target.absolute) == row.found)
  }

  @Test("a style sheet is read for what it loads itself")
  func roles() throws {
    let fields = FieldSection([
      FieldLine("Link", "</a.css>; rel=stylesheet"), FieldLine("link", "</b>; rel=preload; as=font"),
    ])
    let references = LinkField.references(fields, base: try TargetURI("http://a.test/"))
    #expect(references.map(\.role) == [.style, .font])
  }
}
