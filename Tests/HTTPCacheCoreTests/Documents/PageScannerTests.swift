import Testing

@testable import HTTPCacheCore

@Suite("What a page has loaded, found in its bytes", .timed)
struct PageScannerTests {
  typealias Row = (rule: String, page: String, found: String)

  /// What is found is given as the path and query of each URL; those of another origin whole.
  static let rows: [Row] = [
    (
      "HTML 13.2.5.33: a value in quotes, without, in single ones", "<img src=\"a\"><img src=b><img src='c'>",
      "/d/a /d/b /d/c"
    ),
    ("HTML 13.2.5.8: names in any case", "<IMG SRC=a>", "/d/a"),
    ("HTML 13.2.5.33: of one name the first counts", "<img src=a src=b>", "/d/a"),
    ("HTML 13.2.5.37: white space around =", "<img src = a>", "/d/a"),
    ("HTML 13.2.5.37: > ends a value without quotes", "<img src=a><img alt= ><img src=b/>", "/d/a /d/b/"),
    ("HTML 13.2.5.39: no space behind a value", "<img alt=\"x\"src=a>", "/d/a"),
    ("HTML 13.2.5.40: a slash between attributes", "<img/src=a/><img alt='x'/src='b'/>", "/d/a/ /d/b"),
    ("HTML 13.2.5.32: = begins a name", "<img =src=a src=b>", "/d/b"),
    ("> in quotes ends no tag", "<img alt='a > b' src=c>", "/d/c"),
    ("HTML 13.2.5.6: < before no letter is text", "a < b <1 <img src=a>", "/d/a"),
    ("HTML 13.2.5.6: a tag name may begin at any letter", "<xmg src=a><imgx src=b>", ""),
    ("a tag that does not end is none", "<img src=a", ""),
    ("HTML 13.2.5.45: comments", "<!-- <img src=a> --><img src=b>", "/d/b"),
    ("HTML 13.2.5.43: short comments", "<!--><img src=a><!---><img src=b>", "/d/a /d/b"),
    ("HTML 13.2.5.52: a comment that ends in --!>", "<!-- x --!><img src=a>", "/d/a"),
    ("HTML 13.2.5.43: <!--!> does not end", "<!--!><img src=a>--><img src=b>", "/d/b"),
    ("HTML 13.2.5.51: dashes before the end", "<!-- x ---><img src=a><!-- - -- -> <img src=b> -->", "/d/a"),
    ("HTML 13.2.5.41: bogus comments", "<!x <img src=a><? <img src=b></ <img src=c><img src=d>", "/d/d"),
    ("HTML 13.2.5.7: </> is nothing", "</><img src=a>", "/d/a"),
    ("a document type", "<!DOCTYPE html><img src=a>", "/d/a"),
    ("HTML 13.2.5.2: the text of a title", "<title><img src=a></title><img src=b>", "/d/b"),
    ("a title may hold another end tag", "<title></titl><img src=a></titlex></title ><img src=b>", "/d/b"),
    ("the text of a script", "<script>'<img src=a>'</script><img src=b>", "/d/b"),
    (
      "HTML 13.2.5.19: a script in a comment of a script",
      "<script><!-- <script> </script> <img src=a> --></script><img src=b>", "/d/b"
    ),
    ("HTML 13.2.5.20: an end tag in a comment of a script", "<script><!-- </script><img src=a>", "/d/a"),
    ("HTML 13.2.5.28: the comment of a script ends", "<script><!-- <script> --></script><img src=a>", "/d/a"),
    ("HTML 13.2.5.26: no script by that name", "<script><!-- <scripty> </script><img src=a>", "/d/a"),
    ("scripts run: noscript is text", "<noscript><img src=a></noscript><img src=b>", "/d/b"),
    (
      "the text of a textarea and its kin",
      "<textarea><img src=a></textarea><xmp><img src=b></xmp><img src=c>", "/d/c"
    ),
    ("plaintext never ends", "<plaintext><img src=a></plaintext><img src=b>", ""),
    (
      "HTML 4.12.3: what a template holds is not loaded",
      "<template><img src=a><template></template><img src=b></template><img src=c>", "/d/c"
    ),
    (
      "/> closes an element of SVG, and no other",
      "<svg><script/><style/><image href=a /></svg><script src=b /></script><img src=c>", "/d/a /d/b /d/c"
    ),

    ("HTML 13.2.5.72: entities", "<img src='?a=1&amp;b=2'><img src=a&#47;b&#x2f;c>", "/d/p?a=1&b=2 /d/a/b/c"),
    (
      "HTML 13.2.5.73: & separates parameters", "<img src='?a=1&copy=2&lt=3&nosuch;x'>",
      "/d/p?a=1&copy=2&lt=3&nosuch;x"
    ),
    ("HTML 13.2.5.73: without a semicolon", "<img src='a&amp/b&eacute'>", "/d/a&/b%C3%A9"),
    (
      "HTML 13.2.5.80: Windows-1252, and what is no character", "<img src='&#128;&#0;&#xD800;&#x110000;'>",
      "/d/%E2%82%AC%EF%BF%BD%EF%BF%BD%EF%BF%BD"
    ),

    (
      "HTML 4.2.3: the first base counts, for what follows",
      "<img src=a><base href=/x/><base href=/y/><img src=b>", "/d/a /x/b"
    ),
    ("a base of another origin", "<base href=//cdn.test/q/><img src=a>", "http://cdn.test/q/a"),
    ("a base that is no URL of the web", "<base href=data:x,><img src=a>", "/d/a"),
    (
      "URL: what is not asked for",
      "<img src=data:,x><img src=''><img src=#a><a href=x></a><img src='javascript:x'><img src=blob:x>", ""
    ),
    ("URL: tabs and line ends are dropped, white space around too", "<img src=' a\tb\nc '>", "/d/abc"),
    (
      "URL: backslashes are slashes", "<img src='\\\\cdn.test\\a'><img src='x\\y?\\'>",
      "http://cdn.test/a /d/x/y?%5C"
    ),
    ("URL: dots", "<img src=../a/./b><img src=%2e%2E/c>", "/a/b /c"),
    (
      "URL: a scheme without slashes", "<img src=http:a><img src=https:cdn.test/b><img src=HTTP:/c>",
      "/d/a https://cdn.test/b /c"
    ),
    ("URL: what is escaped", "<img src='a b{c}|?d e{f}'>", "/d/a%20b%7Bc%7D|?d%20e{f}"),
    ("URL: a fragment is not sent", "<img src=a#b>", "/d/a"),

    (
      "HTML 4.6.7: the links that are loaded",
      "<link rel='shortcut ICON' href=a><link rel=preload as=font href=b><link rel=modulepreload href=c><link rel=prefetch href=d><link rel=manifest href=e><link rel=apple-touch-icon href=f><link rel=mask-icon href=g>",
      "/d/a /d/b /d/c /d/d /d/e /d/f /d/g"
    ),
    (
      "links that are not",
      "<link rel=canonical href=a><link rel=preconnect href=b><link href=c><link rel=alternate href=d><link rel=next href=e>",
      ""
    ),
    (
      "style sheets",
      "<link rel=stylesheet href=a><link rel='alternate stylesheet' href=b media=print><link rel=stylesheet href=c disabled><link rel=stylesheet href=d type=text/less>",
      "/d/a /d/b"
    ),
    (
      "scripts",
      "<script src=a></script><script type=module src=b></script><script type=text/template src=c></script><script nomodule src=d></script>",
      "/d/a /d/b"
    ),
    (
      "HTML 4.8.4: images",
      "<img src=a srcset='b 1x, c 2x'><picture><source srcset='d 100w,e  200w'><source srcset=f></picture>",
      "/d/a /d/b /d/c /d/d /d/e /d/f"
    ),
    (
      "HTML 4.8.4.3.5: commas in a srcset", "<img srcset='data:x,y 1x, a,b 2x, ,c,, d (1x,2x), e'>",
      "/d/a,b /d/c /d/d /d/e"
    ),
    (
      "HTML 4.6.7.18: without a destination nothing is preloaded",
      "<link rel=preload href=a><link rel=preload href=b as=page><link rel=preload href=c as=FETCH>", "/d/c"
    ),
    (
      "HTML 4.12.1.1: a script's type has space around it, and no parameters",
      "<script type=' text/javascript\n' src=a></script><script type='text/javascript; charset=utf-8' src=b></script><script type=' ' src=c></script><script type='' src=d></script>",
      "/d/a /d/d"
    ),
    (
      "HTML 4.12.1.1: a language is part of a type",
      "<script language=JavaScript src=a></script><script language=vbscript src=b></script>", "/d/a"
    ),
    (
      "a sheet's type may have parameters",
      "<link rel=stylesheet type=' Text/CSS ;charset=utf-8' href=a><link rel=stylesheet type=text/cssx href=b>",
      "/d/a"
    ),
    (
      "HTML 4.12.3: a shadow root is shown",
      "<p><template shadowrootmode=open><img src=a><template><img src=b></template></template><img src=c></p><template shadowrootmode=no><img src=d></template><template><template shadowrootmode=closed><img src=e></template><img src=f></template><img src=g>",
      "/d/a /d/c /d/g"
    ),
    ("HTML 13.2.6.4.7: image is another name of img", "<image src=a srcset='b 2x'>", "/d/a /d/b"),
    ("preloaded images", "<link rel=preload as=image imagesrcset='a 1x, b 2x'>", "/d/a /d/b"),
    (
      "media", "<video src=a poster=b><source src=c><track src=d></video><audio src=e>",
      "/d/a /d/b /d/c /d/d /d/e"
    ),
    (
      "frames and other content",
      "<iframe src=a></iframe><embed src=b><object data=c></object><input type=image src=d><input src=e>",
      "/d/a /d/b /d/c /d/d"
    ),
    ("images of SVG", "<svg><image xlink:href=a /><use href='b#x'/><use href='#y'/></svg>", "/d/a /d/b"),
    ("a background as it was written once", "<body background=a><td background=b>", "/d/a /d/b"),
    ("style elements", "<style>a{background:url(a)}</style><img src=b>", "/d/a /d/b"),
    (
      "a style of another type, or in a template",
      "<style type=text/less>a{b:url(a)}</style><template><style>a{b:url(c)}</style></template>", ""
    ),
    ("what is like the end of a style", "<style>a{b:url(x<y)}c</sty>{d:url(e)}</style>", "/d/x%3Cy /d/e"),
    ("a style that does not end", "<style>a{b:url(c", "/d/c"),
    ("style attributes", "<p style='background: url(\"a\"); x:url(b'>", "/d/a /d/b"),
  ]

