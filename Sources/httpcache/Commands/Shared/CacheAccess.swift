import HTTPCacheCore

extension GlobalOptions {
  /// How many bytes of body may be stored.
  var maxEntryBytes: Int64 {
    switch maxEntrySize {
    case .bytes(let bytes): bytes
    case .percent(let share): capacity / 100 * Int64(share) + capacity % 100 * Int64(share) / 100
    }
  }

  /// What decisions depend on, before a request adds its own.
  func settings(policy: PolicyChoice, ttl: Seconds?) -> Settings {
    Settings(
      role: isShared ? .shared : .private, profile: StorageProfile(rawValue: profile.rawValue) ?? .rfc9111,
      sessionPolicy: policy.session.policy, requestPolicy: policy.request.policy, ttl: ttl,
      maxEntrySize: maxEntryBytes, isCacheOff: capacity == 0)
  }

  /// Opens the store of these options.
  func openStore(isReadOnly readOnly: Bool, keepsCredentials: Bool = false) throws(StoreError) -> Store {
    SQLiteLibrary.forgoAccounts()
    return try Store.open(
      directory: try storeDirectory(),
      options: storeOptions(isReadOnly: readOnly, keepsCredentials: keepsCredentials))
  }

  /// Moves a database that can't be used aside, and opens a new one.
  func openStoreAnew() throws(StoreError) -> Store {
    try Store.openAnew(directory: try storeDirectory(), options: storeOptions(isReadOnly: false))
  }

  private func storeOptions(isReadOnly readOnly: Bool, keepsCredentials: Bool = false) -> StoreOptions {
    StoreOptions(
      capacity: capacity, maxEntrySize: maxEntryBytes, isReadOnly: readOnly || isReadOnly,
      keepsCredentials: keepsCredentials, isInterrupted: { Interruption.isRequested })
  }

  /// Opens the store of these options; nil where there is none, and none is made.
  func openExistingStore(isReadOnly readOnly: Bool) throws(StoreError) -> Store? {
    guard Store.exists(in: try storeDirectory()) else { return nil }
    return try openStore(isReadOnly: readOnly)
  }

  private func hasStore() -> Bool {
    guard capacity > 0, let cacheDirectory else { return false }
    return Store.exists(in: cacheDirectory)
  }

  func storeDirectory() throws(StoreError) -> String {
    guard let cacheDirectory else { throw .noDirectory }
    return cacheDirectory
  }

  /// The cache of one process; the store is opened when it is first asked.
  func clientCache(keepsCredentials: Bool = false) -> ClientCache {
    ClientCache(memory: MemoryTier(costLimit: memoryBytes), exists: hasStore) {
      () throws(StoreError) -> Store? in
      guard capacity > 0 else { return nil }
      do throws(StoreError) {
        return try openStore(isReadOnly: false, keepsCredentials: keepsCredentials)
      } catch .noPermission where hasStore() {
        // What may not be written may yet be read: a cache on a read-only file system still answers.
        return try openStore(isReadOnly: true)
      }
    }
  }

  /// How many bytes of bodies the memory tier may hold.
  private var memoryBytes: Int {
    switch memoryCapacity {
    case .bytes(let bytes): Int(clamping: bytes)
    case .percent(let share): Int(clamping: Clock.physicalMemory / 100 * Int64(share))
    case nil: MemoryCache<CacheKey, Int>.defaultCostLimit(physicalMemory: Int(Clock.physicalMemory))
    }
  }
}

extension PolicyName {
  /// The policy of the core that bears the same name.
  var policy: CachePolicy { CachePolicy(rawValue: rawValue) ?? .protocol }
}
