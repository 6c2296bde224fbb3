import Foundation
import TestSupport
import Testing

@Suite(
  "--recipe before a site of 53 URLs, of which 20 were judged: it takes nothing away that it did not judge")
struct RecipeSiteTests {
  /// An answer of the application.
  private struct Answer {
    let path, type: String
    var fields: [(String, String)] = []
    var status = 200
    /// The lines of a recipe's answer that differ from those that came; nil if it is to stay byte for byte.
    var becomes: String?
  }

  private static func control(_ values: String...) -> [(String, String)] {
    values.map { ("Cache-Control", $0) }
  }

  private static let page = "text/html"
  private static let script = "text/javascript"
  private static let picture = "image/png"

  private static let judged: [Answer] =
    (0..<4).map {
      Answer(path: "/blog/post-\($0)/", type: page, fields: control("max-age=864000"), becomes: "no-cache")
    }
    + (0..<4).map {
      Answer(path: "/img/p\($0).png", type: picture, fields: control("max-age = 60"), becomes: "max-age=60")
    }
    + (0..<4).map {
      Answer(
        path: "/assets/app.3f9ac2d\($0).js", type: script, fields: control("no-cache"),
        becomes: "max-age=31536000")
    } + [
      Answer(path: "/", type: page, fields: control("max-age=31536000"), becomes: "no-cache"),
      Answer(path: "/img/right.png", type: picture, fields: control("max-age=86400")),
      Answer(
        path: "/assets/x.99ffee11.css", type: "text/css", fields: control("no-store"),
        becomes: "max-age=31536000"),
      Answer(path: "/style.css", type: "text/css", fields: [("Expires", "3600")], becomes: "max-age=3600"),
      Answer(
        path: "/font.woff2", type: "font/woff2", fields: control("max-age=31,536,000"),
        becomes: "max-age=31536000"),
      Answer(path: "/me", type: page, fields: control("private, no-cache")),
      Answer(path: "/api/data.json", type: "application/json", fields: control("no-store")),
      Answer(path: "/old", type: page, fields: control("max-age=60") + [("Location", "/")], status: 301),
    ]

  /// Those that nobody judged; only the first five are like those that were.
  private static let others: [Answer] =
    [
      Answer(path: "/img/next.png", type: picture, fields: control("max-age = 60"), becomes: "max-age=60"),
      Answer(path: "/img/none.png", type: picture, becomes: "max-age=60"),
      Answer(path: "/blog/post-9/", type: page, becomes: "no-cache"),
      Answer(
        path: "/assets/y.00000009.js", type: script, fields: control("no-cache"), becomes: "max-age=31536000"),
      Answer(
        path: "/assets/y.00000008.js", type: script, fields: control("max-age=5"), becomes: "max-age=31536000"
      ),
      Answer(
        path: "/img/cookie.png", type: picture, fields: control("max-age = 60") + [("Set-Cookie", "a=1")]),
      Answer(path: "/img/mine.png", type: picture, fields: control("private, max-age=60")),
      Answer(path: "/img/unstored.png", type: picture, fields: control("no-store")),
      Answer(path: "/img/asked.png", type: picture, fields: control("no-cache")),
      Answer(path: "/img/old.png", type: picture, fields: [("Pragma", "no-cache")]),
      Answer(path: "/img/gone.png", type: page, fields: control("max-age=60"), status: 404),
      Answer(path: "/img/broken.png", type: page, fields: control("max-age=60"), status: 503),
      Answer(path: "/assets/app.00000007.js", type: script, fields: control("no-store")),
      Answer(path: "/assets/app.00000006.js", type: script, fields: control("no-cache, private")),
      Answer(
        path: "/assets/app.00000005.js", type: script, fields: control("no-cache") + [("Set-Cookie", "a=1")]),
      Answer(path: "/assets/app.00000004.js", type: page, fields: control("no-cache"), status: 404),
      Answer(path: "/blog/mine/", type: page, fields: control("private, no-store")),
      Answer(path: "/blog/basket/", type: page, fields: [("Set-Cookie", "basket=1"), ("Set-Cookie", "b=2")]),
      Answer(path: "/blog/deep/page/", type: page, fields: control("max-age=864000")),
      Answer(path: "/api/mine", type: "application/json", fields: control("no-store")),
      Answer(path: "/api/list", type: "application/json"),
      Answer(path: "/hidden.pdf", type: "application/pdf", fields: control("private")),
      Answer(path: "/login", type: page, fields: control("max-age=60") + [("Location", "/")], status: 302),
      Answer(path: "/empty", type: page, fields: control("no-cache"), status: 404),
    ]
    + (0..<9).map { number in
      Answer(
        path: "/\(["account", "hsts", "api"][number % 3])/own-\(number)", type: page,
        fields: [control("no-store"), control("private", "max-age=0"), control("public", "no-cache")][
          number / 3] + [
            ("Vary", "Cookie"), ("Vary", "Accept-Encoding"),
            ("Content-Security-Policy", "default-src 'self'"),
            ("Strict-Transport-Security", "max-age=1"),
          ])
    }