  private func found(_ pieces: [ArraySlice<UInt8>]) throws -> [String] {
    var scanner = PageScanner(try TargetURI("http://a.test/d/p"))
    var found: [String] = []
    func add(_ reference: AssetReference) {
      let target = reference.target.normalized
      found.append(target.hasPrefix("http://a.test/") ? String(target.dropFirst(13)) : target)
    }
    for piece in pieces { piece.withUnsafeBytes { scanner.take($0, add) } }
    scanner.finish(add)
    return found
  }

  @Test("wherever the bytes are cut", arguments: rows)
  func cut(_ row: Row) throws {
    let bytes = Array(row.page.utf8)
    let expected = row.found.split(separator: " ").map(String.init)
    #expect(try found([bytes[...]]) == expected, "\(row.rule)")
    for place in 0...bytes.count {
      #expect(try found([bytes[..<place], bytes[place...]]) == expected, "\(row.rule), cut at \(place)")
    }
    #expect(try found(bytes.indices.map { bytes[$0...$0] }) == expected, "\(row.rule), byte by byte")
  }

  @Test("what a sheet and a manifest are taken for")
  func roles() throws {
    var scanner = PageScanner(try TargetURI("http://a.test/"))
    var roles: [AssetReference.Role] = []
    let page =
      "<link rel=stylesheet href=a><link rel=manifest href=b><style>@import 'c';</style><img src=d>"
      + "<script src=e></script><script type=module src=f></script><link rel=modulepreload href=g>"
      + "<link rel=preload as=script href=h><link rel=preload as=font href=i><link rel=preload as=style href=j>"
    Array(page.utf8).withUnsafeBytes { scanner.take($0) { roles.append($0.role) } }
    #expect(
      roles == [
        .style, .manifest, .style, .other, .script, .moduleScript, .moduleScript, .script, .font, .style,
      ])
  }

  @Test("a value, a comment, a name and a page without end take no memory and do no harm")
  func hostile() throws {
    let long = String(repeating: "x", count: HTMLTokenizer.valueLimit + 1)
    #expect(try found([Array("<img src=\(long)><img src=a>".utf8)[...]]) == ["/d/a"])
    #expect(
      try found([Array("<img \(long)=1 src=a><\(long) src=b><!--\(long)--><img src=c>".utf8)[...]]) == [
        "/d/a", "/d/c",
      ])
    #expect(
      try found([[0xFF, 0xFE, 0x3C, 0x00, 0x3C][...], Array("img src=\u{FFFD}>".utf8)[...]]).count == 1)
  }
}
