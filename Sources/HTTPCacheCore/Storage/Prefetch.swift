/// Lookups ahead of the requests that need them.
///
/// While other requests are served, the store thread looks up several keys in one read transaction, and plans the
/// reuse of the responses that it finds: policy code is pure, so that any thread may run it. Without a store thread,
/// the caller's thread does the same.
struct Prefetch {
  /// The result for one query.
  struct Answer: Sendable {
    /// The request of the query, for which sealed credentials were compared.
    let request: RequestHead
    let stored: [StoredCandidate]
    /// The plan for the query; nil if the fetch makes it.
    let plan: ReusePlan?
    /// The time of the latest invalidation in the store; nil if it was not looked up.
    let latestInvalidation: Int64?

    /// The storage's answer to a query; nil if this result belongs to another query.
    func answer(to query: StorageQuery) -> StorageAnswer? {
      guard request == query.request else { return nil }
      var answer = StorageAnswer(stored: stored, plan: plan.flatMap { $0.holds(for: query) ? $0 : nil })
      answer.latestInvalidation = latestInvalidation
      return answer
    }
  }

  /// How many keys are looked up at once.
  private static let length = 64
  /// How many keys the first lookup has: few, since a fetch waits for it.
  private static let firstLength = 8
  /// The most answers that are held, while nothing is written and while responses are written.
  private static let limits = (reading: 128, writing: 256)
  /// For how many milliseconds a result may be used: other processes may write.
  private static let lifetime = 100

  /// The result of a lookup of several keys.
  private struct Found: Sendable {
    var answers: [Answer?] = []
    /// The bodies that were read along, whose buffers are used again.
    var bodies: [[UInt8]] = []
  }

  /// Keys that are looked up together.
  private struct Window {
    let keys: [CacheKey]
    /// A number for each key, in the order of the keys: numbers are compared faster than keys.
    private let marks: [UInt64]
    /// A bit set indexed by the lowest bits of a mark: a clear bit shows that no such mark is present.
    private let present: [UInt64]
    let time: Int
    /// The lookup on the store thread; nil once its result is in `found`.
    var work: WorkerPool.Piece<Found>?
    var found = Found()
    /// The place of the first key that no fetch has asked for.
    var next = 0
    /// The keys that were written since the lookup.
    var outdated: [CacheKey] = []

    init(_ keys: [CacheKey], time: Int) {
      self.keys = keys
      self.time = time
      marks = keys.map(Prefetch.mark)
      present = marks.reduce(into: [UInt64](repeating: 0, count: 16)) { present, mark in
        present[Int(mark >> 6 & 15)] |= 1 << (mark & 63)
      }
    }

    /// The place of a key that no fetch has asked for; nil if there is none.
    func place(of key: CacheKey, mark: UInt64) -> Int? {
      guard present[Int(mark >> 6 & 15)] & (1 << (mark & 63)) != 0 else { return nil }
      for place in next..<keys.count where marks[place] == mark && keys[place] == key { return place }
      return nil
    }

    /// Takes an answer out.
    mutating func take(_ place: Int) -> Answer? {
      guard place < found.answers.count else { return nil }
      if place == next { next += 1 }
      return found.answers[place].take()
    }

    var left: Int { keys.count - next }
  }

  private var windows: [Window] = []
  private var buffers = BufferPool(limit: 128)
  private var hasBegun = false
  /// The most answers that are held; more while responses are written, since writes keep the store thread busy.
  private var limit = limits.reading
  /// Whether a fetch had to wait for a result: the store thread is then busy, and the fetches make the plans.
  private var hasWaited = false

  /// Which of the waiting requests should be looked up now; nil for none.
  ///
  /// - Parameters:
  ///   - count: how many requests wait.
  ///   - now: a time in milliseconds.
  /// - Returns: a range of the waiting requests; 0 is the next one.
  mutating func wanted(waiting count: Int, now: Int) -> Range<Int>? {
    for window in windows where window.left == 0 {
      buffers.give(window.found.bodies)
    }
    windows.removeAll { $0.left == 0 || now - $0.time > Self.lifetime }
    let known = windows.reduce(0) { $0 + $1.left }
    guard known + Self.length <= limit, count - known > 1,
      known <= Self.length / 2 || count - known >= Self.length
    else { return nil }
    defer { hasBegun = true }
    return known..<min(count, known + (hasBegun ? Self.length : Self.firstLength))
  }

  /// Looks up queries that come after those that were looked up before.
  mutating func add(_ queries: [StorageQuery], store: Locked<Store>, _ pool: WorkerPool?, now: Int) {
    let buffers = Locked(self.buffers.take(Self.length))
    let decides = !hasWaited
    hasWaited = false
    let work: @Sendable () -> Found = {
      store.withLock { Self.lookUp(queries, in: $0, decides: decides, buffers) }
    }
    var window = Window(queries.map(\.key), time: now)
    if let pool { window.work = pool.start(work) } else { window.found = work() }
    windows.append(window)
  }

  private static func lookUp(
    _ queries: [StorageQuery], in store: Store, decides: Bool, _ buffers: Locked<[[UInt8]]>
  ) -> Found {
    do throws(StoreError) {
      // Move the buffers out of the lock: a Swift array with two owners would be copied.
      let buffers = buffers.withLock { buffers in
        defer { buffers = [] }
        return buffers
      }
      let entries = try store.responses(for: queries.map(\.key), buffers: buffers)
      let latest = queries.contains(where: \.needsLatestInvalidation) ? try store.latestInvalidation() : nil
      var answers: [Answer?] = []
      answers.reserveCapacity(queries.count)
      for (query, entries) in zip(queries, entries) {
        let stored = try store.unsealed(entries, forRequest: query.request.fields).map(\.candidate)
        answers.append(
          Answer(
            request: query.request, stored: stored,
            plan: decides ? ReusePlan(query, stored: stored) : nil, latestInvalidation: latest))
      }
      return Found(answers: answers, bodies: entries.compactMap { $0.first?.inlineBody })
    } catch {
      // The fetch that needs this result looks it up again, and gets the error itself.
      return Found()
    }
  }

  /// Takes the answer for a key; nil if the key has to be looked up.
  mutating func take(_ key: CacheKey) -> Answer? {
    guard !windows.isEmpty else { return nil }
    let mark = Self.mark(key)
    for index in windows.indices {
      guard let place = windows[index].place(of: key, mark: mark) else { continue }
      if let work = windows[index].work.take() {
        if !work.isDone { hasWaited = true }
        windows[index].found = work.take()
      }
      guard !windows[index].outdated.contains(key) else { return nil }
      return windows[index].take(place)
    }
    return nil
  }

  /// Drops the result for a key that is about to be written.
  mutating func forget(_ key: CacheKey) {
    limit = Self.limits.writing
    let mark = Self.mark(key)
    for index in windows.indices where windows[index].place(of: key, mark: mark) != nil {
      windows[index].outdated.append(key)
    }
  }

  /// A hash of the end of the URL, where the URLs of a site differ most.
  private static func mark(_ key: CacheKey) -> UInt64 {
    var uri = key.uri
    return uri.withUTF8 { bytes in
      let mark = bytes.suffix(16).reduce(UInt64(bytes.count)) { ($0 &* 31) &+ UInt64($1) }
      // Spread the bits: otherwise the lowest bits of numbered URLs would be much alike.
      return (mark &* 0x9E37_79B9_7F4A_7C15) >> 20
    }
  }

  /// Drops all answers.
  mutating func forgetAll() { windows = [] }
}
