/// Pairs of byte strings in one run of bytes: each string after its length, 32 bits little-endian.
///
/// Keeps order, repetition, case and every byte. What is read back is taken for foreign: a length that
/// doesn't fit makes the whole unreadable.
enum RecordCoding {
  static func encode(_ section: FieldSection) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in section.lines {
      append(line.name.utf8, to: &bytes)
      append(line.rawValue, to: &bytes)
    }
    return bytes
  }

  /// Sorted by name, so that equal values are equal bytes.
  static func encode(_ values: [String: String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      append(name.utf8, to: &bytes)
      append(value.utf8, to: &bytes)
    }
    return bytes
  }

  static func decodeSection(_ bytes: [UInt8]) -> FieldSection? {
    guard let pairs = decodePairs(bytes) else { return nil }
    return FieldSection(
      pairs.map { FieldLine(name: String(decoding: $0.0, as: UTF8.self), rawValue: Array($0.1)) })
  }

  static func decodeValues(_ bytes: [UInt8]) -> [String: String]? {
    guard let pairs = decodePairs(bytes) else { return nil }
    return Dictionary(
      pairs.map { (String(decoding: $0.0, as: UTF8.self), String(decoding: $0.1, as: UTF8.self)) },
      uniquingKeysWith: { first, _ in first })
  }

  private static func append(_ string: some Collection<UInt8>, to bytes: inout [UInt8]) {
    // A string of 4 GiB is refused by the database's own limit; the clamp only keeps this from trapping.
    withUnsafeBytes(of: UInt32(clamping: string.count).littleEndian) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: string)
  }

  private static func decodePairs(_ bytes: [UInt8]) -> [(ArraySlice<UInt8>, ArraySlice<UInt8>)]? {
    var pairs: [(ArraySlice<UInt8>, ArraySlice<UInt8>)] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let name = takeString(&rest), let value = takeString(&rest) else { return nil }
      pairs.append((name, value))
    }
    return pairs
  }

  private static func takeString(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard rest.count >= 4 else { return nil }
    let count = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    rest = rest.dropFirst(4)
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
