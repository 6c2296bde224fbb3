import Foundation
import TestSupport
import Testing

@Suite("Six sites: what is wrong with each is found, and nothing else", .timed)
struct SixSitesTests {
  /// An exchange of a browser's log.
  struct Exchange: Sendable {
    let url: String
    let fields: [String]
    var size = 1000
    var body = ""
    var status = 200
    var request: [String] = []
    var time = "16:45:57"

    private static func members(_ lines: [String]) -> [[String: String]] {
      lines.map { line in
        let parts = line.split(separator: ":", maxSplits: 1)
        return ["name": String(parts[0]), "value": String(parts[1].dropFirst())]
      }
    }

    var entry: [String: Any] {
      [
        "startedDateTime": "2026-01-12T\(time)Z", "time": 10,
        "request": ["method": "GET", "url": url, "headers": Self.members(request)],
        "response": [
          "status": status, "headers": Self.members(["Date: Mon, 12 Jan 2026 16:45:57 GMT"] + fields),
          "bodySize": size, "content": ["size": size, "mimeType": "text/html", "text": body],
        ],
      ]
    }
  }

  typealias Site = (name: String, exchanges: [Exchange], found: [String])

  private static let page = ["Sec-Fetch-Dest: document"]
  private static let forEver = "Cache-Control: public, max-age=31536000, immutable"

  static let sites: [Site] = [
    (
      "Vite, on a host that keeps pages for an hour",
      [
        Exchange(
          url: "https://vite.test/",
          fields: ["Content-Type: text/html", "Cache-Control: max-age=3600", "ETag: \"1\""],
          body: "<script type=module src=/assets/index-3f9a1b2c.js></script>", request: page),
        Exchange(
          url: "https://vite.test/assets/index-3f9a1b2c.js",
          fields: ["Content-Type: text/javascript", forEver, "ETag: \"2\""], size: 90_000),
      ],
      ["warning page-outlives-its-files /"]
    ),
    (
      "a static export of Next, on a server that sends no lifetime",
      [
        Exchange(
          url: "https://next.test/",
          fields: ["Content-Type: text/html", "Last-Modified: Sat, 10 Jan 2026 16:45:57 GMT", "ETag: \"1\""],
          body: "<script src=/_next/static/chunks/main-8d21c0e4f1a2b3c4.js></script>", request: page),
        Exchange(
          url: "https://next.test/_next/static/chunks/main-8d21c0e4f1a2b3c4.js",
          fields: [
            "Content-Type: application/javascript", "Last-Modified: Sat, 10 Jan 2026 16:45:57 GMT",
            "ETag: \"2\"",
          ], size: 120_000),
      ],
      ["warning page-outlives-its-files /"]
    ),
    (
      "WordPress behind a Varnish that ignores what the session says",
      [
        Exchange(
          url: "https://blog.test/",
          fields: [
            "Content-Type: text/html", "Cache-Control: no-store, no-cache, must-revalidate",
            "Expires: Thu, 19 Nov 1981 08:52:00 GMT", "Pragma: no-cache", "Set-Cookie: PHPSESSID=abc; path=/",
            "X-Varnish: 5 3", "Age: 40",
          ], request: page),
        Exchange(
          url: "https://blog.test/wp-includes/js/jquery.min.js?ver=3.7.1",
          fields: [
            "Content-Type: text/javascript", "Cache-Control: max-age=31536000", "ETag: \"1\"",
            "X-Varnish: 6 4",
            "Age: 90",
          ], size: 87_000),
        Exchange(
          url: "https://blog.test/wp-content/themes/t/style.css?ver=6.5",
          fields: ["Content-Type: text/css", "Cache-Control: max-age=604800", "ETag: \"2\"", "X-Varnish: 7"]),
      ],
      ["error edge-stored-the-forbidden /"]
    ),
    (
      "an API",
      [
        Exchange(
          url: "https://api.test/v1/items",
          fields: ["Content-Type: application/json", "Cache-Control: no-cache", "ETag: \"1\""]),
        Exchange(
          url: "https://api.test/v1/me",
          fields: ["Content-Type: application/json", "Cache-Control: private, no-store"],
          request: ["Authorization: Bearer x"]),
        Exchange(
          url: "https://api.test/v1/prices",
          fields: ["Content-Type: application/json", "Cache-Control: public; max-age=60", "ETag: \"2\""]),
        Exchange(
          url: "https://api.test/v1/gone",
          fields: ["Content-Type: application/json", "Cache-Control: no-store"],
          status: 404),
      ],
      ["error cache-control-not-comma-separated /v1/prices"]
    ),
    (
      "a store of images that signs each URL anew",
      ["a", "b"].map { signature in
        Exchange(
          url:
            "https://images.test/1.jpg?X-Amz-Date=20260112T16455\(signature)Z&X-Amz-Signature=\(signature)",
          fields: ["Content-Type: image/jpeg", "Cache-Control: max-age=31536000", "ETag: \"1\""],
          size: 50_000,
          time: signature == "a" ? "16:45:57" : "16:46:01")
      },
      ["warning url-signed-anew /1.jpg"]
    ),
    (
      "a sound one",
      [
        Exchange(
          url: "https://sound.test/",
          fields: ["Content-Type: text/html; charset=utf-8", "Cache-Control: no-cache", "ETag: \"1\""],
          body: "<script src=/app.3f9a1b2c.js></script>", request: page),
        Exchange(
          url: "https://sound.test/app.3f9a1b2c.js",
          fields: ["Content-Type: text/javascript", forEver, "ETag: \"2\""]),
        Exchange(
          url: "https://sound.test/data.json",
          fields: ["Content-Type: application/json", "Cache-Control: private, max-age=60", "ETag: \"3\""]),
      ],
      []
    ),
  ]

