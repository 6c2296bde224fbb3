import CSystem
import HTTPCacheCore

/// Bytes that wait to be written: in memory while all spools have few, else in a file that the spools share.
final class Spool {
  private let buffer: SpoolBuffer
  private var memory: [UInt8] = []
  private var blocks: [Int] = []
  /// How many bytes are on disk.
  private var written = 0

  /// Makes an empty spool in a storage that other spools may share.
  init(in buffer: SpoolBuffer = SpoolBuffer()) { self.buffer = buffer }

  func append(_ piece: BodyPiece) throws(OutputError) {
    if written == 0, buffer.hold(piece.bytes.count) { return piece.add(to: &memory) }
    let kept = memory
    if !kept.isEmpty {
      try kept.span.bytes.withUnsafeBytes { bytes throws(OutputError) in try write(bytes) }
      memory = []
      buffer.release(kept.count)
    }
    try write(piece.bytes)
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let used = written % SpoolBuffer.blockSize
      if used == 0 { blocks.append(try buffer.takeBlock()) }
      let count = min(rest.count, SpoolBuffer.blockSize - used)
      let offset = blocks[blocks.count - 1] * SpoolBuffer.blockSize + used
      try buffer.write(UnsafeRawBufferPointer(rebasing: rest.prefix(count)), at: offset)
      written += count
      rest = rest.dropFirst(count)
    }
  }

  func forEachChunk(_ visit: (UnsafeRawBufferPointer) throws(OutputError) -> Void) throws(OutputError) {
    let kept = memory
    try kept.span.bytes.withUnsafeBytes { bytes throws(OutputError) in
      if !bytes.isEmpty { try visit(bytes) }
    }
    guard written > 0 else { return }
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: SpoolBuffer.blockSize, alignment: 16)
    defer { chunk.deallocate() }
    for (index, block) in blocks.enumerated() {
      let count = min(SpoolBuffer.blockSize, written - index * SpoolBuffer.blockSize)
      let part = UnsafeMutableRawBufferPointer(rebasing: chunk[..<count])
      try buffer.read(part, at: block * SpoolBuffer.blockSize)
      try visit(UnsafeRawBufferPointer(part))
    }
  }

  /// Visits the bytes of a file.
  static func forEachChunk(
    ofFile path: String, _ visit: (UnsafeRawBufferPointer) throws(OutputError) -> Void
  ) throws(OutputError) {
    let descriptor = open(path.cText, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .failed(code: errno) }
    defer { close(descriptor) }
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: SpoolBuffer.blockSize, alignment: 16)
    defer { chunk.deallocate() }
    while true {
      let count = DescriptorIO.read(descriptor, into: chunk)
      guard count >= 0 else { throw .failed(code: errno) }
      guard count > 0 else { return }
      try visit(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
    }
  }

  deinit {
    buffer.release(memory.count)
    buffer.giveBack(blocks)
  }
}

/// The storage that several spools share: a few MiB of memory, and beyond that one file without a name.
///
/// The spools share one file, since a process has few descriptors. The file consists of blocks, which are used again.
final class SpoolBuffer {
  /// How many bytes all spools together may have in memory.
  static let memoryLimit = 4 << 20

  static let blockSize = 32 * 1024

  /// How many bytes all spools together have in memory.
  private(set) var held = 0

  /// How many blocks the file has.
  private(set) var blockCount = 0

  private var freeBlocks: [Int] = []
  private var file: UnsafeMutablePointer<FILE>?

  /// Reserves memory for bytes; false if the limit would be exceeded.
  func hold(_ count: Int) -> Bool {
    guard count <= Self.memoryLimit - held else { return false }
    held += count
    return true
  }

  func release(_ count: Int) { held -= count }

  /// A block of the file that no spool uses.
  func takeBlock() throws(OutputError) -> Int {
    if let block = freeBlocks.popLast() { return block }
    blockCount += 1
    return blockCount - 1
  }

  func giveBack(_ blocks: [Int]) { freeBlocks += blocks }

  private func descriptor() throws(OutputError) -> Int32 {
    if let file { return fileno(file) }
    guard let file = tmpfile() else { throw .failed(code: errno) }
    self.file = file
    _ = fcntl(fileno(file), F_SETFD, FD_CLOEXEC)
    return fileno(file)
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(OutputError) {
    try OutputError.check(DescriptorIO.writeAll(bytes, to: try descriptor(), at: Int64(offset)))
  }

  /// Fills a buffer with bytes of the file.
  func read(_ bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws(OutputError) {
    let count = DescriptorIO.fill(bytes, from: try descriptor(), at: Int64(offset))
    guard count == bytes.count else { throw .failed(code: count < 0 ? errno : EIO) }
  }

  deinit {
    if let file { fclose(file) }
  }
}
