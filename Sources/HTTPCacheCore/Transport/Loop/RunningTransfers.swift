import CCurl

/// The transfers of one thread: at most `maxParallel` under way in libcurl, and a queue of the others.
///
/// libcurl is loaded when the first transfer starts, and not before.
final class RunningTransfers {
  /// How many emptied places of the queue are kept before it is compacted.
  private static let mostForgotten = 1024

  private let maxParallel: Int
  private let maxPerHost: Int
  private var multi: UnsafeMutableRawPointer?
  private let handles: EasyHandles
  /// The transfers that wait, from `next` on.
  private var queue: [Transfer?] = []
  private var next = 0
  private var active: [UnsafeMutableRawPointer: EasyHandle] = [:]
  private var hosts = HostLimits()
  private var countedStop = 0
  /// When a transfer may have been silent for too long, in milliseconds; nil if silence has no limit.
  private var nextSilence: Int?

  /// This host's clock, for when a transfer was begun; nil if the times are not needed.
  var clock: (() -> Instant)?
  /// How many milliseconds this process has been stopped so far: time-outs do not count them.
  var stoppedMilliseconds: () -> Int = { 0 }
  /// Makes the buffer that gathers the response of a transfer; returns nil if the transfer gets the response at once.
  var gather: (Transfer) -> ReceivedBuffer? = { _ in nil }
  /// Takes the end of a transfer, with the part of its response that was gathered.
  var ended: (Transfer, ReceivedBuffer?, TransportError?) -> Void = { transfer, _, error in
    transfer.end(error)
  }

  init(maxParallel: Int, maxPerHost: Int) {
    self.maxParallel = maxParallel
    self.maxPerHost = maxPerHost
    handles = EasyHandles(limit: maxParallel)
  }

  deinit {
    active = [:]
    if let multi { ccurl_multi_free(multi) }
  }

  /// How many transfers wait to begin.
  var queued: Int { queue.count - next }

  var isEmpty: Bool { queued == 0 && active.isEmpty }

  var isIdle: Bool { active.isEmpty }

  /// Whether the limit allows one more transfer.
  var hasRoom: Bool { active.count < maxParallel }

  /// Takes a transfer; it begins when fewer than `maxParallel` are under way.
  func add(_ transfer: Transfer) {
    transfer.host = hosts.host(of: transfer.request.url)
    queue.append(transfer)
  }

  /// Begins as many transfers as are allowed, and lets libcurl work on those under way.
  func act() {
    let stopped = stoppedMilliseconds()
    postpone(by: stopped - countedStop)
    countedStop = stopped
    startQueued()
    guard let multi else { return }
    ccurl_multi_act(multi)
    var code: Int32 = 0
    while let pointer = ccurl_multi_ended(multi, &code) {
      if let handle = remove(pointer, isMultiplexed: code == 0 && isMultiplexed(pointer)) {
        end(handle, code)
      }
    }
    endSilent()
  }

  /// Gives up the transfers on which nothing has passed for too long.
  private func endSilent() {
    guard let due = nextSilence else { return }
    let now = HostClock.milliseconds()
    guard now >= due else { return }
    let ends = active.mapValues { $0.silenceEnd(at: now) }
    for (pointer, end) in ends where end.map({ $0 <= now }) == true {
      guard let handle = remove(pointer, isMultiplexed: false), let transfer = handle.transfer else {
        continue
      }
      ended(transfer, handle.end(code: 0).gathered, .timeout("nothing came for too long"))
    }
    nextSilence = ends.values.compactMap { $0 }.filter { $0 > now }.min()
  }

  /// Whether nothing can be done before the network or the caller acts.
  var mustWait: Bool {
    guard let multi else { return queued == 0 }
    return nextStartable == nil && ccurl_multi_is_due(multi) == 0
  }

  /// Waits until a socket of a transfer or one of two more descriptors is ready, or the time is over; libcurl acts on
  /// the ready sockets.
  ///
  /// - Returns: which of the two can be read; nil, without a wait, if libcurl is not loaded.
  func wait(_ descriptors: [Int32], longest: Int32) -> [Bool]? {
    guard let multi else { return nil }
    var areReadable: [Int32] = [0, 0]
    var longest = longest
    if let nextSilence {
      longest = min(longest, Int32(clamping: max(0, nextSilence - HostClock.milliseconds())))
    }
    ccurl_multi_wait(multi, descriptors, longest, &areReadable)
    return areReadable.map { $0 != 0 }
  }

