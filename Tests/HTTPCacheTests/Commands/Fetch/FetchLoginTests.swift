import Foundation
import TestSupport
import Testing

@Suite("fetch --digest, --ntlm, --negotiate, --anyauth: to log in where the server asks for it", .timed)
struct FetchLoginTests {
  @Test(
    "Digest with Apache: what was got is the user's own, as with Basic", .enabled(if: ApacheDigest.isThere))
  func apache() throws {
    let apache = try ApacheDigest("hello")
    let program = try BuiltProgram()
    let format = "|%{http_code} %{cache_source}"
    let rows: [(words: [String], text: String)] = [
      (["--digest", "-u", "alice:secret"], "hello|200 network"),
      (["--digest", "-u", "alice:secret"], "hello|200 cache"),
      (["--anyauth", "-u", "bob:other"], "hello|200 revalidated"),
      (["--digest", "-u", "bob:other"], "hello|200 cache"),
      (["--digest", "--policy", "revalidate", "-u", "bob:other"], "hello|200 revalidated"),
    ]
    for row in rows {
      #expect(
        try program(["fetch", "-w", format] + row.words + [apache.url]).text == row.text, "\(row.words)")
    }
    for words in [["--digest", "-u", "alice:wrong"], ["-u", "alice:secret"], []] {
      let run = try program(["fetch", "-f", "--policy", "reload", "-w", format] + words + [apache.url])
      #expect(run.code == 1 && run.text == "|401 network", "\(words)")
    }
    // The 401 in between is no answer, and is not printed as one.
    let run = try program.fetch(
      "-v", "-i", "--digest", "--policy", "reload", "-u", "alice:secret", apache.url)
    #expect(run.headLines.first == "HTTP/1.1 200 OK" && run.text.hasSuffix("\r\n\r\nhello"))
    #expect(run.errorLines.count { $0.hasPrefix("> GET /file") } == 2 && !run.errors.contains("response="))
    let offline = try program.fetch("--policy", "cache-only", "--digest", "-u", "carol:x", apache.url)
    expect(offline, 4)
    let revalidated = try program(["revalidate", "--digest", "-u", "alice:secret", apache.url])
    #expect(revalidated.text.contains("not-modified"), "\(revalidated.text)\(revalidated.errors)")
    let live = try program.inspected("--live", "--digest", "-u", "alice:secret", apache.url)
    #expect(live.first?.int("status") == 200)
  }

  /// An origin that asks for Digest, and takes any answer.
  private static func asking(_ fields: [(String, String)] = []) throws -> Origin {
    try Origin { request in
      request["Authorization"]?.hasPrefix("Digest ") == true
        ? .text("in", fields: [("Cache-Control", "max-age=600")])
        : .text(
          "who?", status: 401, fields: [("WWW-Authenticate", "Digest realm=\"r\", nonce=\"n\"")] + fields)
    }
  }

  @Test("a batch logs in once for each connection or less; a redirect elsewhere takes no login along")
  func batch() throws {
    let origin = try Self.asking()
    let program = try BuiltProgram()
    let urls = (0..<60).map { "\(origin.url)/\($0)" }.joined(separator: "\n")
    let run = try program.fetch("--digest", "-u", "a:b", "-Z", "4", "--input-file", "-", stdin: urls)
    #expect(run.text == String(repeating: "in", count: 60), "\(run.errors)")
    let other = try Origin { .text($0["Authorization"] ?? "none") }
    let elsewhere = other.url.replacingOccurrences(of: "127.0.0.1", with: "localhost")
    let first = try Origin(always: .text(status: 302, fields: [("Location", elsewhere + "/")]))
    #expect(try program.fetch("--anyauth", "-u", "a:b", first.url + "/").text == "none")
    #expect(!other.requests.isEmpty)
  }

  @Test("a 401 with trailers, without a body, and cut short")
  func refusals() throws {
    let program = try BuiltProgram()
    let rows: [(reply: String, code: Int32)] = [
      ("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n", 0),
      ("HTTP/1.1 401 No\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\nX-Sum: 1\r\n\r\n", 0),
      ("HTTP/1.1 401 No\r\nContent-Length: 9\r\n\r\nno", 3),
    ]
    for row in rows {
      let origin = try Origin(always: .rawText(row.reply))
      let run = try program.fetch("--digest", "-u", "a:b", "-w", "%{http_code}", origin.url + "/")
      #expect(run.code == row.code && run.text.hasSuffix("401"), "\(run.text) \(run.errors)")
    }
  }

  @Test("with --negotiate nothing answers unasked, and nothing is stored")
  func negotiate() throws {
    let origin = try Origin(always: .text("hello", fields: [("Cache-Control", "max-age=600")]))
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/").text == "hello")
    for _ in 0..<2 {
      let run = try program.fetch("--negotiate", "-u", ":", origin.url + "/")
      if run.code == 3 {
        #expect(run.errorLines.first?.hasSuffix("no Negotiate: it is built without GSS-API") == true)
        return
      }
      #expect(run.text == "hello", "\(run.errors)")
    }
    #expect(origin.requests.count == 3)
    #expect(try program.fetch("-w", "%{cache_source}", origin.url + "/").text == "hellocache")
  }
}
