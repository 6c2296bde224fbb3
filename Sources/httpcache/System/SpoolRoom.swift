import CSystem
import HTTPCacheCore

/// The storage of all spools that wait for the same turn: a few MiB of memory, and beyond them one file without a name.
///
/// One file, however many wait: a process has few descriptors. It is made of blocks, which are used again.
final class SpoolRoom {
  /// How many bytes may lie in memory in all.
  static let memoryLimit = 4 << 20

  static let blockSize = 32 * 1024

  /// How many bytes lie in memory.
  private(set) var held = 0

  /// How many blocks the file has.
  private(set) var blockCount = 0

  private var freeBlocks: [Int] = []
  private var file: UnsafeMutablePointer<FILE>?

  /// Takes note of bytes that are to lie in memory; false where they would be too many.
  func hold(_ count: Int) -> Bool {
    guard count <= Self.memoryLimit - held else { return false }
    held += count
    return true
  }

  /// Takes note that bytes lie in memory no more.
  func release(_ count: Int) { held -= count }

  /// A block of the file that no spool uses.
  func takeBlock() throws(OutputError) -> Int {
    if let block = freeBlocks.popLast() { return block }
    blockCount += 1
    return blockCount - 1
  }

  /// Takes blocks back.
  func giveBack(_ blocks: [Int]) { freeBlocks += blocks }

  private func descriptor() throws(OutputError) -> Int32 {
    if let file { return fileno(file) }
    guard let file = tmpfile() else { throw .failed(code: errno) }
    self.file = file
    _ = fcntl(fileno(file), F_SETFD, FD_CLOEXEC)
    return fileno(file)
  }

  /// Writes bytes to the file.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(OutputError) {
    let code = DescriptorIO.writeAll(bytes, to: try descriptor(), at: Int64(offset))
    guard code == 0 else { throw .failed(code: code) }
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
