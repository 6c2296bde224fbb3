/// The store on disk and the tier in memory, as a fetch sees them: trouble with either is a warning, never an end.
package final class ClientCache {
  private let open: () throws(StoreError) -> Store?
  private let exists: () -> Bool
  private let memory: MemoryTier
  private var state = State.unopened
  private var ahead = LookAhead()

  /// What was made invalid while answers may have been on their way.
  private var invalidated = RecentInvalidations()

  /// Writes that wait to become one transaction.
  private var waiting = WaitingWrites()

  /// Where the store works, beside this thread; nil where it works on this one.
  package var background: Worker?

  /// What a person should be told of the store once.
  private(set) var notice: String?

  private var firstTrouble: StoreError?

  private enum State {
    case unopened
    case ready(Store)
    case none
    case failed(StoreError)
  }

  /// Makes a cache that opens its store when it is first asked.
  ///
  /// - Parameters:
  ///   - memory: the tier of this process.
  ///   - exists: whether there is a store already, which is not opened for that.
  ///   - open: opens the store; nil where the cache is off.
  package init(
    memory: MemoryTier, exists: @escaping () -> Bool = { true },
    open: @escaping () throws(StoreError) -> Store?
  ) {
    self.memory = memory
    self.exists = exists
    self.open = open
  }

  /// Whether nothing can have been stored yet: the store has not even been made.
  var isNew: Bool { if case .unopened = state { !exists() } else { false } }

  /// Why the store can't be used; nil where it can, or is off.
  package var failure: StoreError? {
    if case .failed(let error) = state { error } else { nil }
  }

  /// The store, opened if need be, when all that it was given to do is done; nil where it is off or can't be used.
  package var store: Store? {
    background?.drain()
    notice = notice ?? opened?.notice
    return opened
  }

  /// The open store, without waiting for the store thread; only for properties that never change.
  private var opened: Store? {
    if case .unopened = state {
      do {
        let store = try open()
        notice = store?.notice
        state = store.map { .ready($0) } ?? .none
      } catch {
        state = .failed(error)
      }
    }
    if case .ready(let store) = state { return store }
    return nil
  }

  /// Whether responses may be written.
  var isWritable: Bool { opened.map { !$0.options.isReadOnly } ?? false }

  /// The store, where it may be written.
  var writableStore: Store? { isWritable ? store : nil }

  /// What is stored under a key, in memory and on disk.
  ///
  /// - Parameter key: what it is found by.
  /// - Returns: all variants, those that a credential selects with its digest.
  /// - Throws: what the store said.
  func responses(for key: CacheKey) throws(StoreError) -> [Found] {
    let inMemory = inMemory(key)
    guard opened != nil else { return inMemory }
    _ = ahead.take(key, background)
    return try inMemory + onDisk(key).map { .disk($0) }
  }

  /// What is stored under the key of a request, and what is to be done with it.
  ///
  /// - Parameters:
  ///   - request: what is asked for.
  ///   - key: what it is found by.
  ///   - now: the time to decide as of.
  /// - Returns: as if it were decided now, though another thread may have done so before.
  /// - Throws: what the store said.
  func plan(for request: FetchRequest, _ key: CacheKey, now: Instant) throws(StoreError) -> Plan {
    let inMemory = inMemory(key)
    guard opened != nil else { return Plan(request, stored: inMemory, now: now) }
    let known = ahead.take(key, background)
    if inMemory.isEmpty, let plan = known?.plan, plan.holds(for: request, now: now) { return plan }
    let entries: [StoredEntry]
    if let known, known.request == request.head {
      entries = known.entries
    } else {
      let found = try onDisk(key)
      entries =
        StoredEntry.areSealed(found)
        ? try store?.unsealed(found, forRequest: request.head.fields) ?? found : found
    }
    return Plan(request, stored: inMemory + entries.map { .disk($0) }, now: now)
  }

  private func inMemory(_ key: CacheKey) -> [Found] {
    var entries = memory.responses(for: key)
    if let verified = key.verified { entries += memory.responses(for: verified) }
    return entries.map { .memory($0.response, $0.body) }
  }

  /// The entries under a key, looked up now.
  private func onDisk(_ key: CacheKey) throws(StoreError) -> [StoredEntry] {
    if waiting.keys.contains(key) { flush() }
    return try store?.responses(for: key) ?? []
  }

  /// Looks up what will be asked for next, several at once; an error is met again by the lookup that needs the answer.
  ///
  /// - Parameters:
  ///   - count: how many fetches wait.
  ///   - now: a time in milliseconds.
  ///   - clock: gives the time that decisions are made as of.
  ///   - wanted: gives what some that wait want, in the order in which they will ask.
  func lookAhead(
    waiting count: Int, now: Int, asOf clock: () -> Instant, _ wanted: (Range<Int>) -> [LookAhead.Wanted]
  ) {
    guard let range = ahead.wanted(waiting: count, now: now), let opened else { return }
    ahead.add(wanted(range), store: opened, background, now: now, asOf: clock())
    // These are looked up too early.
    for key in waiting.keys { ahead.forget(key) }
  }

  /// Whether any write waits.
  var hasWaiting: Bool { !waiting.isEmpty }

  /// How many writes wait.
  var waitingCount: Int { waiting.count }

  /// Whether so much waits that it should be written.
  var hasEnoughWaiting: Bool { waiting.isEnough }

  /// Has something written with others, in one transaction.
  ///
  /// - Parameters:
  ///   - write: what.
  ///   - then: called once it has survived this process, with whether it is in the store, or with why not.
  func write(_ write: Write, then: @escaping (Result<Bool, StoreError>) -> Void) {
    ahead.forget(write.key)
    waiting.add(write, then: then)
  }

  /// Writes what waits.
  func flush() {
    guard !waiting.isEmpty, let store = opened else { return }
    let batch = waiting
    waiting = WaitingWrites()
    var results: [Result<Bool, StoreError>] = []
    var said: String?
    let work = {
      results = batch.perform(in: store)
      said = store.notice
    }
    let then = { [self] in
      notice = notice ?? said
      batch.conclude(results)
    }
    if let background {
      background.perform(work, then: then)
    } else {
      work()
      then()
    }
  }

  /// Has the log moved into the database while the last transfers are under way: to do so at the end means to wait for
  /// the disk with nothing else to do.
  func prepareEnd() {
    guard isWritable, let background, let store = opened else { return }
    background.perform { store.moveLog() }
  }

  /// Notes answers for the figures that are kept.
  func note(_ uses: [Use]) {
    guard isWritable, !uses.isEmpty, let store = opened else { return }
    if let background { background.perform { store.note(uses) } } else { store.note(uses) }
  }

  /// Begins a body that may be stored; nil where nothing may be.
  func makeWriter() throws(StoreError) -> BodyWriter? { isWritable ? try opened?.makeWriter() : nil }

  /// Opens the body of an entry, verified.
  ///
  /// - Throws: as `Store.openBody`.
  func openBody(_ entry: StoredEntry) throws(StoreError) -> BodyReader? {
    do throws(StoreError) {
      if let reader = try opened?.bodyBesideDatabase(of: entry) { return reader }
    } catch {
      // Asked again below, where what is wrong is seen to.
    }
    return try store?.openBody(entry)
  }

  /// Keeps a response in memory for this process, in place of those that its request would have been given.
  ///
  /// - Parameters:
  ///   - response: what to keep.
  ///   - body: its body.
  ///   - fields: of the request that it answers.
  ///   - role: the cache's.
  ///   - askedAt: when the request was sent, in microseconds: what was made invalid since is not kept.
  func keepInMemory(
    _ response: StoredResponse, body: [UInt8], forRequest fields: FieldSection, role: CacheRole,
    askedAt: Int64
  ) {
    guard !invalidated.covers(response, askedAt: askedAt) else { return }
    memory.insert(response, body: body, forRequest: fields, role: role)
  }

  /// Writes a freshened head over the stored one; returns whether the response is still stored.
  package func update(_ found: Found, to response: StoredResponse, now: Instant) throws(StoreError) -> Bool {
    switch found {
    case .memory(let old, let body):
      memory.replace(old, with: response, body: body)
      return true
    case .disk(let entry):
      ahead.forgetAll()
      guard let store = writableStore else { return false }
      return try store.update(entry, to: response, at: now)
    }
  }

  /// Stores a response at once, when all that waits is written; whether it is there.
  func commit(_ arrival: Arrival) throws(StoreError) -> Bool {
    ahead.forgetAll()
    guard let store = writableStore else { return false }
    return try store.perform([.store(arrival)])[0].get() != nil
  }

  /// Keeps what has been written of a body as a part that grows; nil where nothing may be written.
  func keepGrowing(_ part: Arrival) throws(StoreError) -> EntryID? {
    ahead.forget(part.response.key)
    return try writableStore?.keepGrowing(part)
  }

  /// What is to be said of an error: of a store that can't be used as it is, what was said first, whichever statement
  /// fails next.
  func trouble(_ error: StoreError) -> StoreError {
    guard case .unusable = error else { return error }
    firstTrouble = firstTrouble ?? error
    return firstTrouble ?? error
  }

  /// Drops an entry of the store.
  func remove(_ id: EntryID) throws(StoreError) {
    ahead.forgetAll()
    try writableStore?.remove([id])
  }

  /// Drops a response that is damaged or was superseded.
  package func remove(_ found: Found) throws(StoreError) {
    ahead.forgetAll()
    switch found {
    case .memory(let response, _): memory.removeAll(for: response.key)
    case .disk(let entry): try writableStore?.remove([entry.id])
    }
  }

  /// Drops what an answer makes invalid, what waits to be written among it; what is on its way is not kept.
  ///
  /// - Parameters:
  ///   - scope: what is meant.
  ///   - now: the time, in microseconds.
  /// - Returns: how many went, and how many stay that were got from other servers.
  /// - Throws: what the store said.
  func invalidate(_ scope: InvalidationScope, at now: Int64) throws(StoreError) -> Invalidated {
    ahead.forgetAll()
    invalidated.add(scope, at: now)
    if case .key(let key) = scope {
      for key in [key, key.verified].compactMap({ $0 }) { memory.removeAll(for: key) }
    } else {
      // The tier holds what this process was told to keep out of the disk: it can be asked for again.
      memory.removeAll()
    }
    if isWritable { flush() }
    return try writableStore?.invalidate(scope, at: now) ?? Invalidated()
  }
}
