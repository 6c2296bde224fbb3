/// Buffers of bodies that are used again: to allocate one, and to have another thread free it, takes longer than to fill
/// it.
///
/// A buffer that something else still holds is not written to: its next user gets a copy of its own.
struct BufferPool {
  private let limit: Int
  /// The oldest first.
  private var buffers: [[UInt8]] = []

  /// - Parameter limit: how many buffers are kept at most.
  init(limit: Int) { self.limit = limit }

  /// Takes the oldest buffers out, where there are so many that their bodies have gone out long ago.
  ///
  /// - Parameter count: how many are wanted.
  /// - Returns: none where too few are kept.
  mutating func take(_ count: Int) -> [[UInt8]] {
    guard count <= limit, buffers.count >= limit - count else { return [] }
    let taken = Array(buffers.prefix(count))
    buffers.removeFirst(taken.count)
    return taken
  }

  /// Keeps buffers, until there are enough.
  mutating func give(_ used: [[UInt8]]) {
    if buffers.count < limit { buffers += used }
  }
}
