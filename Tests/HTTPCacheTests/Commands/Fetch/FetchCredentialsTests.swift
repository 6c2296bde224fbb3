import TestSupport
import Testing

/// Contract, "Which stored response may answer": who asked.
@Suite("fetch: a response is for those who asked with the same credentials (RFC 9111 §3.5)", .timed)
struct FetchCredentialsTests {
  /// Each user's own page; the tag is the user's too, unless told.
  private static func pages(_ control: String, tag: String? = nil) throws -> Origin {
    try Origin { request in
      // Backwards, so that the credential itself is nowhere in the answer.
      let names = ["Cookie", "Authorization", "X-Api-Key", "PRIVATE-TOKEN"]
      let user = String((names.compactMap { request[$0] }.first ?? "nobody").reversed()).filter { $0 != " " }
      let entity = tag ?? "\"\(user)\""
      let fields = [("Cache-Control", control), ("ETag", entity)]
      let tags = (request["If-None-Match"] ?? "").split(separator: ",").map { $0.drop { $0 == " " } }
      return tags.contains { $0 == entity }
        ? .text("", status: 304, fields: fields) : .text("page of \(user)", fields: fields)
    }
  }

  static let users = [
    [], ["-H", "Cookie: id=alice"], ["-H", "Cookie: id=bob"], ["-u", "alice:x"], ["-u", "bob:x"],
    ["-H", "X-Api-Key: id=alice-key"], ["-H", "X-Api-Key: carol"], ["-H", "PRIVATE-TOKEN: dave"],
  ]

