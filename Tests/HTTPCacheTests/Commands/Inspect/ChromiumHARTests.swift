import Foundation
import TestSupport
import Testing

@Suite(
  "inspect --har: a log of real headless Chromium", .timed,
  .enabled(if: HeadlessBrowser.isThere, HeadlessBrowser.lacking))
struct ChromiumHARTests {
  @Test("what the browser's own cache answered is told from what the origin sent")
  func recorded() throws {
    let date = ("Date", HTTPDateText.now())
    let origin = try Origin { request in
      switch request.path {
      case "/":
        .text(
          "<link rel=stylesheet href=/kept.css><img src=/never.svg><script src=/blocked.js></script>",
          fields: [("Content-Type", "text/html"), ("Cache-Control", "no-cache"), ("ETag", "\"1\""), date])
      case "/kept.css":
        .text(
          "a{}",
          fields: [("Content-Type", "text/css"), ("Cache-Control", "max-age=3600"), ("ETag", "\"2\""), date])
      case "/never.svg":
        .text("<svg/>", fields: [("Content-Type", "image/svg+xml"), ("Cache-Control", "no-store"), date])
      default: .text("", status: 404, fields: [date])
      }
    }
    let program = try BuiltProgram()
    let browser = HeadlessBrowser(origin: origin, directory: program.directory)
    try browser.visit("/", "/?again")

    let run = try program(["inspect", "--har", browser.log, "--json", "--profile", "urlcache"])
    expect(run, 0)
    let verdicts = try run.objects.map(JSONObject.init)
    let sheets = verdicts.filter { $0["url"] == origin.url + "/kept.css" }
    #expect(sheets.count == 2 && sheets.first?.codes("reasons").contains("urlcache-from-server") == true)
    #expect(sheets.last?.codes("reasons").contains("not-from-server") == true)
    #expect(sheets.allSatisfy { $0.object("freshness").int("lifetime") == 3600 })
    let images = verdicts.filter { $0["url"] == origin.url + "/never.svg" }
    #expect(!images.isEmpty && images.allSatisfy { $0.bool("storable") == false })
    #expect(run.errors.contains("without a response"))
  }

  /// A page with everything that a browser loads at once, and with what looks as if it did.
  private static let page = """
    <!doctype html><html><head><title><img src=/in-title.png></title>
    <!-- <img src=/comment.png> --><link rel=stylesheet href="/a.css?x=1&amp;y=2"><link rel=preload as=font href=/f.woff2 crossorigin>
    <link rel=modulepreload href=/m.js><link rel="icon" href=/icon.png><link rel=manifest href=/site.webmanifest>
    <script>var text = "<img src=/script.png>"; <!-- <script> "</script><img src=/script2.png>" --></script>
    <script src=/s.js></script><script type=module src=/m.js></script><script type=text/x src=/data.js></script>
    <style>@import "/i.css"; .b { background: url( '/b.png' ) }</style><base href="/base/"></head>
    <body style="background:url(style.png)"><img src="&#105;1.png" srcset="i2.png 2x"><p class=b>x</p><p class=c>y</p>
    <picture><source srcset="p1.png 1x, p2.png 2x"><img src=p3.png></picture>
    <noscript><img src=/noscript.png></noscript><template><img src=/template.png></template>
    <video src=v.mp4 poster=poster.png preload=auto></video><audio src=a.mp3 preload=auto></audio>
    <iframe src=/frame></iframe><object data=/o.svg type=image/svg+xml></object><embed src=/e.svg type=image/svg+xml>
    <svg><image href=/vector.png /><use href="/sprite.svg#a" /></svg><input type=image src=/button.png>
    <img src='..\\up.png'><img src="/space /x.png"></body></html>
    """

  @Test("what Chromium loads of a page is among what --assets finds in it")
  func assets() throws {
    let files: [(end: String, type: String, text: String)] = [
      (
        "/a.css", "text/css",
        "@import url(c.css); @font-face { font-family: x; src: url(f2.woff2) } p { font-family: x }"
      ),
      (".css", "text/css", ".c { background: image-set('/set1.png' 1x, url(/set2.png) 2x) }"),
      (".js", "text/javascript", "1"), (".svg", "image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
      (".webmanifest", "application/manifest+json", #"{"icons":[{"src":"/big.png","sizes":"192x192"}]}"#),
      ("/frame", "text/html", "<p>frame"), ("/", "text/html", Self.page),
    ]
    let origin = try Origin { request in
      guard let file = files.first(where: { request.path.hasSuffix($0.end) }) else {
        return .text("x", fields: [("Content-Type", "application/octet-stream")])
      }
      return .text(file.text, fields: [("Content-Type", file.type)])
    }
    let program = try BuiltProgram()
    try HeadlessBrowser(origin: origin, directory: program.directory).visit("/", "/?again")
    let loaded = Set(origin.requests.map(\.target)).subtracting(["/?again", "/favicon.ico"])
    // It has loaded a good part of the page, so that the comparison says something.
    #expect(
      loaded.isSuperset(of: ["/", "/a.css?x=1&y=2", "/c.css", "/s.js", "/m.js", "/base/i1.png", "/b.png"]))

    let found = try program.inspected("--live", "--assets", origin.url + "/").compactMap { $0["url"] }
    let paths = Set(found.map { String($0.dropFirst(origin.url.count)) })
    #expect(loaded.subtracting(paths).sorted() == [])
    let absent =
      ["in-title", "comment", "script", "script2", "noscript", "template"].map { "/\($0).png" } + ["/data.js"]
    #expect(paths.isDisjoint(with: absent) && loaded.isDisjoint(with: absent))
  }
}

/// Now, as an origin with a right clock says it.
enum HTTPDateText {
  static func now() -> String {
    let form = DateFormatter()
    form.locale = Locale(identifier: "en_US_POSIX")
    form.timeZone = TimeZone(identifier: "GMT")
    form.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return form.string(from: Date())
  }
}
