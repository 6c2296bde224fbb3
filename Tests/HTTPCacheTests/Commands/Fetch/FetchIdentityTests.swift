import Foundation
import TestSupport
import Testing

@Suite("fetch: cookies, tokens and files of credentials", .timed)
struct FetchIdentityTests {
  private let origin: Origin
  private let program: BuiltProgram

  init() throws {
    origin = try Origin { request in
      .text(
        "\(request["Authorization"] ?? "-") \(request["Cookie"] ?? "-")",
        fields: [("Cache-Control", "max-age=60")])
    }
    program = try BuiltProgram()
    _ = try program.directory.write("machine 127.0.0.1 login n password secret\n", to: ".netrc")
    _ = try program.directory.write("default login d password secret\n", to: "other")
  }

  /// `bjpzZWNyZXQ=` is `n:secret`, `ZDpzZWNyZXQ=` is `d:secret`, `dTpw` is `u:p`.
  static let rows: [(words: [String], sent: String)] = [
    ([], "- -"), (["-b", "a=1"], "- a=1"), (["-b", "a=1", "--cookie", "b=2"], "- a=1; b=2"),
    (["-b", "a=1", "-H", "Cookie: own=1"], "- own=1"), (["--oauth2-bearer", "t"], "Bearer t -"),
    (["-n"], "Basic bjpzZWNyZXQ= -"), (["-n", "-u", "u:p"], "Basic dTpw -"),
    (["--netrc-file", "other"], "Basic ZDpzZWNyZXQ= -"),
  ]

  @Test("each sends what curl's sends, and is an identity of its own in the cache")
  func identities() throws {
    let files = program.directory
    for _ in 1...2 {
      for row in Self.rows {
        let words = row.words.map { $0 == "other" ? files.file("other") : $0 }
        #expect(try program(["fetch"] + words + [origin.url + "/"]).text == row.sent)
      }
    }
    #expect(origin.requests.count == Self.rows.count)
    #expect(try program.fetch("-H", "Cookie: a=1", origin.url + "/").text == "- a=1")
    #expect(origin.requests.count == Self.rows.count, "-b is the field that it sends")
  }

  @Test("none goes to another origin")
  func redirect() throws {
    let other = try Origin { request in
      .text("\(request["Authorization"] ?? "-") \(request["Cookie"] ?? "-")")
    }
    let first = try Origin { _ in
      .response(status: 302, reason: "Found", fields: [("Location", other.url + "/")])
    }
    let run = try program.fetch("-b", "a=1", "--oauth2-bearer", "t", first.url + "/")
    #expect(run.text == "- -" && first.requests.last?["Cookie"] == "a=1")
    #expect(try program.fetch("-n", first.url + "/").text == "- -")
    #expect(first.requests.last?["Authorization"] == "Basic bjpzZWNyZXQ=")
  }

  @Test("a file that was named must be there; ~/.netrc need not")
  func missing() throws {
    let named = try program.fetch("--netrc-file", "none", origin.url + "/")
    expect(named, 2, says: "none")
    try FileManager.default.removeItem(atPath: program.directory.file(".netrc"))
    #expect(try program.fetch("-n", origin.url + "/").text == "- -")
  }
}
