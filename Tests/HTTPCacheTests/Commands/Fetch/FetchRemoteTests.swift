import Foundation
import TestSupport
import Testing

@Suite("fetch --remote: two machines share through real servers")
struct FetchRemoteTests {
  /// A machine with a cache of its own.
  private struct Machine {
    let program: BuiltProgram
    let server: RemoteServers

    init(_ server: RemoteServers) throws { (program, self.server) = (try BuiltProgram(), server) }

    func fetch(_ words: String..., mode: String = "read-write", environment: [String: String] = [:]) throws
      -> Executable.Run
    {
      try program(
        ["fetch", "--remote", server.url, "--remote-mode", mode] + words,
        environment: server.environment.merging(environment) { $1 })
    }

    func object(_ words: String...) throws -> JSONObject {
      let words = ["fetch", "--json", "--remote", server.url, "--remote-mode", "read-write"] + words
      return try JSONObject(#require(try program(words, environment: server.environment).objects.first))
    }

    func stats() throws -> JSONObject {
      try JSONObject(program(["stats", "--json"]).object).object("remote")
    }
  }

  /// An origin whose answers say how often it was asked.
  private static func origin(_ fields: (String, String)..., size: Int = 9) throws -> Origin {
    let content = [UInt8](repeating: 0x61, count: size)
    let all = fields + [("X-Odd", "caf\u{E9} \u{FF}")]
    return try Origin { _ in .response(fields: all, body: content) }
  }

  @Test("what one machine stored answers the other, and is kept there", arguments: RemoteServers.installed)
  func shared(kind: RemoteServers.Kind) throws {
    let server = try RemoteServers(kind)
    let origin = try Self.origin(("Cache-Control", "max-age=600"), ("ETag", "\"1\""))
    let (one, other) = (try Machine(server), try Machine(server))
    let first = try one.object(origin.url)
    #expect(first["source"] == "network" && first.bool("remote") == false)
    let second = try other.object(origin.url)
    #expect(second["source"] == "cache" && second.bool("remote") == true)
    // The third is a hit of its own cache: no remote is asked, or named.
    #expect(try other.program.fetched(origin.url)["source"] == "cache")
    #expect(origin.requests.count == 1)
    let stats = try (one.stats(), other.stats())
    #expect(stats.0.int("misses") == 1 && stats.0.int("writes") == 1)
    #expect(stats.1.int("hits") == 1 && stats.1.int("bytes") == 9)
  }

  @Test("bodies of every size, also beyond what is held in memory", arguments: RemoteServers.installed)
  func sizes(kind: RemoteServers.Kind) throws {
    let server = try RemoteServers(kind)
    for size in [0, 1, 16 << 10, 70_000, 3 << 20] {
      let origin = try Self.origin(("Cache-Control", "max-age=600"), size: size)
      let (one, other) = (try Machine(server), try Machine(server))
      #expect(try one.fetch(origin.url).output.count == size)
      let run = try other.fetch("--expect", "source=cache", origin.url)
      #expect(run.code == 0 && run.output == [UInt8](repeating: 0x61, count: size), "\(size): \(run.errors)")
    }
  }

  @Test("fields as they came, byte for byte; a digest of the URL, not the URL")
  func document() throws {
    let server = try RemoteServers(.nginx)
    let origin = try Self.origin(("Cache-Control", "max-age=600"), ("Vary", "Accept-Language"))
    let (one, other) = (try Machine(server), try Machine(server))
    _ = try one.fetch("-H", "Accept-Language: de", origin.url + "/secret-path")
    let run = try other.fetch("-i", "-H", "Accept-Language: de", origin.url + "/secret-path")
    #expect(run.output.firstRange(of: Array("X-Odd: caf\u{E9} \u{FF}".utf8)) != nil)
    let heads = server.files("ac")
    #expect(heads.count == 1 && server.files("cas").count == 1)
    let text = String(decoding: heads.values.first ?? [], as: UTF8.self)
    #expect(!text.contains("secret-path") && text.contains(#""vary":["accept-language"]"#))
    #expect(text.contains(#""selecting":[["Accept-Language","de"]]"#))
  }

  @Test("variants lie side by side (RFC 9111 §4.1)")
  func variants() throws {
    let server = try RemoteServers(.nginx)
    let origin = try Origin { request in
      .response(
        fields: [("Cache-Control", "max-age=600"), ("Vary", "Accept-Language")],
        body: bytes(request.field("Accept-Language") ?? ""))
    }
    let (one, other) = (try Machine(server), try Machine(server))
    for language in ["de", "en", "fr"] { _ = try one.fetch("-H", "Accept-Language: " + language, origin.url) }
    for language in ["de", "en", "fr"] {
      let run = try other.fetch("--expect", "source=cache", "-H", "Accept-Language: " + language, origin.url)
      #expect(run.code == 0 && run.text == language)
    }
    #expect(server.files("ac").count == 1 && origin.requests.count == 3)
  }

