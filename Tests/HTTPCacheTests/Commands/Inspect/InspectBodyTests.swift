import TestSupport
import Testing

@Suite("inspect --live: what the body shows", .timed)
struct InspectBodyTests {
  private static func site(_ type: String, _ control: String, _ body: String, _ more: [(String, String)] = [])
    throws -> Origin
  {
    try Origin { _ in
      .response(
        fields: [("Content-Type", type), ("Cache-Control", control), ("ETag", "\"1\"")] + more,
        body: Array(body.utf8))
    }
  }

  private static let field = "<form method=post><input type=hidden name=_token value=b8Jx0aQ2m1></form>"
  private static let script = "<script type=module src=/assets/index-DiwrgTda.js></script>"

  static let rows: [(type: String, control: String, body: String, more: [(String, String)], code: String?)] =
    [
      ("text/html", "s-maxage=600, max-age=0", field, [], "shared-token"),
      ("text/html", "private, max-age=0", field, [], nil),
      (
        "application/vnd.apple.mpegurl", "max-age=600", "#EXTM3U\n#EXTINF:6,\na.ts\n", [],
        "lifetime-long-for-unversioned-data"
      ),
      (
        "application/vnd.apple.mpegurl", "max-age=600", "#EXTM3U\n#EXTINF:6,\na.ts\n#EXT-X-ENDLIST\n", [], nil
      ),
      (
        "text/html", "s-maxage=31536000, max-age=0", script, [("X-Cache", "HIT"), ("Age", "400000")],
        "edge-keeps-page-of-hashed-files"
      ),
      ("text/html", "s-maxage=31536000, max-age=0", script, [("X-Cache", "HIT"), ("Age", "40")], nil),
    ]
  @Test("a token, a live playlist, and hashed files in a page that the edge keeps", arguments: rows)
  func shown(
    _ row: (type: String, control: String, body: String, more: [(String, String)], code: String?)
  ) throws {
    let origin = try Self.site(row.type, row.control, row.body, row.more)
    let run = try BuiltProgram()(["inspect", "--live", "--json", "\(origin.url)/x"])
    let codes = JSONObject(try #require(try run.objects.first)).codes("findings").filter {
      $0 != "date-missing"
    }
    #expect(codes == (row.code.map { [$0] } ?? []), "\(run.text)\(run.errors)")
    // It is read for as long as it can matter, and asked for once.
    #expect(origin.requests.count == 1)
  }

  @Test("--assets reads the frame of a page for its token, and not for the files that it loads")
  func frame() throws {
    let origin = try Origin { request in
      request.path == "/"
        ? .response(
          fields: [("Content-Type", "text/html"), ("Cache-Control", "no-cache"), ("ETag", "\"1\"")],
          body: Array("<iframe src=/form></iframe>".utf8))
        : .response(
          fields: [
            ("Content-Type", "text/html"), ("Cache-Control", "s-maxage=600, max-age=0"), ("ETag", "\"1\""),
          ],
          body: Array("<img src=/a.png>\(Self.field)".utf8))
    }
    let run = try BuiltProgram()(["inspect", "--live", "--assets", "--json", "\(origin.url)/"])
    #expect(
      run.text.contains("shared-token") && origin.requests.map(\.path) == ["/", "/form"], "\(run.text)")
  }
}
