import Foundation
import HTTPCacheCore
import TestSupport
import Testing

@Suite("help CODE, and what SARIF says of a rule", .timed)
struct CodeHelpTextTests {
  @Test("a finding: its meaning, an example, and the lines to write; a reason: its sentence")
  func text() throws {
    let run = try BuiltProgram()(["help", "max-age-invalid"])
    #expect(
      run.code == 0 && run.text.hasPrefix("max-age-invalid\n\nmax-age or s-maxage is not"), "\(run.text)")
    #expect(run.text.contains("\n  nginx    expires 3600;\n"))
    let reason = try BuiltProgram()(["help", "no-store"])
    #expect(reason.code == 0 && reason.text.contains("What follows: It is not stored"))
    #expect(try BuiltProgram()(["help", "max-age-invalit"]).code == 2)
  }

  @Test("SARIF: each rule has its help, as Markdown too, and the address of its reference")
  func sarif() throws {
    let run = try BuiltProgram()(
      ["inspect", "--headers", "-", "--format", "sarif"], stdin: "HTTP/1.1 200 OK\r\n\r\n")
    let document = try JSONSerialization.jsonObject(with: Data(run.text.utf8)) as? [String: Any]
    let runs = document?["runs"] as? [[String: Any]]
    let driver = (runs?.first?["tool"] as? [String: Any])?["driver"] as? [String: Any]
    let rules = try #require(driver?["rules"] as? [[String: Any]])
    let rule = try #require(rules.first { $0["id"] as? String == "max-age-invalid" })
    #expect(rule["helpUri"] as? String == "https://www.rfc-editor.org/rfc/rfc9111#section-4.2.1")
    let help = try #require(rule["help"] as? [String: String])
    #expect(help["text"]?.contains("Send:") == true && help["markdown"]?.contains("```text") == true)
  }

  /// What the help of a code has servers send.
  private struct Advised {
    let code: String
    let fields: [(name: String, members: [String])]
    let isForErrors: Bool
    /// The lines for a server.
    let lines: [String]

    init?(_ help: CodeHelp, _ server: String) {
      let blocks = help.parts.map { part -> [String] in
        if case .lines(let lines) = part { lines } else { [] }
      }
      let own = (blocks.last ?? []).filter { $0.hasPrefix(server) }
      guard !own.isEmpty, let send = help.parts.firstIndex(of: .paragraph("Send:")) else { return nil }
      code = help.code
      isForErrors = blocks.joined().contains { $0.hasPrefix("HTTP/1.1 4") || $0.hasPrefix("HTTP/1.1 5") }
      lines = own.map { String($0.dropFirst("Express  ".count)) }
      fields = blocks[send + 1].map { line in
        let parts = line.split(separator: ":", maxSplits: 1)
        return (String(parts[0]), Answered.members(String(parts[1])))
      }
    }
  }

  /// The fields of an answer, as `fetch -i` prints them.
  private struct Answered {
    let text: String

    static func members(_ value: String) -> [String] {
      value.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    subscript(name: String) -> [String] {
      text.components(separatedBy: "\r\n").filter { $0.hasPrefix("\(name): ") }
        .flatMap { Self.members(String($0.dropFirst(name.count + 1))) }
    }
  }

  /// The configuration of a server with the lines of each code in a place of its own.
  private static func site(_ kind: ConfiguredServer.Kind, _ all: [Advised], _ port: String, _ origin: Origin)
    -> String
  {
    let address = "http://127.0.0.1:\(origin.port)"
    if kind == .apache {
      return "ProxyPass / \(address)/\n"
        + all.map { "<Location /\($0.code)/>\n\($0.lines.joined(separator: "\n"))\n</Location>\n" }.joined()
    }
    if kind == .caddy {
      let places = all.map { advised in
        let isAdded = { (line: String) in line.hasPrefix("header +") }
        let own = advised.lines.filter { !isAdded($0) }.joined(separator: "\n")
        return "handle /\(advised.code)/* {\n" + advised.lines.filter(isAdded).joined(separator: "\n")
          + "\nreverse_proxy \(address) {\n\(own)\n}\n}\n"
      }
      return "http://127.0.0.1:\(port) {\n\(places.joined())}\n"
    }
    var maps = ""
    let places = all.enumerated().map { index, advised in
      let lines = advised.lines.map {
        $0.replacingOccurrences(of: "$cache_control", with: "$control_\(index)")
      }
      maps += lines.filter { $0.hasPrefix("map ") }.joined()
      let others = lines.filter { !$0.hasPrefix("map ") }.joined(separator: "\n")
      return "location /\(advised.code)/ { proxy_pass \(address); \(others) }\n"
    }
    return "\(maps) server { listen 127.0.0.1:\(port); \(places.joined()) }"
  }

  @Test(
    "the lines of every code, in the real server: the one Cache-Control is replaced, a list gets a name more, and the rest stays",
    arguments: ConfiguredServer.installed.filter { $0 != .varnish })
  func servers(_ kind: ConfiguredServer.Kind) throws {
    let all = CodeHelp.names.flatMap(CodeHelp.named).compactMap {
      Advised($0, kind == .nginx ? "nginx" : kind.rawValue.capitalized)
    }
    #expect(all.count > 20)
    let kept = [
      ("Vary", "Cookie"), ("Content-Security-Policy", "default-src 'self'"), ("Date", HTTPClock.now),
    ]
    let origin = try Origin { request in
      request.target.hasSuffix("/file")
        ? .text("x", fields: kept + [("Cache-Control", "max-age=7")])
        : .text("no", status: 404, fields: kept + [("Cache-Control", "no-store, max-age=0")])
    }
    let server = try ConfiguredServer(kind, files: [:]) { _, port in Self.site(kind, all, port, origin) }
    let urls = all.flatMap { ["\(server.url)/\($0.code)/file", "\(server.url)/\($0.code)/none"] }
    let run = try BuiltProgram()(["fetch", "-i", "--policy", "reload", "-Z", "1"] + urls)
    let answers = run.text.components(separatedBy: "HTTP/1.1 ").dropFirst().map(Answered.init)
    try #require(answers.count == urls.count, "\(run.errors)")
    for (index, advised) in all.enumerated() {
      for (answer, isError) in [(answers[2 * index], false), (answers[2 * index + 1], true)] {
        let comment = Comment("\(kind) \(advised.code), \(isError ? "404" : "200"): \(answer.text)")
        #expect(answer["Content-Security-Policy"] == ["default-src 'self'"], comment)
        #expect(answer["Vary"].contains("Cookie"), comment)
        let came = isError ? ["no-store", "max-age=0"] : ["max-age=7"]
        let control = advised.fields.first { $0.name == "Cache-Control" }?.members
        if let control, isError == advised.isForErrors {
          #expect(Set(control).isSubset(of: answer["Cache-Control"]), comment)
          #expect(came.allSatisfy { control.contains($0) || !answer["Cache-Control"].contains($0) }, comment)
        } else {
          #expect(answer["Cache-Control"] == came, comment)
        }
        for (name, members) in advised.fields where name == "Vary" && !isError {
          let added = members.filter { member in advised.lines.contains { $0.contains(member) } }
          #expect(Set(added).isSubset(of: answer[name]), comment)
        }
      }
    }
  }
}
