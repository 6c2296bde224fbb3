import CHash

/// SHA-256 (FIPS 180-4) of bytes that arrive piece by piece, and HMAC with it (RFC 2104).
package struct SHA256: Sendable {
  private static let blockSize = 64

  private typealias State = SIMD8<UInt32>

  private var state = State(
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19)
  /// The bytes after the last whole block.
  private var rest: [UInt8] = []
  private var length: UInt64 = 0

  /// Whether not to use the processor's instructions for SHA-256, so that tests reach the portable code.
  private let isPortable: Bool

  package init() { self.init(isPortable: false) }

  init(isPortable: Bool) { self.isPortable = isPortable }

  /// The digest of a message, 32 bytes.
  static func hash(_ message: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    message.withUnsafeBytes { hash.update($0) }
    return hash.digest
  }

  /// The HMAC of a message, 32 bytes.
  static func hmac(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
    var key = key.count > blockSize ? hash(key) : key
    key += [UInt8](repeating: 0, count: blockSize - key.count)
    return hash(key.map { $0 ^ 0x5C } + hash(key.map { $0 ^ 0x36 } + message))
  }

  /// Takes the next bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    length &+= UInt64(bytes.count)
    var place = 0
    if !rest.isEmpty {
      place = min(bytes.count, Self.blockSize - rest.count)
      rest.append(contentsOf: bytes[..<place])
      guard rest.count == Self.blockSize else { return }
      rest.withUnsafeBytes { Self.mix($0, into: &state, isPortable: isPortable) }
      rest.removeAll(keepingCapacity: true)
    }
    let end = bytes.count - (bytes.count - place) % Self.blockSize
    Self.mix(UnsafeRawBufferPointer(rebasing: bytes[place..<end]), into: &state, isPortable: isPortable)
    rest.append(contentsOf: bytes[end...])
  }

  /// The digest of the bytes so far, 32 bytes.
  package var digest: [UInt8] {
    var last = rest + [0x80]
    last += [UInt8](repeating: 0, count: (120 - last.count % Self.blockSize) % Self.blockSize)
    withUnsafeBytes(of: (length &* 8).bigEndian) { last += $0 }
    var state = state
    last.withUnsafeBytes { Self.mix($0, into: &state, isPortable: isPortable) }
    return (0..<8).flatMap { index in withUnsafeBytes(of: state[index].bigEndian) { Array($0) } }
  }

  /// Mixes whole blocks in.
  private static func mix(_ blocks: UnsafeRawBufferPointer, into state: inout State, isPortable: Bool) {
    guard let start = blocks.baseAddress, !blocks.isEmpty else { return }
    let isMixed =
      !isPortable
      && withUnsafeMutableBytes(of: &state) { state in
        constants.withUnsafeBufferPointer { constants in
          chash_mix(
            state.bindMemory(to: UInt32.self).baseAddress, constants.baseAddress, start,
            blocks.count / blockSize)
        }
      }
    guard !isMixed else { return }
    for start in stride(from: 0, to: blocks.count, by: blockSize) {
      mix(blocks, at: start, into: &state)
    }
  }

  private static func mix(_ bytes: UnsafeRawBufferPointer, at start: Int, into state: inout State) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
      for index in 0..<16 {
        words[index] = UInt32(
          bigEndian: bytes.loadUnaligned(fromByteOffset: start &+ index &* 4, as: UInt32.self))
      }
      for index in 16..<64 {
        let (early, late) = (words[index &- 15], words[index &- 2])
        let small = rotated(early, 7) ^ rotated(early, 18) ^ early &>> 3
        let large = rotated(late, 17) ^ rotated(late, 19) ^ late &>> 10
        words[index] = words[index &- 16] &+ small &+ words[index &- 7] &+ large
      }
      constants.withUnsafeBufferPointer { constants in mix(words, constants, into: &state) }
    }
  }

  /// Eight rounds at a time, so that the variables need not change places after each.
  private static func mix(
    _ words: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>,
    into state: inout State
  ) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in stride(from: 0, to: 64, by: 8) {
      round(a, b, c, &d, e, f, g, &h, constants[index] &+ words[index])
      round(h, a, b, &c, d, e, f, &g, constants[index &+ 1] &+ words[index &+ 1])
      round(g, h, a, &b, c, d, e, &f, constants[index &+ 2] &+ words[index &+ 2])
      round(f, g, h, &a, b, c, d, &e, constants[index &+ 3] &+ words[index &+ 3])
      round(e, f, g, &h, a, b, c, &d, constants[index &+ 4] &+ words[index &+ 4])
      round(d, e, f, &g, h, a, b, &c, constants[index &+ 5] &+ words[index &+ 5])
      round(c, d, e, &f, g, h, a, &b, constants[index &+ 6] &+ words[index &+ 6])
      round(b, c, d, &e, f, g, h, &a, constants[index &+ 7] &+ words[index &+ 7])
    }
    state &+= State(a, b, c, d, e, f, g, h)
  }

  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
    _ h: inout UInt32, _ word: UInt32
  ) {
    let large = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    let first = h &+ large &+ (e & f ^ ~e & g) &+ word
    let small = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    d &+= first
    h = first &+ small &+ (a & b ^ a & c ^ b & c)
  }

  @inline(__always)
  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
