/// Keeps the buffers of bodies to use them again: to allocate a buffer, and to have another thread free it, takes
/// longer than to fill it.
///
/// A buffer that is still referenced elsewhere is not overwritten: as a Swift array, it is copied for its next user.
struct BufferPool {
  private let limit: Int
  private var buffers: [[UInt8]] = []

  /// Keeps so many buffers at most.
  init(limit: Int) { self.limit = limit }

  /// Takes the oldest buffers out; none unless the pool is nearly full, since the bodies of newer buffers may still be
  /// in use.
  mutating func take(_ count: Int) -> [[UInt8]] {
    guard count <= limit, buffers.count >= limit - count else { return [] }
    let taken = Array(buffers.prefix(count))
    buffers.removeFirst(taken.count)
    return taken
  }

  /// Adds buffers, unless the pool is full.
  mutating func give(_ used: [[UInt8]]) {
    if buffers.count < limit { buffers += used }
  }
}
