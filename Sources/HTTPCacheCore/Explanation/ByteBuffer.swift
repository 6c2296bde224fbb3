/// Bytes that grow at their end, for text that is put together from many short pieces.
///
/// Not `[UInt8]`: an array asks at each piece whether it is shared, which costs more than copying the piece. Every
/// write goes through `reserve`.
package struct ByteBuffer: ~Copyable {
  @usableFromInline var start: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int

  /// How many bytes there are.
  @usableFromInline package private(set) var count = 0

  /// Makes an empty buffer.
  ///
  /// - Parameter capacity: how many bytes it has room for at first.
  package init(capacity: Int) {
    start = .allocate(capacity: max(capacity, 16))
    self.capacity = max(capacity, 16)
  }

  deinit { start.deallocate() }

  /// Makes room for more bytes, so that writing them needs no look.
  @inlinable mutating func reserve(_ more: Int) { if more > capacity - count { grow(more) } }

  @usableFromInline mutating func grow(_ more: Int) {
    let larger = max(capacity * 2, count + more)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    moved.initialize(from: start, count: count)
    start.deallocate()
    start = moved
    capacity = larger
  }

  /// Appends a byte.
  @inlinable package mutating func append(_ byte: UInt8) {
    reserve(1)
    start[count] = byte
    count += 1
  }

  /// Appends bytes.
  @inlinable package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let from = bytes.baseAddress else { return }
    reserve(bytes.count)
    (start + count).initialize(from: from, count: bytes.count)
    count += bytes.count
  }

  /// Appends text of this program's own.
  @inlinable package mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends a text as UTF-8.
  package mutating func append(_ text: String) {
    if text.utf8.withContiguousStorageIfAvailable({ append($0) }) == nil {
      for byte in text.utf8 { append(byte) }
    }
  }

  /// Appends a number in decimal.
  package mutating func append(decimal number: Int64) {
    if number < 0 { append(0x2D) }
    let magnitude = number.magnitude
    var place: UInt64 = 1
    while magnitude / place >= 10 { place *= 10 }
    while place > 0 {
      append(0x30 + UInt8(truncatingIfNeeded: magnitude / place % 10))
      place /= 10
    }
  }

  /// The bytes.
  package var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

  /// The bytes as text.
  package var text: String {
    String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
