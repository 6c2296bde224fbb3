/// Reads a binary property list (`bplist00`) from untrusted bytes: every offset is checked before it is used.
///
/// Foundation's decoder would load Foundation at start-up, and it refuses keyed archives.
struct BinaryPropertyList {
  /// Why bytes are not a binary property list.
  enum Malformed: Error, Equatable {
    /// The first bytes are not `bplist0`.
    case notBinary
    /// The trailer or the offset table does not fit the bytes.
    case layout
    /// An object reaches beyond the bytes, or its kind is unknown.
    case object
    /// Containers are nested too deeply, or the list expands to too many values.
    case tooLarge
  }

  private static let depthLimit = 64
  private static let valueLimit = 100_000

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let tableStart: Int
  private var valuesLeft = valueLimit
  /// A list may refer to one object many times, which writers do for short objects; the limit stops a list that would
  /// expand to far more bytes than it has.
  private var bytesLeft: Int

  /// Reads the top value of a whole list.
  static func value(_ bytes: [UInt8]) throws(Malformed) -> PropertyList {
    guard bytes.starts(with: Array("bplist0".utf8)) else { throw .notBinary }
    guard bytes.count >= 40 else { throw .layout }
    let trailer = bytes.suffix(32)
    let (offsetSize, referenceSize) = (Int(bytes[trailer.startIndex + 6]), Int(bytes[trailer.startIndex + 7]))
    let (objectCount, top, tableStart) = (
      unsigned(trailer.dropFirst(8).prefix(8)), unsigned(trailer.dropFirst(16).prefix(8)),
      unsigned(trailer.suffix(8))
    )
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = Int(exactly: objectCount), count > 0, let table = Int(exactly: tableStart), table >= 8,
      table <= trailer.startIndex, count <= (trailer.startIndex - table) / offsetSize
    else { throw .layout }
    var reader = BinaryPropertyList(
      bytes: bytes, offsetSize: offsetSize, referenceSize: referenceSize, objectCount: count,
      tableStart: table, bytesLeft: bytes.count * 4 + 65_536)
    return try reader.object(top, depth: 0)
  }

  /// The big-endian number in bytes, of which the last eight count.
  private static func unsigned(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func object(_ reference: UInt64, depth: Int) throws(Malformed) -> PropertyList {
    valuesLeft -= 1
    guard depth <= Self.depthLimit, valuesLeft > 0 else { throw .tooLarge }
    guard let index = Int(exactly: reference), index < objectCount,
      let offset = Int(
        exactly: Self.unsigned(bytes[(tableStart + index * offsetSize)...].prefix(offsetSize))),
      offset >= 8, offset < tableStart
    else { throw .object }
    let marker = bytes[offset]
    let low = Int(marker & 0xF)
    switch marker >> 4 {
    case 0x0: return try simple(low)
    case 0x1: return .integer(Int64(bitPattern: try number(offset + 1, size: 1 << low)))
    case 0x2: return .real(try real(offset + 1, size: 1 << low))
    case 0x3: return .date(try real(offset + 1, size: 8))
    case 0x4:
      let (start, count) = try extent(offset, low)
      return .data(Array(try content(start, count)))
    case 0x5, 0x7:
      // ASCII, and in newer lists UTF-8, counted in bytes.
      let (start, count) = try extent(offset, low)
      return .string(String(decoding: try content(start, count), as: UTF8.self))
    case 0x6:
      let (start, count) = try extent(offset, low)
      guard count <= bytes.count else { throw .object }
      return .string(Self.utf16(try content(start, count * 2)))
    case 0x8: return .uid(try number(offset + 1, size: low + 1))
    case 0xA, 0xB, 0xC: return .array(try objects(offset, low, perUnit: 1, depth: depth))
    case 0xD:
      let all = try objects(offset, low, perUnit: 2, depth: depth)
      let (keys, values) = (all.prefix(all.count / 2), all.suffix(all.count / 2))
      // A member whose key is not a string is left out.
      return .dictionary(
        zip(keys, values).compactMap { key, value in key.string.map { .init(key: $0, value: value) } })
    default: throw .object
    }
  }

  private func simple(_ low: Int) throws(Malformed) -> PropertyList {
    switch low {
    case 0x0: .null
    case 0x8: .bool(false)
    case 0x9: .bool(true)
    default: throw .object
    }
  }

  private func slice(_ start: Int, _ count: Int) throws(Malformed) -> ArraySlice<UInt8> {
    guard count >= 0, start <= tableStart, count <= tableStart - start else { throw .object }
    return bytes[start..<(start + count)]
  }

  /// The bytes of a string or of data.
  private mutating func content(_ start: Int, _ count: Int) throws(Malformed) -> ArraySlice<UInt8> {
    let content = try slice(start, count)
    bytesLeft -= count
    guard bytesLeft >= 0 else { throw .tooLarge }
    return content
  }

  /// A number of at most 16 bytes, of which the low half holds every number in use.
  private func number(_ start: Int, size: Int) throws(Malformed) -> UInt64 {
    guard size <= 16 else { throw .object }
    return Self.unsigned(try slice(start, size))
  }

  private func real(_ start: Int, size: Int) throws(Malformed) -> Double {
    let bits = try number(start, size: size)
    switch size {
    case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case 8: return Double(bitPattern: bits)
    default: throw .object
    }
  }

  /// Where the content of an object begins, and how many units it has.
  private func extent(_ offset: Int, _ low: Int) throws(Malformed) -> (start: Int, count: Int) {
    guard low == 0xF else { return (offset + 1, low) }
    guard offset + 1 < tableStart, bytes[offset + 1] >> 4 == 0x1 else { throw .object }
    let size = 1 << Int(bytes[offset + 1] & 0xF)
    guard let count = Int(exactly: try number(offset + 2, size: size)), count <= bytes.count else {
      throw .object
    }
    return (offset + 2 + size, count)
  }

  /// The objects to which a container refers, `perUnit` for each of its units.
  private mutating func objects(
    _ offset: Int, _ low: Int, perUnit: Int, depth: Int
  ) throws(Malformed) -> [PropertyList] {
    let (start, count) = try extent(offset, low)
    let references = try slice(start, count * perUnit * referenceSize)
    var objects: [PropertyList] = []
    for place in stride(from: references.startIndex, to: references.endIndex, by: referenceSize) {
      objects.append(try object(Self.unsigned(references[place...].prefix(referenceSize)), depth: depth + 1))
    }
    return objects
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>) -> String {
    let pairs = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2)
    return String(decoding: pairs.map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }, as: UTF16.self)
  }
}
