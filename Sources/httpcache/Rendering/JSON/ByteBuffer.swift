/// Bytes that grow at their end, for text that is put together from many short pieces.
///
/// Not `[UInt8]`: an array asks at each piece whether it is shared, which costs more than copying the piece. Every
/// write goes through `reserve`.
struct ByteBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var count = 0

  /// Makes an empty buffer.
  ///
  /// - Parameter capacity: how many bytes it has room for at first.
  init(capacity: Int) {
    start = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit { start.deallocate() }

  /// Makes room for more bytes.
  @inline(__always)
  private mutating func reserve(_ more: Int) { if more > capacity - count { grow(more) } }

  @inline(never)
  private mutating func grow(_ more: Int) {
    let larger = max(capacity * 2, count + more)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    moved.initialize(from: start, count: count)
    start.deallocate()
    start = moved
    capacity = larger
  }

  /// Appends a byte.
  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    start[count] = byte
    count += 1
  }

  /// Appends bytes.
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let from = bytes.baseAddress else { return }
    reserve(bytes.count)
    (start + count).initialize(from: from, count: bytes.count)
    count += bytes.count
  }

  /// Appends text of this program's own.
  @inline(__always)
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append($0) }
  }

  /// Appends bytes between two others.
  @inline(__always)
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, between byte: UInt8) {
    guard let from = bytes.baseAddress else {
      append(byte)
      return append(byte)
    }
    reserve(bytes.count + 2)
    start[count] = byte
    (start + count + 1).initialize(from: from, count: bytes.count)
    start[count + 1 + bytes.count] = byte
    count += bytes.count + 2
  }

  /// Appends a number in decimal.
  mutating func append(decimal number: Int64) {
    reserve(20)
    if number < 0 { append(0x2D) }
    var rest = number.magnitude
    var length = 1
    while rest >= 10 {
      rest /= 10
      length += 1
    }
    rest = number.magnitude
    for place in (0..<length).reversed() {
      start[count + place] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += length
  }

  /// The bytes.
  var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }
}
