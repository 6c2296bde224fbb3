import HTTPCacheCore
import Testing

@Suite("Content codings undone for the reader")
struct ContentDecoderTests {
  /// `hello, hello, hello` and a newline, as deflate packs it.
  static let packed: [UInt8] = [
    0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0xD7, 0x51, 0xC8, 0x40, 0xA2, 0xB8, 0x00,
  ]
  static let gzip: [UInt8] =
    [0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03] + packed
    + [0xE7, 0x42, 0x6E, 0x52, 0x14, 0x00, 0x00, 0x00]
  static let zlib: [UInt8] = [0x78, 0xDA] + packed + [0x4B, 0x07, 0x06, 0xDF]

  /// Decodes pieces one after another; nil where they are damaged.
  private func decoded(_ coding: String, _ pieces: [[UInt8]]) throws -> String? {
    let decoder = try #require(ContentDecoder(coding))
    var text: [UInt8] = []
    for piece in pieces {
      guard piece.withUnsafeBytes({ decoder.decode($0) { text += Array($0) } }) else { return nil }
    }
    return String(decoding: text, as: UTF8.self)
  }

  static let rows: [(coding: String, bytes: [UInt8])] = [
    ("gzip", gzip), ("GZip", gzip), ("x-gzip", gzip), ("deflate", zlib),
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

  @Test func damaged() throws {
    #expect(try decoded("gzip", [Array("no gzip at all".utf8)]) == nil)
  }

  @Test(arguments: [nil, "", "identity", "br", "gzip, br"])
  func nothingToUndo(_ coding: String?) {
    #expect(ContentDecoder(coding) == nil)
  }
}