  @Test("a 304 rewrites the head only, and the confirmed response is served (RFC 9111 §4.3.4)")
  func confirmed() throws {
    let server = try RemoteServers(.nginx)
    let origin = try staleOrigin("max-age=1")
    let (one, other) = (try Machine(server), try Machine(server))
    #expect(try one.fetch(origin.url).code == 0)
    let before = server.files("ac")
    let object = try other.object("-H", "Cache-Control: max-age=0", origin.url)
    #expect(object["source"] == "revalidated" && object.bool("remote") == true)
    let after = server.files("ac")
    #expect(before != after && server.files("cas").count == 1)
    #expect(String(decoding: after.values.first ?? [], as: UTF8.self).contains("X-Confirmed"))
    #expect(origin.requests.map { $0.field("If-None-Match") } == [nil, "\"v1\""])
  }

  @Test("read only unless told: nothing is written")
  func readOnly() throws {
    let server = try RemoteServers(.nginx)
    let origin = try Self.origin(("Cache-Control", "max-age=600"))
    _ = try Machine(server).fetch(origin.url, mode: "read")
    #expect(server.files("ac").isEmpty && server.files("cas").isEmpty)
  }

  static let kept: [(name: String, fields: [(String, String)], words: [String])] = [
    ("private (§5.2.2.7)", [("Cache-Control", "private, max-age=60")], []),
    (
      "Authorization, also with public (§3.5)", [("Cache-Control", "public, max-age=60")],
      ["-u", "me:s3cret"]
    ),
    ("a cookie", [("Cache-Control", "public, max-age=60")], ["-b", "session=s3cret"]),
    (
      "a token in a field of another name", [("Cache-Control", "public, max-age=60")],
      ["-H", "X-Api-Key: s3cret"]
    ),
    (
      "a credential that selects (§4.1)", [("Cache-Control", "public, max-age=60"), ("Vary", "Cookie")],
      ["-b", "a=s3cret"]
    ),
    ("--storage memory", [("Cache-Control", "max-age=60")], ["--storage", "memory"]),
    ("no-store", [("Cache-Control", "no-store")], []),
    ("Set-Cookie without public", [("Cache-Control", "max-age=60"), ("Set-Cookie", "a=s3cret")], []),
  ]
  @Test("stays on this machine, and the remote cache is not even asked with credentials", arguments: kept)
  func notShared(_ row: (name: String, fields: [(String, String)], words: [String])) throws {
    let server = try RemoteServers(.nginx)
    let fields = row.fields
    let origin = try Origin { _ in .response(fields: fields, body: bytes("s3cret")) }
    let program = try BuiltProgram()
    let words = ["fetch", "--explain", "--remote", server.url, "--remote-mode", "read-write"] + row.words
    let run = try program(words + [origin.url])
    #expect(run.code == 0 && server.files("ac").isEmpty && server.files("cas").isEmpty, "\(run.errors)")
    #expect(run.errors.contains("remote cache"))
  }

  @Test("fields that are not stored do not leave either")
  func stripped() throws {
    let server = try RemoteServers(.nginx)
    let origin = try Self.origin(
      ("Cache-Control", "public, max-age=600, private=\"X-User\""), ("X-User", "s3cret"),
      ("X-Mine", "s3cret"),
      ("Set-Cookie", "a=s3cret"), ("Connection", "X-Hop"), ("X-Hop", "s3cret"))
    _ = try Machine(server).fetch("--strip-header", "X-Mine", "--user-info", "me=s3cret", origin.url)
    let heads = server.files("ac").values.map { String(decoding: $0, as: UTF8.self) }
    #expect(heads.count == 1 && !heads[0].contains("s3cret"))
  }

  @Test("an unsafe method: what was stored before answers no more, on either machine (RFC 9111 §4.4)")
  func invalidated() throws {
    let server = try RemoteServers(.nginx)
    let origin = try Self.origin(("Cache-Control", "max-age=600"))
    let (one, other, reader) = (try Machine(server), try Machine(server), try Machine(server))
    _ = try one.fetch(origin.url)
    // A machine that may not write still knows for itself.
    _ = try reader.fetch("-X", "DELETE", origin.url, mode: "read")
    #expect(try reader.fetch("--expect", "source=network", origin.url, mode: "read").code == 0)
    _ = try other.fetch("-X", "DELETE", origin.url)
    #expect(try Machine(server).fetch("--expect", "source=network", origin.url).code == 0)
  }

