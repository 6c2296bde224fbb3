import Foundation
import TestSupport
import Testing

@Suite(
  "What Chromium makes of a fault is what its finding says, and a sound server has neither", .timed,
  .enabled(if: HeadlessBrowser.isThere, HeadlessBrowser.lacking))
struct ChromiumFaultsTests {
  /// The page asks for an icon on its own account, so that Chromium asks for none beside it.
  private static let icon = "<link rel=icon href=data:,>"

  /// An answer, or a 304 where the request has its tag.
  private static func answer(
    _ request: OriginRequest, _ type: String, _ control: String, tag: String, _ body: [UInt8],
    _ others: [(String, String)] = []
  ) -> OriginReply {
    let fields = [("Content-Type", type), ("Cache-Control", control), ("ETag", tag)] + others
    return request["If-None-Match"] == tag
      ? .response(status: 304, fields: fields) : .response(fields: fields, body: body)
  }

  private static func page(_ body: String) -> OriginReply {
    .text(icon + body, fields: [("Content-Type", "text/html"), ("Cache-Control", "no-store")])
  }

  /// The paths for which one run of `inspect` has a finding.
  private static func found(
    _ code: String, _ origin: Origin, _ words: [String], at paths: String...
  ) throws -> [String] {
    let urls = paths.map { origin.url + $0 }
    let run = try BuiltProgram()(["inspect", "--live", "--json"] + words + urls)
    let verdicts = try run.objects.map(JSONObject.init).filter { $0["url"] != nil }
    try #require(verdicts.compactMap { $0["url"] } == urls, "\(run.text)\(run.errors)")
    return zip(paths, verdicts).filter { $1.codes("findings").contains(code) }.map(\.0)
  }

  // MARK: page-outlives-its-files

  /// A site that `/deploy` deploys anew, which takes the files of the deployment before away.
  ///
  /// A browser uses the pages below `/long/` and `/latin/` unasked, and has those below `/asked/` confirmed.
  private static func site() throws -> Origin {
    let deployments = Guarded(["3f9a1b2c", "8d21c0e4", "b7c6d5e4"])
    return try Origin { request in
      let hash = deployments.use { left in
        if request.path == "/deploy" { left.removeFirst() }
        return left[0]
      }
      func answer(_ type: String, _ control: String, _ body: [UInt8]) -> OriginReply {
        Self.answer(request, type, control, tag: "\"\(hash)\"", body)
      }
      func script(_ control: String, _ text: String) -> OriginReply {
        answer("text/javascript", control, Array(text.utf8))
      }
      let name = request.path.split(separator: "/").last.map(String.init) ?? ""
      switch name {
      case "deploy": return page("<title>deployed</title>")
      case "long", "latin", "asked":
        let text = """
          \(icon)<title>bare</title><script src=app.\(hash).js></script><script src=checked.\(hash).js></script>
          <button onclick="ready = import('./settings.\(hash).js').catch(() => document.title += ' broken')">x</button>
          """
        // A letter of Latin-1, which is no UTF-8: a log has the page in base64.
        return answer(
          "text/html", name == "asked" ? "no-cache" : "max-age=3600",
          Array(text.utf8) + (name == "latin" ? [0xE9] : []))
      case "app.\(hash).js": return script("max-age=31536000, immutable", "document.title += ' styled'")
      case "checked.\(hash).js": return script("no-cache", "document.title += ' checked'")
      case "settings.\(hash).js":
        return script("max-age=31536000, immutable", "document.title += ' set'")
      default: return .text("gone", status: 404, fields: [("Content-Type", "text/plain")])
      }
    }
  }

  @Test("a page that is used unasked asks for files that are gone, and one that is asked for does not")
  func outlives() throws {
    let program = try BuiltProgram()
    let browser = HeadlessBrowser(origin: try Self.site(), directory: program.directory)
    let visits = try browser.visit(
      "/long/", "/latin/", "/asked/", "/deploy", "/long/", "press", "reload", "link /asked/",
      "/deploy", "back", "press", "reload", "press")
    try #require(visits.count == 13)
    #expect(visits[..<4].allSatisfy { $0.paths(404).isEmpty }, "\(visits)")

    // A visit uses the page of before, and lacks what it does not have as well, or has to have confirmed.
    #expect(visits[4].isFromCache("/long/") && visits[4].isFromCache("/long/app.3f9a1b2c.js"), "\(visits)")
    #expect(visits[4].paths(404) == ["/long/checked.3f9a1b2c.js"] && visits[4].title == "bare styled")
    #expect(visits[5].paths(404) == ["/long/settings.3f9a1b2c.js"] && visits[5].title == "bare styled broken")
    // A reload asks for the page, and a visit for the sound one.
    for (visit, path) in [(visits[6], "/long/"), (visits[7], "/asked/")] {
      #expect(visit.paths(200).contains(path) && visit.paths(404).isEmpty, "\(visits)")
      #expect(visit.title == "bare styled checked")
    }
    // Going back asks for no page, even with `no-cache`: what it loads later is gone.
    #expect(visits[9].paths(200).isEmpty && visits[9].title == "bare styled checked", "\(visits)")
    #expect(visits[10].paths(404) == ["/asked/settings.8d21c0e4.js"])
    #expect(visits[11].paths(200).contains("/asked/") && visits[12].title == "bare styled checked set")

    #expect(try String(contentsOfFile: browser.log, encoding: .utf8).contains(#""encoding":"base64""#))
    let verdicts = try program.inspected("--har", browser.log)
    func findings(_ path: String) -> [Bool] {
      verdicts.filter { $0["url"] == browser.origin.url + path }.map {
        $0.codes("findings").contains("page-outlives-its-files")
      }
    }
    #expect(findings("/long/").first == true && findings("/latin/") == [true])
    #expect(findings("/asked/").count >= 3 && !findings("/asked/").contains(true))
  }

