/// Lookups ahead of the requests that need them: several keys at once, as of one moment, and where there is a worker while
/// other requests are being served.
///
/// What is found is decided there too: policy is pure.
struct Prefetch {
  /// What was found for a query.
  struct Answer: Sendable {
    /// The request that it was looked up for: the digests of its credentials are opened.
    let request: RequestHead
    let stored: [StoredCandidate]
    /// What is to be done with it; nil where the fetch decides itself.
    let plan: ReusePlan?
  }

  /// How many keys are looked up at once.
  private static let length = 64
  /// The same for the first keys: a fetch waits for them.
  private static let firstLength = 8
  /// How many answers may be known at most, while nothing is written and while responses are.
  private static let limits = (reading: 128, writing: 256)
  /// For how many milliseconds an answer is used: other processes may be writing.
  private static let lifetime = 100

  /// What a lookup found; the worker writes it, and this thread takes it once the lookup is done.
  private struct Found: Sendable {
    var answers: [Answer?] = []
    /// Buffers for bodies before the lookup; the bodies, whose buffers are used again, after it.
    var buffers: [[UInt8]] = []
  }

  /// Keys that are looked up at once.
  private struct Window {
    let keys: [CacheKey]
    /// In the order of the keys: the keys that are not meant are told by them faster.
    private let marks: [UInt64]
    /// Which marks there may be, by their lowest bits.
    private let present: [UInt64]
    let time: Int
    let found: Locked<Found>
    /// The lookup; nil where it is done and its answers were taken over.
    var work: Worker.Work?
    var answers: [Answer?]?
    /// The first key that has not been asked for.
    var next = 0
    /// Keys that something has been written under since.
    var outdated: [CacheKey] = []

    init(_ keys: [CacheKey], buffers: [[UInt8]], time: Int) {
      self.keys = keys
      self.time = time
      marks = keys.map(Prefetch.mark)
      present = marks.reduce(into: [UInt64](repeating: 0, count: 16)) { present, mark in
        present[Int(mark >> 6 & 15)] |= 1 << (mark & 63)
      }
      found = Locked(Found(buffers: buffers))
    }

    /// Where a key is that has not been asked for.
    func place(of key: CacheKey, mark: UInt64) -> Int? {
      guard present[Int(mark >> 6 & 15)] & (1 << (mark & 63)) != 0 else { return nil }
      for place in next..<keys.count where marks[place] == mark && keys[place] == key { return place }
      return nil
    }

    /// Takes an answer out.
    mutating func take(_ place: Int) -> Answer? {
      if answers == nil {
        answers = found.withLock { found in
          defer { found.answers = [] }
          return found.answers
        }
      }
      guard let count = answers?.count, place < count else { return nil }
      if place == next { next += 1 }
      return answers?[place].take()
    }

    var left: Int { keys.count - next }
  }

  private var windows: [Window] = []
  private var pool = BufferPool(limit: 128)
  private var now = 0
  private var hasBegun = false
  /// How many answers may be known: writes keep the store thread busy at times.
  private var limit = limits.reading
  /// Whether a fetch had to wait for an answer: then the store thread has enough to do, and fetches decide themselves.
  private var hasWaited = false

  /// Which of the requests that wait should be looked up now; nil for none.
  ///
  /// - Parameters:
  ///   - count: how many requests wait.
  ///   - now: a time in milliseconds.
  /// - Returns: counted from the next one.
  mutating func wanted(waiting count: Int, now: Int) -> Range<Int>? {
    self.now = now
    for window in windows where window.left == 0 {
      pool.give(
        window.found.withLock { found in
          defer { found.buffers = [] }
          return found.buffers
        })
    }
    windows.removeAll { $0.left == 0 || now - $0.time > Self.lifetime }
    let known = windows.reduce(0) { $0 + $1.left }
    guard known + Self.length <= limit, count - known > 1,
      known <= Self.length / 2 || count - known >= Self.length
    else { return nil }
    defer { hasBegun = true }
    return known..<min(count, known + (hasBegun ? Self.length : Self.firstLength))
  }

  /// Looks up queries that will be put after those that are known.
  mutating func add(_ queries: [StorageQuery], store: Store, _ worker: Worker?, now: Int) {
    var window = Window(queries.map(\.key), buffers: pool.take(Self.length), time: now)
    let decides = !hasWaited
    hasWaited = false
    let found = window.found
    let work = { Self.lookUp(queries, in: store, decides: decides, found) }
    if let worker { window.work = worker.perform(work) } else { work() }
    windows.append(window)
  }

  /// Looks up, on whichever thread.
  private static func lookUp(
    _ queries: [StorageQuery], in store: Store, decides: Bool, _ found: Locked<Found>
  ) {
    do throws(StoreError) {
      let buffers = found.withLock { found in
        defer { found.buffers = [] }
        return found.buffers
      }
      let entries = try store.responses(for: queries.map(\.key), buffers: buffers)
      var answers: [Answer?] = []
      answers.reserveCapacity(queries.count)
      for (query, entries) in zip(queries, entries) {
        let stored = try store.unsealed(entries, forRequest: query.request.fields).map(\.candidate)
        answers.append(
          Answer(
            request: query.request, stored: stored,
            plan: decides ? ReusePlan(query, stored: stored) : nil))
      }
      let bodies = entries.compactMap { $0.first?.inlineBody }
      found.withLock { $0 = Found(answers: answers, buffers: bodies) }
    } catch {
      // The fetch that needs the answer looks it up again, and meets the error itself.
    }
  }

  /// What was found under a key that is asked for now; nil where that has to be looked up.
  mutating func take(_ key: CacheKey, _ worker: Worker?) -> Answer? {
    guard !windows.isEmpty else { return nil }
    let mark = Self.mark(key)
    for index in windows.indices {
      guard let place = windows[index].place(of: key, mark: mark) else { continue }
      if let work = windows[index].work, worker?.wait(for: work) == true { hasWaited = true }
      windows[index].work = nil
      guard !windows[index].outdated.contains(key) else { return nil }
      return windows[index].take(place)
    }
    return nil
  }

  /// Has a key looked up again: something is about to be written under it.
  mutating func forget(_ key: CacheKey) {
    limit = Self.limits.writing
    let mark = Self.mark(key)
    for index in windows.indices where windows[index].place(of: key, mark: mark) != nil {
      windows[index].outdated.append(key)
    }
  }

  /// A number that few keys of a site share: made of where URLs differ most, at their end.
  private static func mark(_ key: CacheKey) -> UInt64 {
    var uri = key.uri
    return uri.withUTF8 { bytes in
      let mark = bytes.suffix(16).reduce(UInt64(bytes.count)) { ($0 &* 31) &+ UInt64($1) }
      // The lowest bits are looked at first; those of URLs that are numbered would be much alike.
      return (mark &* 0x9E37_79B9_7F4A_7C15) >> 20
    }
  }

  /// Has everything looked up again.
  mutating func forgetAll() { windows = [] }
}
