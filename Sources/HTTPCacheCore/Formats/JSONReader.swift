/// Reads selected values from a JSON text of any size (RFC 8259), and skips all others.
///
/// The reader holds one buffer of the text at a time and builds no tree: a HAR log can hold gigabytes of bodies
/// beside a few kilobytes of fields. A skipped value is checked, but not decoded.
package struct JSONReader: ~Copyable {
  /// How deeply arrays and objects may be nested.
  package static let depthLimit = 512

  /// How many bytes of one string are kept; the rest is skipped.
  static let stringLimit = 1 << 20

  /// From how many bytes on a part of a string is passed on as a piece.
  static let pieceSize = 1 << 16

  /// Fills a buffer and returns the number of bytes: 0 at the end, negative if reading failed.
  package typealias Source = (UnsafeMutableRawBufferPointer) -> Int

  /// How many bytes the buffer holds; a value of up to this length is skipped in one go.
  static let capacity = stringLimit / 2

  private let source: Source

  /// The bytes being read: `ownBuffer`, or memory of the caller.
  let buffer: UnsafePointer<UInt8>
  private let ownBuffer: UnsafeMutablePointer<UInt8>?

  var position = 0
  var end = 0
  private var isUnreadable = false
  private var hasEnded = false
  private var bytesBefore: Int64 = 0
  private var line = 1
  private var lineStart: Int64 = 0
  private var depth = 0

  /// The place of the name of the member that is being visited.
  package private(set) var namePlace = JSONPlace(line: 1, column: 1, offset: 0)

  /// Begins to read a text; a byte order mark before it is skipped.
  package init(_ source: @escaping Source) throws(JSONFault) {
    self.source = source
    let ownBuffer = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.capacity)
    self.ownBuffer = ownBuffer
    buffer = UnsafePointer(ownBuffer)
    // A source may give one byte at a time: read enough for the mark, which has three bytes.
    while end < 4, !hasEnded { appendMore() }
    if end >= 3, buffer[0] == 0xEF, buffer[1] == 0xBB, buffer[2] == 0xBF { position = 3 }
    let isWide = end >= 2 && (buffer[0] == 0 || buffer[1] == 0 || buffer[0] >= 0xFE)
    if isWide { throw fault(.notUTF8) }
  }

  /// Begins to read a text in memory, which must outlive the reader.
  init(_ text: UnsafePointer<UInt8>, count: Int) {
    source = { _ in 0 }
    ownBuffer = nil
    buffer = text
    end = count
    hasEnded = true
  }

  deinit { ownBuffer?.deallocate() }

  // MARK: Bytes

  /// The place of the next byte.
  package var place: JSONPlace {
    let offset = bytesBefore + Int64(position)
    return JSONPlace(line: line, column: Int(offset - lineStart) + 1, offset: offset)
  }

  func fault(_ cause: JSONFault.Cause) -> JSONFault { JSONFault(cause, at: place) }

  /// The fault of a text that has ended too early.
  func faultAtEnd() -> JSONFault { fault(isUnreadable ? .unreadable : .cutShort) }

  private mutating func appendMore() {
    guard let ownBuffer else { return }
    let free = UnsafeMutableRawBufferPointer(start: ownBuffer + end, count: Self.capacity - end)
    let count = source(free)
    if count > 0, count <= free.count {
      end += count
    } else {
      hasEnded = true
      isUnreadable = count < 0
    }
  }

  /// Reads more bytes if all have been used; false at the end of the text.
  mutating func refill() -> Bool {
    guard position == end else { return true }
    guard !hasEnded else { return false }
    compact()
    appendMore()
    return end > 0
  }

  /// Reads until the buffer has that many unread bytes, or the text ends.
  mutating func fill(_ count: Int) {
    guard !hasEnded, end - position < count else { return }
    compact()
    while end < count, !hasEnded { appendMore() }
  }

  /// Moves the unread bytes to the beginning of the buffer.
  private mutating func compact() {
    ownBuffer?.update(from: buffer + position, count: end - position)
    bytesBefore += Int64(position)
    end -= position
    position = 0
  }

  /// The next byte that is not white space, without taking it; throws if the text has ended.
  @inline(__always)
  package mutating func peek() throws(JSONFault) -> UInt8 {
    if position < end, buffer[position] > 0x20 { return buffer[position] }
    // Most writers put one space after a comma or colon.
    if position &+ 1 < end, buffer[position] == 0x20, buffer[position &+ 1] > 0x20 {
      position &+= 1
      return buffer[position]
    }
    guard let byte = passSpace() else { throw faultAtEnd() }
    return byte
  }

  /// Skips white space, and counts the lines; returns the byte after it, or nil at the end of the text.
  @inline(never)
  mutating func passSpace() -> UInt8? {
    repeat {
      while position < end {
        let byte = buffer[position]
        guard byte.isJSONSpace else { return byte }
        position += 1
        if byte == 0x0A {
          line += 1
          lineStart = bytesBefore + Int64(position)
        }
      }
    } while refill()
    return nil
  }

  /// Skips one required byte.
  @inline(__always)
  private mutating func take(_ byte: UInt8, _ name: StaticString) throws(JSONFault) {
    guard try peek() == byte else { throw fault(.expected("\(name)")) }
    position += 1
  }

  // MARK: Structure

  /// Visits the members of an object by name; the visitor must read or skip each value.
  package mutating func object(
    _ member: (inout JSONReader, String) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try members(member)
  }

  /// Visits the members of an object, with their names read as `Name`; the visitor must read or skip each value.
  mutating func members<Name: JSONName>(
    _ member: (inout JSONReader, Name) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try take(0x7B, "an object")
    try enter()
    if try peek() == 0x7D {
      position += 1
    } else {
      repeat {
        guard try peek() == 0x22 else { throw fault(.expected("a member's name in quotes")) }
        let start = place
        let name = try withString { Name(jsonName: $0) }
        namePlace = start
        try take(0x3A, "a colon")
        try member(&self, name)
      } while try goesOn(closing: 0x7D, "a comma or }")
    }
    depth -= 1
  }

  /// Visits the elements of an array; the visitor must read or skip each.
  package mutating func array(_ element: (inout JSONReader) throws(JSONFault) -> Void) throws(JSONFault) {
    try take(0x5B, "an array")
    try enter()
    if try peek() == 0x5D {
      position += 1
    } else {
      repeat { try element(&self) } while try goesOn(closing: 0x5D, "a comma or ]")
    }
    depth -= 1
  }

  /// Skips one value of any type.
  package mutating func skip() throws(JSONFault) {
    _ = try peek()
    if passWhole() == nil { try passByBytes() }
  }

  /// Skips one value if the buffer can hold it, and returns its text, valid until the reader is used again.
  ///
  /// Nil if the value is longer than the buffer, or malformed; it then remains the next value.
  mutating func passWithinBuffer() throws(JSONFault) -> UnsafeBufferPointer<UInt8>? {
    _ = try peek()
    if let text = passWhole() { return text }
    guard !hasEnded, end - position < Self.capacity else { return nil }
    compact()
    while end < Self.capacity, !hasEnded { appendMore() }
    return passWhole()
  }

  /// Skips one value if the whole value is in the buffer; nil if not, or if it is malformed.
  private mutating func passWhole() -> UnsafeBufferPointer<UInt8>? {
    guard depth + JSONScan.depthLimit <= Self.depthLimit else { return nil }
    var scan = JSONScan(buffer, end: end)
    guard let next = scan.pastValue(position) else { return nil }
    if scan.lines > 0 {
      line += scan.lines
      lineStart = bytesBefore + Int64(scan.lineStart)
    }
    defer { position = next }
    return UnsafeBufferPointer(start: buffer + position, count: next - position)
  }

  /// Skips one value byte by byte, refilling the buffer as often as needed.
  private mutating func passByBytes() throws(JSONFault) {
    switch try peek() {
    case 0x22: try skipString()
    case 0x7B:
      position += 1
      try enter()
      if try peek() == 0x7D {
        position += 1
      } else {
        repeat {
          guard try peek() == 0x22 else { throw fault(.expected("a member's name in quotes")) }
          try skipString()
          try take(0x3A, "a colon")
          try passByBytes()
        } while try goesOn(closing: 0x7D, "a comma or }")
      }
      depth -= 1
    case 0x5B: try array { reader throws(JSONFault) in try reader.passByBytes() }
    case 0x74: try literal("true")
    case 0x66: try literal("false")
    case 0x6E: try literal("null")
    default: _ = try number()
    }
  }

  /// Makes sure that nothing but white space follows.
  package mutating func finish() throws(JSONFault) {
    if passSpace() != nil { throw fault(.expected("the end of the text")) }
    if isUnreadable { throw fault(.unreadable) }
  }

  private mutating func enter() throws(JSONFault) {
    depth += 1
    if depth > Self.depthLimit { throw fault(.tooDeep) }
  }

  /// Skips the comma before the next element and returns true, or skips the closing bracket and returns false.
  @inline(__always)
  private mutating func goesOn(closing: UInt8, _ name: StaticString) throws(JSONFault) -> Bool {
    let byte = try peek()
    guard byte == 0x2C || byte == closing else { throw fault(.expected("\(name)")) }
    position += 1
    return byte == 0x2C
  }
}