  private func startQueued() {
    while let place = nextStartable {
      guard let transfer = take(place) else { continue }
      do throws(TransportError) {
        let multi = try openOnce()
        let handle = try handles.take(for: transfer.request)
        transfer.begun = clock.map { ($0(), HostClock.milliseconds()) }
        try handle.begin(transfer, handles.list(for: transfer.request), gathering: gather(transfer))
        active[handle.pointer] = handle
        if let end = handle.silenceEnd(at: HostClock.milliseconds()) {
          nextSilence = min(nextSilence ?? .max, end)
        }
        transfer.host?.began()
        _ = ccurl_multi_add(multi, handle.pointer)
      } catch {
        ended(transfer, nil, error)
      }
    }
  }

  /// Takes a transfer out of the queue, most often the next.
  private func take(_ place: Int) -> Transfer? {
    guard place == next else { return queue.remove(at: place) }
    defer {
      queue[place] = nil
      next += 1
      // To remove each place at once would move all later places.
      if next == queue.count || next == Self.mostForgotten {
        queue.removeFirst(next)
        next = 0
      }
    }
    return queue[place]
  }

  /// The place of the first transfer in the queue that would get a connection.
  ///
  /// libcurl is not given any other transfer: it would retry each of them whenever a transfer ends.
  private var nextStartable: Int? {
    guard hasRoom else { return nil }
    return queue.indices.dropFirst(next).first { queue[$0]?.host?.mayBegin(limit: maxPerHost) ?? true }
  }

  private func openOnce() throws(TransportError) -> UnsafeMutableRawPointer {
    if let multi { return multi }
    guard ccurl_load() == 0 else { throw .libraryMissing(String(cString: ccurl_load_error())) }
    guard let multi = ccurl_multi_new(maxPerHost) else { throw .other("libcurl has no memory") }
    self.multi = multi
    return multi
  }

  /// Closes libcurl's connections and forgets the addresses of hosts, unless a transfer is left.
  func disconnect() {
    guard isEmpty, let multi else { return }
    ccurl_multi_free(multi)
    self.multi = nil
  }

  /// Whether the exchange shared its connection with others, as in HTTP/2 and HTTP/3.
  private func isMultiplexed(_ pointer: UnsafeMutableRawPointer) -> Bool {
    ccurl_fact(pointer, ccurl_http_version) >= 3
  }

  private func remove(_ pointer: UnsafeMutableRawPointer, isMultiplexed: Bool) -> EasyHandle? {
    if let multi { _ = ccurl_multi_remove(multi, pointer) }
    let handle = active.removeValue(forKey: pointer)
    handle?.transfer?.host?.ended(isMultiplexed: isMultiplexed)
    return handle
  }

  private func end(_ handle: EasyHandle, _ code: Int32) {
    guard let transfer = handle.transfer else { return }
    let (gathered, error) = handle.end(code: code)
    // Handles of shared connections are not reused: a server that ends such a connection (GOAWAY) may refuse many
    // requests, and libcurl gives up a handle whose requests it has sent again five times.
    if code == 0, !isMultiplexed(handle.pointer) { handles.give(handle, of: transfer.request) }
    ended(transfer, gathered, error)
  }

  /// Ends one transfer, unless it has ended.
  func cancel(_ transfer: Transfer) {
    if let place = queue.indices.dropFirst(next).first(where: { queue[$0] === transfer }) {
      _ = take(place)
      ended(transfer, nil, .cancelled)
    } else if let pointer = active.first(where: { $0.value.transfer === transfer })?.key {
      let gathered = remove(pointer, isMultiplexed: false)?.end(code: 0).gathered
      ended(transfer, gathered, .cancelled)
    }
  }

  func cancelAll() {
    for transfer in active.values.compactMap(\.transfer) + queue[next...].compactMap(\.self) {
      cancel(transfer)
    }
  }

  /// Pauses all transfers, or resumes them.
  func pause(_ isOn: Bool) {
    for pointer in active.keys { _ = ccurl_easy_pause(pointer, isOn ? 5 : 0) }
  }

  /// Resumes a transfer that its receiver has paused.
  func resume(_ transfer: Transfer) {
    guard let pointer = active.first(where: { $0.value.transfer === transfer })?.key else { return }
    // libcurl delivers the bytes that it held within this call; only the result (CURLE_WRITE_ERROR) says that the
    // receiver refused them.
    let code = ccurl_easy_pause(pointer, 0)
    if code == 23, let handle = remove(pointer, isMultiplexed: false) { end(handle, code) }
  }

  /// Extends every time-out by a time in which the transfers were suspended.
  func postpone(by milliseconds: Int) {
    guard milliseconds > 0 else { return }
    for handle in active.values { handle.postponeTimeouts(by: milliseconds) }
  }
}