  private static func log(_ exchanges: [Exchange]) throws -> String {
    let log: [String: Any] = ["log": ["version": "1.2", "entries": exchanges.map(\.entry)]]
    let data = try JSONSerialization.data(withJSONObject: log, options: .sortedKeys)
    return String(decoding: data, as: UTF8.self)
  }

  @Test("errors and warnings are those that are there", arguments: sites.indices)
  func found(_ index: Int) throws {
    let site = Self.sites[index]
    let run = try BuiltProgram()(["inspect", "--har", "-", "--json"], stdin: Self.log(site.exchanges))
    let found = try run.objects.flatMap { members in
      let url = (members["url"] as? String).flatMap { URL(string: $0) }
      return (members["findings"] as? [[String: Any]] ?? []).compactMap { finding -> String? in
        guard let code = finding["code"] as? String, let severity = finding["severity"] as? String,
          severity != "info"
        else { return nil }
        return "\(severity) \(code) \(url?.path ?? "")"
      }
    }
    #expect(found.sorted() == site.found.sorted(), "\(site.name)")
  }

  @Test(
    "what Varnish did is summed up, its incidents stand first, and the images are no longer called reused")
  func sums() throws {
    func text(_ index: Int) throws -> [String] {
      try BuiltProgram()(["inspect", "--har", "-"], stdin: Self.log(Self.sites[index].exchanges)).text
        .split(separator: "\n").map(String.init)
    }
    let blog = try text(2)
    #expect(blog[0].hasPrefix("3 responses from https://blog.test, "))
    #expect(blog.contains { $0.hasSuffix("66.7%  Varnish") }, "\(blog)")
    let first = try #require(blog.firstIndex { $0.hasPrefix("Findings (") })
    #expect(blog[first + 1].hasPrefix("  error edge-stored-the-forbidden: 1"), "\(blog)")
    let images = try text(4)
    #expect(!images.contains { $0.hasSuffix("  reused without asking the origin") && $0.contains(" 2 ") })
    #expect(images.contains { $0.hasPrefix("    Costs 48.8 KiB a visit. ") }, "\(images)")
  }
}
