/// The 64-bit xxHash of bytes that arrive in pieces: it detects damage, not forgery.
package struct XXH64 {
  private var lanes: (UInt64, UInt64, UInt64, UInt64)
  private var pending: [UInt8] = []
  private var total: UInt64 = 0
  private let seed: UInt64

  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5
  private static let stripe = 32

  package init(seed: UInt64 = 0) {
    self.seed = seed
    lanes = (seed &+ Self.prime1 &+ Self.prime2, seed &+ Self.prime2, seed, seed &- Self.prime1)
  }

  /// The hash of one run of bytes.
  package static func hash(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
    bytes.withUnsafeBytes { hash($0, seed: seed) }
  }

  static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    var hash = XXH64(seed: seed)
    hash.total = UInt64(bytes.count)
    let whole = bytes.count / stripe * stripe
    hash.consume(UnsafeRawBufferPointer(rebasing: bytes[..<whole]))
    return hash.value(behind: UnsafeRawBufferPointer(rebasing: bytes[whole...]))
  }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    total &+= UInt64(bytes.count)
    var rest = bytes[...]
    if !pending.isEmpty {
      let missing = min(Self.stripe - pending.count, rest.count)
      pending.append(contentsOf: rest.prefix(missing))
      rest = rest.dropFirst(missing)
      guard pending.count == Self.stripe else { return }
      let full = pending
      full.withUnsafeBytes { consume($0) }
      pending.removeAll(keepingCapacity: true)
    }
    let whole = rest.count / Self.stripe * Self.stripe
    consume(UnsafeRawBufferPointer(rebasing: rest.prefix(whole)))
    pending.append(contentsOf: rest.dropFirst(whole))
  }

  /// The hash of all bytes so far; more may follow.
  package var value: UInt64 { pending.withUnsafeBytes { value(behind: $0) } }

  /// The hash of the stripes so far and of the rest, which is shorter than a stripe.
  private func value(behind rest: UnsafeRawBufferPointer) -> UInt64 {
    var hash: UInt64
    if total >= UInt64(Self.stripe) {
      hash = Self.rotate(lanes.0, 1) &+ Self.rotate(lanes.1, 7)
      hash = hash &+ Self.rotate(lanes.2, 12) &+ Self.rotate(lanes.3, 18)
      hash = Self.merge(Self.merge(hash, lanes.0), lanes.1)
      hash = Self.merge(Self.merge(hash, lanes.2), lanes.3)
    } else {
      hash = seed &+ Self.prime5
    }
    hash = hash &+ total
    hash = Self.absorbTail(rest, into: hash)
    hash = (hash ^ (hash >> 33)) &* Self.prime2
    hash = (hash ^ (hash >> 29)) &* Self.prime3
    return hash ^ (hash >> 32)
  }

  /// Takes whole stripes.
  private mutating func consume(_ bytes: UnsafeRawBufferPointer) {
    guard var place = bytes.baseAddress else { return }
    var (first, second, third, fourth) = lanes
    for _ in 0..<(bytes.count / Self.stripe) {
      first = Self.round(first, Self.word(place))
      second = Self.round(second, Self.word(place + 8))
      third = Self.round(third, Self.word(place + 16))
      fourth = Self.round(fourth, Self.word(place + 24))
      place += Self.stripe
    }
    lanes = (first, second, third, fourth)
  }

  private static func absorbTail(_ bytes: UnsafeRawBufferPointer, into start: UInt64) -> UInt64 {
    guard let base = bytes.baseAddress else { return start }
    var hash = start
    var offset = 0
    while offset + 8 <= bytes.count {
      hash = rotate(hash ^ round(0, word(base + offset)), 27) &* prime1 &+ prime4
      offset += 8
    }
    if offset + 4 <= bytes.count {
      let half = UInt64(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
      hash = rotate(hash ^ (half &* prime1), 23) &* prime2 &+ prime3
      offset += 4
    }
    while offset < bytes.count {
      hash = rotate(hash ^ (UInt64(bytes[offset]) &* prime5), 11) &* prime1
      offset += 1
    }
    return hash
  }

  private static func word(_ place: UnsafeRawPointer) -> UInt64 {
    UInt64(littleEndian: place.loadUnaligned(as: UInt64.self))
  }

  private static func merge(_ hash: UInt64, _ lane: UInt64) -> UInt64 {
    (hash ^ round(0, lane)) &* prime1 &+ prime4
  }

  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotate(lane &+ word &* prime2, 31) &* prime1
  }

  private static func rotate(_ value: UInt64, _ bits: UInt64) -> UInt64 {
    (value << bits) | (value >> (64 - bits))
  }
}
