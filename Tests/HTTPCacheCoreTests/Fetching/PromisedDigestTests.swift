import Testing

@testable import HTTPCacheCore

@Suite("RFC 9530: digest fields and the bytes that they promise", .timed)
struct PromisedDigestTests {
  /// `{"hello": "world"}` with its newline, and as Brotli.
  static let text = Array("{\"hello\": \"world\"}\n".utf8)
  static let brotli: [UInt8] = [
    0x0b, 0x09, 0x80, 0x7b, 0x22, 0x68, 0x65, 0x6c, 0x6c, 0x6f, 0x22, 0x3a, 0x20, 0x22, 0x77, 0x6f, 0x72,
    0x6c,
    0x64, 0x22, 0x7d, 0x0a, 0x03,
  ]
  static let whole = "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:"
  static let long =
    "sha-512=:YMAam51Jz/jOATT6/zvHrLVgOYTGFy1d6GJiOHTohq4yP+pgk4vf2aCsyRZOtw8MjkM7iw7yZ/WkppmM44T3qg==:"
  static let part = "sha-256=:jjcgBDWNAtbYUXI37CVG3gRuGOAjaaDRGpIUFsdyepQ=:"
  static let coded = "sha-256=:d435Qo+nKZ+gLcUHn7GQtQ72hiBVAgqoLsZnZPiTGPk=:"

  typealias Row = (rule: String, head: String, content: [UInt8], broken: String?)
  static let rows: [Row] = [
    ("§2 of the content", "200\nContent-Digest: \(whole)", text, nil),
    ("§2 and not of other content", "200\nContent-Digest: \(whole)", text.dropLast(), "Content-Digest"),
    (
      "§2 of the part that is sent", "206\nContent-Range: bytes 10-18/19\nContent-Digest: \(part)",
      Array(text[10...]), nil
    ),
    (
      "§3 of the whole, which a part is not",
      "206\nContent-Range: bytes 10-18/19\nRepr-Digest: \(whole)\nContent-Digest: \(part)",
      Array(text[10...]),
      nil
    ),
    (
      "§2 of a damaged part", "206\nContent-Range: bytes 10-18/19\nContent-Digest: \(part)",
      Array(text[9...]),
      "Content-Digest"
    ),
    ("§3 of the whole representation", "200\nRepr-Digest: \(whole)", text, nil),
    ("§3 and not of another", "200\nRepr-Digest: \(whole)", brotli, "Repr-Digest"),
    (
      "§2, §3 with its content coding",
      "200\nContent-Encoding: br\nContent-Digest: \(coded)\nRepr-Digest: \(coded)", brotli, nil
    ),
    ("Unencoded-Digest of content without a coding", "200\nUnencoded-Digest: \(whole)", text, nil),
    ("and not of other content", "200\nUnencoded-Digest: \(whole)", text.dropLast(), "Unencoded-Digest"),
    (
      "of coded content it is no digest of these bytes, whatever it names",
      "200\nContent-Encoding: br\nContent-Digest: \(coded)\nUnencoded-Digest: \(whole)", brotli, nil
    ),
    (
      "which holds for one that is wrong, too",
      "200\nContent-Encoding: br\nContent-Digest: \(coded)\nUnencoded-Digest: \(part)", brotli, nil
    ),
    ("each of both is compared", "200\nContent-Digest: \(whole)\nRepr-Digest: \(part)", text, "Repr-Digest"),
    ("the algorithm is found among others", "200\nContent-Digest: md5=:AAAA:, \(whole)", text, nil),
    ("§7.2 sha-512 is compared as well", "200\nRepr-Digest: \(long)", text, nil),
    ("each algorithm is", "200\nRepr-Digest: \(whole), sha-512=:AAAA:", text, "Repr-Digest"),
    ("a digest of another length is another", "200\nContent-Digest: sha-256=:AAAA:", text, "Content-Digest"),
  ]

  @Test(arguments: rows)
  func promised(_ row: Row) throws {
    var digest = try #require(PromisedDigest(try head("HTTP/1.1 " + row.head)), "\(row.rule)")
    for byte in row.content { withUnsafeBytes(of: byte) { digest.update($0) } }
    #expect(digest.broken == row.broken, "\(row.rule)")
  }

  @Test("§3 the whole of which a part comes is compared when it is joined")
  func ofWhole() throws {
    let answer = try head("HTTP/1.1 206\nContent-Range: bytes 0-1/9\nRepr-Digest: \(Self.whole)")
    #expect(PromisedDigest(answer) == nil && PromisedDigest(ofWhole: answer) != nil)
  }

  @Test(
    "RFC 9110 §15.4.5, §15.3.5: what has no content has a digest of something else",
    arguments: [103, 204, 205, 304])
  func withoutContent(_ status: Int) throws {
    #expect(PromisedDigest(try head("HTTP/1.1 \(status)\nRepr-Digest: \(Self.whole)")) == nil)
  }

  static let nothing = [
    "Content-Digest: sha-256=RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=", "Content-Digest: md5=:AAAA:",
    "Content-Digest: sha-256=1", "Content-Digest: sha-256=:AAAA:, &", "Want-Content-Digest: sha-256=3",
    "Digest: sha-256=RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=",
    "Content-Encoding: gzip\nUnencoded-Digest: \(whole)",
  ]

  @Test(
    "§2 a field that can't be read, names no known algorithm, or is of decoded content, is ignored",
    arguments: nothing)
  func ignored(_ field: String) throws {
    #expect(PromisedDigest(try head("HTTP/1.1 200\n" + field)) == nil)
  }
}