  @Test("the network was not allowed: neither is the remote cache asked")
  func withoutNetwork() throws {
    let server = try RemoteServers(.nginx)
    let origin = try Self.origin(("Cache-Control", "max-age=600"))
    _ = try Machine(server).fetch(origin.url)
    for words in [["--only-if-cached"], ["--policy", "cache-only"]] {
      let run = try Machine(server).program(["fetch", "--remote", server.url] + words + [origin.url])
      #expect(run.code == 4)
    }
  }

  @Test("a token from the environment or from [remote] of the configuration; never from arguments")
  func token() throws {
    let server = try RemoteServers(.nginx, token: "Bearer t0ken")
    let origin = try Self.origin(("Cache-Control", "max-age=600"))
    let header = ["HTTPCACHE_REMOTE_HEADER": "Authorization: Bearer t0ken"]
    let run = try Machine(server).fetch("-v", "--explain", origin.url, environment: header)
    #expect(server.files("ac").count == 1 && !run.errors.contains("t0ken"))
    let other = try Machine(server)
    let home = other.program.directory.file("home")
    try FileManager.default.createDirectory(atPath: home + "/httpcache", withIntermediateDirectories: true)
    let file = URL(fileURLWithPath: home + "/httpcache/config")
    try Data("remote = \(server.url)\n[remote]\nAuthorization: Bearer t0ken\n".utf8).write(to: file)
    let words = ["fetch", "--expect", "source=cache", origin.url]
    let configured = ["XDG_CONFIG_HOME": home]
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    #expect(try other.program(words, environment: configured).code == 2)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    #expect(try other.program(words, environment: configured).code == 0)
    // Without it the server refuses, and the origin answers.
    let refused = try Machine(server).fetch("--expect", "source=network", origin.url)
    #expect(
      refused.code == 0 && refused.errors.contains("401")
        && refused.errors.contains("HTTPCACHE_REMOTE_HEADER"))
  }

  static let wrong: [(url: String, environment: [String: String], says: String)] = [
    ("https://me:s3cret@cache.test/", [:], "HTTPCACHE_REMOTE_HEADER"),
    ("ftp://cache.test/", [:], "not the URL"),
    ("https://cache.test/?a", [:], "not the URL"), ("s3://", [:], "names no bucket"),
    ("s3://bucket/../x", [:], "no .."), ("s3://bucket", [:], "AWS_ACCESS_KEY_ID"),
  ]
  @Test("what can't be understood is an error of usage, and no secret is printed", arguments: wrong)
  func refused(_ row: (url: String, environment: [String: String], says: String)) throws {
    let run = try BuiltProgram().fetch("--remote", row.url, "http://a.test/", environment: row.environment)
    #expect(run.code == 2 && run.errors.contains(row.says) && !run.errors.contains("s3cret"), "\(run.errors)")
  }

  static let laundered: [(name: String, control: String, words: [String])] = [
    ("-u", "public, max-age=0", ["-u", "me:pass"]), ("-b", "public, max-age=0", ["-b", "a=1"]),
    ("X-Api-Key", "max-age=0", ["-H", "X-Api-Key: 1"]), ("Set-Cookie", "max-age=0", ["-H", "X-Sets: 1"]),
  ]
  @Test(
    "what was got with credentials does not leave when it is confirmed without (RFC 9111 §3.5)",
    arguments: laundered)
  func confirmedWithout(_ row: (name: String, control: String, words: [String])) throws {
    let server = try RemoteServers(.nginx)
    let control = row.control
    let origin = try Origin { request in
      var fields = [("Cache-Control", control), ("ETag", "\"1\"")]
      if request.field("If-None-Match") != nil { return .response(status: 304, fields: fields) }
      if request.field("X-Sets") != nil { fields.append(("Set-Cookie", "a=1")) }
      return .response(fields: fields, body: bytes("s3cret"))
    }
    let machine = try Machine(server)
    _ = try machine.program(
      ["fetch", "--remote", server.url, "--remote-mode", "read-write"] + row.words + [origin.url])
    #expect(try machine.object(origin.url)["source"] == "revalidated")
    let words = ["revalidate", "--remote", server.url, "--remote-mode", "read-write", origin.url]
    #expect(try machine.program(words).code == 0)
    #expect(server.files("ac").isEmpty && server.files("cas").isEmpty)
  }

  @Test(
    "an answer that may not be stored outdates what the remote cache has, on this machine or, if it may write, on all"
  )
  func outdated() throws {
    let server = try RemoteServers(.nginx)
    let count = Counter()
    let origin = try Origin { _ in
      let number = count.next()
      let control = number == 1 ? "max-age=600" : "no-store"
      return .response(fields: [("Cache-Control", control)], body: bytes("\(number)"))
    }
    _ = try Machine(server).fetch(origin.url)
    let reader = try Machine(server)
    #expect(try reader.fetch("--policy", "reload", origin.url, mode: "read").text == "2")
    #expect(try reader.fetch(origin.url, mode: "read").text == "3")
    #expect(try Machine(server).fetch("--policy", "reload", origin.url).text == "4")
    #expect(try Machine(server).fetch(origin.url, mode: "read").text == "5")
    let heads = server.files("ac").values.map { String(decoding: $0, as: UTF8.self) }
    #expect(heads.count == 1 && heads[0].contains(#""responses":[]"#))
  }

