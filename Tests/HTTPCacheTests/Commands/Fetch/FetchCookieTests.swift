import Foundation
import TestSupport
import Testing

/// Files are those of curl (https://curl.se/docs/http-cookies.html).
@Suite("fetch -b FILE and -c FILE: the cookies of a session", .timed)
struct FetchCookieTests {
  /// An origin that sets a cookie at `/login` and a redirect, and says elsewhere which it got.
  private static func origin() throws -> Origin {
    try Origin { request in
      let sent = request["Cookie"] ?? "-"
      switch request.path {
      case "/login":
        return .text(
          "in",
          fields: [
            ("Set-Cookie", "sid=\(sent == "-" ? "1" : "2"); Path=/"), ("Set-Cookie", "k=v; Max-Age=600"),
            ("Cache-Control", "no-store"),
          ])
      case "/from":
        return .text(
          status: 302,
          fields: [("Set-Cookie", "hop=1"), ("Location", "/to"), ("Cache-Control", "no-store")])
      default: return .text(sent, fields: [("Cache-Control", "max-age=600")])
      }
    }
  }

  @Test("what one answer sets goes with the next request, and into the file, which only its owner can read")
  func session() throws {
    let origin = try Self.origin()
    let program = try BuiltProgram()
    let jar = program.directory.file("jar")
    let run = try program.fetch("-b", jar, "-c", jar, origin.url + "/login", origin.url + "/page")
    #expect(run.code == 0 && run.text == "insid=1; k=v", "\(run.errors)")
    let text = try String(contentsOfFile: jar, encoding: .utf8)
    #expect(
      text.hasPrefix("# Netscape HTTP Cookie File\n")
        && text.contains("127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\t1\n"))
    let mode = try FileManager.default.attributesOfItem(atPath: jar)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    // The next run has them from the file; -j leaves those of the session out, and what -b names itself comes last.
    #expect(try program.fetch("-b", jar, origin.url + "/other").text == "sid=1; k=v")
    #expect(try program.fetch("-b", jar, "-j", "-b", "own=1", origin.url + "/other").text == "k=v; own=1")
    #expect(
      try program.fetch("-c", "-", "-o", program.directory.file("x"), origin.url + "/login").text.contains(
        "\tsid\t1\n"))
  }

  @Test("who asks: other cookies are another identity, and the same ones a hit (contract, Who asked)")
  func identity() throws {
    let origin = try Self.origin()
    let program = try BuiltProgram()
    func jar(_ value: String) throws -> String {
      try program.directory.write("127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\t\(value)\n", to: "jar-\(value)")
    }
    let url = origin.url + "/page"
    let format = "|%{cache_source}"
    let rows: [(words: [String], text: String)] = [
      (["-b", try jar("one")], "sid=one|network"), (["-b", try jar("two")], "sid=two|network"),
      (["-b", try jar("one")], "sid=one|cache"), ([], "-|network"), (["-b", "sid=one"], "sid=one|cache"),
    ]
    for row in rows { #expect(try program(["fetch", "-w", format] + row.words + [url]).text == row.text) }
    let offline = try program.fetch("--policy", "cache-only", "-b", try jar("three"), url)
    #expect(offline.code == 4 && offline.text == "")
  }

  @Test("a redirect's cookie goes with the next request; another origin's does not")
  func redirect() throws {
    let second = try Origin { .text($0["Cookie"] ?? "none") }
    let origin = try Self.origin()
    let first = try Origin { [url = second.url.replacingOccurrences(of: "127.0.0.1", with: "localhost")] _ in
      .text(status: 302, fields: [("Set-Cookie", "own=1"), ("Location", url + "/")])
    }
    let program = try BuiltProgram()
    #expect(
      try program.fetch("-b", "", "-c", program.directory.file("jar"), origin.url + "/from").text == "hop=1")
    #expect(
      try program.fetch("-c", program.directory.file("jar"), "-b", "me=1", first.url + "/").text == "none")
  }

  @Test(
    "a URL is asked for behind the redirects of the one before, also where these are stored",
    arguments: [[], ["-Z", "1"], ["--json"], ["--output-dir", "out"], ["--input-file", "urls"]])
  func behindRedirects(_ words: [String]) throws {
    let origin = try Origin { request in
      switch request.path {
      case "/login": .text(status: 301, fields: [("Location", "/session")])
      case "/session":
        .text(
          status: 302,
          fields: [("Location", "/home"), ("Set-Cookie", "sid=1; Path=/"), ("Cache-Control", "max-age=9")])
      default: .text(request["Cookie"] ?? "-", fields: [("Cache-Control", "max-age=9")])
      }
    }
    let program = try BuiltProgram()
    let urls = [origin.url + "/login", origin.url + "/account"]
    let jar = program.directory.file("jar")
    let list = try program.directory.write(urls.joined(separator: "\n"), to: "urls")
    let given = words.first == "--input-file" ? ["--input-file", list] : words + urls
    let run = try program(["fetch", "-b", jar, "-c", jar] + given)
    expect(run, 0)
    #expect(origin.requests.map(\.path) == ["/login", "/session", "/home", "/account"])
    #expect(origin.requests.last?["Cookie"] == "sid=1")
  }

  @Test("a batch makes its requests one after another, so that each has the cookies of the answers before")
  func order() throws {
    let origin = try Origin { request in
      .text((request["Cookie"] ?? "-") + "\n", fields: [("Set-Cookie", "at=\(request.path.dropFirst())")])
    }
    let program = try BuiltProgram()
    let urls = (0..<80).map { "\(origin.url)/\($0)" }.joined(separator: "\n")
    let run = try program.fetch("-c", "/dev/null", "--input-file", "-", stdin: urls)
    #expect(run.text == "-\n" + (0..<79).map { "at=\($0)\n" }.joined(), "\(run.errors)")
  }

  @Test(
    "inspect --live and revalidate send the cookies of a file, and show with -v what passes, without them")
  func otherCommands() throws {
    let origin = try Origin { request in
      request["If-None-Match"] == nil
        ? .text(request["Cookie"] ?? "-", fields: [("ETag", "\"1\""), ("Cache-Control", "no-cache")])
        : .text(status: 304, fields: [("ETag", "\"1\"")])
    }
    let program = try BuiltProgram()
    let jar = try program.directory.write("127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\tsecret\n", to: "jar")
    let url = origin.url + "/"
    #expect(try program.fetch("-b", jar, url).text == "sid=secret")
    for words in [["inspect", "--live", "--wire", "-b", jar, url], ["revalidate", "-v", "-b", jar, url]] {
      let run = try program(words)
      #expect(run.code == 0 && !(run.text + run.errors).contains("secret"), "\(run.text)")
      #expect(
        run.errorLines.contains("> Cookie: (redacted, 10 bytes)")
          && run.errorLines.contains("> GET / HTTP/1.1"))
    }
    #expect(origin.requests.map { $0["Cookie"] } == ["sid=secret", "sid=secret", "sid=secret"])
    #expect(origin.requests.last?["If-None-Match"] == "\"1\"")
    #expect(try program(["revalidate", url]).text.contains("kept"))
  }

  @Test("curl reads what is written, and the other way round", .enabled(if: InstalledServer.isThere("curl")))
  func exchange() throws {
    let origin = try Self.origin()
    let program = try BuiltProgram()
    let (own, curls) = (program.directory.file("own"), program.directory.file("curls"))
    _ = try program.fetch("-c", own, origin.url + "/login")
    #expect(try Executable.command("curl", "-s", "-b", own, origin.url + "/x").text == "sid=1; k=v")
    _ = try Executable.command("curl", "-s", "-c", curls, origin.url + "/login")
    #expect(try program.fetch("-b", curls, origin.url + "/y").text == "sid=1; k=v")
  }
}
