extension ClientCache {
  /// A pending write, whose content the store thread computes just before it writes.
  struct Write {
    /// What it is found by.
    let key: CacheKey
    /// The bytes of a body that it holds in memory until it is written.
    let heldBytes: Int64
    /// Gives what is written; nil where nothing may be.
    let make: () -> StoreWrite?

    init(_ write: StoreWrite) {
      self.init(key: write.key, heldBytes: write.heldBytes) { write }
    }

    init(key: CacheKey, heldBytes: Int64 = 0, make: @escaping () -> StoreWrite?) {
      self.key = key
      self.heldBytes = heldBytes
      self.make = make
    }
  }
}

/// Writes that wait to become one transaction: one for several costs little more than one for each.
struct WaitingWrites {
  /// A batch is written once it holds this many writes or body bytes: lookups wait behind a longer one, and its bodies
  /// have left the processor's caches when their turn comes.
  private static let enough = 96
  private static let enoughBytes: Int64 = 1 << 20

  private struct Item {
    let write: ClientCache.Write
    /// What is to be done once it is written.
    let then: (Result<Bool, StoreError>) -> Void
  }

  private var items: [Item] = []
  private var bytes: Int64 = 0

  /// Whether nothing waits.
  var isEmpty: Bool { items.isEmpty }

  var count: Int { items.count }

  /// Whether what waits should be written.
  var isEnough: Bool { items.count >= Self.enough || bytes >= Self.enoughBytes }

  /// What the writes that wait are found by.
  var keys: some Sequence<CacheKey> { items.lazy.map(\.write.key) }

  /// Adds a write.
  ///
  /// - Parameters:
  ///   - write: what is written.
  ///   - then: called with whether it is in the store, or with why not.
  mutating func add(_ write: ClientCache.Write, then: @escaping (Result<Bool, StoreError>) -> Void) {
    items.append(Item(write: write, then: then))
    bytes += write.heldBytes
  }

  /// Writes all of them; what this returns has survived this process.
  func perform(in store: Store) -> [Result<Bool, StoreError>] {
    var results = [Result<Bool, StoreError>](repeating: .success(false), count: items.count)
    var writes: [StoreWrite] = []
    var places: [Int] = []
    for (place, item) in items.enumerated() {
      guard let write = item.write.make() else { continue }
      writes.append(write)
      places.append(place)
    }
    for (place, result) in zip(places, store.perform(writes)) { results[place] = result.map { $0 != nil } }
    return results
  }

  /// Tells those who wait for them.
  func conclude(_ results: [Result<Bool, StoreError>]) {
    for (item, result) in zip(items, results) { item.then(result) }
  }
}
