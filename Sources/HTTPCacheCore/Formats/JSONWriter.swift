/// Writes JSON without white space (RFC 8259), members and elements in the order of the calls, so that keys keep their
/// order.
///
/// Used instead of `JSONEncoder`, which does not keep the order of keys, and for which a cache hit would have to load
/// Foundation, which takes longer than the hit.
@usableFromInline
package struct JSONWriter: ~Copyable {
  fileprivate var buffer: ByteBuffer

  /// Whether a comma belongs before the next member or element.
  private var isFollowing = false

  /// Makes an empty writer, with room for a number of bytes before its buffer grows.
  package init(capacity: Int = 2_048) { buffer = ByteBuffer(capacity: capacity) }

  /// The bytes that `body` writes.
  package static func bytes(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    body(&writer)
    return writer.buffer.bytes
  }

  /// An object on one line of JSON Lines, with its newline.
  package static func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    bytes { $0.line(members) }
  }

  /// An object on one line of JSON Lines, with its newline.
  package mutating func line(_ members: (inout JSONWriter) -> Void) {
    object(members)
    endLine()
  }

  /// A list of objects between the texts `head` and `tail`, each on a line of its own, so that a diff shows objects.
  package static func list<Element>(
    head: String, indent: String, tail: String, _ elements: [Element],
    _ members: (inout JSONWriter, Element) -> Void
  ) -> [UInt8] {
    var bytes = Array(head.utf8)
    for (index, element) in elements.enumerated() {
      bytes += Array((index == 0 ? "\n\(indent)" : ",\n\(indent)").utf8)
      bytes += line { members(&$0, element) }.dropLast()
    }
    return bytes + Array("\n".utf8) + Array(tail.utf8)
  }

  /// The bytes written so far.
  package var bytes: [UInt8] { buffer.bytes }

  /// An object.
  @inlinable
  package mutating func object(_ members: (inout JSONWriter) -> Void) {
    beginObject()
    members(&self)
    endObject()
  }

  /// An array; `write` writes each element.
  @inlinable
  package mutating func array<Elements: Collection>(
    _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) -> Void
  ) {
    // Iterate by index, which copies no element.
    array { writer in for index in elements.indices { write(&writer, elements[index]) } }
  }

  /// An array.
  @inlinable
  package mutating func array(_ elements: (inout JSONWriter) -> Void) {
    beginArray()
    elements(&self)
    endArray()
  }

  /// Writes a text; `null` for nil.
  @usableFromInline
  package mutating func value(_ text: String?) {
    guard let text else { return null() }
    separate()
    buffer.append(quoting: text)
    isFollowing = true
  }

  /// Writes a share with at most three decimal places; `null` for nil.
  package mutating func value(share: Double?) {
    guard let share, share.isFinite else { return null() }
    separate()
    for byte in String((share * 1000).rounded() / 1000).utf8 { buffer.append(byte) }
    isFollowing = true
  }

  /// Writes a number; `null` for nil.
  @usableFromInline
  package mutating func value(_ number: Int64?) {
    guard let number else { return null() }
    separate()
    buffer.append(decimal: number)
    isFollowing = true
  }

  /// Writes `true` or `false`; `null` for nil.
  @usableFromInline
  package mutating func value(_ truth: Bool?) { word(truth.map { $0 ? "true" : "false" } ?? "null") }

  /// `null`.
  @usableFromInline
  package mutating func null() { word("null") }

  /// Writes the name of a member, whose value is written next; a constant name, in which nothing needs escaping.
  @usableFromInline
  package mutating func key(_ name: StaticString) {
    name.withUTF8Buffer { buffer.append(key: $0, isFollowing: isFollowing) }
    isFollowing = false
  }

  /// Writes the name of a member from foreign text, with escapes.
  package mutating func key(foreign name: String) {
    separate()
    buffer.append(quoting: name)
    buffer.append(0x3A)
    isFollowing = false
  }

  /// Begins an object or array that later calls fill and end; the bytes written so far can be drained in between.
  @usableFromInline
  package mutating func beginObject() { begin(0x7B) }
  @usableFromInline
  package mutating func endObject() { end(0x7D) }
  @usableFromInline
  package mutating func beginArray() { begin(0x5B) }
  @usableFromInline
  package mutating func endArray() { end(0x5D) }

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
  /// Makes the next element begin a new line.
  package mutating func beginLine() {
    separate()
    endLine()
  }

  /// Ends the line, after the last element or after the whole text.
  package mutating func endLine() {
    buffer.append(0x0A)
    isFollowing = false
  }
}

extension JSONWriter {
  /// Writes a member with a text; `null` for nil.
  @inlinable
  package mutating func member(_ name: StaticString, _ text: String?) {
    key(name)
    value(text)
  }

  /// Writes a member with a number; `null` for nil.
  @inlinable
  package mutating func member(_ name: StaticString, _ number: Int64?) {
    key(name)
    value(number)
  }

  /// Writes a member with `true` or `false`; `null` for nil.
  @inlinable
  package mutating func member(_ name: StaticString, _ truth: Bool?) {
    key(name)
    value(truth)
  }

  /// A member with `null`.
  @inlinable
  package mutating func null(_ name: StaticString) {
    key(name)
    null()
  }

  /// A member with an object.
  @inlinable
  package mutating func object(_ name: StaticString, _ members: (inout JSONWriter) -> Void) {
    key(name)
    object(members)
  }

  /// A member with an array; `write` writes each element.
  @inlinable
  package mutating func array<Elements: Collection>(
    _ name: StaticString, _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) -> Void
  ) {
    key(name)
    array(elements, write)
  }

  /// A member with an array.
  @inlinable
  package mutating func array(_ name: StaticString, _ elements: (inout JSONWriter) -> Void) {
    key(name)
    array(elements)
  }

  /// A member with an array of objects; `write` writes the members of each.
  @inlinable
  package mutating func objects<Elements: Collection>(
    _ name: StaticString, _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) -> Void
  ) {
    array(name, elements) { writer, element in writer.object { write(&$0, element) } }
  }
}

extension JSONWriter {
  /// Passes the bytes written so far to `take` and drops them; later bytes follow them.
  package mutating func drain<Problem>(
    _ take: (UnsafeRawBufferPointer) throws(Problem) -> Void
  ) throws(Problem) {
    try buffer.drain(take)
  }
}
