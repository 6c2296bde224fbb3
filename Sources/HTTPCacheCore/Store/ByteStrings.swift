/// Lists of byte strings in one blob: each with its length before it, so that every byte comes back as it was.
enum ByteStrings {
  /// Writes the strings.
  static func encode(_ strings: [[UInt8]]) -> [UInt8] {
    var output: [UInt8] = []
    for string in strings {
      withUnsafeBytes(of: UInt32(clamping: string.count).littleEndian) { output.append(contentsOf: $0) }
      output.append(contentsOf: string)
    }
    return output
  }

  /// Reads the strings; nil where a length points beyond the end.
  static func decode(_ blob: [UInt8]) -> [[UInt8]]? {
    var strings: [[UInt8]] = []
    var index = 0
    while index < blob.count {
      guard blob.count - index >= 4 else { return nil }
      let count = (0..<4).reduce(0) { $0 | Int(blob[index + $1]) << (8 * $1) }
      index += 4
      guard count <= blob.count - index else { return nil }
      strings.append(Array(blob[index..<index + count]))
      index += count
    }
    return strings
  }

  /// Writes field lines: order, repetition, case and bytes are kept.
  static func encode(_ fields: FieldSection) -> [UInt8] {
    encode(fields.lines.flatMap { [Array($0.name.utf8), $0.rawValue] })
  }

  /// Reads field lines; nil where the blob is damaged.
  static func fields(_ blob: [UInt8]) -> FieldSection? {
    pairs(blob).map { pairs in
      FieldSection(pairs.map { FieldLine(name: String(decoding: $0.0, as: UTF8.self), rawValue: $0.1) })
    }
  }

  /// Writes named values, in the order of their names.
  static func encode(_ values: [String: String]) -> [UInt8] {
    encode(values.sorted { $0.key < $1.key }.flatMap { [Array($0.key.utf8), Array($0.value.utf8)] })
  }

  /// Reads named values; nil where the blob is damaged.
  static func values(_ blob: [UInt8]) -> [String: String]? {
    pairs(blob).map { pairs in
      Dictionary(
        pairs.map { (String(decoding: $0.0, as: UTF8.self), String(decoding: $0.1, as: UTF8.self)) },
        uniquingKeysWith: { first, _ in first })
    }
  }

  private static func pairs(_ blob: [UInt8]) -> [([UInt8], [UInt8])]? {
    guard let strings = decode(blob), strings.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: strings.count, by: 2).map { (strings[$0], strings[$0 + 1]) }
  }
}
