import Foundation
import Testing

@testable import HTTPCacheCore

@Suite("Binary property lists, whatever their bytes are", .timed)
struct BinaryPropertyListTests {
  private static func encoded(_ value: Any) throws -> [UInt8] {
    Array(try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0))
  }

  @Test("what Foundation writes is read")
  func values() throws {
    let rows: [(value: Any, read: PropertyList)] = [
      ("plain", .string("plain")), ("é€😀", .string("é€😀")),
      (String(repeating: "x", count: 70_000), .string(String(repeating: "x", count: 70_000))),
      (0, .integer(0)), (-1, .integer(-1)), (65_536, .integer(65_536)), (Int64.max, .integer(.max)),
      (1.5, .real(1.5)), (true, .bool(true)),
      (Data([0, 255]), .data([0, 255])),
      (Date(timeIntervalSinceReferenceDate: 760_000_000.5), .date(760_000_000.5)),
      (["a", ["b"]] as [Any], .array([.string("a"), .array([.string("b")])])),
      (["k": 200], .dictionary([.init(key: "k", value: .integer(200))])),
      (Array(repeating: "x", count: 300), .array(Array(repeating: .string("x"), count: 300))),
    ]
    for row in rows { #expect(try BinaryPropertyList.value(Self.encoded(row.value)) == row.read) }
  }

  @Test("what is none is refused")
  func refused() {
    #expect(throws: BinaryPropertyList.Malformed.notBinary) { try BinaryPropertyList.value([]) }
    #expect(throws: BinaryPropertyList.Malformed.notBinary) {
      try BinaryPropertyList.value(Array("<?xml".utf8))
    }
    #expect(throws: BinaryPropertyList.Malformed.layout) {
      try BinaryPropertyList.value(Array("bplist00".utf8))
    }
  }

  /// A list of one array per level, each of whose elements is the next level, so that it unfolds without end.
  private static func nested(levels: Int, width: Int) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for level in 0..<levels {
      offsets.append(bytes.count)
      bytes.append(0xA0 | UInt8(width))
      bytes += [UInt8](repeating: UInt8(min(level + 1, levels - 1)), count: width)
    }
    let table = bytes.count
    bytes += offsets.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    bytes += [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [UInt64(levels), 0, UInt64(table)] {
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
    }
    return bytes
  }

  @Test("a list that holds itself, or unfolds to billions, ends", arguments: [(2, 1), (30, 10), (100, 1)])
  func bombs(_ row: (levels: Int, width: Int)) {
    #expect(throws: BinaryPropertyList.Malformed.tooLarge) {
      try BinaryPropertyList.value(Self.nested(levels: row.levels, width: row.width))
    }
  }

  @Test("thousands of damaged lists are read or refused, and never a crash")
  func damaged() throws {
    var random = SeededRandom(seed: 5)
    let items: [Any] = [
      ["_CFURLString": "http://a.test/"], 7.9e8, 0, 200, ["A": "é", "B": "c"], Data([1, 2, 3]), Date(),
    ]
    let seed = try Self.encoded(["Version": 1, "Array": items] as [String: Any])
    for _ in 0..<3000 {
      var bytes = seed
      for _ in 0...(random.next() % 4) {
        let index = Int(random.next() % UInt64(bytes.count))
        bytes[index] = UInt8(truncatingIfNeeded: random.next())
      }
      if random.next() % 4 == 0 { bytes.removeLast(Int(random.next() % UInt64(bytes.count))) }
      // Whether it is read does not matter here; that it ends does.
      _ = CacheDBResponse(bytes)
      _ = CacheDBRequest(bytes)
      _ = CacheDBUserInfo.values(bytes)
    }
    #expect(CacheDBResponse(seed)?.status == 200)
  }
}
