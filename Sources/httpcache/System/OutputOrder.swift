import HTTPCacheCore

/// Writes the output of several subjects to stdout in the order of the subjects, although it arrives in any order.
///
/// The first subject that has not ended writes to stdout at once; the output of later subjects waits in spools.
final class OutputOrder {
  private let terminal: Terminal
  private let flushesEach: Bool
  private var current = 0
  /// Whether output of the current subject has gone to stdout.
  private var isBegun = false
  private var waiting: [Int: Spool] = [:]
  private let buffer = SpoolBuffer()
  private var ended: Set<Int> = []

  /// Makes an order that begins with subject 0; `flushesEach` flushes stdout whenever a subject has ended.
  init(_ terminal: Terminal, flushesEach: Bool) {
    self.terminal = terminal
    self.flushesEach = flushesEach
  }

  /// Writes a piece of one subject's output.
  func write(_ piece: BodyPiece, of index: Int) throws(OutputError) {
    if index == current {
      isBegun = true
      return try terminal.write(piece.bytes)
    }
    let spool = waiting[index] ?? Spool(in: buffer)
    waiting[index] = spool
    try spool.append(piece)
  }

  /// Whether no output of a subject that has not ended has gone to stdout, so that `drop` can undo all of it.
  func canDrop(_ index: Int) -> Bool { index != current || !isBegun }

  /// Drops the output of a subject, which begins anew.
  func drop(_ index: Int) { waiting[index] = nil }

  /// Writes all output of one subject, and ends it.
  func writeWhole(_ bytes: [UInt8], of index: Int) throws(OutputError) {
    try BodyPiece.with(bytes) { piece throws(OutputError) in try write(piece, of: index) }
    try end(index)
  }

  /// Ends one subject's output; if it was the first, writes the waiting output of the next subjects.
  func end(_ index: Int) throws(OutputError) {
    guard index == current else {
      ended.insert(index)
      return
    }
    repeat {
      if flushesEach { try terminal.flush() }
      current += 1
      isBegun = false
      guard !waiting.isEmpty, let spool = waiting.removeValue(forKey: current) else { continue }
      isBegun = true
      try spool.forEachChunk { bytes throws(OutputError) in try terminal.write(bytes) }
    } while !ended.isEmpty && ended.remove(current) != nil
  }
}
