import Foundation
import Testing

@testable import HTTPCacheCore

@Suite("The JSON reader", .timed)
struct JSONReaderTests {
  /// A reader of bytes that come in pieces of a size.
  static func reader(_ bytes: [UInt8], pieces: Int = 7) throws(JSONFault) -> JSONReader {
    var rest = bytes[...]
    return try JSONReader { room in
      let piece = rest.prefix(min(pieces, room.count))
      room.copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
      return piece.count
    }
  }

  /// Passes over one value and what follows it.
  static func check(_ bytes: [UInt8], pieces: Int = 7) throws(JSONFault) {
    var reader = try reader(bytes, pieces: pieces)
    try reader.skip()
    try reader.finish()
  }

  static let strings: [(text: String, value: String)] = [
    (#""""#, ""), (#""plain""#, "plain"), (#""a\"b\\c\/d\b\f\n\r\te""#, "a\"b\\c/d\u{8}\u{C}\n\r\te"),
    (#""\u00e9\u20AC\ud83d\ude00""#, "é€😀"), (#""\ud83dx""#, "\u{FFFD}x"), (#""\ud83d\n""#, "\n"),
    (#""\ude00""#, "\u{FFFD}"), (#""\ud83d\u0041""#, "A"),
    ("\"é✓😀 and a longer tail\"", "é✓😀 and a longer tail"),
  ]
  @Test("strings, whole and in pieces", arguments: strings)
  func string(_ row: (text: String, value: String)) throws {
    for pieces in 1...20 {
      var reader = try Self.reader(Array(row.text.utf8), pieces: pieces)
      let value = try reader.string()
      #expect(value == row.value)
      try reader.finish()
      try Self.check(Array(row.text.utf8), pieces: pieces)
    }
  }

  static let numbers: [(text: String, value: Double?)] = [
    ("0", 0), ("-0.5", -0.5), ("12e2", 1200), ("1E-2", 0.01), ("1e999", .infinity), ("null", nil),
    ("\"1\"", nil), ("[1]", nil),
  ]
  @Test("numbers; another type is no number", arguments: numbers)
  func number(_ row: (text: String, value: Double?)) throws {
    var reader = try Self.reader(Array(row.text.utf8))
    let value = try reader.optionalNumber()
    #expect(value == row.value)
    try reader.finish()
  }

  @Test("a number of few digits is the one that Swift reads")
  func shortNumbers() throws {
    var random = SeededRandom(seed: 7)
    let kept = [
      "0", "-0", "0.1", "-12.50", "200", "123456789012345", "1234567890123456", "0.30000000000000004",
    ]
    let made = (0..<2000).map { _ in
      let whole = String(random.next() % UInt64(random.next() % 9_999_999_999 + 1))
      return "\(random.next() % 2 == 0 ? "-" : "")\(whole).\(random.next() % 1_000_000)"
    }
    for text in kept + made {
      var reader = try Self.reader(Array("\(text),".utf8), pieces: 64)
      let number = try reader.optionalNumber()
      #expect(number?.bitPattern == Double(text)?.bitPattern, "\(text)")
      #expect(reader.place.offset == text.utf8.count)
    }
  }

  static let faults: [(text: String, cause: JSONFault.Cause, line: Int, column: Int)] = [
    ("", .cutShort, 1, 1), ("{\n \"a\" 1}", .expected("a colon"), 2, 6), ("[1,]", .expected("a value"), 1, 4),
    ("[1 2]", .expected("a comma or ]"), 1, 4), ("{\"a\":1,}", .expected("a member's name in quotes"), 1, 8),
    ("[1]\n\nx", .expected("the end of the text"), 3, 1), ("tru", .cutShort, 1, 4),
    ("trUe", .expected("a value"), 1, 3),
    ("01", .expected("the end of the text"), 1, 2), ("1.", .expected("a digit"), 1, 3),
    ("\"\\x\"", .expected("one of \"\\/bfnrtu"), 1, 3),
    ("\"\\u00g0\"", .expected("four hexadecimal digits"), 1, 6), ("'a'", .expected("a value"), 1, 1),
    ("\"a\nb\"", .expected("an escape instead of a control character"), 1, 3),
    ("[1,\u{0}", .expected("a value"), 1, 4),
    (String(repeating: "[", count: 600), .tooDeep, 1, 514),
  ]
  @Test("what is no JSON is named with its place", arguments: faults)
  func fault(_ row: (text: String, cause: JSONFault.Cause, line: Int, column: Int)) throws {
    for pieces in [7, 4096] {
      let error = #expect(throws: JSONFault.self) { try Self.check(Array(row.text.utf8), pieces: pieces) }
      #expect(error?.cause == row.cause)
      #expect(error?.place.line == row.line && error?.place.column == row.column)
    }
  }

  @Test(
    "the lines behind a call are counted", arguments: ["f([1]);\n\n x", "f([1]\n) ;\n; x", "f([1])\n\n x"])
  func behindCall(text: String) throws {
    for pieces in [1, 4096] {
      let error = #expect(throws: JSONFault.self) {
        var reader = try Self.reader(Array(text.utf8), pieces: pieces)
        #expect(try reader.passCallStart())
        try reader.skip()
        try reader.passCallEnd()
        try reader.finish()
      }
      #expect(error?.place.line == 3 && text.utf8.count - 1 == error.map { Int($0.place.offset) })
    }
  }

  @Test("a byte order mark is passed over, UTF-16 is named, an unreadable source is not a short one")
  func beginning() throws {
    try Self.check([0xEF, 0xBB, 0xBF, 0x5B, 0x5D], pieces: 1)
    #expect(throws: JSONFault.self) { try Self.check([0xFF, 0xFE, 0x5B, 0x00]) }
    let error = #expect(throws: JSONFault.self) {
      var reader = try JSONReader { _ in -1 }
      try reader.skip()
    }
    #expect(error?.cause == .unreadable)
  }

  @Test("a string beyond the limit is cut, not kept")
  func longString() throws {
    let text = [0x22] + [UInt8](repeating: 0x61, count: 3 << 20) + [0x22]
    var reader = try Self.reader(text, pieces: 1 << 20)
    let count = try reader.string().utf8.count
    #expect(count == JSONReader.stringLimit)
    try reader.finish()
  }

  private static func fault(_ text: [UInt8], pieces: Int) -> JSONFault? {
    do throws(JSONFault) { try check(text, pieces: pieces) } catch { return error }
    return nil
  }

  @Test("thousands of damaged texts: what Foundation takes is taken, what it refuses is refused")
  func differential() throws {
    var random = SeededRandom(seed: 11)
    let seed = Array(
      #"{"log":{"a":[1,-2.5e+3,true,false,null,"x\"\\y",{}],"b":{"c":"d\u00e9\n"}},\#n "e":[[],[{}]]}"#.utf8)
    let alphabet = Array(#"{}[]:,"\0123456789.eE+-truefalsn x\#n"#.utf8)
    for _ in 0..<6000 {
      var text = seed
      for _ in 0...(random.next() % 3) {
        let index = Int(random.next() % UInt64(text.count))
        switch random.next() % 3 {
        case 0: text[index] = alphabet[Int(random.next() % UInt64(alphabet.count))]
        case 1: text.remove(at: index)
        default: text.insert(alphabet[Int(random.next() % UInt64(alphabet.count))], at: index)
        }
      }
      let fault = Self.fault(text, pieces: 1 + Int(random.next() % 40))
      // At once or byte by byte, what is wrong is the same.
      #expect(fault == Self.fault(text, pieces: 4096), "\(String(decoding: text, as: UTF8.self))")
      let isTaken = fault == nil
      let isJSON: Bool
      do {
        _ = try JSONSerialization.jsonObject(with: Data(text), options: [.fragmentsAllowed])
        isJSON = true
      } catch { isJSON = false }
      // Foundation also takes a comma before a closing bracket.
      let packed = text.filter { $0 != 0x20 && $0 != 0x0A }
      let hasTrailingComma = zip(packed, packed.dropFirst()).contains {
        $0 == 0x2C && ($1 == 0x5D || $1 == 0x7D)
      }
      #expect(isTaken == isJSON || (hasTrailingComma && !isTaken), "\(String(decoding: text, as: UTF8.self))")
    }
  }
}

/// Numbers that are the same in every run (xorshift64*).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D >> 8
  }
}
