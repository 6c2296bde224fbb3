import Foundation
import TestSupport
import Testing

@Suite(
  "--recipe before a site of over 200 URLs, of which some 60 were judged: an answer that was not as judged stays byte for byte",
  .timed
)
struct RecipeSiteTests {
  /// An answer of the application.
  private struct Answer {
    let path, type: String
    var fields: [(String, String)] = []
    var status = 200
    /// A part of the Cache-Control that a recipe sends; nil if the answer is to stay byte for byte.
    var becomes: String?
    /// Whether it was not judged, but is like judged ones: a server that can ask for all that this takes changes it, too.
    var isAlike = false
    /// Whether Apache, which sees the first line of a field alone, leaves it as it came.
    var hasSecondLine = false
  }

  private static func control(_ values: String...) -> [(String, String)] {
    values.map { ("Cache-Control", $0) }
  }

  private static let page = "text/html"
  private static let script = "text/javascript"
  private static let style = "text/css"
  private static let picture = "image/png"
  private static let data = "application/json"

  /// A hash of eight digits.
  private static func hash(_ number: Int) -> String {
    let text = String((0x3f9a_c2d1 + number * 0x0101_0101) & 0xffff_ffff, radix: 16)
    return String(repeating: "0", count: 8 - text.count) + text
  }

  /// Names of a kind, the line that they were judged with, and what becomes of it.
  private struct Kind: Sendable {
    let type, line, becomes: String
    let judged: Int
    let name: @Sendable (Int) -> String
  }

  private static let mixed = ["B1x2Yz_q", "Ck3_9aLw", "Zx81mQpL"]
  private static let year = "max-age=31536000"

  private static let kinds = [
    Kind(type: page, line: "max-age=864000", becomes: "no-cache", judged: 6) { "/blog/post-\($0)/" },
    Kind(type: page, line: "public, max-age = 600", becomes: "max-age=600", judged: 6) { "/shop/item\($0)" },
    Kind(type: picture, line: "max-age = 60", becomes: "max-age=60", judged: 6) { "/img/p\($0).png" },
    Kind(type: script, line: "no-cache", becomes: year, judged: 5) { "/assets/app.\(hash($0)).js" },
    Kind(type: style, line: "public, max-age=0", becomes: year, judged: 5) { "/assets/st.\(hash($0)).css" },
    Kind(type: script, line: "max-age=60", becomes: year, judged: 3) {
      "/v/index-\($0 < 3 ? mixed[$0] : "Qx\($0)_pLa7".prefix(8).description).js"
    },
    Kind(type: script, line: "max-age=60", becomes: year, judged: 3) { "/lib/jquery-3.\($0).1.js" },
    Kind(type: data, line: "public; max-age=30", becomes: "max-age=30", judged: 6) { "/api/items/\($0)" },
    Kind(type: "font/woff2", line: "max-age=31,536,000", becomes: year, judged: 3) { "/fonts/f\($0).woff2" },
  ]

  private static let judged: [Answer] =
    kinds.flatMap { kind in
      (0..<kind.judged).map {
        Answer(path: kind.name($0), type: kind.type, fields: control(kind.line), becomes: kind.becomes)
      }
    }
    + (0..<4).map {
      Answer(path: "/img/q\($0).png", type: picture, fields: control("max-age = 120"), becomes: "max-age=120")
    } + [
      Answer(path: "/", type: page, fields: control(year), becomes: "no-cache"),
      Answer(path: "/img/right.png", type: picture, fields: control("max-age=86400")),
      Answer(path: "/f.99ffee11.js", type: script, fields: control("no-store"), becomes: year),
      Answer(path: "/css/style.css", type: style, fields: [("Expires", "3600")], becomes: "max-age=3600"),
      Answer(
        path: "/two/lines.css", type: style, fields: control("max-age=60", "max-age = 60"),
        becomes: "max-age=60", hasSecondLine: true),
      Answer(path: "/legacy.js?ver=6.4.2", type: script, fields: control("max-age=60"), becomes: year),
      Answer(path: "/start.3f9ac2d1.js", type: page, fields: control("no-cache")),
      Answer(path: "/me", type: page, fields: control("private, no-cache")),
      Answer(path: "/api/data.json", type: data, fields: control("no-store")),
      Answer(path: "/old", type: page, fields: control("max-age=60") + [("Location", "/")], status: 301),
      Answer(path: "/gone", type: page, fields: control("no-cache"), status: 404),
    ]

