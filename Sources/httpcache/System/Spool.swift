import HTTPCacheCore

/// Bytes that wait for their turn: in memory while all that wait are few, else in a file that they share.
final class Spool {
  private let room: SpoolRoom
  private var memory: [UInt8] = []
  private var blocks: [Int] = []
  /// How many bytes lie on disk.
  private var written = 0

  /// Makes an empty spool.
  ///
  /// - Parameter room: what it shares with others that wait for the same.
  init(in room: SpoolRoom = SpoolRoom()) { self.room = room }

  /// Takes more bytes.
  func append(_ piece: BodyPiece) throws(OutputError) {
    if written == 0, room.hold(piece.bytes.count) { return piece.add(to: &memory) }
    let kept = memory
    if !kept.isEmpty {
      try kept.span.bytes.withUnsafeBytes { bytes throws(OutputError) in try write(bytes) }
      memory = []
      room.release(kept.count)
    }
    try write(piece.bytes)
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let used = written % SpoolRoom.blockSize
      if used == 0 { blocks.append(try room.takeBlock()) }
      let count = min(rest.count, SpoolRoom.blockSize - used)
      let offset = blocks[blocks.count - 1] * SpoolRoom.blockSize + used
      try room.write(UnsafeRawBufferPointer(rebasing: rest.prefix(count)), at: offset)
      written += count
      rest = rest.dropFirst(count)
    }
  }

  /// Gives all bytes back, in order.
  func forEachChunk(_ visit: (UnsafeRawBufferPointer) throws(OutputError) -> Void) throws(OutputError) {
    let kept = memory
    try kept.span.bytes.withUnsafeBytes { bytes throws(OutputError) in
      if !bytes.isEmpty { try visit(bytes) }
    }
    guard written > 0 else { return }
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: SpoolRoom.blockSize, alignment: 16)
    defer { chunk.deallocate() }
    for (index, block) in blocks.enumerated() {
      let count = min(SpoolRoom.blockSize, written - index * SpoolRoom.blockSize)
      let part = UnsafeMutableRawBufferPointer(rebasing: chunk[..<count])
      try room.read(part, at: block * SpoolRoom.blockSize)
      try visit(UnsafeRawBufferPointer(part))
    }
  }

  deinit {
    room.release(memory.count)
    room.giveBack(blocks)
  }
}
