import Testing

@testable import HTTPCacheCore

@Suite("What a browser's log shows of its own entries")
struct LogMemoryTests {
  /// An entry of a log: the milliseconds at which it was sent, its URL, and the fields of request and response.
  struct Entry: Sendable {
    var at: Int64 = 0
    var path = "/a.js"
    var request: [FieldLine] = []
    var response = "Cache-Control: max-age=60\nETag: \"1\""
    var length: Int64? = 1000
    var isFromServer = true
  }

  /// Judges a log, and gives the codes of these findings and the conclusion for each entry.
  private func judged(_ entries: [Entry]) throws -> [(codes: [Finding.Code], kind: Conclusion.Kind)] {
    var memory = LogMemory()
    return try entries.map { entry in
      let verdict = try verdict(entry, &memory)
      let codes: [Finding.Code] = [.loadedTwiceThoughFresh, .urlSignedAnew]
      return (verdict.findings.map(\.code).filter(codes.contains), verdict.conclusion.kind)
    }
  }

  private func verdict(_ entry: Entry, _ memory: inout LogMemory) throws -> Verdict {
    let request = RequestHead(
      target: try TargetURI("https://a.test" + entry.path), fields: FieldSection(entry.request))
    let received = noon + entry.at / 1000
    let stored = StoredResponse(
      key: CacheKey(target: request.target), head: try head("HTTP/1.1 200 OK\n" + entry.response),
      requestedAt: received, receivedAt: received)
    let subject = Subject(
      origin: .har, request: request, stored: stored, bodyLength: entry.length,
      isFromServer: entry.isFromServer)
    var context = SubjectContext()
    context.span = ExchangeSpan(start: entry.at, end: entry.at + 100)
    return Verdict(subject, memory.see(subject, context), now: received, settings: Settings())
  }

  private static let noCache = [FieldLine("Cache-Control", "no-cache")]
  private static let cors = [FieldLine("Sec-Fetch-Mode", "cors")]
  private static let noCors = [FieldLine("Sec-Fetch-Mode", "no-cors")]
  private static let cookie = [FieldLine("Cookie", "a=b")]

  static let loads: [(rule: String, first: Entry, second: Entry, says: String?)] = [
    ("the same request again: nothing shows why", Entry(), Entry(at: 1000), nil),
    (
      "a preload of another mode", Entry(request: noCors), Entry(at: 1000, request: cors),
      "`Sec-Fetch-Mode: no-cors`, this one `cors`"
    ),
    ("once it was stale", Entry(request: noCors), Entry(at: 61_000, request: cors), nil),
    ("before the first had come", Entry(request: noCors), Entry(at: 50, request: cors), nil),
    (
      "credentials in one only", Entry(), Entry(at: 1000, request: cookie), "this request had credentials"
    ),
    ("the request says so", Entry(), Entry(at: 1000, request: noCache), "itself said `no-cache`"),
    (
      "a cache that is off: every request says so", Entry(request: noCache),
      Entry(at: 1000, request: noCache), nil
    ),
    (
      "Vary names a field that differs",
      Entry(request: [FieldLine("X-Id", "1")], response: "Cache-Control: max-age=60\nVary: X-Id"),
      Entry(at: 1000, request: [FieldLine("X-Id", "2")]), "Vary names `x-id`"
    ),
    (
      "the first may not be used unasked", Entry(request: noCors, response: "Cache-Control: no-cache"),
      Entry(at: 1000, request: cors), nil
    ),
    (
      "a cache of the browser answered", Entry(request: noCors),
      Entry(at: 1000, request: cors, isFromServer: false), nil
    ),
    ("nothing was transferred", Entry(request: noCors), Entry(at: 1000, request: cors, length: 0), nil),
    ("another URL", Entry(request: noCors), Entry(at: 1000, path: "/b.js", request: cors), nil),
  ]
  @Test("a URL that was loaded twice though fresh, where the two requests show why", arguments: loads)
  func twice(_ row: (rule: String, first: Entry, second: Entry, says: String?)) throws {
    var memory = LogMemory()
    let first = try verdict(row.first, &memory)
    #expect(!first.findings.contains { $0.code == .loadedTwiceThoughFresh }, "\(row.rule)")
    let found = try verdict(row.second, &memory).findings.first { $0.code == .loadedTwiceThoughFresh }
    #expect((found != nil) == (row.says != nil), "\(row.rule)")
    #expect(row.says.map { found?.explanation.contains($0) == true } ?? true, "\(found?.explanation ?? "")")
    #expect(found.map { $0.advice != nil } ?? true)
  }

