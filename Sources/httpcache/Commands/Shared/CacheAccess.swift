import HTTPCacheCore

extension GlobalOptions {
  /// The length of the largest body that is stored, in bytes.
  var maxEntryBytes: Int64 {
    switch maxEntrySize {
    case .bytes(let bytes): bytes
    case .percent(let share): capacity / 100 * Int64(share) + capacity % 100 * Int64(share) / 100
    }
  }

  /// The settings for decisions, as the options give them; a request may replace its own policy.
  func settings(policy: PolicyChoice, ttl: Seconds?) -> Settings {
    Settings(
      role: role, profile: profile, sessionPolicy: policy.session, requestPolicy: policy.request, ttl: ttl,
      maxEntrySize: maxEntryBytes, isCacheOff: capacity == 0)
  }

  /// Opens the store of these options; `mayNotWrite` is for a store that the user has no permission to write.
  func openStore(
    isReadOnly readOnly: Bool, mayNotWrite: Bool = false, keepsCredentials: Bool = false
  ) throws(StoreError) -> sending Store {
    SQLiteLibrary.forgoAccounts()
    var options = storeOptions(isReadOnly: readOnly, keepsCredentials: keepsCredentials)
    options.mayNotWrite = mayNotWrite
    return try Store.open(directory: try storeDirectory(), options: options)
  }

  /// Moves an unusable database aside, and opens a new one.
  func openStoreAnew() throws(StoreError) -> sending Store {
    try Store.openAnew(directory: try storeDirectory(), options: storeOptions(isReadOnly: false))
  }

  private func storeOptions(isReadOnly readOnly: Bool, keepsCredentials: Bool = false) -> StoreOptions {
    StoreOptions(
      capacity: capacity, maxEntrySize: maxEntryBytes, isReadOnly: readOnly || isReadOnly,
      keepsCredentials: keepsCredentials, isInterrupted: { Interruption.isRequested })
  }

  /// Opens the store of these options; nil if there is none: it is not created.
  func openExistingStore(isReadOnly readOnly: Bool) throws(StoreError) -> sending Store? {
    guard Store.exists(in: try storeDirectory()) else { return nil }
    return try openStore(isReadOnly: readOnly)
  }

  private func hasStore() -> Bool {
    guard capacity > 0, let cacheDirectory else { return false }
    return Store.exists(in: cacheDirectory)
  }

  /// A new memory tier of the size that the options give.
  var memory: MemoryStorage { MemoryStorage(costLimit: memoryBytes) }

  /// The storage on disk, which opens its store at the first use.
  func disk(keepsCredentials: Bool = false) -> DiskStorage {
    DiskStorage(path: isReadOnly ? nil : cacheDirectory, exists: hasStore) {
      () throws(StoreError) -> sending Store? in
      guard capacity > 0 else { return nil }
      do throws(StoreError) {
        return try openStore(isReadOnly: false, keepsCredentials: keepsCredentials)
      } catch .noPermission where hasStore() {
        // Without permission to write, open the cache for reading: so it answers on a read-only file system.
        return try openStore(isReadOnly: true, mayNotWrite: true)
      }
    }
  }

  /// How many bytes of bodies the memory tier may hold.
  private var memoryBytes: Int {
    switch memoryCapacity {
    case .bytes(let bytes): Int(clamping: bytes)
    case .percent(let share): Int(clamping: Machine.physicalMemory / 100 * Int64(share))
    case nil: MemoryCache<CacheKey, Int>.defaultCostLimit(physicalMemory: Int(Machine.physicalMemory))
    }
  }
}

extension ParallelOptions {
  /// Makes a client, whose fetches are cancelled by SIGINT and SIGTERM.
  ///
  /// The client looks up responses in memory, then on disk, then in the remote cache. `terminal` shows the first
  /// failure of the remote cache; nil shows none.
  func client(
    _ memory: MemoryStorage, _ disk: DiskStorage?, behind remote: RemoteOptions?, _ terminal: Terminal?
  ) -> Client {
    let (client, storage) = Client.tiered(
      memory, disk, behind: remote.map { ($0.server, $0.mode) }, parallel: transfers,
      perHost: connectionsPerHost, warn: { terminal?.warning($0) })
    if let storage { client.finishBehind = storage.finishBehind }
    Interruption.install(on: client)
    return client
  }
}

extension CompletionRequest {
  /// Stored names for a completion, from the cache that the command line or the environment names.
  ///
  /// There are none if that cache is missing or can't be read.
  func storedNames(
    _ environment: ProcessEnvironment, _ names: (Store) throws(StoreError) -> [String]
  ) -> [String] {
    do {
      let counting = ["cache-dir", "no-config"]
      let arguments = ParsedArguments(
        command: command ?? .stats, occurrences: occurrences.filter { counting.contains($0.name) })
      let global = try Options.global(of: arguments.withDefaults(of: environment))
      guard let store = try global.openExistingStore(isReadOnly: true) else { return [] }
      // The completion script would not take a name with a space or a control character as one word.
      return try names(store).filter { name in name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } }
    } catch {
      // A user who is typing does not want to hear of a damaged cache.
      return []
    }
  }
}