  private static func origin() throws -> Origin {
    try Origin { request in
      let path = String(request.target.prefix { $0 != "?" })
      let answer = (judged + others).first { $0.path == path } ?? Answer(path: path, type: page, status: 404)
      var fields = answer.fields
      // The same page for somebody who is logged in.
      if request.field("Cookie") != nil { fields = control("private, no-store") }
      return .text(
        body, status: answer.status,
        fields: [("Date", HTTPClock.now), ("Content-Type", answer.type), ("ETag", "\"\(path.utf8.count)\"")]
          + fields)
    }
  }

  private static let body = String(repeating: "=", count: 400) + "\n"

  private static let images = ["file.png": "x", "other.png": "y"]

  /// A site with fields of its own on each level, files beside the application, and the piece included.
  private static func server(_ kind: ConfiguredServer.Kind, _ piece: String, _ origin: Origin) throws
    -> ConfiguredServer
  {
    let address = "127.0.0.1:\(origin.port)"
    guard kind != .varnish else { return try ConfiguredServer(.varnish, including: piece, before: origin) }
    return try ConfiguredServer(kind, files: images) { directory, port in
      switch kind {
      case .nginx:
        """
        add_header X-Http a;
        \(piece)
        server { listen 127.0.0.1:\(port); root \(directory)/root;
          location / { proxy_pass http://\(address); }
          location /hsts/ { add_header Strict-Transport-Security max-age=2; proxy_pass http://\(address); }
          location /account/ { add_header X-Own a; add_header X-Own b always; proxy_pass http://\(address); }
          location = /file.png { }
          location = /other.png { add_header Cache-Control no-store; } }

        """
      case .apache:
        """
        Header always set X-Server a
        DocumentRoot \(directory)/root
        <Location /hsts/>
          Header set X-Own a
          Header always add X-Own b
        </Location>
        <Location /other.png>
          Header set Cache-Control no-store
        </Location>
        ProxyPass /file.png !
        ProxyPass /other.png !
        ProxyPass / http://\(address)/
        \(piece)

        """
      case .caddy, .varnish:
        """
        http://127.0.0.1:\(port) {
        	header X-Server a
        	header /hsts/* X-Own a
        	header /other.png Cache-Control no-store
        	root * \(directory)/root
        	@files path /file.png /other.png
        	handle @files {
        		file_server
        	}
        \(piece)
        	reverse_proxy \(address)
        }

        """
      }
    }
  }

  /// The fields that differ at each answer.
  private static let volatile = [
    "date", "age", "cache-status", "via", "x-varnish", "connection", "keep-alive", "transfer-encoding",
  ]

  /// The head of each path, but for what differs at each answer.
  private static func heads(_ server: ConfiguredServer, _ paths: [String], _ words: [String] = []) throws
    -> [[String]]
  {
    let run = try BuiltProgram()(
      ["fetch", "-i", "--no-location", "--policy", "reload", "--storage", "never"] + words
        + paths.map { server.url + $0 })
    let heads = run.text.components(separatedBy: "HTTP/1.1 ").dropFirst().map { text in
      text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        .prefix { !$0.isEmpty }
        .filter { line in !volatile.contains(line.prefix { $0 != ":" }.lowercased()) }.sorted()
    }
    try #require(heads.count == paths.count, "\(run.text.prefix(3000))\(run.errors)")
    return heads
  }

  private static func control(of head: [String]) -> String {
    head.filter { $0.lowercased().hasPrefix("cache-control: ") }.map { $0.dropFirst(15) }.joined(
      separator: ", ")
  }

