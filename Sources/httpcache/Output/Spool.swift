#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
import HTTPCacheCore

/// Bytes that wait for their turn: in memory while they are few, else in a file that has no name.
final class Spool {
  private static let memoryLimit = 256 * 1024

  private var memory: [UInt8] = []
  private var file: UnsafeMutablePointer<FILE>?

  /// Takes more bytes.
  func append(_ piece: BodyPiece) throws(OutputError) {
    if file == nil, memory.count + piece.bytes.count <= Self.memoryLimit {
      return piece.add(to: &memory)
    }
    let file = try openFile()
    try write(piece.bytes, to: file)
  }

  private func openFile() throws(OutputError) -> UnsafeMutablePointer<FILE> {
    if let file { return file }
    guard let file = tmpfile() else { throw .failed(code: errno) }
    self.file = file
    let kept = memory
    try kept.span.bytes.withUnsafeBytes { bytes throws(OutputError) in try write(bytes, to: file) }
    memory = []
    return file
  }

  private func write(_ bytes: UnsafeRawBufferPointer, to file: UnsafeMutablePointer<FILE>) throws(OutputError)
  {
    guard fwrite(bytes.baseAddress, 1, bytes.count, file) == bytes.count else { throw .failed(code: errno) }
  }

  /// Gives all bytes back, in order.
  func forEachChunk(_ visit: (UnsafeRawBufferPointer) throws(OutputError) -> Void) throws(OutputError) {
    let kept = memory
    guard let file else {
      return try kept.span.bytes.withUnsafeBytes { bytes throws(OutputError) in try visit(bytes) }
    }
    guard fflush(file) == 0, fseek(file, 0, SEEK_SET) == 0 else { throw .failed(code: errno) }
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    defer { chunk.deallocate() }
    while true {
      let count = fread(chunk.baseAddress, 1, chunk.count, file)
      guard count > 0 else { break }
      try visit(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
    }
    if ferror(file) != 0 { throw .failed(code: EIO) }
  }

  deinit {
    if let file { fclose(file) }
  }
}
