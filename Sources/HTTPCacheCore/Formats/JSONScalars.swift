/// Reads strings, numbers and literals.
extension JSONReader {
  /// Reads the next value as a string; a value of another type is skipped and reads as nil.
  package mutating func optionalString() throws(JSONFault) -> String? {
    if try peek() == 0x22 { return try string() }
    try skip()
    return nil
  }

  /// Reads the next value as a number; a value of another type is skipped and reads as nil.
  package mutating func optionalNumber() throws(JSONFault) -> Double? {
    switch try peek() {
    case 0x2D, 0x30...0x39:
      if let number = shortNumber() { return number }
      return Double(String(decoding: try number(), as: UTF8.self))
    default:
      try skip()
      return nil
    }
  }

  /// Reads the next string, with escapes decoded; bytes that are not valid UTF-8 read as U+FFFD.
  package mutating func string() throws(JSONFault) -> String {
    try withString { String(decoding: $0, as: UTF8.self) }
  }

  /// Passes the bytes of the next string, with escapes decoded, to `read`; a string without escapes is not copied.
  mutating func withString<Value>(_ read: (UnsafeBufferPointer<UInt8>) -> Value) throws(JSONFault) -> Value {
    guard try peek() == 0x22 else { throw fault(.expected("a string")) }
    position += 1
    let start = position
    let length = passPlainBytes()
    if position < end, buffer[position] == 0x22 {
      position += 1
      return read(UnsafeBufferPointer(start: buffer + start, count: length))
    }
    return try stringBytes(from: start, length: length).withUnsafeBufferPointer(read)
  }

  /// Passes the bytes of the next string, with escapes decoded, to `take` piece by piece, whatever its length.
  mutating func forEachPiece(_ take: (UnsafeBufferPointer<UInt8>) -> Void) throws(JSONFault) {
    guard try peek() == 0x22 else { throw fault(.expected("a string")) }
    position += 1
    let start = position
    var piece: [UInt8] = []
    try forEachRun(from: start, length: passPlainBytes()) { run in
      let isWhole = run.count >= Self.pieceSize
      if !piece.isEmpty, isWhole || piece.count + run.count > Self.pieceSize {
        piece.withUnsafeBufferPointer(take)
        piece.removeAll(keepingCapacity: true)
      }
      if isWhole { take(run) } else { piece.append(contentsOf: run) }
    }
    if !piece.isEmpty { piece.withUnsafeBufferPointer(take) }
  }

  /// Skips the next string without decoding it.
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

  /// Copies a string that has an escape or reaches beyond the buffer.
  private mutating func stringBytes(from start: Int, length: Int) throws(JSONFault) -> [UInt8] {
    var bytes: [UInt8] = []
    try forEachRun(from: start, length: length) { run in
      bytes.append(contentsOf: run.prefix(max(0, Self.stringLimit - bytes.count)))
    }
    return bytes
  }

  /// Passes the rest of a string to `take`, in runs without escapes and the characters of escapes; `start` and `length` are the
  /// first run.
  @inline(__always)
  private mutating func forEachRun(
    from start: Int, length: Int, _ take: (UnsafeBufferPointer<UInt8>) -> Void
  ) throws(JSONFault) {
    take(UnsafeBufferPointer(start: buffer + start, count: length))
    while true {
      guard position < end || refill() else { throw faultAtEnd() }
      switch buffer[position] {
      case 0x22:
        position += 1
        return
      case 0x5C:
        position += 1
        var scalar = String(try escape())
        scalar.withUTF8(take)
      case 0x00..<0x20: throw fault(.expected("an escape instead of a control character"))
      default:
        let start = position
        let length = passPlainBytes()
        take(UnsafeBufferPointer(start: buffer + start, count: length))
      }
    }
  }

  /// Skips bytes up to a quote, a backslash, a control character or the end of the buffer; returns their number.
  @inline(__always)
  private mutating func passPlainBytes() -> Int {
    let start = position
    position = JSONScan.plainEnd(buffer, from: start, to: end)
    return position - start
  }

  /// Reads the rest of an escape after the backslash; half of a surrogate pair reads as U+FFFD.
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

  /// Reads a short number that ends within the buffer; nil for any other, which stays the next value.
  ///
  /// A `Double` holds up to 15 digits and the power of ten exactly, so that only their quotient is rounded.
  private mutating func shortNumber() -> Double? {
    var index = position
    let isNegative = buffer[index] == 0x2D
    if isNegative { index += 1 }
    let start = index
    var digits: Int64 = 0
    var scale = 1.0
    while index < end, buffer[index] &- 0x30 < 10, index - start < 16 {
      digits = digits &* 10 &+ Int64(buffer[index] &- 0x30)
      index += 1
    }
    var count = index - start
    guard count == 1 || count > 1 && buffer[start] != 0x30 else { return nil }
    if index < end, buffer[index] == 0x2E {
      index += 1
      let point = index
      while index < end, buffer[index] &- 0x30 < 10, index - point < 16 {
        digits = digits &* 10 &+ Int64(buffer[index] &- 0x30)
        scale *= 10
        index += 1
      }
      guard index > point else { return nil }
      count += index - point
    }
    guard count <= 15, index < end, buffer[index] | 0x20 != 0x65 else { return nil }
    position = index
    return (isNegative ? -Double(digits) : Double(digits)) / scale
  }

  /// Reads a number; returns its text.
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
    guard position < end || refill(), buffer[position].isDigit else { return nil }
    position += 1
    return buffer[position - 1]
  }

  /// Reads digits; those beyond the first 400 are dropped.
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

  /// Reads the next value as a boolean; a value of another type is skipped and reads as nil.
  package mutating func optionalBool() throws(JSONFault) -> Bool? {
    let byte = try peek()
    try skip()
    return byte == 0x74 ? true : byte == 0x66 ? false : nil
  }

  /// Skips a literal; throws if another byte is found.
  mutating func literal(_ text: StaticString) throws(JSONFault) {
    for index in 0..<text.utf8CodeUnitCount {
      guard position < end || refill() else { throw faultAtEnd() }
      guard buffer[position] == text.utf8Start[index] else { throw fault(.expected("a value")) }
      position += 1
    }
  }
}

/// A type into which the name of an object's member is read.
protocol JSONName {
  /// Reads a name from its bytes, with escapes decoded; they are valid during this call only.
  init(jsonName bytes: UnsafeBufferPointer<UInt8>)
}

extension String: JSONName {
  init(jsonName bytes: UnsafeBufferPointer<UInt8>) { self.init(decoding: bytes, as: UTF8.self) }
}
