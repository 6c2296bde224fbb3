/// Reads a HAR 1.2 log entry by entry, as browsers and proxies write it.
///
/// Members may be missing, unknown, or in any order, and the log may be the argument of a call (JSONP). Memory does not grow
/// with the log.
package enum HARLog {
  /// Splits a log into shares of a few entries, which any thread may read.
  ///
  /// - Parameters:
  ///   - source: fills a buffer with the next bytes of the log.
  ///   - visit: takes each share in order, also where the log is damaged further on; returns whether to go on.
  /// - Throws: where the text is not a HAR log.
  package static func forEachShare(
    _ source: @escaping JSONReader.Source, _ visit: (HARShare) -> Bool
  ) throws(JSONFault) {
    let result = withoutActuallyEscaping(visit) { visit in
      Result { () throws(JSONFault) in try read(source, HARQueue(visit)) }
    }
    try result.get()
  }

  private static func read(_ source: @escaping JSONReader.Source, _ empty: HARQueue) throws(JSONFault) {
    var queue = empty
    // The entries before an error are visited before it is thrown.
    defer { queue.finish() }
    var reader = try JSONReader(source)
    var hasEntries = false
    let start = reader.place
    let isCall = try reader.passCallStart()
    try reader.object { reader, name throws(JSONFault) in
      guard name == "log" else { return try reader.skip() }
      try reader.object { reader, name throws(JSONFault) in
        guard name == "entries" else { return try reader.skip() }
        hasEntries = true
        try reader.array { reader throws(JSONFault) in try queue.take(&reader) }
      }
    }
    if isCall { try reader.passCallEnd() }
    try reader.finish()
    guard hasEntries else {
      throw JSONFault(.refused("there is no \"log\" with \"entries\" in it"), at: start)
    }
  }
}

/// The entries of a log on their way into shares.
///
/// The first ones are held back until they tell how far the recorder's clock is off. They are held without their bodies, and
/// only as many as fit into a limit, so that memory does not grow with the log.
private struct HARQueue {
  /// How many bytes of entries are held back.
  private static let heldLimit = 16 << 20

  private let visit: (HARShare) -> Bool

  /// The first entries; nil once the clock is known.
  private var held: [HAREntry]? = []
  private var heldSize = 0
  private var offsets: [Seconds] = []

  private var clock: RecorderClock?
  private var share = HARShare()

  /// Whether the reader of the report is still there; else the rest of the log is only checked.
  private var goesOn = true

  init(_ visit: @escaping (HARShare) -> Bool) { self.visit = visit }

  /// Takes the next entry.
  mutating func take(_ reader: inout JSONReader) throws(JSONFault) {
    guard goesOn else { return try reader.skip() }
    if held != nil {
      hold(try HAREntryReader.read(&reader))
    } else if let text = try reader.passWithinBuffer() {
      share.add(text)
      if share.isFull { handOver() }
    } else {
      let entry = try HAREntryReader.read(&reader)
      handOver()
      share = HARShare([entry])
      handOver()
    }
  }

  private mutating func hold(_ entry: HAREntry) {
    held?.append(entry)
    heldSize += entry.size
    if let offset = entry.clockOffset { offsets.append(offset) }
    if offsets.count >= RecorderClock.sampleCount || heldSize > Self.heldLimit { release() }
  }

  /// Finds the clock, and hands over what was held back.
  private mutating func release() {
    guard let entries = held else { return }
    held = nil
    clock = RecorderClock(offsets)
    let first = entries.firstIndex { $0.clockOffset != nil } ?? 0
    var start = 0
    for part in HARShare.shares(entries) where goesOn {
      share = part
      share.tellsOfClock = (start..<(start + part.count)).contains(first)
      start += part.count
      handOver()
    }
  }

  private mutating func handOver() {
    guard !share.isEmpty, goesOn else { return }
    share.clock = clock
    goesOn = visit(share)
    share = HARShare()
  }

  /// Hands over what is left.
  mutating func finish() {
    release()
    handOver()
  }
}
