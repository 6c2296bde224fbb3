import TestSupport
import Testing

/// Contract, "Which stored response may answer": which server.
@Suite("fetch: what decides which server answers is part of what a response is found by", .timed)
struct FetchServerTests {
  /// Two servers for one URL: the URL's own, and the one that the words lead to.
  typealias Row = (name: String, words: @Sendable (_ own: Origin, _ other: Origin) -> [String])
  static let routes: [Row] = [
    ("a Host field", { _, _ in ["-H", "Host: other.test"] }),
    ("--connect-to", { own, other in ["--connect-to", "127.0.0.1:\(own.port):127.0.0.1:\(other.port)"] }),
    ("--connect-to for any host", { _, other in ["--connect-to", "::127.0.0.1:\(other.port)"] }),
  ]

  private static func page(_ name: String) throws -> Origin {
    try Origin { request in
      .fresh(request["Host"] == "other.test" ? "other" : name, fields: [("ETag", "\"\(name)\"")])
    }
  }

  @Test("each server's answer is its own", arguments: routes.indices)
  func route(_ index: Int) throws {
    let (own, other) = (try Self.page("own"), try Self.page("other"))
    let words = Self.routes[index].words(own, other)
    let (program, url) = (try BuiltProgram(), own.url + "/")
    for _ in 1...2 {
      #expect(try program(["fetch"] + words + [url]).text == "other")
      #expect(try program.fetch(url).text == "own")
    }
    #expect(own.requests.count + other.requests.count == 2)
    #expect(try program.inspect("-q", url).text.isEmpty == false)
    #expect(try program.inspected(url).compactMap { $0["server"] }.count == 1)
  }

  @Test("--resolve for the host of the URL, and for no other")
  func resolve() throws {
    let origin = try Origin { .fresh($0["Host"] ?? "") }
    let (program, url) = (try BuiltProgram(), "http://localhost:\(origin.port)/")
    #expect(try program.fetch(url).code == 0)
    let here = ["--resolve", "localhost:\(origin.port):127.0.0.1"]
    #expect(try program(["fetch", "--expect", "source=network"] + here + [url]).code == 0)
    #expect(try program(["fetch", "--expect", "source=cache"] + here + [url]).code == 0)
    let elsewhere = ["--resolve", "else.test:\(origin.port):127.0.0.1", "--resolve", "localhost:1:127.0.0.1"]
    #expect(try program(["fetch", "--expect", "source=cache"] + elsewhere + [url]).code == 0)
    #expect(origin.requests.count == 2)
  }

  @Test("--unix-socket, by whatever path it is named")
  func unixSocket() throws {
    let program = try BuiltProgram()
    let path = program.directory.file("s")
    let behind = try Origin(socket: path) { _ in .fresh("socket") }
    let origin = try Origin(always: .fresh("network"))
    let url = origin.url + "/"
    #expect(try program.fetch("--unix-socket", path, url).text == "socket")
    #expect(try program.fetch(url).text == "network")
    #expect(try program.fetch("--unix-socket", path, "--expect", "source=cache", url).text == "socket")
    #expect(behind.requests.count == 1 && origin.requests.count == 1)
  }

  @Test("a Host field that says what the URL says is no other server")
  func sameHost() throws {
    let origin = try Origin(always: .fresh())
    let (program, url) = (try BuiltProgram(), origin.url + "/")
    #expect(try program.fetch(url).code == 0)
    let words = ["-H", "Host: 127.0.0.1:\(origin.port)", "--expect", "source=cache", url]
    #expect(try program(["fetch"] + words).code == 0)
  }

  @Test("what came without verification answers only -k; what came with it also answers -k")
  func verification() throws {
    let nginx = try Nginx("page", bytes("one"), tls: .own())
    let program = try BuiltProgram()
    let verified = ["fetch", "--cacert", nginx.certificate, "--json", nginx.url]
    let unverified = ["fetch", "-k", "--json", nginx.url]
    func source(_ words: [String]) throws -> String? { try program(words).object["source"] as? String }
    #expect(try source(unverified) == "network")
    #expect(try source(verified) == "network", "nothing vouches for the first answer")
    #expect(try source(unverified) == "cache")
    #expect(try program(["trim", "--all"]).code == 0)
    #expect(try source(verified) == "network")
    #expect(try source(unverified) == "cache")
    try nginx.replace("page", bytes("another"))
    #expect(try source(unverified + ["--policy", "revalidate"]) == "network")
    #expect(try program.fetch("-k", nginx.url).text == "another")
    #expect(try program.fetch("--cacert", nginx.certificate, nginx.url).text == "one", "stays as it was")
  }