  @Test("a damaged body of any size is written anew by the machine that found it")
  func mended() throws {
    let server = try RemoteServers(.nginx)
    for size in [9, 200_000] {
      let origin = try Self.origin(("Cache-Control", "max-age=600"), size: size)
      _ = try Machine(server).fetch(origin.url)
      let digest = try #require(server.files("cas").first { $0.value.count == size }?.key)
      try server.replace("cas/\(digest)", with: String(repeating: "b", count: size))
      #expect(try Machine(server).fetch("--expect", "source=network", origin.url).code == 0)
      #expect(try Machine(server).fetch("--expect", "source=cache", origin.url).code == 0)
    }
  }

  @Test("revalidate writes the head anew, and no body that lies there")
  func revalidated() throws {
    let server = try RemoteServers(.nginx)
    let origin = try staleOrigin("max-age=0")
    let machine = try Machine(server)
    _ = try machine.fetch(origin.url)
    let name = try #require(server.files("cas").keys.first)
    try server.remove("cas/\(name)")
    let words = ["revalidate", "--remote", server.url, "--remote-mode", "read-write", origin.url]
    #expect(try machine.program(words).code == 0)
    let heads = server.files("ac").values.map { String(decoding: $0, as: UTF8.self) }
    #expect(heads.count == 1 && heads[0].contains("X-Confirmed") && server.files("cas").isEmpty)
  }

  @Test("read-only: what is found is served, and nothing is stored")
  func readOnlyCache() throws {
    let server = try RemoteServers(.nginx)
    let origin = try Self.origin(("Cache-Control", "max-age=600"))
    _ = try Machine(server).fetch(origin.url)
    for words in [["--read-only"], ["--storage", "never"], ["-H", "Cache-Control: no-store"]] {
      let machine = try Machine(server)
      let run = try machine.program(["fetch", "--json", "--remote", server.url] + words + [origin.url])
      let object = try JSONObject(run.object)
      #expect(object.bool("remote") == true && object.bool("stored") == false, "\(words)")
      #expect(try machine.program.fetch("--only-if-cached", origin.url).code == 4)
    }
  }

  @Test("one URL many times in one run: the origin is asked once (RFC 9111 §4)")
  func collapsed() throws {
    let server = try RemoteServers(.nginx)
    let origin = try Self.origin(("Cache-Control", "max-age=600"))
    let machine = try Machine(server)
    let urls = [String](repeating: origin.url, count: 12)
    let run = try machine.program(["fetch", "--remote", server.url, "-q"] + urls)
    #expect(run.code == 0 && run.output.count == 12 * 9 && origin.requests.count == 1)
  }

  @Test("several fields in $HTTPCACHE_REMOTE_HEADER, one a line; what is none is refused and not shown")
  func severalFields() throws {
    let remote = try Origin { _ in .response(status: 404) }
    let origin = try Self.origin(("Cache-Control", "max-age=600"))
    let program = try BuiltProgram()
    let two = ["HTTPCACHE_REMOTE_HEADER": "Authorization: Bearer abc\r\nX-Team: red\n"]
    #expect(try program.fetch("--remote", remote.url, origin.url, environment: two).code == 0)
    let request = try #require(remote.requests.first)
    #expect(request.field("Authorization") == "Bearer abc" && request.field("X-Team") == "red")
    for text in ["Bearer s3cret", "s3cret value: x", "A:"] {
      let run = try program.fetch(
        "--remote", remote.url, origin.url, environment: ["HTTPCACHE_REMOTE_HEADER": text])
      #expect(run.code == 2 && !run.errors.contains("s3cret"), "\(run.errors)")
    }
  }

  @Test(
    "WebDAV: directories that are missing are made, however many",
    .enabled(if: RemoteServers.installed.contains(.apache)))
  func collections() throws {
    let server = try RemoteServers(.apache)
    for (path, size) in [("/one/two", 9), ("/three", 3 << 20)] {
      let origin = try Self.origin(("Cache-Control", "max-age=600"), size: size)
      let words = ["fetch", "--remote", server.url + path, "--remote-mode", "read-write", origin.url]
      let run = try BuiltProgram()(words)
      #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
      #expect(try BuiltProgram()(words + ["--expect", "source=cache"]).code == 0)
    }
  }
}
