extension Client {
  /// Makes a client that looks up responses in memory, then on disk, then in a remote cache; also returns the
  /// storage of the remote cache.
  ///
  /// `warn` gets the first failure of the remote cache. After too many failures, the remote cache is not asked for
  /// `rest` milliseconds; nil for the rest of the run.
  package static func tiered(
    _ memory: MemoryStorage, _ disk: DiskStorage?, behind remote: (server: RemoteServer, mode: RemoteMode)?,
    parallel: Int, perHost: Int, rest: Int? = nil, warn: @escaping (String) -> Void = { _ in }
  ) -> (client: Client, remote: RemoteStorage?) {
    let local: any ResponseStorage = disk.map { TieredStorage(memory: memory, lasting: $0) } ?? memory
    // Writes to the remote cache get transfers of their own, so that requests don't wait for them.
    let behind = remote?.mode == .readWrite ? RemoteStorage.mostWritten : 0
    let loop = TransferLoop(maxParallel: min(parallel, .max - behind) + behind, maxPerHost: perHost)
    let now: @Sendable () -> Instant = { Instant(epoch: HostClock.seconds()) }
    let storage = remote.map { remote in
      RemoteStorage(
        remote.server, behind: local, mode: remote.mode, loop: loop, rest: rest, warn: warn, now: now)
    }
    let client = Client(
      storage: storage ?? local, disk: disk, loop: loop, maxParallel: parallel, now: now)
    if let storage {
      client.collapsesLookups = true
      client.queryAhead = storage.asking
    }
    return (client, storage)
  }
}
