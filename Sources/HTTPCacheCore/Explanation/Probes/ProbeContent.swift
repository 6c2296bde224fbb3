/// The facts about a body that a probe compares, without the body itself.
package struct ProbeContent: Sendable, Hashable {
  /// The bytes as received.
  package private(set) var received = Fingerprint()
  /// The bytes as decoded; nil if they can't be decoded.
  package var decoded: Fingerprint? = Fingerprint()
  /// How many bytes were received.
  package private(set) var length: Int64 = 0
  /// The first bytes as received.
  private(set) var beginning: [UInt8] = []
  /// The fingerprint of each block of the bytes as received; the last block may be shorter.
  private(set) var blocks: [Fingerprint] = []
  /// The made-up names that the decoded bytes show.
  package internal(set) var names: Set<String> = []
  /// The fingerprint of the decoded bytes without the digits of made-up names, so that a page that links to itself is
  /// the same under two URLs.
  private(set) var unnamed = Fingerprint()
  /// Whether the body was longer than `mostBytes`.
  package var isCut = false

  private var search = NameSearch()

  /// The length of a block, in bytes.
  static let blockLength: Int64 = 1024
  /// The most bytes in `beginning`.
  static let mostKept = 4096
  /// The most bytes that are read of one body; of a longer body, only the beginning is compared.
  package static let mostBytes: Int64 = 4 << 20

  package init() {}

  /// Takes the next bytes as received.
  package mutating func take(_ bytes: UnsafeRawBufferPointer) {
    received.add(bytes)
    beginning += bytes.prefix(Self.mostKept - beginning.count)
    var rest = bytes[...]
    while !rest.isEmpty {
      let filled = Int(length % Self.blockLength)
      if filled == 0 { blocks.append(Fingerprint()) }
      let piece = rest.prefix(Int(Self.blockLength) - filled)
      blocks[blocks.count - 1].add(UnsafeRawBufferPointer(rebasing: piece))
      length += Int64(piece.count)
      rest = rest.dropFirst(piece.count)
    }
  }

  /// Where this content first differs from another one, as a clause with what stands before; nil if that is not known.
  ///
  /// What differs is not shown: it may be made for one request, such as a token.
  func difference(from other: Self) -> String? {
    let common = zip(beginning, other.beginning).prefix { $0 == $1 }.count
    if common < min(beginning.count, other.beginning.count) {
      let before = beginning[max(0, common - Self.mostShown)..<common]
      let text = before.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x60 } ? before : []
      return "the first difference is at byte \(common)"
        + (text.isEmpty ? "" : ", behind `\(String(decoding: text, as: UTF8.self))`")
    }
    let block = zip(blocks, other.blocks).prefix { $0 == $1 }.count
    if block < min(blocks.count, other.blocks.count) {
      return
        "the first difference is within the \(Self.blockLength) bytes behind byte \(Int64(block) * Self.blockLength)"
    }
    return length == other.length ? nil : "one is \(length) bytes long, the other \(other.length)"
  }

  /// Whether a part has other bytes than this content has from this byte on; false also where that is not known.
  func contradicts(_ part: Self, at start: Int64) -> Bool {
    if start + part.length <= Int64(beginning.count) {
      return beginning[Int(start)...].prefix(Int(part.length)) != part.beginning[...]
    }
    guard start % Self.blockLength == 0 else { return false }
    // The last block of the part is known only if it is whole, or ends where this content ends.
    let hasEnd = !isCut && !part.isCut && start + part.length == length
    let count = hasEnd ? part.blocks.count : Int(part.length / Self.blockLength)
    return zip(blocks.dropFirst(Int(start / Self.blockLength)), part.blocks.prefix(count)).contains {
      $0 != $1
    }
  }

  /// The most bytes that are shown of what stands before a difference.
  private static let mostShown = 32

  /// Takes the next bytes as decoded.
  package mutating func takeDecoded(_ bytes: UnsafeRawBufferPointer) {
    decoded?.add(bytes)
    search.add(bytes, to: &names, others: &unnamed)
  }
}

/// A hash that tells contents apart: FNV-1a with 64 bits.
///
/// The hash is not cryptographic: a server that forges a collision falsifies only the report about itself.
package struct Fingerprint: Sendable, Hashable {
  private(set) var number: UInt64 = 0xCBF2_9CE4_8422_2325

  init() {}

  init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { number = (number ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  mutating func add(_ byte: UInt8) { number = (number ^ UInt64(byte)) &* 0x100_0000_01B3 }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var number = number
    for byte in bytes { number = (number ^ UInt64(byte)) &* 0x100_0000_01B3 }
    self.number = number
  }
}

/// Finds made-up names in bytes that arrive piece by piece.
private struct NameSearch: Sendable, Hashable {
  /// The part of a name that was read so far: the prefix, then digits.
  private var read: [UInt8] = []

  private static let prefix = Array(ProbeTalk.namePrefix.utf8)
  /// The most names that are kept, more than a page shows by mistake.
  private static let most = 64

  /// Searches bytes; passes all bytes except the digits of names on to `others`.
  mutating func add(_ bytes: UnsafeRawBufferPointer, to names: inout Set<String>, others: inout Fingerprint) {
    for byte in bytes {
      let letter = byte.asciiLowercased
      guard read.count >= Self.prefix.count, letter.hexValue != nil else {
        others.add(byte)
        if read.count < Self.prefix.count, letter == Self.prefix[read.count] {
          read.append(letter)
        } else if !read.isEmpty {
          // The byte that ends a name may begin the next.
          read = letter == Self.prefix[0] ? [letter] : []
        }
        continue
      }
      read.append(letter)
      guard read.count == Self.prefix.count + ProbeTalk.nameDigits else { continue }
      if names.count < Self.most { names.insert(String(decoding: read, as: UTF8.self)) }
      read = []
    }
  }
}
