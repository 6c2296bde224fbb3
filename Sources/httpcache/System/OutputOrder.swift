import HTTPCacheCore

/// Puts bodies that arrive at the same time on stdout in the order of their URLs.
///
/// The first that has not ended writes straight through; those behind it wait in spools, however many they are.
final class OutputOrder {
  private let terminal: Terminal
  private var current = 0
  private var waiting: [Int: Spool] = [:]
  private let room = SpoolRoom()
  private var ended: Set<Int> = []

  init(_ terminal: Terminal) { self.terminal = terminal }

  /// Takes a piece of one URL's output.
  func write(_ piece: BodyPiece, of index: Int) throws(OutputError) {
    if index == current { return try terminal.write(piece.bytes) }
    let spool = waiting[index] ?? Spool(in: room)
    waiting[index] = spool
    try spool.append(piece)
  }

  /// Ends one URL's output and lets those behind it go on.
  func end(_ index: Int) throws(OutputError) {
    guard index == current else {
      ended.insert(index)
      return
    }
    repeat {
      try terminal.flush()
      current += 1
      guard !waiting.isEmpty, let spool = waiting.removeValue(forKey: current) else { continue }
      try spool.forEachChunk { bytes throws(OutputError) in try terminal.write(bytes) }
    } while !ended.isEmpty && ended.remove(current) != nil
  }
}
