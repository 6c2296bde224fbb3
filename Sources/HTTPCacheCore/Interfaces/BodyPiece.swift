/// A piece of a body, on its way.
package struct BodyPiece {
  /// Its bytes, valid only while it is given.
  package let bytes: UnsafeRawBufferPointer

  /// The array that holds just these bytes, for a caller that keeps them; nil where there is none.
  package let array: [UInt8]?

  /// Takes bytes that lie in no array.
  package init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    array = nil
  }

  /// Gives the bytes of an array.
  package static func with<Result>(_ array: [UInt8], _ body: (BodyPiece) -> Result) -> Result {
    array.withUnsafeBytes { body(BodyPiece(bytes: $0, array: array)) }
  }

  /// Adds it to what is kept: an array is kept as it is, where nothing stands before it.
  package func add(to kept: inout [UInt8]) {
    if kept.isEmpty, let array { kept = array } else { kept.append(contentsOf: bytes) }
  }

  private init(bytes: UnsafeRawBufferPointer, array: [UInt8]) {
    self.bytes = bytes
    self.array = array
  }
}
