import Foundation
import TestSupport
import Testing

@Suite("fetch: storing and answering from the store", .timed)
struct FetchTests {
  @Test(
    "a fresh response answers the second fetch without a request, byte for byte", arguments: [5, 3_000_000])
  func secondFetchIsAHit(length: Int) throws {
    let origin = try Origin { _ in .generated(fields: [("Cache-Control", "max-age=60")], byteCount: length) }
    let httpcache = try Executable()
    let first = try httpcache("fetch", origin.url)
    let second = try httpcache("fetch", "--expect", "source=cache", origin.url)
    #expect(first.code == 0 && second.code == 0)
    #expect(first.output.count == length && first.output == second.output)
    #expect(origin.requests.count == 1)
  }

  @Test("-i prints the field lines as they came: order, repetition and case")
  func include() throws {
    let sent = [("x-First", "1"), ("Cache-Control", "max-age=60"), ("X-Multi", "a"), ("X-Multi", "b")]
    let origin = try Origin { _ in .response(fields: sent) }
    let httpcache = try Executable()
    let lines = "x-First: 1\r\nCache-Control: max-age=60\r\nX-Multi: a\r\nX-Multi: b\r\nContent-Length: 0\r\n"
    let first = try httpcache("fetch", "-i", origin.url).text
    #expect(
      first == "HTTP/1.1 200 OK\r\n\(lines)"
        + "Cache-Status: httpcache; fwd=uri-miss; fwd-status=200; ttl=60; stored\r\n\r\n")
    let second = try httpcache("fetch", "-i", origin.url).text
    #expect(second.hasPrefix("HTTP/1.1 200 OK\r\n\(lines)Age: "))
    #expect(second.contains("Cache-Status: httpcache; hit; ttl="))
  }

  @Test("-I asks with HEAD and prints the head; a stored GET answers it without its body")
  func head() throws {
    let origin = try origin(("Cache-Control", "max-age=60"))
    let httpcache = try Executable()
    #expect(try httpcache("fetch", "-I", origin.url).text.hasPrefix("HTTP/1.1 200 OK\r\n"))
    _ = try httpcache("fetch", origin.url)
    let hit = try httpcache("fetch", "-I", origin.url).text
    #expect(hit.contains("Cache-Status: httpcache; hit") && hit.hasSuffix("\r\n\r\n"))
    #expect(origin.requests.map(\.method) == ["HEAD", "GET"])
  }

  @Test("-i prints interim responses before the final one")
  func interim() throws {
    let early = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n"
    let origin = try Origin { _ in .response(interim: early) }
    #expect(try Executable()("fetch", "-i", origin.url).text.hasPrefix(early + "HTTP/1.1 200 OK\r\n"))
  }

  @Test("RFC 9111 §4.3.4: a 304 freshens what is stored; the caller sees the stored response")
  func revalidation() throws {
    let origin = try staleOrigin()
    let httpcache = try Executable()
    _ = try httpcache("fetch", origin.url)
    let second = try httpcache("fetch", "--json", "-i", "-o", "body", origin.url)
    let object = try second.object
    #expect(object["source"] as? String == "revalidated" && object["status"] as? Int == 200)
    let body = try String(contentsOfFile: httpcache.directory.file("body"), encoding: .utf8)
    #expect(body.hasSuffix("\r\n\r\nhello\n") && body.contains("X-Confirmed: yes"))
    #expect(origin.requests.last?.field("If-None-Match") == "\"v1\"")
  }

  @Test("RFC 9111 §3: what may not be stored is asked for again", arguments: ["no-store", "NO-STORE=1"])
  func notStored(control: String) throws {
    let origin = try origin(("Cache-Control", control))
    let httpcache = try Executable()
    #expect(try httpcache("fetch", "--expect", "not-stored", origin.url).code == 0)
    #expect(try httpcache("fetch", "--expect", "source=network", origin.url).code == 0)
    #expect(try httpcache("inspect", origin.url).code == 4)
  }

  @Test("credentials do not reach the disk unless asked", arguments: [false, true])
  func credentials(isKept: Bool) throws {
    let origin = try origin(("Cache-Control", "max-age=60"), ("Set-Cookie", "id=secret-1234"))
    let httpcache = try Executable()
    let extra = isKept ? ["--keep-credentials"] : []
    #expect(try httpcache.run(["fetch", "-i", origin.url] + extra).text.contains("secret-1234"))
    #expect(try httpcache("fetch", "-i", origin.url).text.contains("secret-1234") == isKept)
  }

  @Test("a credential that Vary nominates is told from others by a digest, and is not on the disk")
  func variesByCredential() throws {
    let origin = try Origin { request in
      .fresh(String((request["Cookie"] ?? "ydobon").reversed()), fields: [("Vary", "Cookie, Authorization")])
    }
    let program = try BuiltProgram()
    for round in [1, 2] {
      for user in ["id=secret-1234", "id=secret-5678"] {
        let run = try program.fetch("-H", "Cookie: \(user)", "-u", "me:pass-9012", origin.url)
        #expect(run.text == String(user.reversed()), "round \(round)")
      }
    }
    #expect(try program.fetch(origin.url).text == "nobody")
    #expect(origin.requests.count == 3)
    for name in ["cache.db", "cache.db-wal"] {
      let bytes = String(
        decoding: program.directory.contents(of: "cache/" + name) ?? [], as: Unicode.ASCII.self)
      for secret in ["id=secret", "pass-9012", "bWU6cGFzcy05MDEy"] { #expect(!bytes.contains(secret)) }
    }
    let mine = try program.inspected(
      "--request-header", "Cookie: id=secret-1234", "--request-header",
      "Authorization: Basic bWU6cGFzcy05MDEy", origin.url)
    #expect(mine.count == 1)
    let asked = try program(["revalidate", origin.url])
    #expect(asked.code == 0 && asked.text.components(separatedBy: "kept ").count == 3)
    #expect(origin.requests.count == 4, "only the variant that needs no credential can be asked about")
  }

  @Test("--strip-header keeps a field out of the store, --user-info puts a value beside it")
  func stripAndUserInfo() throws {
    let origin = try origin(("Cache-Control", "max-age=60"), ("X-Build", "7"))
    let httpcache = try Executable()
    _ = try httpcache("fetch", "--strip-header", "x-build", "--user-info", "job=42", origin.url)
    #expect(!(try httpcache("fetch", "-i", origin.url).text.contains("X-Build")))
    let info = try httpcache("inspect", "--json", origin.url).object["user_info"] as? [String: String]
    #expect(info?["job"] == "42" && info?["cache_date"]?.hasSuffix("Z") == true)
  }

  @Test("--storage says where a response may be kept", arguments: [("disk", 1), ("memory", 2), ("never", 2)])
  func storage(place: String, requests: Int) throws {
    let origin = try origin(("Cache-Control", "max-age=60"))
    let httpcache = try Executable()
    for _ in 1...2 { #expect(try httpcache("fetch", "--storage", place, origin.url).text == "hello\n") }
    #expect(origin.requests.count == requests)
  }

  @Test("--storage memory answers again in the same run; equal URLs are one transfer")
  func memoryAndCoalescing() throws {
    let origin = try origin(("Cache-Control", "max-age=60"))
    let httpcache = try Executable()
    let run = try httpcache("fetch", "--json", "--storage", "memory", origin.url, origin.url)
    #expect(try run.objects.map { $0["source"] as? String } == ["network", "cache"])
    #expect(try run.objects.last?["coalesced"] as? Bool == true)
    #expect(origin.requests.count == 1)
  }

  @Test(
    "--storage memory keeps another request's variant that the origin names, in memory, and never keeps it nowhere"
  )
  func adoptedVariant() throws {
    let origin = try Origin { request in
      let fields = [("Cache-Control", "max-age=600"), ("Vary", "Accept-Language"), ("ETag", "\"1\"")]
      return request["If-None-Match"] == nil
        ? .text("body", fields: fields) : .text(status: 304, fields: fields)
    }
    let program = try BuiltProgram()
    #expect(try program.fetch("-H", "Accept-Language: en", origin.url + "/").text == "body")
    for (place, requests) in [("memory", 1), ("never", 2), ("disk", 1)] {
      let before = origin.requests.count
      let words = [
        "--storage", place, "-Z", "1", "-H", "Accept-Language: \(place)", origin.url + "/", origin.url + "/",
      ]
      #expect(try program(["fetch"] + words).text == "bodybody")
      #expect(origin.requests.count - before == requests, "\(place)")
      #expect(try program.inspected(origin.url + "/").count == (place == "disk" ? 2 : 1), "\(place)")
    }
  }

  @Test("RFC 9111 §4.1: a response is given only to requests that agree in what Vary nominates")
  func vary() throws {
    let origin = try Origin { request in
      .response(
        fields: [("Cache-Control", "max-age=60"), ("Vary", "Accept-Language")],
        body: bytes(request.field("Accept-Language") ?? "none"))
    }
    let httpcache = try Executable()
    for language in ["de", "fr", "de", "fr"] {
      #expect(try httpcache("fetch", "-H", "Accept-Language: \(language)", origin.url).text == language)
    }
    #expect(origin.requests.count == 2)
    #expect(try httpcache("inspect", "--json", origin.url).objects.count == 2)
  }

  @Test("RFC 9111 §4.4: an unsafe method that succeeds makes the stored response invalid")
  func invalidation() throws {
    let origin = try origin(("Cache-Control", "max-age=60"))
    let httpcache = try Executable()
    _ = try httpcache("fetch", origin.url)
    _ = try httpcache("fetch", "-d", "a=1", origin.url)
    #expect(try httpcache("fetch", "--expect", "source=network", origin.url).code == 0)
    #expect(origin.requests[1].method == "POST" && origin.requests[1].body == bytes("a=1"))
  }

  @Test("the contract's keys are all there, for an answer and for a failure")
  func json() throws {
    let origin = try origin(("Cache-Control", "max-age=60"))
    let httpcache = try Executable()
    let keys = [
      "url", "method", "status", "origin", "cache", "profile", "storable", "reusable", "freshness",
      "validators",
      "directives", "reasons", "findings", "advice", "user_info", "source", "stored", "coalesced",
      "http_version",
      "bytes",
      "body_file", "elapsed_ms", "warning", "error", "exit_code",
    ]
    let answered = try httpcache("fetch", "--json", origin.url).object
    #expect(keys.filter { answered[$0] == nil } == [])
    origin.stop()
    let failed = try httpcache("fetch", "--json", origin.url + "/other")
    #expect(try keys.filter { key in try failed.object[key] == nil } == [])
    #expect(try failed.code == 3 && failed.object["exit_code"] as? Int == 3)
  }
}
