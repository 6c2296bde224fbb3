#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A stored body, verified before its first byte is given: wrong bytes never go out.
///
/// It holds its own descriptor, so that a trim beside it takes nothing away.
package final class BodyReader {
  /// A body up to this length is read once, into memory; a larger one twice, to verify and to give.
  private static let memoryLimit = 1 << 20
  private static let chunkLength = 1 << 18

  /// The length in bytes.
  package let length: Int64
  private var bytes: [UInt8]
  private let descriptor: Int32

  /// Verifies a body that lay in the database.
  init(inline bytes: [UInt8], of entry: StoredEntry) throws(StoreError) {
    var sum = XXH64()
    sum.update(bytes)
    guard Int64(bytes.count) == entry.response.bodyLength, sum.digest == entry.bodySum else {
      throw .damagedBody
    }
    self.bytes = bytes
    length = Int64(bytes.count)
    descriptor = -1
  }

  /// Opens and verifies a body that lies in a file.
  init(file path: String, of entry: StoredEntry) throws(StoreError) {
    length = entry.response.bodyLength
    bytes = []
    descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, Int64(status.st_size) == length else {
      throw .damagedBody
    }
    if length <= Self.memoryLimit {
      bytes.reserveCapacity(Int(length))
      try readFile { chunk in
        bytes.append(contentsOf: chunk)
        return true
      }
    }
    var sum = XXH64()
    if bytes.isEmpty {
      try readFile { chunk in
        sum.update(chunk)
        return true
      }
    } else {
      sum.update(bytes)
    }
    guard sum.digest == entry.bodySum else { throw .damagedBody }
  }

  /// Gives the body piece by piece until its end, or until `visit` returns false.
  package func forEachChunk(_ visit: (UnsafeRawBufferPointer) -> Bool) throws(StoreError) {
    if descriptor < 0 || !bytes.isEmpty {
      _ = bytes.withUnsafeBytes { visit($0) }
    } else {
      try readFile(visit)
    }
  }

  private func readFile(_ visit: (UnsafeRawBufferPointer) -> Bool) throws(StoreError) {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunkLength, alignment: 16)
    defer { chunk.deallocate() }
    var offset: Int64 = 0
    while offset < length {
      let count = pread(descriptor, chunk.baseAddress, min(chunk.count, Int(length - offset)), off_t(offset))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .damagedBody }
      offset += Int64(count)
      if !visit(UnsafeRawBufferPointer(rebasing: chunk[..<count])) { return }
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }
}