  /// What nobody judged: of each kind an answer that is alike, and many that are not.
  private static let others: [Answer] =
    kinds.enumerated().flatMap { place, kind -> [Answer] in
      func with(_ more: String) -> [(String, String)] { control(kind.line + more) }
      let own = control(kind.line)
      let otherType = kind.type == page ? data : page
      let variants: [(type: String, fields: [(String, String)], status: Int)] = [
        (kind.type, control("max-age=0, must-revalidate"), 200),
        (kind.type, control("public, max-age=0, must-revalidate"), 200),
        (kind.type, [("Expires", "0")], 200), (kind.type, [], 200), (kind.type, with(", no-transform"), 200),
        (kind.type, with(", private"), 200), (kind.type, with(", immutable"), 200),
        (kind.type, control("no-store"), 200), (kind.type, control("private"), 200),
        (kind.type, own + [("Set-Cookie", "a=1")], 200), (otherType, own, 200),
        (kind.type, own + control("private"), 200), (kind.type, control("private") + own, 200),
        (kind.type, own + own, 200), (kind.type, own + [("Pragma", "x")], 200),
        (kind.type, own + [("Expires", "Mon, 26 Jan 2037 17:45:57 GMT")], 200), (kind.type, own, 404),
        (kind.type, own, 503), (kind.type, own, 201),
      ]
      let first = kind.judged + 10
      return [
        Answer(path: kind.name(first), type: kind.type, fields: own, becomes: kind.becomes, isAlike: true)
      ]
        + variants.enumerated().map {
          Answer(
            path: kind.name(first + 1 + $0.offset), type: $0.element.type, fields: $0.element.fields,
            status: $0.element.status)
        }
    }
    + ["app-settings", "theme-register", "sdk-messages", "cookie-MESSAGES", "app"].map {
      Answer(path: "/v/\($0).js", type: script, fields: control("max-age=60"))
    }
    + ["/lib/widget-2.js", "/lib/vue.js"].map {
      Answer(path: $0, type: script, fields: control("max-age=60"))
    }
    + ["/assets/config.js", "/assets/app.deadbeef.js", "/assets/x/app.\(hash(3)).js"].map {
      Answer(path: $0, type: script, fields: control("no-cache"))
    }
    + ["/blog/deep/page/", "/blog", "/about/", "/our-services"].map {
      Answer(path: $0, type: page, fields: control("max-age=864000"))
    } + [
      Answer(path: "/admin", type: page, fields: control("public, max-age = 600")),
      Answer(path: "/img/deep/a.png", type: picture, fields: control("max-age = 60")),
      Answer(path: "/api/mine", type: data, fields: control("no-store")),
      Answer(path: "/login", type: page, fields: control("max-age=60") + [("Location", "/")], status: 302),
    ]

  private static let all = judged + others
  private static let byPath = Dictionary(all.map { ($0.path, $0) }) { first, _ in first }

  private static func origin() throws -> Origin {
    try Origin { request in
      let answer =
        byPath[request.target] ?? byPath[String(request.target.prefix { $0 != "?" })]
        ?? Answer(path: request.target, type: page, status: 404)
      let fields = [
        ("Date", HTTPClock.now), ("Content-Type", answer.type), ("ETag", "\"\(answer.path.utf8.count)\""),
      ]
      return .text(body, status: answer.status, fields: fields + answer.fields)
    }
  }

  private static let body = String(repeating: "=", count: 400) + "\n"

  private static let images = ["file.png": "x", "other.png": "y"]

  /// A site with fields of its own on each level, files beside the application, and the piece included.
  private static func server(
    _ kind: ConfiguredServer.Kind, _ piece: String, snippet: String = "", _ origin: Origin
  ) throws -> ConfiguredServer {
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
          location = /file.png { }
          location = /other.png { add_header Cache-Control no-store; } }

