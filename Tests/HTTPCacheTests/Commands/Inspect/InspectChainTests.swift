import Foundation
import TestSupport
import Testing

/// Logins as nginx has them: each begins at `/NAME/dash`.
private enum Login: String, CaseIterable {
  /// A session cookie, which is set for one page alone and ends the redirects.
  case session
  /// A cookie that never comes back: it is Secure, and the site is asked over http.
  case lost
  /// The redirect to the login is permanent, and kept.
  case permanent
  /// The login is on another host, which sends the visitor back with a ticket.
  case sso

  /// The locations of nginx; `other` is the same server under another name of this machine.
  func configuration(_ other: String) -> String {
    let (dash, login) = ("/\(rawValue)/dash", "/\(rawValue)/login")
    let page = "add_header Cache-Control 'private, no-cache'; add_header ETag '\"1\"'; return 200 'in\n';"
    let wait = "add_header Cache-Control no-store; return 302"
    func check(_ redirect: String) -> String {
      "location = \(dash) { default_type text/html; if ($cookie_\(rawValue) = '') { \(redirect) } \(page) }"
    }
    func give(_ attributes: String) -> String {
      "location = \(login) { add_header Set-Cookie '\(rawValue)=1; Path=/\(attributes)'; \(wait) \(dash); }"
    }
    return switch self {
    case .session: check("\(wait) \(login);") + give("; HttpOnly")
    case .lost: check("\(wait) \(login);") + give("; Secure")
    // A field of its own, without which the page's Cache-Control would stand here, too.
    case .permanent: check("add_header X-Login needed; return 301 \(login);") + give("")
    case .sso:
      check("\(wait) \(other)\(login);")
        + "location = \(login) { \(wait) $scheme://127.0.0.1:$server_port/sso/back?ticket=1; }"
        + "location = /sso/back { add_header Set-Cookie 'sso=1; Path=/sso'; \(wait) /sso/dash; }"
    }
  }

  static func server() throws -> ConfiguredServer {
    try ConfiguredServer(.nginx, files: [:]) { _, port in
      let locations = allCases.map { $0.configuration("http://localhost:\(port)") }.joined(separator: "\n")
      return "server { listen 127.0.0.1:\(port); absolute_redirect off;\n\(locations) }"
    }
  }
}

@Suite(
  "inspect --live -L: a chain of redirects is judged as one", .timed,
  .enabled(if: InstalledServer.isThere("nginx"), "nginx is not installed"))
struct InspectChainTests {
  /// The statuses of a run, and the codes of errors, hop by hop.
  private func hops(_ run: Executable.Run) throws -> [String] {
    try run.objects.filter { $0["status"] != nil }.map { object in
      let errors = (object["findings"] as? [[String: Any]] ?? []).filter {
        $0["severity"] as? String == "error"
      }
      return (["\(object["status"] ?? 0)"] + errors.compactMap { $0["code"] as? String }).joined(
        separator: " ")
    }
  }

  private static let rows: [(login: String, words: [String], code: Int32, hops: [String], says: String?)] = [
    ("session", [], 0, ["302", "302", "200"], nil),
    ("session", ["--no-cookies"], 3, ["302 redirect-circle", "302"], "again, with the same cookies"),
    ("session", ["-b", ""], 0, ["302", "302", "200"], nil),
    ("session", ["-b", "session=old"], 0, ["200"], nil),
    ("lost", [], 3, ["302 redirect-circle", "302"], "The cookie `lost` does not come back: it is `Secure`"),
    (
      "permanent", [], 0, ["301 redirect-circle", "302", "200"],
      "Chromium answers the second request from its cache"
    ),
    ("sso", [], 0, ["302", "302", "302", "200"], nil),
  ]

