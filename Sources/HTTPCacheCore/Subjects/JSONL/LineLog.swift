import CSystem

/// Splits JSON Lines into chunks; memory does not grow with the text.
package enum LineLog {
  /// The longest line, in bytes.
  package static let lineLimit = 8 << 20

  /// How many bytes are read at once.
  private static let pieceLength = 1 << 18

  /// Splits a text into chunks of some lines.
  ///
  /// `source` fills a buffer with the next bytes and returns their number, negative if reading failed. `visit` gets
  /// each chunk in order, and returns whether to go on.
  ///
  /// - Returns: false if the source could not be read to its end.
  package static func forEachChunk(
    _ source: (UnsafeMutableRawBufferPointer) -> Int, _ visit: (LineChunk) -> Bool
  ) -> Bool {
    var piece = [UInt8](repeating: 0, count: pieceLength)
    var splitter = LineSplitter()
    var text = UTF8Source()
    while true {
      let count = piece.withUnsafeMutableBytes { text.fill($0, from: source) }
      guard count > 0 else {
        splitter.finish()
        if let chunk = splitter.takeChunk(isLast: true) { _ = visit(chunk) }
        return count == 0
      }
      let goesOn = piece.withUnsafeBytes {
        splitter.take(UnsafeRawBufferPointer(rebasing: $0[..<count]), visit)
      }
      guard goesOn else { return true }
    }
  }
}

/// Puts lines into chunks.
private struct LineSplitter {
  private var chunk = LineChunk()
  private var number = 1

  /// The beginning of a line whose end has not been read.
  private var begun: [UInt8] = []
  private var isTooLong = false

  /// Takes the next bytes; false if `visit` wants no more.
  mutating func take(_ bytes: UnsafeRawBufferPointer, _ visit: (LineChunk) -> Bool) -> Bool {
    guard let base = bytes.baseAddress else { return true }
    var start = 0
    while start < bytes.count {
      guard let found = memchr(base + start, 0x0A, bytes.count - start) else {
        hold(UnsafeRawBufferPointer(rebasing: bytes[start...]))
        return true
      }
      let end = base.distance(to: UnsafeRawPointer(found))
      endLine(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      start = end + 1
      if let chunk = takeChunk(isLast: false), !visit(chunk) { return false }
    }
    return true
  }

  private mutating func hold(_ bytes: UnsafeRawBufferPointer) {
    guard !isTooLong, begun.count + bytes.count <= LineLog.lineLimit else {
      isTooLong = true
      begun = []
      return
    }
    begun += bytes
  }

  private mutating func endLine(_ bytes: UnsafeRawBufferPointer) {
    if !begun.isEmpty || isTooLong {
      hold(bytes)
      begun.withUnsafeBytes { add($0) }
      begun.removeAll(keepingCapacity: true)
    } else {
      add(bytes)
    }
    isTooLong = false
    number += 1
  }

  private mutating func add(_ line: UnsafeRawBufferPointer) {
    if isTooLong { return chunk.addTooLong(number: number) }
    let line = number == 1 ? line.withoutByteOrderMark : line[...]
    guard line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return }
    chunk.add(UnsafeRawBufferPointer(rebasing: line), number: number)
  }

  /// Takes the last line, which may have no end.
  mutating func finish() {
    if !begun.isEmpty || isTooLong { endLine(UnsafeRawBufferPointer(start: nil, count: 0)) }
  }

  /// Returns the chunk if it is full or the last one; nil otherwise.
  mutating func takeChunk(isLast: Bool) -> LineChunk? {
    guard chunk.isFull || isLast && chunk.count > 0 else { return nil }
    defer { chunk = LineChunk() }
    return chunk
  }
}
