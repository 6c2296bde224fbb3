/// A byte buffer for text that is assembled from many short pieces.
///
/// Used instead of `[UInt8]`: an array checks at each piece whether it is shared, which takes longer than copying the
/// piece. Every write calls `reserve` first.
struct ByteBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var count = 0

  /// Makes an empty buffer with room for `capacity` bytes.
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

  /// Appends the name of a JSON member with its colon, after a comma if another member precedes it.
  @inline(__always)
  mutating func append(key name: UnsafeBufferPointer<UInt8>, isFollowing: Bool) {
    reserve(name.count + 4)
    var end = start + count
    if isFollowing {
      end.pointee = 0x2C
      end += 1
    }
    end.pointee = 0x22
    if let from = name.baseAddress { (end + 1).initialize(from: from, count: name.count) }
    end[name.count + 1] = 0x22
    end[name.count + 2] = 0x3A
    count = end - start + name.count + 3
  }

  /// Appends a number in decimal.
  mutating func append(decimal number: Int64) {
    number.withDecimal { append($0) }
  }

  /// The bytes.
  var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

  /// Passes the bytes to `take`; the buffer is empty afterwards.
  mutating func drain<Problem>(
    _ take: (UnsafeRawBufferPointer) throws(Problem) -> Void
  ) throws(Problem) {
    let filled = UnsafeRawBufferPointer(start: start, count: count)
    count = 0
    try take(filled)
  }
}

extension ByteBuffer {
  /// Appends a text as a string of JSON (RFC 8259 §7).
  ///
  /// Characters that could control a terminal are escaped too, and so is `##[`, which begins a command of some CI
  /// systems; a JSON parser reads the same text.
  mutating func append(quoting text: String) {
    var text = text
    text.withUTF8 { append(quoting: $0) }
  }

  /// Appends valid UTF-8.
  private mutating func append(quoting text: UnsafeBufferPointer<UInt8>) {
    if Self.arePlain(text) { return append(text, between: 0x22) }
    append(0x22)
    append(escaping: text)
    append(0x22)
  }

  private static func arePlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= 8 else {
      return text.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x23 && $0 != 0x5C }
    }
    var index = 0
    while index < text.count {
      // The last block may overlap bytes that have already been tested.
      let block = min(index, text.count - 8)
      guard arePlain(text, at: block) else { return false }
      index = block + 8
    }
    return true
  }

  private mutating func append(escaping text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    var index = 0
    while index < text.count {
      if index + 8 <= text.count, Self.arePlain(text, at: index) {
        index += 8
        continue
      }
      let byte = text[index]
      if byte >= 0x20, byte < 0x7F, byte != 0x22, byte != 0x5C, !Self.isLogCommand(text, at: index) {
        index += 1
        continue
      }
      let width = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      let end = min(index + width, text.count)
      let character = UnsafeBufferPointer(rebasing: text[index..<end])
      if byte < 0x80 || Self.scalar(character).isHazardous {
        append(UnsafeBufferPointer(rebasing: text[start..<index]))
        append(escapeOf: Self.scalar(character))
        start = end
      }
      index = end
    }
    append(UnsafeBufferPointer(rebasing: text[start...]))
  }

  /// Whether the byte at a place is the last `#` of `##[`.
  private static func isLogCommand(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    text[index] == 0x23 && index > 0 && text[index - 1] == 0x23 && index + 1 < text.count
      && text[index + 1] == 0x5B
  }

  /// Whether none of eight bytes needs an escape: all are printable ASCII, and neither a quote nor a backslash nor a
  /// `#`.
  private static func arePlain(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    let bytes = UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: index, as: UInt64.self)
    let low = bytes & 0x7F7F_7F7F_7F7F_7F7F
    // The high bits of each byte: not below a space, DEL, not a quote, not a number sign, not a backslash.
    let printable = low + 0x6060_6060_6060_6060
    let delete = low + 0x0101_0101_0101_0101
    let noQuote = (low ^ 0x2222_2222_2222_2222) + 0x7F7F_7F7F_7F7F_7F7F
    let noSign = (low ^ 0x2323_2323_2323_2323) + 0x7F7F_7F7F_7F7F_7F7F
    let noBackslash = (low ^ 0x5C5C_5C5C_5C5C_5C5C) + 0x7F7F_7F7F_7F7F_7F7F
    let plain = printable & noQuote & noSign & noBackslash & ~delete & ~bytes
    return plain & 0x8080_8080_8080_8080 == 0x8080_8080_8080_8080
  }

  private static func scalar(_ character: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar {
    let first = UInt32(character[0])
    let lead = character.count == 1 ? first : first & (0x7F >> UInt32(character.count))
    return Unicode.Scalar(character.dropFirst().reduce(lead) { $0 << 6 | UInt32($1 & 0x3F) }) ?? "\u{FFFD}"
  }

  private mutating func append(escapeOf scalar: Unicode.Scalar) {
    append(0x5C)
    switch scalar {
    case "\"": append(0x22)
    case "\\": append(0x5C)
    case "\n": append(0x6E)
    case "\r": append(0x72)
    case "\t": append(0x74)
    default:
      for (index, unit) in scalar.utf16.enumerated() {
        if index > 0 { append(0x5C) }
        append(0x75)
        for shift in stride(from: UInt16(12), through: 0, by: -4) {
          let digit = UInt8(truncatingIfNeeded: unit >> shift & 0xF)
          append(digit < 10 ? 0x30 + digit : 0x61 + digit - 10)
        }
      }
    }
  }
}
