/// Writes that wait to be made in one transaction, which takes little longer than a transaction for one write.
struct PendingWrites {
  /// A batch is written once it holds this many writes or body bytes.
  ///
  /// A larger batch would make lookups wait, and its bodies would have left the processor's caches.
  private static let enough = 96
  private static let enoughBytes: Int64 = 1 << 20

  /// The writes of one caller.
  private struct Item {
    let count: Int
    let then: ([Result<Outcome, StoreError>]) -> Void
  }

  private(set) var writes: [(write: Write, body: BodyWriter?)] = []
  private var items: [Item] = []
  private var bytes: Int64 = 0
  private var keys: [CacheKey] = []
  /// Whether a write may change any key.
  private var affectsAll = false

  /// Whether nothing waits.
  var isEmpty: Bool { writes.isEmpty }

  var count: Int { writes.count }

  /// Whether the batch should be written now.
  var isEnough: Bool { writes.count >= Self.enough || bytes >= Self.enoughBytes }

  /// Whether a write may change what is stored under a key.
  func affects(_ key: CacheKey) -> Bool { affectsAll || keys.contains(key) }

  /// Drops the prefetched answers for keys that the writes change.
  func forget(in prefetch: inout Prefetch) {
    if affectsAll { prefetch.forgetAll() } else { for key in keys { prefetch.forget(key) } }
  }

  /// Adds writes that belong together.
  ///
  /// - Parameters:
  ///   - more: the writes, each with the body that it stores.
  ///   - then: gets the outcome of each write.
  mutating func add(
    _ more: [(write: Write, body: BodyWriter?)],
    then: @escaping ([Result<Outcome, StoreError>]) -> Void
  ) {
    items.append(Item(count: more.count, then: then))
    writes += more
    for (write, body) in more {
      if let body, !body.isInFile { bytes += body.length }
      if let key = write.key { keys.append(key) } else { affectsAll = true }
    }
  }

  /// Gives the callers the outcomes of their writes.
  func conclude(_ results: [Result<Outcome, StoreError>]) {
    var rest = results[...]
    for item in items {
      item.then(Array(rest.prefix(item.count)))
      rest = rest.dropFirst(item.count)
    }
  }
}
