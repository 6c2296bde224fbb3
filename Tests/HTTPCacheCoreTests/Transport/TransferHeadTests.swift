import TestSupport
import Testing

@testable import HTTPCacheCore

@Suite("What arrives of an exchange", .timed)
struct TransferHeadTests {
  @Test func fieldLinesAsSent() throws {
    let fields = [("x-B", "1"), ("X-a", "2"), ("x-b", "3"), ("SET-Cookie", "a=1"), ("set-cookie", "b=2")]
    let outcome = try transferred(.text("body", fields: fields))
    #expect(
      outcome.lines
        == ["x-B: 1", "X-a: 2", "x-b: 3", "SET-Cookie: a=1", "set-cookie: b=2", "Content-Length: 4"])
    #expect(outcome.heads.map(\.status) == [200])
    #expect(outcome.text == "body")
    #expect(outcome.ends.count == 1 && outcome.error == nil)
  }

  @Test func statusLine() throws {
    let outcome = try transferred(.rawText("HTTP/1.0 404 No such  thing\r\nA:b\r\n\r\n"))
    let head = try #require(outcome.heads.first)
    #expect(head.version == "1.0")
    #expect(head.status == 404)
    #expect(head.reason == "No such  thing")
  }

  @Test func bytesOfFieldValues() throws {
    let raw = Array("HTTP/1.1 200 OK\r\nX: a".utf8) + [0xFF, 0xE9] + Array("\r\nEmpty:\r\n\r\n".utf8)
    let lines = try #require(try transferred(.raw(raw)).heads.first).fields.lines
    #expect(lines.map(\.rawValue) == [[0x61, 0xFF, 0xE9], []])
  }

  @Test func interimHeadsInOrder() throws {
    let interim = "HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\nHTTP/1.1 102 Wait\r\nX: y\r\n\r\n"
    let outcome = try transferred(
      .response(status: 200, reason: "OK", fields: [], body: [0x21], interim: interim))
    #expect(outcome.interim.map(\.status) == [103, 102])
    #expect(outcome.interim.first?.fields.first("Link") == "</a>")
    #expect(outcome.heads.map(\.status) == [200])
    #expect(outcome.text == "!")
  }

  @Test func chunkedBodyWithoutItsTrailers() throws {
    let chunks = [Array("one ".utf8), Array("two".utf8)]
    let outcome = try transferred(
      .chunked(fields: [("Trailer", "X-Sum")], chunks: chunks, trailers: [("X-Sum", "7")]))
    #expect(outcome.text == "one two")
    #expect(outcome.lines == ["Trailer: X-Sum", "Transfer-Encoding: chunked"])
    #expect(outcome.error == nil)
  }

  @Test("trailers are counted as the head is", arguments: [["one"], []])
  func endlessTrailers(_ chunks: [String]) throws {
    let many = (0..<3000).map { ("X-\($0)", "value") }
    let long = (0..<100).map { ("X-\($0)", String(repeating: "v", count: 4_000)) }
    for (trailers, bound) in [(many, HeadBound.lines), (long, .bytes)] {
      let outcome = try transferred(
        .chunked(fields: [], chunks: chunks.map { Array($0.utf8) }, trailers: trailers))
      #expect(outcome.error == .headTooLarge(bound))
      #expect(outcome.ends.count == 1 && outcome.lines == ["Transfer-Encoding: chunked"])
    }
    let few = OriginReply.chunked(fields: [], chunks: [[1]], trailers: Array(many.prefix(1900)))
    #expect(try transferred(few).error == nil)
  }

  @Test func bodyUpToTheEndOfTheConnection() throws {
    let outcome = try transferred(.closeDelimited(fields: [], body: Array("to the end".utf8)))
    #expect(outcome.text == "to the end")
    #expect(outcome.error == nil)
  }

  @Test func contentCodingStays() throws {
    let outcome = try transferred(.text("not decoded", fields: [("Content-Encoding", "gzip")]))
    #expect(outcome.text == "not decoded")
  }

  @Test func redirectIsNotFollowed() throws {
    let outcome = try transferred(.text("moved", status: 302, fields: [("Location", "/elsewhere")]))
    #expect(outcome.heads.map(\.status) == [302])
    #expect(outcome.text == "moved")
  }

  @Test func headHasNoBody() throws {
    let outcome = try transferred(.text("long body"), method: "HEAD")
    #expect(outcome.lines == ["Content-Length: 9"])
    #expect(outcome.body.isEmpty)
    #expect(outcome.error == nil)
  }

  @Test func largeBody() throws {
    let outcome = try transferred(.generated(fields: [], byteCount: 3_000_000))
    #expect(outcome.body == OriginReply.generatedBytes(0..<3_000_000))
  }

  @Test func receiverThatWantsNoMore() throws {
    let origin = try Origin(always: .generated(fields: [], byteCount: 3_000_000))
    let outcome = try transferred(TransferRequest(url: origin.url + "/"), stopAfter: 1000)
    #expect(outcome.error == .cancelled)
    #expect(outcome.body.count < 3_000_000)
  }
}

@Suite("What goes out with a request", .timed)
struct TransferRequestTests {
  /// Sends a request to an origin and gives what arrived.
  private func sent(
    _ method: String, fields: [FieldLine] = [], body: [UInt8]? = nil
  ) throws -> OriginRequest {
    let origin = try Origin(always: .text())
    let request = TransferRequest(
      method: method, url: origin.url + "/p?q=%41", fields: FieldSection(fields),
      body: body.map { .bytes($0) })
    #expect(try transferred(request).error == nil)
    return try #require(origin.requests.first)
  }

  @Test(arguments: ["GET", "HEAD", "DELETE", "POST", "PROPFIND"])
  func method(_ method: String) throws {
    let request = try sent(method)
    #expect(request.method == method)
    #expect(request.target == "/p?q=%41")
    #expect(request.body.isEmpty)
  }

  @Test func fieldsInOrder() throws {
    let fields = [
      FieldLine("X-b", "1"), FieldLine("x-A", "2"), FieldLine("X-b", ""), FieldLine("Accept", "t/x"),
    ]
    let own = try sent("GET", fields: fields).fields.filter { $0.name != "Host" }
    #expect(own.map { "\($0.name)=\($0.value)" } == ["X-b=1", "x-A=2", "X-b=", "Accept=t/x"])
  }

  @Test func bodyBytes() throws {
    let body = (0..<70_000).map { UInt8(truncatingIfNeeded: $0) }
    let request = try sent("POST", fields: [FieldLine("Content-Type", "a/b")], body: body)
    #expect(request.body == body)
    #expect(request["Content-Length"] == "70000")
    #expect(request["Content-Type"] == "a/b")
  }

  @Test func emptyBody() throws {
    let request = try sent("PUT", body: [])
    #expect(request.method == "PUT")
    #expect(request["Content-Length"] == "0")
  }

  @Test func unixSocketThatIsNotThere() throws {
    var options = TransferOptions()
    options.unixSocket = "/nowhere/at/all"
    let request = TransferRequest(url: "http://127.0.0.1/", options: options)
    #expect(try transferred(request).error?.isUnreachable == true)
  }

  @Test func resolvedName() throws {
    let origin = try Origin(always: .text("found"))
    var options = TransferOptions()
    options.resolve = ["named.test:\(origin.port):127.0.0.1"]
    let request = TransferRequest(url: "http://named.test:\(origin.port)/", options: options)
    #expect(try transferred(request).text == "found")
    #expect(origin.requests.first?["Host"] == "named.test:\(origin.port)")
  }
}
