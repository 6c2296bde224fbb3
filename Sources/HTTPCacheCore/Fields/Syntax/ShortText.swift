/// Builds a short text from many pieces directly in the storage of its string.
///
/// Joining strings takes five times as long for each piece, and a verdict has about twenty pieces.
struct ShortText: ~Copyable {
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private var count = 0

  /// The text that `body` writes piece by piece, of at most `capacity` bytes in UTF-8; a longer text traps.
  static func text(capacity: Int, _ body: (inout ShortText) -> Void) -> String {
    String(unsafeUninitializedCapacity: capacity) { bytes in
      var text = ShortText(bytes: bytes)
      body(&text)
      return text.count
    }
  }

  private init(bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = bytes }

  /// Appends a byte.
  mutating func append(_ byte: UInt8) {
    precondition(count < bytes.count)
    bytes.initializeElement(at: count, to: byte)
    count += 1
  }

  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { piece in
      precondition(piece.count <= bytes.count - count)
      _ = bytes[count...].initialize(fromContentsOf: piece)
      count += piece.count
    }
  }

  /// Appends a number in decimal.
  mutating func append(decimal number: Int64) {
    number.withDecimal { for byte in $0 { append(byte) } }
  }
}

extension Int64 {
  /// Passes the number in decimal to `body`.
  package func withDecimal(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { bytes in
      var (rest, start) = (magnitude, bytes.count)
      repeat {
        start -= 1
        bytes[start] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      if self < 0 {
        start -= 1
        bytes[start] = 0x2D
      }
      body(UnsafeBufferPointer(rebasing: bytes[start...]))
    }
  }
}