  @Test(
    "as if Vary named each field of a credential, unless a shared cache could reuse it and it is not private",
    arguments: [
      ("max-age=60", 8), ("private, max-age=60", 8), ("public, private, max-age=60", 8),
      ("public, max-age=60", 1), ("s-maxage=60, max-age=60", 1), ("must-revalidate, max-age=60", 1),
    ])
  func identities(_ control: String, _ requests: Int) throws {
    let origin = try Self.pages(control)
    let (program, url) = (try BuiltProgram(), origin.url + "/")
    var pages: [String] = []
    for _ in 1...2 {
      for user in Self.users { pages.append(try program(["fetch"] + user + [url]).text) }
    }
    #expect(origin.requests.count == requests)
    #expect(Set(pages).count == requests)
    #expect(pages.prefix(8) == pages.suffix(8), "side by side")
    for name in ["cache.db", "cache.db-wal"] {
      let stored = String(
        decoding: program.directory.contents(of: "cache/" + name) ?? [], as: Unicode.ASCII.self)
      #expect(
        !stored.contains("id=alice") && !stored.contains("YWxpY2U6eA"), "the digest, not the credential")
    }
  }

  @Test(
    "a field that Vary names and whose name says that it is a credential is stored as a digest (RFC 9111 §7.3)",
    arguments: ["X-Api-Key", "X-Auth-Token", "Authorization"])
  func varyNamesCredential(_ name: String) throws {
    let origin = try Origin { request in
      .text(
        "\((request[name] ?? "").utf8.count)",
        fields: [("Cache-Control", "public, max-age=60"), ("Vary", name)])
    }
    let (program, url) = (try BuiltProgram(), origin.url + "/")
    for value in ["s3cret-1", "s3cret-long", "s3cret-1", "s3cret-long"] {
      #expect(try program.fetch("-H", "\(name): \(value)", url).text == "\(value.utf8.count)")
    }
    #expect(origin.requests.count == 2, "variants are still told apart")
    for file in ["cache.db", "cache.db-wal"] {
      let stored = String(
        decoding: program.directory.contents(of: "cache/" + file) ?? [], as: Unicode.ASCII.self)
      #expect(!stored.contains("s3cret"))
    }
  }

  @Test(
    "what lets others have it does so while fresh, or once confirmed",
    arguments: ["max-age=600, s-maxage=0", "no-cache, must-revalidate, max-age=0", "public, no-cache"])
  func onceConfirmed(_ control: String) throws {
    let origin = try Self.pages(control, tag: "\"same\"")
    let (program, url) = (try BuiltProgram(), origin.url + "/")
    #expect(try program.fetch("-u", "alice:x", url).code == 0)
    for other in [["-u", "bob:x"], [], ["-H", "Cookie: id=bob"]] {
      #expect(try program(["fetch", "--policy", "cache-only"] + other + [url]).code == 4, "\(other)")
      for words in [["--policy", "cache-else-load"], ["--ttl", "600"], ["--max-stale"], []] {
        let run = try program(["fetch", "--expect", "source=revalidated"] + words + other + [url])
        #expect(run.code == 0, "\(words) \(other)")
      }
    }
    #expect(try program.fetch("-u", "alice:x", "--policy", "cache-only", url).code == 0)
    origin.stop()
    #expect(try program.fetch("--stale-if-unreachable", "-u", "bob:x", url).code == 3)
  }

  @Test("a private cache serves nothing that it may not store, though a shared one stored it")
  func otherRole() throws {
    let fields = [("Cache-Control", "no-store, max-age=600"), ("CDN-Cache-Control", "max-age=600")]
    let origin = try Origin(always: .text("x", fields: fields))
    let (program, url) = (try BuiltProgram(), origin.url + "/")
    #expect(try program.fetch("--shared", "--expect", "stored", url).code == 0)
    #expect(try program.fetch("--shared", "--expect", "source=cache", url).code == 0)
    #expect(try program.fetch("--policy", "cache-only", url).code == 4)
    #expect(try program.fetch("--expect", "source=network", "--expect", "not-stored", url).code == 0)
  }

  @Test("in a URL as with -u; a user without credentials is one more")
  func inURL() throws {
    let origin = try Self.pages("max-age=60")
    let program = try BuiltProgram()
    let place = "127.0.0.1:\(origin.port)/"
    let urls = ["http://alice:x@\(place)", "http://bob:x@\(place)", "http://\(place)"]
    let run = try program(["fetch", "--json", "-Z", "1"] + urls + urls)
    #expect(
      try run.objects.map { $0["source"] as? String } == [
        "network", "network", "network", "cache", "cache", "cache",
      ])
    #expect(try program.fetch("-u", "alice:x", "--expect", "source=cache", "http://\(place)").code == 0)
  }

  @Test("equal requests of different users in flight are not one transfer")
  func inFlight() throws {
    let origin = try Self.pages("max-age=60")
    let place = "127.0.0.1:\(origin.port)/"
    let urls = ["http://alice:x@\(place)", "http://bob:x@\(place)", "http://alice:x@\(place)"]
    let run = try BuiltProgram()(["fetch", "--json", "-Z", "3"] + urls)
    #expect(try run.objects.map { $0["coalesced"] as? Bool } == [false, false, true])
    #expect(origin.requests.count == 2)
  }

  @Test("another user's response is confirmed by entity tag and never by date; a reason says so")
  func confirmation() throws {
    let origin = try Self.pages("max-age=60", tag: "\"same\"")
    let (program, url) = (try BuiltProgram(), origin.url + "/")
    #expect(try program.fetch("-u", "alice:x", url).code == 0)
    let other = try program(["fetch", "--json", "-u", "bob:x", url]).object
    #expect(other["source"] as? String == "revalidated")
    #expect(JSONObject(other).codes("reasons").contains("credentials-mismatch"))
    #expect(
      origin.requests.last?["If-None-Match"] == "\"same\""
        && origin.requests.last?["If-Modified-Since"] == nil)
    #expect(try program.fetch("-u", "bob:x", "--expect", "source=cache", url).code == 0)
    let dated = try Origin(always: .fresh("x", fields: [("Last-Modified", "Mon, 12 Jan 2026 16:45:57 GMT")]))
    #expect(try program.fetch("-u", "alice:x", dated.url + "/").code == 0)
    #expect(try program.fetch("-u", "bob:x", dated.url + "/").code == 0)
    #expect(dated.requests.last?["If-Modified-Since"] == nil && dated.requests.last?["If-None-Match"] == nil)
  }

  @Test(
    "nothing is found offline for another user",
    arguments: [
      ["--policy", "cache-only"], ["--only-if-cached"], ["--policy", "cache-else-load"],
      ["--stale-if-unreachable"],
    ])
  func offline(_ words: [String]) throws {
    let origin = try Self.pages("max-age=60, stale-if-error=600")
    let (program, url) = (try BuiltProgram(), origin.url + "/")
    #expect(try program.fetch("-u", "alice:x", url).code == 0)
    origin.stop()
    for user in [["-u", "bob:x"], [], ["-H", "Cookie: id=alice"]] {
      let run = try program(["fetch"] + words + user + [url])
      #expect(run.output.isEmpty && [3, 4].contains(run.code), "\(user)")
    }
    #expect(try program(["fetch"] + words + ["-u", "alice:x", url]).text.hasPrefix("page of"))
  }

  @Test(
    "revalidate leaves what was got with credentials that it is not given, and asks as the one who got it")
  func revalidate() throws {
    let origin = try Self.pages("max-age=60")
    let (program, url) = (try BuiltProgram(), origin.url + "/")
    for user in [[], ["-u", "alice:x"], ["-u", "bob:x"]] {
      #expect(try program(["fetch"] + user + [url]).code == 0)
    }
    let run = try program(["revalidate", "-u", "alice:x", url])
    let outcomes = run.text.split(separator: "\n").compactMap { $0.split(separator: " ").first }.sorted()
    #expect(run.code == 0 && outcomes == ["kept", "not-modified", "not-modified"])
    #expect(Set(origin.requests.suffix(2).map { $0["Authorization"] ?? "" }) == ["", "Basic YWxpY2U6eA=="])
  }

  @Test("a request with content that is GET or HEAD is neither stored nor answered from the store")
  func content() throws {
    let origin = try Origin { .fresh(String(decoding: $0.body, as: UTF8.self)) }
    let (program, url) = (try BuiltProgram(), origin.url + "/")
    #expect(try program.fetch("-X", "GET", "-d", "one", url).text == "one")
    let two = try program.fetched("-X", "GET", "-d", "two", url)
    #expect(two["source"] == "network" && two.bool("stored") == false)
    #expect(two.codes("reasons").contains("request-has-content"))
    #expect(try program.fetch(url).code == 0)
    #expect(try program.fetch("-X", "GET", "-d", "three", url).text == "three")
    #expect(try program.fetch("--expect", "source=cache", url).code == 0, "what is stored stays")
    #expect(try program.fetch("-X", "GET", "-d", "x", "--policy", "cache-only", url).code == 4)
  }

  @Test(
    "a shared cache serves nothing that a shared cache may not store, also where a private one stored it",
    arguments: [
      ("private, max-age=60", []), ("max-age=60", ["-u", "alice:x"]),
    ])
  func roles(_ control: String, _ user: [String]) throws {
    let origin = try Self.pages(control)
    let (program, url) = (try BuiltProgram(), origin.url + "/")
    #expect(try program(["fetch", "--expect", "stored"] + user + [url]).code == 0)
    #expect(try program(["fetch", "--shared", "--expect", "source=network"] + user + [url]).code == 0)
    #expect(try program(["fetch", "--shared", "--policy", "cache-only"] + user + [url]).code == 4)
    let before = origin.requests.count
    origin.stop()
    #expect(try program(["fetch", "--shared", "--stale-if-unreachable"] + user + [url]).code == 3)
    #expect(origin.requests.count == before)
  }

  @Test("nor one that only a private cache has leave to give to others (RFC 9213 §2.2)")
  func targetedLeave() throws {
    let fields = [("Cache-Control", "public, max-age=600"), ("CDN-Cache-Control", "max-age=600")]
    let origin = try Origin { .text($0["Authorization"] ?? "", fields: fields) }
    let (program, url) = (try BuiltProgram(), origin.url + "/")
    #expect(try program.fetch("-u", "alice:x", "--expect", "stored", url).code == 0)
    #expect(try program.fetch(url).text == "Basic YWxpY2U6eA==", "public for a private cache")
    for user in [[], ["-u", "bob:x"]] {
      #expect(try program(["fetch", "--shared", "--policy", "cache-only"] + user + [url]).code == 4)
    }
  }

  @Test("revalidate says kept where it removed nothing")
  func keptByRole() throws {
    let origin = try Origin(always: .text("x", fields: [("Cache-Control", "private, max-age=600")]))
    let (program, url) = (try BuiltProgram(), origin.url + "/")
    #expect(try program.fetch(url).code == 0)
    #expect(try program(["revalidate", "--shared", url]).text.hasPrefix("kept "))
    #expect(try program.fetch("--policy", "cache-only", url).code == 0)
  }

  @Test("nor a response that still has a field which only a private cache may keep (RFC 9111 §5.2.2.7)")
  func privateField() throws {
    let origin = try Self.pages("private=\"X-User\", max-age=60")
    let fields = try Origin(
      always: .text("x", fields: [("Cache-Control", "private=\"X-User\", max-age=60"), ("X-User", "alice")]))
    for origin in [origin, fields] {
      let (program, url) = (try BuiltProgram(), origin.url + "/")
      #expect(try program.fetch("--expect", "stored", url).code == 0)
      let isFieldKept = origin === fields
      #expect(try program.fetch("--shared", "--policy", "cache-only", url).code == (isFieldKept ? 4 : 0))
    }
  }
}
