import Foundation
import TestSupport
import Testing

/// The signs before the lines are those of curl's manual, "-v, --verbose"; the variables those of "-w, --write-out".
@Suite("fetch -v and -w: what passes on the connection", .timed)
struct FetchVerboseTests {
  @Test("heads and trailers, without credentials and control characters; a hit sends nothing")
  func heads() throws {
    let origin = try Origin(
      always: .chunked(
        fields: [
          ("Cache-Control", "max-age=60, public"), ("Set-Cookie", "sid=secret-of-origin"),
          ("X-Odd", "a\u{1b}[31mb"),
        ], chunks: [Array("hello".utf8)], trailers: [("X-Sum", "99"), ("Set-Cookie", "t=secret-trailer")]))
    let program = try BuiltProgram()
    let heads = program.directory.file("heads")
    let url = origin.url.replacingOccurrences(of: "://", with: "://alice:secret-of-url@") + "/a"
    let run = try program.fetch("-v", "-b", "k=secret-cookie", "-D", heads, url)
    #expect(run.text == "hello")
    #expect(!run.errors.contains("secret") && !run.errors.contains("\u{1b}") && !run.errors.contains("hello"))
    for line in [
      "> GET /a HTTP/1.1", "> Authorization: (redacted, 34 bytes)", "> Cookie: (redacted, 15 bytes)",
      "< HTTP/1.1 200 OK", "< X-Odd: a\\x1b[31mb", "< Set-Cookie: (redacted, 20 bytes)", "< X-Sum: 99",
      "< Set-Cookie: (redacted, 16 bytes)", "* \(origin.url)/a: 200 from the network, stored",
    ] { #expect(run.errorLines.count { $0 == line } == 1, "\(line): \(run.errors)") }
    #expect(run.errorLines.contains { $0.hasPrefix("* Connected to 127.0.0.1") })
    let dumped = try String(contentsOfFile: heads, encoding: .utf8)
    #expect(dumped.hasSuffix("\r\n\r\nX-Sum: 99\r\nSet-Cookie: t=secret-trailer\r\n"))
    #expect(
      try program.fetch("-v", "-b", "k=secret-cookie", url).errorLines == [
        "* \(origin.url)/a: 200 from the cache; nothing was sent for this answer"
      ])
  }

  @Test("TLS and HTTP/2: the fields that libcurl lists itself are redacted, too", .enabled(if: Nginx.isThere))
  func http2() throws {
    let nginx = try Nginx("file", Array("hello".utf8), tls: .own())
    let program = try BuiltProgram()
    let run = try program.fetch(
      "-v", "--http2", "--cacert", nginx.certificate, "-u", "alice:secret", "-b", "a=secret", nginx.url)
    #expect(run.text == "hello")
    #expect(run.errorLines.contains { $0.hasPrefix("* ") && $0.contains("TLS") })
    #expect(run.errorLines.contains("< HTTP/2 200 ") && run.errorLines.contains("> GET /file HTTP/2"))
    #expect(!run.errors.contains("secret") && !run.errors.contains("YWxpY2U6c2VjcmV0"))
    #expect(run.errors.lowercased().contains("authorization: (redacted, 22 bytes)"))
  }

  @Test("the proxy's password in a variable without a scheme, which libcurl repeats")
  func proxy() throws {
    let origin = try Origin(always: .text("hello"))
    let program = try BuiltProgram()
    let variable = "alice:secret@127.0.0.1:\(origin.port)"
    let run = try program.fetch("-v", "http://example.test/", environment: ["http_proxy": variable])
    #expect(run.text == "hello" && !run.errors.contains("secret"))
    #expect(run.errorLines.contains("> GET http://example.test/ HTTP/1.1"))
  }

