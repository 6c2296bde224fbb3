/// The XXH64 checksum of bytes that come in pieces: finds damage at the speed of memory, and is no defence
/// against an adversary.
struct XXH64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  private var lanes = SIMD4<UInt64>(prime1 &+ prime2, prime2, 0, 0 &- prime1)
  private var tail: [UInt8] = []
  private var length: UInt64 = 0

  /// Takes more bytes.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    length &+= UInt64(bytes.count)
    var rest = bytes[...]
    if !tail.isEmpty {
      let missing = rest.prefix(32 - tail.count)
      tail.append(contentsOf: missing)
      rest = rest[missing.endIndex...]
      guard tail.count == 32 else { return }
      tail.withUnsafeBytes { Self.mix(&lanes, $0) }
      tail.removeAll(keepingCapacity: true)
    }
    let blocks = rest.count / 32 * 32
    if blocks > 0 { Self.mix(&lanes, UnsafeRawBufferPointer(rebasing: rest.prefix(blocks))) }
    tail.append(contentsOf: rest.dropFirst(blocks))
  }

  /// Takes more bytes.
  mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  /// Mixes whole blocks of 32 bytes into the four lanes.
  private static func mix(_ lanes: inout SIMD4<UInt64>, _ blocks: UnsafeRawBufferPointer) {
    var (a, b, c, d) = (lanes[0], lanes[1], lanes[2], lanes[3])
    var offset = 0
    while offset < blocks.count {
      a = round(a, UInt64(littleEndian: blocks.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      b = round(b, UInt64(littleEndian: blocks.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)))
      c = round(c, UInt64(littleEndian: blocks.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self)))
      d = round(d, UInt64(littleEndian: blocks.loadUnaligned(fromByteOffset: offset + 24, as: UInt64.self)))
      offset += 32
    }
    lanes = SIMD4(a, b, c, d)
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
    rotated(lane &+ input &* prime2, 31) &* prime1
  }

  @inline(__always)
  private static func rotated(_ value: UInt64, _ bits: UInt64) -> UInt64 {
    value &<< bits | value &>> (64 - bits)
  }

  /// The checksum of all bytes taken so far.
  var digest: UInt64 {
    var hash: UInt64
    if length >= 32 {
      hash =
        Self.rotated(lanes[0], 1) &+ Self.rotated(lanes[1], 7) &+ Self.rotated(lanes[2], 12)
        &+ Self.rotated(lanes[3], 18)
      for index in 0..<4 { hash = (hash ^ Self.round(0, lanes[index])) &* Self.prime1 &+ Self.prime4 }
    } else {
      hash = Self.prime5
    }
    hash &+= length
    var rest = tail[...]
    while rest.count >= 8 {
      hash = Self.rotated(hash ^ Self.round(0, Self.word(rest.prefix(8))), 27) &* Self.prime1 &+ Self.prime4
      rest = rest.dropFirst(8)
    }
    if rest.count >= 4 {
      hash = Self.rotated(hash ^ Self.word(rest.prefix(4)) &* Self.prime1, 23) &* Self.prime2 &+ Self.prime3
      rest = rest.dropFirst(4)
    }
    for byte in rest { hash = Self.rotated(hash ^ UInt64(byte) &* Self.prime5, 11) &* Self.prime1 }
    hash = (hash ^ hash &>> 33) &* Self.prime2
    hash = (hash ^ hash &>> 29) &* Self.prime3
    return hash ^ hash &>> 32
  }

  /// A little-endian number of up to eight bytes.
  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 &<< 8 | UInt64($1) }
  }
}
