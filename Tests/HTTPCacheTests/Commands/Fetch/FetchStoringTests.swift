import TestSupport
import Testing

@Suite("fetch: what is stored and what comes back", .timed)
struct FetchStoringTests {
  @Test func secondTimeFromTheCache() throws {
    let origin = try Origin(always: .fresh("from the origin"))
    let program = try BuiltProgram()
    let first = try program.fetch(origin.url + "/a")
    let second = try program.fetch(origin.url + "/a")
    #expect(first.code == 0 && second.code == 0)
    #expect(first.text == "from the origin" && second.output == first.output)
    #expect(first.errors.isEmpty && second.errors.isEmpty)
    #expect(origin.requests.count == 1)
  }

  @Test func largeBodyIsByteIdentical() throws {
    let origin = try Origin(
      always: .generated(fields: [("Cache-Control", "max-age=60")], byteCount: 3_000_000))
    let program = try BuiltProgram()
    let bodies = try [program.fetch(origin.url + "/").output, program.fetch(origin.url + "/").output]
    #expect(bodies[0] == OriginReply.generatedBytes(0..<3_000_000))
    #expect(bodies[1] == bodies[0])
    #expect(origin.requests.count == 1)
  }

  @Test func chunkedAndCloseDelimitedBodiesAreStored() throws {
    let fields = [("Cache-Control", "max-age=60")]
    let origin = try Origin {
      $0.target == "/chunked"
        ? .chunked(fields: fields, chunks: [[0x61], [0, 0xFF]], trailers: [])
        : .closeDelimited(fields: fields, body: [0x61, 0, 0xFF])
    }
    let program = try BuiltProgram()
    for path in ["/chunked", "/chunked", "/close", "/close"] {
      #expect(try program.fetch(origin.url + path).output == [0x61, 0, 0xFF])
    }
    #expect(origin.requests.count == 2)
  }

  @Test func includePrintsFieldLinesAsSent() throws {
    let fields = [("cache-CONTROL", "max-age=60"), ("X-b", "1"), ("x-A", "2"), ("X-B", "3")]
    let origin = try Origin(always: .text("body", fields: fields))
    let program = try BuiltProgram()
    let sent = ["cache-CONTROL: max-age=60", "X-b: 1", "x-A: 2", "X-B: 3", "Content-Length: 4"]
    let first = try program.fetch("-i", origin.url + "/").headLines
    #expect(Array(first.prefix(6)) == ["HTTP/1.1 200 Test"] + sent)
    #expect(first.dropFirst(6).map { $0.prefix(13) } == ["Cache-Status:"])
    let second = try program.fetch("-i", origin.url + "/").headLines
    #expect(Array(second.prefix(6)) == ["HTTP/1.1 200 Test"] + sent)
    #expect(second.dropFirst(6).first?.hasPrefix("Age: ") == true)
    #expect(second.last?.hasPrefix("Cache-Status: ") == true && second.last?.contains("; hit") == true)
    #expect(second.count == 8)
  }

  @Test func interimResponsesAreShown() throws {
    let reply = OriginReply.response(
      status: 200, reason: "OK", fields: [], body: [], interim: "HTTP/1.1 103 Interim\r\nLink: </a>\r\n\r\n")
    let origin = try Origin(always: reply)
    let text = try BuiltProgram().fetch("-i", origin.url + "/").text
    #expect(text.hasPrefix("HTTP/1.1 103 Interim\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n"))
  }

  @Test func notModifiedServesWhatIsStored() throws {
    let origin = try Origin { .validated($0) }
    let program = try BuiltProgram()
    let first = try program.fetched(origin.url + "/")
    #expect(first["source"] == "network" && first.bool("stored") == true)
    let second = try program.fetched(origin.url + "/")
    #expect(second["source"] == "revalidated" && second.int("status") == 200)
    #expect(try program.fetch(origin.url + "/").text == "body")
    #expect(origin.requests.map { $0["If-None-Match"] } == [nil, "\"1\"", "\"1\""])
  }

  @Test func changedResponseReplacesTheOld() throws {
    let origin = try Origin { $0["If-None-Match"] == nil ? .validated($0) : .fresh("new") }
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/").text == "body")
    #expect(try program.fetch(origin.url + "/").text == "new")
    #expect(try program.fetch(origin.url + "/").text == "new")
    #expect(origin.requests.count == 2)
    #expect(try program.inspected(origin.url + "/").count == 1)
  }

  @Test func noStoreIsNotStored() throws {
    let origin = try Origin(always: .text("secret", fields: [("Cache-Control", "no-store, max-age=60")]))
    let program = try BuiltProgram()
    #expect(try program.fetched(origin.url + "/").bool("stored") == false)
    #expect(try program.fetch(origin.url + "/").text == "secret")
    #expect(origin.requests.count == 2)
    #expect(try program.inspect(origin.url + "/").code == 4)
  }

