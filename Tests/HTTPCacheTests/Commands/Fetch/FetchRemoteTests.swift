import Foundation
import TestSupport
import Testing

@Suite("fetch --remote: two machines share through real servers", .timed)
struct FetchRemoteTests {
  @Test("what one machine stored answers the other, and is kept there", arguments: RemoteServers.installed)
  func shared(kind: RemoteServers.Kind) throws {
    let server = try RemoteServers(kind)
    let origin = try remoteOrigin(("Cache-Control", "max-age=600"), ("ETag", "\"1\""))
    let (one, other) = (try RemoteMachine(server), try RemoteMachine(server))
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
      let origin = try remoteOrigin(("Cache-Control", "max-age=600"), size: size)
      let (one, other) = (try RemoteMachine(server), try RemoteMachine(server))
      #expect(try one.fetch(origin.url).output.count == size)
      let run = try other.fetch("--expect", "source=cache", origin.url)
      #expect(run.code == 0 && run.output == [UInt8](repeating: 0x61, count: size), "\(size): \(run.errors)")
    }
  }

  @Test("fields as they came, byte for byte; a digest of the URL, not the URL")
  func document() throws {
    let server = try RemoteServers(.nginx)
    let origin = try remoteOrigin(("Cache-Control", "max-age=600"), ("Vary", "Accept-Language"))
    let (one, other) = (try RemoteMachine(server), try RemoteMachine(server))
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
    let (one, other) = (try RemoteMachine(server), try RemoteMachine(server))
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
    let (one, other) = (try RemoteMachine(server), try RemoteMachine(server))
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
    let origin = try remoteOrigin(("Cache-Control", "max-age=600"))
    _ = try RemoteMachine(server).fetch(origin.url, mode: "read")
    #expect(server.files("ac").isEmpty && server.files("cas").isEmpty)
  }

  @Test("an unsafe method: what was stored before answers no more, on either machine (RFC 9111 §4.4)")
  func invalidated() throws {
    let server = try RemoteServers(.nginx)
    let origin = try remoteOrigin(("Cache-Control", "max-age=600"))
    let (one, other, reader) = (
      try RemoteMachine(server), try RemoteMachine(server), try RemoteMachine(server)
    )
    _ = try one.fetch(origin.url)
    // A machine that may not write still knows for itself.
    _ = try reader.fetch("-X", "DELETE", origin.url, mode: "read")
    #expect(try reader.fetch("--expect", "source=network", origin.url, mode: "read").code == 0)
    _ = try other.fetch("-X", "DELETE", origin.url)
    #expect(try RemoteMachine(server).fetch("--expect", "source=network", origin.url).code == 0)
  }

  @Test("the network was not allowed: neither is the remote cache asked")
  func withoutNetwork() throws {
    let server = try RemoteServers(.nginx)
    let origin = try remoteOrigin(("Cache-Control", "max-age=600"))
    _ = try RemoteMachine(server).fetch(origin.url)
    for words in [["--only-if-cached"], ["--policy", "cache-only"]] {
      let run = try RemoteMachine(server).program(["fetch", "--remote", server.url] + words + [origin.url])
      expect(run, 4)
    }
  }

  @Test("a token from the environment or from [remote] of the configuration; never from arguments")
  func token() throws {
    let server = try RemoteServers(.nginx, token: "Bearer t0ken")
    let origin = try remoteOrigin(("Cache-Control", "max-age=600"))
    let header = ["HTTPCACHE_REMOTE_HEADER": "Authorization: Bearer t0ken"]
    let run = try RemoteMachine(server).fetch("-v", "--explain", origin.url, environment: header)
    #expect(server.files("ac").count == 1 && !run.errors.contains("t0ken"))
    let other = try RemoteMachine(server)
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
    let refused = try RemoteMachine(server).fetch("--expect", "source=network", origin.url)
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
    _ = try RemoteMachine(server).fetch(origin.url)
    let reader = try RemoteMachine(server)
    #expect(try reader.fetch("--policy", "reload", origin.url, mode: "read").text == "2")
    #expect(try reader.fetch(origin.url, mode: "read").text == "3")
    #expect(try RemoteMachine(server).fetch("--policy", "reload", origin.url).text == "4")
    #expect(try RemoteMachine(server).fetch(origin.url, mode: "read").text == "5")
    let heads = server.files("ac").values.map { String(decoding: $0, as: UTF8.self) }
    #expect(heads.count == 1 && heads[0].contains(#""responses":[]"#))
  }

  @Test("a damaged body of any size is written anew by the machine that found it")
  func mended() throws {
    let server = try RemoteServers(.nginx)
    for size in [9, 200_000] {
      let origin = try remoteOrigin(("Cache-Control", "max-age=600"), size: size)
      _ = try RemoteMachine(server).fetch(origin.url)
      let digest = try #require(server.files("cas").first { $0.value.count == size }?.key)
      try server.replace("cas/\(digest)", with: String(repeating: "b", count: size))
      #expect(try RemoteMachine(server).fetch("--expect", "source=network", origin.url).code == 0)
      #expect(try RemoteMachine(server).fetch("--expect", "source=cache", origin.url).code == 0)
    }
  }

  @Test("revalidate writes the head anew, and no body that lies there")
  func revalidated() throws {
    let server = try RemoteServers(.nginx)
    let origin = try staleOrigin("max-age=0")
    let machine = try RemoteMachine(server)
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
    let origin = try remoteOrigin(("Cache-Control", "max-age=600"))
    _ = try RemoteMachine(server).fetch(origin.url)
    for words in [["--read-only"], ["--storage", "never"], ["-H", "Cache-Control: no-store"]] {
      let machine = try RemoteMachine(server)
      let run = try machine.program(["fetch", "--json", "--remote", server.url] + words + [origin.url])
      let object = try JSONObject(run.object)
      #expect(object.bool("remote") == true && object.bool("stored") == false, "\(words)")
      #expect(try machine.program.fetch("--only-if-cached", origin.url).code == 4)
    }
  }

  @Test("one URL many times in one run: the origin is asked once (RFC 9111 §4)")
  func collapsed() throws {
    let server = try RemoteServers(.nginx)
    let origin = try remoteOrigin(("Cache-Control", "max-age=600"))
    let machine = try RemoteMachine(server)
    let urls = [String](repeating: origin.url, count: 12)
    let run = try machine.program(["fetch", "--remote", server.url, "-q"] + urls)
    #expect(run.code == 0 && run.output.count == 12 * 9 && origin.requests.count == 1)
  }

  @Test("several fields in $HTTPCACHE_REMOTE_HEADER, one a line; what is none is refused and not shown")
  func severalFields() throws {
    let remote = try Origin { _ in .response(status: 404) }
    let origin = try remoteOrigin(("Cache-Control", "max-age=600"))
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
      let origin = try remoteOrigin(("Cache-Control", "max-age=600"), size: size)
      let words = ["fetch", "--remote", server.url + path, "--remote-mode", "read-write", origin.url]
      let run = try BuiltProgram()(words)
      #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
      #expect(try BuiltProgram()(words + ["--expect", "source=cache"]).code == 0)
    }
  }
}
