import Testing

@testable import HTTPCacheCore

@Suite("RFC 9111 §3.4: a new part and the stored parts that it touches", .timed)
struct PartJoinTests {
  /// Stored parts of ten bytes under one strong tag; the number of each is its place.
  private static func candidates(_ ranges: [String]) throws -> [StoredCandidate] {
    try ranges.enumerated().map { number, range in
      var response = try stored("ETag: \"a\"\nX: old\nContent-Range: bytes \(range)/10", status: 206)
      response.bodyLength = response.part?.length ?? 0
      return StoredCandidate(response, StoreFixture.disk(Int64(number)))
    }
  }

  private static func join(_ new: String, _ ranges: [String], tag: String = "\"a\"") throws -> PartJoin? {
    let head = try head("HTTP/1.1 206\nETag: \(tag)\nContent-Range: bytes \(new)/10")
    return PartJoin(head, candidates: try candidates(ranges))
  }

  typealias Row = (
    rule: String, new: String, stored: [String], before: ClosedRange<Int64>?, after: ClosedRange<Int64>?,
    bodies: [Int64]
  )
  static let rows: [Row] = [
    ("before it", "5-9", ["0-4"], 0...4, nil, [0]), ("behind it", "0-4", ["5-9"], nil, 0...4, [0]),
    ("counted from the first byte that is stored", "6-7", ["2-5"], 0...3, nil, [0]),
    ("what overlaps comes from the new one", "3-6", ["0-4", "5-9"], 0...2, 2...4, [0, 1]),
    ("one on both sides is read once", "4-5", ["0-9"], 0...3, 6...9, [0]),
    ("nothing of what it covers", "0-9", ["2-5"], nil, nil, []),
  ]

  @Test("which stored bytes are read", arguments: rows)
  func pieces(_ row: Row) throws {
    let join = try #require(try Self.join(row.new, row.stored))
    #expect(join.before?.range == row.before && join.after?.range == row.after, "\(row.rule)")
    #expect(join.bodies.map(\.number) == row.bodies, "\(row.rule)")
    #expect(join.beforeCandidate?.reference.number == (row.before == nil ? nil : 0), "\(row.rule)")
    #expect(join.superseded.count == row.stored.count, "\(row.rule)")
  }

  static let none: [(rule: String, new: String, stored: [String], tag: String)] = [
    ("it touches none", "8-9", ["0-4"], "\"a\""), ("nothing is stored", "0-4", [], "\"a\""),
    ("§3.4: another validator", "5-9", ["0-4"], "\"b\""), ("§3.4: a weak one", "5-9", ["0-4"], "W/\"a\""),
  ]

  @Test("there is nothing to join", arguments: none)
  func apart(_ row: (rule: String, new: String, stored: [String], tag: String)) throws {
    #expect(try Self.join(row.new, row.stored, tag: row.tag) == nil, "\(row.rule)")
    #expect(PartJoin(try head("HTTP/1.1 200\nETag: \"a\""), candidates: try Self.candidates(["0-4"])) == nil)
  }

  @Test("RFC 9530 §2, §3: neither a part nor a whole that is made here has the digest of other content")
  func digests() throws {
    let fields =
      "ETag: \"a\"\nContent-Digest: sha-256=:AAAA:\nContent-MD5: AAAA\nRepr-Digest: sha-256=:BBBB:\n"
    let new = try head("HTTP/1.1 206\n\(fields)Content-Range: bytes 5-9/10")
    var old = try stored("\(fields)Content-Range: bytes 0-4/10", status: 206)
    old.bodyLength = 5
    let join = try #require(PartJoin(new, candidates: [StoredCandidate(old, StoreFixture.disk(1))]))
    let whole = join.head(freshenedBy: new, receivedAt: noon)
    let names = ["Content-Digest", "Content-MD5", "Repr-Digest"]
    #expect(names.map(whole.fields.contains) == [false, false, true])
    var response = try stored(fields)
    response.bodyLength = 10
    let part = ConstructedResponse(try request("Range: bytes=2-4"), stored: response)
    #expect(names.map(part.head(of: response).fields.contains) == [false, false, true])
    let same = ConstructedResponse(try request("Range: bytes=0-4"), stored: old)
    #expect(names.map(same.head(of: old).fields.contains) == [true, true, true])
    let none = ConstructedResponse(try request("Range: bytes=20-"), stored: response)
    #expect(names.map(none.head(of: response).fields.contains) == [false, false, true])
  }

  @Test("§3.4: the combined head has the new fields; where all is there it is whole")
  func combinedHead() throws {
    let new = try head("HTTP/1.1 206\nETag: \"a\"\nX: new\nContent-Range: bytes 5-9/10")
    let whole = try #require(PartJoin(new, candidates: try Self.candidates(["0-4"]))).head(
      freshenedBy: new, receivedAt: noon)
    #expect(
      whole.status == 200 && whole.fields.first("X") == "new" && !whole.fields.contains("Content-Range"))
    let part = try #require(PartJoin(new, candidates: try Self.candidates(["2-4"]))).head(
      freshenedBy: new, receivedAt: noon)
    #expect(part.status == 206 && part.fields.first("Content-Range") == "bytes 2-9/10")
  }
}