  @Test("configured fields of an origin are credentials, whatever their names")
  func configured() throws {
    let origin = try Origin(always: .text("hello"))
    let program = try BuiltProgram()
    let base = program.directory.file("xdg")
    try FileManager.default.createDirectory(atPath: base + "/httpcache", withIntermediateDirectories: true)
    let path = try program.directory.write(
      "[\(origin.url)]\nX-Key: topsecret\n", to: "xdg/httpcache/config")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    let run = try program.fetch("-v", origin.url + "/", environment: ["XDG_CONFIG_HOME": base])
    #expect(origin.requests.first?["X-Key"] == "topsecret")
    #expect(run.errorLines.contains("> X-Key: (redacted, 9 bytes)") && !run.errors.contains("topsecret"))
  }

  @Test("a batch shows all of them")
  func batch() throws {
    let origin = try Origin { _ in
      .chunked(fields: [("Cache-Control", "max-age=60")], chunks: [[0x61]], trailers: [("X-Sum", "99")])
    }
    let program = try BuiltProgram()
    let heads = program.directory.file("heads")
    let urls = (0..<40).map { "\(origin.url)/\($0)" }.joined(separator: "\n")
    let words = ["fetch", "-v", "-D", heads, "--json", "--input-file", "-"]
    let run = try program(words, stdin: urls)
    #expect(run.errorLines.count { $0 == "< X-Sum: 99" } == 40)
    // A request on a connection that the server has just closed is sent again.
    #expect(Set(run.errorLines.filter { $0.hasPrefix("> GET /") }).count == 40)
    let dumped = try String(contentsOfFile: heads, encoding: .utf8)
    #expect(dumped.components(separatedBy: "\r\n\r\nX-Sum: 99\r\n").count == 41)
  }

  @Test("figures of the connection; nothing of an answer from the cache, and a sum over redirects")
  func figures() throws {
    let origin = try Origin { request in
      request.path == "/from"
        ? .text(status: 302, fields: [("Location", "/to"), ("Connection", "close")])
        : .text("hello", fields: [("Cache-Control", "max-age=60")])
    }
    let program = try BuiltProgram()
    let format =
      "|%{remote_ip}:%{remote_port} %{num_connects} %{http_connect} %{ssl_verify_result} "
      + "%{proxy_ssl_verify_result} %{size_upload}"
    #expect(
      try program.fetch("-w", format, origin.url + "/from").text
        == "hello|127.0.0.1:\(origin.port) 2 000 0 0 0")
    #expect(try program.fetch("-w", format, origin.url + "/to").text == "hello|:0 0 000 0 0 0")
    let names = ["namelookup", "connect", "appconnect", "pretransfer", "starttransfer", "redirect"]
    let times = names.map { "%{time_\($0)}" }.joined(separator: " ")
    let zeros = Array(repeating: "0.000000", count: 6).joined(separator: " ")
    #expect(try program.fetch("-w", "|" + times, origin.url + "/to").text == "hello|" + zeros)
    let measured = try program.fetch("-w", "|" + times, "--policy", "reload", origin.url + "/to").text
    let values = measured.split(separator: "|").last?.split(separator: " ").compactMap { Double($0) } ?? []
    try #require(values.count == 6)
    #expect(values[1] > 0 && values[1] <= values[3] && values[3] <= values[4])
    #expect(values[2] == 0 && values[5] == 0)
  }

  @Test("the figures of TLS", .enabled(if: Nginx.isThere))
  func secure() throws {
    let nginx = try Nginx("file", Array("hello".utf8), tls: .own())
    let program = try BuiltProgram()
    let format = "|%{ssl_verify_result} %{time_connect} %{time_appconnect}"
    let run = try program.fetch("-w", format, "--cacert", nginx.certificate, nginx.url)
    let values = run.text.split(separator: "|").last?.split(separator: " ").compactMap { Double($0) } ?? []
    try #require(values.count == 3)
    #expect(values[0] == 0 && values[1] > 0 && values[2] > values[1])
    let untrusted = try program.fetch("-w", "|%{ssl_verify_result}", nginx.url + "/other")
    #expect(untrusted.code == 3 && untrusted.text != "|0" && untrusted.text.hasPrefix("|"))
  }
}
