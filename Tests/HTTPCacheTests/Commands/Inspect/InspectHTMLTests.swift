import Foundation
import TestSupport
import Testing

@Suite("inspect --format html: one page for people", .timed)
struct InspectHTMLTests {
  private static let hostile = #"</details><script>alert(1)</script>"onmouseover='x'&amp;<img src=x>"#

  /// The page of some heads.
  private static func page(_ heads: String, _ words: [String] = []) throws -> String {
    let run = try BuiltProgram()(["inspect", "--headers", "-", "--format", "html"] + words, stdin: heads)
    #expect(run.code < 2, "\(run.errors)")
    return run.text
  }

  @Test("text of a server stays text: nothing of it becomes markup, and no script may run")
  func escaped() throws {
    let page = try Self.page(
      "HTTP/1.1 200 OK\nCache-Control: \(Self.hostile)\nX-Note: \(Self.hostile)\u{1B}[2J\nETag: \(Self.hostile)\n",
      ["--url", "http://a.test/%3Cscript%3E'\"", "--fail-on", "info", "--expect", "lifetime>=1h"])
    #expect(!page.contains("<script") && !page.contains("<img") && !page.contains("\u{1B}"))
    #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(page.contains(#"content="default-src 'none'; style-src 'unsafe-inline'""#))
    #expect(!page.contains("http-equiv=\"refresh\"") && !page.contains("href="))
  }

  @Test("every element is closed, in the order in which it was opened")
  func wellFormed() throws {
    let program = try BuiltProgram()
    let file = program.directory.file("page.html")
    let head = "HTTP/1.1 200 OK\nCache-Control: public; max-age=60, nocache\nSet-Cookie: a=s3cret\nVary: *\n"
    let run = try program(
      [
        "inspect", "--headers", "-", "--format", "html=\(file)", "--fail-on", "info", "--expect",
        "lifetime>=1h",
      ],
      stdin: head + "\n" + head)
    expect(run, 1)
    let check = """
      import sys
      from html.parser import HTMLParser
      class Check(HTMLParser):
          open = []
          def handle_starttag(self, tag, attrs):
              if tag not in ("meta", "br"): self.open.append(tag)
          def handle_endtag(self, tag):
              assert self.open and self.open.pop() == tag, (tag, self.open, self.getpos())
      c = Check(); c.feed(open(sys.argv[1]).read()); c.close()
      assert not c.open, c.open
      """
    let parsed = try Executable.command("python3", "-c", check, file)
    expect(parsed, 0)
    let page = String(decoding: program.directory.contents(of: "page.html") ?? [], as: UTF8.self)
    #expect(!page.contains("s3cret"))
  }

  @Test("it begins with what is wrong and the line to send, with the URLs that it concerns")
  func order() throws {
    let page = try Self.page(
      "HTTP/1.1 200 OK\nCache-Control: max-age = 60\nETag: \"a\"\n", ["--url", "https://a.test/a.css"])
    let parts = [
      "<h1>1 response of a.test</h1>", "What is wrong", "space-around-equals × 1",
      "<p class=\"mend\">", "https://a.test/a.css", "What becomes of the responses", "Response by response",
      "<details class=\"subject\">",
    ]
    var rest = page[...]
    for part in parts {
      let range = try #require(rest.firstRange(of: part), "\(part)")
      rest = rest[range.upperBound...]
    }
  }

  @Test("of a recording, it begins with the site, the time, the source, the weight, and a visit a day later")
  func recording() throws {
    let program = try BuiltProgram()
    func entry(_ path: String, _ control: String, _ size: Int) -> String {
      #"{"startedDateTime": "2026-01-12T16:45:57Z", "time": 0, "request": {"method": "GET", "url": "https://a.test\#(path)", "#
        + #""headers": []}, "response": {"status": 200, "headers": [{"name": "Date", "value": "Mon, 12 Jan 2026 16:45:57 GMT"}, "#
        + #"{"name": "Content-Type", "value": "text/css"}, {"name": "Cache-Control", "value": "\#(control)"}], "#
        + #""bodySize": \#(size), "content": {"size": \#(size)}}}"#
    }
    let entries = [entry("/a.css", "max-age=3600", 4096), entry("/b.css", "max-age=604800", 1024)]
    let har = try program.directory.write(
      #"{"log": {"version": "1.2", "entries": [\#(entries.joined(separator: ","))]}}"#, to: "page.har")
    let page = try program(["inspect", "--har", har, "--format", "html"]).text
    let parts = [
      "<p>a.test, received 2026-01-12T16:45:57Z, read from \(har).<br>", "<dt>Weight</dt><dd><b>5.0 KiB</b>",
      "<dt>A visit a day later</dt><dd><b>4.0 KiB</b> <span>1 loaded anew, 0 confirmed, 1 from the cache</span>",
      "<dt>Could be saved</dt>", "<dt>Errors</dt>", "<h2>Later visits</h2>",
      "first visit", "Loaded anew after 1 day, most of it: /a.css (4.0 KiB)",
    ]
    var rest = page[...]
    for part in parts {
      let range = try #require(rest.firstRange(of: part), "\(part) in \(page)")
      rest = rest[range.upperBound...]
    }
  }

  @Test("each response has the advice as a whole, to send and to leave out")
  func send() throws {
    let page = try Self.page(
      "HTTP/1.1 200 OK\nCache-Control: max-age = 60\nWarning: <b>\nETag: \"a\"\n",
      ["--url", "https://a.test/a.css"])
    let subject = try #require(page.firstRange(of: "<details class=\"subject\">")).upperBound
    #expect(
      page[subject...].contains("<h4>Send</h4>\n<div class=\"fields\">Cache-Control: max-age=60</div>"),
      "\(page)")
    #expect(page[subject...].contains("<h4>Leave out</h4>\n<ul><li>Warning</li></ul>"), "\(page)")
  }

  @Test("a shared cache is named before its conclusion, as text names it")
  func judge() throws {
    let page = try Self.page("HTTP/1.1 200 OK\nCache-Control: max-age=60\nETag: \"a\"\n", ["--shared"])
    #expect(page.contains("<span class=\"outcome\">Shared cache: Stored and reused for "), "\(page)")
  }

  @Test("a page stays readable however many responses there are; the rest is counted")
  func bounded() throws {
    let page = try Self.page(
      String(
        repeating:
          "HTTP/1.1 200 OK\nCache-Control: max-age=60\nETag: \"a\"\nDate: Mon, 12 Jan 2026 16:45:57 GMT\n\n",
        count: 400),
      ["--at", "2026-01-12T16:45:57Z"])
    #expect(page.contains("400 responses of ") && page.contains("200 more responses are counted above"))
  }
}
