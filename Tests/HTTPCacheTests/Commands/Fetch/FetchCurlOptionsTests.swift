import Foundation
import TestSupport
import Testing

@Suite("fetch: options that mean what they mean in curl", .timed)
struct FetchCurlOptionsTests {
  private let origin: Origin
  private let program: BuiltProgram
  private static let modified = "Mon, 12 Jan 2026 17:45:57 GMT"

  init() throws {
    origin = try Origin { request in
      switch request.path {
      case "/to":
        return .response(status: 302, reason: "Found", fields: [("Location", "/there"), ("X-First", "1")])
      case "/missing": return .response(status: 404, reason: "Not Found", body: Array("no such page".utf8))
      case "/suggested":
        let name = String(request.target.dropFirst("/suggested?".count))
        return .response(
          fields: [
            ("Content-Disposition", "attachment; filename=\"\(name)\""), ("Cache-Control", "no-store"),
          ],
          body: Array("suggested".utf8))
      case "/dated":
        if request["If-Modified-Since"] == Self.modified {
          return .response(status: 304, reason: "Not Modified", fields: [("Last-Modified", Self.modified)])
        }
        return .response(
          fields: [("Last-Modified", Self.modified), ("Cache-Control", "no-store")], body: Array("dated".utf8)
        )
      default:
        let referer = request["Referer"] ?? "-"
        return .fresh(
          "\(request.method) \(request.target) \(referer) \(String(decoding: request.body, as: UTF8.self))")
      }
    }
    program = try BuiltProgram()
  }

  private func file(_ name: String) -> String? {
    program.directory.contents(of: name).map { String(decoding: $0, as: UTF8.self) }
  }

  static let requests: [(words: [String], path: String, answer: String)] = [
    (["-e", "http://a.test/b"], "/", "GET / http://a.test/b "),
    (["-G", "-d", "a=1", "-d", "b=2"], "/x", "GET /x?a=1&b=2 - "),
    (["--get", "-d", "a=1 2#3"], "/x?y", "GET /x?y&a=1%202%233 - "),
    (["-G", "--data-urlencode", "a=b&c", "-X", "DELETE"], "/", "DELETE /?a=b%26c - "),
    (["-fsSLNg", "-m", "20"], "/", "GET / - "), (["--max-redirs", "0"], "/", "GET / - "),
  ]

  @Test("the request is curl's", arguments: requests)
  func request(_ row: (words: [String], path: String, answer: String)) throws {
    #expect(try program(["fetch"] + row.words + [origin.url + row.path]).text == row.answer)
  }

  static let removals: [(words: [String], name: String, value: String?)] = [
    (["-d", "a"], "Content-Type", "application/x-www-form-urlencoded"),
    (["-d", "a", "-H", "Content-Type:"], "Content-Type", nil), (["-H", "host:"], "Host", nil),
    (["-H", "Accept:"], "Accept", nil), (["-H", "User-Agent:"], "User-Agent", nil), (["-H", "X;"], "X", ""),
    (["-H", "Content-Type;", "-d", "a"], "Content-Type", ""),
  ]

  @Test(
    "'Name:' takes away a field that would be sent by itself, 'Name;' sends an empty one", arguments: removals
  )
  func removal(_ row: (words: [String], name: String, value: String?)) throws {
    #expect(try program(["fetch"] + row.words + [origin.url + "/"]).code == 0)
    #expect(origin.requests.last?.field(row.name) == row.value)
  }

  @Test("an answer to a request without Host, which may be of another site, answers no other")
  func withoutHost() throws {
    for words in [["-H", "Host:"], [], ["-H", "Host:"]] {
      #expect(try program(["fetch"] + words + [origin.url + "/"]).code == 0)
    }
    #expect(origin.requests.count == 2)
  }

  @Test("-T sends a file to a URL that ends with a slash under the file's name")
  func upload() throws {
    let path = try program.directory.write("mine", to: "a b")
    #expect(try program.fetch("-T", path, origin.url + "/d/").text == "PUT /d/a%20b - mine")
  }

