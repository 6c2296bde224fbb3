/// Strings and numbers: the parts of a JSON text that have a value of their own.
extension JSONReader {
  /// The string that is next; a value of another type is passed over and reads as nil.
  package mutating func optionalString() throws(JSONFault) -> String? {
    if try peek() == 0x22 { return try string() }
    try skip()
    return nil
  }

  /// The number that is next; a value of another type is passed over and reads as nil.
  package mutating func optionalNumber() throws(JSONFault) -> Double? {
    switch try peek() {
    case 0x2D, 0x30...0x39: return Double(String(decoding: try number(), as: UTF8.self))
    default:
      try skip()
      return nil
    }
  }

  /// The string that is next, its escapes undone; bytes that are no UTF-8 read as U+FFFD.
  package mutating func string() throws(JSONFault) -> String {
    let start = try openQuote()
    let length = passPlainBytes()
    if position < end, buffer[position] == 0x22 {
      position += 1
      return String(decoding: UnsafeBufferPointer(start: buffer + start, count: length), as: UTF8.self)
    }
    return String(decoding: try stringBytes(from: start, length: length), as: UTF8.self)
  }

  /// The bytes of the string that is next, its escapes undone.
  package mutating func bytes() throws(JSONFault) -> [UInt8] {
    let start = try openQuote()
    let length = passPlainBytes()
    if position < end, buffer[position] == 0x22 {
      position += 1
      return Array(UnsafeBufferPointer(start: buffer + start, count: length))
    }
    return try stringBytes(from: start, length: length)
  }

  private mutating func openQuote() throws(JSONFault) -> Int {
    guard try peek() == 0x22 else { throw fault(.expected("a string")) }
    position += 1
    return position
  }

  /// Passes over the next string without decoding it.
  mutating func skipString() throws(JSONFault) {
    position += 1
    while true {
      _ = passPlainBytes()
      guard position < end || refill() else { throw faultAtEnd() }
      switch buffer[position] {
      case 0x22:
        position += 1
        return
      case 0x5C:
        position += 1
        _ = try escape()
      case 0x00..<0x20: throw fault(.expected("an escape instead of a control character"))
      default: continue
      }
    }
  }

  /// Collects a string that holds an escape or goes on in the next piece.
  private mutating func stringBytes(from start: Int, length: Int) throws(JSONFault) -> [UInt8] {
    var bytes = Array(UnsafeBufferPointer(start: buffer + start, count: length))
    while true {
      guard position < end || refill() else { throw faultAtEnd() }
      switch buffer[position] {
      case 0x22:
        position += 1
        return bytes
      case 0x5C:
        position += 1
        let scalar = try escape()
        if bytes.count < Self.stringLimit { bytes.append(contentsOf: String(scalar).utf8) }
      case 0x00..<0x20: throw fault(.expected("an escape instead of a control character"))
      default:
        let start = position
        let length = passPlainBytes()
        let room = max(0, Self.stringLimit - bytes.count)
        bytes.append(contentsOf: UnsafeBufferPointer(start: buffer + start, count: min(length, room)))
      }
    }
  }

  /// Passes over bytes up to a quote, a backslash, a control character or the end of the piece, eight at a time.
  private mutating func passPlainBytes() -> Int {
    let start = position
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    while position + 8 <= end {
      let word = UnsafeRawPointer(buffer + position).loadUnaligned(as: UInt64.self)
      let quotes = word ^ (ones &* 0x22)
      let backslashes = word ^ (ones &* 0x5C)
      // A byte of these words is zero, or below 0x20, where its high bit appears; what has it set is excluded.
      let found =
        (((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
          | ((word &- (ones &* 0x20)) & ~word)) & highs
      guard found == 0 else { break }
      position += 8
    }
    while position < end {
      let byte = buffer[position]
      if byte == 0x22 || byte == 0x5C || byte < 0x20 { break }
      position += 1
    }
    return position - start
  }

  /// What follows a backslash; half of a surrogate pair reads as U+FFFD.
  private mutating func escape() throws(JSONFault) -> Unicode.Scalar {
    guard position < end || refill() else { throw faultAtEnd() }
    let byte = buffer[position]
    position += 1
    switch byte {
    case 0x22: return "\""
    case 0x5C: return "\\"
    case 0x2F: return "/"
    case 0x62: return "\u{8}"
    case 0x66: return "\u{C}"
    case 0x6E: return "\n"
    case 0x72: return "\r"
    case 0x74: return "\t"
    case 0x75: return try unicodeEscape()
    default:
      position -= 1
      throw fault(.expected("one of \"\\/bfnrtu"))
    }
  }

  private mutating func unicodeEscape() throws(JSONFault) -> Unicode.Scalar {
    let first = try codeUnit()
    guard first & 0xFC00 == 0xD800 else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
    guard position < end || refill(), buffer[position] == 0x5C else { return "\u{FFFD}" }
    position += 1
    guard position < end || refill() else { throw faultAtEnd() }
    guard buffer[position] == 0x75 else { return try escape() }
    position += 1
    let second = try codeUnit()
    guard second & 0xFC00 == 0xDC00 else { return Unicode.Scalar(second) ?? "\u{FFFD}" }
    return Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF) ?? "\u{FFFD}"
  }

  private mutating func codeUnit() throws(JSONFault) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard position < end || refill() else { throw faultAtEnd() }
      guard let digit = buffer[position].hexValue else { throw fault(.expected("four hexadecimal digits")) }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }

  /// Passes over a number; gives its text.
  mutating func number() throws(JSONFault) -> [UInt8] {
    var text: [UInt8] = []
    if try peek() == 0x2D { text.append(try nextByte()) }
    let first = nextIfDigit()
    guard let first else { throw fault(.expected("a value")) }
    text.append(first)
    if first != 0x30 { digits(&text) }
    if position < end || refill(), buffer[position] == 0x2E {
      text.append(try nextByte())
      try someDigits(&text)
    }
    if position < end || refill(), buffer[position] | 0x20 == 0x65 {
      text.append(try nextByte())
      if position < end || refill(), buffer[position] == 0x2B || buffer[position] == 0x2D {
        text.append(try nextByte())
      }
      try someDigits(&text)
    }
    return text
  }

  private mutating func nextByte() throws(JSONFault) -> UInt8 {
    guard position < end || refill() else { throw faultAtEnd() }
    position += 1
    return buffer[position - 1]
  }

  private mutating func nextIfDigit() -> UInt8? {
    guard position < end || refill(), (0x30...0x39).contains(buffer[position]) else { return nil }
    position += 1
    return buffer[position - 1]
  }

  /// Digits as they come; more than a few are as good as none.
  private mutating func digits(_ text: inout [UInt8]) {
    while let digit = nextIfDigit() {
      if text.count < 400 { text.append(digit) }
    }
  }

  private mutating func someDigits(_ text: inout [UInt8]) throws(JSONFault) {
    guard let digit = nextIfDigit() else { throw fault(.expected("a digit")) }
    text.append(digit)
    digits(&text)
  }
}
