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
      role: role, profile: profile, sessionPolicy: policy.session, requestPolicy: policy.request, ttl: ttl,
      maxEntrySize: maxEntryBytes, isCacheOff: capacity == 0)
  }

  /// Opens the store of these options.
  func openStore(
    isReadOnly readOnly: Bool, mayNotWrite: Bool = false, keepsCredentials: Bool = false
  ) throws(StoreError) -> sending Store {
    SQLiteLibrary.forgoAccounts()
    var options = storeOptions(isReadOnly: readOnly, keepsCredentials: keepsCredentials)
    options.mayNotWrite = mayNotWrite
    return try Store.open(directory: try storeDirectory(), options: options)
  }

  /// Moves a database that can't be used aside, and opens a new one.
  func openStoreAnew() throws(StoreError) -> sending Store {
    try Store.openAnew(directory: try storeDirectory(), options: storeOptions(isReadOnly: false))
  }

  private func storeOptions(isReadOnly readOnly: Bool, keepsCredentials: Bool = false) -> StoreOptions {
    StoreOptions(
      capacity: capacity, maxEntrySize: maxEntryBytes, isReadOnly: readOnly || isReadOnly,
      keepsCredentials: keepsCredentials, isInterrupted: { Interruption.isRequested })
  }

  /// Opens the store of these options; nil where there is none, and none is made.
  func openExistingStore(isReadOnly readOnly: Bool) throws(StoreError) -> sending Store? {
    guard Store.exists(in: try storeDirectory()) else { return nil }
    return try openStore(isReadOnly: readOnly)
  }

  private func hasStore() -> Bool {
    guard capacity > 0, let cacheDirectory else { return false }
    return Store.exists(in: cacheDirectory)
  }

  /// The responses that are held in memory.
  var memory: MemoryStorage { MemoryStorage(costLimit: memoryBytes) }

  /// The store on disk, opened when it is first asked.
  func disk(keepsCredentials: Bool = false) -> DiskStorage {
    DiskStorage(exists: hasStore) { () throws(StoreError) -> sending Store? in
      guard capacity > 0 else { return nil }
      do throws(StoreError) {
        return try openStore(isReadOnly: false, keepsCredentials: keepsCredentials)
      } catch .noPermission where hasStore() {
        // A cache that may not be written may still be read: on a read-only file system it answers.
        return try openStore(isReadOnly: true, mayNotWrite: true)
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

extension ParallelOptions {
  /// A client that the signals of this process end.
  ///
  /// - Parameters:
  ///   - memory: the responses that are held in memory.
  ///   - disk: the store behind them; nil for none.
  ///   - remote: the cache behind both; nil for none.
  ///   - terminal: shows the first failure of the remote cache; nil where the user wants to hear less.
  /// - Returns: the client.
  func client(
    _ memory: MemoryStorage, _ disk: DiskStorage?, behind remote: RemoteOptions?, _ terminal: Terminal?
  ) -> Client {
    let local: any ResponseStorage = disk.map { TieredStorage(memory: memory, lasting: $0) } ?? memory
    // What is written behind the answers must not take their place.
    let behind = remote?.mode == .readWrite ? RemoteStorage.mostWritten : 0
    let loop = TransferLoop(maxParallel: transfers + behind, maxPerHost: connectionsPerHost)
    let storage = remote.map { remote in
      RemoteStorage(
        remote.server, behind: local, mode: remote.mode, loop: loop,
        warn: { terminal?.warning($0) }, now: Clock.now)
    }
    let client = Client(
      storage: storage ?? local, disk: disk, loop: loop, maxParallel: transfers, now: Clock.now,
      milliseconds: HostClock.milliseconds, microseconds: HostClock.microseconds)
    if let storage {
      client.collapsesLookups = true
      client.queryAhead = storage.asking
      client.finishBehind = storage.finishBehind
    }
    Interruption.install(on: client)
    return client
  }
}

extension CompletionRequest {
  /// Names from the cache that the command line means; none where there is no cache that can be read.
  ///
  /// - Parameters:
  ///   - environment: says where the cache is, where the command line does not.
  ///   - names: asks the store.
  /// - Returns: what may be offered to a shell.
  func storedNames(
    _ environment: ProcessEnvironment, _ names: (Store) throws(StoreError) -> [String]
  ) -> [String] {
    do {
      let counting = ["cache-dir", "no-config"]
      let arguments = ParsedArguments(
        command: command ?? .stats, occurrences: occurrences.filter { counting.contains($0.name) })
      let global = try Options.global(of: arguments.withDefaults(of: environment))
      guard let store = try global.openExistingStore(isReadOnly: true) else { return [] }
      // The shell would take a control character for part of its own line.
      return try names(store).filter { name in name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } }
    } catch {
      // A user who is typing does not want to hear of a damaged cache.
      return []
    }
  }
}