  @Test("-G makes the query of a file, which is otherwise streamed, and answers from the cache")
  func queryOfFile() throws {
    let path = try program.directory.write("q=1", to: "q")
    for _ in 1...2 {
      #expect(try program.fetch("-G", "--data-binary", "@\(path)", origin.url + "/").text == "GET /?q=1 - ")
    }
    #expect(origin.requests.count == 1)
  }

  @Test(
    "-z with a file asks for what is newer, and leaves the file as it is; -R gives it the time of the response"
  )
  func timeCondition() throws {
    #expect(try program.fetch("-R", "-o", "f", origin.url + "/dated").code == 0)
    _ = try program.directory.write("mine", to: "g")
    let path = program.directory.file("f")
    #expect(try program.fetch("-z", path, "-o", "g", origin.url + "/dated").code == 0)
    #expect(file("g") == "mine" && origin.requests.last?["If-Modified-Since"] == Self.modified)
    // As in curl, what is just as old is not older, though RFC 9110 §13.1.4 lets the origin send it.
    #expect(try program.fetch("-z", "-\(Self.modified)", origin.url + "/dated").text == "")
    #expect(origin.requests.last?["If-Unmodified-Since"] == Self.modified)
    // As in curl, what is not asked for stands for a 304, also where the origin ignored the condition.
    for condition in [path, "-\(Self.modified)"] {
      for policy in ["protocol", "reload"] {
        let run = try program.fetch(
          "-w", "%{http_code}", "-z", condition, "--policy", policy, origin.url + "/dated")
        #expect(run.text == "304", "\(condition) \(policy)")
      }
    }
    let wrong = try program.fetch("-z", "yesterday", origin.url + "/dated")
    expect(wrong, 2, says: "'yesterday' is neither a time nor a file")
  }

  @Test("-J takes the name that is suggested, in its directory, and replaces no file with it")
  func suggestedName() throws {
    #expect(try program.fetch("-OJ", origin.url + "/suggested?../n").code == 0)
    #expect(file("n") == "suggested")
    _ = try program.directory.write("mine", to: "n")
    let again = try program.fetch("-OJ", origin.url + "/suggested?n")
    #expect(again.code == 5 && again.errors.contains("File exists") && file("n") == "mine")
    #expect(try program.fetch("-OJ", origin.url + "/suggested?.n").code == 0)
    #expect(file("suggested") == "suggested" && file(".n") == nil)
    #expect(program.directory.names.filter { $0.hasPrefix(".httpcache") } == [])
  }

  @Test("-D writes the heads of all responses in the order of the URLs, from the cache, too")
  func dumpedHeads() throws {
    for _ in 1...2 {
      let run = try program.fetch("-D", "heads", origin.url + "/to", origin.url + "/b")
      #expect(run.code == 0 && run.text == "GET /there - GET /b - ")
      let lines = file("heads")?.split(separator: "\r\n").filter {
        $0.hasPrefix("HTTP/") || $0.hasPrefix("X-")
      }
      #expect(lines == ["HTTP/1.1 302 Found", "X-First: 1", "HTTP/1.1 200 Test", "HTTP/1.1 200 Test"])
    }
    #expect(try program.fetch("-D", "-", origin.url + "/b").text.hasPrefix("HTTP/1.1 200 Test\r\n"))
    let apart = try program.fetch("-D", "-", "-o", "b", origin.url + "/b")
    #expect(apart.text.hasSuffix("\r\n\r\n") && file("b") == "GET /b - ")
    let none = try program.fetch("-D", "no/such", origin.url + "/b")
    expect(none, 5, says: "can't write no/such: No such file or directory")
  }

  static let formats: [(format: String, path: String, text: String)] = [
    ("|%{http_code} %{num_redirects} %{url_effective}", "/to", "|200 1 ORIGIN/there"),
    ("|%{url} %{url_effective}", "/a#part", "|ORIGIN/a#part ORIGIN/a#part"),
    ("|%{cache_source} %{method} %{scheme} %{http_version}", "/", "|network GET http 1.1"),
    ("|%{size_download} %{content_type} %{urlnum} %{exitcode}%{onerror}no", "/dated", "|5  0 0"),
    ("|%header{last-modified}%header{none}", "/dated", "|\(modified)"),
  ]

