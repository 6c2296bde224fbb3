/// What is looked up, and decided, before it is asked for: several keys at once, as of one moment, and where there is a
/// thread for it while others are being served.
struct LookAhead {
  /// A key that a waiting fetch is going to look up.
  struct Wanted {
    let key: CacheKey
    let request: FetchRequest
  }

  /// What was found under a key.
  struct Answer {
    /// The request that they were looked up for: the digests of its credentials are opened.
    let request: RequestHead
    let entries: [StoredEntry]
    /// What is to be done with them; nil where the fetch decides itself.
    let plan: Plan?
  }

  /// How many keys are looked up at once.
  private static let length = 64
  /// The same for the first keys: a fetch waits for them.
  private static let firstLength = 8
  /// How many answers may be known at most, while nothing is written and while responses are.
  private static let limits = (reading: 128, writing: 256)
  /// For how many milliseconds an answer is used: other processes may be writing.
  private static let lifetime = 100

  /// Keys that are looked up at once; what changes is the other thread's until its piece of work is done, and this one's
  /// then.
  private final class Window: @unchecked Sendable {
    let keys: [CacheKey]
    /// In the order of the keys: which ones are not meant is seen faster by them.
    private let marks: [UInt64]
    /// Which marks there may be, by their lowest bits.
    private let present: [UInt64]
    let time: Int
    /// Written by the thread that looks up, until it is done.
    var found: [Answer?] = []
    /// Buffers for bodies before the lookup; the bodies, whose buffers are used again, after it.
    var buffers: [[UInt8]] = []

    /// Gives the buffers away: a buffer can be used again only while nothing else holds it.
    func takeBuffers() -> [[UInt8]] {
      defer { buffers = [] }
      return buffers
    }
    var piece: Worker.Work?
    /// The first that has not been asked for.
    var next = 0
    /// Keys that something has been written under since.
    var outdated: [CacheKey] = []

    init(_ keys: [CacheKey], time: Int) {
      self.keys = keys
      marks = keys.map(LookAhead.mark)
      present = marks.reduce(into: [UInt64](repeating: 0, count: 16)) { present, mark in
        present[Int(mark >> 6 & 15)] |= 1 << (mark & 63)
      }
      self.time = time
    }

    /// Where a key is that has not been asked for.
    func place(of key: CacheKey, mark: UInt64) -> Int? {
      guard present[Int(mark >> 6 & 15)] & (1 << (mark & 63)) != 0 else { return nil }
      for place in next..<keys.count where marks[place] == mark && keys[place] == key { return place }
      return nil
    }

    var left: Int { keys.count - next }
  }

  private var windows: [Window] = []
  /// Buffers of bodies that were looked up long ago, the oldest first.
  ///
  /// To allocate a buffer, and to have another thread free it, takes longer than to fill it. A buffer that is still in
  /// use is not written to.
  private var buffers: [[UInt8]] = []
  private static let mostBuffers = 128
  private var now = 0
  private var hasBegun = false
  /// How many answers may be known: writes keep the store thread busy at times.
  private var limit = limits.reading
  /// Whether a fetch had to wait for an answer: then the store thread has enough to do, and fetches decide themselves.
  private var hasWaited = false

  /// Which of the fetches that wait should be looked up now; nil for none.
  ///
  /// - Parameters:
  ///   - count: how many fetches wait.
  ///   - now: a time in milliseconds.
  /// - Returns: counted from the next one.
  mutating func wanted(waiting count: Int, now: Int) -> Range<Int>? {
    self.now = now
    for window in windows where window.left == 0 && buffers.count < Self.mostBuffers {
      buffers += window.takeBuffers()
    }
    windows.removeAll { $0.left == 0 || now - $0.time > Self.lifetime }
    let known = windows.reduce(0) { $0 + $1.left }
    guard known + Self.length <= limit, count - known > 1,
      known <= Self.length / 2 || count - known >= Self.length
    else { return nil }
    defer { hasBegun = true }
    return known..<min(count, known + (hasBegun ? Self.length : Self.firstLength))
  }

  /// Looks up keys that will be asked for after those that are.
  mutating func add(
    _ wanted: [Wanted], store: Store, _ background: Worker?, now: Int, asOf instant: Instant
  ) {
    let window = Window(wanted.map(\.key), time: now)
    let decides = !hasWaited
    hasWaited = false
    let isFull = buffers.count >= Self.mostBuffers - Self.length
    if isFull {
      window.buffers = Array(buffers.prefix(Self.length))
      buffers.removeFirst(Self.length)
    }
    let work = {
      do throws(StoreError) {
        let found = try store.responses(for: window.keys, buffers: window.takeBuffers())
        window.buffers = found.compactMap { $0.first?.inlineBody }
        window.found = try zip(wanted, found).map { (wanted, entries) throws(StoreError) in
          let entries = try store.unsealed(entries, forRequest: wanted.request.head.fields)
          return Answer(
            request: wanted.request.head, entries: entries,
            plan: decides
              ? Plan(wanted.request, stored: entries.map { .disk($0) }, now: instant) : nil)
        }
      } catch {
        // The fetch that needs the answer looks it up again, and meets the error itself.
      }
    }
    if let background { window.piece = background.perform(work) } else { work() }
    windows.append(window)
  }

  /// What was found under a key that is asked for now; nil where that has to be looked up.
  mutating func take(_ key: CacheKey, _ background: Worker?) -> Answer? {
    let mark = Self.mark(key)
    for window in windows {
      guard let place = window.place(of: key, mark: mark) else { continue }
      if let piece = window.piece, background?.wait(for: piece) == true { hasWaited = true }
      guard !window.outdated.contains(key), place < window.found.count else { return nil }
      if place == window.next { window.next += 1 }
      return window.found[place].take()
    }
    return nil
  }

  /// Has a key looked up again: something is about to be written under it.
  mutating func forget(_ key: CacheKey) {
    limit = Self.limits.writing
    let mark = Self.mark(key)
    for window in windows where window.place(of: key, mark: mark) != nil { window.outdated.append(key) }
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
