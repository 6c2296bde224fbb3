import Foundation
import TestSupport
import Testing

@Suite("inspect --live: how it asks", .timed)
struct InspectLiveTests {
  @Test("it asks for the codings that browsers ask for, unless told otherwise")
  func codings() throws {
    let origin = try origin(("Cache-Control", "max-age=60"))
    let program = try BuiltProgram()
    let asked = try program.inspected("--live", origin.url)
    #expect(asked.first?["accept_encoding"] == "gzip, br, zstd")
    let plain = try program.inspected("--live", "--no-encoding", origin.url)
    #expect(plain.first?.isNull("accept_encoding") == true)
    _ = try program.inspected("--live", "-H", "Accept-Encoding: gzip", origin.url)
    #expect(origin.requests.map { $0["Accept-Encoding"] } == ["gzip, br, zstd", nil, "gzip"])
  }

  @Test("-H takes fields of the command line, of a file and of the standard input")
  func fields() throws {
    let origin = try origin(("Cache-Control", "max-age=60"))
    let program = try BuiltProgram()
    let file = try program.directory.write("Authorization: Bearer s3cret\r\n\nX-File: 1\n", to: "fields")
    let run = try program(
      ["inspect", "--live", "-H", "X-Word: 1", "-H", "@\(file)", "-H", "@-", origin.url],
      stdin: "X-Input: 1\n")
    expect(run, 0)
    let request = try #require(origin.requests.first)
    #expect(
      ["X-Word", "Authorization", "X-File", "X-Input"].map { request[$0] } == [
        "1", "Bearer s3cret", "1", "1",
      ])
    #expect(!run.text.contains("s3cret"))
    let refused = try program.fetch(
      "-H", "@\(try program.directory.write("A: b\nnonsense s3cret\n", to: "bad"))", "x")
    #expect(
      refused.code == 2 && refused.errors.contains("-H: line 2 of ") && !refused.errors.contains("s3cret"))
  }

  @Test("--input-file has more URLs; a bad line is named by its number, and nothing is asked")
  func inputFile() throws {
    let origin = try origin(("Cache-Control", "max-age=60"))
    let program = try BuiltProgram()
    let list = try program.directory.write("# a list\n\(origin.url)/a\n\n\(origin.url)/b\n", to: "list")
    let verdicts = try program.inspected("--live", "-Z", "1", "--retry", "1", "--input-file", list)
    #expect(verdicts.map { $0["url"] } == ["\(origin.url)/a", "\(origin.url)/b"])
    let count = origin.requests.count
    let bad = try program.directory.write("\(origin.url)/c\n\nhttp://:1/\n", to: "bad")
    for command in [["inspect", "--live"], ["fetch"]] {
      let run = try program(command + ["--input-file", bad])
      expect(run, 2, says: "--input-file: \(bad):3: 'http://:1/' is not a URL")
    }
    #expect(origin.requests.count == count)
  }

  @Test("a redirect is the answer, with where it leads; -L judges each response on the way")
  func redirects() throws {
    let origin = try Origin { request in
      request.path == "/end"
        ? .fresh() : .text("", status: 301, fields: [("Location", "/end"), ("Cache-Control", "max-age=60")])
    }
    let program = try BuiltProgram()
    let run = try program.inspect("--live", "--json", "\(origin.url)/old")
    let shown = try run.objects.map(JSONObject.init)
    #expect(shown.map { $0.int("status") } == [301] && shown.first?["location"] == "\(origin.url)/end")
    #expect(run.errors.contains("\(origin.url)/old redirects (301) to \(origin.url)/end; -L follows"))
    let hops = try program.inspected("--live", "-L", "\(origin.url)/old")
    #expect(hops.map { $0.int("status") } == [301, 200])
    #expect(hops.map { $0["url"] } == ["\(origin.url)/old", "\(origin.url)/end"])
    let failed = try program.inspect("--live", "-L", "--expect", "lifetime>=1h", "\(origin.url)/old")
    #expect(
      failed.code == 1 && failed.text.contains("lifetime>=1h does not hold: 1 minute, from Cache-Control"))
  }

  @Test("-L: a redirect that leads nowhere is judged, and what is behind it is an error")
  func endless() throws {
    let origin = try Origin { _ in .text("", status: 302, fields: [("Location", "/again")]) }
    let run = try BuiltProgram().inspect("--live", "--json", "-L", origin.url)
    expect(run, 3, says: "they lead to \(origin.url)/again again")
    #expect(try run.objects.last?["error"] as? String != nil)
  }

  @Test("RFC 9110 §15.5: an answer of 400 or more is an error, but for a check that names its status")
  func answeredWithError() throws {
    let origin = try Origin(always: .text("no", status: 404))
    func severities(_ words: String...) throws -> [String?] {
      let program = try BuiltProgram()
      let verdict = try #require(
        try program(["inspect", "--live", "--json"] + words + ["\(origin.url)/a"]).objects.first)
      return (verdict["findings"] as? [[String: Any]] ?? []).filter {
        $0["code"] as? String == "answered-with-error"
      }.map { $0["severity"] as? String }
    }
    #expect(try severities() == ["error"])
    #expect(try severities("--expect", "status=404") == [])
    #expect(try severities("--expect", "status<500") == [])
    #expect(try severities("--expect", "status=200") == ["error"])
    #expect(try severities("--expect", "not-storable") == ["error"])
    let program = try BuiltProgram()
    let file = try program.directory.write(
      #"[{"url":"*/a","expect":["status=404"]},{"url":"*/b","expect":["status=404"],"fail-on":"error"}]"#,
      to: "expect.json")
    #expect(
      try program.inspect("--live", "--expect-file", file, "--fail-on", "error", "\(origin.url)/a").code == 0)
    #expect(try program.inspect("--live", "--expect-file", file, "\(origin.url)/b").code == 0)
    #expect(
      try program.inspect("--live", "--expect-file", file, "--fail-on", "error", "\(origin.url)/c").code == 1)
    let head = try program.inspected("--headers", "-", stdin: "HTTP/1.1 404 Not Found\r\n\r\n")
    let found = head.first?.members["findings"] as? [[String: Any]] ?? []
    #expect(found.first { $0["code"] as? String == "answered-with-error" }?["severity"] as? String == "info")
  }

  @Test("--first-party: the first URL sets the first party, also where nothing answers there")
  func firstParty() throws {
    let origin = try Origin(always: .fresh("x"))
    let other = origin.url.replacing("127.0.0.1", with: "localhost")
    let program = try BuiltProgram()
    let words = ["inspect", "--live", "--json", "--first-party"]
    let run = try program(words + ["http://127.0.0.1:1/", other])
    #expect(try run.code == 3 && run.objects.count == 1 && run.text.contains("127.0.0.1:1"), "\(run.text)")
    let own = try program(words + [origin.url, "http://localhost:1/"])
    #expect(try own.code == 0 && own.objects.count == 1, "another party fails nothing: \(own.text)")
  }

  @Test("what can't be reached is a line of JSON with its URL and the error")
  func unreachable() throws {
    let run = try BuiltProgram().inspect("--live", "--json", "http://127.0.0.1:1/x")
    let line = try JSONObject(#require(try run.objects.first))
    #expect(run.code == 3 && line["url"] == "http://127.0.0.1:1/x" && line["error"]?.isEmpty == false)
    #expect(
      run.errorLines.last
        == "httpcache: 0 judged: 0 errors, 0 warnings, 1 could not be judged; nothing was asked to fail")
  }
}