  /// What is named singly: Caddy's rules can't look at answers, and cover the judged ones alone.
  private static func isCovered(_ answer: Answer, by kind: ConfiguredServer.Kind) -> Bool {
    answer.becomes != nil && (kind != .caddy || judged.contains { $0.path == answer.path })
  }

  @Test(
    "what no rule reaches is byte for byte the same, what was judged is clean, and the written check holds",
    arguments: ConfiguredServer.installed)
  func site(_ kind: ConfiguredServer.Kind) throws {
    let all = Self.judged + Self.others
    #expect(all.count == 53 && Self.judged.count == 20)
    let origin = try Self.origin()
    let bare = try Self.server(kind, "# nothing", origin)
    let files = kind == .varnish ? [] : ["/file.png", "/other.png", "/img/not-there.png"]
    let before = try Self.heads(bare, all.map(\.path) + files)
    let program = try BuiltProgram()
    let path = program.directory.file("cache.conf")
    let run = try program(
      ["inspect", "--live", "-q", "--recipe", "\(kind.rawValue)=\(path)"]
        + Self.judged.map { bare.url + $0.path })
    #expect(run.code == 0, "\(run.errors)")
    let text = String(decoding: program.directory.contents(of: "cache.conf") ?? [], as: UTF8.self)

    let mended = try Self.server(kind, text, origin)
    let after = try Self.heads(mended, all.map(\.path) + files)
    for (place, answer) in all.enumerated() {
      if Self.isCovered(answer, by: kind) {
        #expect(
          Self.control(of: after[place]).contains(answer.becomes ?? "-"),
          "\(kind): \(answer.path) \(after[place])\n\(text)")
        // Nothing but the fields of caches has changed.
        func others(_ head: [String]) -> [String] {
          head.filter { line in
            !["cache-control", "expires", "pragma"].contains(line.prefix { $0 != ":" }.lowercased())
          }
        }
        #expect(others(before[place]) == others(after[place]), "\(kind): \(answer.path)")
      } else {
        #expect(before[place] == after[place], "\(kind): \(answer.path)\n\(text)")
      }
    }
    for place in all.count..<before.count {
      #expect(before[place] == after[place], "\(kind): \(files[place - all.count])")
    }
    let login = ["-H", "Cookie: session=1"]
    let paths = Self.judged.map(\.path)
    let (own, ownAfter) = (try Self.heads(bare, paths, login), try Self.heads(mended, paths, login))
    #expect(own == ownAfter, "\(kind): logged in")

    let clean = try program(
      ["inspect", "--live", "--fail-on", "warning", "-q"] + Self.judged.map { mended.url + $0.path })
    // What is an info may be left.
    #expect(clean.code == 0, "\(kind): \(clean.text)\(clean.errors)\n\(text)")
    let last = try #require(text.split(separator: "\n").last)
    #expect(
      last.hasPrefix("# httpcache inspect --live --assets --expect-file \(path).expect.json "), "\(last)")
    let check = try program(
      ["inspect", "--live", "--strict", "-q", "--expect-file", "\(path).expect.json"]
        + Self.judged.map { mended.url + $0.path })
    #expect(check.code == 0, "\(kind): \(check.text)\(check.errors)\n\(text)")
    let unmended = try program(
      ["inspect", "--live", "-q", "--expect-file", "\(path).expect.json"]
        + Self.judged.map { bare.url + $0.path })
    #expect(unmended.code == 1, "\(kind)")
  }

  @Test(
    "nginx: a location with fields of its own gets all lines by the snippet",
    .enabled(if: ConfiguredServer.installed.contains(.nginx)))
  func snippet() throws {
    let origin = try Self.origin()
    let bare = try Self.server(.nginx, "# nothing", origin)
    let program = try BuiltProgram()
    let path = program.directory.file("cache.conf")
    _ = try program(
      ["inspect", "--live", "-q", "--recipe", "nginx=\(path)", bare.url + "/assets/app.3f9ac2d0.js"])
    let server = try ConfiguredServer(.nginx, files: [:]) { _, port in
      """
      include \(path);
      server { listen 127.0.0.1:\(port);
        location / { add_header X-Own a; include \(path).snippet; proxy_pass http://127.0.0.1:\(origin.port); } }

      """
    }
    let head = try #require(try Self.heads(server, ["/assets/app.3f9ac2d0.js"]).first)
    #expect(Self.control(of: head).contains("immutable") && head.contains("X-Own: a"), "\(head)")
  }
}
