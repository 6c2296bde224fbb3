import Foundation
import TestSupport
import Testing

@Suite("inspect --as: what other caches do with the response", .timed)
struct InspectAsTests {
  fileprivate static let head =
    "HTTP/1.1 200 OK\r\nDate: Mon, 12 Jan 2026 16:45:57 GMT\r\nCache-Control: max-age=600\r\nSet-Cookie: a=1\r\n\r\n"

  private func inspect(_ options: String..., head: String = InspectAsTests.head) throws -> Executable.Run {
    try BuiltProgram()(
      ["inspect", "--headers", "-", "--at", "2026-01-12T16:45:57Z"] + options, stdin: head)
  }

  @Test(
    "JSON: an object a cache, in the order of the list; the roles are the caches' own",
    arguments: [[], ["--shared"]])
  func json(_ options: [String]) throws {
    let run = try BuiltProgram()(
      [
        "inspect", "--headers", "-", "--at", "2026-01-12T16:45:57Z", "--json", "--as",
        "nginx,chromium,fastly",
      ]
        + options, stdin: Self.head)
    let caches = try #require(try run.object["as"] as? [[String: Any]])
    #expect(caches.map { $0["cache"] as? String } == ["nginx", "chromium", "fastly"])
    #expect(caches.map { $0["version"] as? String } == ["1.22.1", "156", nil])
    #expect(caches.map { $0["basis"] as? String } == ["measured", "measured", "documented"])
    #expect(caches.map { $0["stored"] as? Bool } == [false, true, false])
    #expect(caches.map { $0["lifetime"] as? Int } == [nil, 600, nil])
    #expect(caches.map { $0["revalidates"] as? Bool } == [nil, false, nil])
    let outcome: Set = ["stored", "lifetime", "stale", "revalidates", "reasons"]
    for cache in caches {
      let isBrowser = cache["cache"] as? String == "chromium"
      #expect(
        Set(cache.keys)
          == outcome.union(["cache", "version", "basis"]).union(isBrowser ? ["as_page"] : []))
    }
    #expect(Set(((caches[1]["as_page"] as? [String: Any]) ?? [:]).keys) == outcome)
    let reason = try #require((caches[0]["reasons"] as? [[String: Any]])?.first)
    #expect(Set(reason.keys) == ["code", "effect", "field", "explanation", "reference"])
    #expect(reason["code"] as? String == "nginx-set-cookie" && reason["effect"] as? String == "forbids")
  }

  @Test("without --as there is no word of it")
  func unasked() throws { #expect(try inspect("--json").object["as"] == nil) }

  @Test("--as all: every cache once")
  func all() throws {
    let caches = try inspect("--json", "--as", "nginx,all,nginx").object["as"] as? [[String: Any]]
    #expect(
      caches?.compactMap { $0["cache"] as? String } == [
        "nginx", "varnish", "squid", "apache", "haproxy", "trafficserver", "chromium", "firefox",
        "webkit", "cloudflare", "cloudfront", "fastly", "google-cdn",
      ])
  }

  @Test("text: one line a cache, what RFC 9111 says, and what would change it")
  func text() throws {
    let words = try inspect("--as", "nginx,haproxy").text.split { $0 == " " || $0 == "\n" }.joined(
      separator: " ")
    #expect(
      words.contains(
        "nginx not stored: Set-Cookie keeps nginx from storing it. RFC 9111 would store it. To change it: "
          + "`proxy_ignore_headers Set-Cookie;`"))
    #expect(words.contains("(nginx-set-cookie, measured with 1.22.1)"))
    #expect(
      words.contains("haproxy stored for 1 minute:")
        && words.contains("By RFC 9111 it is fresh for 10 minutes."))
    #expect(words.contains("its Set-Cookie is stored, and sent to everybody"))
  }

  static let rows: [(check: String, holds: Bool)] = [
    ("nginx:not-stored", true), ("nginx:stored", false), ("apache:stored", true),
    ("apache:lifetime>=10m", true), ("apache:lifetime>10m", false), ("haproxy:lifetime=60", true),
    ("nginx:lifetime>=0", false), ("nginx:lifetime!=1h", false), ("haproxy:stale=0", true),
    ("apache:stale>0", false), ("nginx:stale>=0", false), ("firefox:lifetime>=10m", true),
    ("webkit:stale<=1s", true),
  ]
  @Test("a check of another cache asks for it, and one on what is not known does not hold", arguments: rows)
  func checks(_ row: (check: String, holds: Bool)) throws {
    let run = try inspect("--json", "--expect", row.check)
    #expect(run.code == (row.holds ? 0 : 1))
    let caches = try #require(try run.object["as"] as? [[String: Any]])
    #expect(caches.map { $0["cache"] as? String } == [String(row.check.prefix { $0 != ":" })])
  }

  @Test("a check on an unknown outcome fails either way")
  func unknown() throws {
    let head = "HTTP/1.1 502 Bad Gateway\r\nCache-Control: max-age=600\r\n\r\n"
    for check in ["google-cdn:stored", "google-cdn:not-stored", "google-cdn:lifetime>=0"] {
      let run = try inspect("--expect", check, head: head)
      #expect(run.code == 1 && run.text.contains("unknown: "))
    }
  }

  @Test("checks of other caches in a file of expectations")
  func expectationFile() throws {
    let program = try BuiltProgram()
    let file = try program.directory.write(
      #"[{"url": "*", "expect": ["varnish:stored"]}]"#, to: "expectations.json")
    let run = try program(
      ["inspect", "--headers", "-", "--expect-file", file, "--json"], stdin: Self.head)
    #expect(run.code == 1 && run.text.contains(#""cache":"varnish""#))
    #expect(run.text.contains("varnish:stored does not hold") || run.text.contains("varnish:stored (pattern"))
  }

  @Test("of a fetch, too")
  func fetched() throws {
    let origin = try origin(("Cache-Control", "max-age=600"), ("Set-Cookie", "a=1"))
    #expect(try BuiltProgram().fetch("--expect", "nginx:not-stored", origin.url).code == 0)
    let run = try BuiltProgram().fetch("--expect", "nginx:stored", origin.url)
    expect(run, 1, says: "nginx:stored does not hold: not stored: Set-Cookie keeps nginx")
  }

  @Test(
    "neither a cache nor a check",
    arguments: [["--as", "ngnix"], ["--as", ""], ["--as", "nginx,"], ["--expect", "nginx:fresh"]])
  func malformed(_ options: [String]) throws {
    let run = try BuiltProgram()(["inspect", "--headers", "-"] + options, stdin: Self.head)
    #expect(run.code == 2 && run.output.isEmpty && run.errors.hasPrefix("httpcache: error: "))
  }

  private static func log(_ count: Int) -> String {
    let entries = (0..<count).map { number in
      #"{"startedDateTime":"2026-01-12T16:45:57Z","time":0,"request":{"method":"GET","url":"https://a.test/\#(number).css","#
        + #""headers":[]},"response":{"status":200,"headers":[{"name":"Cache-Control","value":"max-age=600"}"#
        + (number % 3 == 0 ? #",{"name":"Set-Cookie","value":"a=1"}"# : "")
        + #"],"content":{"size":9},"bodySize":9}}"#
    }
    return #"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#
  }

  @Test("a log: how many responses each cache stores, in text, in HTML and in a summary that is merged")
  func summary() throws {
    let program = try BuiltProgram()
    let summary = program.directory.file("summary.json")
    let page = program.directory.file("page.html")
    let arguments = [
      "inspect", "--har", "-", "--as", "nginx,apache", "--summary", summary, "--format", "text", "--format",
      "html=\(page)",
    ]
    let text = try program(arguments, stdin: Self.log(30)).text
    func row(_ text: String, _ cache: String) -> [String]? {
      text.split(separator: "\n").first { $0.hasSuffix("  \(cache)") }?.split(separator: " ").map(String.init)
    }
    #expect(
      row(text, "nginx") == ["20", "10", "0", "nginx"] && row(text, "apache") == ["30", "0", "0", "apache"])
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("As real caches do") && html.contains("nginx-set-cookie"))
    let merged = try program(["inspect", "--merge-summaries", summary, summary]).text
    #expect(row(merged, "nginx") == ["40", "20", "0", "nginx"])
  }

  @Test("table: a line below the subject's")
  func table() throws {
    let run = try inspect("--as", "nginx,apache,varnish", "--format", "table")
    #expect(run.text.contains("  as nginx not stored, apache 10m, varnish not stored\n"))
  }
}
