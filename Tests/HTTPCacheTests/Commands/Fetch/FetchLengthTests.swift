import Foundation
import TestSupport
import Testing

@Suite("fetch: an answer has the bytes that its head names", .timed)
struct FetchLengthTests {
  private static let whole = "0123456789"

  /// An origin whose first answer is cut short behind five bytes, and whose second one is given; then it serves ranges.
  private static func origin(rest: String) throws -> Origin {
    let count = Counter()
    return try Origin { request in
      let number = count.next()
      let fields = "ETag: \"1\"\r\nCache-Control: max-age=600\r\nConnection: close\r\n"
      if number == 1 { return .rawText("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 10\r\n\r\n01234") }
      if number == 2 { return .rawText("HTTP/1.1 206 Partial Content\r\n\(fields)\(rest)") }
      let asked = request.field("Range") ?? ""
      let start = Int(asked.dropFirst("bytes=".count).prefix { $0.isNumber }) ?? 0
      let body = String(whole.dropFirst(start))
      return .rawText(
        "HTTP/1.1 206 Partial Content\r\n\(fields)Content-Range: bytes \(start)-9/10\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    }
  }

  typealias Row = (rule: String, rest: String, printed: String, then: String)
  static let rests: [Row] = [
    ("shorter, the connection closed", "Content-Range: bytes 5-9/10\r\n\r\n567", "01234567", "bytes=8-"),
    (
      "shorter, chunked",
      "Content-Range: bytes 5-9/10\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n567\r\n0\r\n\r\n",
      "01234567", "bytes=8-"
    ),
    ("longer, the connection closed", "Content-Range: bytes 5-9/10\r\n\r\n56789XX", "01234", "bytes=5-"),
    (
      "longer, chunked",
      "Content-Range: bytes 5-9/10\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n56789XX\r\n0\r\n\r\n",
      "01234", "bytes=5-"
    ),
    (
      "longer by Content-Length", "Content-Range: bytes 5-9/10\r\nContent-Length: 7\r\n\r\n56789XX", "01234",
      "bytes=5-"
    ),
  ]

  @Test(
    "RFC 9110 §14.4: the rest of a download that contradicts its Content-Range is no whole", arguments: rests)
  func rest(_ row: Row) throws {
    let origin = try Self.origin(rest: row.rest)
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/").code == 3)
    let second = try program.fetch(origin.url + "/")
    #expect(second.code == 3 && second.output == bytes(row.printed), "\(second.errors)")
    let third = try program.fetch(origin.url + "/")
    #expect(third.code == 0 && third.output == bytes(Self.whole), "\(third.errors)")
    #expect(origin.requests.last?.field("Range") == row.then)
  }

  @Test("RFC 9111 §3.4: nor do two ranges make a whole where one of them is shorter than it says")
  func ranges() throws {
    let origin = try Origin { request in
      let (range, body) = request.field("Range") == "bytes=0-4" ? ("0-4", "01234") : ("5-9", "56")
      return .rawText(
        "HTTP/1.1 206 Partial Content\r\nETag: \"1\"\r\nCache-Control: max-age=600\r\nConnection: close\r\n"
          + "Content-Range: bytes \(range)/10\r\n\r\n\(body)")
    }
    let program = try BuiltProgram()
    #expect(try program.fetch("-r", "0-4", origin.url + "/").code == 0)
    let second = try program.fetch("-r", "5-9", origin.url + "/")
    expect(second, 3, says: "cut short: 2 of the 5 bytes")
    #expect(
      try program.fetch("--policy", "cache-only", "-r", "0-6", origin.url + "/").output == bytes("0123456"))
    #expect(try program.fetch("--policy", "cache-only", origin.url + "/").code == 4)
  }

  @Test("RFC 9111 §4.4: a POST makes invalid what is stored, however the body of its answer ends")
  func invalidation() throws {
    let origin = try Origin { request in
      request.method == "POST"
        ? .rawText("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nnew")
        : .response(fields: [("Cache-Control", "max-age=600")], body: bytes("old"))
    }
    let program = try BuiltProgram()
    _ = try program.fetched(origin.url + "/")
    #expect(try program.fetched(origin.url + "/")["source"] == "cache")
    #expect(try program.fetch("-d", "a=1", origin.url + "/").code == 3)
    #expect(try program.fetched(origin.url + "/")["source"] == "network")
  }
}
