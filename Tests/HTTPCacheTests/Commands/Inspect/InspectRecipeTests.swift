import Foundation
import TestSupport
import Testing

@Suite("Advice and --recipe: a page with the classic mistakes becomes clean in one round", .timed)
struct InspectRecipeTests {
  /// A verdict, as far as it matters here.
  private struct Seen {
    let target: String
    let object: JSONObject

    /// The codes of what is bad about it.
    var bad: [String] {
      (object.members["findings"] as? [[String: Any]] ?? []).filter { $0["severity"] as? String != "info" }
        .compactMap { $0["code"] as? String }
    }

    var directives: NSDictionary { object.members["directives"] as? NSDictionary ?? [:] }
  }

  /// Judges the page with all that it loads, and more.
  private static func judge(_ base: String, and others: [String] = []) throws -> [Seen] {
    try inspect(["--assets", "\(base)/"] + others.map { base + $0 }, base)
  }

  private static func inspect(_ words: [String], _ base: String) throws -> [Seen] {
    try BuiltProgram()(["inspect", "--json", "-q", "--live"] + words).objects.map { members in
      let object = JSONObject(members)
      return Seen(target: String((object["url"] ?? "").dropFirst(base.count)), object: object)
    }
  }

  private static func recipe(_ server: String, _ origin: Origin, and others: [String] = []) throws -> String {
    try files(server, origin, and: others).text
  }

  /// A recipe, and what is to be included elsewhere.
  private static func files(_ server: String, _ origin: Origin, and others: [String] = []) throws -> (
    text: String, snippet: String
  ) {
    let program = try BuiltProgram()
    let file = program.directory.file("cache.conf")
    let run = try program(
      ["inspect", "--live", "--assets", "\(origin.url)/"] + others.map { origin.url + $0 }
        + ["-q", "--recipe", "\(server)=\(file)"])
    expect(run, 0)
    func text(_ name: String) -> String {
      String(decoding: program.directory.contents(of: name) ?? [], as: UTF8.self)
    }
    return (text("cache.conf"), text("cache.conf.snippet"))
  }

  /// Expects that nothing is left to be mended.
  private static func expectClean(_ seen: [Seen], butFor left: Set<String> = [], _ comment: String) {
    for answer in seen where !left.contains(answer.target) {
      #expect(answer.bad.isEmpty, "\(comment): \(answer.target) \(answer.object.members)")
      #expect(answer.object.isNull("advice"), "\(comment): \(answer.target) \(answer.object.members)")
    }
  }

  @Test("by its own advice: every mistake is told, and none is left once the lines are sent")
  func advice() throws {
    let before = try Self.judge(try ClassicMistakes.origin().url)
    #expect(before.count == ClassicMistakes.wrong.count + ClassicMistakes.right.count)
    var fields: [String: [(String, String)]] = [:]
    for answer in ClassicMistakes.wrong {
      let seen = try #require(before.first { $0.target == answer.target })
      #expect(!seen.bad.isEmpty, "\(answer.target)")
      let advice = seen.object.object("advice")
      let set = (advice.members["set"] as? [[String]] ?? []).map { ($0[0], $0[1]) }
      let gone = Set(set.map(\.0) + (advice.members["remove"] as? [String] ?? []))
      fields[answer.target] = answer.fields.filter { !gone.contains($0.0) } + set
    }
    Self.expectClean(try Self.judge(try ClassicMistakes.origin(fields).url), "advice")
  }

