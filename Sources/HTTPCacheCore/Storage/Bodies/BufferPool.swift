/// Keeps the buffers of bodies for reuse: allocating a buffer that another thread frees takes longer than filling it.
///
/// A buffer that is still referenced elsewhere is safe: as a Swift array, it is copied when its next user writes to
/// it.
struct BufferPool {
  private let limit: Int
  private var buffers: [[UInt8]] = []

  /// Makes a pool that keeps at most `limit` buffers.
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
