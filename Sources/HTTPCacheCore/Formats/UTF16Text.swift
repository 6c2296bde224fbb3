/// Turns a text in UTF-16, as PowerShell's `>` writes it, into UTF-8; any other text passes unchanged.
///
/// A byte order mark shows UTF-16, and so does a first character of ASCII: half of its two bytes is 0.
package struct UTF16Text {
  private enum Order { case unknown, none, big, little }

  private var order = Order.unknown

  /// The bytes that are not decoded yet: the first ones, until they show the order, or half of a character.
  private var held: [UInt8] = []

  package init() {}

  /// Whether all further bytes pass unchanged.
  package var isPassing: Bool { order == .none }

  /// Returns the next bytes in UTF-8; a surrogate without its other half becomes U+FFFD.
  package mutating func take(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    held += bytes
    if order == .unknown {
      guard held.count >= 4 else { return [] }
      findOrder()
    }
    guard order != .none else { return finish() }
    var units: [UInt16] = []
    units.reserveCapacity(held.count / 2)
    for index in stride(from: 0, to: held.count - 1, by: 2) {
      let (first, second) = (UInt16(held[index]), UInt16(held[index + 1]))
      units.append(order == .big ? first << 8 | second : second << 8 | first)
    }
    // The other half of a pair of surrogates may follow.
    if let last = units.last, last & 0xFC00 == 0xD800 { units.removeLast() }
    held.removeFirst(2 * units.count)
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// Returns what is left at the end of the text.
  package mutating func finish() -> [UInt8] {
    defer { held = [] }
    if order == .big || order == .little { return held.isEmpty ? [] : Array("\u{FFFD}".utf8) }
    return held
  }

  private mutating func findOrder() {
    switch (held[0], held[1], held[2], held[3]) {
    // UTF-32 begins with the same mark, or with three zeros around its first character.
    case (0xFF, 0xFE, 0, 0), (0, 0, _, _), (_, 0, 0, 0): order = .none
    case (0xFF, 0xFE, _, _): order = .little
    case (0xFE, 0xFF, _, _): order = .big
    case (0, _, 0, _): order = .big
    case (_, 0, _, 0): order = .little
    default: order = .none
    }
    if held[0] >= 0xFE, order != .none { held.removeFirst(2) }
  }
}

/// A source of bytes whose text is read as UTF-8, whether or not it is in UTF-16.
struct UTF8Source {
  private var text = UTF16Text()

  /// Decoded bytes, and the index of the first that was not passed on.
  private var waiting: [UInt8] = []
  private var start = 0
  private var hasEnded = false

  /// Fills a buffer from a source; returns the number of bytes: 0 at the end, negative if reading failed.
  mutating func fill(
    _ buffer: UnsafeMutableRawBufferPointer, from source: (UnsafeMutableRawBufferPointer) -> Int
  ) -> Int {
    while start == waiting.count {
      if text.isPassing || hasEnded { return hasEnded ? 0 : source(buffer) }
      let count = source(buffer)
      guard count >= 0 else { return count }
      hasEnded = count == 0
      waiting = hasEnded ? text.finish() : text.take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      start = 0
    }
    let part = waiting[start...].prefix(buffer.count)
    buffer.copyBytes(from: part)
    start += part.count
    return part.count
  }
}
