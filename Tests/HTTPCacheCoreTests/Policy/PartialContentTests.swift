import Testing

@testable import HTTPCacheCore

@Suite("RFC 9111 §3.3 Storing Incomplete Responses, §3.4 Combining Partial Content", .timed)
struct PartialContentTests {
  /// A stored part of ten bytes under the strong tag "a", unless told.
  private func part(_ range: String, tag: String = "\"a\"", of length: String = "10") throws -> StoredResponse
  {
    var response = try stored("ETag: \(tag)\nContent-Range: bytes \(range)/\(length)", status: 206)
    response.bodyLength = response.part?.length ?? 0
    return response
  }

  typealias Gap = (rule: String, range: String, tag: String, missing: ClosedRange<Int64>?)
  static let gaps: [Gap] = [
    ("the end is missing", "0-4", "\"a\"", 5...9), ("the beginning is missing", "5-9", "\"a\"", 0...4),
    ("both are: more than one request", "3-6", "\"a\"", nil), ("nothing is", "0-9", "\"a\"", nil),
    ("no strong validator", "0-4", "W/\"a\"", nil),
  ]

  @Test("what is asked for to make a part whole", arguments: gaps)
  func missing(_ row: Gap) throws {
    #expect(try part(row.range, tag: row.tag).missingRange == row.missing, "\(row.rule)")
  }

  @Test("§3.4: the rest is asked for under If-Range, so that another version comes whole")
  func completing() throws {
    let end = try part("0-4").completing(try request())
    #expect(end.fields.first("Range") == "bytes=5-" && end.fields.first("If-Range") == "\"a\"")
    let beginning = try part("5-9").completing(try request())
    #expect(beginning.fields.first("Range") == "bytes=0-4")
  }

  /// Joins a new part with stored responses, which have their places as numbers.
  private static func join(
    _ range: String, _ stored: [StoredResponse], _ fields: String = ""
  ) throws -> PartJoin? {
    let head = try head("HTTP/1.1 206\nETag: \"a\"\nContent-Range: \(range)\n\(fields)")
    return PartJoin(
      head,
      candidates: stored.enumerated().map { StoredCandidate($1, StoreFixture.disk(Int64($0))) })
  }

  typealias Join = (
    rule: String, new: ClosedRange<Int64>, stored: [String], tags: [String], combined: ClosedRange<Int64>,
    superseded: [Int64]
  )
  static let joins: [Join] = [
    ("adjacent before", 5...9, ["0-4"], ["\"a\""], 0...9, [0]),
    ("overlapping after", 0...4, ["3-7"], ["\"a\""], 0...7, [0]),
    ("between two", 3...5, ["0-2", "6-9"], ["\"a\"", "\"a\""], 0...9, [0, 1]),
    ("apart", 6...9, ["0-2"], ["\"a\""], 6...9, []),
    ("another version", 5...9, ["0-4"], ["\"b\""], 5...9, []),
    ("a weak validator: MUST NOT", 5...9, ["0-4"], ["W/\"a\""], 5...9, []),
    ("within", 3...4, ["0-9"], ["\"a\""], 0...9, [0]),
  ]

  @Test("§3.4: parts are combined only under the same strong validator", arguments: joins)
  func join(_ row: Join) throws {
    let candidates = try zip(row.stored, row.tags).map { try part($0, tag: $1) }
    let join = try Self.join("bytes \(row.new.lowerBound)-\(row.new.upperBound)/10", candidates)
    #expect((join?.combined.range ?? row.new) == row.combined, "\(row.rule)")
    #expect((join?.superseded ?? []).map(\.reference.number) == row.superseded, "\(row.rule)")
  }

  @Test("parts of representations with different lengths are not combined")
  func lengths() throws {
    #expect(try Self.join("bytes 5-9/10", [try part("0-4", of: "11")]) == nil)
  }

  typealias Version = (rule: String, new: String, fields: String, stored: String, combined: String)
  /// The new range with its fields, the `Content-Range` of the stored part, and the range of both together.
  static let versions: [Version] = [
    ("the stored part knows the length", "bytes 5-9/*", "", "bytes 0-4/10", "bytes 0-9/10"),
    ("the stored part is the whole", "bytes 0-4/*", "", "bytes 0-9/10", "bytes 0-9/10"),
    ("neither knows it", "bytes 5-9/*", "", "bytes 0-4/*", "bytes 0-9/*"),
    ("the new part ends behind the stored whole", "bytes 5-12/*", "", "bytes 0-9/10", "bytes 5-12/*"),
    ("the stored part ends behind the new whole", "bytes 5-9/10", "", "bytes 4-12/*", "bytes 5-9/10"),
    ("the same Last-Modified", "bytes 5-9/10", "Last-Modified: A", "bytes 0-4/10", "bytes 0-9/10"),
    (
      "another Last-Modified is another version", "bytes 5-9/10", "Last-Modified: B", "bytes 0-4/10",
      "bytes 5-9/10"
    ),
  ]

