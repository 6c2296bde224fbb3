import Testing

@testable import HTTPCacheCore

@Suite("What the recorded body of a page names")
struct RecordedBodyTests {
  private static let body =
    #"<script src=\"/a/app.3f9a1b2c.js\"></script><link rel=stylesheet href=/a/app.8d21c0e4.css><img src=/logo.png>"#

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
      "a body in another form", "max-age=3600", "text/html", #""encoding":"base64","text":"PHNjcmlwdD4=""#,
      nil
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
    #expect(context.files == expected ?? nil, "\(row.rule)")
  }

  @Test("whichever of head and content comes first", arguments: ["max-age=3600", "no-cache"])
  func anyOrder(_ control: String) throws {
    let text = #"""
      {"request":{"method":"GET","url":"https://www.shop.test/"},
       "response":{"content":{"mimeType":"text/html","text":"\#(Self.body)"},"status":200,"headers":[
         {"name":"Content-Type","value":"text/html"},{"name":"Cache-Control","value":"\#(control)"}]}}
      """#
    guard case .subject(_, let context)? = try HARLogTests.entries(text).first else {
      throw HARLogTests.NoSubject()
    }
    #expect((context.files != nil) == (control == "max-age=3600"))
  }
}
