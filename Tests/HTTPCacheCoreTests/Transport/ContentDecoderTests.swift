import Testing

@testable import HTTPCacheCore

@Suite("Content codings undone for the reader", .timed)
struct ContentDecoderTests {
  /// `hello, hello, hello` and a newline, as deflate packs it.
  static let packed: [UInt8] = [
    0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0xD7, 0x51, 0xC8, 0x40, 0xA2, 0xB8, 0x00,
  ]
  static let gzip: [UInt8] =
    [0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03] + packed
    + [0xE7, 0x42, 0x6E, 0x52, 0x14, 0x00, 0x00, 0x00]
  static let zlib: [UInt8] = [0x78, 0xDA] + packed + [0x4B, 0x07, 0x06, 0xDF]

  static let brotli: [UInt8] = [0x8B, 0x09, 0x80] + Array("hello, hello, hello\n".utf8) + [0x03]
  static let zstd: [UInt8] =
    [0x28, 0xB5, 0x2F, 0xFD, 0x04, 0x58, 0x75, 0x00, 0x00, 0x40] + Array("hello, \n".utf8)
    + [0x01, 0x00, 0xE2, 0x8A, 0x11, 0x21, 0x69, 0x9D, 0x87]
  /// The gzip form, as one raw block of zstd (RFC 8878 §3.1.1.2).
  static let gzipInZstd: [UInt8] =
    [0x28, 0xB5, 0x2F, 0xFD, 0x20, UInt8(gzip.count), UInt8(gzip.count << 3 | 1), 0x00, 0x00] + gzip

  /// The codings that a value of `Content-Encoding` names.
  private static func codings(_ value: String) -> [String] {
    FieldSection([FieldLine("Content-Encoding", value)]).contentCodings
  }

  /// Decodes pieces one after another; nil where they are damaged.
  private func decoded(_ coding: String, _ pieces: [[UInt8]]) throws -> String? {
    let decoder = try #require(try ContentDecoder(Self.codings(coding)))
    var text: [UInt8] = []
    for piece in pieces {
      guard piece.withUnsafeBytes({ decoder.decode($0) { text += Array($0) } }) else { return nil }
    }
    return String(decoding: text, as: UTF8.self)
  }

  static let rows: [(coding: String, bytes: [UInt8])] = [
    ("gzip", gzip), ("GZip", gzip), ("x-gzip", gzip), ("deflate", zlib), ("br", brotli),
    ("zstd", zstd), ("gzip, zstd", gzipInZstd), ("identity, gzip", gzip), ("gzip, none", gzip),
  ]
  @Test(arguments: rows)
  func decode(_ row: (coding: String, bytes: [UInt8])) throws {
    #expect(try decoded(row.coding, [row.bytes]) == "hello, hello, hello\n")
    #expect(try decoded(row.coding, row.bytes.map { [$0] }) == "hello, hello, hello\n")
  }

  @Test func deflateWithoutItsWrapper() throws {
    #expect(try decoded("deflate", [Self.packed]) == "hello, hello, hello\n")
    #expect(try decoded("deflate", Self.packed.map { [$0] }) == "hello, hello, hello\n")
  }

  @Test func severalMembers() throws {
    let members = Self.gzip + Self.gzip
    #expect(try decoded("gzip", [members]) == "hello, hello, hello\nhello, hello, hello\n")
    #expect(try decoded("gzip", members.map { [$0] })?.count == 40)
    #expect(try decoded("gzip", [Self.gzip + [0, 0]]) == "hello, hello, hello\n")
  }

  @Test(arguments: ["gzip", "zstd", "br", "gzip, zstd"])
  func damaged(_ coding: String) throws {
    #expect(try decoded(coding, [Array("no such thing at all".utf8)]) == nil)
  }

  @Test("inner content that is damaged is told, although the outer coding is good")
  func damagedInside() throws {
    #expect(try decoded("gzip, gzip", [Self.gzip]) == nil)
  }

  @Test("what is cut short is not whole; nothing at all is", arguments: rows)
  func whole(_ row: (coding: String, bytes: [UInt8])) throws {
    for (count, isWhole) in [(0, true), (row.bytes.count - 1, false), (row.bytes.count, true)] {
      let decoder = try #require(try ContentDecoder(Self.codings(row.coding)))
      _ = row.bytes.prefix(count).withUnsafeBytes { decoder.decode($0) { _ in } }
      #expect(decoder.isWhole == isWhole, "\(row.coding) \(count)")
    }
  }

  /// RFC 9659 §3: a window of more than 8 MiB is refused.
  ///
  /// The window descriptor 0x70 is 2^(10 + 14), 16 MiB.
  @Test func zstdWindowIsBounded() throws {
    let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x70, 0x29, 0x00, 0x00] + Array("hello".utf8)
    #expect(try decoded("zstd", [frame]) == nil)
    #expect(try decoded("zstd", [frame.map { $0 == 0x70 ? 0x68 : $0 }]) == "hello")
  }

  @Test("§8.4.1: identity is no coding, and neither is none, as curl reads it")
  func nothingToUndo() throws {
    for value in ["", "identity", "Identity, ", "none", "NONE, identity"] {
      #expect(try ContentDecoder(Self.codings(value)) == nil, "\(value)")
    }
  }

  static let unknown: [(codings: [String], name: String)] = [
    (["novel"], "novel"), (["novel", "gzip"], "novel"), (["gzip", "compress"], "compress"),
    (Array(repeating: "gzip", count: 6), "gzip, gzip, gzip, gzip, gzip, gzip"),
  ]
  @Test(arguments: unknown)
  func unknownCoding(_ row: (codings: [String], name: String)) {
    #expect(throws: UnknownCoding(name: row.name)) { try ContentDecoder(row.codings) }
  }

  @Test("all that the tests' machine has libraries for are asked for")
  func acceptable() { #expect(ContentDecoder.acceptable == "gzip, deflate, br, zstd") }
}
