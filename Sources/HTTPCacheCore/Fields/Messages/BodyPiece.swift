/// A piece of a body on its way to its receiver.
package struct BodyPiece {
  /// The bytes, valid during the callback only.
  package let bytes: UnsafeRawBufferPointer

  /// An array of exactly these bytes, which a receiver may keep; nil if there is none.
  package let array: [UInt8]?

  /// Makes a piece of bytes; `array` holds exactly these, if they are in one.
  package init(_ bytes: UnsafeRawBufferPointer, array: [UInt8]? = nil) {
    self.bytes = bytes
    self.array = array
  }

  /// Passes a piece with the bytes of an array to `body`.
  package static func with<Result, Problem>(
    _ array: [UInt8], _ body: (BodyPiece) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    try array.span.bytes.withUnsafeBytes { bytes throws(Problem) in
      try body(BodyPiece(bytes, array: array))
    }
  }

  /// Appends the bytes to an array; an empty array takes over the piece's array without copying.
  package func add(to kept: inout [UInt8]) {
    if kept.isEmpty, let array { kept = array } else { kept.append(contentsOf: bytes) }
  }
}

/// Whether a receiver wants more of a body.
package enum BodyAction: Sendable {
  /// More bytes are wanted.
  case goOn
  /// These bytes are taken, and the next ones are not wanted yet.
  case pause
  /// No more bytes are wanted: the transfer ends.
  case abort
}