  // MARK: Nonces

  /// The script of a page with a policy: it shows what others have written, as a page that does not clean it does.
  private static let script = """
    document.title = 'it ran';
    ready = fetch('/comments?' + location.pathname).then(answer => answer.text()).then(text => new Promise(done => {
      document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: text, onload: done }));
    }));
    """

  /// `script` in base64 of SHA-256.
  private static let hash = "WILQZN+6ET4/NNs9oCigbgGMpz71NdYYdsNtxLHWQZ4="

  private static func policy(_ source: String) -> (String, String) {
    ("Content-Security-Policy", "script-src '\(source)'")
  }

  private static func page(nonce: String) -> String {
    "\(icon)<title>nothing ran</title><body><script nonce=\(nonce)>\(script)</script>"
  }

  @Test("a 304 with another nonce blocks the scripts of the stored page")
  func nonce() throws {
    let count = Guarded(0)
    let origin = try Origin { request in
      guard request.path != "/comments" else { return Self.page("") }
      let nonce = count.use { count in
        count += 1
        return "n\(count)"
      }
      let policy = Self.policy(request.path == "/hashed" ? "sha256-\(Self.hash)" : "nonce-\(nonce)")
      let isLeftOut = request.path == "/silent" && request["If-None-Match"] != nil
      return Self.answer(
        request, "text/html", "no-cache", tag: "W/\"1\"", Array(Self.page(nonce: nonce).utf8),
        isLeftOut ? [] : [policy])
    }
    let visits = try HeadlessBrowser(origin: origin, directory: TemporaryDirectory()).visit(
      "/other", "/silent", "/hashed", "/other", "/silent", "/hashed")
    let titles = visits.map(\.title)
    #expect(titles[..<3].allSatisfy { $0 == "it ran" })
    #expect(titles[3...] == ["nothing ran", "it ran", "it ran"])
    #expect(origin.requests.filter { $0["If-None-Match"] != nil }.count == 3)

    let found = try Self.found(
      "not-modified-breaks-nonce", origin, ["--probe=validate"], at: "/other", "/silent", "/hashed")
    #expect(found == ["/other"])
  }

  @Test("a nonce that a shared cache gives everyone lets a script in that others have written")
  func shared() throws {
    struct State {
      var count = 0
      var isPosted = false
      /// The first nonce of each page, which the first visitor has read.
      var read: [String: String] = [:]
      /// What a shared cache keeps.
      var kept: [String: OriginReply] = [:]
    }
    let state = Guarded(State())
    let origin = try Origin { request in
      state.use { state in
        switch request.path {
        case "/post":
          state.isPosted = true
          return Self.page("<title>posted</title>")
        case "/comments":
          let nonce = state.read[String(request.target.drop { $0 != "?" }.dropFirst())] ?? ""
          let comment = "<script nonce=\(nonce)>top.document.title = 'smuggled in'</script>"
          return Self.page(state.isPosted ? comment : "")
        case let path:
          if let kept = state.kept[path] { return kept }
          state.count += 1
          let nonce = "n\(state.count)"
          state.read[path] = state.read[path] ?? nonce
          let isPrivate = path == "/private"
          let reply = OriginReply.text(
            Self.page(nonce: nonce),
            fields: [
              ("Content-Type", "text/html"),
              ("Cache-Control", isPrivate ? "private, max-age=600" : "public, max-age=600"),
              Self.policy(path == "/hashed" ? "sha256-\(Self.hash)" : "nonce-\(nonce)"),
            ])
          if !isPrivate { state.kept[path] = reply }
          return reply
        }
      }
    }
    let visits = try HeadlessBrowser(origin: origin, directory: TemporaryDirectory()).visit(
      "/everyone", "/private", "/hashed", "/post", "visitor", "/everyone", "/private", "/hashed")
    let titles = visits.map(\.title)
    #expect(titles[..<3].allSatisfy { $0 == "it ran" })
    #expect(titles[5...] == ["smuggled in", "it ran", "it ran"])

    let found = try Self.found("shared-nonce", origin, [], at: "/everyone", "/private", "/hashed")
    #expect(found == ["/everyone"])
  }

  // MARK: negotiated-without-vary

  @Test("without Vary, who follows a link gets the data that a page asked for under the same URL")
  func negotiated() throws {
    let origin = try Origin { request in
      guard request.path != "/app" else {
        let script = """
          const headers = { Accept: 'application/json' };
          ready = Promise.all(['/unnamed', '/named'].map(path => fetch(path, { headers })));
          """
        return Self.page("<title>app</title><script>\(script)</script>")
      }
      let isData = request["Accept"]?.hasPrefix("application/json") == true
      return .text(
        isData ? "{}" : Self.icon + "<title>page</title>",
        fields: [
          ("Content-Type", isData ? "application/json" : "text/html"),
          ("Cache-Control", "private, max-age=600"),
        ] + (request.path == "/named" ? [("Vary", "Accept")] : []))
    }
    let visits = try HeadlessBrowser(origin: origin, directory: TemporaryDirectory()).visit(
      "/app", "link /unnamed", "link /named")
    #expect(visits.map(\.title) == ["app", "", "page"])
    #expect(visits[1].isFromCache("/unnamed") && visits[2].paths(200) == ["/named"], "\(visits)")

    let found = try Self.found(
      "negotiated-without-vary", origin, ["--probe=representations"], at: "/unnamed", "/named")
    #expect(found == ["/unnamed"])
  }
}