  @Test func variantsLieSideBySide() throws {
    let origin = try Origin {
      .fresh("in " + ($0["Accept-Language"] ?? "none"), fields: [("Vary", "Accept-Language")])
    }
    let program = try BuiltProgram()
    for language in ["de", "fr", "de", "fr"] {
      let text = try program.fetch("-H", "Accept-Language: \(language)", origin.url + "/").text
      #expect(text == "in " + language)
    }
    #expect(origin.requests.count == 2)
    #expect(try program.inspected(origin.url + "/").count == 2)
  }

  @Test func postInvalidates() throws {
    let origin = try Origin(always: .fresh())
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/").code == 0)
    #expect(try program.fetch("-d", "a=1", origin.url + "/").code == 0)
    #expect(try !program.hasStored(origin.url + "/"))
    #expect(origin.requests.map(\.method) == ["GET", "POST"])
    #expect(origin.requests.last?.body == Array("a=1".utf8))
    #expect(origin.requests.last?["Content-Type"] == "application/x-www-form-urlencoded")
  }

  @Test func headIsAnsweredFromAStoredGet() throws {
    let origin = try Origin(always: .fresh("body"))
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/").text == "body")
    let head = try program.fetch("-I", "-i", origin.url + "/")
    #expect(head.headLines.first == "HTTP/1.1 200 Test" && !head.text.hasSuffix("body"))
    #expect(origin.requests.count == 1)
  }

  @Test func equalRequestsOfOneRunAreOne() throws {
    let origin = try Origin(always: .fresh("same"))
    let url = origin.url + "/"
    #expect(try BuiltProgram().fetch(url, url, url).text == "samesamesame")
    #expect(origin.requests.count == 1)
  }

  @Test func compressedIsUndoneForTheReader() throws {
    let gzip: [UInt8] = [
      0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0xD7, 0x51,
      0xC8, 0x40, 0xA2, 0xB8, 0x00, 0xE7, 0x42, 0x6E, 0x52, 0x14, 0x00, 0x00, 0x00,
    ]
    let fields = [("Cache-Control", "max-age=60"), ("Content-Encoding", "gzip")]
    let origin = try Origin(
      always: .response(status: 200, reason: "OK", fields: fields, body: gzip))
    let program = try BuiltProgram()
    #expect(try program.fetch("--compressed", origin.url + "/").text == "hello, hello, hello\n")
    #expect(try program.fetch("--compressed", origin.url + "/").text == "hello, hello, hello\n")
    #expect(try program.fetch(origin.url + "/").output == gzip)
    #expect(origin.requests.first?["Accept-Encoding"] == "gzip, deflate, br, zstd")
  }

  @Test("what --compressed had coded answers no request that does not ask for the coding, even without Vary")
  func codedForOne() throws {
    let gzip = try Gzip.coded("hello\n")
    let origin = try Origin { request in
      let isCoded = request["Accept-Encoding"]?.contains("gzip") == true
      let fields = [("Cache-Control", "max-age=600")] + (isCoded ? [("Content-Encoding", "gzip")] : [])
      return .response(fields: fields, body: isCoded ? gzip : Array("hello\n".utf8))
    }
    let (program, url) = (try BuiltProgram(), origin.url + "/")
    #expect(try program.fetch("--compressed", url).text == "hello\n")
    #expect(try program.fetch("--policy", "cache-only", url).code == 4)
    #expect(try program.fetch("--explain", url).errors.contains("(RFC 9110 §12.5.3)"))
    #expect(try program.fetch("--policy", "cache-only", url).text == "hello\n")
    #expect(try program.fetch("--policy", "cache-only", "--compressed", url).text == "hello\n")
    #expect(origin.requests.count == 2)
  }

  @Test("none is no coding, as in curl")
  func noCoding() throws {
    let origin = try Origin(always: .text("plain", fields: [("Content-Encoding", "none")]))
    #expect(try BuiltProgram().fetch("--compressed", origin.url + "/").text == "plain")
  }

  @Test("--compressed: a coding that can't be undone is exit 3 and gives no byte of the body, as in curl")
  func unknownCoding() throws {
    let origin = try Origin(always: .text("coded", fields: [("Content-Encoding", "gzip, n\u{1B}ovel")]))
    let program = try BuiltProgram()
    let run = try program.fetch("--compressed", origin.url)
    #expect(run.code == 3 && run.output.isEmpty && run.errors.contains("its content coding"), "\(run.errors)")
    #expect(!run.errors.contains("\u{1B}"))
    #expect(try program.fetch("--compressed", "-I", origin.url).code == 0, "no content, no coding")
    #expect(try program.fetch(origin.url).text == "coded", "nothing is undone that was not asked for")
  }
}
