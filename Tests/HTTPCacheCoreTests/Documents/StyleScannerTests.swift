import Testing

@testable import HTTPCacheCore

@Suite("What a style sheet has loaded, found in its bytes", .timed)
struct StyleScannerTests {
  typealias Row = (rule: String, sheet: String, found: String)

  /// `!` marks what is taken for a style sheet.
  static let rows: [Row] = [
    (
      "CSS Values §4.5: url() with and without quotes", "a{b:url(a) url( 'b' ) url( \"c\"  ) url(\n d\t)}",
      "/d/a /d/b /d/c /d/d"
    ),
    (
      "CSS Syntax §4.3.4: names in any case, with escapes", "a{b:URL(a) \\75rl(b) u\\000072 l(c)}",
      "/d/a /d/b /d/c"
    ),
    ("CSS Syntax §4.3.7: escapes", "a{b:url(\\61 b\\)c) url('d\\27 e\\\nf')}", "/d/ab)c /d/d'ef"),
    ("CSS Syntax §4.3.2: comments", "/* url(a) */ a{b:/**/url(c)/* * / url(d)*/ url(e)/***/}", "/d/c /d/e"),
    ("no comment in a URL without quotes", "a{b:url(//cdn.test/*x)}", "http://cdn.test/*x"),
    ("strings are no URLs", "a{content:'url(a)' \"\\\"url(b)\"; b:url(c)}", "/d/c"),
    ("CSS Syntax §4.3.5: a string ends with its line", "a{b:'x\nc:url(d)}", "/d/d"),
    ("CSS Syntax §4.3.6: a bad URL", "a{b:url(x y) url(a'b) url(c(d) url(e\\)f'g) url(ok)}", "/d/ok"),
    ("CSS Syntax §4.3.6: a URL that the end closes", "a{b:url(c", "/d/c"),
    ("CSS Syntax §4.3.5: a string that the end closes", "a{b:url('c", "/d/c"),
    (
      "CSS Cascade §2: @import", "@import 'a'; @import url(b) screen; @IMPORT url(\"c\") layer(x);",
      "!/d/a !/d/b !/d/c"
    ),
    (
      "CSS Cascade §2: @import after @charset and @layer", "@charset \"utf-8\"; @layer x, y; @import 'a';",
      "!/d/a"
    ),
    ("CSS Cascade §2: @import after a rule is invalid", "a{} @import 'b'; @import url(c);", ""),
    ("CSS Cascade §2: @import after @namespace is invalid", "@namespace x url(a); @import 'b';", ""),
    ("one URL of an @import", "@import 'a' supports(background: url(b)) 'c';", "!/d/a /d/b"),
    ("an @import that the end closes", "@import 'a", "!/d/a"),
    (
      "CSS Fonts §4.3: sources of a font",
      "@font-face{src:local('x'), url(a.woff2) format('woff2'), url(\"b.woff\")}", "/d/a.woff2 /d/b.woff"
    ),
    (
      "CSS Images §2.3: image-set() takes strings",
      "a{b:image-set('a' 1x, url(b) 2x type('image/avif')) 'c'; d:-webkit-image-set(\"e\" 1x)}",
      "/d/a /d/b /d/e"
    ),
    (
      "blocks inside of rules", "@media print{a{b:url(a)}} @supports (x:y){@font-face{src:url(b)}}",
      "/d/a /d/b"
    ),
    (
      "what is not asked for", "a{b:url(#x) url() url('') url(data:image/png;base64,AA==) url(about:blank)}",
      ""
    ),
    ("other functions", "a{b:curl(a) my-url(b) url-prefix(c) attr(url)}", ""),
  ]

  private func found(_ pieces: [ArraySlice<UInt8>]) throws -> [String] {
    var scanner = StyleScanner(base: try TargetURI("http://a.test/d/s.css"))
    var found: [String] = []
    func add(_ reference: AssetReference) {
      let target = reference.target.normalized
      let shown = target.hasPrefix("http://a.test/") ? String(target.dropFirst(13)) : target
      found.append((reference.role == .style ? "!" : "") + shown)
    }
    for piece in pieces { piece.withUnsafeBytes { scanner.take($0, add) } }
    scanner.finish(add)
    return found
  }

  @Test("wherever the bytes are cut", arguments: rows)
  func cut(_ row: Row) throws {
    let bytes = Array(row.sheet.utf8)
    let expected = row.found.split(separator: " ").map(String.init)
    #expect(try found([bytes[...]]) == expected, "\(row.rule)")
    for place in 0...bytes.count {
      #expect(try found([bytes[..<place], bytes[place...]]) == expected, "\(row.rule), cut at \(place)")
    }
  }

  @Test("a URL that is too long is left out, and what follows is found")
  func long() throws {
    let long = String(repeating: "x", count: HTMLTokenizer.valueLimit + 1)
    #expect(try found([Array("a{b:url(\(long)) url('\(long)') url(c)}".utf8)[...]]) == ["/d/c"])
  }
}

@Suite("The icons that the manifest of a web application names", .timed)
struct ManifestTests {
  static let rows: [(text: String, found: [String])] = [
    (#"{"icons":[{"src":"a.png","sizes":"1x1"},{"src":"/b"}],"name":"x"}"#, ["/m/a.png", "/b"]),
    (
      #"{"shortcuts":[{"name":"x","icons":[{"src":"c"}]},{"url":"/"}],"screenshots":[{"src":"d"}]}"#, ["/m/c"]
    ),
    (#"{"icons":[{"src":1},{"src":"data:,x"},{}],"start_url":"/x"}"#, []),
    (#"{"icons":"no"}"#, []), ("", []), ("[1]", []),
    (#"{"icons":[{"src":"e"}"#, ["/m/e"]),
  ]
  @Test(arguments: rows)
  func icons(_ row: (text: String, found: [String])) throws {
    let base = try TargetURI("http://a.test/m/site.webmanifest")
    let found = Manifest.references(Array(row.text.utf8), base: base)
    #expect(found.map(\.target.absolute) == row.found.map { "http://a.test" + $0 })
  }
}
