import Testing

@testable import HTTPCacheCore

@Suite("Comparing bytes", .timed)
struct ByteEqualityTests {
  private func areEqual(_ left: [UInt8], _ right: [UInt8], from start: Int) -> Bool {
    left.withUnsafeBytes { left in
      right.withUnsafeBytes { right in
        UnsafeRawBufferPointer(rebasing: left[start...]).isEqual(
          to: UnsafeRawBufferPointer(rebasing: right[start...]))
      }
    }
  }

  @Test("any one byte tells two runs apart, wherever they begin", arguments: 0...3)
  func oneByte(start: Int) {
    for length in 0...33 {
      let bytes = (0..<(start + length)).map { UInt8($0 * 7) }
      #expect(areEqual(bytes, Array(bytes), from: start))
      #expect(!areEqual(bytes, bytes + [0], from: start))
      for place in start..<bytes.count {
        var other = bytes
        other[place] ^= 0x80
        #expect(!areEqual(bytes, other, from: start), "\(length) bytes, at \(place)")
      }
    }
  }
}
