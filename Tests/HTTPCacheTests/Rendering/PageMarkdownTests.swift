import Testing

@testable import httpcache

@Suite("Foreign text in Markdown is text: no mark-up, no link, no mention, no reference", .timed)
struct PageMarkdownTests {
  static let spans: [(text: String, code: String)] = [
    ("max-age=60", "`max-age=60`"), ("a`b", "``a`b``"), ("`a``b", "``` `a``b ```"), ("a`", "`` a` ``"),
    ("", ""), ("a\nb", #"`a\x0ab`"#), ("\u{1B}[2J", #"`\x1b[2J`"#), ("<b>|\\", "`<b>|\\`"),
    ("https://a.test/?token=abcdefghijklmnop", "`https://a.test/?token=…`"),
  ]
  @Test("a span has more backquotes around it than inside", arguments: spans)
  func code(_ row: (text: String, code: String)) { #expect(PageMarkdown.code(row.text) == row.code) }

  static let sentences: [(text: String, prose: String)] = [
    ("Nothing is wrong (RFC 9111).", "Nothing is wrong (RFC 9111)."),
    ("12 judged, 3 failed: 1,024 errors", "12 judged, 3 failed: 1,024 errors"),
    ("Write Cache-Control: max-age=60.", "Write Cache-Control: `max-age=60`."),
    ("by @octocat, see (#12) and !3", "by `@octocat`, see (`#12`) and `!3`"),
    ("GH-12 5f3a9c1b deadbeef1 org/repo#1", "`GH-12` `5f3a9c1b` `deadbeef1` `org/repo#1`"),
    ("https://a.test/ www.a.test a@b.test", "`https://a.test/` `www.a.test` `a@b.test`"),
    ("*a* _b_ [c](d) <img> &amp; ~~e~~", "`*a*` `_b_` `[c](d`) `<img>` `&amp`; `~~e~~`"),
    ("- a - b", "`-` a - b"), ("1. a", "`1`. a"), ("--- a", "`---` a"), (") a", "`)` a"), ("12 a", "12 a"),
    ("at 17:45:57, :tada: a:", "at `17:45:57`, `:tada`: a:"),
    ("Send `a`.", "Send `a`."), ("`a`@b", "`a` `@b`"), ("`a`(b)", "`a`(b)"),
    ("ends in `.js`, and `a@b`", "ends in `.js`, and `a@b`"), ("one ` alone @x", "one `` ` `` alone `@x`"),
  ]
  @Test("a word that could mean something is a span, and the rest stays as it is", arguments: sentences)
  func prose(_ row: (text: String, prose: String)) { #expect(PageMarkdown.prose(row.text) == row.prose) }

  @Test("a cell ends where its column does")
  func cell() { #expect(PageMarkdown.cell("a|b @c `d` <e>\\") == #"a\|b \@c \`d\` &lt;e&gt;\\"#) }
}
