/// Writes JSON without white space (RFC 8259), each member and element as it is told, so that keys keep their order.
///
/// Not `JSONEncoder`: it gives no order to the keys, and it would load Foundation for a hit, which costs more
/// than the hit.
struct JSONWriter: ~Copyable {
  private var buffer = ByteBuffer(capacity: 2_048)

  /// Whether a comma belongs before the next member or element.
  private var isFollowing = false

  /// What a body of code writes.
  static func bytes(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    body(&writer)
    return writer.buffer.bytes
  }

  /// An object on one line of JSON Lines, with its newline.
  static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    bytes { $0.line(members) }
  }

  /// An object on one line of JSON Lines, with its newline.
  mutating func line(_ members: (inout JSONWriter) -> Void) {
    object(members)
    endLine()
  }

  /// What has been written.
  var bytes: [UInt8] { buffer.bytes }

  /// An object.
  mutating func object(_ members: (inout JSONWriter) -> Void) {
    beginObject()
    members(&self)
    endObject()
  }

  /// An array of what is written of each element.
  mutating func array<Elements: Collection>(
    _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) -> Void
  ) {
    // By index, which copies no element.
    array { writer in for index in elements.indices { write(&writer, elements[index]) } }
  }

  /// An array.
  mutating func array(_ elements: (inout JSONWriter) -> Void) {
    beginArray()
    elements(&self)
    endArray()
  }

  /// The text, or `null` where there is none.
  mutating func value(_ text: String?) {
    guard let text else { return null() }
    separate()
    buffer.append(quoting: text)
    isFollowing = true
  }

  /// The share with three places, or `null` where there is none.
  mutating func value(share: Double?) {
    guard let share, share.isFinite else { return null() }
    separate()
    for byte in String((share * 1000).rounded() / 1000).utf8 { buffer.append(byte) }
    isFollowing = true
  }

  /// The number, or `null` where there is none.
  mutating func value(_ number: Int64?) {
    guard let number else { return null() }
    separate()
    buffer.append(decimal: number)
    isFollowing = true
  }

  /// `true` or `false`.
  mutating func value(_ truth: Bool?) { word(truth.map { $0 ? "true" : "false" } ?? "null") }

  /// `null`.
  mutating func null() { word("null") }

  /// The name of a member, whose value is written next: a name of this program's own, in which nothing is escaped.
  mutating func key(_ name: StaticString) {
    separate()
    name.withUTF8Buffer { buffer.append($0, between: 0x22) }
    buffer.append(0x3A)
    isFollowing = false
  }

  /// The name of a member that is foreign text.
  mutating func key(foreign name: String) {
    separate()
    buffer.append(quoting: name)
    buffer.append(0x3A)
    isFollowing = false
  }

  /// Begins an object or an array that outlives a call: what is written of it can be drained before its end.
  @inline(__always)
  mutating func beginObject() { begin(0x7B) }
  @inline(__always)
  mutating func endObject() { end(0x7D) }
  @inline(__always)
  mutating func beginArray() { begin(0x5B) }
  @inline(__always)
  mutating func endArray() { end(0x5D) }

  @inline(__always)
  private mutating func begin(_ bracket: UInt8) {
    separate()
    buffer.append(bracket)
    isFollowing = false
  }

  @inline(__always)
  private mutating func end(_ bracket: UInt8) {
    buffer.append(bracket)
    isFollowing = true
  }

  @inline(__always)
  private mutating func separate() { if isFollowing { buffer.append(0x2C) } }

  private mutating func word(_ word: StaticString) {
    separate()
    buffer.append(word)
    isFollowing = true
  }

}

extension JSONWriter {
  /// Has the next element begin a line of its own.
  mutating func beginLine() {
    separate()
    endLine()
  }

  /// Ends the line: behind the last element, or behind the whole text.
  mutating func endLine() {
    buffer.append(0x0A)
    isFollowing = false
  }

  /// Writes what there is to stdout, and goes on behind it.
  mutating func drain(to terminal: Terminal) throws(OutputError) {
    try buffer.drain { bytes throws(OutputError) in try terminal.write(bytes) }
  }
}

extension JSONWriter {
  /// A member with a text, or `null` where there is none.
  mutating func member(_ name: StaticString, _ text: String?) {
    key(name)
    value(text)
  }

  /// A member with a number, or `null` where there is none.
  mutating func member(_ name: StaticString, _ number: Int64?) {
    key(name)
    value(number)
  }

  /// A member with `true` or `false`.
  mutating func member(_ name: StaticString, _ truth: Bool?) {
    key(name)
    value(truth)
  }

  /// A member with `null`.
  mutating func null(_ name: StaticString) {
    key(name)
    null()
  }

  /// A member with an object.
  mutating func object(_ name: StaticString, _ members: (inout JSONWriter) -> Void) {
    key(name)
    object(members)
  }

  /// A member with an array of what is written of each element.
  mutating func array<Elements: Collection>(
    _ name: StaticString, _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) -> Void
  ) {
    key(name)
    array(elements, write)
  }
}
