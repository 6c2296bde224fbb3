import Foundation
import TestSupport
import Testing

@Suite("Faults: downloads that are interrupted, and go on where they were", .timed)
struct InterruptedDownloadTests {
  private static let length = 3 << 20
  private static let body = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
  private static let fields = "ETag: \"1\"\r\nCache-Control: max-age=3600\r\n"

  /// The head of the whole, and as many bytes of it as are sent at first.
  private static func begun(_ count: Int) -> [UInt8] {
    bytes("HTTP/1.1 200 OK\r\n\(fields)Content-Length: \(length)\r\n\r\n") + body.prefix(count)
  }

  /// An origin that sends so many bytes of the whole and then no more, and the rest where that is asked for.
  private static func origin(first: Int) throws -> Origin {
    try Origin { request in
      guard let range = request.field("Range"), request.field("If-Range") == "\"1\"",
        let start = Int(range.dropFirst(6).prefix { $0 != "-" })
      else { return .begun(begun(first)) }
      return .response(
        status: 206, reason: "Partial Content",
        fields: [
          ("ETag", "\"1\""), ("Cache-Control", "max-age=3600"),
          ("Content-Range", "bytes \(start)-\(length - 1)/\(length)"),
        ], body: Array(body[start...]))
    }
  }

  /// Whether so many bytes of a body have been written, and what is noted beside it says so: between the two a process
  /// that is killed loses the last step.
  private func hasWritten(_ httpcache: Executable, _ count: Int) -> Bool {
    let bodies = httpcache.cache + "/bodies"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: bodies)) ?? []
    return names.contains { name in
      guard name.hasSuffix(".grow"), let marks = FileManager.default.contents(atPath: bodies + "/" + name)
      else { return false }
      // Each mark is a length and a checksum, of eight bytes, the lowest first.
      let last = marks.prefix(marks.count / 16 * 16).suffix(16).prefix(8)
      return last.reversed().reduce(0) { $0 << 8 | Int($1) } >= count
    }
  }

  @Test(
    "what was written is kept, answers nobody as the whole, and the next fetch asks for the rest",
    arguments: [SIGINT, SIGTERM, SIGKILL])
  func signal(_ number: Int32) throws {
    let sent = 2 << 20
    let origin = try Self.origin(first: sent)
    let httpcache = try Executable()
    let run = try httpcache.run(["fetch", "-o", "out", origin.url], by: number) {
      // SIGKILL keeps what has been written, in steps of 256 KiB.
      hasWritten(httpcache, sent)
    }
    #expect(run.code == 128 + number && run.errors.isEmpty)
    #expect(number == SIGKILL || !FileManager.default.fileExists(atPath: httpcache.directory.file("out")))
    #expect(try httpcache("stats", "--verify").code == 0)
    #expect(try httpcache("fetch", "--policy", "cache-only", origin.url).code == 4)
    let again = try httpcache("fetch", origin.url)
    #expect(again.code == 0 && again.output == Self.body)
    #expect(origin.requests.last?.field("Range") == "bytes=\(sent)-")
    #expect(try httpcache("fetch", "--expect", "source=cache", origin.url).output == Self.body)
    #expect(try httpcache("stats", "--verify").code == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: httpcache.cache + "/bodies")
    #expect(names.count == 1, "\(names)")
  }

  @Test(
    "a download that is interrupted again while it goes on, goes on from there", arguments: [SIGINT, SIGKILL])
  func twice(_ number: Int32) throws {
    let (first, second) = (1 << 20, 2 << 20)
    let origin = try Origin { request in
      guard let range = request.field("Range"), let start = Int(range.dropFirst(6).prefix { $0 != "-" })
      else {
        return .begun(Self.begun(first))
      }
      let head =
        "HTTP/1.1 206 Partial Content\r\n\(Self.fields)Content-Length: \(Self.length - start)\r\n"
        + "Content-Range: bytes \(start)-\(Self.length - 1)/\(Self.length)\r\n\r\n"
      return start == first
        ? .begun(bytes(head) + Self.body[start..<second]) : .raw(bytes(head) + Self.body[start...])
    }
    let httpcache = try Executable()
    _ = try httpcache.run(["fetch", origin.url], by: number) { hasWritten(httpcache, first) }
    _ = try httpcache.run(["fetch", origin.url], by: number) { hasWritten(httpcache, second) }
    #expect(origin.requests.last?.field("Range") == "bytes=\(first)-")
    #expect(try httpcache("stats", "--verify").code == 0)
    let again = try httpcache("fetch", origin.url)
    #expect(again.code == 0 && again.output == Self.body, "\(again.errors)")
    #expect(origin.requests.last?.field("Range") == "bytes=\(second)-")
    #expect(try httpcache("stats", "--verify").code == 0)
    #expect(try httpcache("stats", "--json").object["entries"] as? Int == 1)
  }

  @Test("a short download that was interrupted goes on as well")
  func short() throws {
    let origin = try Origin { request in
      request.field("Range") == nil
        ? .begun(bytes("HTTP/1.1 200 OK\r\n\(Self.fields)Content-Length: 10\r\n\r\n01234"))
        : .response(
          status: 206, fields: [("ETag", "\"1\""), ("Content-Range", "bytes 5-9/10")], body: bytes("56789"))
    }
    let httpcache = try Executable()
    // Five bytes of a short body are nowhere to be seen: the request is, and that the program waits for more.
    let first = try RunningProgram(httpcache, ["fetch", origin.url, "--json", "--max-time", "60"])
    #expect(origin.waits(for: 1))
    first.waitUntilIdle()
    #expect(first.end(by: SIGINT)?.code == 128 + SIGINT)
    let again = try httpcache("fetch", origin.url)
    #expect(again.code == 0 && again.text == "0123456789")
    #expect(origin.requests.last?.field("Range") == "bytes=5-")
  }

  @Test("while its writer lives a part answers nobody, and another process gets the whole by itself")
  func livingWriter() throws {
    let origin = try Origin { request in
      request.field("Second") == nil
        ? .begun(Self.begun(2 << 20)) : .response(fields: [("ETag", "\"1\"")], body: Self.body)
    }
    let httpcache = try Executable()
    var other: Executable.Run?
    _ = try httpcache.run(["fetch", origin.url], by: SIGKILL) {
      guard hasWritten(httpcache, 2 << 20) else { return false }
      other = try? httpcache("fetch", "-H", "Second: 1", origin.url)
      return true
    }
    #expect(other?.output == Self.body)
    #expect(origin.requests.last?.field("Range") == nil)
    #expect(try httpcache("fetch", "--policy", "cache-only", origin.url).output == Self.body)
    #expect(try httpcache("stats", "--verify").code == 0)
  }

  @Test("a kept part whose end is damaged gives what is whole of it only")
  func damagedEnd() throws {
    let sent = 2 << 20
    let origin = try Self.origin(first: sent)
    let httpcache = try Executable()
    _ = try httpcache.run(["fetch", origin.url], by: SIGKILL) { hasWritten(httpcache, sent) }
    let bodies = httpcache.cache + "/bodies/"
    let name = try #require(
      FileManager.default.contentsOfDirectory(atPath: bodies).first { $0.hasSuffix(".grow") })
    let path = bodies + name.dropLast(5)
    var kept = try Data(contentsOf: URL(fileURLWithPath: path))
    kept[(1 << 20) + 5] ^= 1
    try kept.write(to: URL(fileURLWithPath: path))
    let again = try httpcache("fetch", origin.url)
    #expect(again.code == 0 && again.output == Self.body)
    #expect(origin.requests.last?.field("Range") == "bytes=\(1 << 20)-")
  }

  @Test("a part is completed and served whatever the limit; that the whole is not kept is said once")
  func limit() throws {
    let cut = "HTTP/1.1 200 OK\r\n\(Self.fields)Content-Length: 30000\r\n\r\n"
    let whole = Array(Self.body.prefix(30_000))
    let origin = try Origin { request in
      guard let range = request.field("Range"), let start = Int(range.dropFirst(6).prefix { $0 != "-" })
      else {
        return .raw(bytes(cut) + whole.prefix(20_000))
      }
      return .response(
        status: 206, fields: [("ETag", "\"1\""), ("Content-Range", "bytes \(start)-29999/30000")],
        body: Array(whole[start...]))
    }
    let httpcache = try Executable()
    #expect(try httpcache("fetch", "--max-entry-size", "25000", origin.url).code == 3)
    for limit in ["25000", "1000"] {
      let run = try httpcache("fetch", "--max-entry-size", limit, origin.url)
      #expect(run.code == 0 && run.output == whole, "\(limit): \(run.errors)")
      #expect(origin.requests.last?.field("Range") == "bytes=20000-", "\(limit)")
      let lines = run.errors.split(separator: "\n")
      #expect(lines.count == 1 && lines[0].hasPrefix("httpcache: warning: "), "\(lines)")
      #expect(run.errors.contains("--max-entry-size"))
    }
    let kept = try httpcache("fetch", origin.url)
    #expect(kept.output == whole && kept.errors.isEmpty)
    #expect(try httpcache("fetch", "--expect", "source=cache", origin.url).output == whole)
  }

  @Test(
    "beyond the limit a download that is cut begins at the same byte each time, and that is said with the remedy"
  )
  func noFurther() throws {
    let whole = Array(Self.body.prefix(500_000))
    let origin = try Origin { request in
      let start = request.field("Range").flatMap { Int($0.dropFirst(6).prefix { $0 != "-" }) } ?? 0
      let range = start > 0 ? "Content-Range: bytes \(start)-499999/500000\r\n" : ""
      let head =
        "HTTP/1.1 \(start > 0 ? "206" : "200") x\r\n\(Self.fields)\(range)Content-Length: \(500_000 - start)\r\n\r\n"
      return .raw(bytes(head) + whole[start...].prefix(200_000))
    }
    let httpcache = try Executable()
    for _ in 0..<3 {
      let run = try httpcache(
        "fetch", "--max-entry-size", "150000", "-o", httpcache.directory.file("f"), origin.url)
      expect(run, 3, says: "--max-entry-size has all of it kept")
    }
    let starts = origin.requests.map { $0.field("Range") ?? "" }
    #expect(starts.count == 3 && starts[1] == starts[2], "\(starts)")
  }

  @Test("a body beyond the limit is said once for several, and nothing of it is left")
  func tooLarge() throws {
    let origin = try Origin(
      always: .response(fields: [("ETag", "\"1\""), ("Cache-Control", "max-age=60")], body: Self.body))
    let httpcache = try Executable()
    let run = try httpcache("fetch", "--max-entry-size", "1M", origin.url + "/a", origin.url + "/b")
    #expect(run.code == 0 && run.output == Self.body + Self.body)
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(try httpcache("stats", "--json").object["entries"] as? Int == 0)
    let bodies = httpcache.cache + "/bodies"
    let left = (try? FileManager.default.contentsOfDirectory(atPath: bodies)) ?? []
    #expect(left.isEmpty)
  }

  @Test("a 304 leaves what is larger than the limit of this run")
  func confirmed() throws {
    let origin = try Origin { .validated($0, body: String(repeating: "x", count: 5000)) }
    let httpcache = try Executable()
    #expect(try httpcache("fetch", origin.url).code == 0)
    let run = try httpcache(
      "fetch", "--max-entry-size", "1000", "--expect", "source=revalidated", "--expect", "stored", origin.url)
    #expect(run.code == 0 && run.output.count == 5000 && run.errors.isEmpty)
    #expect(try httpcache("fetch", "--policy", "cache-only", origin.url).output.count == 5000)
  }
}