  /// The lines that a report in text says are to be sent, and the fields to be left out.
  private static func advised(_ text: String) -> (lines: [(String, String)], gone: [String]) {
    var (lines, gone): ([(String, String)], [String]) = ([], [])
    var title = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if !line.hasPrefix("  ") {
        title = line
      } else if title == "Leave out" {
        gone.append(String(line.dropFirst(2)))
      } else if title == "Send", line.hasPrefix("      ") {
        lines[lines.count - 1].1 += " " + line.drop { $0 == " " }
      } else if title == "Send", let colon = line.firstIndex(of: ":") {
        lines.append((line[..<colon].dropFirst(2).description, line[colon...].dropFirst(2).description))
      }
    }
    return (lines, gone)
  }

  @Test("by the text alone: a site that sends its lines, and nothing else, is clean after one round")
  func text() throws {
    let origin = try ClassicMistakes.origin()
    var fields: [String: [(String, String)]] = [:]
    for answer in ClassicMistakes.wrong {
      let run = try BuiltProgram().inspect("--live", origin.url + answer.target)
      let advised = Self.advised(run.text)
      #expect(!advised.lines.isEmpty, "\(run.text)")
      let gone = Set(advised.lines.map(\.0) + advised.gone)
      fields[answer.target] = answer.fields.filter { !gone.contains($0.0) } + advised.lines
    }
    Self.expectClean(try Self.judge(try ClassicMistakes.origin(fields).url), "text")
  }

  /// A path that holds what begins or ends something in the syntax of some server.
  private static let hostile = "/hostile;{}$host'()|*%22`.css"

  /// What nginx is not told, since only `expires` replaces a field there and hides none: it stays as it came.
  private static let unsaidByNginx: Set = ["/data.json", "/legacy.js?ver=6.4.2"]

  /// What a server is told in part: a Vary of `*`, or a Pragma, would have to be taken from every answer.
  ///
  /// Apache sees the first line of a field alone, and so says nothing of what came in several.
  private static let partlySaid: [ConfiguredServer.Kind: Set<String>] = [
    .nginx: ["/menu.js", "/assets/app.3f9ac2d1.js"], .apache: ["/legacy.js?ver=6.4.2"],
    // Caddy reads braces of a URL as a placeholder, so that its expression does not match.
    .caddy: [hostile],
  ]

  @Test(
    "by each recipe, in the real server; what was right stays as it was",
    arguments: ConfiguredServer.installed)
  func servers(_ kind: ConfiguredServer.Kind) throws {
    let origin = try ClassicMistakes.origin()
    let (text, snippet) = try Self.files(kind.rawValue, origin, and: [Self.hostile])
    let server = try ConfiguredServer(
      kind, including: text, snippet: kind == .caddy ? snippet : "", before: origin)
    let after = try Self.judge(server.url, and: [Self.hostile])
    #expect(after.count == ClassicMistakes.wrong.count + ClassicMistakes.right.count + 1)
    let unsaid = kind == .nginx ? Self.unsaidByNginx : []
    let left = unsaid.union(Self.partlySaid[kind] ?? [])
    Self.expectClean(after, butFor: left, "\(kind)\n\(text)")
    let before = try Self.judge(origin.url)
    for answer in ClassicMistakes.right + ClassicMistakes.wrong.filter({ unsaid.contains($0.target) }) {
      let (old, new) = (
        before.first { $0.target == answer.target }, after.first { $0.target == answer.target }
      )
      #expect(old?.directives == new?.directives && new != nil, "\(kind): \(answer.target)\n\(text)")
    }
    // A URL that a rule covers and that does not exist is not kept for a year.
    let missing = try #require(
      try Self.inspect(["\(server.url)/assets/app.00000000.js"], server.url).first)
    #expect(
      missing.object.int("status") == 404 && missing.directives.count == 0, "\(kind)")
  }

  @Test("by the file _headers, as both providers read it; it can't look at a query, and says so")
  func headersFile() throws {
    let text = try Self.recipe("headers-file", try ClassicMistakes.origin())
    let versioned = "/legacy.js?ver=6.4.2"
    #expect(text.contains("Not said: /legacy.js has a query"), "\(text)")
    var blocks: [(path: String, set: [(String, String)], gone: [String])] = []
    for line in text.split(separator: "\n").map(String.init) {
      if line.hasPrefix("/") {
        blocks.append((line, [], []))
      } else if line.hasPrefix("  ") {
        let parts = line.dropFirst(2).split(separator: ":", maxSplits: 1)
        blocks[blocks.count - 1].set.append((String(parts[0]), String(parts[1].dropFirst())))
      } else if line.hasPrefix("# On Cloudflare Pages: ! ") {
        blocks[blocks.count - 1].gone.append(String(line.dropFirst(25)))
      }
    }
    var fields: [String: [(String, String)]] = [:]
    for answer in ClassicMistakes.wrong + ClassicMistakes.right where answer.target != versioned {
      let met = blocks.filter { block in
        block.path.hasSuffix("*")
          ? answer.target.hasPrefix(block.path.dropLast()) : answer.target == block.path
      }
      #expect(met.count <= 1, "two blocks would both be sent: \(answer.target)\n\(text)")
      guard let block = met.first else { continue }
      let gone = Set(block.set.map(\.0) + block.gone)
      fields[answer.target] = answer.fields.filter { !gone.contains($0.0) } + block.set
    }
    Self.expectClean(
      try Self.judge(try ClassicMistakes.origin(fields).url), butFor: [versioned], "headers-file\n\(text)")
  }

  @Test(
    "nginx with files: a rule is for the path that was asked for, whatever index and try_files make of it",
    .enabled(if: ConfiguredServer.installed.contains(.nginx)))
  func internalRedirects() throws {
    func server(_ recipe: String) throws -> ConfiguredServer {
      try ConfiguredServer(.nginx, files: ["index.html": "<p>A page.</p>\n"]) { directory, port in
        """
        \(recipe)
        server { listen 127.0.0.1:\(port); root \(directory)/root; index index.html;
          location = /other { rewrite ^ /index.html break; }
          location / { try_files $uri $uri/ /index.html; } }
        """
      }
    }
    let bare = try server("# nothing")
    let recipe = try BuiltProgram()(
      ["inspect", "--live", "--recipe", "nginx", "-q", bare.url + "/"])
    #expect(recipe.text.contains("# 1 judged: /\n"), "\(recipe.text)")
    let server = try server(recipe.text)
    let seen = try Self.inspect(["\(server.url)/", "\(server.url)/other"], server.url)
    #expect(
      seen.map(\.directives.count) == [1, 0] && seen.first?.directives["no-cache"] != nil, "\(recipe.text)")
  }

  @Test("to a file beside the report; where nothing is to be changed the file says so")
  func file() throws {
    let program = try BuiltProgram()
    let path = program.directory.file("cache.conf")
    let head = "HTTP/1.1 200 OK\nContent-Type: text/css\nETag: \"a\"\nCache-Control: max-age = 60\n"
    func run(_ words: String..., head: String) throws -> Executable.Run {
      try program(["inspect", "--headers", "-", "--url", "http://a.test/x.css"] + words, stdin: head)
    }
    let report = try run("--recipe", "apache=\(path)", head: head)
    #expect(report.code == 0 && report.text.hasPrefix("GET http://a.test/x.css"))
    let text = String(decoding: program.directory.contents(of: "cache.conf") ?? [], as: UTF8.self)
    #expect(text.contains(#"Header edit Cache-Control "^(max-age\x20=\x2060)$" "max-age=60""#), "\(text)")
    let quiet = try run("--recipe", "nginx", "-q", head: head)
    #expect(quiet.errors.isEmpty && quiet.text.contains("expires $httpcache_expires;"), "\(quiet.text)")
    let right = try run(
      "--recipe", "nginx", head: "HTTP/1.1 200 OK\nETag: \"a\"\nCache-Control: max-age=60\n")
    #expect(right.text == "# Nothing is to be changed.\n", "\(right.text)")
  }

  @Test("of a log, for the first party, whatever comes first")
  func firstParty() throws {
    let entries = ["http://vendor.test/vendor/a.css", "http://own.test/own/b.css"].map {
      #"{"request":{"url":"\#($0)"},"response":{"status":200,"headers":{"Cache-Control":"max-age = 60","ETag":"\"a\""}}}"#
    }
    let log =
      #"{"log":{"pages":[{"title":"http://own.test/"}],"entries":[\#(entries.joined(separator: ","))]}}"#
    let run = try BuiltProgram()(["inspect", "--har", "-", "-q", "--recipe", "nginx"], stdin: log)
    #expect(run.text.contains("/own/") && !run.text.contains("/vendor/"), "\(run.text)")
    #expect(run.text.contains("vendor.test"), "the others are named")
  }
}
