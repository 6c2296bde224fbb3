/// The store on disk, opened when it is first needed; its errors become warnings, and never end a fetch.
package final class DiskStorage: ResponseStorage {
  private let openStore: () throws(StoreError) -> sending Store?
  private let exists: () -> Bool
  /// The path of the store's directory.
  private let path: String?
  private var state = State.unopened
  private var ahead = Prefetch()
  private var waiting = PendingWrites()
  /// Uses that are not noted in the store yet.
  private var uses: [Use] = []
  private static let mostUses = 1000
  private var firstUnusableError: StoreError?

  /// The store thread, and the callbacks for its results; nil if the store works on this thread.
  private var thread: (pool: WorkerPool, callbacks: Callbacks)?

  /// A message about the store that the user should see once.
  private(set) var notice: String?

  private enum State {
    case unopened
    case ready(OpenedStore)
    case none
    case failed(StoreError)
  }

  /// Makes a storage that opens its store when it is first asked.
  ///
  /// `exists` tells whether there is a store, without opening it. `open` returns nil if the cache is off. `path` is the
  /// store's directory, in which removals are noted if the store can't be opened; nil if nothing may be written there.
  package init(
    path: String? = nil, exists: @escaping () -> Bool = { true },
    open: @escaping () throws(StoreError) -> sending Store?
  ) {
    self.path = path
    self.exists = exists
    openStore = open
  }

  /// Why the store can't be used; nil if it can, or is off.
  package var failure: StoreError? { if case .failed(let error) = state { error } else { nil } }

  /// Whether the store can be used; this opens it.
  package var isUsable: Bool { opened != nil }

  /// The open store; nil if it is off or can't be used.
  private var opened: OpenedStore? {
    if case .unopened = state { open() }
    return if case .ready(let opened) = state { opened } else { nil }
  }

  private func open() {
    state = .none
    do throws(StoreError) {
      guard let store = try openStore() else { return }
      notice = store.notice
      state = .ready(OpenedStore(store))
    } catch {
      state = .failed(error)
    }
  }

  /// Uses the store on this thread, once the store thread has done all its work.
  ///
  /// - Returns: nil if the store is off or can't be used.
  private func withStore<Result: Sendable>(
    _ work: (Store) throws(StoreError) -> Result
  ) throws(StoreError) -> Result? {
    guard let opened else { return nil }
    drain()
    return try opened.store.withLock { (store) throws(StoreError) in
      notice = notice ?? store.notice
      return try work(store)
    }
  }

  /// Uses the store on its thread, or on this thread if it has none; `then` gets the result on this thread.
  private func perform<Result: Sendable>(
    _ work: @escaping @Sendable (Store) -> Result, then: ((Result) -> Void)? = nil
  ) {
    guard let store = opened?.store else { return }
    let piece: @Sendable () -> Result = { store.withLock { work($0) } }
    guard let thread else {
      let result = piece()
      then?(result)
      return
    }
    var pieces: [WorkerPool.Work] = [{ _ = piece() }]
    if let then { pieces[0] = thread.callbacks.piece(piece, then: then) }
    thread.pool.give(&pieces)
  }

  package var isWritable: Bool { opened.map { !$0.options.isReadOnly } ?? false }

  /// The error to report: always the first of all `unusable` errors, so that the user sees one cause only.
  private func reported(_ error: StoreError) -> StoreError {
    guard case .unusable = error else { return error }
    firstUnusableError = firstUnusableError ?? error
    return firstUnusableError ?? error
  }
}

// MARK: - Reading

extension DiskStorage {
  package func lookUp(
    _ query: StorageQuery, then: @escaping (Result<StorageAnswer, StoreError>) -> Void
  ) {
    guard isUsable else { return then(.success(StorageAnswer(stored: [], failure: failure))) }
    if var known = ahead.take(query.key)?.answer(to: query) {
      known.notice = notice
      return then(.success(known))
    }
    let found = Result { () throws(StoreError) in
      if waiting.affects(query.key) || query.settings.matchesNoVarySearch { flush() }
      let entries = try withStore { (store) throws(StoreError) in try store.responses(to: query) }
      return StorageAnswer(stored: entries?.map(\.candidate) ?? [], notice: notice)
    }
    then(found.mapError(reported))
  }

  package func open(
    _ reference: StoredReference, then: @escaping (Result<StoredBody, StoreError>) -> Void
  ) {
    then(Result { () throws(StoreError) in try body(of: reference) }.mapError(reported))
  }

  private func body(of reference: StoredReference) throws(StoreError) -> StoredBody {
    guard let entry = reference.entry else { throw .gone(EntryID(number: reference.number)) }
    do throws(StoreError) {
      if let body = try opened?.directory.bodyBesideDatabase(of: entry) { return body }
    } catch {
      // `Store.openBody` below opens the body again, and removes a damaged entry.
    }
    guard let opened else { throw .gone(entry.id) }
    drain()
    return try opened.store.withLock { (store) throws(StoreError) in try store.openBody(entry) }
  }
}

// MARK: - Writing

extension DiskStorage {
  package func makeBody(_ place: StoragePolicy) throws(StoreError) -> NewBody? {
    guard let opened else {
      if let failure { throw failure }
      return nil
    }
    if opened.options.isReadOnly {
      throw opened.options.mayNotWrite
        ? .notWritable(path: opened.directory.path) : .readOnly(path: opened.directory.path)
    }
    do throws(StoreError) {
      return NewBody(try BodyWriter(directory: opened.directory, options: opened.options))
    } catch {
      throw reported(error)
    }
  }

