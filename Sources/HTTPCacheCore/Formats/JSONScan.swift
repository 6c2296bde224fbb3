/// Skips a value that is wholly in memory.
///
/// The scan accepts the same texts as `JSONReader`. If the value is malformed, or the memory ends within it, the scan
/// gives up, and the reader finds the fault byte by byte. Positions are local variables of one function, which is
/// twice as fast.
struct JSONScan {
  /// How deeply arrays and objects may be nested before the scan gives up.
  static let depthLimit = 63

  private let bytes: UnsafePointer<UInt8>
  private let end: Int

  /// How many line breaks were skipped.
  private(set) var lines = 0

  /// Where the last line begins.
  private(set) var lineStart = 0

  init(_ bytes: UnsafePointer<UInt8>, end: Int) {
    self.bytes = bytes
    self.end = end
  }

  /// Skips a value; returns the place after it, or nil if the value is malformed or not whole.
  mutating func pastValue(_ start: Int) -> Int? {
    var position = start
    // One bit for each open array (0) or object (1), below a 1 that marks their number.
    var open: UInt64 = 1
    while true {
      position = pastSpace(position)
      guard position < end else { return nil }
      let byte = bytes[position]
      if byte == 0x22 {
        guard let next = pastString(position &+ 1) else { return nil }
        position = next
      } else if byte | 0x20 == 0x7B {
        let before = open
        guard let next = pastOpening(position, byte, &open) else { return nil }
        position = next
        if open != before { continue }
      } else {
        guard let next = pastScalar(position) else { return nil }
        position = next
      }
      guard let next = pastClosings(position, &open) else { return nil }
      position = next
      if open == 1 { return position }
    }
  }

  /// Skips an opening bracket and the name of the first member, or a whole empty array or object; returns the place
  /// after it.
  ///
  /// Nil if the text is malformed, not whole, or nested too deeply. `open` gets one more bit, except for an empty
  /// array or object.
  @inline(__always)
  private mutating func pastOpening(_ start: Int, _ bracket: UInt8, _ open: inout UInt64) -> Int? {
    guard open.leadingZeroBitCount > 0 else { return nil }
    let position = pastSpace(start &+ 1)
    guard position < end else { return nil }
    if bytes[position] == bracket &+ 2 { return position &+ 1 }
    let isObject = bracket == 0x7B
    open = open << 1 | (isObject ? 1 : 0)
    return isObject ? pastName(position) : position
  }

  /// Skips closing brackets after a value, and the comma and the name before the next value.
  @inline(__always)
  private mutating func pastClosings(_ start: Int, _ open: inout UInt64) -> Int? {
    var position = start
    while open > 1 {
      let isObject = open & 1 == 1
      position = pastSpace(position)
      guard position < end else { return nil }
      let byte = bytes[position]
      position &+= 1
      if byte == 0x2C { return isObject ? pastName(position) : position }
      guard byte == (isObject ? 0x7D : 0x5D) else { return nil }
      open >>= 1
    }
    return position
  }

  /// The place of the first quote, backslash or control character, or the end; eight bytes are tested at a time.
  @inline(__always)
  static func plainEnd(_ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
    var position = start
    let ones: UInt64 = 0x0101_0101_0101_0101
    while end &- position >= 8 {
      let word = UInt64(littleEndian: UnsafeRawPointer(bytes + position).loadUnaligned(as: UInt64.self))
      // The high bit of a byte is set if the byte equals 0x22 or 0x5C, or is below 0x20; bytes whose own high bit is
      // set are excluded. A borrow can set wrong bits only above the first correct one.
      let found =
        (((word ^ (ones &* 0x22)) &- ones) | ((word ^ (ones &* 0x5C)) &- ones) | (word &- (ones &* 0x20)))
        & ~word & (ones &* 0x80)
      if found != 0 { return position &+ found.trailingZeroBitCount >> 3 }
      position &+= 8
    }
    while position < end {
      let byte = bytes[position]
      if byte == 0x22 || byte == 0x5C || byte < 0x20 { break }
      position &+= 1
    }
    return position
  }

  /// The place of the next byte that is not white space, or the end.
  @inline(__always)
  private mutating func pastSpace(_ position: Int) -> Int {
    if position < end, bytes[position] > 0x20 { return position }
    if position &+ 1 < end, bytes[position] == 0x20, bytes[position &+ 1] > 0x20 { return position &+ 1 }
    return pastLongSpace(position)
  }

  @inline(never)
  private mutating func pastLongSpace(_ start: Int) -> Int {
    var position = start
    while position < end, bytes[position].isJSONSpace {
      position &+= 1
      if bytes[position &- 1] == 0x0A {
        lines += 1
        lineStart = position
      }
    }
    return position
  }

  /// Skips a name and the colon after it.
  @inline(__always)
  private mutating func pastName(_ start: Int) -> Int? {
    var position = pastSpace(start)
    guard position < end, bytes[position] == 0x22, let next = pastString(position &+ 1) else { return nil }
    position = pastSpace(next)
    return position < end && bytes[position] == 0x3A ? position &+ 1 : nil
  }

  /// Skips a string after its opening quote.
  @inline(__always)
  private func pastString(_ start: Int) -> Int? {
    let position = Self.plainEnd(bytes, from: start, to: end)
    return position < end && bytes[position] == 0x22 ? position &+ 1 : pastEscapes(position)
  }

  @inline(never)
  private func pastEscapes(_ start: Int) -> Int? {
    var position = start
    while end - position >= 6, bytes[position] == 0x5C {
      switch bytes[position + 1] {
      case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: position += 2
      case 0x75:
        for offset in 2..<6 where bytes[position + offset].hexValue == nil { return nil }
        position += 6
      default: return nil
      }
      position = Self.plainEnd(bytes, from: position, to: end)
      if position < end, bytes[position] == 0x22 { return position + 1 }
    }
    return nil
  }

  /// Skips a literal or a number.
  private func pastScalar(_ position: Int) -> Int? {
    switch bytes[position] {
    case 0x74: past("true", position)
    case 0x66: past("false", position)
    case 0x6E: past("null", position)
    default: pastNumber(position)
    }
  }

  private func past(_ literal: StaticString, _ position: Int) -> Int? {
    let count = literal.utf8CodeUnitCount
    guard end - position >= count else { return nil }
    for offset in 0..<count where bytes[position + offset] != literal.utf8Start[offset] { return nil }
    return position + count
  }

  /// Skips a number; nil if it ends with the memory, since more digits might follow.
  private func pastNumber(_ start: Int) -> Int? {
    var position = start
    if bytes[position] == 0x2D { position += 1 }
    if position < end, bytes[position] == 0x30 { position += 1 } else if !passDigits(&position) { return nil }
    if position < end, bytes[position] == 0x2E {
      position += 1
      if !passDigits(&position) { return nil }
    }
    if position < end, bytes[position] | 0x20 == 0x65 {
      position += 1
      if position < end, bytes[position] == 0x2B || bytes[position] == 0x2D { position += 1 }
      if !passDigits(&position) { return nil }
    }
    return position < end ? position : nil
  }

  @inline(__always)
  private func passDigits(_ position: inout Int) -> Bool {
    let start = position
    while position < end, bytes[position] &- 0x30 < 10 { position &+= 1 }
    return position > start
  }
}

extension UInt8 {
  /// Whether the byte is white space between JSON tokens (RFC 8259 §2).
  @inline(__always)
  var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
