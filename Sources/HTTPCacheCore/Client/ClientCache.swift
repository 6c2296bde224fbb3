/// The store on disk and the tier in memory, as a fetch sees them: trouble with either is a warning, never an end.
package final class ClientCache {
  private let open: () throws(StoreError) -> Store?
  private let memory: MemoryTier
  private var state = State.unopened

  /// What was looked up before it was asked for, the next last; good until something is written.
  private var ahead: [(key: CacheKey, entries: [StoredEntry])] = []
  private var writeCountAhead = 0

  /// Writes that wait to become one transaction, and what is to be done once they are.
  private var waiting: [(work: () -> Void, then: (StoreError?) -> Void)] = []

  private enum State {
    case unopened
    case ready(Store)
    case none
    case failed(StoreError)
  }

  /// A stored response and where it lies.
  package enum Found {
    case disk(StoredEntry)
    case memory(StoredResponse, [UInt8])

    /// The response; a new value stands for a head that was freshened.
    package var response: StoredResponse {
      get {
        switch self {
        case .disk(let entry): entry.response
        case .memory(let response, _): response
        }
      }
      set {
        switch self {
        case .disk(var entry):
          entry.response = newValue
          self = .disk(entry)
        case .memory(_, let body): self = .memory(newValue, body)
        }
      }
    }

    /// Whether both are the same entry.
    func isSame(as other: Found) -> Bool {
      switch (self, other) {
      case (.disk(let left), .disk(let right)): left.id == right.id
      case (.memory(let left, _), .memory(let right, _)): left.selectingFields == right.selectingFields
      default: false
      }
    }

    /// The name of its entry on disk.
    var entryID: EntryID? {
      if case .disk(let entry) = self { entry.id } else { nil }
    }

    /// Whether it outlives this process.
    package var isOnDisk: Bool {
      if case .disk = self { true } else { false }
    }
  }

  /// Makes a cache that opens its store when it is first asked.
  ///
  /// - Parameters:
  ///   - memory: the tier of this process.
  ///   - open: opens the store; nil where the cache is off.
  package init(memory: MemoryTier, open: @escaping () throws(StoreError) -> Store?) {
    self.memory = memory
    self.open = open
  }

  /// Why the store can't be used; nil where it can, or is off.
  package var failure: StoreError? {
    if case .failed(let error) = state { error } else { nil }
  }

  /// The store, opened if need be; nil where it is off or can't be used.
  package var store: Store? {
    if case .unopened = state {
      do {
        state = try open().map { .ready($0) } ?? .none
      } catch {
        state = .failed(error)
      }
    }
    if case .ready(let store) = state { return store }
    return nil
  }

  /// What is stored under a key, in memory and on disk.
  ///
  /// - Parameters:
  ///   - key: what it is found by.
  ///   - request: the request that it is looked up for; nil where it does not matter which variants it selects.
  /// - Returns: all variants.
  /// - Throws: what the store said.
  package func responses(
    for key: CacheKey, request: RequestHead? = nil
  ) throws(StoreError) -> [Found] {
    let inMemory = memory.responses(for: key).map { Found.memory($0.response, $0.body) }
    guard let store else { return inMemory }
    var found = try lookUp(key, in: store)
    if let request { found = try store.unsealed(found, for: request) }
    return inMemory + found.map { .disk($0) }
  }

  /// Looks up what will be asked for next, all at once; trouble with it is left to whoever asks.
  ///
  /// - Parameter keys: in the order in which they will be asked for.
  func lookAhead(_ keys: [CacheKey]) {
    ahead = []
    do throws(StoreError) {
      guard let store else { return }
      let found = try store.responses(for: keys)
      writeCountAhead = store.writeCount
      ahead = zip(keys, found).reversed().map { ($0, $1) }
    } catch {
      // On purpose: see above.
    }
  }

  /// Whether nothing is left of what was looked up ahead.
  var isNothingAhead: Bool { ahead.isEmpty || store?.writeCount != writeCountAhead }

  private func lookUp(_ key: CacheKey, in store: Store) throws(StoreError) -> [StoredEntry] {
    guard !isNothingAhead, let place = ahead.lastIndex(where: { $0.key == key }) else {
      return try store.responses(for: key)
    }
    return ahead.remove(at: place).entries
  }

  /// How many writes wait.
  var waitingCount: Int { waiting.count }

  /// Has something written with others, in one transaction.
  ///
  /// - Parameters:
  ///   - work: writes, and keeps what came of it to itself until `then`.
  ///   - then: called once it has survived this process, or with why nothing of it has.
  func write(_ work: @escaping () -> Void, then: @escaping (StoreError?) -> Void) {
    waiting.append((work, then))
  }

  /// Writes what waits.
  func flush() {
    let batch = waiting
    waiting = []
    var failure: StoreError?
    if batch.count > 1, let store = writableStore {
      do throws(StoreError) {
        try store.writeTogether { for item in batch { item.work() } }
      } catch {
        failure = error
      }
    } else {
      for item in batch { item.work() }
    }
    for item in batch { item.then(failure) }
  }

  /// Keeps a response in memory for this process.
  package func keepInMemory(_ response: StoredResponse, body: [UInt8]) {
    memory.insert(response, body: body)
  }

  /// Writes a freshened head where the response lies; whether it is there.
  package func update(_ found: Found, to response: StoredResponse, now: Instant) throws(StoreError) -> Bool {
    switch found {
    case .memory(_, let body):
      memory.insert(response, body: body)
      return true
    case .disk(let entry):
      guard let store = writableStore else { return false }
      return try store.update(entry.id, to: response, at: now)
    }
  }

  /// Drops a response that is damaged or was superseded.
  package func remove(_ found: Found) throws(StoreError) {
    switch found {
    case .memory(let response, _): memory.removeAll(for: response.key)
    case .disk(let entry): try writableStore?.remove([entry.id])
    }
  }

  /// Drops all that is stored under a key; how many went.
  package func removeAll(for key: CacheKey) throws(StoreError) -> Int {
    memory.removeAll(for: key)
    return try writableStore?.removeAll(for: key) ?? 0
  }

  /// Drops all that belongs to groups of an origin; how many went.
  package func removeGroups(_ groups: [String], ofOrigin origin: String) throws(StoreError) -> Int {
    // The tier holds what this process was told to keep out of the disk: it can be asked for again.
    memory.removeAll()
    return try writableStore?.removeGroups(groups, ofOrigin: origin) ?? 0
  }

  /// Drops all of an origin; how many went.
  package func removeAll(ofOrigin origin: String) throws(StoreError) -> Int {
    memory.removeAll()
    return try writableStore?.removeAll(ofOrigin: origin) ?? 0
  }

  /// The store, where it may be written.
  var writableStore: Store? { store.flatMap { $0.options.isReadOnly ? nil : $0 } }
}