  @Test(
    "a login ends where a browser's does, and what makes a circle is said at its first hop", arguments: rows
  )
  func logins(_ row: (login: String, words: [String], code: Int32, hops: [String], says: String?)) throws {
    let server = try Login.server()
    let url = "\(server.url)/\(row.login)/dash"
    let words = try SymptomRow.words("users who are logged out, or sent in circles", url: url)
    let run = try BuiltProgram()(words + ["--json"] + row.words)
    #expect(run.code == row.code, "\(row.login) \(row.words): \(run.text)\(run.errors)")
    #expect(try hops(run) == row.hops, "\(row.login) \(row.words): \(run.text)\(run.errors)")
    #expect(
      row.says.map { run.text.contains($0) } != false && !run.text.contains("max-age=86400"), "\(run.text)")
    #expect(!run.errors.contains("--max-redirects"), "\(run.errors)")
    // Values of cookies stand nowhere.
    #expect(!run.text.contains("\(row.login)=1") && !run.errors.contains("\(row.login)=1"))
  }

  @Test(
    "a kept redirect that comes back to its own URL is to be sent with no-store, and fails a gate of errors")
  func advice() throws {
    let server = try Login.server()
    let program = try BuiltProgram()
    let run = try program.inspect(
      "--live", "-L", "--json", "--fail-on", "error", "\(server.url)/permanent/dash")
    let first = JSONObject(try #require(try run.objects.first))
    expect(run, 1)
    #expect("\(first.object("advice").members["set"] ?? "")".contains("no-store"), "\(run.text)")
    let text = try program.inspect("--live", "-L", "\(server.url)/permanent/dash").text
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("Write `Cache-Control: no-store`, or answer 302."), "\(text)")
  }

  @Test("the cookies of one chain go to no other, and to no other host")
  func apart() throws {
    let other = try Origin(always: .fresh())
    let site = try Origin { [port = other.port] request in
      switch request.path {
      case "/away":
        .text(
          "", status: 302,
          fields: [("Set-Cookie", "a=1; Path=/"), ("Location", "http://localhost:\(port)/x")])
      default: .fresh()
      }
    }
    let run = try BuiltProgram()([
      "inspect", "--live", "-L", "-Z", "1", "-q", "\(site.url)/away", "\(site.url)/b",
    ])
    expect(run, 0)
    #expect(other.requests.map { $0["Cookie"] } == [nil] && site.requests.map { $0["Cookie"] } == [nil, nil])
  }

  @Test("a session of the user that the chain replaces or deletes is not sent any more")
  func replaced() throws {
    let site = try Origin { request in
      let to: (String, String) -> OriginReply = { path, cookie in
        .text(
          "", status: 302,
          fields: [("Location", path), ("Set-Cookie", cookie), ("Cache-Control", "no-store")])
      }
      return switch (request.path, request["Cookie"]) {
      case ("/in", "id=old; a=b"?): to("/new", "id=new; Path=/")
      case ("/new", "id=new; a=b"?): to("/out", "id=; Max-Age=0; Path=/")
      case ("/out", "a=b"?): .fresh()
      default: .text("", status: 400)
      }
    }
    let run = try BuiltProgram().inspect(
      "--live", "-L", "-q", "--expect", "status<400", "-b", "id=old; a=b", "\(site.url)/in")
    #expect(run.code == 0, "\(run.text)\(run.errors) \(site.requests.map { $0["Cookie"] ?? "" })")
  }

  @Test("a URL that comes a third time is a circle whatever the server sets, and eleven others are none")
  func third() throws {
    let count = Counter()
    let site = try Origin { request in
      if request.path.hasPrefix("/n/") {
        return .text(
          "", status: 302, fields: [("Location", "/n/\((Int(request.path.dropFirst(3)) ?? 0) + 1)")])
      }
      return .text(
        "", status: 302, fields: [("Location", "/c"), ("Set-Cookie", "n=\(count.next()); Path=/")])
    }
    let program = try BuiltProgram()
    let circle = try program.inspect("--live", "-L", "--json", "\(site.url)/c")
    expect(circle, 3, says: "for the third time")
    #expect(try hops(circle) == ["302 redirect-circle", "302"], "\(circle.text)")
    let long = try program.inspect("--live", "-L", "--json", "\(site.url)/n/0")
    expect(long, 3, says: "more than 10 redirects")
    #expect(
      long.errors.contains("--max-redirects") && !long.text.contains("redirect-circle"), "\(long.errors)")
  }

  @Test("fetch stays as curl: where a cookie would have ended the circle, it says how to send it")
  func fetch() throws {
    let server = try Login.server()
    let program = try BuiltProgram()
    let run = try program(["fetch", "\(server.url)/session/dash"])
    expect(run, 3, says: "hint: -b ''")
    #expect(!run.errors.contains("--max-redirects"), "\(run.errors)")
    let held = try program(["fetch", "-b", "", "\(server.url)/session/dash"])
    #expect(held.code == 0 && held.text == "in\n", "\(held.errors)")
    let site = try Origin(always: .text("", status: 302, fields: [("Location", "/")]))
    let none = try program(["fetch", site.url])
    expect(none, 3, says: "--max-redirects")
  }

  @Test(
    "Chromium goes round in the circle of a permanent redirect, and through that of a temporary one",
    .enabled(if: HeadlessBrowser.isThere, HeadlessBrowser.lacking))
  func chromium() throws {
    let site = try Origin { request in
      func redirect(_ status: Int, to path: String, _ others: [(String, String)] = []) -> OriginReply {
        .text("", status: status, fields: [("Location", path)] + others)
      }
      let isIn = request["Cookie"]?.contains("id=1") == true
      return switch request.path {
      case "/moved", "/found":
        isIn
          ? .text("in", fields: [("Cache-Control", "private, no-cache")])
          : redirect(request.path == "/moved" ? 301 : 302, to: "/login?to=\(request.path)")
      case "/login":
        redirect(
          302, to: String(request.target.split(separator: "=").last ?? "/"),
          [("Set-Cookie", "id=1; Path=/"), ("Cache-Control", "no-store")])
      case "/out":
        .text("out", fields: [("Set-Cookie", "id=; Max-Age=0; Path=/"), ("Cache-Control", "no-store")])
      default:
        .text(
          """
          <link rel=icon href=data:,><title>ask</title><script>
          ready = (async () => {
            for (const path of ["/found", "/moved"]) {
              await fetch("/out").then((answer) => answer.text());
              const status = (answer) => answer.text().then(() => answer.status);
              document.title += " " + await fetch(path).then(status, () => "failed");
            }
          })();
          </script>
          """,
          fields: [("Content-Type", "text/html"), ("Cache-Control", "no-store")])
      }
    }
    let program = try BuiltProgram()
    let browser = HeadlessBrowser(origin: site, directory: program.directory)
    let visits = try browser.visit("/page")
    #expect(visits.first?.title == "ask 200 failed", "\(visits)")
    for (path, isFound) in [("/moved", true), ("/found", false)] {
      let run = try program.inspect("--live", "-L", "--json", "\(site.url)\(path)")
      #expect(
        run.code == 0 && run.text.contains("redirect-circle") == isFound, "\(path): \(run.text)\(run.errors)")
    }
  }
}
