import Testing

@testable import HTTPCacheCore
@testable import httpcache

@Suite("What caches on the way did, summed up", .timed)
struct EdgeSumsTests {
  private static let noon = Instant(epoch: 1_768_219_200)

  /// A verdict on an answer with these fields, recorded with a body of 10 bytes.
  private static func verdict(
    _ fields: [(String, String)], path: String = "/", isFromServer: Bool = true,
    _ repetition: Repetition? = nil
  ) throws -> Verdict {
    let target = try TargetURI("https://a.test\(path)")
    var section = FieldSection()
    for (name, value) in fields { section.append(FieldLine(name, value)) }
    let stored = StoredResponse(
      key: CacheKey(target: target),
      head: ResponseHead(version: "1.1", status: 200, reason: "", fields: section),
      selectingFields: FieldSection(), requestedAt: noon, receivedAt: noon)
    let subject = Subject(
      origin: .har, request: RequestHead(target: target), stored: stored, bodyLength: 10,
      isFromServer: isFromServer)
    return Verdict(subject, SubjectContext(repetition: repetition), now: noon, settings: Settings())
  }

  static let states: [(value: String, sums: [Int])] = [
    ("HIT", [1, 0, 0]), ("STALE", [1, 0, 0]), ("UPDATING", [1, 0, 0]), ("MISS", [0, 1, 0]),
    ("EXPIRED", [0, 1, 0]), ("REVALIDATED", [0, 1, 0]), ("BYPASS", [0, 0, 1]), ("perhaps", []),
  ]
  @Test("each word is a hit, a miss or a pass; one that nobody knows is none", arguments: states)
  func state(_ row: (value: String, sums: [Int])) throws {
    var sums = EdgeSums()
    sums.add(try Self.verdict([("X-Cache-Status", row.value)]))
    let found = sums.sorted.map { [$0.all.hits.count, $0.all.misses.count, $0.all.passes.count] }
    #expect(found == (row.sums.isEmpty ? [] : [row.sums]))
  }

  @Test(
    "by product and kind of file, with bytes; what the browser's cache answered, and an Age alone, do not count"
  )
  func kinds() throws {
    var sums = EdgeSums()
    sums.add(try Self.verdict([("CF-Cache-Status", "HIT")], path: "/a.js"))
    sums.add(try Self.verdict([("CF-Cache-Status", "MISS")], path: "/b.js"))
    sums.add(try Self.verdict([("CF-Cache-Status", "DYNAMIC"), ("Content-Type", "text/html")]))
    sums.add(try Self.verdict([("X-Varnish", "5 3")], path: "/a.woff2"))
    sums.add(try Self.verdict([("CF-Cache-Status", "HIT")], isFromServer: false))
    sums.add(try Self.verdict([("Age", "30")]))
    #expect(sums.sorted.map(\.product) == ["Cloudflare", "Varnish"])
    let row = try #require(sums.sorted.first)
    #expect(row.all.hits == Tally(count: 1, bytes: 10) && row.all.requests == 3)
    #expect(row.all.hitRatio == 1.0 / 3 && row.named.map(\.kind) == ["page", "script"])
    #expect(row.named[1].counts.requests == 2)
  }

  @Test("of a repeated request, each answer counts")
  func repeated() throws {
    var repetition = Repetition()
    for value in ["MISS", "HIT", "HIT"] {
      var section = FieldSection()
      section.append(FieldLine("X-Cache-Status", value))
      repetition.take(
        ResponseHead(version: "1.1", status: 200, reason: "", fields: section), receivedAt: Self.noon)
    }
    var sums = EdgeSums()
    sums.add(try Self.verdict([("X-Cache-Status", "MISS")], repetition))
    #expect(sums.sorted.first?.all.hits.count == 2 && sums.sorted.first?.all.requests == 3)
  }

  @Test("the file of a summary has them, and a merge adds them up")
  func merged() throws {
    var summary = JudgementSummary()
    summary.edges.add(try Self.verdict([("X-Cache-Status", "HIT")], path: "/a.css"))
    summary.edges.add(try Self.verdict([("X-Cache-Status", "MISS")], path: "/x"))
    let bytes = SummaryJSON.line(summary)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(
      text.contains(
        #""edges":[{"product":"nginx","hits":{"requests":1,"bytes":10},"misses":{"requests":1,"bytes":10},"#
          + #""passes":{"requests":0,"bytes":0},"kinds":{"style":{"hits":{"requests":1,"bytes":10},"#),
      "\(text)")
    #expect(text.contains(#""hit_ratio":0.5"#), "\(text)")
    var read = try bytes.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(try #require(bytes.baseAddress), count: bytes.count)
      return try SummaryJSON.read(&reader)
    }
    #expect(read.edges == summary.edges)
    read.add(summary)
    #expect(read.edges.sorted.first?.all.requests == 4)
    let table = SummaryPage(read).edges(isWhole: true)
    #expect(table?.rows.map(\.first) == ["nginx", "nginx, style", "nginx, other"])
    #expect(table?.rows.first == ["nginx", "2, 20 B", "2, 20 B", "0", "50.0%"])
  }

  @Test("an incident comes first among those of its severity")
  func incidents() {
    let kinds = [Finding.Code.maxAgeInvalid, .edgeStoredTheForbidden].map {
      JudgementSummary.FindingKind(code: $0, severity: .error)
    }
    #expect(kinds.sorted().map(\.code) == [.edgeStoredTheForbidden, .maxAgeInvalid])
    let page = JudgementSummary.FindingKind(code: .pageOutlivesItsFiles, severity: .warning)
    #expect(kinds[0] < page, "severity goes before")
  }
}
