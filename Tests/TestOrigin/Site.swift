import Foundation
import TestSupport

/// A small site below `/site/`: a page, what it loads, and a sitemap.
func site(_ request: OriginRequest) -> OriginReply {
  let base = "http://\(request.field("Host") ?? "127.0.0.1")/site"
  func file(_ type: String, _ control: String, _ text: String) -> OriginReply {
    .response(
      fields: [
        ("Date", HTTPClock.now), ("Content-Type", type), ("Cache-Control", control),
        ("ETag", "\"\(text.utf8.count)\""),
      ],
      body: Array("\(text)\n".utf8))
  }
  let forAYear = "max-age=31536000, immutable"
  switch request.path {
  case "/site/":
    return file(
      "text/html", "no-cache",
      "<!doctype html><link rel=stylesheet href=app.3f9ac2d1.css><script src=app.5b7d2c90.js></script>"
        + "<img src=logo.svg><img src=https://cdn.example/banner.png>")
  case "/site/about":
    return file("text/html", "no-cache", "<!doctype html><link rel=stylesheet href=app.3f9ac2d1.css>")
  case "/site/app.3f9ac2d1.css": return file("text/css", forAYear, "@font-face{src:url(text.8e21b0c4.woff2)}")
  case "/site/app.5b7d2c90.js": return file("text/javascript", forAYear, "1")
  case "/site/text.8e21b0c4.woff2": return file("font/woff2", forAYear, "font")
  case "/site/logo.svg": return file("image/svg+xml", "public; max-age=3600", "<svg/>")
  case "/site/sitemap.xml":
    let urls = ["", "about"].map { "<url><loc>\(base)/\($0)</loc></url>" }.joined()
    return file("application/xml", "no-cache", "<urlset>\(urls)</urlset>")
  default: return .response(status: 404, reason: "Not Found", body: Array("not here\n".utf8))
  }
}