  private static let amazon =
    "/u.png?X-Amz-Date=20261123T100000Z&X-Amz-Expires=900&X-Amz-SignedHeaders=host&X-Amz-Signature="

  static let objects: [(rule: String, first: String, second: String, tags: [String], isFound: Bool)] = [
    ("Amazon's signatures", amazon + "a", amazon + "b", ["1", "1"], true),
    ("the same signature", amazon + "a", amazon + "a", ["1", "1"], false),
    ("another object under the name", amazon + "a", amazon + "b", ["1", "2"], false),
    ("Azure's", "/u?sv=2&se=2026&sig=a", "/u?sv=2&se=2027&sig=b", ["1", "1"], true),
    (
      "CloudFront's", "/u?Expires=1&Signature=a&Key-Pair-Id=k", "/u?Expires=2&Signature=b&Key-Pair-Id=k",
      ["1", "1"], true
    ),
    ("a time", "/v.png?_=1763800000000", "/v.png?_=1763800000977", ["1", "1"], true),
    ("a place in a film", "/v.mp4?t=30", "/v.mp4?t=60", ["1", "1"], false),
    ("another id beside the time", "/v?id=1&_=1763800000000", "/v?id=2&_=1763800000977", ["1", "1"], false),
    ("a version", "/a.js?v=3", "/a.js?v=4", ["1", "1"], false),
    ("another file", "/a.png?_=1763800000000", "/b.png?_=1763800000977", ["1", "1"], false),
  ]
  @Test("an object under a URL that is signed, or dated, anew is never found again", arguments: objects)
  func anew(_ row: (rule: String, first: String, second: String, tags: [String], isFound: Bool)) throws {
    let entries = zip([row.first, row.second], row.tags).map { path, tag in
      Entry(path: path, response: "Cache-Control: max-age=60\nETag: \"\(tag)\"")
    }
    let judged = try judged(entries)
    #expect(judged[0].codes == [] && judged[0].kind == .reused, "\(row.rule)")
    #expect(judged[1].codes == (row.isFound ? [.urlSignedAnew] : []), "\(row.rule)")
    #expect(judged[1].kind == (row.isFound ? .downloaded : .reused), "\(row.rule)")
    // Without tags, equal lengths tell the object.
    var untagged = entries.map { entry in
      var entry = entry
      entry.response = "Cache-Control: max-age=60"
      return entry
    }
    if Set(row.tags).count == 1 { #expect(try self.judged(untagged)[1].codes == judged[1].codes) }
    untagged[1].length = 7
    #expect(try self.judged(untagged)[1].codes == [])
    // What no cache may store is not missed in one.
    let unstored = entries.map { Entry(path: $0.path, response: "Cache-Control: no-store\nETag: \"1\"") }
    #expect(try self.judged(unstored).allSatisfy { $0.codes == [] && $0.kind == .notStored })
  }

  @Test("of the URLs beyond the limit it is told how many there were")
  func forgotten() throws {
    var memory = LogMemory()
    for number in 0..<100_003 {
      let request = RequestHead(target: try TargetURI("https://a.test/\(number)"))
      let stored = StoredResponse(
        key: CacheKey(target: request.target), head: try head("Cache-Control: max-age=60"),
        requestedAt: noon, receivedAt: noon)
      var context = SubjectContext()
      context.span = ExchangeSpan(start: 0, end: 1)
      _ = memory.see(Subject(origin: .har, request: request, stored: stored, bodyLength: 1), context)
    }
    #expect(memory.forgotten == 3)
  }
}
