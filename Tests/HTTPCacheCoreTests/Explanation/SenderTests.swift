import Testing

@testable import HTTPCacheCore

@Suite("Who sends this line", .timed)
struct SenderTests {
  static let rows: [(head: String, name: String?)] = [
    (
      "Expires: Thu, 19 Nov 1981 08:52:00 GMT\nCache-Control: no-store, no-cache, must-revalidate\nPragma: no-cache",
      "PHP's session_start()"
    ),
    (
      "Expires: Thu, 19 Nov 1981 08:52:00 GMT\nCache-Control: private, max-age=10800", "PHP's session_start()"
    ),
    (
      "Expires: Wed, 11 Jan 1984 05:00:00 GMT\nCache-Control: no-cache, must-revalidate, max-age=0",
      "WordPress's nocache_headers()"
    ),
    ("Expires: Sun, 19 Nov 1978 05:00:00 GMT\nCache-Control: must-revalidate, no-cache, private", "Drupal"),
    (
      "Cache-Control: no-cache, no-store, max-age=0, must-revalidate\nPragma: no-cache\nExpires: 0",
      "Spring Security's default headers"
    ),
    ("Cache-Control: no-cache, no-store, max-age=0, must-revalidate", nil),
    (
      "Cache-Control: no-cache, no-store\nPragma: no-cache\nSet-Cookie: .AspNetCore.Antiforgery.x=y; path=/",
      "ASP.NET Core's antiforgery token"
    ),
    ("Cache-Control: no-cache, no-store\nPragma: no-cache\nSet-Cookie: a=y", nil),
    ("Cache-Control: public, max-age=60\nVary: *\nX-AspNet-Version: 4.0.30319", "ASP.NET's output cache"),
    (
      "Cache-Control: public, max-age=60\nVary: Accept-Encoding, *\nX-Powered-By: ASP.NET",
      "ASP.NET's output cache"
    ),
    ("Cache-Control: public, max-age=60\nVary: *", nil),
    ("Cache-Control: public, max-age=60\nVary: Accept-Encoding\nX-Powered-By: ASP.NET", nil),
    ("Cache-Control: max-age=0, no-cache, no-store, must-revalidate, private", "Django's never_cache"),
    (
      "Cache-Control: private, no-cache, no-store, max-age=0, must-revalidate",
      "a page that Next.js renders for each request"
    ),
    ("Cache-Control: max-age=0, must-revalidate, private", "Symfony, which saw the session used"),
    (
      "Cache-Control: max-age=0, private, must-revalidate\nETag: W/\"0123456789abcdef0123456789abcdef\"",
      "Rails' default for pages"
    ),
    ("Cache-Control: max-age=0, private, must-revalidate\nETag: \"1\"", nil),
    (
      "Server: nginx/1.22.1\nExpires: Tue, 13 Jan 2026 16:45:57 GMT\nCache-Control: max-age=86400\n"
        + "Cache-Control: public, immutable",
      "nginx's `expires` beside an `add_header Cache-Control`"
    ),
    (
      "Expires: Tue, 13 Jan 2026 16:45:57 GMT\nCache-Control: max-age=86400\nCache-Control: public",
      "two senders, each with a line of Cache-Control"
    ),
    (
      "Cache-Control: no-cache\nCache-Control: max-age=3600", "two senders, each with a line of Cache-Control"
    ),
    ("Cache-Control: max-age=60\nCache-Control: max-age=60", nil),
    ("Cache-Control: no-cache, max-age=60", nil),
    ("Cache-Control: no-store", nil), ("Cache-Control: no-cache", nil), ("", nil),
    ("Expires: Thu, 19 Nov 1981 08:52:00 GMT", nil),
  ]
  @Test(
    "known by lines that nothing else writes; a line that anybody may have written is nobody's",
    arguments: rows)
  func known(_ row: (head: String, name: String?)) throws {
    let sender = Sender(of: try head("HTTP/1.1 200 OK\n" + row.head))
    #expect(sender?.name == row.name)
    #expect(sender.map { $0.sentence.hasPrefix("This looks like ") } ?? true)
  }

  @Test("every sender has a row")
  func complete() {
    #expect(Set(Sender.all.map(\.name)) == Set(Self.rows.compactMap(\.name)))
  }
}