  package func apply(
    _ writes: [Write], body: NewBody?,
    then: @escaping ([Result<Outcome, StoreError>]) -> Void
  ) {
    guard isWritable else {
      body?.discard()
      let problem = noteRemovals(writes)
      return then(writes.map { if let problem { .failure(problem) } else { .success($0.outcomeUnwritten) } })
    }
    for write in writes {
      if let key = write.key { ahead.forget(key) } else { ahead.forgetAll() }
    }
    let own = writes.map { ($0.completed(by: body), $0.storesBody ? body?.writer : nil) }
    let conclude = { [self] (results: [Result<Outcome, StoreError>]) in
      then(results.map { $0.mapError(reported) })
    }
    if case .grow? = writes.first?.kind { return conclude(performNow(own)) }
    waiting.add(own, then: conclude)
  }

  /// Notes the removals of writes, if the store can't be opened now but its responses may be found later.
  ///
  /// - Returns: the error of a store that was moved aside, since the notes have no room; nil if it was not.
  private func noteRemovals(_ writes: [Write]) -> StoreError? {
    guard let path, exists(), let failure else { return nil }
    switch failure {
    case .full, .locked, .io: break
    default: return nil
    }
    let removals = writes.compactMap(NotedRemoval.init)
    let directory = StoreDirectory(path: path)
    guard !removals.isEmpty, !RemovalNotes(directory: directory).add(removals) else { return nil }
    return Database.setAside(directory) == nil ? nil : .setAside(path: path)
  }

  /// Makes writes at once, ahead of the writes that are held back.
  private func performNow(
    _ writes: [(write: Write, body: BodyWriter?)]
  ) -> [Result<Outcome, StoreError>] {
    do throws(StoreError) {
      return try withStore { $0.perform(writes) } ?? []
    } catch {
      return writes.map { _ in .failure(error) }
    }
  }

  package func note(_ use: Use) {
    uses.append(use)
    if uses.count >= Self.mostUses { flushNotes() }
  }

  package func findInvalidated(_ responses: [StoredResponse], then: @escaping ([Bool]) -> Void) {
    let none = responses.map { _ in false }
    guard isUsable, !responses.isEmpty else { return then(none) }
    if responses.contains(where: { waiting.affects($0.key) }) { flush() }
    perform { store in
      do throws(StoreError) {
        return try store.findInvalidated(responses)
      } catch {
        // On a read error, treat nothing as invalidated; the fetch reports the error.
        return none
      }
    } then: {
      then($0)
    }
  }
}

// MARK: - Work for several fetches at once

extension DiskStorage {
  /// Whether no store has been opened, and none exists.
  package var isNew: Bool { if case .unopened = state { !exists() } else { false } }

  /// Makes the store work on a thread of the pool from now on; the pool has one thread.
  func work(on pool: WorkerPool, _ callbacks: Callbacks) { thread = (pool, callbacks) }

  /// Waits until the store thread has done all its work.
  func drain() { thread?.pool.drain() }

  /// Lets the store look up some of the next queries ahead of time.
  ///
  /// `count` requests wait; `queries` returns the queries of a range of them, in which 0 is the next request. `now`
  /// is in milliseconds by a clock that never goes back.
  package func prefetch(waiting count: Int, now: Int, _ queries: (Range<Int>) -> [StorageQuery]) {
    guard let range = ahead.wanted(waiting: count, now: now), let opened else { return }
    let queries = queries(range)
    guard !queries.isEmpty else { return }
    ahead.add(queries, store: opened.store, thread?.pool, now: now)
    // The lookups ran before the writes that are held back: drop those that the writes change.
    waiting.forget(in: &ahead)
  }

  /// Whether writes are held back.
  package var isHoldingWrites: Bool { !waiting.isEmpty }

  /// How many writes are held back, and whether they should be made now.
  package var pending: (count: Int, isEnough: Bool) { (waiting.count, waiting.isEnough) }

  /// Makes the writes that are held back.
  package func flush() {
    guard !waiting.isEmpty, isUsable else { return }
    let batch = waiting
    waiting = PendingWrites()
    let writes = batch.writes
    perform {
      (results: $0.perform(writes), notice: $0.notice)
    } then: { [self] outcome in
      notice = notice ?? outcome.notice
      batch.conclude(outcome.results)
    }
  }

  /// Uses the store on this thread, once all held-back writes are made.
  ///
  /// - Returns: nil if the store is off, or was never made.
  /// - Throws: why the store can't be used, or what the work throws.
  package func use<Result: Sendable>(
    _ work: (Store) throws(StoreError) -> Result
  ) throws(StoreError) -> Result? {
    guard !isNew else { return nil }
    flush()
    ahead.forgetAll()
    if isUsable { return try withStore(work) }
    if let failure { throw failure }
    return nil
  }

  /// Moves the log into the database while the last transfers are under way: at the end of the run, the program would
  /// have to wait for the disk.
  package func prepareEnd() {
    if isWritable, thread != nil { perform { $0.moveLog() } }
  }

  /// Notes the collected uses in the store.
  package func flushNotes() {
    // Check `uses` first: `isWritable` opens the store and creates a missing one, which a run without uses must not
    // do.
    guard !uses.isEmpty, isWritable else { return }
    let uses = uses
    self.uses.removeAll(keepingCapacity: true)
    perform { $0.note(uses) }
  }
}

extension Write {
  /// Whether the write stores the body that is given with it.
  fileprivate var storesBody: Bool {
    switch kind {
    case .store, .grow: true
    case .copy, .keep, .confirm, .freshen, .remove, .invalidate: false
    }
  }

  /// The write with its body's transfer time; it also replaces the part that was stored while the body arrived.
  fileprivate func completed(by body: NewBody?) -> Write {
    guard case .store(var new) = kind, let body else { return self }
    new.transferMilliseconds = body.transferMilliseconds
    if let grown = body.grown { new.replacing.append(grown.reference) }
    return Write(.store(new), because: reason)
  }
}
