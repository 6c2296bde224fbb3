/// Reads and changes the stored responses for tasks, on the thread of the queue.
extension TransferQueue {
  private var now: Instant { Instant(epoch: HostClock.seconds()) }

  /// The stored responses to a request, on disk and in memory, and which of them a fetch would use.
  func stored(_ request: FetchRequest) throws(StoreError) -> ReusePlan {
    let query = request.query(at: now)
    let onDisk = try disk.use { (store) throws(StoreError) in try store.responses(to: query).map(\.candidate)
    }
    return ReusePlan(query, stored: memory.stored(for: query) + (onDisk ?? []))
  }

  /// Changes a value beside the stored response that a request selects; returns whether there is one.
  func setUserInfo(_ name: String, to value: String?, of request: FetchRequest) throws(StoreError) -> Bool {
    guard let found = try stored(request).selected else { return false }
    var response = found.response
    response.userInfo[name] = value
    let write = Write(.freshen(found.reference, to: response, at: now))
    let results =
      found.reference.tier == .memory
      ? [memory.apply(write, body: nil)]
      : try disk.use { (store) throws(StoreError) in store.perform([(write, nil)]) } ?? []
    if case .freshened? = try results.first?.get() { return true }
    return false
  }

  /// Removes the responses of a normalised URI; returns how many there were.
  func remove(_ uri: String) throws(StoreError) -> Int {
    let results = try disk.use { (store) throws(StoreError) in
      store.perform(try store.responses(toURI: uri).map { (Write(.remove($0.candidate)), nil) })
    }
    var count = memory.remove(uri)
    for result in results ?? [] {
      if case .removed = try result.get() { count += 1 }
    }
    return count
  }

  /// Removes everything, and erases it from every file.
  func removeAll() throws(StoreError) {
    memory.removeAll()
    _ = try disk.use { (store) throws(StoreError) in try store.trim(EntrySelection()) }
  }

  func totals() throws(StoreError) -> HTTPCache.Totals {
    let totals = try disk.use { (store) throws(StoreError) in try store.totals() }
    return HTTPCache.Totals(
      responses: totals?.entries ?? 0, bytes: totals?.bytes ?? 0, memoryBytes: memory.bytes)
  }
}
