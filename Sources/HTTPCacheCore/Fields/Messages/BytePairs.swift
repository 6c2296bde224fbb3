/// Pairs of byte strings in one run of bytes; each string follows its length (32 bits, little-endian).
///
/// Keeps order, repetition, case and every byte. The store keeps fields in this form, so that they are used, copied and
/// compared without being unpacked.
struct BytePairs: Sendable, Hashable {
  /// The whole run; always well-formed.
  private(set) var bytes: [UInt8]

  init() { bytes = [] }

  /// Takes bytes from a file or a database; nil if they are damaged: a length reaches beyond the end, or the last
  /// pair has only one string.
  init?(checking bytes: [UInt8]) {
    let isWhole = bytes.withUnsafeBytes { bytes in
      var offset = 0
      var count = 0
      while offset < bytes.count {
        guard bytes.count - offset >= 4 else { return false }
        let length = Self.length(in: bytes, at: offset)
        guard bytes.count - offset - 4 >= length else { return false }
        offset += 4 + length
        count += 1
      }
      return count % 2 == 0
    }
    guard isWhole else { return nil }
    self.bytes = bytes
  }

  /// Whether two runs are the same.
  static func == (left: BytePairs, right: BytePairs) -> Bool {
    left.bytes.withUnsafeBytes { left in right.bytes.withUnsafeBytes { left.isEqual(to: $0) } }
  }

  /// Whether there is no pair.
  var isEmpty: Bool { bytes.isEmpty }

  /// Appends a pair.
  mutating func append(_ first: some Collection<UInt8>, _ second: some Collection<UInt8>) {
    let isCopied: Void?? = first.withContiguousStorageIfAvailable { first in
      second.withContiguousStorageIfAvailable {
        append(UnsafeRawBufferPointer(first), UnsafeRawBufferPointer($0))
      }
    }
    if (isCopied ?? nil) == nil { append(Array(first), Array(second)) }
  }

  /// Appends a pair of buffers, which must not be parts of this run.
  mutating func append(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) {
    if bytes.isEmpty { bytes.reserveCapacity(Self.usualSize) }
    bytes.append(addingCapacity: 8 + first.count + second.count) { free in
      free.withUnsafeMutableBufferPointer { free, count in
        let free = UnsafeMutableRawBufferPointer(free)
        count += Self.write(first, to: UnsafeMutableRawBufferPointer(rebasing: free[count...]))
        count += Self.write(second, to: UnsafeMutableRawBufferPointer(rebasing: free[count...]))
      }
    }
  }

  /// Writes a string after its length; returns how many bytes both take.
  @inline(__always)
  private static func write(_ string: UnsafeRawBufferPointer, to free: UnsafeMutableRawBufferPointer) -> Int {
    // The database refuses a string of 4 GiB by its own limit; the clamp only prevents a trap here.
    free.storeBytes(of: UInt32(clamping: string.count).littleEndian, as: UInt32.self)
    UnsafeMutableRawBufferPointer(rebasing: free[4...]).copyMemory(from: string)
    return 4 + string.count
  }

  /// The initial capacity, more than most header sections take.
  private static let usualSize = 480

  /// Removes the pairs that meet a condition.
  mutating func removeAll(where isRemoved: (Pair) -> Bool) {
    let kept = bytes.withUnsafeBytes { bytes -> [UInt8]? in
      var cursor = Cursor(bytes)
      var kept: [UInt8]?
      // Neighbouring pairs that are kept are copied together.
      var runStart = 0
      var start = 0
      while let pair = cursor.next() {
        if isRemoved(pair) {
          var all = kept ?? []
          if kept == nil { all.reserveCapacity(bytes.count) }
          all.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[runStart..<start]))
          kept = all
          runStart = cursor.offset
        }
        start = cursor.offset
      }
      kept?.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[runStart..<start]))
      return kept
    }
    if let kept { bytes = kept }
  }

  /// Appends other pairs.
  mutating func append(_ others: BytePairs) { bytes += others.bytes }

  /// Passes a cursor over all pairs to `body`; the cursor is valid during that call only.
  @inline(__always)
  func withCursor<Result>(_ body: (inout Cursor) -> Result) -> Result {
    bytes.withUnsafeBytes { bytes in
      var cursor = Cursor(bytes)
      return body(&cursor)
    }
  }

  @inline(__always)
  fileprivate static func length(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
    Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }

  /// One pair, which points into the run.
  struct Pair {
    let first: UnsafeRawBufferPointer
    let second: UnsafeRawBufferPointer
  }

  /// Goes through pairs.
  struct Cursor: Sequence, IteratorProtocol {
    private let bytes: UnsafeRawBufferPointer
    /// The offset after the last pair that `next` returned.
    private(set) var offset = 0

    @inline(__always)
    fileprivate init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The next pair; nil after the last.
    @inline(__always)
    mutating func next() -> Pair? {
      guard offset < bytes.count else { return nil }
      return Pair(first: take(), second: take())
    }

    @inline(__always)
    private mutating func take() -> UnsafeRawBufferPointer {
      let start = offset + 4
      offset = start + BytePairs.length(in: bytes, at: offset)
      return UnsafeRawBufferPointer(rebasing: bytes[start..<offset])
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether both hold the same bytes; compares eight or four at a time, unlike `elementsEqual`.
  func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let own = baseAddress, let others = other.baseAddress else { return true }
    @inline(__always) func differ<Word: FixedWidthInteger>(at place: Int, _: Word.Type) -> Bool {
      (own + place).loadUnaligned(as: Word.self) != (others + place).loadUnaligned(as: Word.self)
    }
    // The last word overlaps bytes that have been compared before.
    if count >= 8 {
      var place = 0
      while place &+ 8 < count {
        if differ(at: place, UInt64.self) { return false }
        place &+= 8
      }
      return !differ(at: count &- 8, UInt64.self)
    }
    if count >= 4 { return !differ(at: 0, UInt32.self) && !differ(at: count &- 4, UInt32.self) }
    for place in 0..<count where differ(at: place, UInt8.self) { return false }
    return true
  }
}
