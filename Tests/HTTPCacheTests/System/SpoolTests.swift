import HTTPCacheCore
import Testing

@testable import httpcache

@Suite("What waits for its turn")
struct SpoolTests {
  /// A byte of the body of one of many.
  private func body(_ number: Int, length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) }
  }

  private func append(_ bytes: [UInt8], to spool: Spool) throws {
    try bytes.withUnsafeBytes { try spool.append(BodyPiece($0)) }
  }

  private func read(_ spool: Spool) throws -> [UInt8] {
    var read: [UInt8] = []
    try spool.forEachChunk { read += $0 }
    return read
  }

  @Test("1500 that wait take a few MiB of memory in all, one file, and come back whole")
  func many() throws {
    let room = SpoolRoom()
    let lengths = [0, 1, 4096, 32_768, 32_769, 70_000]
    let spools = (0..<1500).map { _ in Spool(in: room) }
    for (number, spool) in spools.enumerated() {
      let body = body(number, length: lengths[number % lengths.count])
      for start in stride(from: 0, to: body.count, by: 20_000) {
        try append(Array(body[start..<min(start + 20_000, body.count)]), to: spool)
      }
      #expect(room.held <= SpoolRoom.memoryLimit)
    }
    for (number, spool) in spools.enumerated() {
      #expect(try read(spool) == body(number, length: lengths[number % lengths.count]), "\(number)")
    }
  }

  @Test("room that was given back is used again")
  func reuse() throws {
    let room = SpoolRoom()
    let body = body(1, length: SpoolRoom.memoryLimit + 100_000)
    for _ in 0..<3 {
      let spool = Spool(in: room)
      try append(body, to: spool)
      #expect(try read(spool) == body)
    }
    #expect(room.held == 0)
    #expect(room.blockCount == (body.count + SpoolRoom.blockSize - 1) / SpoolRoom.blockSize)
  }

  @Test("lines that become ready in any order are written in that of their subjects")
  func lines() throws {
    var lines = OrderedLines()
    var written: [UInt8] = []
    for index in [2, 1, 4, 0, 3] {
      try lines.take(index == 1 ? [] : [UInt8(index)], index: index) { written += $0 }
    }
    #expect(written == [0, 2, 3, 4])
  }
}
