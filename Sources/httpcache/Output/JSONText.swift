/// A JSON value that keeps its keys in the order in which they were given.
///
/// Not `JSONEncoder`: it gives no order to the keys, and it would load Foundation for a hit, which costs more
/// than the hit.
enum JSONText: Equatable, Sendable {
  case object([(String, JSONText)])
  case array([JSONText])
  case string(String)
  case int(Int64)
  case bool(Bool)
  case null

  /// The string, or `null` where there is none.
  static func optional(_ text: String?) -> JSONText { text.map(JSONText.string) ?? .null }

  /// The number, or `null` where there is none.
  static func optional(_ number: Int64?) -> JSONText { number.map(JSONText.int) ?? .null }

  static func == (left: JSONText, right: JSONText) -> Bool { left.bytes == right.bytes }

  /// An object with more members behind its own; any other value as it is.
  func appending(_ members: [(String, JSONText)]) -> JSONText {
    guard case .object(let own) = self else { return self }
    return .object(own + members)
  }

  /// The value on one line, without a newline.
  var bytes: [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(2048)
    write(to: &output)
    return output
  }

  /// The value on one line of JSON Lines, with its newline.
  var line: [UInt8] { bytes + [0x0A] }

  /// Appends the value (RFC 8259), without white space.
  func write(to output: inout [UInt8]) {
    switch self {
    case .object(let members):
      output.append(0x7B)
      for (index, member) in members.enumerated() {
        if index > 0 { output.append(0x2C) }
        Self.write(member.0, to: &output)
        output.append(0x3A)
        member.1.write(to: &output)
      }
      output.append(0x7D)
    case .array(let elements):
      output.append(0x5B)
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(0x2C) }
        element.write(to: &output)
      }
      output.append(0x5D)
    case .string(let text): Self.write(text, to: &output)
    case .int(let number): output.append(contentsOf: String(number).utf8)
    case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
    case .null: output.append(contentsOf: "null".utf8)
    }
  }

  /// Appends a string; what could drive a terminal is escaped too, which changes nothing for a parser.
  private static func write(_ text: String, to output: inout [UInt8]) {
    output.append(0x22)
    let isPlain = text.utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) else { return false }
      output.append(contentsOf: bytes)
      return true
    }
    if isPlain != true { for scalar in text.unicodeScalars { write(scalar, to: &output) } }
    output.append(0x22)
  }

  private static func write(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
    switch scalar {
    case "\"": output.append(contentsOf: #"\""#.utf8)
    case "\\": output.append(contentsOf: #"\\"#.utf8)
    case "\n": output.append(contentsOf: #"\n"#.utf8)
    case "\r": output.append(contentsOf: #"\r"#.utf8)
    case "\t": output.append(contentsOf: #"\t"#.utf8)
    default:
      guard Escaping.isHazardous(scalar) else { return output.append(contentsOf: String(scalar).utf8) }
      for unit in String(scalar).utf16 {
        output.append(contentsOf: #"\u"#.utf8)
        for shift in [12, 8, 4, 0] as [UInt16] {
          let digit = UInt8(truncatingIfNeeded: unit >> shift & 0xF)
          output.append(digit < 10 ? 0x30 + digit : 0x61 + digit - 10)
        }
      }
    }
  }
}