  @Test("-w prints curl's variables and ours behind each body", arguments: formats)
  func writeOut(_ row: (format: String, path: String, text: String)) throws {
    let run = try program.fetch("-w", row.format, origin.url + row.path)
    let text = run.text.drop { $0 != "|" }
    #expect(text == row.text.replacingOccurrences(of: "ORIGIN", with: origin.url))
  }

  @Test("age and ttl of -w are two parts of the lifetime")
  func lifetime() throws {
    let parts = try program.fetch("-w", "|%{age}|%{ttl}", origin.url + "/").text.split(separator: "|")
    #expect(parts.dropFirst().compactMap { Int($0) }.reduce(0, +) == 3600 && parts.count == 3)
  }

  @Test("-w keeps the order of the URLs, knows a hit and an error, and may stand in a file")
  func writeOutOfSeveral() throws {
    let format = try program.directory.write("[%{http_code} %{cache_source}]", to: "format")
    let urls = ["/a", "/b"].map { origin.url + $0 }
    #expect(
      try program(["fetch", "-w", "@\(format)"] + urls).text == "GET /a - [200 network]GET /b - [200 network]"
    )
    let mixed = try program(["fetch", "-w", "@\(format)", "-o", "a", "-o", "-"] + urls)
    #expect(mixed.text == "[200 cache]GET /b - [200 cache]")
    let lost = try program.fetch(
      "-w", "%{http_code} %{exitcode}%{onerror} %{errormsg}", "--policy", "cache-only", origin.url + "/c")
    #expect(lost.code == 4 && lost.text.hasPrefix("000 4 nothing in the cache"))
  }

  @Test("a file and stdout, one for each URL")
  func fileAndOutput() throws {
    #expect(try program.fetch("-o", "a", "-o", "-", origin.url + "/a", origin.url + "/b").text == "GET /b - ")
  }

  @Test("--fail-with-body writes the body of an error and ends with exit code 1; -o gets it, too")
  func failWithBody() throws {
    let run = try program.fetch("--fail-with-body", origin.url + "/missing")
    #expect(run.code == 1 && run.text == "no such page" && run.errors.contains("the origin answered 404"))
    #expect(try program.fetch("--fail-with-body", "-o", "m", origin.url + "/missing").code == 1)
    #expect(file("m") == "no such page")
  }

  @Test(
    "curl's options that change nothing here are taken silently; --create-dirs makes the directories of -o")
  func habits() throws {
    let run = try program.fetch("--fail-early", "--create-dirs", "-o", "a/b/c", origin.url + "/dated")
    #expect(run.code == 0 && run.errors == "" && file("a/b/c") != nil)
    #expect(try program.fetch("-o", "no/c", origin.url + "/dated").code == 5)
    let named = try program.fetch("--remote-name-all", origin.url + "/dated")
    #expect(named.code == 0 && named.errors == "" && named.output.isEmpty && file("dated") != nil)
    let slow = try program.fetch("--speed-limit", "10", origin.url + "/dated")
    expect(slow, 2, says: "hint: --max-time gives up a transfer")
  }

  @Test("--max-filesize ends a larger body with exit code 3 and leaves no file; one of that size is taken")
  func maxFileSize() throws {
    let large = try program.fetch("--max-filesize", "4", "-o", "f", origin.url + "/dated")
    #expect(large.code == 3 && file("f") == nil)
    #expect(large.errors.contains("can't write f: it is larger than the 4 B of --max-filesize"))
    #expect(try program.fetch("--max-filesize", "5", "-o", "f", origin.url + "/dated").code == 0)
    #expect(try program.fetch("--max-filesize", "4", "-I", origin.url + "/dated").code == 0)
  }

  @Test("-K reads options and a URL, also from standard input")
  func config() throws {
    let text = "# asks\nurl = \"\(origin.url)/x\"\nreferer = \"http://r.test/\"\nsilent\n"
    let path = try program.directory.write(text, to: "config")
    #expect(try program.fetch("-K", path).text == "GET /x http://r.test/ ")
    #expect(try program.fetch("-K", "-", stdin: text).text == "GET /x http://r.test/ ")
  }
}
