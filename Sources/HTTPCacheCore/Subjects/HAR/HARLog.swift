/// Reads a HAR 1.2 log entry by entry, as browsers and proxies write it.
///
/// Members may be missing, unknown, or in any order, the log may be the argument of a call (JSONP), and the text may be in
/// UTF-16. Memory does not grow
/// with the log.
package enum HARLog {
  /// Splits a log into chunks of a few entries, which any thread may read.
  ///
  /// `source` fills a buffer with the next bytes of the log. `visit` gets each chunk in order, even if the log is
  /// damaged further on, and returns whether to go on.
  ///
  /// - Throws: if the text is not a HAR log.
  package static func forEachChunk(
    _ source: @escaping JSONReader.Source, _ visit: (HARChunk) -> Bool
  ) throws(JSONFault) {
    let result = withoutActuallyEscaping(visit) { visit in
      Result { () throws(JSONFault) in try read(source, HARQueue(visit)) }
    }
    try result.get()
  }

  private static func read(_ source: @escaping JSONReader.Source, _ empty: HARQueue) throws(JSONFault) {
    var queue = empty
    // Visit the entries before a fault, then throw.
    defer { queue.finish() }
    var text = UTF8Source()
    var reader = try JSONReader { text.fill($0, from: source) }
    var hasEntries = false
    let start = reader.place
    let isCall = try reader.passCallStart()
    func member(_ reader: inout JSONReader, _ name: String) throws(JSONFault) {
      switch name {
      case "creator": queue.isTimedByExport = try isTimedByExport(&reader)
      case "pages": queue.page = try page(&reader)
      case "entries":
        hasEntries = true
        try reader.array { reader throws(JSONFault) in try queue.take(&reader) }
      default: try reader.skip()
      }
    }
    try reader.object { reader, name throws(JSONFault) in
      // What `getHAR()` of the developer tools returns is the log itself, without the object around it.
      guard name == "log" else { return try member(&reader, name) }
      try reader.object { reader, name throws(JSONFault) in try member(&reader, name) }
    }
    if isCall { try reader.passCallEnd() }
    try reader.finish()
    guard hasEntries else {
      throw JSONFault(.refused("there is no \"log\" with \"entries\" in it"), at: start)
    }
  }
}

extension HARLog {
  /// The URL of the first page, which browsers write as its title; nil if the title is another text.
  private static func page(_ reader: inout JSONReader) throws(JSONFault) -> TargetURI? {
    guard try reader.peek() == 0x5B else {
      try reader.skip()
      return nil
    }
    var titles: [String] = []
    try reader.array { reader throws(JSONFault) in
      guard titles.isEmpty, try reader.peek() == 0x7B else { return try reader.skip() }
      try reader.object { reader, name throws(JSONFault) in
        guard name == "title" else { return try reader.skip() }
        titles.append(try reader.optionalString() ?? "")
      }
    }
    let page = titles.first.flatMap { try? TargetURI(recorded: $0, allowsForeign: false) }
    return page.map(RecordedPage.isOfRecorder) == true ? nil : page
  }

  /// Whether the program that wrote the log is known to write the time of the export into each entry.
  private static func isTimedByExport(_ reader: inout JSONReader) throws(JSONFault) -> Bool {
    guard try reader.peek() == 0x7B else {
      try reader.skip()
      return false
    }
    var isInsomnia = false
    try reader.object { reader, name throws(JSONFault) in
      guard name == "name" else { return try reader.skip() }
      isInsomnia = try reader.optionalString()?.asciiLowercased.hasPrefix("insomnia") == true
    }
    return isInsomnia
  }
}

/// Puts the entries of a log into chunks.
///
/// The first entries are held back until they show how far the recorder's clock is off. They are held without their
/// bodies, and only up to a limit, so that memory does not grow with the log.
private struct HARQueue {
  /// The most bytes of entries that are held back.
  private static let heldLimit = 16 << 20

  private let visit: (HARChunk) -> Bool

  /// The first entries; nil once the clock is known.
  private var held: [HAREntry]? = []
  private var heldSize = 0

  /// How many of them may tell the recorder's clock.
  private var sampleCount = 0

  /// The page whose loading was recorded: as named by the log, or else as its requests tell; nil if neither does.
  var page: TargetURI?

  private var habits = RecorderHabits()

  /// Whether the program that wrote the log is known for times of the export.
  var isTimedByExport = false

  private var clock: RecorderClock?
  private var originClocks = OriginClocks()
  private var neighbours: URLNeighbours?
  private var chunk = HARChunk()

  /// Whether `visit` wants more chunks; otherwise the rest of the log is only checked.
  private var goesOn = true

  init(_ visit: @escaping (HARChunk) -> Bool) { self.visit = visit }

  /// Takes the next entry.
  mutating func take(_ reader: inout JSONReader) throws(JSONFault) {
    guard goesOn else { return try reader.skip() }
    if held != nil {
      hold(try HAREntryReader.read(&reader))
    } else if let text = try reader.passWithinBuffer() {
      chunk.add(text)
      if chunk.isFull { handOver() }
    } else {
      var entry = try HAREntryReader.read(&reader)
      entry.read(by: habits)
      handOver()
      chunk = HARChunk([entry])
      handOver()
    }
  }

  private mutating func hold(_ entry: HAREntry) {
    held?.append(entry)
    heldSize += entry.size
    if entry.startedAt != nil, entry.status > 0 { sampleCount += 1 }
    if sampleCount >= RecorderClock.sampleCount || heldSize > Self.heldLimit { release() }
  }

  /// Finds the clock, and hands over the held entries.
  private mutating func release() {
    guard var entries = held else { return }
    held = nil
    habits = RecorderHabits(entries, isTimedByExport: isTimedByExport)
    for index in entries.indices { entries[index].read(by: habits) }
    if page == nil { page = RecordedPage.found(in: entries) }
    let readings = entries.compactMap(\.clockReading)
    clock = RecorderClock(readings)
    originClocks = OriginClocks(readings, beside: clock)
    neighbours = URLNeighbours(
      entries.lazy.compactMap { try? TargetURI(recorded: $0.url, allowsForeign: false) })
    RecordedPage.findFiles(in: &entries, neighbours)
    let isTold = clock?.isWorthTelling == true
    if isTold, let first = entries.firstIndex(where: { $0.clockReading != nil }) {
      entries[first].tellsOfRecorder = true
    }
    originClocks.markFirst(in: &entries)
    for part in HARChunk.chunks(entries) where goesOn {
      chunk = part
      handOver()
    }
  }

  private mutating func handOver() {
    guard !chunk.isEmpty, goesOn else { return }
    chunk.habits = habits
    chunk.clock = clock
    chunk.originClocks = originClocks
    chunk.neighbours = neighbours
    chunk.page = page
    goesOn = visit(chunk)
    chunk = HARChunk()
  }

  /// Hands over the entries that are left.
  mutating func finish() {
    release()
    handOver()
  }
}