  @Test("§3.4: parts of one version agree on its length and Last-Modified", arguments: versions)
  func version(_ row: Version) throws {
    let known = try #require(ContentRange(row.stored))
    var stored = try stored(
      "ETag: \"a\"\nLast-Modified: A\nContent-Range: \(row.stored)", status: 206)
    stored.bodyLength = known.length
    let join = try Self.join(row.new, [stored], row.fields)
    #expect((join?.combined.text ?? row.new) == row.combined, "\(row.rule)")
  }

  typealias Cut = (rule: String, fields: String, received: Int64, kept: String?)
  static let cuts: [Cut] = [
    ("a strong validator and a length", "ETag: \"a\"\nContent-Length: 10", 4, "bytes 0-3/10"),
    ("no strong validator", "ETag: W/\"a\"\nContent-Length: 10", 4, nil),
    ("no length", "ETag: \"a\"", 4, nil), ("nothing came", "ETag: \"a\"\nContent-Length: 10", 0, nil),
    ("all came", "ETag: \"a\"\nContent-Length: 10", 10, nil),
    ("the origin gives no ranges", "ETag: \"a\"\nContent-Length: 10\nAccept-Ranges: none", 4, nil),
  ]

  @Test("§3.3: what is left of a response that was cut short is kept as a part", arguments: cuts)
  func cutShort(_ row: Cut) throws {
    let kept = try stored(row.fields).cutShort(after: row.received)
    #expect(kept?.head.fields.first("Content-Range") == row.kept, "\(row.rule)")
    #expect(kept == nil || kept?.head.status == 206)
  }

  @Test(
    "RFC 9530: the digest of the whole content is kept as that of the representation, which the rest must match"
  )
  func cutShortWithDigest() throws {
    let digest = "sha-256=:YQ==:"
    let cut = "ETag: \"a\"\nContent-Length: 10\nContent-Digest: \(digest)"
    let kept = try #require(try stored(cut).cutShort(after: 4))
    #expect(kept.head.fields.first("Repr-Digest") == digest)
    #expect(!kept.head.fields.contains("Content-Digest"))
    let other = try stored("\(cut)\nRepr-Digest: sha-256=:Yg==:").cutShort(after: 4)
    #expect(other?.head.fields.first("Repr-Digest") == "sha-256=:Yg==:", "the origin's own stays")
  }

  static let digests: [(rule: String, one: String, other: String, status: Int, field: String?)] = [
    (
      "of the representation", "Repr-Digest: sha-256=:YQ==:", "Repr-Digest: sha-256=:Yg==:", 304,
      "Repr-Digest"
    ),
    (
      "of the content", "Content-Digest: sha-256=:YQ==:", "Content-Digest: sha-256=:Yg==:", 304,
      "Content-Digest"
    ),
    (
      "without its coding", "Unencoded-Digest: sha-256=:YQ==:", "Unencoded-Digest: sha-256=:Yg==:", 304,
      "Unencoded-Digest"
    ),
    ("the same", "Content-Digest: sha-256=:YQ==:", "Content-Digest: sha-256=:YQ==:", 304, nil),
    ("by another algorithm", "Repr-Digest: sha-256=:YQ==:", "Repr-Digest: sha-512=:Yg==:", 304, nil),
    ("of another kind", "Repr-Digest: sha-256=:YQ==:", "Content-Digest: sha-256=:Yg==:", 304, nil),
    (
      "the content of a part is another", "Content-Digest: sha-256=:YQ==:", "Content-Digest: sha-256=:Yg==:",
      206, nil
    ),
    (
      "the digest of nothing, which a 304 has", "Content-Digest: sha-256=:YQ==:",
      "Content-Digest: sha-256=:\(DigestField.Algorithm.sha256.ofNothing):", 304, nil
    ),
  ]

  @Test("RFC 9530: a digest tells two versions apart", arguments: digests)
  func digest(_ row: (rule: String, one: String, other: String, status: Int, field: String?)) throws {
    let other = try head("HTTP/1.1 \(row.status)\n\(row.other)")
    #expect(try stored(row.one).head.otherDigest(than: other) == row.field, "\(row.rule)")
  }

  typealias Reuse = (
    rule: String, request: String, outcome: ReuseDecision.Outcome, answer: ConstructedResponse
  )
  static let reuses: [Reuse] = [
    ("a range within it", "Range: bytes=1-3", .serve, .part(1...3)),
    ("a range beyond it", "Range: bytes=3-6", .forward, .incomplete),
    ("the whole", "", .complete, .incomplete),
    ("a suffix that is not there", "Range: bytes=-2", .forward, .incomplete),
    ("beyond the end of all", "Range: bytes=20-", .serve, .rangeNotSatisfiable),
    ("the caller has it", "If-None-Match: \"a\"", .serve, .notModified),
  ]

  @Test(
    "§3.3: MUST NOT use an incomplete response to answer requests unless it has what is asked for",
    arguments: reuses)
  func reuse(_ row: Reuse) throws {
    var response = try part("0-4")
    response.head.fields.set("Cache-Control", "max-age=60")
    let decision = ReuseDecision(
      try request(row.request), candidates: [response], now: noon, settings: Settings())
    #expect(decision.outcome == row.outcome && decision.constructed == row.answer, "\(row.rule)")
  }
}
