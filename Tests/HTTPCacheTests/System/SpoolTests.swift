import CSystem
import HTTPCacheCore
import TestSupport
import Testing

@testable import httpcache

@Suite("What waits for its turn", .timed)
struct SpoolTests {
  /// A byte of the body of one of many.
  private func body(_ number: Int, length: Int) -> [UInt8] {
    [UInt8](repeating: (0..<256).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) }, upTo: length)
  }

  private func append(_ bytes: [UInt8], to spool: Spool) throws {
    try bytes.withUnsafeBytes { try spool.append(BodyPiece($0)) }
  }

  private func bytes(of spool: Spool) throws -> [UInt8] {
    var read: [UInt8] = []
    try spool.forEachChunk { read += $0 }
    return read
  }

  @Test("1500 that wait take a few MiB of memory in all, one file, and come back whole")
  func many() throws {
    let buffer = SpoolBuffer()
    let lengths = [0, 1, 4096, 32_768, 32_769, 70_000]
    let spools = (0..<1500).map { _ in Spool(in: buffer) }
    for (number, spool) in spools.enumerated() {
      let body = body(number, length: lengths[number % lengths.count])
      for start in stride(from: 0, to: body.count, by: 20_000) {
        try append(Array(body[start..<min(start + 20_000, body.count)]), to: spool)
      }
      #expect(buffer.held <= SpoolBuffer.memoryLimit)
    }
    for (number, spool) in spools.enumerated() {
      #expect(try bytes(of: spool) == body(number, length: lengths[number % lengths.count]), "\(number)")
    }
  }

  @Test("storage that was given back is used again")
  func reuse() throws {
    let buffer = SpoolBuffer()
    let body = body(1, length: SpoolBuffer.memoryLimit + 100_000)
    for _ in 0..<3 {
      let spool = Spool(in: buffer)
      try append(body, to: spool)
      #expect(try bytes(of: spool) == body)
    }
    #expect(buffer.held == 0)
    #expect(buffer.blockCount == (body.count + SpoolBuffer.blockSize - 1) / SpoolBuffer.blockSize)
  }

  @Test("lines that become ready in any order are written in that of their subjects")
  func lines() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let terminal = Terminal(environment: [:], outputDescriptor: ends[1])
    let order = OutputOrder(terminal, flushesEach: false)
    for index in [2, 1, 4, 0, 3] { try order.writeWhole(index == 1 ? [] : [UInt8(index)], of: index) }
    try terminal.flush()
    close(ends[1])
    defer { close(ends[0]) }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = read(ends[0], &bytes, bytes.count)
    #expect(Array(bytes.prefix(max(0, count))) == [0, 2, 3, 4])
  }
}
