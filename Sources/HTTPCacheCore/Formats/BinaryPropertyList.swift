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
  private var bytesLeft: Int

  /// Reads the top value of a whole list.
  static func value(_ bytes: [UInt8]) throws(Malformed) -> PropertyList {
    guard bytes.starts(with: Array("bplist0".utf8)) else { throw .notBinary }
    guard bytes.count >= 40 else { throw .layout }
    let trailer = bytes.count - 32
    let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    let top = Self.unsigned(bytes, trailer + 16, 8)
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = Int(exactly: unsigned(bytes, trailer + 8, 8)), count > 0,
      let table = Int(exactly: unsigned(bytes, trailer + 24, 8)), table >= 8, table <= trailer,
      count <= (trailer - table) / offsetSize
    else { throw .layout }
    var reader = BinaryPropertyList(
      bytes: bytes, offsetSize: offsetSize, referenceSize: referenceSize, objectCount: count,
      tableStart: table)
    return try reader.object(top, depth: 0)
  }

  private init(bytes: [UInt8], offsetSize: Int, referenceSize: Int, objectCount: Int, tableStart: Int) {
    self.bytes = bytes
    self.offsetSize = offsetSize
    self.referenceSize = referenceSize
    self.objectCount = objectCount
    self.tableStart = tableStart
    // A list may refer to one object many times, which writers do for short objects; the limit stops a list that
    // would expand to far more bytes than it has.
    bytesLeft = bytes.count * 4 + 65_536
  }

  /// The big-endian number at an offset that has been checked.
  private static func unsigned(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> UInt64 {
    bytes[offset..<(offset + size)].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func object(_ reference: UInt64, depth: Int) throws(Malformed) -> PropertyList {
    valuesLeft -= 1
    guard depth <= Self.depthLimit, valuesLeft > 0 else { throw .tooLarge }
    guard let index = Int(exactly: reference), index < objectCount,
      let offset = Int(exactly: Self.unsigned(bytes, tableStart + index * offsetSize, offsetSize)),
      offset >= 8,
      offset < tableStart
    else { throw .object }
    let marker = bytes[offset]
    let low = Int(marker & 0xF)
    switch marker >> 4 {
    case 0x0: return try simple(low)
    case 0x1: return .integer(try integer(offset + 1, size: 1 << low))
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
    case 0x8: return .uid(Self.unsigned(bytes, offset + 1, try checked(offset + 1, low + 1)))
    case 0xA, 0xB, 0xC: return .array(try elements(offset, low, depth: depth))
    case 0xD: return .dictionary(try members(offset, low, depth: depth))
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

  /// The size, if that many bytes exist after `start`.
  private func checked(_ start: Int, _ size: Int) throws(Malformed) -> Int {
    guard size >= 0, size <= 16, start + size <= tableStart else { throw .object }
    return size
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

  /// An integer of 1, 2, 4 or 8 bytes; of 16 bytes, the low half, which holds every number in use.
  private func integer(_ start: Int, size: Int) throws(Malformed) -> Int64 {
    let size = try checked(start, size)
    if size == 16 { return Int64(bitPattern: Self.unsigned(bytes, start + 8, 8)) }
    return Int64(bitPattern: Self.unsigned(bytes, start, size))
  }

  private func real(_ start: Int, size: Int) throws(Malformed) -> Double {
    let size = try checked(start, size)
    let bits = Self.unsigned(bytes, start, min(size, 8))
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
    let count = try integer(offset + 2, size: size)
    guard count >= 0, count <= Int64(bytes.count) else { throw .object }
    return (offset + 2 + size, Int(count))
  }

  private func references(_ start: Int, _ count: Int) throws(Malformed) -> [UInt64] {
    guard count <= tableStart else { throw .object }
    _ = try slice(start, count * referenceSize)
    return (0..<count).map { Self.unsigned(bytes, start + $0 * referenceSize, referenceSize) }
  }

  private mutating func elements(_ offset: Int, _ low: Int, depth: Int) throws(Malformed) -> [PropertyList] {
    let (start, count) = try extent(offset, low)
    var elements: [PropertyList] = []
    for reference in try references(start, count) {
      elements.append(try object(reference, depth: depth + 1))
    }
    return elements
  }

  /// The members of a dictionary; a member whose key is not a string is left out.
  private mutating func members(
    _ offset: Int, _ low: Int, depth: Int
  ) throws(Malformed) -> [(key: String, value: PropertyList)] {
    let (start, count) = try extent(offset, low)
    guard count <= tableStart else { throw .object }
    let references = try references(start, count * 2)
    var members: [(key: String, value: PropertyList)] = []
    for index in 0..<count {
      let key = try object(references[index], depth: depth + 1)
      let value = try object(references[count + index], depth: depth + 1)
      if case .string(let key) = key { members.append((key, value)) }
    }
    return members
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>) -> String {
    let pairs = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2)
    return String(decoding: pairs.map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }, as: UTF16.self)
  }
}