  @Test("a 304 that nothing vouches for leaves what was verified as it was")
  func unverifiedConfirmation() throws {
    let nginx = try Nginx("page", bytes("one"), tls: .own())
    let program = try BuiltProgram()
    #expect(try program.fetch("--cacert", nginx.certificate, "--user-info", "a=1", nginx.url).code == 0)
    let confirmed = try program(["fetch", "-k", "--json", "--policy", "revalidate", nginx.url]).object
    #expect(confirmed["source"] as? String == "revalidated" && confirmed["stored"] as? Bool == true)
    #expect(
      try program.inspected(nginx.url).map { ($0["server"] ?? "").prefix { $0 != "=" } }.sorted() == [
        "trusts-certificates", "unverified",
      ])
  }

  @Test("parts that were verified stay beside what comes without verification")
  func unverifiedParts() throws {
    let nginx = try Nginx("page", bytes("0123456789"), tls: .own())
    let program = try BuiltProgram()
    let verified = ["fetch", "--cacert", nginx.certificate, "-r", "0-4"]
    #expect(try program(verified + [nginx.url]).text == "01234")
    #expect(try program.fetch("-k", "-r", "5-9", nginx.url).text == "56789")
    #expect(try program.fetch("-k", "--policy", "reload", nginx.url).text == "0123456789")
    #expect(try program(verified + ["--policy", "cache-only", nginx.url]).text == "01234")
  }

  @Test("RFC 9111 §4.4: an unsafe method makes invalid what was got from its own server, and counts the rest")
  func invalidation() throws {
    let origin = try Origin { .fresh($0.method == "GET" ? $0["Host"] ?? "" : "posted") }
    let (program, url) = (try BuiltProgram(), origin.url + "/")
    let other = ["-H", "Host: other.test"]
    #expect(try program.fetch(url).code == 0)
    #expect(try program(["fetch"] + other + [url]).code == 0)
    let posted = try program(["fetch", "--explain", "-d", "x"] + other + [url])
    let told = posted.errors.split { " \n".contains($0) }.joined(separator: " ")
    #expect(told.contains("1 stored") && told.contains("1 from another server"))
    #expect(try program.fetch("--expect", "source=cache", url).code == 0)
    #expect(try program(["fetch", "--expect", "source=network"] + other + [url]).code == 0)
  }

  @Test("revalidate by rule stays with the server, and counts what it passes over")
  func revalidation() throws {
    let origin = try Origin(always: .fresh(fields: [("ETag", "\"1\"")]))
    let (program, url) = (try BuiltProgram(), origin.url + "/")
    #expect(try program.fetch(url).code == 0)
    #expect(try program.fetch("-H", "Host: other.test", url).code == 0)
    let run = try program(["revalidate", "--all"])
    #expect(run.code == 0 && run.text.split(separator: "\n").count == 1)
    #expect(run.errors.contains("1 stored that were got from another server"))
    #expect(origin.requests.last?["Host"] == "127.0.0.1:\(origin.port)")
    #expect(
      try program(["revalidate", "--all", "-H", "Host: other.test"]).text.split(separator: "\n").count == 1)
    #expect(origin.requests.last?["Host"] == "other.test")
  }

  @Test("the wire gets the path as it is stored")
  func path() throws {
    let origin = try Origin { .fresh($0.target) }
    let program = try BuiltProgram()
    for target in ["/a/%2e%2e/x", "/x", "/b/../x", "/%78"] {
      #expect(try program.fetch(origin.url + target).text == "/x", "\(target)")
    }
    #expect(origin.requests.map(\.target) == ["/x"])
  }
}
