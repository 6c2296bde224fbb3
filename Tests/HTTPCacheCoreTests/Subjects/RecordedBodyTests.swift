import Testing

@testable import HTTPCacheCore

@Suite("What the recorded body of a page names", .timed)
struct RecordedBodyTests {
  private static let page =
    #"<script src="/a/app.3f9a1b2c.js"></script><link rel=stylesheet href=/a/app.8d21c0e4.css><img src=/logo.png>"#

  /// The page as a string of JSON has it, and in base64.
  private static let (body, coded) = (
    page.replacing("\"", with: "\\\""), Base64.encoded(Array(page.utf8))
  )

  typealias Row = (rule: String, control: String, type: String, content: String, count: Int?)
  static let rows: [Row] = [
    (
      "a page that is used unasked", "max-age=3600", "text/html",
      #""mimeType":"text/html","text":"\#(body)""#, 2
    ),
    ("a page that is asked for each time", "no-cache", "text/html", #""text":"\#(body)""#, nil),
    ("a page that nobody stores", "no-store, max-age=3600", "text/html", #""text":"\#(body)""#, nil),
    ("what is no page", "max-age=3600", "text/css", #""text":"\#(body)""#, nil),
    ("a body that was not recorded", "max-age=3600", "text/html", #""size":90"#, nil),
    (
      "a body in base64, as browsers write what is no UTF-8", "max-age=3600", "text/html",
      #""text":"\#(coded)","encoding":"base64""#, 2
    ),
    (
      "a body that is called base64 beforehand", "max-age=3600", "text/html",
      #""encoding":"base64","text":"\#(coded)""#, 2
    ),
    (
      "base64 in lines", "max-age=3600", "text/html",
      #""text":"\#(coded.prefix(76))\r\n\#(coded.dropFirst(76))","encoding":"base64""#, 2
    ),
    (
      "base64 that was cut short", "max-age=3600", "text/html",
      #""text":"\#(coded.prefix(61))","encoding":"base64""#, 1
    ),
    (
      "base64 of a page that is asked for each time", "no-cache", "text/html",
      #""text":"\#(coded)","encoding":"base64""#, nil
    ),
    (
      "base64 with a letter that it has not", "max-age=3600", "text/html",
      #""text":"\#(coded.prefix(80))*\#(coded.dropFirst(80))","encoding":"base64""#, nil
    ),
    (
      "base64 that nothing calls so", "max-age=3600", "text/html", #""text":"\#(coded)""#, nil
    ),
    (
      "a text that is called base64 and is none", "max-age=3600", "text/html",
      #""text":"\#(body)","encoding":"base64""#, nil
    ),
    (
      "a text that is called base64 beforehand and is none", "max-age=3600", "text/html",
      #""encoding":"base64","text":"\#(body)""#, nil
    ),
    (
      "base64 of bytes that are no text", "max-age=3600", "text/html",
      #""text":"\#(Base64.encoded([0xFF, 0xFE, 0x3C, 0x00, 0x80, 0xC0]))","encoding":"base64""#, nil
    ),
    (
      "base64 of a page with a letter of Latin-1", "max-age=3600", "text/html",
      #""text":"\#(Base64.encoded([0xE9] + Array(page.utf8)))","encoding":"base64""#, 2
    ),
    (
      "behind a thousand pictures and links of others", "max-age=3600", "text/html",
      "\"text\":\"\(String(repeating: "<img src=/logo.png><script src=https://cdn.test/a.3f9a1b2c.js></script>", count: 1100))\(body)\"",
      2
    ),
    (
      "at the end of 3 MB of lines", "max-age=3600", "text/html",
      "\"text\":\"\(String(repeating: "<p>\\n", count: 600_000))\(body)\"", 2
    ),
    (
      "at the end of 3 MB in base64", "max-age=3600", "text/html",
      "\"text\":\"\(Base64.encoded(Array((String(repeating: "<p>no", count: 600_000) + page).utf8)))\",\"encoding\":\"base64\"",
      2
    ),
    (
      "names that stay", "max-age=3600", "text/html", #""text":"<script src=/app.js?v=3f9a1b2c></script>""#,
      nil
    ),
  ]
  @Test("the files of its own site, of a page that may outlive them", arguments: rows)
  func named(_ row: Row) throws {
    let text = #"""
      {"request":{"method":"GET","url":"https://www.shop.test/"},
       "response":{"status":200,"headers":[
         {"name":"Content-Type","value":"\#(row.type)"},{"name":"Cache-Control","value":"\#(row.control)"}],
         "content":{\#(row.content)}}}
      """#
    guard case .subject(_, let context)? = try HARLogTests.entries(text).first else {
      throw HARLogTests.NoSubject()
    }
    let file = try TargetURI("https://www.shop.test/a/app.3f9a1b2c.js")
    let other = try TargetURI("https://www.shop.test/a/app.8d21c0e4.css")
    let page = try TargetURI("https://www.shop.test/")
    let expected = row.count.map { PageFiles(of: page, loading: [file, other].prefix($0), nil) }
    #expect(context.shown.files == expected ?? nil, "\(row.rule)")
  }

  private static let token = "<input type=hidden name=_token value=b8Jx0aQ2m1>"
  private static let playlist = "#EXTM3U\\n#EXTINF:6,\\na.ts\\n"

  static let others:
    [(rule: String, control: String, type: String, content: String, token: Bool, isLive: Bool)] = [
      ("a token", "s-maxage=600", "text/html", #""text":"\#(token)""#, true, false),
      (
        "in base64", "s-maxage=600", "text/html",
        #""text":"\#(Base64.encoded(Array(token.utf8)))","encoding":"base64""#, true, false
      ),
      ("of one's own page", "private, max-age=600", "text/html", #""text":"\#(token)""#, false, false),
      (
        "a live playlist", "max-age=600", "application/vnd.apple.mpegurl", #""text":"\#(playlist)""#, false,
        true
      ),
      ("by its name", "max-age=600", "application/octet-stream", #""text":"\#(playlist)""#, false, true),
      (
        "in base64", "max-age=600", "application/x-mpegURL",
        #""text":"\#(Base64.encoded(Array("#EXTM3U\n#EXTINF:6,\na.ts\n".utf8)))","encoding":"base64""#, false,
        true
      ),
      (
        "fresh for a minute", "max-age=60", "application/vnd.apple.mpegurl", #""text":"\#(playlist)""#, false,
        false
      ),
      (
        "that was not recorded to its end", "max-age=600", "application/vnd.apple.mpegurl",
        #""size":5000,"text":"\#(playlist)""#, false, false
      ),
      ("of another type", "max-age=600", "text/css", #""text":"\#(playlist)""#, false, false),
    ]
  @Test("a token where shared caches may give the page, and whether a playlist is live", arguments: others)
  func shown(
    _ row: (rule: String, control: String, type: String, content: String, token: Bool, isLive: Bool)
  ) throws {
    let head = #"""
      "status":200,"headers":[{"name":"Content-Type","value":"\#(row.type)"},{"name":"Cache-Control","value":"\#(row.control)"}]
      """#
    let named = #""content":{"mimeType":"\#(row.type)",\#(row.content)}"#
    for response in ["\(head),\(named)", "\(named),\(head)"] {
      let text = #"{"request":{"method":"GET","url":"https://a.test/x.m3u8"},"response":{\#(response)}}"#
      guard case .subject(_, let context)? = try HARLogTests.entries(text).first else {
        throw HARLogTests.NoSubject()
      }
      #expect((context.shown.token?.name == "_token") == row.token, "\(row.rule)")
      // Before its head a playlist is known by the type of its content alone.
      let isKnown = response.hasPrefix("\"status") || row.type.lowercased().contains("mpegurl")
      #expect(context.shown.isLivePlaylist == (row.isLive && isKnown), "\(row.rule)")
    }
  }

  static let texts: [(rule: String, fields: [(String, String)], content: String, isCoded: Bool)] = [
    ("text that no proxy may compress", [("Cache-Control", "no-transform")], #""text":"\#(lines)""#, true),
    ("text that a proxy may compress", [("Cache-Control", "max-age=60")], #""text":"\#(lines)""#, false),
    (
      "text that came coded", [("Cache-Control", "no-transform"), ("Content-Encoding", "br")],
      #""text":"\#(lines)""#, false
    ),
    (
      "base64, which says it behind the text", [("Cache-Control", "no-transform")],
      #""text":"\#(lines)","encoding":"base64""#, false
    ),
    ("no recorded text", [("Cache-Control", "no-transform")], #""size":9000"#, false),
  ]
  private static let lines = String(repeating: "one line as the other\\n", count: 9000)

  @Test("how long text would be as gzip, where no proxy may compress it", arguments: texts)
  func gzipLength(_ row: (rule: String, fields: [(String, String)], content: String, isCoded: Bool)) throws {
    let fields = (row.fields + [("Content-Type", "text/plain")]).map {
      #"{"name":"\#($0)","value":"\#($1)"}"#
    }
    let text = #"""
      {"request":{"method":"GET","url":"https://www.shop.test/","headers":[{"name":"Accept-Encoding","value":"gzip"}]},
       "response":{"status":200,"headers":[\#(fields.joined(separator: ","))],"content":{\#(row.content)}}}
      """#
    guard case .subject(_, let context)? = try HARLogTests.entries(text, pieces: 4000).first else {
      throw HARLogTests.NoSubject()
    }
    #expect((context.gzipLength != nil) == row.isCoded, "\(row.rule)")
    if let length = context.gzipLength { #expect((100..<2000).contains(length), "\(row.rule): \(length)") }
  }

  static let forms = [#""text":"\#(body)""#, #""text":"\#(coded)","encoding":"base64""#]

  @Test("whichever of head and content comes first", arguments: ["max-age=3600", "no-cache"], forms)
  func anyOrder(_ control: String, _ form: String) throws {
    let text = #"""
      {"request":{"method":"GET","url":"https://www.shop.test/"},
       "response":{"content":{"mimeType":"text/html",\#(form)},"status":200,"headers":[
         {"name":"Content-Type","value":"text/html"},{"name":"Cache-Control","value":"\#(control)"}]}}
      """#
    guard case .subject(_, let context)? = try HARLogTests.entries(text).first else {
      throw HARLogTests.NoSubject()
    }
    #expect((context.shown.files != nil) == (control == "max-age=3600"))
  }
}
