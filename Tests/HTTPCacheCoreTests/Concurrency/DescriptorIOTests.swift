import CSystem
import TestSupport
import Testing

@testable import HTTPCacheCore

@Suite("Reading and writing by descriptors", .timed)
struct DescriptorIOTests {
  private let cache = TemporaryCache()

  private func opened(_ bytes: [UInt8]) -> Int32 {
    TemporaryCache.write(bytes, to: cache.path + "/file")
    return open(cache.path + "/file", O_RDWR)
  }

  @Test(
    "a buffer is filled as far as the file goes",
    arguments: [(0, 4, 4), (4, 3, 3), (4, 20, 6), (10, 5, 0), (99, 5, 0), (3, 0, 0)])
  func fill(_ row: (offset: Int64, size: Int, count: Int)) {
    let bytes = Array(UInt8(0)..<10)
    let descriptor = opened(bytes)
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 255, count: row.size)
    let count = buffer.withUnsafeMutableBytes { DescriptorIO.fill($0, from: descriptor, at: row.offset) }
    #expect(count == row.count)
    #expect(buffer.prefix(count).elementsEqual(bytes.dropFirst(Int(row.offset)).prefix(count)))
  }

  @Test("bytes go to their place in a file, and the descriptor stays where it stands")
  func writesAtOffset() {
    let descriptor = opened([0, 0, 0, 0])
    defer { close(descriptor) }
    #expect([UInt8(7)].withUnsafeBytes { DescriptorIO.writeAll($0, to: descriptor, at: 2) } == 0)
    #expect([UInt8(9)].withUnsafeBytes { DescriptorIO.writeAll($0, to: descriptor) } == 0)
    #expect(TemporaryCache.read(cache.path + "/file") == [9, 0, 7, 0])
  }

  @Test("a pipe that takes a part at a time gets all, though it is non-blocking")
  func writesToFullPipe() {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let (readEnd, writeEnd) = (ends[0], ends[1])
    #expect(fcntl(writeEnd, F_SETFL, O_NONBLOCK) == 0)
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
    let received = Received()
    var reader = Worker<Never> { _ in
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = buffer.withUnsafeMutableBytes { DescriptorIO.read(readEnd, into: $0) }
        guard count > 0 else { return }
        received.bytes.use { $0 += buffer[..<count] }
      }
    }
    #expect(bytes.withUnsafeBytes { DescriptorIO.writeAll($0, to: writeEnd) } == 0)
    close(writeEnd)
    #expect(reader != nil)
    reader = nil
    close(readEnd)
    #expect(received.bytes.use { $0 } == bytes)
  }

  private final class Received: Sendable {
    let bytes = Guarded<[UInt8]>([])
  }

  @Test("a failure is told by its number")
  func failures() {
    var byte: [UInt8] = [0]
    #expect(byte.withUnsafeMutableBytes { DescriptorIO.read(-1, into: $0) } == -1)
    #expect(byte.withUnsafeMutableBytes { DescriptorIO.fill($0, from: -1, at: 0) } == -1)
    #expect(byte.withUnsafeBytes { DescriptorIO.writeAll($0, to: -1) } == EBADF)
  }
}
