import Testing

@testable import HTTPCacheCore

@Suite("Kinds of content: what came, and what the name promises", .timed)
struct AssetKindTests {
  typealias Row = (url: String, type: String?, came: AssetKind, promised: AssetKind)

  static let rows: [Row] = [
    ("/", "text/html; charset=utf-8", .page, .page),
    ("/about", "application/xhtml+xml", .page, .page),
    ("/next.js", "text/html", .page, .script),
    ("/app.js", "text/javascript", .script, .script),
    ("/app.js", nil, .script, .script),
    ("/app.MJS?v=1", "Application/JavaScript", .script, .script),
    ("/app.wasm", "application/wasm", .script, .script),
    ("/app.css", "text/plain", .data, .style),
    ("/a.woff2", "application/font-woff2", .font, .font),
    ("/a.eot", "application/vnd.ms-fontobject", .font, .font),
    ("/logo.svg", "image/svg+xml", .image, .image),
    ("/favicon.ico", "image/vnd.microsoft.icon", .image, .image),
    ("/photo.php", "image/jpeg", .image, .image),
    ("/live.m3u8", "application/vnd.apple.mpegurl", .media, .media),
    ("/live.mpd", "application/dash+xml", .media, .media),
    ("/a.mp3", "audio/mpeg", .media, .media),
    ("/feed", "application/rss+xml", .feed, .feed),
    ("/feed.xml", "application/atom+xml", .feed, .feed),
    ("/feed.json", "application/feed+json", .feed, .feed),
    ("/blog.atom", "application/xml", .data, .feed),
    ("/data.xml", "text/xml", .data, .data),
    ("/api", "application/problem+json", .data, .data),
    ("/app.js.map", "application/octet-stream", .download, .data),
    ("/site.webmanifest", "application/manifest+json", .data, .data),
    ("/robots.txt", "text/plain", .data, .data),
    ("/robots.txt", nil, .other, .other),
    ("/a.pdf", "application/pdf", .download, .download),
    ("/a.tar.gz", "application/x-gzip", .download, .download),
    ("/get?file=a.css", "application/octet-stream", .download, .download),
    (
      "/a.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", .download,
      .download
    ),
    ("/v1.2/app", "multipart/mixed", .other, .other),
    ("/a.css/", nil, .other, .other),
    ("/a.css/list", nil, .other, .other),
    ("/.css", "text/html", .page, .style),
  ]

  @Test("a type says what came, and an extension what comes the next time", arguments: rows)
  func kinds(_ row: Row) throws {
    let target = try TargetURI("https://a.test" + row.url)
    let head = ResponseHead(
      status: 200, fields: FieldSection(row.type.map { [FieldLine("Content-Type", $0)] } ?? []))
    #expect(AssetKind(head, at: target) == row.came)
    #expect(AssetKind(promisedBy: target, head) == row.promised)
  }
}