        """
      case .apache:
        """
        Header always set X-Server a
        DocumentRoot \(directory)/root
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
        http://127.0.0.1:\(port), http://other.test:\(port) {
        	bind 127.0.0.1
        	header X-Server a
        	header /other.png Cache-Control no-store
        	root * \(directory)/root
        	@files path /file.png /other.png
        	handle @files {
        		file_server
        	}
        \(piece)
        	reverse_proxy \(address) {
        \(snippet)
        	}
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
        .filter { line in !volatile.contains(line.prefix { $0 != ":" }.lowercased()) }
    }
    try #require(heads.count == paths.count, "\(run.text.prefix(3000))\(run.errors)")
    return heads
  }

  private static func control(of head: [String]) -> String {
    head.filter { $0.lowercased().hasPrefix("cache-control: ") }.map { $0.dropFirst(15) }.joined(
      separator: ", ")
  }

  /// What a configuration says: all of it, of judged URLs alone, or of those of them that Caddy's file says.
  enum Reach: String { case families, judged, harmless }

  /// Expects that a server with a recipe changes what it is to change, and nothing else, whoever asks.
  private static func expectOthersToStay(
    _ bare: ConfiguredServer, _ mended: ConfiguredServer, _ kind: ConfiguredServer.Kind, _ reach: Reach,
    _ comment: String
  ) throws {
    let files = kind == .varnish ? [] : ["/file.png", "/other.png", "/img/not-there.png"]
    let paths = all.map(\.path) + files
    let (before, after) = (try heads(bare, paths), try heads(mended, paths))
    var changed: Set<String> = []
    for (place, answer) in all.enumerated() {
      let isSaid =
        answer.becomes != nil && (!answer.isAlike || reach == .families)
        && !(answer.hasSecondLine && kind == .apache)
      if before[place] != after[place] { changed.insert(answer.path) }
      if isSaid, let becomes = answer.becomes, reach != .harmless || changed.contains(answer.path) {
        #expect(
          control(of: after[place]).contains(becomes), "\(kind) \(reach): \(answer.path) \(after[place])")
        // Nothing but the fields of caches has changed.
        func others(_ head: [String]) -> [String] {
          head.filter { line in
            !["cache-control", "expires", "pragma"].contains(line.prefix { $0 != ":" }.lowercased())
          }.sorted()
        }
        #expect(others(before[place]) == others(after[place]), "\(kind): \(answer.path)")
      } else {
        #expect(before[place] == after[place], "\(kind) \(reach): \(answer.path)\n\(comment)")
      }
    }
    for place in all.count..<before.count {
      #expect(before[place] == after[place], "\(kind): \(files[place - all.count])")
    }
    // Who is logged in, and asks another site of the same server, is answered as before.
    for field in ["Authorization: Basic YTpi", "Host: other.test"] {
      let (own, ownAfter) = (try heads(bare, paths, ["-H", field]), try heads(mended, paths, ["-H", field]))
      #expect(own == ownAfter, "\(kind): \(field)")
    }
    let cookie = ["-H", "Cookie: session=1"]
    let (own, ownAfter) = (try heads(bare, paths, cookie), try heads(mended, paths, cookie))
    for (place, answer) in all.enumerated() where own[place] != ownAfter[place] {
      // What only becomes shorter, and files that are the same for everyone.
      #expect(
        changed.contains(answer.path)
          && (answer.becomes == "no-cache" || ![page, data].contains(answer.type)),
        "\(kind): \(answer.path) for a visitor")
    }
  }

  @Test(
    "what no rule reaches is byte for byte the same, what was judged is clean, and the written check holds",
    arguments: ConfiguredServer.installed)
  func site(_ kind: ConfiguredServer.Kind) throws {
    #expect(Self.all.count > 200 && Self.judged.count >= 55 && Self.byPath.count == Self.all.count)
    let origin = try Self.origin()
    let bare = try Self.server(kind, "# nothing", origin)
    let program = try BuiltProgram()
    let path = program.directory.file("cache.conf")
    let run = try program(
      ["inspect", "--live", "-q", "--recipe", "\(kind.rawValue)=\(path)"]
        + Self.judged.map { bare.url + $0.path })
    expect(run, 0)
    func text(_ name: String) -> String {
      String(decoding: program.directory.contents(of: name) ?? [], as: UTF8.self)
    }
    let piece = text("cache.conf")

    var mended = try Self.server(kind, piece, origin)
    try Self.expectOthersToStay(
      bare, mended, kind, kind == .caddy ? .harmless : kind == .apache ? .judged : .families, piece)
    if kind == .caddy {
      try Self.check(program, piece, bare, mended)
      mended = try Self.server(kind, piece, snippet: text("cache.conf.snippet"), origin)
      // Its engine can't look ahead, so that names with a hash are those that were judged.
      let isHashed: (Answer) -> Bool = { $0.isAlike && $0.becomes == Self.year && $0.type != "font/woff2" }
      let hashed = Self.all.filter(isHashed).map(\.path).filter { !$0.hasPrefix("/lib/") }
      let (old, new) = (try Self.heads(bare, hashed), try Self.heads(mended, hashed))
      #expect(old == new)
      let others = Self.others.filter { $0.isAlike && !hashed.contains($0.path) }
      for (answer, head) in zip(others, try Self.heads(mended, others.map(\.path))) {
        #expect(Self.control(of: head).contains(answer.becomes ?? "-"), "\(answer.path) \(head)")
      }
      let unlike = Self.others.filter { !$0.isAlike }.map(\.path)
      let (stay, stays) = (try Self.heads(bare, unlike), try Self.heads(mended, unlike))
      for place in unlike.indices { #expect(stay[place] == stays[place], "\(unlike[place])") }
    }
    try Self.check(program, piece, bare, mended)

    // What comes as another kind than its name says, and what is not there, is told, and gets no rule; an info may be left.
    let urls = Self.judged.filter {
      $0.status == 200 && $0.path != "/start.3f9ac2d1.js" && !($0.hasSecondLine && kind == .apache)
    }.map { mended.url + $0.path }
    let clean = try program(["inspect", "--live", "--fail-on", "warning", "-q"] + urls)
    #expect(clean.code == 0, "\(kind): \(clean.text)\(clean.errors)\n\(piece)")
  }

  /// Expects that the written command is green with a configuration, and red without it.
  private static func check(
    _ program: BuiltProgram, _ piece: String, _ bare: ConfiguredServer, _ mended: ConfiguredServer
  ) throws {
    let file = program.directory.file("cache.conf.expect.json")
    let last = try #require(piece.split(separator: "\n").last)
    #expect(last.hasPrefix("# httpcache inspect --live --assets --expect-file \(file) "), "\(last)")
    for (server, code) in [(mended, Int32(0)), (bare, 1)] {
      // A name of a script that is answered by a page fails whatever names it as a script.
      let urls = judged.filter { $0.path != "/start.3f9ac2d1.js" }.map { server.url + $0.path }
      let run = try program(
        ["inspect", "--live", "--strict", "-q", "--expect-file", file] + urls)
      #expect(run.code == code, "\(run.text)\(run.errors)\n\(piece)")
    }
  }

  @Test(
    "nginx: a location with fields of its own gets all lines by the snippet",
    .enabled(if: ConfiguredServer.installed.contains(.nginx)))
  func snippet() throws {
    let origin = try Self.origin()
    let bare = try Self.server(.nginx, "# nothing", origin)
    let program = try BuiltProgram()
    let path = program.directory.file("cache.conf")
    let url = "/assets/app.\(Self.hash(0)).js"
    _ = try program(["inspect", "--live", "-q", "--recipe", "nginx=\(path)", bare.url + url])
    let server = try ConfiguredServer(.nginx, files: [:]) { _, port in
      """
      include \(path);
      server { listen 127.0.0.1:\(port);
        location / { add_header X-Own a; include \(path).snippet; proxy_pass http://127.0.0.1:\(origin.port); } }

      """
    }
    let head = try #require(try Self.heads(server, [url]).first)
    #expect(Self.control(of: head).contains("immutable") && head.contains("X-Own: a"), "\(head)")
  }

  @Test(
    "Apache: a file that it sends itself, whose type no application has written, is changed, and confirmed as changed",
    .enabled(if: ConfiguredServer.installed.contains(.apache)))
  func apacheFiles() throws {
    let files = ["a.png": "x", "b.js": "y"]
    func server(_ piece: String) throws -> ConfiguredServer {
      try ConfiguredServer(.apache, files: files) { directory, _ in
        """
        AddType image/png .png
        DocumentRoot \(directory)/root
        Header set Cache-Control "max-age = 60"
        \(piece)

        """
      }
    }
    let bare = try server("# nothing")
    let recipe = try BuiltProgram()(
      ["inspect", "--live", "-q", "--recipe", "apache", bare.url + "/a.png"])
    let mended = try server(recipe.text)
    let (before, after) = (
      try Self.heads(bare, ["/a.png", "/b.js"]), try Self.heads(mended, ["/a.png", "/b.js"])
    )
    #expect(Self.control(of: after[0]) == "max-age=60", "\(recipe.text)")
    #expect(after[1] == before[1])
  }
}
