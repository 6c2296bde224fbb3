/// How much of heads and trailers is taken for one response, counted as the lines come.
struct HeadBounds {
  /// A whole header section, interim responses before it and trailers behind the body included, in bytes.
  static let maxBytes = TransportError.maxHeadBytes
  /// One line of it.
  static let maxLineBytes = 100 * 1024
  /// Lines of it.
  static let maxLines = 2000

  private var bytes = 0
  private var lines = 0

  /// Counts a line; false where it is too long, or there are too many.
  mutating func allow(_ count: Int) -> Bool {
    guard count <= Self.maxLineBytes else { return false }
    bytes += count
    lines += 1
    return bytes <= Self.maxBytes && lines <= Self.maxLines
  }
}
