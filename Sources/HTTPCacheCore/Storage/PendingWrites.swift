/// Writes that wait to become one transaction: one for several costs little more than one for each.
struct PendingWrites {
  /// A batch is written once it holds this many writes or body bytes: lookups wait behind a longer one, and its bodies
  /// have left the processor's caches when their turn comes.
  private static let enough = 96
  private static let enoughBytes: Int64 = 1 << 20

  /// The writes of one caller.
  private struct Item {
    let count: Int
    let then: ([Result<StoreWriteOutcome, StoreError>]) -> Void
  }

  private(set) var writes: [StoreWrite] = []
  private var items: [Item] = []
  private var bytes: Int64 = 0
  private var keys: [CacheKey] = []
  /// Whether more than single keys is changed.
  private var affectsAll = false

  /// Whether nothing waits.
  var isEmpty: Bool { writes.isEmpty }

  var count: Int { writes.count }

  /// Whether what waits should be written.
  var isEnough: Bool { writes.count >= Self.enough || bytes >= Self.enoughBytes }

  /// Whether what is found under a key may change.
  func affects(_ key: CacheKey) -> Bool { affectsAll || keys.contains(key) }

  /// Has the keys that change looked up again.
  func forget(in prefetch: inout Prefetch) {
    if affectsAll { prefetch.forgetAll() } else { for key in keys { prefetch.forget(key) } }
  }

  /// Adds writes that belong together.
  ///
  /// - Parameters:
  ///   - more: what is written, and under which key; nil where that is not known, or it is more than one.
  ///   - then: called with what became of each.
  mutating func add(
    _ more: [(write: StoreWrite, key: CacheKey?)],
    then: @escaping ([Result<StoreWriteOutcome, StoreError>]) -> Void
  ) {
    items.append(Item(count: more.count, then: then))
    for (write, key) in more {
      writes.append(write)
      bytes += write.heldBytes
      if let key { keys.append(key) } else { affectsAll = true }
    }
  }

  /// Tells the callers what became of their writes.
  func conclude(_ results: [Result<StoreWriteOutcome, StoreError>]) {
    var rest = results[...]
    for item in items {
      item.then(Array(rest.prefix(item.count)))
      rest = rest.dropFirst(item.count)
    }
  }
}
