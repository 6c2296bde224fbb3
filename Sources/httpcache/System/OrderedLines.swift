import HTTPCacheCore

/// Lines that become ready in any order, and are written in that of their subjects; those that wait take little memory.
struct OrderedLines {
  private var waiting: [Int: Spool] = [:]
  private let room = SpoolRoom()
  private var next = 0

  /// Takes the line of one subject, and writes those that are due.
  ///
  /// - Parameters:
  ///   - line: its bytes; empty where the subject has none.
  ///   - index: which subject, from 0.
  ///   - write: is given each line that may be written now, in one piece or several.
  /// - Throws: what `write` throws, or why a line could not be kept.
  mutating func take(
    _ line: [UInt8], index: Int, write: (UnsafeRawBufferPointer) throws(OutputError) -> Void
  ) throws(OutputError) {
    guard index == next else {
      let spool = Spool(in: room)
      waiting[index] = spool
      var failure: OutputError?
      BodyPiece.with(line) { piece in
        do throws(OutputError) { try spool.append(piece) } catch { failure = error }
      }
      if let failure { throw failure }
      return
    }
    next += 1
    try line.span.bytes.withUnsafeBytes { bytes throws(OutputError) in try write(bytes) }
    while !waiting.isEmpty, let spool = waiting.removeValue(forKey: next) {
      next += 1
      try spool.forEachChunk(write)
    }
  }
}
