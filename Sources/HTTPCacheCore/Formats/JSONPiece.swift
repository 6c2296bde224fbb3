/// A piece of a JSON text in memory, which lives as long as anybody reads in it.
///
/// It is written by its reader alone, and never again once others may read in it.
final class JSONPiece: @unchecked Sendable {
  /// How many bytes a piece has room for; no string of it is longer than what is kept of one.
  static let capacity = JSONReader.stringLimit / 2

  let bytes: UnsafeMutablePointer<UInt8>

  init() { bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.capacity) }

  deinit { bytes.deallocate() }
}
